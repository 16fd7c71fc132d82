import csv
from collections import defaultdict

DEPTH = 6  # metres

cover = defaultdict(list)
with open("data/transects.csv") as f:
    for row in csv.DictReader(f):
        if int(row["depth_m"]) == DEPTH:
            cover[row["site"]].append(float(row["posidonia_pct"]))

for site, values in cover.items():
    print(site, sum(values) / len(values))
