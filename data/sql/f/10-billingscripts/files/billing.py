import csv
import smtplib
from datetime import date, timedelta

VAT = 0.19
CURRENCY = "EUR"
DUE_DAYS = 14
SENDER = "billing@hartmoor.example"
# TODO read the rate from the config
HOURLY_RATE = 72.5

def load_hours(path):
    with open(path) as f:
        return list(csv.DictReader(f))

def total(rows):
    net = sum(float(r["hours"]) * HOURLY_RATE for r in rows)
    print("net", net)
    return round(net * (1 + VAT), 2)

def due_date():
    return date.today() + timedelta(days=DUE_DAYS)

def send(to, amount):
    # FIXME no retry when the server is down
    server = smtplib.SMTP("mail.hartmoor.example", 587, timeout=10)
    print("sending to", to)
    server.sendmail(SENDER, to, f"Please pay {amount} {CURRENCY}")
