"""Draws whose drand signature is not the one of the round (in tampered.json)."""

from __future__ import annotations

from dataclasses import replace

from bls12_381 import G1, G2, Field, Group, P
from draw_vectors import Case, Fault, edit, rebound
from files import DrandValue


def signatures(bases: dict[str, Case]) -> list[Fault]:
    """Draw and material are those of the signature that stands there, so nothing but the signature is wrong."""
    out: list[Fault] = []
    for base in ("drand-quicknet", "drand-default", "drand-fastnet"):
        case = bases[base]
        assert isinstance(case.beacon, DrandValue)
        for name, signature in wrong_signatures(case.beacon.signature):
            other = replace(case, beacon=case.beacon._replace(signature=signature))
            out.append((f"signature-{name}", "beacon", base, {"reveals": [other.reveal().text()]}, None))
    default = bases["drand-default"]
    assert isinstance(default.beacon, DrandValue) and default.beacon.previous
    for name, previous in (
        ("previous-last-bit", default.beacon.previous[:-1] + bytes([default.beacon.previous[-1] ^ 1])),
        ("previous-is-the-signature", default.beacon.signature),
    ):
        other = replace(default, beacon=default.beacon._replace(previous=previous))
        out.append((name, "beacon", "drand-default", {"reveals": [other.reveal().text()]}, None))

    for base in ("fresh-quicknet", "fresh-default-first"):
        case = bases[base]
        assert case.commit.fresh
        rule, signature, before = case.commit.fresh
        for name, wrong in wrong_signatures(signature):
            commit = replace(case.commit, fresh=(rule, wrong, before))
            out.append((f"fresh-{name}", "beacon", base, rebound(commit, case, draws=True), None))
    # Before the names of seeds.
    case = bases["fresh-quicknet"]
    assert case.commit.fresh
    rule, signature, before = case.commit.fresh
    commit = replace(case.commit, fresh=(rule, negative(signature), before))
    change = rebound(commit, case, draws=True)
    change["reveals"] = [edit(change["reveals"][0], "seed: organiser ", "seed: organizer ")]
    out.append(("both-fresh-negative-and-seed-name", "beacon", "fresh-quicknet", change, None))
    return out


def wrong_signatures(right: bytes) -> list[tuple[str, bytes]]:
    """Each with what is wrong with it as its name."""
    group = G1 if len(right) == 48 else G2
    bits, rest = right[0], right[1:]
    zeros = bytes(len(rest))
    prime = P.to_bytes(48, "big")
    return [
        ("negative", negative(right)),
        ("not-compressed", bytes([bits ^ 0x80]) + rest),
        ("infinity", bytes([0xC0]) + zeros),
        ("infinity-with-x", bytes([bits | 0x40]) + rest),
        ("x-is-p", bytes([prime[0] | 0x80]) + prime[1:] + bytes(len(right) - 48)),
        ("not-on-curve", compressed(group, off_curve(group))),
        ("not-in-subgroup", compressed(group, off_subgroup(group))),
        ("generator", compressed(group, group.generator[0] if group.generator else None)),
    ]


def negative(signature: bytes) -> bytes:
    """The point with the other y."""
    return bytes([signature[0] ^ 0x20]) + signature[1:]


def compressed(group: Group, x: Field, larger: bool = False) -> bytes:
    numbers = [x.n] if group is G1 else [x.b, x.a]
    data = b"".join(number.to_bytes(48, "big") for number in numbers)
    return bytes([data[0] | (0xA0 if larger else 0x80)]) + data[1:]


def off_curve(group: Group) -> Field:
    return next(x for x in map(group.field, range(1, 99)) if group.curve.right_side(x).square_root() is None)


def off_subgroup(group: Group) -> Field:
    for x in map(group.field, range(1, 99)):
        y = group.curve.right_side(x).square_root()
        if y is not None and not group.has((x, y)):
            return x
    raise AssertionError("all points are in the subgroup")
