"""Tests of bls12_381.py and drand.py: RFC 9380's vectors, the laws of the pairing, real rounds of drand."""

from __future__ import annotations

import json
import random
import sys
import unittest
from pathlib import Path
from typing import Any, NamedTuple, Optional

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import bls12_381
from bls12_381 import E1, E2, G1, G2, Fp, Fp2, Fp12, Group, P, R, SignatureFault, Z
from bls12_381 import decode_point, expand_message, hash_to_curve, isogeny, isogeny_kernel, negative, pairings_cancel
from drand import BY_HASH, DEFAULT, FASTNET, QUICKNET, SCHEMES, TAG_G2, Chain, Scheme, verify_round
from encoding import sha256
from files import CHAINS
from signature_vectors import compressed

DRAND = HERE.parent.parent / "tests" / "vectors" / "drand"
GROUPS = {"G1": G1, "G2": G2}
UNCHAINED = Scheme(key_in=G1, signature_in=G2, chained=False, tag=TAG_G2)  # of a test network, so not in SCHEMES


class Round(NamedTuple):
    name: str
    chain: Chain
    number: int
    signature: bytes
    previous: Optional[bytes]
    randomness: str


def published(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DRAND / f"{name}.json").read_text("utf-8"))
    return loaded


def real_rounds() -> list[Round]:
    found = []
    for item in published("rounds")["rounds"]:
        parameters = published("chains")["chains"][item["chain"]]
        chain = Chain(SCHEMES.get(parameters["scheme"], UNCHAINED), bytes.fromhex(parameters["public_key"]))
        previous = item.get("previous_signature")
        signature = bytes.fromhex(item["signature"])
        previous = bytes.fromhex(previous) if previous else None
        found.append(Round(item["chain"], chain, item["round"], signature, previous, item["randomness"]))
    return found


def random_element(group: Group, chance: random.Random) -> Any:
    return group.field(*[chance.randrange(P) for _ in range(group.parts)])


class Numbers(unittest.TestCase):
    def test_parameter_gives_the_known_prime_and_order(self) -> None:
        self.assertEqual(
            f"{P:x}",
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        )
        self.assertEqual(f"{R:x}", "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001")
        self.assertEqual(
            f"{G2.cofactor:x}",
            "bc69f08f2ee75b3584c6a0ea91b352888e2a8e9145ad7689986ff031508ffe1329c2f178731db956d82bf015d1212b02"
            "ec0ec69d7477c1ae954cbc06689f6a359894c0adebbf6b4e8020005aaa95551",
        )

    def test_square_roots(self) -> None:
        chance = random.Random(1)
        for group in GROUPS.values():
            roots = 0
            for _ in range(40):
                x = random_element(group, chance)
                self.assertIn((x * x).square_root(), (x, -x))
                roots += x.square_root() is not None
            self.assertTrue(8 < roots < 32, roots)
        for a, b in ((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, 2), (0, -1)):
            x = Fp2(a, b)
            root = x.square_root()  # each integer modulo p has one in Fp2, and i too
            self.assertTrue(root is not None and root * root == x, (a, b))
        self.assertIsNone(Fp2(1, 1).square_root())

    def test_fields_divide_what_they_multiplied(self) -> None:
        chance = random.Random(2)
        for group in GROUPS.values():
            x, y = random_element(group, chance), random_element(group, chance)
            self.assertEqual(x * y / y, x)
            self.assertEqual(x - y + y, x)
            self.assertEqual(3 * x, x + x + x)
        w = Fp12([Fp2(0), Fp2(1)] + [Fp2(0)] * 4)
        self.assertEqual((w**6).c, [Fp2(1, 1)] + [Fp2(0)] * 5)
        self.assertEqual((w ** (P**12 - 1)).c, bls12_381.ONE.c)


