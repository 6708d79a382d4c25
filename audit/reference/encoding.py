"""Byte strings that go into hashes (specification sections 2, 7 and 8)."""

from __future__ import annotations

import hashlib


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def u64be(number: int) -> bytes:
    return number.to_bytes(8, "big")


def length_prefixed(data: bytes) -> bytes:
    return u64be(len(data)) + data


def enc(tag: str, *parts: bytes) -> bytes:
    """Tag and parts as one byte string; no two different inputs give the same one."""
    encoded = length_prefixed(tag.encode("ascii")) + u64be(len(parts))
    return encoded + b"".join(length_prefixed(part) for part in parts)


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    return sha256(enc(tag, *parts))


def seed_commitment(name: str, seed: bytes, rehearsal: bool = False) -> bytes:
    """The tag differs in a rehearsal, so a seed opened there opens nothing in a real draw."""
    tag = "fairdraw/v1/rehearsal-seed" if rehearsal else "fairdraw/v1/seed"
    return tagged_hash(tag, name.encode("ascii"), seed)


def material(commit_id: bytes, beacon: bytes, seeds: list[bytes | None]) -> bytes:
    """All randomness of a draw; a missing seed (None) leaves its part empty."""
    return enc("fairdraw/v1/material", commit_id, beacon, *[seed or b"" for seed in seeds])
