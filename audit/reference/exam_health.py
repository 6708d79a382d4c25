#!/usr/bin/env python3
"""The cutoffs of NIST SP 800-90B's health tests and the exact laws of these tests, in whole numbers and fractions.

    exam_health.py            prints audit/vectors/exam-health.json
    exam_health.py --check    compares it with the file

A cutoff is found by exact comparison. Where 2^-H is irrational it is found for a fraction below and one above, which
must agree.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import product
from math import ceil, comb
from typing import Any, Iterator

import exam_files

ABOUT = (
    "SP 800-90B, section 4.4. repetition and proportion: cutoffs for min-entropy h per sample and a rate of false alarms of "
    "2^-bits. alarm: log2 of the exact chance that a window fails if its samples have one value with probability 1/values. "
    "sequences: of all sequences of samples of so many values, how many fail each test, and how many either. start-up: the same for "
    "sequences too many to write, as log2 of the exact chance that either test fails, and that neither does."
)
ROOT_BITS = 64


def repetition_cutoff(h: Fraction, bits: int) -> int:
    return 1 + ceil(bits / h)


def proportion_cutoff(window: int, h: Fraction, bits: int) -> int:
    below, above = power_of_half(h)
    cutoffs = {1 + critical(window, numerator, bits) for numerator in (below, above)}
    assert len(cutoffs) == 1, (window, h, bits, cutoffs)
    return cutoffs.pop()


def power_of_half(h: Fraction) -> tuple[int, int]:
    """2^-h lies between these two over 2^ROOT_BITS, which are equal if it is one of them."""
    radicand = 1 << (ROOT_BITS * h.denominator - h.numerator)
    low, high = 0, 1 << ROOT_BITS
    while high - low > 1:
        middle = (low + high) // 2
        if middle**h.denominator <= radicand:
            low = middle
        else:
            high = middle
    return low, low if low**h.denominator == radicand else high


def critical(n: int, numerator: int, bits: int) -> int:
    """CRITBINOM(n, p, 1 - 2^-bits) for p = numerator / 2^ROOT_BITS: the least c with P(X > c) <= 2^-bits."""
    p, q = numerator, (1 << ROOT_BITS) - numerator
    whole = 1 << (ROOT_BITS * n)
    above, term, c = 0, p**n, n
    # term is C(n, c) p^c q^(n-c), and above the sum of those beyond c.
    while (above + term) << bits <= whole and c > 0:
        above += term
        term = term * c * q // ((n - c + 1) * p)
        c -= 1
    return c


def tail(n: int, p: Fraction, least: int) -> Fraction:
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1)), Fraction(0))


def log2(value: Fraction) -> str:
    """To six decimal places, rounded to nearest."""
    scale, digits = 0, 10**6
    while value < 1:
        value, scale = value * 2, scale - 1
    while value >= 2:
        value, scale = value / 2, scale + 1
    # 40 binary digits of the logarithm of a number in 1..2, by squaring.
    number, fraction = int(value * (1 << 128)), 0
    for _ in range(40):
        number, fraction = number * number >> 128, fraction * 2
        if number >> 129:
            number, fraction = number >> 1, fraction + 1
    return f"{round(Fraction((scale << 40) + fraction, 1 << 40) * digits) / digits:.6f}"


def passing(values: int, samples: int, repetition: int, window: int, proportion: int) -> int:
    """How many of the values^samples sequences fail neither test, counted by what the tests remember."""
    # (matches in this window, length of the last run, whether the last sample is the window's first): how many
    states = {(0, 0, False): 1}
    for place in range(samples):
        after: dict[tuple[int, int, bool], int] = {}

        def goes(count: int, run: int, same: bool, ways: int) -> None:
            if count < proportion and run < repetition and ways:
                after[count, run, same] = after.get((count, run, same), 0) + ways

        for (count, run, same), ways in states.items():
            if place == 0:
                goes(1, 1, True, ways * values)
            elif place % window == 0:
                goes(1, run + 1, True, ways)
                goes(1, 1, True, ways * (values - 1))
            elif same:
                goes(count + 1, run + 1, True, ways)
                goes(count, 1, False, ways * (values - 1))
            else:
                goes(count, run + 1, False, ways)
                goes(count + 1, 1, True, ways)
                goes(count, 1, False, ways * (values - 2))
        states = after
    return sum(states.values())


def repeats_too_often(sequence: tuple[int, ...], cutoff: int) -> bool:
    starts = range(len(sequence) - cutoff + 1)
    return any(len(set(sequence[start : start + cutoff])) == 1 for start in starts)


def is_too_frequent(sequence: tuple[int, ...], window: int, cutoff: int) -> bool:
    windows = (sequence[start : start + window] for start in range(0, len(sequence), window))
    return any(part.count(part[0]) >= cutoff for part in windows)


def cutoffs() -> Iterator[dict[str, Any]]:
    for bits in (20, 30, 40, 64, 80):
        for h in ("0.1", "0.5", "1", "2", "4", "7.3", "8"):
            found = repetition_cutoff(Fraction(h), bits)
            yield {"id": f"repetition-{h}-{bits}", "kind": "repetition", "h": h, "bits": bits, "cutoff": found}
    for window, bits, entropies in (
        (1024, 20, ("0.2", "0.4", "0.6", "0.8", "1")),
        (512, 20, ("0.5", "1", "2", "4", "8")),
        (1024, 40, ("0.5", "1")),
        (512, 40, ("1", "4", "7.5", "8")),
        (1024, 80, ("0.1", "1")),
        (512, 80, ("0.1", "1", "4", "8")),
    ):
        for h in entropies:
            found = proportion_cutoff(window, Fraction(h), bits)
            vector = {"kind": "proportion", "window": window, "h": h, "bits": bits, "cutoff": found}
            yield {"id": f"proportion-{window}-{h}-{bits}", **vector}


def laws() -> Iterator[dict[str, Any]]:
    for values, window, cutoff in ((256, 512, 13), (256, 512, 19), (256, 512, 30), (2, 1024, 589), (2, 1024, 675)):
        # The first sample is equal to itself; each of the others with probability 1/values.
        chance = tail(window - 1, Fraction(1, values), cutoff - 1)
        vector = {"kind": "alarm", "values": values, "window": window, "cutoff": cutoff, "log2": log2(chance)}
        yield {"id": f"alarm-{values}-{window}-{cutoff}", **vector}
    for values, samples, repetition, window, proportion in (
        (2, 12, 4, 6, 5),
        (2, 16, 6, 8, 7),
        (3, 9, 3, 4, 3),
        (4, 8, 3, 8, 4),
        (2, 13, 3, 4, 4),
    ):
        failed = [
            (repeats_too_often(sequence, repetition), is_too_frequent(sequence, window, proportion))
            for sequence in product(range(values), repeat=samples)
        ]
        counts = {
            "repetition_fails": sum(first for first, _ in failed),
            "proportion_fails": sum(second for _, second in failed),
            "either_fails": sum(first or second for first, second in failed),
        }
        assert counts["either_fails"] == values**samples - passing(values, samples, repetition, window, proportion)
        shape = {"values": values, "samples": samples, "repetition": repetition, "window": window, "proportion": proportion}
        yield {"id": f"sequences-{values}-{samples}", "kind": "sequences", **shape, **counts}
    for values in (256, 64, 32, 16, 8):
        whole = values**1024
        passed = passing(values, 1024, 11, 512, 30)
        chances = {"fails": log2(Fraction(whole - passed, whole)), "passes": log2(Fraction(passed, whole))}
        shape = {"values": values, "samples": 1024, "repetition": 11, "window": 512, "proportion": 30}
        yield {"id": f"start-up-{values}", "kind": "start-up", **shape, **chances}


def check_against_the_standard() -> None:
    """The examples and the table of sections 4.4.1 and 4.4.2, for a rate of 2^-20."""
    assert [repetition_cutoff(Fraction(h), 20) for h in ("2", "7.3")] == [11, 4]
    binary = [proportion_cutoff(1024, Fraction(h), 20) for h in ("0.2", "0.4", "0.6", "0.8", "1")]
    assert binary == [941, 840, 748, 664, 589], binary
    others = [proportion_cutoff(512, Fraction(h), 20) for h in ("0.5", "1", "2", "4", "8")]
    assert others == [410, 311, 177, 62, 13], others


if __name__ == "__main__":
    check_against_the_standard()
    sys.exit(exam_files.main("exam-health", ABOUT, [*cutoffs(), *laws()]))
