"""The relatives of the shuffle whose results are fixed, and the vectors family.json. No draw uses them.

Each is written as its source describes it, from the reference's own uniform draws and stream.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import Any, Callable, Iterable, Iterator

from drawing import below, cut, draw_run, draw_runs, shuffle_prefix
from encoding import enc, material, sha256
from hash_drbg import Stream, Words

Vector = dict[str, Any]
MATERIALS = {
    "one-seed": material(sha256(b"fairdraw commit v1\n"), b"", [bytes(range(64))]),
    "counted": enc("fairdraw/v1/test", b"family", bytes(64)),
}
# A seed file of the tool, ten throws of a die, and the material that it gives (section 15).
SEED_FILE = "4 1 6 6 2 5 3 1 1 6\n"
TOOL_MATERIAL = enc("fairdraw/v1/seed-file", sha256(SEED_FILE.encode()))
# What the tool's stream is for: `shuffle` and `pick`, unless another command has the member.
PURPOSES = {"deck": "deal", "santa": "santa"}


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


def random_keys(n: int, words: Words) -> list[int]:
    """Sorted by keys of 62 bits; those that tie, which no vector here does, would get new ones."""
    if n < 2:
        return list(range(n))
    keys = [below(2**62, words) for _ in range(n)]
    assert len(set(keys)) == n
    return sorted(range(n), key=lambda i: keys[i])


def table(n: int, words: Words) -> list[int]:
    """One number, and the order that has it in the dictionary."""
    return list(sorted(permutations(range(n)))[below(factorial(n), words)])


def part(n: int, places: Iterable[int], words: Words) -> list[int]:
    """The items of these places in the order of a shuffle of them alone; the others stay."""
    moving = list(places)
    order = list(range(n))
    for place, chosen in zip(moving, shuffle_prefix(len(moving), len(moving), words) if moving else []):
        order[place] = moving[chosen]
    return order


def packets(n: int, size: int, last: str, words: Words) -> list[int]:
    """The last packet inside, then whole packets among themselves, then how many of these stand before a short one."""
    whole = [list(range(i, i + size)) for i in range(0, n - size + 1, size)]
    short = list(range(n - n % size, n))
    inside = short or (whole[-1] if whole else [])
    if last == "shuffled" and inside:
        inside[:] = [inside[i] for i in shuffle_prefix(len(inside), len(inside), words)]
    if whole:
        whole = [whole[i] for i in shuffle_prefix(len(whole), len(whole), words)]
    if short:
        before = first_of_run(len(whole) + 1, words)
        whole.insert(before, short)
    return [item for packet in whole for item in packet]


def first_of_run(bound: int, words: Words) -> int:
    """A number below the bound, from the run that begins with it; the rest of the run is dropped."""
    return draw_run(next(cut(range(bound, 1, -1))), words)[0] if bound > 1 else 0


def half_shuffle(n: int, group: int, skip: int, words: Words) -> list[int]:
    """Every (skip+1)-th packet is swapped with any one; what is no whole packet stays."""
    count = n // group
    order = list(range(count))
    for i in range(0, count, skip + 1):
        j = below(count, words) if count > 1 else 0
        order[i], order[j] = order[j], order[i]
    return [i * group + offset for i in order for offset in range(group)] + list(range(count * group, n))


Pairs = list[tuple[int, int]]


def santa(n: int, forbidden: Pairs, words: Words) -> list[int]:
    """Who gets from whom. Few people: all allowed circles as in a dictionary, one number. Many: try until one is allowed."""

    def allowed(giver: int, receiver: int) -> bool:
        return (giver, receiver) not in forbidden

    def receivers(circle: tuple[int, ...] | list[int]) -> list[int]:
        following = dict(zip(circle, [*circle[1:], circle[0]]))
        return [following[giver] for giver in range(n)]

    if n <= 16:
        circles = [(0, *others) for others in permutations(range(1, n))]
        circles = [circle for circle in circles if all(allowed(*pair) for pair in enumerate(receivers(circle)))]
        return receivers(circles[first_of_run(len(circles), words)])
    circle = list(range(n))

    def choices() -> Iterator[int]:
        for run in cut(range(n - 1, 1, -1)):
            yield from draw_run(run, words)
        yield 0

    while True:
        for i, u in enumerate(choices(), 1):
            circle[i], circle[i + u] = circle[i + u], circle[i]
            if not allowed(circle[i - 1], circle[i]):
                break
        else:
            if allowed(circle[-1], circle[0]):
                return receivers(circle)


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
    "random-keys": random_keys,
}
LENGTHS = [0, 1, 2, 3, 4, 5, 19, 20, 21, 52, 100]
RESERVOIRS = [(0, 3), (3, 0), (3, 1), (3, 3), (3, 5), (52, 5), (1000, 12)]
# The members with parameters: their kind, how many items, the parameters.
WITH_PARAMETERS: list[tuple[str, int, dict[str, Any]]] = [
    *(("table", n, {}) for n in range(9)),
    *(("all-but", n, {"kept": kept}) for n, kept in [(1, [0]), (7, []), (7, [0]), (7, [6]), (7, [0, 6]), (52, [4, 5, 6, 30])]),
    *(("range", n, {"start": a, "end": b}) for n, a, b in [(0, 0, 0), (9, 3, 3), (9, 2, 7), (52, 0, 52), (52, 1, 40)]),
    *(("every", n, {"first": f, "step": s}) for n, f, s in [(7, 0, 2), (7, 1, 2), (52, 3, 5), (9, 8, 4), (12, 0, 1)]),
    *(
        ("packets", n, {"size": size, "last": last})
        for n, size in [(0, 3), (2, 5), (3, 3), (4, 3), (12, 4), (13, 4), (52, 8), (52, 1)]
        for last in ("kept", "shuffled")
    ),
    *(
        ("half", n, {"group": group, "skip": skip})
        for n, group, skip in [(0, 1, 0), (1, 1, 1), (4, 1, 1), (4, 1, 0), (7, 2, 1), (52, 1, 1), (52, 5, 2)]
    ),
]
COUPLES: Pairs = [(0, 1), (1, 0), (2, 3), (3, 2)]
SANTAS: list[tuple[int, Pairs]] = [
    (2, []),
    (3, []),
    (3, [(0, 1)]),
    (5, COUPLES),
    (8, COUPLES),
    (8, [(0, 7), (7, 0), (2, 5)]),
    (17, []),
    (17, COUPLES),
    (30, [*COUPLES, (28, 29), (29, 28)]),
]


def cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The name of each case, its kind and its parameters, n first."""
    for kind in DRAWS:
        for n in LENGTHS:
            if (kind, n) != ("derangement", 1):  # there is none
                yield f"{n}", kind, {"n": n}
    for n, k in RESERVOIRS:
        yield f"{n}-{k}", "reservoir", {"n": n, "k": k}
    for i, (kind, n, given) in enumerate(WITH_PARAMETERS):
        yield f"{n}-{i}", kind, {"n": n, **given}
    for i, (n, forbidden) in enumerate(SANTAS):
        yield f"{n}-{i}", "santa", {"n": n, "forbidden": forbidden}


