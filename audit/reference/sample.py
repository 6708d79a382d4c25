"""The designs of audit samples: which items the material selects (specification section 19.4).

Each part of a sample reads a stream of its own, called by names: S("start", 2) is `streams("start", "2")`.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Callable, NamedTuple, Optional, Sequence, Union

from allocation import allocate
from drawing import below, shuffle_prefix
from hash_drbg import Stream, Words
from population import Population

PLACES_LIMIT = 2**32  # of draws in which an item may come again
CERTAINTY, SAMPLE, SPARE = "certainty", "sample", "spare"

Streams = Callable[..., Words]


def streams_of(material: bytes) -> Streams:
    return lambda *names: Stream(material, "sample", [name.encode("utf-8") for name in names])


class Item(NamedTuple):
    rank: int
    role: str
    stratum: int  # counted from 1; 0 without strata
    position: int
    unit: int = 0  # the monetary unit that was hit, counted from 1; 0 if none was

    def text(self) -> str:
        return f"{self.rank} {self.role} {self.stratum} {self.position} {self.unit}"


@dataclass(frozen=True)
class Simple:
    n: int
    spares: int = 0

    def lines(self) -> list[str]:
        return [f"design: simple {self.n}", f"spares: {self.spares}"]

    @property
    def places(self) -> int:
        return self.n + self.spares

    def fault(self, population: Population) -> Optional[str]:
        if self.places > population.size:
            return f"{self.places} items of {population.size}"
        return None

    def draw(self, population: Population, streams: Streams) -> list[Item]:
        places = shuffle_prefix(population.size, self.places, streams("items"))
        return [Item(rank, SAMPLE if rank <= self.n else SPARE, 0, position) for rank, position in enumerate(places, 1)]


@dataclass(frozen=True)
class WithReplacement:
    n: int

    def lines(self) -> list[str]:
        return [f"design: with-replacement {self.n}"]

    @property
    def places(self) -> int:
        return self.n

    def fault(self, population: Population) -> Optional[str]:
        return None if self.n < PLACES_LIMIT else "2^32 items or more"

    def draw(self, population: Population, streams: Streams) -> list[Item]:
        words = streams("items")
        return [Item(rank, SAMPLE, 0, below(population.size, words)) for rank in range(1, self.n + 1)]


@dataclass(frozen=True)
class Systematic:
    n: int  # items of each start
    starts: int = 1
    random_order: bool = False

    def lines(self) -> list[str]:
        return [f"design: systematic {self.n} {self.starts}", f"order: {'random' if self.random_order else 'list'}"]

    @property
    def places(self) -> int:
        return self.n * self.starts

    def fault(self, population: Population) -> Optional[str]:
        if self.n > population.size:
            return f"{self.n} items of {population.size} for each start"
        return None if self.places < PLACES_LIMIT else "2^32 items or more"

    def draw(self, population: Population, streams: Streams) -> list[Item]:
        size = population.size
        order: Sequence[int] = range(size)
        if self.random_order:
            order = shuffle_prefix(size, size, streams("order"))
        positions: list[int] = []
        for start in range(1, self.starts + 1):
            r = below(size, streams("start", str(start)))
            positions += [order[(r + i * size) // self.n] for i in range(self.n)]
        return [Item(rank, SAMPLE, 0, position) for rank, position in enumerate(positions, 1)]


class Stratum(NamedTuple):
    size: int
    n: int
    spares: int
    name: str
    deviation: Optional[int] = None  # with Neyman's allocation only

    def text(self) -> str:
        deviation = "" if self.deviation is None else f" {self.deviation}"
        return f"{self.size} {self.n} {self.spares}{deviation} {self.name}"


@dataclass(frozen=True)
class Stratified:
    n: int
    how: str  # explicit, proportional, value, neyman
    strata: tuple[Stratum, ...]
    minimum: Optional[int] = None  # if and only if it is not explicit

    def lines(self) -> list[str]:
        minimum = [] if self.minimum is None else [f"minimum: {self.minimum}"]
        strata = [f"stratum: {stratum.text()}" for stratum in self.strata]
        return [f"design: stratified {self.n} {self.how}", *minimum, *strata]

    @property
    def places(self) -> int:
        return sum(stratum.n + stratum.spares for stratum in self.strata)

    def fault(self, population: Population) -> Optional[str]:
        if len({stratum.name for stratum in self.strata}) < len(self.strata):
            return "two strata have one name"
        if sum(stratum.size for stratum in self.strata) != population.size:
            return f"the strata don't sum to {population.size}"
        if sum(stratum.n for stratum in self.strata) != self.n:
            return f"the items of strata don't sum to {self.n}"
        for stratum in self.strata:
            if stratum.n + stratum.spares > stratum.size:
                return f"{stratum.n + stratum.spares} items of {stratum.size} in {stratum.name}"
        if self.how == "explicit":
            return None
        wanted = allocate(
            self.n, [stratum.size for stratum in self.strata], self.weights(population), self.minimum or 0
        )
        if wanted is None:
            return "there is no such allocation"
        if wanted != [stratum.n for stratum in self.strata]:
            return f"the allocation is {', '.join(map(str, wanted))}"
        return None

    def weights(self, population: Population) -> list[int]:
        if self.how == "value":
            sums = {stratum.name: 0 for stratum in self.strata}
            for name, amount in zip(population.strata or (), population.amounts or ()):
                sums[name] += max(amount, 0)
            return [sums[stratum.name] for stratum in self.strata]
        return [stratum.size * (1 if stratum.deviation is None else stratum.deviation) for stratum in self.strata]

    def draw(self, population: Population, streams: Streams) -> list[Item]:
        items: list[Item] = []
        members_of: dict[str, list[int]] = {stratum.name: [] for stratum in self.strata}
        for position, name in enumerate(population.strata or ()):
            members_of[name].append(position)
        for number, stratum in enumerate(self.strata, 1):
            if stratum.n + stratum.spares == 0:
                continue
            members = members_of[stratum.name]
            places = shuffle_prefix(stratum.size, stratum.n + stratum.spares, streams("stratum", stratum.name))
            for rank, place in enumerate(places, 1):
                items.append(Item(rank, SAMPLE if rank <= stratum.n else SPARE, number, members[place]))
        return items


@dataclass(frozen=True)
class Mus:
    """Monetary unit sampling: a stretch of the sum of amounts as long as the amount belongs to each item."""

    kind: str  # fixed, interval, cell, random-order, with-replacement
    n: int  # items; for interval the interval

    def lines(self) -> list[str]:
        return [f"design: mus-{self.kind} {self.n}"]

    @property
    def places(self) -> int:
        assert self.kind != "interval"  # that depends on the start
        return self.n

    def fault(self, population: Population) -> Optional[str]:
        frame = len(population.frame)
        if not frame:
            return "no amount is above 0"
        if self.kind == "with-replacement" and self.n >= PLACES_LIMIT:
            return "2^32 items or more"
        if self.kind in ("fixed", "cell", "random-order") and self.n > frame:
            return f"{self.n} items of {frame} with an amount above 0"
        return None

    def split(self, population: Population) -> tuple[list[int], list[int], int]:
        """The certainty items, the rest of the frame, and how many of the rest are wanted: k (interval: 0)."""
        assert population.amounts is not None
        amounts, rest = population.amounts, population.frame
        if self.kind == "with-replacement":
            return [], rest, self.n
        if self.kind == "interval":
            certain = [position for position in rest if amounts[position] >= self.n]
            return certain, [position for position in rest if amounts[position] < self.n], 0
        # Taken from the greatest down: if the greatest left is not certain, none is.
        k, total = self.n, sum(amounts[position] for position in rest)
        by_amount = sorted(rest, key=lambda position: amounts[position], reverse=True)
        taken: list[int] = []
        for position in by_amount:
            if k == 0 or amounts[position] * k < total:
                break
            taken.append(position)
            k, total = k - 1, total - amounts[position]
        certain_set = set(taken)
        return sorted(taken), [position for position in rest if position not in certain_set], k

    def draw(self, population: Population, streams: Streams) -> list[Item]:
        assert population.amounts is not None
        amounts = population.amounts
        certain, rest, k = self.split(population)
        if self.kind == "random-order" and k > 0:
            rest = [rest[place] for place in shuffle_prefix(len(rest), len(rest), streams("order"))]
        ends = list(accumulate(amounts[position] for position in rest))
        total = ends[-1] if ends else 0
        items = [Item(rank, CERTAINTY, 0, position) for rank, position in enumerate(certain, 1)]
        for hit in self._hits(total, k, streams):
            # The first item with which the sum of amounts reaches the unit.
            position = rest[bisect_left(ends, hit)]
            items.append(Item(len(items) + 1, SAMPLE, 0, position, hit))
        return items

    def _hits(self, total: int, k: int, streams: Streams) -> list[int]:
        """Monetary units of the rest of the frame, counted from 1."""
        if self.kind == "interval":
            if total == 0:
                return []
            return list(range(below(self.n, streams("start")) + 1, total + 1, self.n))
        if k == 0:
            return []
        if self.kind == "with-replacement":
            words = streams("items")
            return [below(total, words) + 1 for _ in range(k)]
        if self.kind == "cell":
            return [(c * total + below(total, streams("cell", str(c + 1)))) // k + 1 for c in range(k)]
        r = below(total, streams("start"))
        return [(r + i * total) // k + 1 for i in range(k)]


Design = Union[Simple, WithReplacement, Systematic, Stratified, Mus]


def most_items(design: Design, size: int) -> int:
    """How many item lines the design can give, for the limit on a reveal's size."""
    return size if isinstance(design, Mus) and design.kind == "interval" else design.places


