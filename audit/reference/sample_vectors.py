"""Audit samples without files (sample.json): what a design selects from a population, allocations, labels."""

from __future__ import annotations

import random
from typing import Any, Optional, Sequence

from allocation import allocate
from encoding import material, sha256
from failure import Failure
from population import Batch, Population, Range, counted
from sample import Design, Item, Mus, Simple, Stratified, Stratum, Systematic, WithReplacement
from sample import extension, extension_fault, streams_of

Vector = dict[str, Any]

COMMIT_ID = sha256(b"fairdraw commit v1\n")
MATERIALS = {
    "one": material(COMMIT_ID, b"", [bytes(range(64))]),
    "dice": material(COMMIT_ID, b"0411172338415059606162", []),
    "both": material(COMMIT_ID, bytes(range(0xA0, 0xC0)), [bytes(range(64)), None]),
}
MOST_ITEMS = 150  # longer samples are given by digest
GREATEST = 2**63 - 1
THIRD = 3074457345618258603  # 2^63 / 3 rounded up

Add = dict[int, int]


def samples() -> tuple[str, list[Vector]]:
    vectors = [*simple(), *with_replacement(), *systematic(), *stratified(), *monetary(), *extensions(), *misfits()]
    about = (
        "Designs of section 19 without files; kind tells three sorts apart. draw: design are the commit's lines, N the "
        "number of items, amounts and strata the items' own, in population order, where there are any; items are the "
        "values of item lines without the label, as 'rank role stratum position unit'; over 150 of them are left out. "
        "count is how many, and items_sha256 is over all, each followed by LF. With extensions, add has 'how many, to "
        "which stratum' and items come after those before. fault true: the size doesn't fit the population, which is "
        "the failure design, or extension in an extension. allocation: n items to strata of these sizes and weights, "
        "with the minimum for each; items for each stratum, or null if there is none. labels: ranges or batches as in "
        "the commit; how many labels, and those of some positions, or the failure list-duplicate. Integers are decimal "
        "strings, but ranks, counts and stratum numbers."
    )
    return about, [*vectors, *allocations(), *labels()]


def draw(
    name: str, design: Design, population: Population, material_name: str = "one", adds: Sequence[Add] = ()
) -> Vector:
    value = MATERIALS[material_name]
    vector: Vector = {"id": f"{name}-{material_name}", "kind": "draw", "material": value.hex()}
    vector.update(design=design.lines(), N=str(population.size))
    if population.amounts is not None:
        vector["amounts"] = [str(amount) for amount in population.amounts]
    if population.strata is not None:
        vector["strata"] = list(population.strata)
    if design.fault(population):
        return {**vector, "fault": True}
    streams = streams_of(value)
    vector.update(of_items(design.draw(population, streams)))
    if adds:
        vector["extensions"] = []
    before: Add = {}
    for add in adds:
        after = {number: before.get(number, 0) + add.get(number, 0) for number in {*before, *add}}
        made: Vector = {"add": [f"{count} {number}" for number, count in add.items()]}
        if extension_fault(design, population, after):
            made["fault"] = True
        else:
            made.update(of_items(extension(design, population, streams, before, add)))
            before = after
        vector["extensions"].append(made)
    return vector


def of_items(items: list[Item]) -> Vector:
    texts = [item.text() for item in items]
    found: Vector = {"items": texts} if len(texts) <= MOST_ITEMS else {}
    digest = sha256("".join(text + "\n" for text in texts).encode("ascii"))
    return {**found, "count": len(texts), "items_sha256": digest.hex()}


def simple() -> list[Vector]:
    sizes = [(1, 1, 0), (2, 1, 0), (2, 1, 1), (2, 2, 0), (5, 1, 2), (5, 3, 0), (5, 5, 0), (10, 4, 6), (46, 10, 3)]
    sizes += [(1000, 25, 5), (1000, 1000, 0), (20000, 60, 10), (10**9, 1000, 100), (2**32 - 1, 12, 3)]
    made = []
    for size, n, spares in sizes:
        for material_name in MATERIALS:
            made.append(draw(f"simple-{size}-{n}-{spares}", Simple(n, spares), Population(size), material_name))
    return made


