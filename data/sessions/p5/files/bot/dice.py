import random


def roll(text):
    """'2d6' -> list of rolls"""
    n, sides = text.split("d")
    return [random.randint(0, int(sides)) for _ in range(int(n))]


def total(text):
    return sum(roll(text))


if __name__ == "__main__":
    print(total("2d6"))
