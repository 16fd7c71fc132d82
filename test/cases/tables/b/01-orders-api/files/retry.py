"""Small retry helper for outgoing calls (payments, mail)."""
import random
import time

MAX_TRIES = 3
BASE_DELAY = 0.4  # seconds
RETRY_ON = (502, 503, 504)


def backoff(attempt):
    # exponential with jitter
    return BASE_DELAY * 2 ** attempt + random.uniform(0, 0.1)


def call(fn, *args):
    for attempt in range(MAX_TRIES):
        status, body = fn(*args)
        if status not in RETRY_ON:
            return status, body
        time.sleep(backoff(attempt))
    raise RuntimeError("gave up")
