"""Absorbance -> mg/l NO3-N for one photometer run."""
import csv
import sys
import tomllib

with open("processing.toml", "rb") as f:
    cfg = tomllib.load(f)
cal = cfg["calibration"]


def num(text):
    return float(text.replace(",", "."))


def conc(mean_abs, dilution):
    return (mean_abs - cal["intercept"]) / cal["slope"] * dilution


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter=";"):
            reps = [num(row[k]) for k in ("Abs_1", "Abs_2", "Abs_3")]
            c = conc(sum(reps) / len(reps), num(row["Dilution"]))
            flag = " <LOD" if c < cfg["limits"]["lod"] else ""
            print(row["Sample"], round(c, cfg["output"]["decimals"]), flag)