def with_replacement() -> list[Vector]:
    made = []
    for size, n in ((1, 1), (1, 5), (2, 8), (7, 7), (10, 25), (1000, 60), (10**9, 1000), (2**32 - 1, 20)):
        for material_name in MATERIALS:
            design = WithReplacement(n)
            made.append(draw(f"with-replacement-{size}-{n}", design, Population(size), material_name))
    return made


def systematic() -> list[Vector]:
    made = []
    for size, n, starts in (
        (1, 1, 1),
        (1, 1, 4),
        (2, 1, 3),
        (10, 4, 1),
        (10, 4, 5),
        (10, 10, 2),
        (11, 3, 11),
        (97, 96, 1),
    ):
        for random_order in (False, True):
            name = f"systematic-{size}-{n}-{starts}-{'random' if random_order else 'list'}"
            for material_name in ("one", "dice"):
                design = Systematic(n, starts, random_order)
                made.append(draw(name, design, Population(size), material_name))
    for size, n, starts in ((20000, 60, 1), (20000, 10, 12), (10**9, 1000, 1), (2**32 - 1, 50, 2), (2**32 - 1, 1, 3)):
        made.append(draw(f"systematic-{size}-{n}-{starts}-list", Systematic(n, starts), Population(size), "both"))
    made.append(draw("systematic-5000-75-2-random", Systematic(75, 2, True), Population(5000), "both"))
    return made


NAMES = ["North", "East", "South", "West", "Süd-West", "a", "1", "0", "stratum", "東"]


def rows(*sizes: int) -> list[str]:
    """Names of strata for that many items each, not in one piece."""
    left = {NAMES[number]: size for number, size in enumerate(sizes)}
    names: list[str] = []
    while any(left.values()):
        for name in left:
            if left[name]:
                left[name] -= 1
                names.append(name)
    return names


def explicit(*strata: tuple[int, int, int]) -> Stratified:
    made = [Stratum(size, n, spares, NAMES[number]) for number, (size, n, spares) in enumerate(strata)]
    return Stratified(sum(n for _, n, _ in strata), "explicit", tuple(made))


def allocated(
    n: int,
    how: str,
    names: list[str],
    minimum: int = 0,
    spares: int = 0,
    amounts: Optional[list[int]] = None,
    deviations: Optional[list[int]] = None,
) -> tuple[Stratified, Population]:
    population = Population(len(names), names, amounts)
    in_order = list(dict.fromkeys(names))
    empty = tuple(
        Stratum(names.count(name), 0, 0, name, deviations[number] if deviations else None)
        for number, name in enumerate(in_order)
    )
    design = Stratified(n, how, empty, minimum)
    sizes = allocate(n, [one.size for one in empty], design.weights(population), minimum)
    assert sizes
    strata = tuple(one._replace(n=size, spares=min(spares, one.size - size)) for one, size in zip(empty, sizes))
    return Stratified(n, how, strata, minimum), population


