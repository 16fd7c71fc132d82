"""Get readings from the gauge api."""

import csv
import time
import tomllib

import click
import httpx

from .alerts import Station, level_for

BASE = "https://gauges.example.org/v2/latest"


def load_stations(path="data/stations.csv"):
    with open(path, newline="") as f:
        rows = list(csv.DictReader(f))
    return [
        Station(r["id"], r["name"], float(r["warn_m"]), float(r["alarm_m"]))
        for r in rows
        if r["live"] == "yes"
    ]


def get_reading(client, station, retries, backoff_s):
    for attempt in range(retries + 1):
        try:
            r = client.get(f"{BASE}/{station.id}")
            r.raise_for_status()
            return float(r.json()["level_m"])
        except (httpx.HTTPError, KeyError, ValueError):
            if attempt == retries:
                return None
            time.sleep(backoff_s * 2**attempt)


@click.command()
@click.option("--config", default="config.toml")
def main(config):
    with open(config, "rb") as f:
        cfg = tomllib.load(f)
    poll = cfg["poll"]
    stations = load_stations()
    with httpx.Client(timeout=poll["timeout_s"]) as client:
        while True:
            for s in stations:
                m = get_reading(client, s, poll["retries"], poll["backoff_s"])
                if m is None:
                    print(f"{s.name}: no reading")
                    continue
                print(f"{s.name}: {m:.2f} m {level_for(m, s)}")
            time.sleep(poll["interval_s"])
