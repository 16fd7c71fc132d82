import sys
import time

BEATS = 4


def click(bpm, bars):
    gap = 60 / bpm
    for i in range(bars * BEATS):
        print("TICK" if i % BEATS == 0 else "tock", flush=True)
        time.sleep(gap)


if __name__ == "__main__":
    click(int(sys.argv[1]), int(sys.argv[2]))
