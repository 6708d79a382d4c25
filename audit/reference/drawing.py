"""Exact uniform integers, the shuffle's first places, tickets (specification sections 9 to 11)."""

from __future__ import annotations

from math import prod
from typing import Iterable, Iterator, Sequence

from hash_drbg import Words

WORD = 2**64
RUN_LIMIT = 2**60


def cut(bounds: Iterable[int]) -> Iterator[list[int]]:
    """Cut bounds from the left into runs; a bound joins while the product stays within 2^60."""
    run: list[int] = []
    product = 1
    for bound in bounds:
        if run and bound > RUN_LIMIT // product:
            yield run
            run, product = [], 1
        run.append(bound)
        product *= bound
    if run:
        yield run


def draw_run(run: Sequence[int], words: Words) -> list[int]:
    """One integer below each bound of the run, all from one word.

    For a word w the values are the digits of floor(w * P / 2^64) in the mixed base of the bounds,
    and rest ends as w * P mod 2^64. Refusing rests below 2^64 mod P leaves floor(2^64 / P) words
    for each tuple of values.
    """
    refused_below = WORD % prod(run)
    while True:
        rest = words.next_word()
        values = []
        for bound in run:
            value, rest = divmod(rest * bound, WORD)
            values.append(value)
        if rest >= refused_below:
            return values
        words.refused += 1


def draw_runs(bounds: Iterable[int], words: Words) -> list[int]:
    return [value for run in cut(bounds) for value in draw_run(run, words)]


def below(bound: int, words: Words) -> int:
    return draw_run([bound], words)[0]


def shuffle_prefix(n: int, k: int, words: Words) -> list[int]:
    """The first k places of the shuffle of 0..n-1.

    Only the places that were moved are kept, so memory grows with k and not with n.
    """
    steps = min(k, n - 1)  # the last place needs no step
    order: list[int] = []
    moved: dict[int, int] = {}  # place -> what stands there, if not the place's own number
    runs = cut(range(n, 1, -1))
    while len(order) < steps:
        for u in draw_run(next(runs), words):
            i = len(order)
            if i == steps:
                break  # the run reaches past the wanted places
            j = i + u
            order.append(moved.get(j, j))
            moved[j] = moved.get(i, i)
            moved.pop(i, None)  # place i is final and never read again
    if k == n:
        order.append(moved.get(n - 1, n - 1))
    return order


def draw_tickets(tickets: Sequence[int], count: int, wins: str, words: Words) -> list[int]:
    """Strike out: the ticket drawn decides the winner, whose tickets (or one of them) then go."""
    left = list(tickets)
    total = sum(left)
    winners = []
    for _ in range(count):
        ticket = below(total, words)
        winner = 0
        while ticket >= left[winner]:
            ticket -= left[winner]
            winner += 1
        struck = left[winner] if wins == "once" else 1
        left[winner] -= struck
        total -= struck
        winners.append(winner)
    return winners
