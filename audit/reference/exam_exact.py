#!/usr/bin/env python3
"""What the exam says exactly, in whole numbers and fractions: counts of words, states against orders, laws of declared methods.

    exam_exact.py            prints audit/vectors/exam-exact.json
    exam_exact.py --check    compares it with the file

Where it can be done all words, paths or keys are tried, and the chances are sums over all orders; the Rust library has formulas for
these. Real numbers are written with 15 digits, rounded from fractions.
"""

from __future__ import annotations

import sys
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, factorial, perm, prod
from typing import Any, Callable, Iterator, Sequence

import exam_files

Vector = dict[str, Any]
Law = dict[tuple[int, ...], Fraction]

ABOUT = (
    "bounds and runs: of words of so many bits, the bounds below 2^width, and the runs of bounds of at least 2 with a product up to "
    "largest_product; with their results, and the words refused so that each result has equally many. states: orders is 100 log2 of n!/(n-k)!, "
    "rounded. longest-list: the largest n with n! <= 2^bits. words: how many words give each result. law: the orders by a declared method, "
    "from all orders (all: true) or by the law of its parts; 0-based deviations as fractions. power: the chance that the best test of level 1 % finds "
    "one choice below the bound uneven after N of them. paths: the number of equally likely paths to each order in lexicographic order, and the "
    "mean of X^2 of N orders."
)


def counts_of_words() -> Iterator[Vector]:
    for width in (8, 12, 16):
        bounds = range(1, 1 << width)
        yield {"id": f"bounds-{width}", "kind": "bounds", "width": width, **refusals(width, bounds)}
    for width, most in ((8, 100), (8, 255), (12, 256), (16, 60)):
        products = [prod(run) for run in runs(most)]
        vector = {"kind": "runs", "width": width, "largest_product": most, **refusals(width, products)}
        yield {"id": f"runs-{width}-{most}", **vector}


