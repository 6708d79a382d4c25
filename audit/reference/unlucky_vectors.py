"""Materials found by search, in whose streams words are refused where chance seldom refuses them."""

from __future__ import annotations

import re
from itertools import count
from typing import Callable

from encoding import enc, u64be
from hash_drbg import Stream


class TracedStream(Stream):
    """Writes down what became of each word: a for accepted, r for refused."""

    def __init__(self, material: bytes) -> None:
        self.trace = ""
        super().__init__(material)

    def _word(self) -> int:
        self.trace += "a"
        return super()._word()

    @property
    def refused(self) -> int:
        return self.trace.count("r")

    @refused.setter
    def refused(self, number: int) -> None:
        # Draws count a refused word at once, before they read another.
        if number > 0:
            self.trace = self.trace[:-1] + "r"


def find(name: str, pattern: str, draw: Callable[[Stream], object]) -> bytes:
    """The first material of this name, counting from 0, whose draw refuses words as the pattern says."""
    for number in count():
        material = enc("fairdraw/v1/test", name.encode("ascii"), u64be(number))
        words = TracedStream(material)
        draw(words)
        if re.search(pattern, words.trace):
            return material
    raise AssertionError  # count() has no end


# n, k and what is refused.
POSITIONS = {
    "unlucky-only-run": (19, 19, "^ra$"),
    "unlucky-first-run": (20, 20, "^ra"),
    "unlucky-second-run": (46, 12, "^ara?$"),
    "unlucky-last-run": (52, 52, "^a{3}ra$"),
    "unlucky-inner-run": (105, 105, "^a{3}ra+$"),
    "unlucky-three-runs": (105, 105, "(r+a+){3}"),
    "unlucky-run-not-needed-whole": (1000, 1, "^ra$"),
    "unlucky-twice": (10**9, 4, "^rra"),
    "unlucky-five-times": (6148914691236517206, 4, "^r{5}a"),
    # Words 511 and 512 stand on both sides of the first request's end.
    "unlucky-end-of-request": (5 * 10**18, 600, "^.{510}arra"),
}
# Tickets, wins, places and what is refused.
TICKETS = {
    "unlucky-once": ([2**61, 2**61, 2**61 + 1, 1, 2], "once", 5, "^rrra"),
    "unlucky-once-each-place": ([2**61 + 1] * 3, "once", 3, "^r+ar+ar+a$"),
    "unlucky-per-ticket": ([2**62, 2**61, 3], "per-ticket", 12, "^a+rrrra+r"),
}
