import random

PLAYERS = ["Jun", "Mere", "Rawiri", "Callum", "Bex", "Toni", "Sefa"]
ROUNDS = 3
TABLE_SIZE = 3
SEED = 11


def tables(players, size):
    random.shuffle(players)
    return [players[i:i + size] for i in range(0, len(players), size)]


if __name__ == "__main__":
    random.seed(SEED)
    for r in range(1, ROUNDS + 1):
        print("Round", r)
        for t in tables(PLAYERS[:], TABLE_SIZE):
            print("  ", ", ".join(t))
