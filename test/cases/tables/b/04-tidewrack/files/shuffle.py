# quick deck builder for the prototype
import json, random

SEED = 42
SKIP_BANNED = False


def deck(path="cards.json"):
    cards = json.load(open(path))["cards"]
    out = []
    for c in cards:
        if SKIP_BANNED and c.get("banned"):
            continue
        out += [c["name"]] * c["copies"]
    random.Random(SEED).shuffle(out)
    return out


def hands(players, size=5):
    d = deck()
    return [d[i * size:(i + 1) * size] for i in range(players)]


if __name__ == "__main__":
    for h in hands(4):
        print(", ".join(h))
