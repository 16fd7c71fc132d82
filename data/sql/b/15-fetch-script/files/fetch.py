import csv
import time
import requests

BASE = "https://tides.example/api"
RETRIES = 3
WAIT = 10

def get(station):
    for i in range(RETRIES):
        r = requests.get(BASE + "/" + station, timeout=30)
        if r.ok:
            return r.json()
        time.sleep(WAIT)
    raise RuntimeError("gave up on " + station)

def save(rows, path):
    # TODO append instead of overwrite
    with open(path, "w") as f:
        csv.writer(f).writerows(rows)

# TODO handle missing stations