def stratified() -> list[Vector]:
    made = []
    for material_name in MATERIALS:
        for name, design in (
            ("one-stratum", explicit((5, 3, 1))),
            ("whole", explicit((3, 3, 0), (2, 2, 0))),
            ("one-each", explicit(*[(4, 1, 1)] * 10)),
            ("none-of-some", explicit((6, 2, 0), (5, 0, 0), (4, 0, 2), (1, 1, 0))),
            ("uneven", explicit((100, 10, 5), (3, 1, 2), (40, 0, 0), (7, 7, 0))),
        ):
            names = rows(*[stratum.size for stratum in design.strata])
            made.append(draw(f"stratified-{name}", design, Population(len(names), names), material_name))
    # The same stratum in another commit's other place: its sample is the same.
    made.append(draw("stratified-alone", explicit((100, 10, 5)), Population(100, rows(100))))
    for name, (design, population) in (
        ("proportional", allocated(7, "proportional", rows(50, 30, 20))),
        ("proportional-minimum", allocated(12, "proportional", rows(90, 8, 1, 1), minimum=2, spares=2)),
        ("neyman-40", allocated(40, "neyman", rows(100, 200, 50), deviations=[10, 5, 40])),
        ("neyman-140", allocated(140, "neyman", rows(100, 200, 50), deviations=[10, 5, 40])),
        ("neyman-large", allocated(9, "neyman", rows(8, 8, 8), deviations=[GREATEST, GREATEST - 1, 0], spares=1)),
        (
            "value",
            allocated(6, "value", rows(5, 5, 5), amounts=[100, -7, 30, 0, 5, 900, 12, 44, 0, -3, 7, 7, 7, 1, 250]),
        ),
        ("value-all-from-one", allocated(3, "value", rows(4, 4), amounts=[9, 0, 9, -1, 9, 0, 9, 0], minimum=0)),
        ("value-large", allocated(4, "value", rows(3, 3), amounts=[THIRD, 1, THIRD, 2, THIRD - 9, 3], spares=1)),
    ):
        for material_name in ("one", "dice"):
            made.append(draw(f"stratified-{name}", design, population, material_name))
    randomly = random.Random(19)
    names = [f"stratum {randomly.randrange(200):03}" for _ in range(2000)]
    design, population = allocated(300, "proportional", names, minimum=1, spares=1)
    made.append(draw("stratified-200-strata", design, population))
    return made