class Curves(unittest.TestCase):
    def test_generators_are_in_their_groups(self) -> None:
        for group in GROUPS.values():
            x, y = group.generator or (None, None)
            self.assertEqual(y * y, group.curve.right_side(x))
            self.assertTrue(group.has(group.generator))

    def test_cofactor_brings_points_into_the_group(self) -> None:
        chance = random.Random(3)
        for group in GROUPS.values():
            x, y = random_element(group, chance), None
            while y is None:
                x = x + group.field(1)
                y = group.curve.right_side(x).square_root()
            self.assertFalse(group.has((x, y)))
            self.assertTrue(group.has(group.curve.multiply(group.cofactor, (x, y))))

    def test_addition(self) -> None:
        for group in GROUPS.values():
            curve, g = group.curve, group.generator
            self.assertEqual(curve.add(g, None), g)
            self.assertEqual(curve.add(None, g), g)
            self.assertIsNone(curve.add(g, negative(g)))
            self.assertEqual(curve.multiply(5, g), curve.add(curve.multiply(2, g), curve.multiply(3, g)))
            self.assertEqual(curve.multiply(R - 1, g), negative(g))
        self.assertIsNone(E1.multiply(3, (Fp(0), Fp(2))))

    def test_kernels_are_the_subgroups_of_the_isogenies(self) -> None:
        self.assertEqual(len(set(x.n for x in isogeny_kernel(G1))), 5)
        for x in isogeny_kernel(G1):
            y = G1.isogenous.right_side(x).square_root()
            self.assertIsNone(G1.isogenous.multiply(11, (x, y)))
        # The 3-division polynomial is 0, so the tangent at x meets the curve in no other point.
        (x,) = isogeny_kernel(G2)
        a, b = G2.isogenous
        self.assertEqual(3 * (x * x * x * x) + 6 * (a * x * x) + 12 * (b * x), a * a)

    def test_isogenies_lead_to_the_curves_and_keep_sums(self) -> None:
        chance = random.Random(4)
        for group in GROUPS.values():
            p, q = (bls12_381.simplified_swu(group, random_element(group, chance)) for _ in range(2))
            for point in (p, q):
                x, y = isogeny(group, point) or (None, None)
                self.assertEqual(y * y, group.curve.right_side(x))
            total = isogeny(group, group.isogenous.add(p, q))
            self.assertEqual(total, group.curve.add(isogeny(group, p), isogeny(group, q)))
            x = isogeny_kernel(group)[0]
            self.assertIsNone(isogeny(group, (x, group.field(1))))

    def test_swu_has_a_point_where_its_fraction_has_none(self) -> None:
        for group in GROUPS.values():
            x, y = bls12_381.simplified_swu(group, group.field(0)) or (None, None)
            self.assertEqual(y * y, group.isogenous.right_side(x))


