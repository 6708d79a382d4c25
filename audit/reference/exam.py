"""The exam of shuffles, draws and numbers (audit/fairness/exam.md), in exact fractions.

Every statistic is computed as the page defines it, by the plainest way, from all observations at once. Laws and tails are
in exam_laws.py, the tests of numbers in exam_numbers.py, and the vectors in exam_vectors.py.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil, comb, perm
from typing import Any, Callable, Iterable, Optional, Sequence, Union

import exam_laws as laws

GROUPS = 256
LISTED = 5040  # outcomes, each of which is counted
COMPARED = 2**20  # observations, for repeats
NO_SUCH = {True: "too-small", False: "too-large"}


@dataclass(frozen=True)
class Done:
    """A statistic and its law. value is X² or the count; z², with the sign of z, where the law is normal."""

    law: str  # chi-square, normal, poisson-above, poisson-two-sided
    value: Fraction
    df: int = 0
    mean: Decimal = Decimal(0)

    def p(self) -> Decimal:
        if self.law == "chi-square":
            return laws.chi_square_above(self.value, self.df)
        if self.law == "normal":
            return laws.normal_two_sided(abs(self.value))
        poisson = laws.poisson_at_least if self.law == "poisson-above" else laws.poisson_two_sided
        return poisson(int(self.value), self.mean)

    def statistic(self) -> Decimal:
        with localcontext(laws.WIDE):
            value = laws.decimal(abs(self.value))
            root = value.sqrt() if self.law == "normal" else value
            return root.copy_sign(laws.decimal(self.value))


@dataclass(frozen=True)
class NotApplicable:
    why: str  # too-small, too-large, too-few
    needed: int = 0  # observations, if there are too few


Outcome = Union[Done, NotApplicable]


# What the tests have in common


def normal(counted: Fraction, mean: Fraction, variance: Fraction, number: int, least: int = 1) -> Outcome:
    if number < least:
        return NotApplicable("too-few", least)
    distance = counted - mean
    return Done("normal", distance * abs(distance) / variance)


def pearson(cells: Iterable[tuple[int, Fraction]]) -> Fraction:
    """X² of counts and expected counts; those with the same expected count are summed in integers."""
    squares: dict[Fraction, list[int]] = {}
    for counted, expected in cells:
        sums = squares.setdefault(expected, [0, 0, 0])
        sums[0] += counted * counted
        sums[1] += counted
        sums[2] += 1
    total = Fraction(0)
    for expected, (square, counted, number) in squares.items():
        if expected:  # nothing was expected and nothing counted, where there are no gaps or collections
            total += square / expected - 2 * counted + number * expected
    return total


def of_shares(number: int, counts: Counter[Any], shares: dict[Any, Fraction]) -> Outcome:
    """X² of cells that all need 5 expected."""
    needed = ceil(5 / min(shares.values()))
    if number < needed:
        return NotApplicable("too-few", needed)
    assert set(counts) <= set(shares)
    return Done("chi-square", pearson((counts[key], number * share) for key, share in shares.items()), len(shares) - 1)


def pooled(
    counts: Counter[int], law: laws.Law, number: int, unit: Fraction = Fraction(1), more: int = 0
) -> Outcome:
    """X² of pooled values; number - more observations are expected to have unit values each."""

    def cells(observations: int) -> list[tuple[Optional[int], Fraction]]:
        return laws.pool(law, max(observations - more, 0) * unit)

    if len(cells(number)) < 2:
        return NotApplicable("too-few", laws.smallest(lambda observations: len(cells(observations)) > 1))
    left, found = dict(counts), []
    for last, probability in cells(number):
        inside = [value for value in left if last is None or value <= last]
        found.append((sum(left.pop(value) for value in inside), sum(counts.values()) * probability))
    return Done("chi-square", pearson(found), len(found) - 1)


def repeats(keys: Sequence[Any], outcomes: int) -> Outcome:
    """Section 2.1."""
    if not keys:
        return NotApplicable("too-few", 1)
    keys = keys[:COMPARED]
    found = Fraction(len(keys) - len(set(keys)))
    mean, variance = laws.repeats_mean_and_variance(outcomes, len(keys))
    if len(keys) > outcomes and variance < 100:
        never = laws.never_drawn_mean(outcomes, Fraction(1, outcomes), len(keys))
        return Done("poisson-two-sided", Fraction(outcomes - len(set(keys))), mean=never)
    if len(keys) * 64 <= outcomes or variance < 100:
        return Done("poisson-two-sided", found, mean=mean)
    return normal(found, Fraction(mean), Fraction(variance), len(keys))


def never_came(came: int, things: int, share: Fraction, number: int) -> Outcome:
    needed = ceil(5 / share)
    if number < needed:
        return NotApplicable("too-few", needed)
    return Done("poisson-above", Fraction(things - came), mean=laws.never_drawn_mean(things, share, number))


def groups(count: int) -> list[int]:
    """The group of each item, or place."""
    return [i * GROUPS // count if count > GROUPS else i for i in range(count)]


# Orders, ordered samples and sets


@dataclass(frozen=True)
class Shape:
    kind: str  # order, ordered-sample, set
    n: int
    k: int

    def outcomes(self) -> int:
        return comb(self.n, self.k) if self.kind == "set" else perm(self.n, self.k)


@dataclass(frozen=True)
class Exam:
    """Observations of one shape, each as the items in draw order."""

    shape: Shape
    observations: Sequence[Sequence[int]]

    @property
    def number(self) -> int:
        return len(self.observations)

    def keys(self) -> list[tuple[int, ...]]:
        """Observations that compare equal if they are the same outcome."""
        return [tuple(sorted(one) if self.shape.kind == "set" else one) for one in self.observations]

    def results(self, only: Optional[Sequence[str]] = None) -> dict[str, Outcome]:
        found: dict[str, Outcome] = {}
        for name, limits, test in TESTS[self.shape.kind]:
            if only is None or name in only:
                wrong = limits(self.shape)
                found[name] = NotApplicable(wrong) if wrong else test(self)
        return found


def orders(exam: Exam) -> Outcome:
    outcomes = exam.shape.outcomes()
    if exam.number < 5 * outcomes:
        return NotApplicable("too-few", 5 * outcomes)
    counts = list(Counter(exam.keys()).values())
    counts += [0] * (outcomes - len(counts))
    return Done("chi-square", pearson((counted, Fraction(exam.number, outcomes)) for counted in counts), outcomes - 1)


def coverage(exam: Exam) -> Outcome:
    outcomes = exam.shape.outcomes()
    if outcomes <= LISTED:
        return never_came(len(set(exam.keys())), outcomes, Fraction(1, outcomes), exam.number)
    n, k = exam.shape.n, exam.shape.k
    return never_came(len({item for one in exam.observations for item in one}), n, Fraction(k, n), exam.number)


def repeated(exam: Exam) -> Outcome:
    return repeats(exam.keys(), exam.shape.outcomes())


def first_place(exam: Exam) -> Outcome:
    group = groups(exam.shape.n)
    shares = {g: Fraction(size, exam.shape.n) for g, size in Counter(group).items()}
    return of_shares(exam.number, Counter(group[one[0]] for one in exam.observations), shares)


def first_two(exam: Exam) -> Outcome:
    n = exam.shape.n
    shares = {(a, b): Fraction(1, n * (n - 1)) for a in range(n) for b in range(n) if a != b}
    return of_shares(exam.number, Counter((one[0], one[1]) for one in exam.observations), shares)


def position_item(exam: Exam) -> Outcome:
    """Section 2.2."""
    n, k = exam.shape.n, exam.shape.k
    item_group, place_group = groups(n), groups(k)
    item_sizes, place_sizes = Counter(item_group), Counter(place_group)
    counts: Counter[tuple[int, int]] = Counter()
    for one in exam.observations:
        counts.update(zip(place_group, [item_group[item] for item in one]))
    if k < n:
        not_seen = len(place_sizes)
        place_sizes[not_seen] = n - k
        for item, size in item_sizes.items():
            seen = sum(counts[place, item] for place in range(not_seen))
            counts[not_seen, item] = exam.number * size - seen
    shares = {(p, i): Fraction(place_sizes[p] * item_sizes[i], n) for p in place_sizes for i in item_sizes}
    found = of_shares(exam.number, counts, shares)
    if isinstance(found, NotApplicable):
        return found
    return Done("chi-square", Fraction(n - 1, n) * found.value, (len(place_sizes) - 1) * (len(item_sizes) - 1))


def fixed_points(exam: Exam) -> Outcome:
    counts = Counter(sum(place == item for place, item in enumerate(one)) for one in exam.observations)
    return pooled(counts, laws.fixed_points(exam.shape.n), exam.number)


def parity(exam: Exam) -> Outcome:
    even = sum(inversions_of(one) % 2 == 0 for one in exam.observations)
    return normal(Fraction(even), Fraction(exam.number, 2), Fraction(exam.number, 4), exam.number)


def inversions_of(order: Sequence[int]) -> int:
    before: list[int] = []
    found = 0
    for item in order:
        found += len(before) - bisect_left(before, item)
        insort(before, item)
    return found


def inversions(exam: Exam) -> Outcome:
    n, number = exam.shape.n, exam.number
    found = Counter(map(inversions_of, exam.observations))
    if n > 64:
        total = sum(value * times for value, times in found.items())
        variance = Fraction(number * n * (n - 1) * (2 * n + 5), 72)
        return normal(Fraction(total), Fraction(number * n * (n - 1), 4), variance, number)
    values: Counter[int] = Counter()
    for value, times in found.items():
        values[laws.twentieths_of_inversions(n)[value]] += times
    return pooled(values, laws.grouped_inversions(n), number)


def rank_correlation(exam: Exam) -> Outcome:
    n = exam.shape.n
    quadruple = sum((2 * p - n + 1) * (2 * x - n + 1) for one in exam.observations for p, x in enumerate(one))
    variance = Fraction(exam.number * n**2 * (n + 1) ** 2 * (n - 1), 144)
    return normal(Fraction(quadruple, 4), Fraction(0), variance, exam.number)


def descents(exam: Exam) -> Outcome:
    counts = Counter(sum(a > b for a, b in pairwise(one)) for one in exam.observations)
    return pooled(counts, laws.eulerian(exam.shape.n, 0), exam.number)


def rising_sequences(exam: Exam) -> Outcome:
    counts = Counter(1 + sum(a > b for a, b in pairwise(inverse(one))) for one in exam.observations)
    return pooled(counts, laws.eulerian(exam.shape.n, 1), exam.number)


def inverse(order: Sequence[int]) -> list[int]:
    place = [0] * len(order)
    for p, item in enumerate(order):
        place[item] = p
    return place


def cycles(exam: Exam) -> Outcome:
    return pooled(Counter(map(cycles_of, exam.observations)), laws.cycles(exam.shape.n), exam.number)


def cycles_of(order: Sequence[int]) -> int:
    found, seen = 0, [False] * len(order)
    for place in range(len(order)):
        found += not seen[place]
        while not seen[place]:
            seen[place] = True
            place = order[place]
    return found


def successor_pairs(exam: Exam) -> Outcome:
    """Section 2.4; the mark is the last of the things."""
    number, m = exam.number, exam.shape.n + 1
    if number < 5 * (m - 1):
        return NotApplicable("too-few", 5 * (m - 1))
    counts: Counter[tuple[int, int]] = Counter()
    for one in exam.observations:
        counts.update(pairwise([m - 1, *one, m - 1]))
    # The doubles of S and A, and of the expectation, times m - 1 for the first.
    symmetric = antisymmetric = 0
    for a in range(m):
        for b in range(m):
            if a != b:
                symmetric += ((m - 1) * (counts[a, b] + counts[b, a]) - 2 * number) ** 2
                antisymmetric += (counts[a, b] - counts[b, a]) ** 2
    t = Fraction(symmetric, 4 * (m - 1)) + Fraction((m - 1) * (m - 2), m) * Fraction(antisymmetric, 4)
    return Done("chi-square", t / number, m * m - 3 * m + 1)


def overlap(exam: Exam) -> Outcome:
    shape = exam.shape
    both = pairwise(exam.observations)
    if shape.kind == "order":
        counts = Counter(sum(a == b for a, b in zip(one, two)) for one, two in both)
        return pooled(counts, laws.fixed_points(shape.n), exam.number, more=1)
    counts = Counter(len(set(one) & set(two)) for one, two in both)
    return pooled(counts, laws.common_items(shape.n, shape.k), exam.number, more=1)


def trend(exam: Exam) -> Outcome:
    n, number = exam.shape.n, exam.number
    k = 1 if exam.shape.kind == "order" else exam.shape.k
    total = sum(sum(one[:k]) for one in exam.observations)
    variance = Fraction(number * k * (n - k) * (n + 1), 12)
    return normal(Fraction(total), Fraction(number * k * (n - 1), 2), variance, number)


def items(exam: Exam) -> Outcome:
    n, k = exam.shape.n, exam.shape.k
    group = groups(n)
    shares = {g: Fraction(k * size, n) for g, size in Counter(group).items()}
    found = of_shares(exam.number, Counter(group[item] for one in exam.observations for item in one), shares)
    if isinstance(found, NotApplicable):
        return found
    return Done("chi-square", Fraction(n - 1, n - k) * found.value, found.df)


def pairs(exam: Exam) -> Outcome:
    """Section 3.1."""
    n, k, number = exam.shape.n, exam.shape.k, exam.number
    share = Fraction(k * (k - 1), n * (n - 1))
    if number * share < 5:
        return NotApplicable("too-few", ceil(5 / share))
    counts: Counter[tuple[int, int]] = Counter()
    for one in exam.observations:
        counts.update(combinations(sorted(one), 2))
    # D, r and D' times the common denominator of E and of n - 2.
    scale = n * (n - 1) * (n - 2)
    d = [[0 if i == j else scale * (counts[min(i, j), max(i, j)] - number * share) for j in range(n)] for i in range(n)]
    r = [sum(row) for row in d]
    squares = sum((d[i][j] - (r[i] + r[j]) / Fraction(n - 2)) ** 2 for i, j in combinations(range(n), 2))
    df = Fraction(n * (n - 3), 2)
    v = (comb(k, 2) - Fraction(comb(k, 2) ** 2, comb(n, 2)) - Fraction((k - 1) ** 2 * k * (n - k), n * (n - 2))) / df
    return Done("chi-square", squares / (scale**2 * number * v), int(df))


def adjacent(exam: Exam) -> Outcome:
    counts = Counter(sum(b - a == 1 for a, b in pairwise(sorted(one))) for one in exam.observations)
    return pooled(counts, laws.adjacent(exam.shape.n, exam.shape.k), exam.number)


def first_by_tickets(tickets: Sequence[int], first: Sequence[int]) -> Outcome:
    """Section 3.2: how often each entry is at place 0."""
    if len(tickets) < 2:
        return NotApplicable("too-small")
    return pooled(Counter(first), laws.of_weights(tickets), len(first))


# Which shapes a test is for

Limits = Callable[[Shape], str]  # empty, too-small or too-large


def any_shape(_: Shape) -> str:
    return ""


def between(least: int, most: int = 2**16) -> Limits:
    return lambda shape: "" if least <= shape.n <= most else NO_SUCH[shape.n < least]


def few_outcomes(shape: Shape) -> str:
    return "too-large" if shape.outcomes() > LISTED else ""


def many_outcomes(shape: Shape) -> str:
    return "" if shape.outcomes() > LISTED else "too-small"


def drawn(least: int, also: Limits = any_shape) -> Limits:
    return lambda shape: also(shape) or ("too-small" if shape.k < least else "")


def pairs_limits(shape: Shape) -> str:
    return between(4, GROUPS)(shape) or drawn(2)(shape) or ("too-large" if shape.k > shape.n - 2 else "")


Tests = list[tuple[str, Limits, Callable[[Exam], Outcome]]]
OF_SETS: Tests = [
    ("outcomes", few_outcomes, orders),
    ("coverage", any_shape, coverage),
    ("repeats", many_outcomes, repeated),
    ("items", between(3), items),
    ("pairs", pairs_limits, pairs),
    ("adjacent", drawn(2), adjacent),
    ("overlap", any_shape, overlap),
    ("trend", any_shape, trend),
]
TESTS: dict[str, Tests] = {
    "order": [
        ("orders", few_outcomes, orders),
        ("coverage", lambda shape: between(3)(shape) or few_outcomes(shape), coverage),
        ("repeats", many_outcomes, repeated),
        ("first-place", between(3), first_place),
        ("first-two", between(4, GROUPS), first_two),
        ("position-item", between(3), position_item),
        ("fixed-points", between(3), fixed_points),
        ("parity", between(3), parity),
        ("inversions", between(4), inversions),
        ("rank-correlation", between(3), rank_correlation),
        ("descents", between(4, 1024), descents),
        ("rising-sequences", between(4, 1024), rising_sequences),
        ("cycles", between(3, 1024), cycles),
        ("successor-pairs", between(4, GROUPS), successor_pairs),
        ("overlap", between(3), overlap),
        ("trend", between(3), trend),
    ],
    "ordered-sample": [
        *OF_SETS,
        ("first-place", between(3), first_place),
        ("first-two", drawn(2, between(4, GROUPS)), first_two),
        ("position-item", drawn(2, between(3)), position_item),
    ],
    "set": OF_SETS,
}


# Sections 5 and 6


def visible(df: int, tests: int, number: int, q: Fraction, factor: Fraction = Fraction(1)) -> Decimal:
    """The smallest d that X² sees in the first look of so many tests."""
    with localcontext(laws.WIDE):
        return (laws.noncentrality(df, Fraction(1, 10) / tests) / laws.decimal(number * factor * q / (1 - q))).sqrt()


def visible_of_shape(shape: Shape, found: dict[str, Outcome], number: int) -> dict[str, Decimal]:
    n, k = shape.n, shape.k
    q = Fraction(min(Counter(groups(n)).values()), n)
    factors = {"first-place": Fraction(1), "items": Fraction(k * (n - 1), n - k) if k < n else Fraction(1)}
    done = {name: one for name, one in found.items() if isinstance(one, Done)}
    return {name: visible(done[name].df, len(done), number, q, by) for name, by in factors.items() if name in done}


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Adjusted p-values, in the places of the plain ones."""
    adjusted = [Fraction(0)] * len(p_values)
    largest = Fraction(0)
    for j, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, (len(p_values) - j) * p_values[i])
        adjusted[i] = min(Fraction(1), largest)
    return adjusted


def look(p_values: dict[str, Optional[Fraction]], level: Fraction) -> tuple[dict[str, Fraction], list[str]]:
    """The adjusted p-values of the tests that are applicable, and those that are rejected."""
    applicable = {test: p for test, p in p_values.items() if p is not None}
    adjusted = dict(zip(applicable, holm(list(applicable.values()))))
    return adjusted, [test for test, p in adjusted.items() if p <= level]
