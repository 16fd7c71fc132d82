# micro practical - growth curves
import csv
import math

BLANK = 0.042
DILUTION = 10


def corrected(od):
    return (float(od) - BLANK) * DILUTION


with open("growth.csv") as f:
    rows = list(csv.DictReader(f))

for strain in ("strain_a", "strain_b"):
    first = corrected(rows[2][strain])
    last = corrected(rows[5][strain])
    minutes = int(rows[5]["time_min"]) - int(rows[2]["time_min"])
    print(strain, "doubling time", round(minutes * math.log(2) / math.log(last / first), 1), "min")