class HashToCurve(unittest.TestCase):
    def test_expanded_messages_of_the_rfc(self) -> None:
        """RFC 9380, appendix K.1."""
        tag = b"QUUX-V01-CS02-with-expander-SHA256-128"
        for message, length, expected in (
            ("", 32, "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235"),
            ("abc", 32, "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615"),
            ("q128_" + "q" * 128, 32, "b23a1d2b4d97b2ef7785562a7e8bac7eed54ed6e97e29aa51bfe3f12ddad1ff9"),
            (
                "abc",
                128,
                "abba86a6129e366fc877aab32fc4ffc70120d8996c88aee2fe4b32d6c7b6437a647e6c3163d40b76a73cf6a5674ef1d8"
                "90f95b664ee0afa5359a5c4e07985635bbecbac65d747d3d2da7ec2b8221b17b0ca9dc8a1ac1c07ea6a1e60583e2cb00"
                "058e77b7b72a298425cd1b941ad4ec65e8afc50303a22c0f99b0509b4c895f40",
            ),
        ):
            self.assertEqual(expand_message(message.encode(), tag, length).hex(), expected)

    def test_points_of_the_rfc(self) -> None:
        """RFC 9380, appendices J.9.1 and J.10.1: x, and y only by its sign, since it follows from x."""
        for name, message, x, larger in (
            (
                "G1",
                "",
                "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
                False,
            ),
            (
                "G1",
                "abc",
                "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
                False,
            ),
            (
                "G1",
                "abcdef0123456789",
                "11e0b079dea29a68f0383ee94fed1b940995272407e3bb916bbf268c263ddd57a6a27200a784cbc248e84f357ce82d98",
                False,
            ),
            (
                "G2",
                "",
                "0141ebfbdca40eb85b87142e130ab689c673cf60f1a3e98d69335266f30d9b8d4ac44c1038e9dcdd5393faf5c41fb78a"
                "05cb8437535e20ecffaef7752baddf98034139c38452458baeefab379ba13dff5bf5dd71b72418717047f5b0f37da03d",
                True,
            ),
            (
                "G2",
                "abc",
                "02c2d18e033b960562aae3cab37a27ce00d80ccd5ba4b7fe0e7a210245129dbec7780ccc7954725f4168aff2787776e6"
                "139cddbccdc5e91b9623efd38c49f81a6f83f175e80b06fc374de9eb4b41dfe4ca3a230ed250fbe3a2acf73a41177fd8",
                False,
            ),
            (
                "G2",
                "abcdef0123456789",
                "121982811d2491fde9ba7ed31ef9ca474f0e1501297f68c298e9f4c0028add35aea8bb83d53c08cfc007c1e005723cd0"
                "190d119345b94fbd15497bcba94ecf7db2cbfd1e1fe7da034d26cbba169fb3968288b3fafb265f9ebd380512a71c3f2c",
                False,
            ),
        ):
            group = GROUPS[name]
            tag = f"QUUX-V01-CS02-with-BLS12381{name}_XMD:SHA-256_SSWU_RO_"
            point = hash_to_curve(group, message.encode(), tag.encode())
            assert point
            parts = [int(x[at : at + 96], 16) for at in range(0, len(x), 96)]
            self.assertEqual(point[0], group.field(*parts), (name, message))
            self.assertEqual(point[1].is_larger(), larger, (name, message))
            self.assertTrue(group.has(point))


class Pairing(unittest.TestCase):
    def test_factors_move_between_the_arguments(self) -> None:
        p, q = G1.generator, G2.generator
        for a, b in ((1, 1), (2, 3), (5, 1), (R - 1, 7)):
            left = (E1.multiply(a, p), E2.multiply(b, q))
            self.assertTrue(pairings_cancel([left, (negative(E1.multiply(a * b % R, p)), q)]))
            self.assertTrue(pairings_cancel([left, (p, negative(E2.multiply(a * b % R, q)))]))
            self.assertFalse(pairings_cancel([left, (negative(E1.multiply((a * b + 1) % R, p)), q)]))

    def test_sums_become_products(self) -> None:
        p, q = E1.multiply(9, G1.generator), G2.generator
        parts = [(E1.multiply(k, p), q) for k in (2, 3)]
        self.assertTrue(pairings_cancel(parts + [(negative(E1.multiply(5, p)), q)]))
        self.assertFalse(pairings_cancel(parts))

    def test_pairing_of_generators_is_not_one(self) -> None:
        self.assertFalse(pairings_cancel([(G1.generator, G2.generator)]))

    def test_infinity_gives_one(self) -> None:
        self.assertTrue(pairings_cancel([(None, G2.generator), (G1.generator, None)]))


