"""Signatures of drand rounds (specification section 7.2), checked with the pairing of bls12_381.py."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Optional

from bls12_381 import G1, G2, Group, Point, SignatureFault
from bls12_381 import check_length, decode_point, hash_to_curve, negative, pairings_cancel
from encoding import sha256, u64be

TAG_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
TAG_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"


class Scheme(NamedTuple):
    key_in: Group
    signature_in: Group
    chained: bool
    tag: bytes


class Chain(NamedTuple):
    scheme: Scheme
    public_key: bytes


SCHEMES = {
    "bls-unchained-g1-rfc9380": Scheme(key_in=G2, signature_in=G1, chained=False, tag=TAG_G1),
    "pedersen-bls-chained": Scheme(key_in=G1, signature_in=G2, chained=True, tag=TAG_G2),
    "bls-unchained-on-g1": Scheme(key_in=G2, signature_in=G1, chained=False, tag=TAG_G2),  # the tag of the other group
}

QUICKNET = Chain(
    SCHEMES["bls-unchained-g1-rfc9380"],
    bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
)
DEFAULT = Chain(
    SCHEMES["pedersen-bls-chained"],
    bytes.fromhex("868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"),
)
FASTNET = Chain(
    SCHEMES["bls-unchained-on-g1"],
    bytes.fromhex(
        "a0b862a7527fee3a731bcb59280ab6abd62d5c0b6ea03dc4ddf6612fdfc9d01f01c31542541771903475eb1ec6615f8d"
        "0df0b8b6dce385811d6dcf8cbefb8759e5e616a3dfd054c928940766d9a5b9db91e3b697e5d70a975181e007f87fca5e"
    ),
)
BY_HASH = {
    bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"): QUICKNET,
    bytes.fromhex("8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"): DEFAULT,
    bytes.fromhex("dbd506d6ef76e5f386f41c651dcb808c5bcbd75471cc4eafa3f4df7ad4e4c493"): FASTNET,
}


def verify_round(chain: Chain, round_number: int, signature: bytes, previous: Optional[bytes] = None) -> bytes:
    """Returns the round's randomness if the signature is that of the round; raises SignatureFault otherwise."""
    fault = signature_fault(chain, round_number, signature, previous)
    if fault is not None:
        raise SignatureFault(fault.name, fault.detail)
    return sha256(signature)


@lru_cache(maxsize=4096)
def signature_fault(
    chain: Chain, round_number: int, signature: bytes, previous: Optional[bytes]
) -> Optional[SignatureFault]:
    """What is wrong with a signature, or None. Remembered, as test vectors have the same few rounds a thousand times.

    With the key = s g, signature = s H(message): e(key, H(message)) and e(g, signature) must be equal.
    """
    scheme = chain.scheme
    try:
        check_length(scheme.signature_in, signature)
        check_previous(scheme, round_number, previous)
        signed = decode_point(scheme.signature_in, signature)
    except SignatureFault as fault:
        return fault
    hashed = hash_to_curve(scheme.signature_in, sha256((previous or b"") + u64be(round_number)), scheme.tag)
    pairs = [(hashed, public_key(chain)), (negative(signed), scheme.key_in.generator)]
    if scheme.signature_in is G2:
        pairs = [(of_key, of_signature) for of_signature, of_key in pairs]
    if not pairings_cancel(pairs):
        return SignatureFault("other-round", "it is not the signature of this round")
    return None


def check_previous(scheme: Scheme, round_number: int, previous: Optional[bytes]) -> None:
    """The signature of the round before, or in round 1 the chain's genesis seed. Its bytes are signed, not read."""
    if previous is None:
        if scheme.chained:
            raise SignatureFault("previous-missing", "the signature of the round before is missing")
        return
    if not scheme.chained:
        raise SignatureFault("previous-given", "the rounds of this chain don't sign the one before")
    if len(previous) != (32 if round_number == 1 else 96):
        raise SignatureFault("previous-length", f"the signature of the round before has {len(previous)} bytes")


@lru_cache(maxsize=None)
def public_key(chain: Chain) -> Point:
    return decode_point(chain.scheme.key_in, chain.public_key)
