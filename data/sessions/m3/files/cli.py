"""meeplelog on the command line: python cli.py stats NAME"""
import json
import sys
import tomllib

from stats import most_played, win_rate


def load_config(path="config.toml"):
    with open(path, "rb") as f:
        return tomllib.load(f)


def main():
    config = load_config()
    with open(config["data"]["plays"]) as f:
        plays = json.load(f)
    if len(sys.argv) == 3 and sys.argv[1] == "stats":
        name = sys.argv[2].lower()
        print(f"{name}: {win_rate(plays, name)} %")
        # TODO show the last five games too
    else:
        for game, count in most_played(plays):
            print(f"{count:3} {game}")


if __name__ == "__main__":
    main()
