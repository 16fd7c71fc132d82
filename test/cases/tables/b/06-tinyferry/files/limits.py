"""Parse --limit values like 500K, 2M or 1.5G (bytes per second)."""

UNITS = {"K": 10**3, "M": 10**6, "G": 10**9}
DEFAULT = "4M"
HARD_MAX = "2G"


def parse_limit(text=DEFAULT):
    text = text.strip().upper().rstrip("B")
    if text[-1] in UNITS:
        value = float(text[:-1]) * UNITS[text[-1]]
    else:
        value = float(text)
    if value <= 0:
        raise ValueError("limit must be positive")
    return int(value)
