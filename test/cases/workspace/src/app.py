"""Entry point."""
from tides import next_tide

MAX_BERTHS = 64

def main():
    # TODO: read the port from config.yaml
    print(next_tide())

if __name__ == "__main__":
    main()
