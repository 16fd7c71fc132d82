"""who pays how much of the rent"""

ROOMS = {  # square metres
    "Jo": 18.0,
    "Ben": 15.0,
    "Priya": 15.0,
    "Tomasz": 12.0,
}
ROUND_TO = 0.5


def share(total, who):
    part = total * ROOMS[who] / sum(ROOMS.values())
    return round(part / ROUND_TO) * ROUND_TO