def books() -> dict[str, list[int]]:
    """Amounts by name."""
    randomly = random.Random(63)
    return {
        "issue": [100, 60, 30, 10, 5, 5],
        "seven": [5, 3, 6, 2, 4, 1, 7],
        "one": [17],
        "one-unit": [1],
        "equal": [8] * 9,
        "with-zero-and-negative": [0, -5, 40, 0, 3, -1, 1, 60, 2, 0, -80, 9],
        "one-above-zero": [0, -3, 5, 0],
        "edge-of-certainty": [50, 25, 13, 12],  # of 100: with n = 4 exactly T / k
        "just-below-certainty": [24, 25, 26, 25],
        "last-is-greatest": [1, 1, 1, 1, 1, 1, 20],
        "powers": [2**i for i in range(62)],
        "sum-2^63-1": [2**62, 2**61, 2**61 - 1],
        "sum-2^63-1-many": [THIRD // 10] * 29 + [GREATEST - 29 * (THIRD // 10)],
        "single-2^63-1": [GREATEST],
        "negative-2^63-1": [-GREATEST, GREATEST - 1, 1],
        "invoices": [randomly.choice((-1, 1, 1, 1, 1)) * int(10 ** randomly.uniform(0, 7)) for _ in range(400)],
        "large-invoices": [int(2 ** randomly.uniform(30, 54)) for _ in range(300)],
    }


def monetary() -> list[Vector]:
    made = []
    for name, amounts in books().items():
        population = Population(len(amounts), amounts=amounts)
        frame, total = len(population.frame), sum(amounts[position] for position in population.frame)
        sizes = sorted({n for n in (1, 2, 3, 4, 7, 30, frame - 1, frame) if 1 <= n <= frame})
        for kind in ("fixed", "cell", "random-order"):
            for n in sizes:
                made.append(draw(f"mus-{kind}-{name}-{n}", Mus(kind, n), population, "one"))
            made.append(
                draw(f"mus-{kind}-{name}-{sizes[-1] // 2 + 1}", Mus(kind, sizes[-1] // 2 + 1), population, "dice")
            )
        for n in (1, 5, 40):
            made.append(draw(f"mus-with-replacement-{name}-{n}", Mus("with-replacement", n), population, "both"))
        intervals = {total, total // 3 + 1, max(amounts), max(amounts) + 1, total // 20 + 1, GREATEST, total // 200 + 1}
        intervals |= {1} if total < 1000 else set()
        for interval in sorted(intervals):
            material_name = "one" if interval % 2 else "both"
            made.append(draw(f"mus-interval-{name}-{interval}", Mus("interval", interval), population, material_name))
    return made


def extensions() -> list[Vector]:
    names = rows(30, 12, 5)
    three = explicit((30, 4, 2), (12, 2, 0), (5, 0, 0))
    population = Population(len(names), names)
    cases: list[tuple[str, Design, Population, list[Add]]] = [
        ("simple", Simple(5), Population(40), [{0: 3}, {0: 1}, {0: 31}]),
        ("simple-spares", Simple(5, 4), Population(40), [{0: 10}, {0: 21}]),
        ("simple-too-many", Simple(5, 4), Population(40), [{0: 32}, {0: 31}, {0: 1}]),
        ("simple-other-stratum", Simple(5), Population(40), [{1: 1}]),
        ("simple-10^9", Simple(60, 5), Population(10**9), [{0: 40}, {0: 100}]),
        ("with-replacement", WithReplacement(6), Population(4), [{0: 1}, {0: 20}]),
        ("with-replacement-2^32", WithReplacement(2), Population(9), [{0: 2**32 - 2}, {0: GREATEST}, {0: 3}]),
        ("stratified", three, population, [{1: 1}, {1: 2, 3: 2}, {1: 21, 2: 10, 3: 3}]),
        ("stratified-too-many", three, population, [{2: 11}, {2: 10}, {1: 1, 2: 1}, {3: 6}, {3: 5}]),
        ("stratified-no-stratum", three, population, [{0: 1}, {4: 1}]),
        ("systematic", Systematic(4, 2), Population(10), [{0: 1}]),
        ("mus-fixed", Mus("fixed", 1), Population(3, amounts=[1, 2, 3]), [{0: 1}]),
        ("mus-with-replacement", Mus("with-replacement", 1), Population(3, amounts=[1, 2, 3]), [{0: 1}]),
        ("mus-interval", Mus("interval", 4), Population(3, amounts=[1, 2, 3]), [{0: 1}]),
    ]
    return [
        draw(f"extension-{name}", design, whole, material_name, adds)
        for name, design, whole, adds in cases
        for material_name in ("one", "both")
    ]


def misfits() -> list[Vector]:
    names = rows(5, 3)
    two = Population(8, names)
    twice = (Stratum(8, 1, 0, "North"), Stratum(8, 1, 0, "North"))
    amounts = Population(4, amounts=[3, 0, -2, 9])
    nothing = Population(3, amounts=[0, -1, -GREATEST])
    proportional, same = allocated(4, "proportional", names)
    first, second = proportional.strata
    wrong = (first._replace(n=first.n - 1), second._replace(n=second.n + 1))
    valued, worth = allocated(2, "value", names, amounts=[1, 0, 5, 0, 0, 0, 2, 2])
    cases: list[tuple[str, Design, Population]] = [
        ("simple-n", Simple(11), Population(10)),
        ("simple-spares", Simple(9, 2), Population(10)),
        ("simple-spares-2^63", Simple(GREATEST, GREATEST), Population(10)),
        ("with-replacement-2^32", WithReplacement(2**32), Population(10)),
        ("systematic-n", Systematic(11), Population(10)),
        ("systematic-2^32", Systematic(2, 2**31), Population(10)),
        ("systematic-2^64", Systematic(2**32, 2**32), Population(2**32 - 1)),
        ("systematic-2^65", Systematic(4, 2**62), Population(10)),
        ("stratified-two-names", Stratified(2, "explicit", twice), Population(8, ["North"] * 8)),
        ("stratified-n", Stratified(4, "explicit", explicit((5, 2, 0), (3, 1, 0)).strata), two),
        ("stratified-n-2^64", Stratified(1, "explicit", explicit((5, GREATEST, 0), (3, GREATEST, 3)).strata), two),
        ("stratified-more-than-there-are", explicit((5, 2, 0), (3, 4, 0)), two),
        ("stratified-spares", explicit((5, 2, 0), (3, 2, 2)), two),
        ("stratified-spares-2^63", explicit((5, 2, GREATEST), (3, 2, 0)), two),
        ("stratified-other-allocation", Stratified(4, "proportional", wrong, 0), same),
        ("stratified-other-minimum", Stratified(4, "proportional", proportional.strata, 2), same),
        ("stratified-minimum-too-large", Stratified(4, "proportional", proportional.strata, 3), same),
        (
            "stratified-value-too-many",
            Stratified(8, "value", explicit((5, 5, 0), (3, 3, 0)).strata, 0),
            Population(8, names, [1, 0, 1, 0, 1, 0, 1, 1]),
        ),
        ("mus-fixed", Mus("fixed", 3), amounts),
        ("mus-cell", Mus("cell", 3), amounts),
        ("mus-random-order", Mus("random-order", GREATEST), amounts),
        ("mus-with-replacement-2^32", Mus("with-replacement", 2**32), amounts),
        *[(f"mus-{kind}-nothing", Mus(kind, 1), nothing) for kind in KINDS],
    ]
    assert not valued.fault(worth)
    made = [draw(f"misfit-{name}", design, population) for name, design, population in cases]
    assert all(vector.get("fault") for vector in made), [one["id"] for one in made if not one.get("fault")]
    return made


KINDS = ("fixed", "interval", "cell", "random-order", "with-replacement")


def allocations() -> list[Vector]:
    made: list[Vector] = []

    def add(name: str, n: int, sizes: list[int], weights: list[int], minimum: int = 0) -> None:
        found = allocate(n, sizes, weights, minimum)
        vector: Vector = {"id": f"allocation-{name}", "kind": "allocation", "n": str(n), "minimum": str(minimum)}
        vector.update(sizes=[str(size) for size in sizes], weights=[str(weight) for weight in weights])
        vector["allocation"] = None if found is None else [str(size) for size in found]
        made.append(vector)

    add("50-30-20", 7, [50, 30, 20], [50, 30, 20])
    add("three-of-one", 2, [1, 1, 1], [1, 1, 1])
    add("four-equal", 10, [10] * 4, [10] * 4)
    for n in range(0, 351, 10):
        add(f"neyman-{n}", n, [100, 200, 50], [1000, 1000, 2000])
    for n in range(0, 17):
        add(f"capped-{n}", n, [1, 5, 10], [100, 10, 1])
        add(f"minimum-{n}", n, [1, 5, 10], [100, 10, 1], 2)
    add("none-minimum-too-large", 5, [3, 3], [3, 3], 3)
    add("minimum-all", 6, [3, 3], [3, 3], 3)
    add("minimum-over-size", 4, [1, 3], [1, 3], 100)
    add("minimum-2^63-1", 4, [1, 3], [1, 3], GREATEST)
    add("none-too-many", 7, [3, 3], [3, 3])
    add("all", 6, [3, 3], [3, 3])
    add("none-weight-0", 4, [3, 3], [3, 0])
    add("weight-0", 3, [3, 3], [3, 0])
    add("weight-0-minimum", 4, [3, 3], [3, 0], 1)
    add("none-weight-0-minimum", 5, [3, 3], [3, 0], 1)
    add("none-all-weights-0", 1, [3, 3], [0, 0])
    add("all-weights-0-minimum", 4, [3, 3], [0, 0], 2)
    add("nothing", 0, [3, 3], [1, 1])
    add("one-stratum", 2, [3], [5])
    add("ties-to-the-earlier", 3, [10] * 5, [1] * 5)
    add("ties-behind-a-greater-rest", 3, [10] * 4, [1, 1, 1, 2])
    add("rests-nearly-equal", 2, [2**32 - 1] * 3, [2**62, 2**62 + 1, 2**62 - 1])
    add("rests-that-floats-can't-tell", 1, [10, 10], [2**60, 2**60 + 1])
    add("weights-2^95", 11, [2**32 - 1] * 3, [(2**32 - 1) * GREATEST, (2**32 - 1) * (GREATEST - 1), 1])
    add("weights-far-apart", 5, [3, 3, 3], [(2**32 - 1) * GREATEST, 1, 2])
    add("1024-strata", 1500, [1 + h % 7 for h in range(1024)], [1 + h * h % 101 for h in range(1024)], 1)
    add("1024-strata-2^32-1", 2**32 - 1, [2**22] * 1023 + [2**22 - 1], [1 + h for h in range(1024)])
    randomly = random.Random(195)
    for number in range(400):
        count = randomly.randint(1, 9)
        most = randomly.choice((3, 12, 500, 10**6))
        sizes = [randomly.randint(1, most) for _ in range(count)]
        heaviest = randomly.choice((2, 9, 1000, 2**62))
        weights = [randomly.randint(0, heaviest) for _ in range(count)] if randomly.random() < 0.8 else sizes
        minimum = randomly.choice((0, 0, 1, 2, most // 2))
        add(
            f"random-{number}",
            randomly.randint(0, min(sum(sizes) + 1, 3 * count * (minimum + 1))),
            sizes,
            weights,
            minimum,
        )
    return made


def labels() -> list[Vector]:
    long = "n" * 256
    cases: dict[str, Sequence[Range] | Sequence[Batch]] = {
        "one": [Range(7, 7, 1)],
        "zero": [Range(0, 9, 1)],
        "widths": [Range(998, 1002, 4), Range(98, 1002, 2, "INV-"), Range(0, 12, 3, "x")],
        "widest": [Range(0, 0, 18), Range(10**18 - 1, 10**18 - 1, 18, "a b-"), Range(1, 10**6, 18, "b")],
        "issue": [Range(1001, 2400, 4), Range(3001, 3100, 4)],
        "out-of-order": [Range(3001, 3100, 4), Range(1001, 2400, 4)],
        "neighbours": [Range(1, 5, 1), Range(6, 9, 1)],
        "other-prefixes": [Range(1, 5, 1, "A"), Range(1, 5, 1, "a"), Range(1, 5, 1), Range(1, 5, 1, "A-")],
        "long-prefix": [Range(1, 3, 1, long)],
        "10^9": [Range(1, 10**9, 10)],
        "sum-2^64": [Range(10**17, 10**18 - 1, 18, f"p{number}-") for number in range(1024)],
        "share-one": [Range(1, 5, 1), Range(5, 9, 1)],
        "share-inside": [Range(1, 100, 1, "A"), Range(7, 7, 1, "B"), Range(50, 60, 2, "A")],
        "share-with-zeros": [Range(1, 9, 1), Range(9, 9, 2)],
        "twice": [Range(1, 1, 1), Range(1, 1, 1)],
        "batch": [Batch(3, "Box 1")],
        "batches": [Batch(1, "A"), Batch(250, "A-1"), Batch(99, "B"), Batch(10, "Süd")],
        "batch-10^18": [Batch(10**18, long), Batch(GREATEST, "b")],
        "batch-twice": [Batch(3, "Box 1"), Batch(2, "Box 2"), Batch(1, "Box 1")],
        "batch-twice-equal": [Batch(3, "x"), Batch(3, "x")],
    }
    made = []
    for name, parts in cases.items():
        kind = "ranges" if isinstance(parts[0], Range) else "batches"
        vector: Vector = {"id": f"labels-{name}", "kind": "labels", kind: [part.text() for part in parts]}
        try:
            population = counted(parts)
        except Failure as failure:
            made.append({**vector, "fault": failure.name})
            continue
        ends = {edge for end in population.ends[:12] for edge in (end - 1, end) if edge < population.size}
        positions = sorted({0, population.size // 2, population.size - 1, *ends})
        vector.update(N=str(population.size))
        vector["labels"] = [[str(position), population.label(position)] for position in positions]
        made.append(vector)
    return made