def refusals(width: int, products: Sequence[int]) -> Vector:
    # Every result of a case keeps floor(2^width / results) words; the others must be refused.
    refused = [2**width - results * (2**width // results) for results in products]
    return {"cases": len(products), "results": sum(products), "refused": sum(refused), "most_refused": max(refused)}


def runs(room: int) -> Iterator[tuple[int, ...]]:
    for bound in range(2, room + 1):
        yield (bound,)
        for longer in runs(room // bound):
            yield (bound, *longer)


def states() -> Iterator[Vector]:
    draws = [(n, n) for n in (0, 1, 2, 3, 4, 5, 10, 12, 13, 20, 21, 34, 35, 52, 57, 58, 85, 86, 100, 365, 1000, 1001, 3000)]
    draws += [(4, 1), (1024, 1), (49, 6), (90, 5), (1000, 3), (65_536, 20), (2**32, 7), (2**64 - 1, 2), (10**12, 100)]
    for n, k in draws:
        for bits in (32, 64, 128, 256):
            yield {"id": f"states-{n}-{k}-{bits}", "kind": "states", "bits": bits, "n": str(n), "k": k, **shortfall(n, k, bits)}
    for bits in (0, 1, 2, 3, 4, 6, 31, 32, 48, 53, 64, 128, 256, 440, 1600, 19_937):
        items, orders = 1, 1
        while orders * (items + 1) <= 2**bits:
            items += 1
            orders *= items
        yield {"id": f"longest-list-{bits}", "kind": "longest-list", "bits": bits, "items": items}


def shortfall(n: int, k: int, bits: int) -> Vector:
    orders = perm(n, k)
    hundredths = rounded_log(orders, 100)
    short = hundredths - 100 * bits
    said = "enough states for every order"
    if short > 0:
        # Of 10^t, in tenths: the number of orders for each state is orders / 2^bits.
        tenths = rounded_log10_tenths(Fraction(orders, 2**bits))
        said = f"at most one order in 2^{short // 100}.{short % 100:02} (10^{tenths // 10}.{tenths % 10})"
    return {"orders": hundredths, "said": said}


def rounded_log(number: int, parts: int) -> int:
    """parts * log2(number) rounded to nearest: the largest m with 2^(m - 1/2) <= number^parts."""
    low, high = 0, number.bit_length() * parts + 1
    square = number ** (2 * parts)
    while high - low > 1:
        middle = (low + high) // 2
        if square.bit_length() > 2 * middle - 1:  # 2^(2 middle - 1) <= square
            low = middle
        else:
            high = middle
    return low


def rounded_log10_tenths(ratio: Fraction) -> int:
    """10 * log10(ratio) rounded to nearest, by whole powers: the largest m with 10^(m - 1/2) <= ratio^10."""
    power, fraction = ratio.numerator**20, ratio.denominator**20
    low, high = 0, 10 * ratio.numerator.bit_length()
    while high - low > 1:
        middle = (low + high) // 2
        if 10 ** (2 * middle - 1) * fraction <= power:
            low = middle
        else:
            high = middle
    return low


def words_of(method: str, width: int, bound: int) -> list[int]:
    draw: dict[str, Callable[[int], int]] = {
        "modulo": lambda word: word % bound,
        "multiply": lambda word: word * bound // 2**width,
    }
    counts = Counter(draw[method](word) for word in range(2**width))
    return [counts[result] for result in range(bound)]


def words() -> Iterator[Vector]:
    for method in ("modulo", "multiply"):
        for width, bound in ((8, 52), (8, 3), (8, 64), (3, 13), (10, 49), (12, 1000)):
            vector = {"method": f"{method}:{width}", "bound": bound, "words": words_of(method, width, bound)}
            yield {"id": f"words-{method}-{width}-{bound}", "kind": "words", **vector}


def law_of_draws(method: str, width: int, n: int) -> Law:
    """Durstenfeld's shuffle run forward, all words of each choice by their counts."""
    law: Law = {tuple(range(n)): Fraction(1)}
    for place in range(n - 1):
        bound = n - place
        chances = [Fraction(count, 2**width) for count in words_of(method, width, bound)]
        after: Law = {}
        for order, chance in law.items():
            for chosen, share in enumerate(chances):
                items = list(order)
                items[place], items[place + chosen] = items[place + chosen], items[place]
                after[tuple(items)] = after.get(tuple(items), Fraction(0)) + chance * share
        law = after
    return law


def law_of_keys(bits: int, n: int) -> Law:
    counts = Counter(tuple(sorted(range(n), key=keys.__getitem__)) for keys in product(range(2**bits), repeat=n))
    return {order: Fraction(count, 2 ** (bits * n)) for order, count in counts.items()}


def distances(law: Law, n: int) -> Vector:
    fair = Fraction(1, factorial(n))
    deviations = [law.get(order, Fraction(0)) - fair for order in permutations(range(n))]
    chi_square = sum(deviation**2 for deviation in deviations) / fair
    return {"total_variation": real(sum(map(abs, deviations)) / 2), "chi_square": real(chi_square)}


def draws_by_parts(width: int, n: int) -> Vector:
    factor, each = Fraction(1), []
    for bound in range(n, 1, -1):
        # Modulo and multiply give the same counts, in another order.
        favoured = 2**width % bound
        few = 2**width // bound
        counts = {few + 1: favoured, few: bound - favoured}
        deviations = [(Fraction(words, 2**width) - Fraction(1, bound), results) for words, results in counts.items()]
        factor *= 1 + sum(deviation**2 * results for deviation, results in deviations) * bound
        total_variation = sum(abs(deviation) * results for deviation, results in deviations) / 2
        bias = max(abs(deviation) * bound for deviation, results in deviations if results)
        each.append((bias, bound, total_variation))
    bias = max(bias for bias, _, _ in each)
    worst = max(bound for found, bound, _ in each if found == bias)
    return {
        "chi_square": real(factor - 1),
        "worst_bound": worst if bias else 0,
        "worst_bias": real(bias),
        "least_distance": real(max(distance for _, _, distance in each)),
        "sum_of_distances": real(sum(distance for _, _, distance in each)),
    }


def keys_by_descents(bits: int, n: int) -> Vector:
    keys = 2**bits
    chi_square = total_variation = Fraction(0)
    # Times keys^n n!, to stay in whole numbers.
    fair, whole = keys**n, keys**n * factorial(n)
    squares = absolute = 0
    for descents, orders in enumerate(eulerian(n)):
        ways = comb(keys + n - 1 - descents, n) * factorial(n)
        absolute += orders * abs(ways - fair)
        squares += orders * (ways - fair) ** 2
    total_variation = Fraction(absolute, 2 * whole)
    chi_square = Fraction(squares, fair * whole)
    return {"total_variation": real(total_variation), "chi_square": real(chi_square), **ties(bits, n)}


def ties(bits: int, n: int) -> Vector:
    keys = 2**bits
    own = Fraction(comb(keys + n - 1, n) * factorial(n), keys**n)
    return {"tie": real(1 - Fraction(perm(keys, n), keys**n)), "own_order": real(own - 1)}


def eulerian(n: int) -> list[int]:
    row = [1]
    for items in range(2, n + 1):
        before = [0, *row, 0]
        row = [(d + 1) * before[d + 1] + (items - d) * before[d] for d in range(items)]
    return row


def laws() -> Iterator[Vector]:
    for method in ("modulo", "multiply"):
        for width, n in ((2, 4), (3, 3), (3, 5), (4, 4), (5, 4), (6, 5), (8, 4), (2, 6)):
            found = distances(law_of_draws(method, width, n), n)
            assert found["chi_square"] == draws_by_parts(width, n)["chi_square"]
            yield {"id": f"law-{method}-{width}-{n}", "kind": "law", "all": True, "method": f"{method}:{width}", "n": n, **found}
        for width, n in ((8, 52), (16, 52), (32, 52), (53, 52), (64, 52), (8, 300), (16, 1000), (32, 1000), (64, 3), (1, 2)):
            vector = {"method": f"{method}:{width}", "n": n, **draws_by_parts(width, n)}
            yield {"id": f"law-{method}-{width}-{n}", "kind": "law", "all": False, **vector}
    for bits, n in ((1, 2), (1, 5), (2, 3), (2, 4), (2, 6), (3, 3), (3, 4), (3, 5), (4, 4)):
        law = law_of_keys(bits, n)
        for order in permutations(range(n)):
            descents = sum(a > b for a, b in pairwise(order))
            ways = Fraction(comb(2**bits + n - 1 - descents, n), 2 ** (bits * n))
            assert law.get(order, Fraction(0)) == ways, (bits, n, order)
        found = {**distances(law, n), **ties(bits, n)}
        assert found == keys_by_descents(bits, n)
        yield {"id": f"law-keys-{bits}-{n}", "kind": "law", "all": True, "method": f"keys:{bits}", "n": n, **found}
    for bits, n in ((8, 52), (16, 52), (32, 52), (53, 52), (64, 52), (5, 52), (16, 1000), (32, 1000), (10, 200), (12, 400)):
        vector = {"method": f"keys:{bits}", "n": n, **keys_by_descents(bits, n)}
        yield {"id": f"law-keys-{bits}-{n}", "kind": "law", "all": False, **vector}


def powers() -> Iterator[Vector]:
    """Of one choice the best test counts its favoured results, for which the law of the count is binomial."""
    for width, bound in ((8, 52), (8, 27), (8, 100), (10, 300), (6, 7)):
        favoured = 2**width % bound
        fair = Fraction(favoured, bound)
        biased = Fraction(favoured * (2**width // bound + 1), 2**width)
        divergence = Fraction(favoured * (bound - favoured), 4**width)
        # The squared sum of the normal law's 99 % and 90 % points, to 12 digits.
        observations = round(Fraction("13.0169383656") / divergence)
        yield {
            "id": f"power-{width}-{bound}",
            "kind": "power",
            "width": width,
            "bound": bound,
            "observations": observations,
            "power": f"{best_power(observations, float(fair), float(biased)):.4f}",
        }


def best_power(n: int, fair: float, biased: float) -> float:
    """Of the test that is wrong once in 100, by chance at the critical count."""
    of_fair, of_biased = binomial(n, fair), binomial(n, biased)
    level, power = 0.01, 0.0
    for count in range(n, -1, -1):
        if of_fair[count] > level:
            return power + of_biased[count] * level / of_fair[count]
        level -= of_fair[count]
        power += of_biased[count]
    return power


def binomial(n: int, p: float) -> list[float]:
    mode = int(n * p)
    law = [0.0] * (n + 1)
    law[mode] = 1.0
    for k in range(mode + 1, n + 1):
        law[k] = law[k - 1] * (n - k + 1) / k * p / (1 - p)
    for k in range(mode - 1, -1, -1):
        law[k] = law[k + 1] * (k + 1) / (n - k) * (1 - p) / p
    total = sum(law)
    return [chance / total for chance in law]


def paths() -> Iterator[Vector]:
    naive: Counter[tuple[int, ...]] = Counter()
    for choices in product(range(4), repeat=4):
        items = list(range(4))
        for place, chosen in enumerate(choices):
            items[place], items[chosen] = items[chosen], items[place]
        naive[tuple(items)] += 1
    yield mean_of_chi_square("naive-swap-4", naive)
    inserted: Counter[tuple[int, ...]] = Counter()
    for coins in product((False, True), repeat=5):
        toss = iter(coins)
        order: list[int] = []
        for item in range(4):
            low, high = 0, len(order)
            while low < high:
                middle = (low + high) // 2
                if next(toss):
                    low = middle + 1
                else:
                    high = middle
            order.insert(low, item)
        inserted[tuple(order)] += 1
    yield mean_of_chi_square("random-comparator-4", inserted)


def mean_of_chi_square(name: str, counts: Counter[tuple[int, ...]]) -> Vector:
    number = 1_000_000
    orders = [counts[order] for order in permutations(range(4))]
    fair = Fraction(1, len(orders))
    chances = [Fraction(count, sum(orders)) for count in orders]
    # The mean of (count - N fair)^2 is its variance and the square of its mean.
    squares = sum(number * p * (1 - p) + (number * (p - fair)) ** 2 for p in chances)
    return {"id": f"paths-{name}", "kind": "paths", "paths": orders, "observations": number, "mean": real(squares / (number * fair))}


def real(value: Fraction) -> str:
    with localcontext() as context:
        context.prec = 15
        context.Emax = 10**9
        return str(Decimal(value.numerator) / Decimal(value.denominator))


if __name__ == "__main__":
    vectors = [*counts_of_words(), *states(), *words(), *laws(), *powers(), *paths()]
    sys.exit(exam_files.main("exam-exact", ABOUT, vectors))
