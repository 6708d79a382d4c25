"""Spares in place of items that can't be examined, line by line (specification section 19.6)."""

from __future__ import annotations

from failure import Failure
from reader import unix_time
from sample import Simple, Stratified
from sample_files import Replaced

Place = tuple[int, int]  # stratum and rank


def sizes_of(design: object) -> dict[int, tuple[int, int]]:
    """Of each stratum that can have spares, how many items the sample has there, and how many spares."""
    if isinstance(design, Simple):
        return {0: (design.n, design.spares)}
    if isinstance(design, Stratified):
        return {number: (stratum.n, stratum.spares) for number, stratum in enumerate(design.strata, 1)}
    return {}


class Register:
    """spare_of has, for each rank that was replaced, the rank of its spare. added is what extensions added."""

    def __init__(self, design: object, added: dict[int, int], earliest: int) -> None:
        self.sizes = sizes_of(design)
        self.added = added
        self.spare_of: dict[Place, int] = {}
        self.used: dict[int, int] = {number: 0 for number in self.sizes}  # how many spares of each stratum
        self.time = ""
        self.earliest = earliest  # when the draw can have been made, in seconds since 1970

    def take(self, line: Replaced) -> None:
        """Changes nothing if the line fails."""
        if line.time < self.time:  # as texts they sort as they do as times
            raise Failure("replacement-time", f"{line.time} is before {self.time}")
        if unix_time(line.time) < self.earliest:
            raise Failure("replacement-time", f"{line.time} is before the draw")
        if line.stratum not in self.sizes:
            raise Failure("replacement-rank", f"no stratum {line.stratum} has spares")
        n, spares = self.sizes[line.stratum]
        if line.rank > n + spares + self.added.get(line.stratum, 0):
            raise Failure("replacement-rank", f"rank {line.rank} was not drawn in stratum {line.stratum}")
        if not n < line.spare <= n + spares:
            raise Failure("replacement-rank", f"rank {line.spare} is no spare of stratum {line.stratum}")
        # Spares are used in their order, so those used are the first ones.
        next_spare = n + 1 + self.used[line.stratum]
        if (line.stratum, line.rank) in self.spare_of:
            raise Failure("replacement-repeated", f"rank {line.rank} was replaced before")
        if line.spare < next_spare:
            raise Failure("replacement-repeated", f"spare {line.spare} was used before")
        if line.spare > next_spare:
            raise Failure("replacement-skipped", f"it is the turn of spare {next_spare}")
        if n < line.rank <= n + spares and line.rank >= next_spare:
            raise Failure("replacement-skipped", f"spare {line.rank} is not in use")
        self.time = line.time
        self.spare_of[(line.stratum, line.rank)] = line.spare
        self.used[line.stratum] += 1

    def effective(self, stratum: int, rank: int) -> int:
        """The rank of what is examined in place of this rank of the sample, in the end."""
        while (stratum, rank) in self.spare_of:
            rank = self.spare_of[(stratum, rank)]
        return rank
