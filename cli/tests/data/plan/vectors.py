#!/usr/bin/env python3
"""Known answers for `fairdraw plan`, by other ways than the tool's, in Python's standard library alone.

    vectors.py            compares published.json with what is computed here, and says where it differs
    vectors.py --write    writes vectors.json beside this file

Binomial and hypergeometric probabilities are sums of fractions, each term from binomial coefficients. The incomplete gamma
function is its series in decimals of 80 digits, divided by a gamma function from Stirling's series; no decision is taken
closer than 10^-40. Samples of deviations are searched one by one from the smallest on.
"""

import json
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from math import ceil, comb, floor
from pathlib import Path

getcontext().prec = 80
HERE = Path(__file__).parent


def binomial_at_most(d, n, p):
    a, m = p.numerator, p.denominator
    return Fraction(sum(comb(n, i) * a**i * (m - a) ** (n - i) for i in range(d + 1)), m**n)


def hypergeometric_at_most(d, n, population, bad):
    ways = sum(comb(bad, i) * comb(population - bad, n - i) for i in range(min(d, n) + 1))
    return Fraction(ways, comb(population, n))


def allowed(expected, n):
    """`expected` is a whole number, or a Fraction as a rate."""
    return min(expected, n) if isinstance(expected, int) else ceil(expected * n)


def attribute(risk, tolerable, expected, population=None):
    """The smallest sample, from 1 on, and the deviations it may have."""
    n = 1
    while True:
        d = allowed(expected, n)
        if population is None:
            chance = binomial_at_most(d, n, tolerable)
        else:
            chance = hypergeometric_at_most(d, n, population, floor(tolerable * population) + 1)
        if chance <= risk:
            return n, d
        n += 1


def discovery(risk, tolerable, population):
    bad = ceil(tolerable * population)
    return next(n for n in range(1, population + 1) if hypergeometric_at_most(0, n, population, bad) <= risk)


def upper_rate(risk, n, d, steps):
    """The limit in units of 1/steps, rounded up."""
    if d == n:
        return steps
    low, high = 0, steps
    while high - low > 1:
        middle = (low + high) // 2
        if binomial_at_most(d, n, Fraction(middle, steps)) <= risk:
            high = middle
        else:
            low = middle
    return high


def upper_count(risk, population, n, d):
    """The largest number of deviations that is not refuted."""
    bad = population - (n - d)
    while hypergeometric_at_most(d, n, population, bad) <= risk:
        bad -= 1
    return bad


def bernoulli(count):
    numbers = [Fraction(1)]
    for m in range(1, count):
        numbers.append(-sum(comb(m + 1, k) * numbers[k] for k in range(m)) / (m + 1))
    return numbers


BERNOULLI = bernoulli(82)
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534")


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


@cache
def log_gamma(a):
    """Stirling's series at a + 120, and back."""
    shifted = decimal(a) + 120
    result = (shifted - Decimal("0.5")) * shifted.ln() - shifted + (2 * PI).ln() / 2
    for k in range(1, 41):
        result += decimal(BERNOULLI[2 * k]) / (2 * k * (2 * k - 1)) / shifted ** (2 * k - 1)
    product = Decimal(1)
    for i in range(120):
        product *= decimal(a) + i
    return result - product.ln()


def tail(a, x):
    """Q(a, x), the regularised upper incomplete gamma function."""
    a_, x_ = decimal(a), decimal(x)
    term = total = 1 / a_
    j = 1
    while term > Decimal(10) ** -75 * total:
        term *= x_ / (a_ + j)
        total += term
        j += 1
    return 1 - (a_ * x_.ln() - x_ - log_gamma(a)).exp() * total


def is_at_most(a, x, risk):
    difference = tail(a, x) - decimal(risk)
    assert abs(difference) > Decimal(10) ** -40
    return difference < 0