def extended(design: Design, added: dict[int, int]) -> Optional[Design]:
    """A design whose sample is the old one with `added` further places of each stratum's stream, or None."""
    if isinstance(design, Stratified):
        if not all(1 <= number <= len(design.strata) for number in added):
            return None
        strata = tuple(
            stratum._replace(spares=stratum.spares + added.get(number, 0))
            for number, stratum in enumerate(design.strata, 1)
        )
        return replace(design, strata=strata)
    if set(added) - {0}:
        return None
    if isinstance(design, Simple):
        return replace(design, spares=design.spares + added.get(0, 0))
    if isinstance(design, WithReplacement):
        return replace(design, n=design.n + added.get(0, 0))
    return None


def extension_fault(design: Design, population: Population, added: dict[int, int]) -> Optional[str]:
    """Why the design can't give so many more, all extensions taken together, or None."""
    longer = extended(design, added)
    if longer is None:
        return "the design can't be extended, or not in this stratum"
    if isinstance(longer, Stratified):
        short = [one for one in longer.strata if one.n + one.spares > one.size]
        return f"{short[0].name} has not so many items left" if short else None
    return longer.fault(population)


def extension(
    design: Design, population: Population, streams: Streams, before: dict[int, int], adding: dict[int, int]
) -> list[Item]:
    """The items of one extension, after `before` places that earlier extensions took.

    The longer draw of a stratum begins with the shorter one, so that what is new stands behind, with ranks of its own.
    """
    shorter, longer = extended(design, before), extended(design, _sum(before, adding))
    assert shorter and longer
    known = {(item.stratum, item.rank) for item in shorter.draw(population, streams)}
    new = [item for item in longer.draw(population, streams) if (item.stratum, item.rank) not in known]
    return [item._replace(role=SAMPLE) for item in new]


def _sum(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return {number: one.get(number, 0) + other.get(number, 0) for number in {*one, *other}}
