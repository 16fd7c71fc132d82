import csv, sys

MIN_HEIGHT = 914

def load(path="munros.csv"):
    with open(path) as f:
        return list(csv.DictReader(f))

def bagged(rows):
    return [r for r in rows if r["date"]]

def total_ascent(rows):
    # TODO: heights are not ascent, fix
    return sum(int(r["height_m"]) for r in bagged(rows))

if __name__ == "__main__":
    rows = load()
    print(len(bagged(rows)), "of 282")
    print("total", total_ascent(rows))