def smallest(is_enough):
    """The smallest number that is enough: it is, and the one before isn't; between the powers of two, by halving."""
    high = 1
    while not is_enough(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def mus(risk, tolerable, expected):
    """The smallest number of units; both are shares of the population."""
    return smallest(lambda n: is_at_most(1 + n * expected, n * tolerable, risk))


def factor(risk, ratio):
    """In hundredths, rounded up."""
    return smallest(lambda c: is_at_most(1 + ratio * Fraction(c, 100), Fraction(c, 100), risk))


def whole_factor(risk, k):
    """For k misstatements, k not depending on the factor: in hundredths, rounded up."""
    return smallest(lambda c: is_at_most(Fraction(1 + k), Fraction(c, 100), risk))


def percent(text):
    return Fraction(text) / 100


def compare():
    published = json.loads((HERE / "published.json").read_text())
    found = []

    def check(table, row, column, stated, computed):
        if stated != computed:
            found.append({"table": table, "row": row, "column": column, "published": stated, "exact": computed})

    for table, risk in (("A-1", "5"), ("A-2", "10")):
        for column, rows in published[table].items():
            for row, stated in rows.items():
                expected = percent(row) if row != "0" else 0
                if stated < 200:  # the others take long in fractions, and are compared by the tool
                    check(table, row, column, stated, attribute(percent(risk), percent(column), expected)[0])
    for table, risk in (("A-3", "5"), ("A-4", "10")):
        for row, limits in published[table].items():
            for d, stated in enumerate(limits):
                limit = upper_rate(percent(risk), int(row), d, 1000)
                check(table, row, str(d), stated, f"{limit // 10}.{limit % 10}")
    for risk, ratio, columns in published["C-1"]:
        for column, stated in columns.items():
            if stated < 1000:
                computed = mus(percent(risk), percent(column), percent(column) * Fraction(ratio))
                check("C-1", f"{risk} {ratio}", column, stated, computed)
    for risk, factors in published["factors"].items():
        for k, stated in enumerate(factors):
            c = whole_factor(percent(risk), k)
            check("factors", risk, str(k), stated, f"{c // 100}.{c % 100:02}")
    for line in found:
        print(json.dumps(line))


def write():
    vectors = {"about": "Written by vectors.py; what the fields mean is in the options of fairdraw plan. limit is in "
               "millionths of a percent, rounded up, or a number of items if there is a population."}
    rows = []
    for confidence in ("90", "95", "99", "97.5"):
        risk = 1 - percent(confidence)
        for tolerable in ("5", "7.25", "10", "33.333333"):
            for expected in ("0", "1", "2", "3", "1%", "2.5%"):
                value = percent(expected[:-1]) if "%" in expected else int(expected)
                for population in (None, 60, 150, 400):
                    bad = None if population is None else floor(percent(tolerable) * population) + 1
                    if bad is not None and isinstance(value, int) and value >= bad:
                        continue
                    n, d = attribute(risk, percent(tolerable), value, population)
                    limit = upper_rate(risk, n, d, 10**8) if population is None else upper_count(risk, population, n, d)
                    rows.append({"confidence": confidence, "tolerable": tolerable + "%", "expected": expected,
                                 "population": population, "sample": n, "deviations": d, "limit": limit})
    vectors["attribute"] = rows
    # Populations so small that all or nearly all is bad.
    vectors["small"] = [
        {"confidence": "95", "tolerable": tolerable + "%", "expected": str(expected), "population": population,
         "sample": n, "deviations": d, "limit": upper_count(Fraction(1, 20), population, n, d)}
        for population in range(1, 9) for tolerable in ("10", "50", "90") for expected in range(3)
        if expected < floor(percent(tolerable) * population) + 1
        for n, d in [attribute(Fraction(1, 20), percent(tolerable), expected, population)]]
    vectors["discovery"] = [
        {"confidence": confidence, "tolerable": tolerable + "%", "population": population,
         "sample": discovery(1 - percent(confidence), percent(tolerable), population)}
        for confidence in ("90", "95", "99") for tolerable in ("0.5", "1", "5", "10")
        for population in (1, 10, 100, 500, 1000, 5000)]
    vectors["limit"] = [
        {"confidence": confidence, "sample": n, "deviations": d, "population": population,
         "limit": upper_rate(1 - percent(confidence), n, d, 10**8) if population is None
         else upper_count(1 - percent(confidence), population, n, d)}
        for confidence in ("50", "90", "95", "99.9") for n, ds in ((1, (0, 1)), (30, (0, 1, 29, 30)), (93, (0, 1, 7)))
        for d in ds for population in (None, 93, 100, 700)]
    rows = []
    for confidence in ("80", "90", "95", "99"):
        risk = 1 - percent(confidence)
        for population, tolerable, expected in (
            ("2500000", "125000", "0"), ("2500000", "125000", "25000"), ("2500000", "125000", "62500.01"),
            ("1234567.89", "45678.9", "1234.5678"), ("1000", "999", "1"), ("100", "30", "24"),
            ("90071992547.4099", "3002399751.5803", "300239975.158"),
        ):
            t, e = Fraction(tolerable) / Fraction(population), Fraction(expected) / Fraction(population)
            n, d = attribute(risk, t, e if e else 0)
            rows.append({"confidence": confidence, "population": population, "tolerable": tolerable,
                         "expected": expected, "poisson": mus(risk, t, e), "factor": factor(risk, e / t),
                         "binomial": n, "deviations": d})
    vectors["mus"] = rows
    lists = ",\n".join(f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]"
                       for name, rows in vectors.items() if name != "about")
    (HERE / "vectors.json").write_text(f"{{\n\"about\": {json.dumps(vectors['about'])},\n{lists}\n}}\n")


if __name__ == "__main__":
    write() if "--write" in sys.argv[1:] else compare()
