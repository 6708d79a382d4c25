"""What became of the drawn entries: who holds which prize place, line by line (specification section 12.5)."""

from __future__ import annotations

from collections import deque
from typing import Optional

from failure import Failure
from files import OutcomeLine


class Standing:
    """holders has the rank that holds each prize place, from the first; None for one that is not awarded."""

    def __init__(self, winners: int, alternates: int, vacancy: Optional[str]) -> None:
        self.ranks = winners + alternates
        self.vacancy = vacancy
        self.holders: list[Optional[int]] = list(range(1, winners + 1))
        self.waiting = deque(range(winners + 1, winners + alternates + 1))  # alternates not called yet
        self.accepted: set[int] = set()
        self.passed_over: set[int] = set()
        self.time = ""

    def take(self, line: OutcomeLine) -> None:
        """Changes nothing if the line fails."""
        rank = line.rank
        if line.time < self.time:  # as texts they sort as they do as times
            raise Failure("outcome-time", f"{line.time} is before {self.time}")
        if rank > self.ranks:
            raise Failure("outcome-rank", f"rank {rank} of {self.ranks}")
        if rank in self.passed_over:
            raise Failure("outcome-repeated", f"rank {rank} was passed over before")
        if line.passed_over is None and rank in self.accepted:
            raise Failure("outcome-repeated", f"rank {rank} accepted before")
        if rank not in self.holders:
            raise Failure("outcome-skipped", f"it is not the turn of rank {rank}")
        self.time = line.time
        if line.passed_over is None:
            self.accepted.add(rank)
        else:
            self._pass_over(rank)

    def _pass_over(self, rank: int) -> None:
        self.passed_over.add(rank)
        place = self.holders.index(rank)
        called = self.waiting.popleft() if self.waiting else None
        if self.vacancy == "up":
            # Those behind move up by one place, and the last place falls to who was first in waiting.
            del self.holders[place]
            self.holders.append(called)
        else:
            self.holders[place] = called
