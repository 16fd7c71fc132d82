# tournament points
POINTS = {1: 10, 2: 6, 3: 4, 4: 2}
ROUNDS = 5
STREAK_BONUS = 3   # two wins in a row


def total(places):
    pts = sum(POINTS.get(p, 0) for p in places)
    for a, b in zip(places, places[1:]):
        if a == b == 1:
            pts += STREAK_BONUS
    return pts