def drawn(kind: str, given: dict[str, Any], words: Words) -> list[int]:
    """The order of a member of the family."""
    n = given["n"]
    draws: dict[str, Callable[[], list[int]]] = {
        "reservoir": lambda: reservoir(n, given["k"], words),
        "table": lambda: table(n, words),
        "all-but": lambda: part(n, (i for i in range(n) if i not in given["kept"]), words),
        "range": lambda: part(n, range(given["start"], given["end"]), words),
        "every": lambda: part(n, range(given["first"], n, given["step"]), words),
        "packets": lambda: packets(n, given["size"], given["last"], words),
        "half": lambda: half_shuffle(n, given["group"], given["skip"], words),
        "santa": lambda: santa(n, given["forbidden"], words),
    }
    return draws[kind]() if kind in draws else DRAWS[kind](n, words)


def family() -> tuple[str, list[Vector]]:
    vectors: list[Vector] = []
    for name, value in MATERIALS.items():
        for case, kind, given in cases():
            words = Stream(value)
            order = drawn(kind, given, words)
            vector = {"id": f"{kind}-{name}-{case}", "kind": kind, "material": value.hex(), **given}
            vectors.append({**vector, "order": order, "words_read": words.read})
    for case, kind, given in cases():
        purpose = PURPOSES.get(kind, "shuffle")
        words = Stream(TOOL_MATERIAL, purpose)
        order = drawn(kind, given, words)
        vector = {"id": f"{kind}-seed-file-{case}", "kind": kind, "seed_file": SEED_FILE, "purpose": purpose}
        vector |= {"material": TOOL_MATERIAL.hex(), **given}
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
        "Relatives of the shuffle, which no draw uses: orders of 0..n-1 from the stream over the material, of purpose draw, or "
        "as the vector says; those with seed_file are what the tool gives with a seed file of this text. "
        "downward is Algorithm P, one-cycle Sattolo's, pencil Fisher and Yates' striking out; these draw in the runs of section 9.1. "
        "inside-out, reservoir (its first k places), random-keys (62 bits), half and deck (the last card fills the gap of the "
        "one dealt) read a word for each choice of two or more. derangement is the shuffle of section 10, begun anew from the "
        "order as it is, with a new run, once a place gets its own number. table is the order of one number below n!, as they "
        "stand in a dictionary. all-but, range and every shuffle the places that take part like a list of their own. packets "
        "shuffles the last packet inside, then the whole packets, then draws before how many of them a short one stands, by the "
        "first number of a run. santa has the receiver of each giver: up to 16 people the allowed circles from person 0 on as in "
        "a dictionary, and the first number of a run; else circles are tried. number has the numbers of an order, as decimal "
        "strings up to 34!-1."
    )
    return about, vectors
