"""Laws of the exam's statistics and their tails (audit/fairness/exam.md), exact or to more digits than are printed."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, getcontext, localcontext
from fractions import Fraction
from functools import cache
from itertools import count
from math import comb, factorial
from typing import Callable, Iterable, Iterator, Optional, Sequence

DIGITS = 50
WIDE = Context(prec=DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)  # for tails below 10^-999999

# A law by its values in rising order, each with its probability and that of all values above it.
Law = Callable[[], Iterable[tuple[int, Fraction, Fraction]]]


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


# Tails


def chi_square_above(x: Fraction, df: int) -> Decimal:
    """The closed sums for whole degrees of freedom, whose terms are all positive."""
    with localcontext(WIDE):
        half = decimal(x) / 2
        if half == 0:
            return Decimal(1)
        if df % 2 == 0:
            start, term, total = 0, (-half).exp(), Decimal(0)
        else:
            # The term of j = -1/2 stands in for erfc; after it come h^(j+1/2) / gamma(j+3/2) with e^-h.
            start, term, total = 1, (-half).exp() * half.sqrt() * 2 / pi().sqrt(), erfc_of_root(half)
        for j in range(df // 2):
            total += term
            term *= half / (Decimal(j + 1) if start == 0 else Decimal(2 * j + 3) / 2)
        return total


def normal_two_sided(z_squared: Fraction) -> Decimal:
    with localcontext(WIDE):
        return erfc_of_root(decimal(z_squared) / 2)


def erfc_of_root(h: Decimal) -> Decimal:
    """erfc(sqrt(h)): from the series of erf, whose terms are positive; far out by the continued fraction."""
    if h < 200:
        with localcontext(WIDE) as context:
            context.prec = DIGITS + 20 + int(h)  # as 1 - erf loses the digits of a small erfc
            term = total = 2 * h.sqrt() / pi().sqrt() * (-h).exp()
            for j in count(1):
                term *= 2 * h / (2 * j + 1)
                if total + term == total:
                    break
                total += term
            return 1 - total
    with localcontext(WIDE) as context:
        context.prec = DIGITS + 10
        value = Decimal(1)
        for j in range(300, 0, -1):
            value = 1 + Decimal(j) / (2 * h) / value
        return (-h).exp() / (h * pi()).sqrt() / value


def pi() -> Decimal:
    """Machin's formula in integers, to the digits of the context and some more."""
    digits = getcontext().prec + 10
    return Decimal(_pi_scaled(digits)).scaleb(-digits)


