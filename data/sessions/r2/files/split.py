import pandas as pd


def split(df, frac=0.8):
    # TODO should be by date, not random!
    train = df.sample(frac=frac, random_state=1)
    valid = df.drop(train.index)
    return train, valid


def add_lag(df, days=7):
    df = df.sort_values("date")
    df[f"lag{days}"] = df.groupby("clinic")["no_show"].shift(-days)
    return df
