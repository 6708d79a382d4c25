"""Hash_DRBG with SHA-256 (NIST SP 800-90A Rev. 1, 10.1.1) and the stream of words read from it."""

from __future__ import annotations

from typing import Sequence

from encoding import enc, sha256

SEED_BYTES = 55  # seedlen 440 bits, table 2
MODULUS = 2 ** (8 * SEED_BYTES)
REQUEST_BYTES = 4096


def hash_df(data: bytes, length: int) -> bytes:
    """10.3.1: SHA-256 under a counter byte and the wanted number of bits, cut to length."""
    output = b""
    counter = 1
    while len(output) < length:
        output += sha256(bytes([counter]) + (8 * length).to_bytes(4, "big") + data)
        counter += 1
    return output[:length]


class HashDrbg:
    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._set_seed(entropy + nonce + personalization)

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        self._set_seed(b"\x01" + self.v + entropy + additional)

    def _set_seed(self, seed_material: bytes) -> None:
        self.v = hash_df(seed_material, SEED_BYTES)
        self.c = hash_df(b"\x00" + self.v, SEED_BYTES)
        self.reseed_counter = 1

    def generate(self, length: int, additional: bytes = b"") -> bytes:
        if additional:
            self._add_to_v(sha256(b"\x02" + self.v + additional))
        output = self._hashgen(length)
        self._add_to_v(sha256(b"\x03" + self.v), self.c, self.reseed_counter.to_bytes(8, "big"))
        self.reseed_counter += 1
        return output

    def _hashgen(self, length: int) -> bytes:
        blocks = []
        data = int.from_bytes(self.v, "big")
        for _ in range((length + 31) // 32):
            blocks.append(sha256(data.to_bytes(SEED_BYTES, "big")))
            data = (data + 1) % MODULUS
        return b"".join(blocks)[:length]

    def _add_to_v(self, *summands: bytes) -> None:
        # All of them are added to the V from before the call, as integers modulo 2^440.
        total = int.from_bytes(self.v, "big") + sum(int.from_bytes(s, "big") for s in summands)
        self.v = (total % MODULUS).to_bytes(SEED_BYTES, "big")


class Words:
    """64-bit words in order, with a count of those read and of those refused by a draw."""

    def __init__(self) -> None:
        self.read = 0
        self.refused = 0

    def next_word(self) -> int:
        self.read += 1
        return self._word()

    def _word(self) -> int:
        raise NotImplementedError


class Stream(Words):
    """The words of a draw: requests of 4,096 bytes, cut into 8-byte big-endian integers."""

    def __init__(self, material: bytes, purpose: str = "draw", names: Sequence[bytes] = ()) -> None:
        super().__init__()
        personalization = enc("fairdraw/v1/stream", purpose.encode("utf-8"), *names)
        self.drbg = HashDrbg(material, b"", personalization)
        self._buffer = b""
        self._at = 0

    def _word(self) -> int:
        if self._at == len(self._buffer):
            self._buffer = self.drbg.generate(REQUEST_BYTES)
            self._at = 0
        self._at += 8
        return int.from_bytes(self._buffer[self._at - 8 : self._at], "big")


class ScriptedWords(Words):
    """Words given by hand, for the cases that chance does not reach."""

    def __init__(self, words: Sequence[int]) -> None:
        super().__init__()
        self._words = iter(words)

    def _word(self) -> int:
        return next(self._words)