@cache
def _pi_scaled(digits: int) -> int:
    one: int = 10 ** (digits + 10)

    def arctangent_of_one_over(x: int) -> int:
        power = total = one // x
        for j in count(1):
            power //= x * x
            if power == 0:
                return total
            total += (1 if j % 2 == 0 else -1) * (power // (2 * j + 1))
        raise AssertionError

    return 4 * (4 * arctangent_of_one_over(5) - arctangent_of_one_over(239)) // 10**10


def poisson_at_least(k: int, mean: Decimal) -> Decimal:
    return _poisson(k, mean)[1]


def poisson_two_sided(k: int, mean: Decimal) -> Decimal:
    return min(Decimal(1), 2 * min(_poisson(k, mean)))


def _poisson(k: int, mean: Decimal) -> tuple[Decimal, Decimal]:
    """P(X <= k) and P(X >= k); the smaller one is a sum of its own, without cancellation."""
    with localcontext(WIDE):
        here = (-mean).exp()
        for j in range(1, k + 1):
            here *= mean / j
        if k > mean:
            above = _falling(here, lambda j: mean / (k + j))
            return 1 - above + here, above
        below = _falling(here, lambda j: Decimal(k - j + 1) / mean if j <= k else Decimal(0))
        return below, 1 - below + here


def _falling(first: Decimal, ratio: Callable[[int], Decimal]) -> Decimal:
    term, total, j = first, Decimal(0), 1
    while total + term != total:
        total += term
        term *= ratio(j)
        j += 1
    return total


@cache
def noncentrality(df: int, level: Fraction) -> Decimal:
    """Where the noncentral law is above the critical value of the level with a chance of 9 in 10, to 15 digits or more."""
    with localcontext(WIDE):
        bound = Decimal(level.numerator) / level.denominator
        critical = halved(Fraction(df), lambda x: chi_square_above(x, df) <= bound)
        half = decimal(critical) / 2
        # P(df + 2j above the critical value) for j = 0, 1, ..; each differs from the one before by a term of the closed sum.
        above, term = [chi_square_above(critical, df)], (-half).exp()
        if df % 2:
            term *= 2 * half.sqrt() / pi().sqrt()
        for j in range(1, df // 2 + 1):
            term *= half / (j if df % 2 == 0 else j + Decimal("0.5"))

        def chance(parameter: Fraction) -> Decimal:
            nonlocal term
            mean = decimal(parameter) / 2
            weight, total, j = (-mean).exp(), Decimal(0), 0
            while j <= mean or weight > Decimal("1e-30"):
                if j == len(above):
                    above.append(above[-1] + term)
                    term *= half / (Decimal(df) / 2 + j)
                total += weight * above[j]
                j += 1
                weight *= mean / j
            return total

        return decimal(halved(critical, lambda parameter: chance(parameter) >= Decimal("0.9")))


def halved(guess: Fraction, holds: Callable[[Fraction], bool]) -> Fraction:
    """The point from which on something holds, above 0."""
    low, high = Fraction(0), guess
    while not holds(high):
        low, high = high, 2 * high
    for _ in range(56):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


# How many different values N of M equally likely ones have


def repeats_mean_and_variance(m: int, number: int) -> tuple[Decimal, Decimal]:
    """Section 2.1, with digits enough for what the differences cancel; one value repeats nothing."""
    if number == 1:
        return Decimal(0), Decimal(0)
    with localcontext(WIDE) as context:
        context.prec = DIGITS + 20 + 3 * Decimal(m).adjusted()
        size = Decimal(m)
        a = (1 - 1 / size) ** number
        b = (1 - 2 / size) ** number
        return number - size * (1 - a), size * size * (b - a * a) + size * (a - b)


def never_drawn_mean(things: int, share: Fraction, number: int) -> Decimal:
    """things (1 - share)^number"""
    with localcontext(WIDE):
        return things * decimal(1 - share) ** number


# Laws of whole numbers


def of_weights(weights: Sequence[int], first: int = 0) -> Law:
    """Weights of first, first + 1, .., whose sum is the denominator."""
    total = above = sum(weights)
    values = []
    for value, weight in enumerate(weights, first):
        above -= weight
        values.append((value, Fraction(weight, total), Fraction(above, total)))
    return lambda: values


@cache
def fixed_points(n: int) -> Law:
    derangements = [1, 0]
    while len(derangements) <= n:
        derangements.append((len(derangements) - 1) * (derangements[-1] + derangements[-2]))
    return of_weights([comb(n, j) * derangements[n - j] for j in range(n + 1)])


@cache
def eulerian(n: int, first: int) -> Law:
    """Orders by descents, the fewest of which are called first."""
    row = [1]
    for size in range(2, n + 1):
        before = [0, *row, 0]
        # Putting the item size in: no new descent at the end or in a descent's place, else one.
        row = [(j + 1) * before[j + 1] + (size - j) * before[j] for j in range(size)]
    return of_weights(row, first)


@cache
def cycles(n: int) -> Law:
    row = [1]  # orders of nothing, by cycles
    for size in range(n):
        # The next item makes a cycle of its own, or stands behind one of the others.
        row = [size * same + fewer for same, fewer in zip([*row, 0], [0, *row])]
    return of_weights(row)


@cache
def mahonian(n: int) -> list[int]:
    """Orders by inversions."""
    row = [1]
    for size in range(2, n + 1):
        longer = [0] * (len(row) + size - 1)
        for j, ways in enumerate(row):
            for more in range(size):
                longer[j + more] += ways
        row = longer
    return row


@cache
def twentieths_of_inversions(n: int) -> list[int]:
    """For each number of inversions its value, floor(20 P(fewer))."""
    fewer, values = 0, []
    for ways in mahonian(n):
        values.append(20 * fewer // factorial(n))
        fewer += ways
    return values


@cache
def grouped_inversions(n: int) -> Law:
    weights = [0] * 20
    for value, ways in zip(twentieths_of_inversions(n), mahonian(n)):
        weights[value] += ways
    return of_weights(weights)


@cache
def adjacent(n: int, k: int) -> Law:
    return of_weights([comb(k - 1, a) * comb(n - k + 1, k - a) for a in range(k)])


@cache
def common_items(n: int, k: int) -> Law:
    return of_weights([comb(k, j) * comb(n - k, k - j) for j in range(k + 1)])


def geometric(share: Fraction) -> Law:
    def values() -> Iterator[tuple[int, Fraction, Fraction]]:
        above = Fraction(1)
        for length in count():
            yield length, above * share, above * (1 - share)
            above *= 1 - share

    return values


def different_groups(shares: Sequence[Fraction], values: int) -> Law:
    """How many of the groups are among so many values."""
    # found[d][j]: the chance, over j!, of j given values being of d given groups and all of them there.
    found = [[Fraction(int(d == j == 0)) for j in range(values + 1)] for d in range(values + 1)]
    for share in shares:
        found = [
            [
                found[d][j]
                + sum((found[d - 1][j - c] * share**c / factorial(c) for c in range(1, j + 1) if d > 0), Fraction(0))
                for j in range(values + 1)
            ]
            for d in range(values + 1)
        ]
    chances = [row[values] * factorial(values) for row in found]

    def law() -> Iterator[tuple[int, Fraction, Fraction]]:
        for d in range(1, values + 1):
            if d <= len(shares):
                yield d, chances[d], sum(chances[d + 1 :], Fraction(0))

    return law


def collection_above(shares: Sequence[Fraction], length: int) -> Fraction:
    """The chance that so many values don't have all groups: by inclusion and exclusion over those that are missing."""
    return sum((sign * (1 - missing) ** length for sign, missing in _missing(shares)), Fraction(0))


def collection_mean(shares: Sequence[Fraction]) -> Fraction:
    return sum((sign / missing for sign, missing in _missing(shares)), Fraction(0))


def _missing(shares: Sequence[Fraction]) -> Iterator[tuple[int, Fraction]]:
    for chosen in range(1, 2 ** len(shares)):
        missing = [share for i, share in enumerate(shares) if chosen >> i & 1]
        yield (1 if len(missing) % 2 else -1), sum(missing, Fraction(0))


def collection(shares: Sequence[Fraction]) -> Law:
    def values() -> Iterator[tuple[int, Fraction, Fraction]]:
        before = Fraction(1)
        for length in count(len(shares)):
            above = collection_above(shares, length)
            yield length, before - above, above
            before = above

    return values


# Pooling


def pool(law: Law, number: Fraction) -> list[tuple[Optional[int], Fraction]]:
    """The cells for so many values: the highest value of each, None for the last, and its probability."""
    cells: list[tuple[Optional[int], Fraction]] = []
    own = closed = Fraction(0)
    for value, probability, above in law():
        own += probability
        if number * above < 5:
            break
        if number * own >= 5:
            cells.append((value, own))
            closed += own
            own = Fraction(0)
    return [*cells, (None, 1 - closed)]


def smallest(applicable: Callable[[int], bool]) -> int:
    """The smallest number from which on something is applicable."""
    high = 1
    while not applicable(high):
        high *= 2
    low = high // 2  # not applicable, or 0
    while high - low > 1:
        middle = (low + high) // 2
        if applicable(middle):
            high = middle
        else:
            low = middle
    return high