class Rounds(unittest.TestCase):
    def refused(self, names: str, of: Round, **change: Any) -> None:
        """By one of the names, with spaces between."""
        changed = of._replace(**change)
        with self.assertRaises(SignatureFault) as caught:
            verify_round(changed.chain, changed.number, changed.signature, changed.previous)
        self.assertIn(caught.exception.name, names.split())

    def test_pinned_chains_are_those_of_drand(self) -> None:
        """The chain hash holds key, genesis and period, but not the scheme."""
        for chain_hash, chain in BY_HASH.items():
            timing = CHAINS[chain_hash]
            pinned = published("chains")["chains"][timing.name]
            self.assertEqual(chain, Chain(SCHEMES[pinned["scheme"]], bytes.fromhex(pinned["public_key"])))
            name = b"" if timing.name == "default" else timing.name.encode()
            times = timing.period.to_bytes(4, "big") + timing.genesis_time.to_bytes(8, "big")
            self.assertEqual(
                sha256(times + chain.public_key + bytes.fromhex(pinned["genesis_seed"]) + name), chain_hash
            )
        self.assertEqual(set(BY_HASH), set(CHAINS))

    def test_real_rounds_are_right_and_of_no_other_round(self) -> None:
        rounds = real_rounds()
        self.assertEqual(len(rounds), 10)
        for one in rounds:
            randomness = verify_round(one.chain, one.number, one.signature, one.previous)
            self.assertEqual(randomness.hex(), one.randomness)
            other = one.number + 1 if one.number > 1 else 2**40
            if one.previous is None or len(one.previous) == 96:
                self.refused("other-round", one, number=other)

    def test_rounds_are_of_no_other_chain(self) -> None:
        for one in real_rounds():
            for chain in (QUICKNET, FASTNET, DEFAULT):
                if chain != one.chain:
                    self.refused("length previous-given previous-missing other-round", one, chain=chain)
        # The same group and the same message: only key, tag or the whole difference of schemes is left.
        fastnet = next(one for one in real_rounds() if one.chain == FASTNET)
        self.refused("other-round", fastnet, chain=QUICKNET)
        other_tag = Chain(SCHEMES["bls-unchained-g1-rfc9380"], FASTNET.public_key)
        self.refused("other-round", fastnet, chain=other_tag)

    def test_previous_signature_is_where_it_belongs(self) -> None:
        rounds = real_rounds()
        chained = next(one for one in rounds if one.chain == DEFAULT and one.number > 1)
        first = next(one for one in rounds if one.chain == DEFAULT and one.number == 1)
        quicknet = next(one for one in rounds if one.chain == QUICKNET)
        assert chained.previous and first.previous
        self.refused("previous-missing", chained, previous=None)
        self.refused("previous-length", chained, previous=chained.previous[:-1])
        self.refused("previous-length", chained, previous=first.previous)
        self.refused("previous-length", first, previous=chained.previous)
        self.refused("other-round", first, previous=bytes(32))
        self.refused("other-round", chained, previous=chained.signature)
        self.refused("previous-given", quicknet, previous=quicknet.signature)

    def test_no_bit_of_a_signature_can_change(self) -> None:
        """All bits of a signature in each group; the library's tests change those of all rounds."""
        for one in (real_rounds()[2], real_rounds()[3]):
            names = {0: "not-compressed", 1: "infinity", 2: "other-round"}
            for bit in range(8 * len(one.signature)):
                changed = bytearray(one.signature)
                changed[bit // 8] ^= 0x80 >> bit % 8
                self.refused(names.get(bit, "coordinate not-on-curve not-in-subgroup"), one, signature=bytes(changed))

    def test_malformed_signatures_are_refused_by_name(self) -> None:
        by_name = {CHAINS[chain_hash].name: chain for chain_hash, chain in BY_HASH.items()}
        for item in published("malformed")["vectors"]:
            with self.subTest(item["id"]):
                previous = item["previous_signature"]
                signature, previous = bytes.fromhex(item["signature"]), (
                    None if previous is None else bytes.fromhex(previous)
                )
                with self.assertRaises(SignatureFault) as caught:
                    verify_round(by_name[item["chain"]], item["round"], signature, previous)
                self.assertEqual(caught.exception.name, item["fault"])

    def test_points_are_decoded_with_the_sign_they_say(self) -> None:
        for group in GROUPS.values():
            for factor in (1, 2, 3, 4):
                point = group.curve.multiply(factor, group.generator)
                assert point
                self.assertEqual(decode_point(group, compressed(group, point[0], point[1].is_larger())), point)


if __name__ == "__main__":
    unittest.main()
