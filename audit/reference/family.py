"""The relatives of the shuffle whose results are fixed, and the vectors family.json. No draw uses them.

Each is written as its source describes it, from the reference's own uniform draws and stream.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import Any

from drawing import below, cut, draw_run, draw_runs
from encoding import enc, material, sha256
from hash_drbg import Stream, Words

Vector = dict[str, Any]
MATERIALS = {
    "one-seed": material(sha256(b"fairdraw commit v1\n"), b"", [bytes(range(64))]),
    "counted": enc("fairdraw/v1/test", b"family", bytes(64)),
}


def downward(n: int, words: Words) -> list[int]:
    """Knuth's Algorithm P: the last place first."""
    order = list(range(n))
    for i, u in zip(range(n - 1, 0, -1), draw_runs(range(n, 1, -1), words)):
        order[i], order[u] = order[u], order[i]
    return order


def one_cycle(n: int, words: Words) -> list[int]:
    """Sattolo: as Algorithm P, but no place is chosen for itself."""
    order = list(range(n))
    for i, u in zip(range(n - 1, 1, -1), draw_runs(range(n - 1, 1, -1), words)):
        order[i], order[u] = order[u], order[i]
    if n > 1:
        order[1], order[0] = order[0], order[1]
    return order


def pencil(n: int, words: Words) -> list[int]:
    """Fisher and Yates: count among those not struck out, strike out, write down."""
    struck = [False] * n
    written = []
    for u in [*draw_runs(range(n, 1, -1), words), 0][:n]:
        left = [i for i in range(n) if not struck[i]]
        struck[left[u]] = True
        written.append(left[u])
    return written


def inside_out(n: int, words: Words) -> list[int]:
    """Item i goes to a place of 0..i, and what stood there moves to place i."""
    order: list[int] = []
    for i in range(n):
        j = below(i + 1, words) if i else 0
        order.append(i)
        order[i] = order[j]
        order[j] = i
    return order


def reservoir(n: int, k: int, words: Words) -> list[int]:
    """The first k places of inside_out, of which all are kept here."""
    return inside_out(n, words)[:k]


def dealt(n: int, words: Words) -> list[int]:
    """Each card from those in the deck; the last one fills its gap."""
    deck = list(range(n))
    order = []
    while deck:
        i = below(len(deck), words) if len(deck) > 1 else 0
        order.append(deck[i])
        last = deck.pop()
        if i < len(deck):
            deck[i] = last
    return order


def derangement(n: int, words: Words) -> list[int]:
    """The shuffle, begun anew at place 0, without putting the items back, once a place gets its own number."""
    order = list(range(n))
    while True:
        offsets: list[int] = []  # what is left of a run when a try ends is dropped
        for i in range(n):
            if i < n - 1:
                offsets = offsets or draw_run(next(cut(range(n - i, 1, -1))), words)
                j = i + offsets.pop(0)
                order[i], order[j] = order[j], order[i]
            if order[i] == i:
                break
        else:
            return order


def rank_lexicographic(order: list[int]) -> int:
    """The place in the dictionary, as a sum over places of how many orders are passed over there."""
    left = sorted(order)
    rank = 0
    for value in order:
        rank += left.index(value) * factorial(len(left) - 1)
        left.remove(value)
    return rank


def rank_myrvold_ruskey(order: list[int]) -> int:
    """rank1 of the paper, recursive as printed."""
    inverse = [order.index(value) for value in range(len(order))]

    def rank1(n: int, pi: list[int], inv: list[int]) -> int:
        if n < 2:
            return 0
        s = pi[n - 1]
        place = inv[n - 1]
        pi[n - 1], pi[place] = pi[place], pi[n - 1]
        inv[s], inv[n - 1] = inv[n - 1], inv[s]
        return s + n * rank1(n - 1, pi, inv)

    return rank1(len(order), list(order), inverse)


DRAWS = {
    "downward": downward,
    "one-cycle": one_cycle,
    "pencil": pencil,
    "inside-out": inside_out,
    "deck": dealt,
    "derangement": derangement,
}
LENGTHS = [0, 1, 2, 3, 4, 5, 19, 20, 21, 52, 100]
RESERVOIRS = [(0, 3), (3, 0), (3, 1), (3, 3), (3, 5), (52, 5), (1000, 12)]


def family() -> tuple[str, list[Vector]]:
    vectors: list[Vector] = []
    for name, value in MATERIALS.items():
        for kind, draw in DRAWS.items():
            for n in LENGTHS:
                if kind == "derangement" and n == 1:
                    continue  # there is none
                words = Stream(value)
                order = draw(n, words)
                vector = {"id": f"{kind}-{name}-{n}", "kind": kind, "material": value.hex(), "n": n}
                vectors.append({**vector, "order": order, "words_read": words.read})
        for n, k in RESERVOIRS:
            words = Stream(value)
            order = reservoir(n, k, words)
            vector = {"id": f"reservoir-{name}-{n}-{k}", "kind": "reservoir", "material": value.hex(), "n": n, "k": k}
            vectors.append({**vector, "order": order, "words_read": words.read})
    orders = [list(order) for n in range(5) for order in permutations(range(n))]
    for n in (5, 20, 21, 34):
        orders += [list(range(n)), list(range(n))[::-1]]
        orders += [downward(n, Stream(value)) for value in MATERIALS.values()]
    for i, order in enumerate(orders):
        vectors.append(
            {
                "id": f"number-{i}",
                "kind": "number",
                "order": order,
                "lexicographic": str(rank_lexicographic(order)),
                "myrvold_ruskey": str(rank_myrvold_ruskey(order)),
            }
        )
    about = (
        "Relatives of the shuffle, which no draw uses: orders of 0..n-1 from the stream of purpose draw over the material. "
        "downward is Algorithm P, one-cycle Sattolo's, pencil Fisher and Yates' striking out; these draw in the runs of section 9.1. "
        "inside-out, reservoir (its first k places) and deck (the last card fills the gap of the one dealt) read a word "
        "for each choice of two or more. derangement is the shuffle of section 10, begun anew from the order as it is, with a new run, "
        "once a place gets its own number. number has the numbers of an order, as decimal strings up to 34!-1."
    )
    return about, vectors
