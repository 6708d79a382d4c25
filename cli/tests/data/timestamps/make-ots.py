#!/usr/bin/env python3
"""Writes the proofs of OpenTimestamps in this folder: python3 cli/tests/data/timestamps/make-ots.py

The format was taken from the reference client's behaviour and is written down here once more, from nothing but hashlib. The proofs
are of the commit file of audit/vectors/files/valid-drand. Their blocks are not in the Bitcoin chain: the header has the least
work that its form can state, as in Bitcoin's own tests.
"""

import struct
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMIT = (HERE / "../../../../audit/vectors/files/valid-drand/draw.commit").resolve().read_bytes()
MAGIC = b"\x00OpenTimestamps\x00\x00Proof\x00" + bytes.fromhex("bf89e2e884e89294") + b"\x01"
SHA_256, SHA_1, APPEND, PREPEND, FORK, ATTESTATION = b"\x08", b"\x02", b"\xf0", b"\xf1", b"\xff", b"\x00"


def number(value):
    digits = b""
    while value >= 128:
        digits += bytes([value % 128 + 128])
        value //= 128
    return digits + bytes([value])


def counted(data):
    return number(len(data)) + data


def attestation(tag, payload):
    return ATTESTATION + bytes.fromhex(tag) + counted(payload)


def pending(address):
    return attestation("83dfe30d2ef90c8e", counted(address.encode()))


def bitcoin(height):
    return attestation("0588960d73d71901", number(height))


class Way:
    """Operations, and the value that they lead to."""

    def __init__(self, value):
        self.value, self.written = value, b""

    def append(self, data):
        self.value, self.written = self.value + data, self.written + APPEND + counted(data)
        return self

    def prepend(self, data):
        self.value, self.written = data + self.value, self.written + PREPEND + counted(data)
        return self

    def hash(self):
        self.value, self.written = sha256(self.value).digest(), self.written + SHA_256
        return self


def proof(text, tree):
    return MAGIC + SHA_256 + sha256(text).digest() + tree


def filler(name, length=32):
    return sha256(name.encode()).digest()[:length]


def header(root, seconds):
    """A header of a block with this merkle root, at the lowest difficulty there is."""
    for nonce in range(1 << 32):
        found = struct.pack("<I32s32sIII", 0x20000000, filler("block before"), root, seconds, 0x207FFFFF, nonce)
        if sha256(sha256(found).digest()).digest()[31] < 0x7F:
            return found


def main():
    files = {}
    digest = sha256(COMMIT).digest()
    calendar = "https://calendar.example.org"
    nonce = Way(digest).append(filler("nonce", 16)).hash()
    files["pending.ots"] = proof(COMMIT, nonce.written + pending(calendar))

    # As upgraded proofs are: one calendar still pending; the other's value went into a transaction, and that into a block.
    fork = Way(nonce.value).prepend(filler("left")).hash()
    other = Way(nonce.value).append(filler("right")).hash().prepend(filler("time", 4)).append(filler("tag", 8))
    block = Way(other.value).hash().prepend(filler("transaction", 60)).append(b"\0" * 4).hash().hash()
    for level in range(12):
        step = filler(f"level {level}")
        block = (block.append(step) if level % 2 else block.prepend(step)).hash().hash()
    tree = nonce.written + FORK + fork.written + pending("https://other.example.org/")
    tree += other.written + FORK + pending(calendar) + block.written
    files["bitcoin.ots"] = proof(COMMIT, tree + bitcoin(865000))
    files["bitcoin.header"] = header(block.value, 1728910800)  # 2024-10-14T13:00:00Z
    files["other.ots"] = proof(b"another file\n", tree + bitcoin(865000))
    # Another chain, and a path by way of SHA-1.
    odd = FORK + attestation("06869a0d73d71b45", number(7)) + SHA_1 + bitcoin(865000)
    files["odd.ots"] = proof(COMMIT, odd)
    for name, data in files.items():
        (HERE / name).write_bytes(data)


main()
