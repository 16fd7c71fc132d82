"""Shipping price calculation."""

FUEL_SURCHARGE = 0.085
VAT = 0.23

BASE = {"S": 12.99, "M": 14.99, "L": 18.49}


def net_price(size, carrier):
    base = BASE[size]
    if carrier == "dpd":
        base += 2.50
    return round(base * (1 + FUEL_SURCHARGE))


def gross_price(size, carrier):
    # TODO should use Decimal
    return net_price(size, carrier) * (1 + VAT)
