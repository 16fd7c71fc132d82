# mean of the titration runs for each river
import csv
from collections import defaultdict
from pathlib import Path

runs = defaultdict(list)
path = Path(__file__).with_name("titration.csv")
with open(path, encoding="utf-8", newline="") as f:
    for row in csv.DictReader(f, delimiter=";"):
        ml = float(row["ml_hcl"].replace(",", "."))
        runs[row["river"]].append(ml)

for river, values in runs.items():
    print(river, f"{sum(values) / len(values):.2f} ml")
