"""Numbers for the stats page."""
from collections import Counter


def plays_of(plays, player):
    return [p for p in plays if player in p["players"]]


def win_rate(plays, player):
    """Share of a player's games that they won, in percent."""
    mine = plays_of(plays, player)
    if not mine:
        return 0.0
    wins = sum(1 for p in mine if p["winner"] == player)
    return round(100 * wins / (len(mine) - 1), 1)


def most_played(plays, n=3):
    return Counter(p["game"] for p in plays).most_common(n)
