"""The exam's tests of numbers (audit/fairness/exam.md, section 4), in exact fractions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil
from typing import Callable, Optional, Sequence

import exam_laws as laws
from exam import Done, NotApplicable, Outcome, never_came, normal, of_shares, pooled, repeats

MANY = 1024
COVERED = 2**16
LAGS = range(1, 9)


@dataclass(frozen=True)
class Numbers:
    """Values 0..m-1, the range's lowest number taken away."""

    m: int
    values: Sequence[int]

    @property
    def number(self) -> int:
        return len(self.values)

    def grouped(self, groups: int) -> list[int]:
        return [v * groups // self.m for v in self.values]

    def shares(self, groups: int) -> list[Fraction]:
        begins = [-(-j * self.m // groups) for j in range(groups + 1)]  # rounded up
        return [Fraction(end - begin, self.m) for begin, end in pairwise(begins)]

    def results(self, only: Optional[Sequence[str]] = None) -> dict[str, Outcome]:
        found: dict[str, Outcome] = {}
        for name, least, most, test in TESTS:
            if only is not None and name not in only:
                continue
            if self.m < least:
                found[name] = NotApplicable("too-small")
            elif most and self.m > most:
                found[name] = NotApplicable("too-large")
            else:
                found[name] = test(self)
        return found


def frequency(exam: Numbers) -> Outcome:
    groups = min(exam.m, MANY)
    return of_shares(exam.number, Counter(exam.grouped(groups)), dict(enumerate(exam.shares(groups))))


def coverage(exam: Numbers) -> Outcome:
    return never_came(len(set(exam.values)), exam.m, Fraction(1, exam.m), exam.number)


def repeated(exam: Numbers) -> Outcome:
    return repeats(exam.values, exam.m)


def parity(exam: Numbers) -> Outcome:
    share = Fraction((exam.m + 1) // 2, exam.m)
    even = sum(v % 2 == 0 for v in exam.values)
    return normal(Fraction(even), exam.number * share, exam.number * share * (1 - share), exam.number)


def low_bits(exam: Numbers) -> Outcome:
    shares = {bits: Fraction((exam.m - 1 - bits) // 16 + 1, exam.m) for bits in range(16)}
    return of_shares(exam.number, Counter(v % 16 for v in exam.values), shares)


def serial_pairs(exam: Numbers) -> Outcome:
    groups = min(exam.m, 16)
    shares = dict(enumerate(exam.shares(groups)))
    needed = 2 * ceil(5 / min(shares.values()) ** 2)
    if exam.number < needed:
        return NotApplicable("too-few", needed)
    grouped = exam.grouped(groups)
    counts = Counter(zip(grouped[::2], grouped[1::2]))
    both = {(a, b): shares[a] * shares[b] for a, b in product(shares, repeat=2)}
    return of_shares(exam.number // 2, counts, both)


def runs(exam: Numbers) -> Outcome:
    q = exam.shares(2)[0]
    u = q * (1 - q)
    n = exam.number
    changes = sum(a != b for a, b in pairwise(exam.grouped(2)))
    variance = (n - 1) * 2 * u * (1 - 2 * u) + 2 * (n - 2) * (u - 4 * u * u)
    return normal(Fraction(changes), 2 * u * (n - 1), variance, n, least=2)


def serial_correlation(exam: Numbers) -> Outcome:
    if exam.number < 1000:
        return NotApplicable("too-few", 1000)
    doubles = [2 * v - (exam.m - 1) for v in exam.values]
    total = Fraction(0)
    for lag in LAGS:
        quadruple = sum(a * b for a, b in zip(doubles, doubles[lag:]))
        total += Fraction(quadruple**2, 16 * (exam.number - lag))
    return Done("chi-square", total / Fraction(exam.m**2 - 1, 12) ** 2, len(LAGS))


def gap(exam: Numbers) -> Outcome:
    groups = min(exam.m, 8)
    share = exam.shares(groups)[0]
    counts: Counter[int] = Counter()
    length = 0
    for group in exam.grouped(groups):
        if group == 0:
            counts[length] += 1
            length = 0
        else:
            length += 1
    return pooled(counts, laws.geometric(share), exam.number, unit=share)


def poker(exam: Numbers) -> Outcome:
    groups = min(exam.m, 10)
    law = laws.different_groups(exam.shares(groups), 5)
    grouped = exam.grouped(groups)
    hands = exam.number // 5
    found = pooled(Counter(len(set(grouped[5 * i : 5 * i + 5])) for i in range(hands)), law, hands)
    return NotApplicable(found.why, 5 * found.needed) if isinstance(found, NotApplicable) else found


def coupon_collector(exam: Numbers) -> Outcome:
    groups = min(exam.m, 5)
    shares = exam.shares(groups)
    counts: Counter[int] = Counter()
    found: set[int] = set()
    length = 0
    for group in exam.grouped(groups):
        length += 1
        found.add(group)
        if len(found) == groups:
            counts[length] += 1
            found, length = set(), 0
    return pooled(counts, laws.collection(shares), exam.number, unit=1 / laws.collection_mean(shares))


def drift(exam: Numbers) -> Outcome:
    n, m = exam.number, exam.m
    quadruple = sum((2 * t - (n - 1)) * (2 * v - (m - 1)) for t, v in enumerate(exam.values))
    variance = Fraction(n * (n * n - 1), 12) * Fraction(m * m - 1, 12)
    return normal(Fraction(quadruple, 4), Fraction(0), variance, n, least=2)


# Name, smallest and largest m (0: none).
TESTS: list[tuple[str, int, int, Callable[[Numbers], Outcome]]] = [
    ("frequency", 2, 0, frequency),
    ("coverage", 2, COVERED, coverage),
    ("repeats", COVERED + 1, 0, repeated),
    ("parity", 3, 0, parity),
    ("low-bits", MANY + 1, 0, low_bits),
    ("serial-pairs", 2, 0, serial_pairs),
    ("runs", 2, 0, runs),
    ("serial-correlation", 2, 0, serial_correlation),
    ("gap", 2, 0, gap),
    ("poker", 3, 0, poker),
    ("coupon-collector", 3, 0, coupon_collector),
    ("drift", 2, 0, drift),
]
