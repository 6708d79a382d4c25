"""How many items each stratum gets (specification section 19.5), by the definition in exact fractions.

The Note there finds the same numbers by fixing strata one after the other; this program looks for t instead, so
that the two ways check each other.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Optional, Sequence


def allocate(n: int, sizes: Sequence[int], weights: Sequence[int], minimum: int = 0) -> Optional[list[int]]:
    """n_h for each stratum, or None if there is no allocation."""
    lower = [min(minimum, size) for size in sizes]
    upper = [size if weight > 0 else least for size, weight, least in zip(sizes, weights, lower)]
    if not sum(lower) <= n <= sum(upper):
        return None
    shares = shares_that_sum_to(n, lower, upper, weights)
    whole = [int(share) for share in shares]
    # sorted() keeps the order of equal ones, so ties go to the earlier stratum.
    by_rest = sorted(range(len(shares)), key=lambda h: whole[h] - shares[h])
    for h in by_rest[: n - sum(whole)]:
        whole[h] += 1
    return whole


def shares_that_sum_to(n: int, lower: list[int], upper: list[int], weights: Sequence[int]) -> list[Fraction]:
    """x_h = min(upper_h, max(lower_h, t * w_h)) for a t >= 0 with which they sum to n."""

    def shares(t: Fraction) -> list[Fraction]:
        return [min(Fraction(most), max(Fraction(least), t * w)) for least, most, w in zip(lower, upper, weights)]

    # The sum as a function of t is a line between neighbouring ones of these, and constant beyond the last.
    bends = {Fraction(bound, w) for bounds in (lower, upper) for bound, w in zip(bounds, weights) if w > 0}
    in_order = sorted(bends | {Fraction(0)})
    low, high = 0, len(in_order) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if sum(shares(in_order[middle])) <= n:
            low = middle
        else:
            high = middle
    left, right = in_order[low], in_order[high]
    at_left, at_right = sum(shares(left)), sum(shares(right))
    if at_left == at_right:
        return shares(left)  # no line rises here: they sum to n already
    return shares(left + (n - at_left) * (right - left) / (at_right - at_left))
