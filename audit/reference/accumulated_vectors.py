"""Digests over 100,000 draws each (accumulated.json): what the sizes of a test never name, chance finds here."""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Iterator

from drawing import below, draw_tickets, shuffle_prefix
from encoding import enc, u64be
from hash_drbg import Stream, Words

Vector = dict[str, Any]

CHECKPOINTS = (1, 10, 100, 1_000, 10_000, 100_000)
ABOUT = (
    "SHA-256 over many draws, fed with 8-byte big-endian integers, u64be. kind says which loop; sha256 is the digest "
    "after the draws 0 .. draws-1, so that the first draw that differs can be found by bisection. S(kind, i) is the "
    "stream (section 8.2) of purpose draw over the material ENC('fairdraw/v1/test', kind, u64be(i)), kind in ASCII; "
    "below(b) and words are read from it in the order written, and the draws go on reading from it. "
    "shuffle, draw i, S = S('shuffle', i): e = below(64); n = 1 + below(2^e); k = below(min(n, 40) + 1); the first k "
    "places of the shuffle of n (section 10); fed are n, k, the positions in order of rank, and the next word of S, "
    "which shows how many were read. "
    "tickets, draw i, S = S('tickets', i): m = 1 + below(12); for each of m entries e = below(60), tickets = 1 + "
    "below(2^e); wins is once if below(2) = 0, else per-ticket; k = below(m + 1) for once, below(min(sum of tickets, "
    "20) + 1) for per-ticket; k places by tickets (section 11); fed are m, the tickets, k, the positions in order of "
    "rank, and the next word of S. "
    "below, one stream for all draws, S = S('below', 0): s = below(64); w = the next word; b = max(1, floor(w / 2^s)); "
    "x = below(b); fed are b and x. The stream reads 588 requests."
)


def accumulated(most: int = CHECKPOINTS[-1]) -> tuple[str, list[Vector]]:
    vectors: list[Vector] = []
    for kind, loop in LOOPS.items():
        digest = hashlib.sha256()
        for draws, numbers in enumerate(loop(most), 1):
            digest.update(b"".join(map(u64be, numbers)))
            if draws in CHECKPOINTS:
                vectors.append({"id": f"{kind}-{draws}", "kind": kind, "draws": draws, "sha256": digest.hexdigest()})
    return ABOUT, vectors


def stream(kind: str, number: int) -> Words:
    return Stream(enc("fairdraw/v1/test", kind.encode("ascii"), u64be(number)))


def shuffles(most: int) -> Iterator[list[int]]:
    for number in range(most):
        words = stream("shuffle", number)
        n = 1 + below(2 ** below(64, words), words)
        k = below(min(n, 40) + 1, words)
        positions = shuffle_prefix(n, k, words)
        yield [n, k, *positions, words.next_word()]


def ticket_draws(most: int) -> Iterator[list[int]]:
    for number in range(most):
        words = stream("tickets", number)
        m = 1 + below(12, words)
        tickets = [1 + below(2 ** below(60, words), words) for _ in range(m)]
        wins = "once" if below(2, words) == 0 else "per-ticket"
        k = below(m + 1 if wins == "once" else min(sum(tickets), 20) + 1, words)
        positions = draw_tickets(tickets, k, wins, words)
        yield [m, *tickets, k, *positions, words.next_word()]


def integers(most: int) -> Iterator[list[int]]:
    words = stream("below", 0)
    for _ in range(most):
        shift = below(64, words)
        bound = max(1, words.next_word() >> shift)
        yield [bound, below(bound, words)]


LOOPS: dict[str, Callable[[int], Iterator[list[int]]]] = {
    "shuffle": shuffles,
    "tickets": ticket_draws,
    "below": integers,
}
