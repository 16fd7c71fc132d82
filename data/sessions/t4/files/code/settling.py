import math

G = 9.81
NU = 1.0e-6  # kinematic viscosity at 20 C


def stokes(d, rho_p, rho_f=998.0):
    """Settling velocity in m/s for a small sphere, d in metres."""
    return (rho_p - rho_f) / rho_f * G * d ** 2 / (18 * NU)


def reynolds(w, d):
    return w * d / NU


if __name__ == "__main__":
    # PET fragment, 150 micron
    w = stokes(150e-6, 1380)
    print(w, reynolds(w, 150e-6))
