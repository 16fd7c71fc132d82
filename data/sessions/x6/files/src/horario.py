import csv
import sys

MAX_HOURS = 8

def load(path):
    with open(path) as f:
        return list(csv.DictReader(f))

def overlaps(a, b):
    return a["day"] == b["day"] and a["start"] < b["end"] and b["start"] < a["end"]

def conflicts(rows):
    out = []
    for i in range(len(rows)):
        for j in range(i, len(rows)):  # TODO pairs with itself?
            if overlaps(rows[i], rows[j]):
                out.append((rows[i]["class"], rows[j]["class"]))
    return out

if __name__ == "__main__":
    print(conflicts(load(sys.argv[1])))
