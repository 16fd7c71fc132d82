"""Decide how bad a reading is and who hears about it."""

from dataclasses import dataclass
from datetime import time


@dataclass
class Station:
    id: str
    name: str
    warn_m: float
    alarm_m: float
    live: bool = True


def level_for(reading_m: float, station: Station) -> str:
    if reading_m > station.alarm_m:
        return "alarm"
    if reading_m >= station.warn_m:
        return "warn"
    return "ok"


def in_quiet_hours(t: time, start: time, end: time) -> bool:
    # quiet hours usually run over midnight
    if start <= end:
        return start <= t < end
    return t >= start or t < end


def should_send(level: str, t: time, start: time, end: time, always_alarm: bool) -> bool:
    if level == "ok":
        return False
    if level == "alarm" and always_alarm:
        return True
    return not in_quiet_hours(t, start, end)
