"""Tests of the reference: python3 -m unittest discover -s audit/reference, from anywhere in the repository."""

from __future__ import annotations

import datetime
import io
import json
import random
import re
import subprocess
import sys
import tempfile
import unittest
from collections import defaultdict
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Iterator, Optional
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import accumulated_vectors
import drawing
import entries
import fairdraw
import folder_vectors
import json_schema
import vectors
from checks import GRADES, Files, assurance, totals, verify
from drawing import below, cut, draw_run, draw_tickets, shuffle_prefix
from encoding import enc, material, seed_commitment, sha256, u64be
from entries import EntryList, path, root, root_from_path, salt
from draw_vectors import Case, cases, drand, make_case, repeated_cases
from failure import Failure
from files import CHAINS, Commit, Drand, Outcome, OutcomeLine, PassedOver, Public
from files import parse_commit, parse_outcome, parse_receipt, parse_reveal, parse_secret, parse_seeds
from hash_drbg import HashDrbg, ScriptedWords, Stream
from outcome import Standing
from reader import unix_time

VECTORS = HERE.parent / "vectors"
HASH_DRBG = HERE.parent.parent / "tests" / "vectors" / "hash_drbg"
SEED = bytes(range(64))
COMMIT_ID = sha256(b"fairdraw commit v1\n")
MATERIAL = material(COMMIT_ID, b"", [SEED])
FAILURE_NAMES = """
    file-size not-utf-8 grammar later-version commit-id other-commit other-reveal earlier-draw rehearsal list-missing
    list-line list-duplicate list-count list-tickets list-root opening rules beacon seed-names material seed-commitment
    seed-reused seed-missing two-results draw-count draw-rank draw-prize draw-position draw-line outcome-time outcome-rank
    outcome-repeated outcome-skipped two-outcomes signature-unchecked
""".split()


def draw(n: int, k: int, of: bytes = MATERIAL) -> tuple[str, int, int]:
    words = Stream(of)
    return " ".join(map(str, shuffle_prefix(n, k, words))), words.read, words.refused


def load(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text("ascii"))["vectors"]
    return loaded


class CheckValues(unittest.TestCase):
    """The values of the protocol's section 10, on which two earlier programs agreed."""

    def test_roots(self) -> None:
        key = bytes(range(32))
        plain = EntryList.parse(b"alice\nbob\ncarol\ndave\nerin\n", weighted=False)
        weighted = EntryList.parse(b"3\talice\n1\tbob\n1\tcarol\n4\tdave\n2\terin\n", weighted=True)
        self.assertEqual(root(plain.leaves()).hex(), "5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576")
        self.assertEqual(
            salt(key, 0, "alice").hex(), "1d149bced7c393b41617844495c1a42be5ace36acb6478966be10444bb665227"
        )
        self.assertEqual(
            root(plain.leaves(key)).hex(), "b03a0d3d8d03ae863fce684efb8eda04426d34f552d8779718803a3461a73b23"
        )
        self.assertEqual(
            root(weighted.leaves()).hex(), "c38dfada7b6d1655daafd447ddc788777ef8be0b8ef9d0cfb84397679e6d0d9f"
        )

    def test_seed_commitments(self) -> None:
        self.assertEqual(
            seed_commitment("organiser", SEED).hex(),
            "ff40c832ab4eddfcac125780bde8ba948a202acf61e60876ba2e4ad1557f6060",
        )
        self.assertEqual(
            seed_commitment("organiser", SEED, rehearsal=True).hex(),
            "93a472fcb7d3e96629e435db09e3495a28871966838ea0d23deda6bbf62b0429",
        )

    def test_material_and_stream(self) -> None:
        self.assertEqual(len(MATERIAL), 156)
        self.assertEqual(sha256(MATERIAL).hex(), "b34ca0c798a0ae7ac31d12ef901718f1217cae82a69d7ce3320b3a5d8ea38ce1")
        words = Stream(MATERIAL)
        self.assertEqual(
            words.drbg.v.hex(),
            "c1937f8187ed8bcad444d430bd324cef5145d3525954bea036b999d75de82dd3003be824e5b2a11da173948eab67853b"
            "51ba75d420f30a",
        )
        self.assertEqual(
            words.drbg.c.hex(),
            "6201ec61b578c45754561f935a777ee524ff608c127ce4d617db4aff087c0aa07a7b4a0d8282f238e7efc30001f66c7d"
            "b32c2405f42dc0",
        )
        first = b"".join(u64be(words.next_word()) for _ in range(4))
        self.assertEqual(first.hex(), "1016d416e2242ba5c23d445a52240fc18876a7026c86175195ff03eef5e4d6eb")

    def test_positions(self) -> None:
        self.assertEqual(draw(1, 1), ("0", 0, 0))
        self.assertEqual(draw(2, 2)[0], "0 1")
        self.assertEqual(draw(5, 5), ("0 2 1 4 3", 1, 0))
        self.assertEqual(draw(46, 10)[0], "2 41 6 12 34 36 29 18 19 23")
        self.assertEqual(draw(37, 12), ("28 3 24 30 12 29 0 4 36 19 16 17", 2, 1))
        self.assertEqual(draw(105, 10), ("55 102 4 15 13 73 99 33 34 65", 4, 2))
        whole = (
            "3 14 35 36 41 5 23 8 6 17 4 46 34 33 21 49 39 44 22 43 24 37 1 9 10 50 25 40 0 31 45 38 29 7 28 20 13 15 "
            "48 51 16 26 12 42 47 19 11 30 2 27 32 18"
        )
        self.assertEqual(draw(52, 52), (whole, 4, 0))
        self.assertEqual(draw(1000, 10), ("62 848 487 565 379 828 760 200 515 888", 2, 0))
        billion = "62848334 872015849 758747360 760627117 533060493 517173628 585922478 146669371 631244728 364531803"
        self.assertEqual(draw(10**9, 10), (billion, 5, 0))
        large = "386449049614290572 4665472790551070017 3277743488420852337 3602787318524998223"
        self.assertEqual(draw(6148914691236517206, 4), (large, 4, 0))

    def test_whole_orders(self) -> None:
        for n, read, refused, digest in (
            (4000, 755, 4, "72226cff09020feddfef48599a80ae3d13c5fc9a048e50e7c4be0b0bc51684e7"),
            (10000, 2253, 7, "9da7ef41bd9db335c5950428ea3a1925cf022794068f66146374bb67aefd5144"),
        ):
            words = Stream(MATERIAL)
            order = shuffle_prefix(n, n, words)
            self.assertEqual(sha256(b"".join(map(u64be, order))).hex(), digest)
            self.assertEqual((words.read, words.refused), (read, refused))

    def test_below(self) -> None:
        words = Stream(MATERIAL)
        values = [below(6148914691236517206, words) for _ in range(100)]
        self.assertEqual((values[-1], words.read), (4384260551942141500, 135))

    def test_tickets(self) -> None:
        for wins, read, drawn in (("once", 5, [0, 4, 3, 2, 1]), ("per-ticket", 11, [0, 3, 3, 3, 3, 0, 0, 1, 4, 2, 4])):
            words = Stream(MATERIAL)
            self.assertEqual(draw_tickets([3, 1, 1, 4, 2], len(drawn), wins, words), drawn)
            self.assertEqual(words.read, read)

    def test_beacon_materials(self) -> None:
        mixed = material(COMMIT_ID, bytes(range(0xA0, 0xC0)), [SEED, None, bytes(range(0x40, 0x80))])
        self.assertEqual(len(mixed), 268)
        self.assertEqual(sha256(mixed).hex(), "664c2a9b8938212238a0fb42b6e869ed26f603f133598b3c2eccb44442ba015e")
        self.assertEqual(draw(52, 10, mixed)[0], "1 28 36 17 26 34 6 45 4 22")
        text = material(COMMIT_ID, b"04-11-17-23-38-41", [])
        self.assertEqual(len(text), 101)
        self.assertEqual(sha256(text).hex(), "6052ecf2e09b2f4db24370991954d01885bc952c49afe7237314bb62184fa6c3")
        self.assertEqual(draw(1000, 5, text)[0], "139 22 190 668 366")


class HashDrbgVectors(unittest.TestCase):
    """NIST's own vectors, with the states between the calls."""

    def test_nist(self) -> None:
        files = ["cavp_no_reseed", "cavp_pr_false", "cavp_pr_true", "nist_examples"]
        counts = [self._check(HASH_DRBG / f"{name}_sha256.json") for name in files]
        self.assertEqual(counts, [120, 120, 120, 8])

    def _check(self, file: Path) -> int:
        loaded = json.loads(file.read_text("ascii"))["vectors"]
        for vector in loaded:
            with self.subTest(vector["id"]):
                self._check_vector(vector)
        return len(loaded)

    def _check_vector(self, vector: dict[str, Any]) -> None:
        def data(name: str, holder: dict[str, Any] = vector) -> bytes:
            return bytes.fromhex(holder[name])

        drbg = HashDrbg(data("entropy"), data("nonce"), data("personalization"))
        self._check_state(drbg, vector.get("state_after_instantiate"))
        if "reseed" in vector:
            drbg.reseed(data("entropy", vector["reseed"]), data("additional", vector["reseed"]))
            self._check_state(drbg, vector.get("state_after_reseed"))
        for call in vector["generate"]:
            additional = data("additional", call)
            if "entropy_pr" in call:
                # With prediction resistance the additional input goes into the reseed (9.3.1 step 7).
                drbg.reseed(data("entropy_pr", call), additional)
                additional = b""
            returned = drbg.generate(call["bytes"], additional)
            self._check_state(drbg, call.get("state_after"))
            if "returned" in call:
                self.assertEqual(returned.hex(), call["returned"])

    def _check_state(self, drbg: HashDrbg, state: Any) -> None:
        if state:
            self.assertEqual((drbg.v.hex(), drbg.c.hex()), (state["V"], state["C"]))

    def test_carries(self) -> None:
        loaded = json.loads((HASH_DRBG / "state_edge_sha256.json").read_text("ascii"))["vectors"]
        self.assertEqual(len(loaded), 6)
        for vector in loaded:
            drbg = HashDrbg(b"")
            drbg.v, drbg.c = bytes.fromhex(vector["V"]), bytes.fromhex(vector["C"])
            drbg.reseed_counter = vector["reseed_counter"]
            returned = drbg.generate(vector["bytes"], bytes.fromhex(vector["additional"]))
            self.assertEqual(returned.hex(), vector["returned"])
            self.assertEqual(drbg.v.hex(), vector["V_after"])
            self.assertEqual(drbg.reseed_counter, vector["reseed_counter_after"])


class Drawing(unittest.TestCase):
    def test_every_tuple_has_equally_many_words(self) -> None:
        # The same code with words of 10 bits, all of which are counted.
        with mock.patch.object(drawing, "WORD", 1024):
            for run in ([1], [2], [3], [7], [512], [513], [683], [1023], [3, 2], [5, 4, 3, 2], [7, 1, 9], [2, 2, 2]):
                seen: dict[tuple[int, ...], int] = {}
                for word in range(1024):
                    try:
                        values = tuple(draw_run(run, ScriptedWords([word])))
                    except StopIteration:
                        continue  # refused
                    seen[values] = seen.get(values, 0) + 1
                every = set(product(*[range(bound) for bound in run]))
                self.assertEqual(set(seen), every)
                self.assertEqual(set(seen.values()), {1024 // prod(run)})

    def test_runs_are_as_long_as_they_can_be(self) -> None:
        bounds = list(range(3000, 1, -1))
        runs = list(cut(bounds))
        self.assertEqual([bound for run in runs for bound in run], bounds)
        for run, following in zip(runs, runs[1:]):
            self.assertLessEqual(prod(run), 2**60)
            self.assertGreater(prod(run) * following[0], 2**60)

    def test_sparse_shuffle_is_the_shuffle_in_place(self) -> None:
        for n in [*range(1, 40), 100, 1000]:
            words = Stream(MATERIAL)
            places = list(range(n))
            steps = drawing.draw_runs(range(n, 1, -1), words)
            for i, u in enumerate(steps):
                places[i], places[i + u] = places[i + u], places[i]
            for k in {0, 1, n // 2, n - 1, n}:
                self.assertEqual(shuffle_prefix(n, k, Stream(MATERIAL)), places[:k])

    def test_tickets_are_those_of_the_expanded_list(self) -> None:
        chance = random.Random(7)
        for _ in range(200):
            tickets = [chance.randint(1, 9) for _ in range(chance.randint(1, 12))]
            for wins, count in (("once", len(tickets)), ("per-ticket", sum(tickets))):
                expanded = [i for i, held in enumerate(tickets) for _ in range(held)]
                words, expected = Stream(MATERIAL), []
                for _ in range(count):
                    winner = expanded[below(len(expanded), words)]
                    expected.append(winner)
                    if wins == "once":
                        expanded = [i for i in expanded if i != winner]
                    else:
                        expanded.remove(winner)
                self.assertEqual(draw_tickets(tickets, count, wins, Stream(MATERIAL)), expected)


class Lists(unittest.TestCase):
    def test_enc_takes_its_parts_apart(self) -> None:
        self.assertNotEqual(enc("t", b"ab", b"c"), enc("t", b"a", b"bc"))
        self.assertNotEqual(enc("t"), enc("t", b""))

    def test_paths_lead_to_the_root_from_their_position_only(self) -> None:
        for n in range(1, 40):
            leaves = [sha256(u64be(i)) for i in range(n)]
            top = root(leaves)
            for i in range(n):
                hashes = path(leaves, i)
                found = [p for p in range(n + 2) if root_from_path(leaves[i], p, n, hashes) == top]
                self.assertEqual(found, [i])
                self.assertIsNone(root_from_path(leaves[i], i, n, hashes + [top]))
                if hashes:
                    self.assertNotEqual(root_from_path(leaves[i], i, n, hashes[:-1]), top)

    def test_forbidden_characters_are_those_of_the_specification(self) -> None:
        ranges = "0-1F 7F-9F 61C 200E 200F 2028-202E 2066-2069 FEFF".split()
        forbidden = set()
        for item in ranges:
            first, _, last = item.partition("-")
            forbidden |= set(range(int(first, 16), int(last or first, 16) + 1))
        for code in range(0x110000):
            if 0xD800 <= code < 0xE000:
                continue
            fault = entries.text_fault(f"a{chr(code)}b", 100)
            self.assertEqual(fault is not None, code in forbidden, f"U+{code:04X}")


class FilesAndVerify(unittest.TestCase):
    def test_what_parses_prints_back(self) -> None:
        for vector in load("files"):
            files = vector["files"]
            commit = parse_commit(files["commit"].encode())
            self.assertEqual(commit.text(), files["commit"])
            self.assertEqual(commit.id().hex(), vector["commit_id"])
            for text in files["reveals"]:
                self.assertEqual(parse_reveal(text.encode(), commit.places).text(), text)
            for text in files["seeds"]:
                self.assertEqual(parse_seeds(text.encode()).text(), text)
            for text in files["receipts"]:
                self.assertEqual(parse_receipt(text.encode()).text(), text)
            for text in files["outcomes"]:
                self.assertEqual(parse_outcome(text.encode(), commit.places).text(), text)

    def test_every_failure_has_a_vector(self) -> None:
        seen = {vector.get("unchecked", vector)["expect"] for vector in load("tampered")}
        self.assertEqual(seen, {*FAILURE_NAMES, "valid"})

    def test_times(self) -> None:
        chance = random.Random(5)
        epoch = datetime.datetime(1970, 1, 1)
        for _ in range(5000):
            seconds = chance.randrange(-62135596800, 253402300800)
            time = epoch + datetime.timedelta(seconds=seconds)
            text = time.isoformat().rjust(19, "0") + "Z"
            self.assertEqual(unix_time(text), seconds)
        self.assertEqual(unix_time("0000-12-31T23:59:59Z") + 1, unix_time("0001-01-01T00:00:00Z"))

    def test_verify_says_what_is_proven(self) -> None:
        vector = next(vector for vector in load("files") if vector["id"] == "public-text")
        said: list[tuple[int, str, str]] = []
        files = vector["files"]
        given = Files(files["commit"].encode(), [files["reveals"][0].encode()], files["list"].encode())
        verify(given, say=lambda *words: said.append(words))
        self.assertIn((2, "CLAIMED", f"commit {vector['commit_id']} is the one published before the draw"), said)
        self.assertTrue(any(status == "NOT PROVEN" and "no other commit" in words for _, status, words in said))
        self.assertEqual([step for step, _, _ in said], sorted(step for step, _, _ in said))

    def test_failure_stops_at_its_step(self) -> None:
        vector = next(vector for vector in load("files") if vector["id"] == "seed-only")
        files = vector["files"]
        said: list[int] = []
        wrong = Files(files["commit"].encode(), [files["reveals"][0].encode()], files["list"].encode() + b"x\n")
        with self.assertRaises(Failure) as caught:
            verify(wrong, say=lambda step, *_: said.append(step))
        self.assertEqual((caught.exception.name, caught.exception.exit_code, said), ("list-count", 1, [1, 2]))


class Assurance(unittest.TestCase):
    """What verify says besides its verdict."""

    CHAIN = next(chain_hash for chain_hash, chain in CHAINS.items() if chain.name == "quicknet")

    def test_totals(self) -> None:
        tickets = [3, 1, 1, 4, 2]
        weighted = {"entries": list("abcde"), "tickets": tickets, "prizes": [(3, "Car")]}
        once, per_ticket = (make_case(wins=wins, **weighted).commit for wins in ("once", "per-ticket"))
        self.assertEqual(totals(once, tickets, [0, 4, 3]), [11, 8, 6])
        self.assertEqual(totals(per_ticket, tickets, [0, 3, 3]), [11, 10, 9])
        shuffled = make_case(entries=list("abcde"), prizes=[(3, "Car")]).commit
        self.assertEqual(totals(shuffled, [], [4, 1, 0]), [5, 4, 3])

    def test_reach(self) -> None:
        # Results: log2 of 8*7*6*5, of 12! and of 12*11*10, rounded down. Starts: 12 digits are 12 * 3.322 bits, rounded up.
        every = "every result can be expected to be possible if"
        random = f"{every} they are random"
        # Dice have no digit 0, and no digit above 6.
        digits = f"{every} each digit is equally likely to be 0 to 9, whatever the others are"
        for name, starts, results, whole in (
            ("weighted-more-places-than-entries", "440.00", "10.71", random),
            ("whole-list", "440.00", "28.83", random),
            ("public-text", "39.87", "10.36", digits),
            ("public-text-seed", "440.00", "10.36", random),
            ("public-text-three-seeds-all-missing", "39.87", "10.36", digits),
            ("public-text-no-digit", "0.00", "10.36", "this does not show that every result is possible"),
            ("drand-quicknet", "254.00", "10.36", random),
        ):
            said = self._said(name)
            words = f"sources of this kind have at most 2^{starts} starts; the draw has 2^{results} results; {whole}"
            self.assertIn((8, "PROVEN", words), said, name)

    def test_seeds_by_is_600_seconds_before_the_round(self) -> None:
        # Round 1000000 is due at 1692803367 + 3 * 999999 = 1695803364, which is 2023-09-27T08:29:24Z.
        early, late = self._drand("2023-09-27T08:19:24Z", 2), self._drand("2023-09-27T08:19:25Z", 2)
        self.assertIn("not even", " ".join(assurance(early, 2)))
        self.assertNotIn("not even", " ".join(assurance(late, 2)))
        self.assertIn("each of the 2 seed holders", " ".join(assurance(late, 2)))

    def test_seeds_that_were_not_opened_bind_nobody(self) -> None:
        early, late = self._drand("2023-09-27T08:00:00Z", 2), self._drand("2023-09-27T09:00:00Z", 2)
        self.assertNotIn("nobody could", " ".join(assurance(early, 1)))
        for opened, results in ((1, 2), (0, 4)):
            for commit in (early, late):
                self.assertIn(f"could choose after the round among up to {results} results", " ".join(assurance(commit, opened)))
        self.assertNotIn("could choose", " ".join(assurance(early, 2)))
        self.assertEqual(assurance(early, 0)[:-1], assurance(self._drand(None, 0), 0))
        self.assertIn("each of the 1 seed holders", " ".join(assurance(late, 1)))
        self.assertIn("each of the 1 holders of seeds left out", " ".join(assurance(late, 1)))
        self.assertIn("each of the 2 holders of seeds left out", " ".join(assurance(late, 0)))
        text = make_case(beacon=Public("d" * 19, "19 rolls")).commit
        self.assertIn("the author of the commit could list all outcomes", assurance(text, 0))
        self.assertNotIn("the author of the commit could list all outcomes", assurance(text, 1))
        longer = make_case(seeds=[], beacon=Public("d" * 20, "20 rolls")).commit
        self.assertNotIn("the author of the commit could list all outcomes", assurance(longer, 0))

    def test_what_must_be_printed(self) -> None:
        """Step and word of each row of section 13.4 that holds for the draw."""
        for name, expected in (
            ("public-text", "1 P,2 C,3 P,4 P,5 P,5 NC,7 P,8 C,8 C,8 P,8 NP,8 NP".split(",")),
            (
                "drand-two-seeds-one-missing",
                "1 P,2 C,3 P,4 P,5 P,5 C,5 P,6 P,6 C,6 C,7 P,8 C,8 C,8 P,8 NP,8 NP".split(","),
            ),
            ("fresh-quicknet", "1 P,2 C,3 P,4 P,5 P,5 P,6 P,7 P,8 C,8 P,8 NP,8 NP".split(",")),
            ("private", "1 P,2 C,3 P,3 P,3 NC,4 P,5 P,6 P,7 P,8 C,8 P,8 NP,8 NP".split(",")),
        ):
            short = {"PROVEN": "P", "CLAIMED": "C", "NOT CHECKED": "NC", "NOT PROVEN": "NP"}
            said = [f"{step} {short[word]}" for step, word, _ in self._said(name)]
            self.assertEqual(said, expected, name)

    def _drand(self, seeds_by: Any, holders: int) -> Commit:
        names = [f"holder-{i}" for i in range(holders)]
        return make_case(seeds=names, beacon=Drand(self.CHAIN, 1000000), seeds_by=seeds_by).commit

    def test_program_that_checks_no_signatures_says_so(self) -> None:
        for name in ("drand-two-seeds-one-missing", "fresh-quicknet"):
            checked, unchecked = self._said(name), self._said(name, signatures=False)
            about = [(step, word) for step, word, _ in unchecked if step == 5]
            self.assertEqual((5, "NOT CHECKED") in about, True, name)
            self.assertEqual(len(checked), len(unchecked), name)
        condition = "if the signature is that of the round and"
        early = self._drand("2023-09-27T08:00:00Z", 2)
        for opened in (0, 2):
            self.assertIn(condition, assurance(early, opened, signatures=False)[0])
            self.assertNotIn(condition, assurance(early, opened)[0])

    def _said(self, name: str, signatures: bool = True) -> list[tuple[int, str, str]]:
        said: list[tuple[int, str, str]] = []
        texts = cases()[name].files()
        entry_list = texts["list"].encode() if texts["list"] else None
        seeds = [text.encode() for text in texts["seeds"]]
        given = Files(texts["commit"].encode(), [texts["reveals"][0].encode()], entry_list, seeds)
        try:
            verify(given, say=lambda *words: said.append(words), signatures=signatures)
        except Failure as failure:
            self.assertEqual((failure.name, signatures), ("signature-unchecked", False))
        return said


NOON = "2026-12-06T12:00:00Z"
Holders = list[Optional[int]]


def accepted(rank: int, time: str = NOON) -> OutcomeLine:
    return OutcomeLine(time, rank)


def passed_over(rank: int, time: str = NOON) -> OutcomeLine:
    return OutcomeLine(time, rank, PassedOver("declined", "by telephone"))


class Afterwards(unittest.TestCase):
    """Who holds which prize place (section 12.5)."""

    def end(self, winners: int, alternates: int, vacancy: Optional[str], *lines: OutcomeLine) -> Any:
        """The holders; or the failure's name and the number of its line."""
        standing = Standing(winners, alternates, vacancy)
        for number, line in enumerate(lines, 1):
            try:
                standing.take(line)
            except Failure as failure:
                return failure.name, number
        return standing.holders

    def test_in_the_beginning_rank_r_holds_prize_place_r(self) -> None:
        self.assertEqual(self.end(3, 2, "next"), [1, 2, 3])
        self.assertEqual(self.end(3, 2, "up"), [1, 2, 3])

    def test_accepted_changes_nothing(self) -> None:
        for vacancy in ("next", "up"):
            self.assertEqual(self.end(2, 1, vacancy, accepted(2), accepted(1)), [1, 2])

    def test_pick_2_refused_alternate_1_ineligible_alternate_2_accepted(self) -> None:
        self.assertEqual(self.end(2, 2, "next", passed_over(2), passed_over(3), accepted(4)), [1, 4])

    def test_next_fills_the_ith_vacancy_with_alternate_i(self) -> None:
        # "The i-th vacancy written down is filled by alternate i": rank 3's comes first, then rank 1's.
        self.assertEqual(self.end(3, 3, "next", passed_over(3), passed_over(1)), [5, 2, 4])
        # "An alternate who is passed over in turn makes the next vacancy of that prize place."
        self.assertEqual(self.end(3, 3, "next", passed_over(3), passed_over(1), passed_over(4)), [5, 2, 6])
        # "If there is none, it is not awarded. Everybody else keeps what he has."
        none_left = [passed_over(3), passed_over(1), passed_over(4), passed_over(2)]
        self.assertEqual(self.end(3, 3, "next", *none_left), [5, None, 6])

    def test_up_moves_all_up_who_were_not_passed_over(self) -> None:
        # Left of 1 to 5 are 1, 3, 4, 5, "of them the i-th holds prize place i".
        self.assertEqual(self.end(3, 2, "up", passed_over(2)), [1, 3, 4])
        self.assertEqual(self.end(3, 2, "up", passed_over(2), passed_over(4)), [1, 3, 5])
        # "Prize places beyond them are not awarded."
        self.assertEqual(self.end(3, 2, "up", passed_over(2), passed_over(4), passed_over(1)), [3, 5, None])
        self.assertEqual(self.end(1, 1, "up", passed_over(1), passed_over(2)), [None])

    def test_up_moves_who_accepted(self) -> None:
        lines = [accepted(1), accepted(2), passed_over(1)]
        self.assertEqual(self.end(2, 1, "up", *lines), [2, 3])
        self.assertEqual(self.end(2, 1, "up", *lines, accepted(2)), ("outcome-repeated", 4))

    def test_without_alternates_what_is_passed_over_is_not_awarded(self) -> None:
        self.assertEqual(self.end(3, 0, None, passed_over(2), accepted(3)), [1, None, 3])

    def test_who_accepted_may_still_be_passed_over(self) -> None:
        self.assertEqual(self.end(1, 1, "next", accepted(1), passed_over(1), accepted(2)), [2])

    def test_nobody_is_called_before_his_turn(self) -> None:
        for vacancy in ("next", "up"):
            for line in (accepted(3), passed_over(3)):
                self.assertEqual(self.end(2, 2, vacancy, line), ("outcome-skipped", 1))
            self.assertEqual(self.end(2, 2, vacancy, passed_over(2), accepted(4)), ("outcome-skipped", 2))
            self.assertEqual(self.end(2, 2, vacancy, passed_over(2), accepted(3)), [1, 3])

    def test_nobody_is_called_again(self) -> None:
        for vacancy in ("next", "up"):
            self.assertEqual(self.end(2, 1, vacancy, accepted(1), accepted(1)), ("outcome-repeated", 2))
            for line in (accepted(1), passed_over(1)):
                self.assertEqual(self.end(2, 1, vacancy, passed_over(1), line), ("outcome-repeated", 2))

    def test_a_rank_that_was_not_drawn(self) -> None:
        self.assertEqual(self.end(2, 1, "next", accepted(4)), ("outcome-rank", 1))
        self.assertEqual(self.end(2, 0, None, accepted(3)), ("outcome-rank", 1))
        self.assertEqual(self.end(2, 0, None, accepted(2**63 - 1)), ("outcome-rank", 1))

    def test_times_never_go_back(self) -> None:
        before, after = "2026-12-06T11:59:59Z", "2026-12-06T12:00:01Z"
        self.assertEqual(self.end(2, 0, None, accepted(1), accepted(2)), [1, 2])
        self.assertEqual(self.end(2, 0, None, accepted(1), accepted(2, after)), [1, 2])
        self.assertEqual(self.end(2, 0, None, accepted(1), accepted(2, before)), ("outcome-time", 2))
        # Of several faults in a line: time, rank, repeated, skipped.
        self.assertEqual(self.end(2, 0, None, accepted(1), accepted(9, before)), ("outcome-time", 2))
        self.assertEqual(self.end(2, 0, None, accepted(1), accepted(1, before)), ("outcome-time", 2))
        # Rank 1 holds nothing any more, and was passed over.
        self.assertEqual(self.end(1, 1, "next", passed_over(1), accepted(1)), ("outcome-repeated", 2))

    def test_all_short_histories_by_a_second_model(self) -> None:
        ended = 0
        for winners, alternates in product(range(1, 4), range(4)):
            for vacancy in ("next", "up") if alternates else (None,):
                for lines in self._histories(winners, alternates, vacancy, []):
                    expected = self._model(winners, alternates, vacancy, lines)
                    made = [passed_over(rank) if kind == "p" else accepted(rank) for kind, rank in lines]
                    self.assertEqual(self.end(winners, alternates, vacancy, *made), expected, (vacancy, lines))
                    ended += 1
        self.assertGreater(ended, 10000)

    def test_vectors_agree_with_the_second_model(self) -> None:
        for vector in load("outcome"):
            files = "".join(f"{line}\n" for line in ("fairdraw outcome v1", f"commit: {'0' * 64}", f"reveal: {'0' * 64}"))
            parsed = parse_outcome((files + "".join(f"{line}\n" for line in vector["lines"])).encode(), 1).lines
            lines = [("p" if line.passed_over else "a", line.rank) for line in parsed]
            expected = self._model(vector["winners"], vector["alternates"], vector["vacancy"], lines)
            times = [line.time for line in parsed]
            back = [number for number in range(2, len(times) + 1) if times[number - 1] < times[number - 2]]
            if back and not (isinstance(expected, tuple) and expected[1] < back[0]):
                expected = ("outcome-time", back[0])
            found = vector.get("holders") or (vector["expect"], vector["line"])
            self.assertEqual(found, expected, vector["id"])

    def _histories(
        self, winners: int, alternates: int, vacancy: Optional[str], before: list[tuple[str, int]]
    ) -> Iterator[list[tuple[str, int]]]:
        """All of up to four lines in which no line but the last fails."""
        for line in product("ap", range(1, winners + alternates + 2)):
            lines = [*before, line]
            yield lines
            if len(lines) < 4 and isinstance(self._model(winners, alternates, vacancy, lines), list):
                yield from self._histories(winners, alternates, vacancy, lines)

    def _model(self, winners: int, alternates: int, vacancy: Optional[str], lines: list[tuple[str, int]]) -> Any:
        """Who holds what follows from the order of those passed over alone; nothing is moved about."""
        for number, (kind, rank) in enumerate(lines, 1):
            above = lines[: number - 1]
            if rank > winners + alternates:
                return "outcome-rank", number
            if ("p", rank) in above or (kind == "a" and (kind, rank) in above):
                return "outcome-repeated", number
            if rank not in self._holders(winners, alternates, vacancy, above):
                return "outcome-skipped", number
        return self._holders(winners, alternates, vacancy, lines)

    def _holders(self, winners: int, alternates: int, vacancy: Optional[str], lines: list[tuple[str, int]]) -> Holders:
        gone = [rank for kind, rank in lines if kind == "p"]
        if vacancy == "up":
            left: Holders = [rank for rank in range(1, winners + alternates + 1) if rank not in gone]
            return (left + [None] * winners)[:winners]
        holders: Holders = []
        for place in range(1, winners + 1):
            rank: Optional[int] = place
            while rank in gone:
                filling = gone.index(rank) + 1  # this vacancy's number, and its alternate's
                rank = winners + filling if filling <= alternates else None
            holders.append(rank)
        return holders


def files_of(case: Case, outcomes: Optional[list[str]] = None, earlier: Any = ()) -> Files:
    return Files(
        case.commit.text().encode(),
        [case.reveal().text().encode()],
        case.entry_list.canonical(),
        outcomes=[text.encode() for text in outcomes or []],
        earlier=[(commit.text().encode(), reveal and reveal.text().encode()) for commit, reveal in earlier],
    )


def result(files: Files, **options: Any) -> Optional[str]:
    """The name of the failure, or the grade."""
    try:
        return verify(files, **options)
    except Failure as failure:
        return failure.name


class OutcomeFiles(unittest.TestCase):
    def setUp(self) -> None:
        self.case = make_case(alternates=2)
        self.lines = [accepted(1), passed_over(2), passed_over(4), accepted(5)]

    def text(self, lines: list[OutcomeLine], reveal: Optional[bytes] = None) -> str:
        return Outcome(self.case.commit.id(), reveal or self.case.reveal().id(), lines).text()

    def test_what_parses_prints_back(self) -> None:
        text = self.text(self.lines)
        self.assertEqual(parse_outcome(text.encode(), 5).text(), text)
        self.assertEqual(text.split("\n")[3:5], [f"accepted: {NOON} 1", f"passed-over: {NOON} 2 declined by telephone"])
        self.assertEqual(parse_outcome(text.replace("\n", "\r\n").encode(), 5).text(), text)

    def test_what_is_not_of_the_grammar(self) -> None:
        text = self.text(self.lines)
        for old, new in (
            (" 1\n", " 0\n"),
            (" 1\n", " 01\n"),
            (" 1\n", f" {2**63}\n"),
            (" 1\n", " 1 \n"),
            (" 1\n", " 1 declined by letter\n"),
            ("2 declined by", "2  declined by"),
            ("2 declined by", "2 declined  by"),
            ("2 declined by", "2 Declined by"),
            ("2 declined by", "2 died by"),
            ("2 declined by telephone", "2 declined"),
            ("T12:00:00Z 2", "T12:00:60Z 2"),
            ("2026-12-06T12:00:00Z 2", "2026-12-06 2"),
            ("accepted:", "acepted:"),
            ("\naccepted:", "\nnote: x\naccepted:"),
            ("reveal: ", "reveal:  "),
            ("\nreveal", "\ncommit"),
            ("telephone", "x" * 512),
        ):
            self.assertEqual(text.count(old) > 0, True, old)
            self.assertEqual(result(files_of(self.case, [text.replace(old, new, 1)])), "grammar", (old, new))
        self.assertEqual(result(files_of(self.case, [text + "note: x\n"])), "grammar")
        self.assertEqual(result(files_of(self.case, [self.text([])])), "grammar")
        self.assertEqual(result(files_of(self.case, [text.replace("outcome v1", "secret v1")])), "grammar")
        self.assertEqual(result(files_of(self.case, [text.replace(" v1", " v2")])), "later-version")
        longest = text.replace("by telephone", "x" * (512 - len(f"{NOON} 2 declined ")))
        self.assertEqual(result(files_of(self.case, [longest])), "E")

    def test_verify_says_who_holds_what(self) -> None:
        said: list[tuple[int, str, str]] = []
        files = files_of(self.case, [self.text(self.lines[:2]), self.text(self.lines)])
        verify(files, say=lambda *words: said.append(words))
        draws = self.case.reveal().draws
        self.assertIn((7, "PROVEN", f"prize-1, place 1: rank 1, position {draws[0].position}: {draws[0].entry}"), said)
        self.assertIn((7, "PROVEN", f"prize-2, place 2: rank 5, position {draws[4].position}: {draws[4].entry}"), said)
        self.assertIn((7, "CLAIMED", f"passed-over: {NOON} 4 declined by telephone"), said)
        words = [word for step, word, _ in said if step == 7]
        self.assertEqual(words, ["PROVEN"] * 5 + ["CLAIMED"] * 4 + ["NOT PROVEN"])

    def test_failures(self) -> None:
        case, lines = self.case, self.lines
        right = self.text(lines)
        for name, texts in (
            ("E", [right]),
            ("E", [right, right]),
            ("E", [right, self.text(lines[:1]), self.text(lines[:3])]),
            ("other-reveal", [right, self.text(lines, bytes(32))]),
            ("outcome-skipped", [right, self.text([accepted(4)])]),
            ("outcome-repeated", [self.text([accepted(1), accepted(1)]), self.text([accepted(4)])]),
            ("two-outcomes", [right, self.text(lines[:1] + [passed_over(3)])]),
            ("two-outcomes", [self.text([accepted(1)]), self.text([accepted(1, "2026-12-06T12:00:01Z")])]),
        ):
            self.assertEqual(result(files_of(case, texts)), name)
        other_commit = right.replace(case.commit.id().hex(), "0" * 64)
        self.assertEqual(result(files_of(case, [self.text(lines, bytes(32)), other_commit])), "other-commit")

    def test_reveals_that_differ_in_notes_have_one_history(self) -> None:
        noted = replace(self.case.reveal(), notes=["a copy"])
        files = files_of(self.case, [self.text(self.lines), self.text(self.lines[:2], noted.id())])
        self.assertEqual(result(files), "other-reveal")
        files.reveals.append(noted.text().encode())
        self.assertEqual(result(files), "E")
        files.outcomes[1] = self.text([passed_over(1)], noted.id()).encode()
        self.assertEqual(result(files), "two-outcomes")

    def test_a_secret_file_may_lack_its_commit(self) -> None:
        for line in ("", f"commit: {COMMIT_ID.hex()}\n"):
            for rest in (f"seed: bob {SEED.hex()}\n", f"list-key: {COMMIT_ID.hex()}\n", ""):
                text = f"fairdraw secret v1\n{line}{rest}"
                self.assertEqual(parse_secret(text.encode()).text(), text)


class History(unittest.TestCase):
    def setUp(self) -> None:
        self.first = make_case(title="First draw", seeds=["first"])
        self.second = make_case(title="Second draw", replaces=self.first.commit.id(), reason="Wrong list")
        followed = (self.second.commit.id(), self.second.reveal().id())
        self.third = make_case(title="Third draw", seeds=["third"], follows=followed, reason="A prize was left")

    def test_chains(self) -> None:
        first, second = [(case.commit, case.reveal()) for case in (self.first, self.second)]
        bare_first, bare_second = (first[0], None), (second[0], None)
        noted = (first[0], replace(first[1], notes=["a copy"]))
        for expected, earlier in (
            ("E", []),
            ("E", [second]),
            ("E", [bare_second]),
            ("E", [second, first]),
            ("E", [first, second]),
            ("E", [bare_first, second]),
            ("E", [noted, second]),  # first is replaced: any reveal of its commit
            ("earlier-draw", [first]),
            ("earlier-draw", [second, second]),
            ("earlier-draw", [second, bare_second]),
            ("earlier-draw", [second, (self.third.commit, None)]),
            ("earlier-draw", [(second[0], replace(second[1], notes=["a copy"]))]),
            ("earlier-draw", [(second[0], first[1])]),
            ("earlier-draw", [second, (first[0], second[1])]),
        ):
            self.assertEqual(result(files_of(self.third, earlier=earlier)), expected, len(earlier))
        self.assertEqual(result(files_of(self.first, earlier=[first])), "earlier-draw")
        self.assertEqual(result(files_of(self.first, earlier=[second])), "earlier-draw")

    def test_what_is_said(self) -> None:
        first, second = [(case.commit, case.reveal()) for case in (self.first, self.second)]
        for earlier, place in (([first, second], "draw 3 of 3; "), ([second], "draw 3 of 3 at least; "), ([], "")):
            said: list[tuple[int, str, str]] = []
            verify(files_of(self.third, earlier=earlier), say=lambda *words: said.append(words))
            of_step = [(word, sentence) for step, word, sentence in said if step == 4][1:]
            words = [word for word, _ in of_step]
            links = [["PROVEN"] if earlier else [], ["CLAIMED"], ["CLAIMED", "NOT PROVEN"] if earlier else []]
            self.assertEqual(words, [*sum(links, []), "NOT CHECKED"])
            if earlier:
                self.assertTrue(of_step[0][1].startswith(f"this is {place}"), of_step[0])

    def test_randomness_of_an_earlier_draw(self) -> None:
        """It may have been known to whoever made the commit."""
        made = repeated_cases()
        before = "2023-03-01T00:00:00Z"
        for name, existed_by, what, count in (
            ("same-text", None, "public text", 2),
            ("same-text-without-reveals", None, "", 0),
            ("other-text", None, "", 0),
            ("a-seed-after-a-text", None, "", 0),
            ("round-after-a-text", None, "", 0),
            ("same-round", None, "round", 1),
            ("same-round", before, "", 0),
            ("earlier-round", None, "round", 1),
            ("earlier-round-of-other-chain", None, "round", 1),
            ("later-round", None, "", 0),
        ):
            case = made[f"follows-with-{name}"]
            said: list[tuple[int, str, str]] = []
            files = files_of(case, earlier=case.earlier)
            verify(files, existed_by=existed_by, say=lambda *words: said.append(words))
            of_step = [(word, sentence) for step, word, sentence in said if step == 5 and "nobody knew" in sentence]
            self.assertEqual([word for word, _ in of_step], ["NOT PROVEN"] * count, name)
            self.assertTrue(all(f"nobody knew the {what} when" in sentence for _, sentence in of_step), name)


class Grades(unittest.TestCase):
    """Round 12040883 of quicknet is due at 1692803367 + 3 * 12040882 = 1728926013, which is 2024-10-14T17:13:33Z."""

    ROUND, BEFORE = "2024-10-14T17:13:33Z", "2024-10-14T17:13:32Z"

    def grade(self, case: Case, expected: bool, existed_by: Optional[str]) -> Optional[str]:
        expect = case.commit.id().hex() if expected else None
        return result(files_of(case), expect=expect, existed_by=existed_by, rehearsal=case.rehearsal)

    def drand_case(self, **more: Any) -> Case:
        beacon, value = drand("quicknet")
        return make_case(beacon=beacon, value=value, created="2024-10-01T00:00:00Z", **more)

    def grades(self, case: Case) -> str:
        """Without id: no time, the round's, before it. Then the same with the expected id."""
        return "".join(
            self.grade(case, expected, time) or "-"
            for expected in (False, True)
            for time in (None, self.ROUND, self.BEFORE)
        )

    def test_table(self) -> None:
        two, early, late = ["organiser", "bob"], "2024-10-14T17:03:33Z", "2024-10-14T17:03:34Z"
        self.assertEqual(self.grades(make_case()), "EDDDDD")
        self.assertEqual(self.grades(cases()["public-text-three-seeds-one-missing"]), "EDDDDD")
        self.assertEqual(self.grades(self.drand_case(seeds=[])), "EDBCCB")
        self.assertEqual(self.grades(self.drand_case(seeds=["bob"], seeds_by=early)), "EDBCCB")
        self.assertEqual(self.grades(self.drand_case(seeds=two, seeds_by=early)), "EDACCA")
        self.assertEqual(self.grades(self.drand_case(seeds=two, seeds_by=late)), "EDBCCB")
        missing = self.drand_case(seeds=[*two, "carol"], seeds_by=early, no_reveal="leave-out", missing=["bob"])
        self.assertEqual(self.grades(missing), "EDDDDD")
        one = self.drand_case(seeds=["bob"], seeds_by=early, no_reveal="leave-out", missing=["bob"])
        self.assertEqual(self.grades(one), "EDDDDD")

    def test_a_rehearsal_has_none(self) -> None:
        self.assertIsNone(self.grade(make_case(rehearsal=True), True, self.BEFORE))

    def test_a_proven_time_only_adds(self) -> None:
        beacon, value = drand("quicknet")
        late = make_case(seeds=[], beacon=beacon, value=value, created=self.ROUND)
        self.assertEqual(self.grade(late, True, self.BEFORE), "beacon")

    def test_a_time_before_the_round_of_fresh_is_no_proof(self) -> None:
        # Round 123 of quicknet was due at 1692803367 + 3 * 122 = 1692803733.
        case = cases()["fresh-and-drand"]
        before, due = "2023-08-23T15:15:32Z", "2023-08-23T15:15:33Z"
        self.assertEqual([self.grade(case, known, before) for known in (False, True)], ["E", "C"])
        self.assertEqual([self.grade(case, known, due) for known in (False, True)], ["B", "B"])
        for time, words in ((before, ["NOT PROVEN", "CLAIMED"]), (due, ["PROVEN", "PROVEN"])):
            said: list[tuple[int, str, str]] = []
            verify(files_of(case), existed_by=time, say=lambda *words: said.append(words))
            about = [word for step, word, text in said if step == 2 and "existed by" in text]
            self.assertEqual(about + [word for step, word, _ in said if step == 5][1:2], words)

    def test_it_is_proven_that_the_commit_was_before_the_round(self) -> None:
        for time, word in ((None, "CLAIMED"), (self.ROUND, "CLAIMED"), (self.BEFORE, "PROVEN")):
            said: list[tuple[int, str, str]] = []
            verify(files_of(self.drand_case()), existed_by=time, say=lambda *words: said.append(words))
            self.assertEqual([word for step, word, _ in said if step == 5][1], word)

    def test_a_text_could_be_known_by_the_proven_time(self) -> None:
        for name, time, words in (
            ("public-text", None, []),
            ("public-text", self.BEFORE, ["NOT PROVEN"]),
            ("drand-quicknet", self.BEFORE, []),
        ):
            said: list[tuple[int, str, str]] = []
            verify(files_of(cases()[name]), existed_by=time, say=lambda *words: said.append(words))
            start = f"that the text was not known yet by {time}"
            self.assertEqual([word for step, word, text in said if step == 5 and text.startswith(start)], words)

    def test_without_checked_signatures_a_beacon_has_no_grade(self) -> None:
        found = result(files_of(self.drand_case()), existed_by=self.BEFORE, signatures=False)
        self.assertEqual(found, "signature-unchecked")

    def test_every_grade_has_its_words(self) -> None:
        self.assertEqual("".join(GRADES), "ABCDE")


class CheckedInVectors(unittest.TestCase):
    def test_vectors_are_what_the_reference_prints(self) -> None:
        there = {file.stem for file in VECTORS.glob("*.json")}
        # Those of the exam, which no draw uses, are the programs' exam_*.py.
        there = {name for name in there if not name.startswith("exam-")}
        self.assertEqual(there - OTHERS, set(vectors.FILES))
        for name in vectors.FILES:
            if name != "accumulated":
                with self.subTest(name):
                    self.assertEqual((VECTORS / f"{name}.json").read_bytes(), vectors.render(name).encode("ascii"))

    def test_the_first_10000_accumulated_draws_are_what_the_reference_gives(self) -> None:
        # All 100,000 are drawn when the vectors are written.
        about, first = accumulated_vectors.accumulated(10_000)
        file = json.loads((VECTORS / "accumulated.json").read_text("ascii"))
        self.assertEqual(file["about"], about)
        self.assertEqual([vector for vector in file["vectors"] if vector["draws"] <= 10_000], first)
        self.assertEqual(len(first), 15)

    def test_folders_are_what_the_reference_writes(self) -> None:
        there = {str(path.relative_to(FOLDERS)): path.read_bytes() for path in FOLDERS.rglob("*") if path.is_file()}
        written = folder_vectors.tree()
        self.assertEqual(set(there), set(written))
        for name, data in written.items():
            self.assertEqual(there[name], data, name)

    def test_folders_end_as_they_say(self) -> None:
        seen = set()
        for folder in sorted(path for path in FOLDERS.iterdir() if path.is_dir()):
            said = dict(line.split(": ", 1) for line in (folder / "expect").read_text("ascii").splitlines())
            files = sorted(str(path) for path in folder.iterdir() if path.name != "expect")
            output = io.StringIO()
            with redirect_stdout(output):
                status = fairdraw.main(["verify", *files, *said.get("arguments", "").split()])
            self.assertEqual(output.getvalue().splitlines()[-1].split(":")[0], said["expect"], folder)
            self.assertEqual(str(status), said["status"], folder)
            seen.update([said["expect"], said.get("unchecked", said["expect"]).split()[0]])
        self.assertEqual(seen, {*FAILURE_NAMES, "valid"})

    def test_every_failure_of_the_specification_is_known_here(self) -> None:
        text = (HERE.parent / "SPEC.md").read_text("utf-8")
        table = text[text.index("### 13.2.") : text.index("### 13.3.")]
        names = re.findall(r"\| `([a-z0-9-]+)` \| [12] \|", table)
        names.remove("out-of-memory")  # which no reader of small files meets
        self.assertEqual(names, FAILURE_NAMES)


# Files of audit/vectors that are not made by the reference.
OTHERS = {"schema"}
FOLDERS = VECTORS / "files"


class SchemaOfTheVectors(unittest.TestCase):
    def setUp(self) -> None:
        self.schema = json.loads((VECTORS / "schema.json").read_text("ascii"))
        self.files = {name: json.loads((VECTORS / f"{name}.json").read_text("ascii")) for name in vectors.FILES}

    def fault(self, name: str, file: Any) -> Optional[str]:
        return json_schema.fault(file, {"$ref": f"#/$defs/{name}"}, self.schema)

    def test_every_file_is_of_the_schema(self) -> None:
        self.assertEqual([one["$ref"] for one in self.schema["anyOf"]], [f"#/$defs/{name}" for name in self.files])
        for name, file in self.files.items():
            self.assertIsNone(self.fault(name, file), name)
            self.assertEqual(file["count"], len(file["vectors"]), name)
            self.assertEqual(len({vector["id"] for vector in file["vectors"]}), file["count"], name)

    def test_no_other_field_type_or_file_passes(self) -> None:
        for name, file in self.files.items():
            vector = file["vectors"][0]
            for field, value in vector.items():
                without = {key: kept for key, kept in vector.items() if key != field}
                other: Any = [] if isinstance(value, (str, int)) else 7
                for changed in (without, {**vector, field: other}, {**vector, field + "s": value}):
                    passes = self.fault(name, {**file, "vectors": [changed]}) is None
                    # Only positions of long draws, and the beacon's sources, may be left out.
                    self.assertEqual(passes, changed is without and field in OPTIONAL[name], (name, field))
            wrong_heads: list[tuple[str, Any]] = [("about", ""), ("spec", "1.0.1"), ("count", "3"), ("vectors", [])]
            for field, wrong in [*wrong_heads, ("count", True)]:
                self.assertIsNotNone(self.fault(name, {**file, field: wrong}), (name, field))
            self.assertIsNotNone(self.fault(name, {**file, "more": 1}), name)
            self.assertIsNotNone(self.fault(name, {key: kept for key, kept in file.items() if key != "spec"}), name)
            like_it = {"sizes", "tampered", "sample-files"} if name in ("sizes", "tampered") else {name}
            for other_name in set(self.files) - like_it:
                self.assertIsNotNone(self.fault(other_name, file), (name, other_name))

    def test_forms_of_values_are_checked(self) -> None:
        for name, good, bad in (
            ("integer", ["0", "18446744073709551615"], ["", "01", "-1", "1.0", "1\n", 1]),
            ("hex", ["", "00ff"], ["0", "FF", "0x", "00\n"]),
            ("digest", ["ab" * 32], ["ab" * 31, "AB" * 32]),
            ("count", [0, 2**53 - 1], [-1, 2**53, True, "1", None]),
            ("file", ["x", {"hex": "00"}, {"repeat": "a", "times": 3, "then": ""}], [{"hex": "0"}, {"repeat": "a"}, 1]),
            ("exit", [0, 1, 2], [3, False, "0"]),
            ("ending", ["valid", *FAILURE_NAMES], ["Valid", "out-of-memory", ""]),
            ("time", [NOON], [NOON + "\n", "2026-12-06", ""]),
            ("holders", [[1], [None, 3]], [[], [0], ["1"], 1]),
            ("grade", ["A", "E", None], ["F", "a", ""]),
        ):
            for value in good:
                self.assertIsNone(self.fault(name, value), (name, value))
            for value in bad:
                self.assertIsNotNone(self.fault(name, value), (name, value))

    def test_a_keyword_that_is_not_known_is_no_pass(self) -> None:
        with self.assertRaises(ValueError):
            json_schema.fault(1, {"exclusiveMinimum": 0}, {})


# Fields that a vector may be without.
OPTIONAL: dict[str, set[str]] = defaultdict(set, positions={"positions"}, material={"signature", "public"})
OPTIONAL.update(outcome={"holders"}, files={"grade"}, sample={"items", "count", "items_sha256"})


class CommandLine(unittest.TestCase):
    def run_it(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(HERE / "fairdraw.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tempfile.gettempdir(), check=False)

    def test_verify(self) -> None:
        vector = next(vector for vector in load("files") if vector["id"] == "two-seeds")
        with tempfile.TemporaryDirectory() as folder:
            names = []
            files = vector["files"]
            for name, text in (
                ("a.reveal", files["reveals"][0]),
                ("a.list", files["list"]),
                ("a.commit", files["commit"]),
                ("a.seeds", files["seeds"][0]),
            ):
                names.append(str(Path(folder) / name))
                Path(names[-1]).write_bytes(text.encode("utf-8"))
            right = self.run_it("verify", *names, "--expect", vector["commit_id"])
            self.assertEqual(right.returncode, 0)
            self.assertTrue(right.stdout.splitlines()[-1].startswith("valid: grade D, "))
            bare = self.run_it("verify", *names)
            self.assertTrue(bare.stdout.splitlines()[-1].startswith("valid: grade E, "))
            timed = self.run_it("verify", *names, "--existed-by", "2026-12-01T00:00:00Z")
            self.assertTrue(timed.stdout.splitlines()[-1].startswith("valid: grade D, "))
            self.assertEqual(self.run_it("verify", *names, "--existed-by", "2026-12-01").returncode, 2)
            wrong = self.run_it("verify", *names, "--expect", "0" * 64)
            self.assertEqual(wrong.returncode, 1)
            self.assertTrue(wrong.stdout.splitlines()[-1].startswith("commit-id: "))
            no_list = self.run_it("verify", names[0], names[2])
            self.assertEqual(no_list.returncode, 2)
            self.assertEqual(self.run_it("verify", names[0]).returncode, 2)
            self.assertEqual(self.run_it("verify", *names, "--expect", "0").returncode, 2)
            self.assertEqual(self.run_it("verify", str(Path(folder) / "none")).returncode, 2)

    def test_the_ending_of_a_name_decides_what_a_file_is(self) -> None:
        for name, first_line, role in (
            ("x.receipt", b"Fairdraw receipt v1", "receipt"),
            ("x.receipt", b"", "receipt"),
            ("x.receipt", b"fairdraw commit v1", "receipt"),
            ("folder.list/X.RECEIPT", b"Ash", "receipt"),
            ("x.seeds", b"\xef\xbb\xbffairdraw seeds v1", "seeds"),
            ("x.commit", b"Ash", "commit"),
            ("x.reveal", b"fairdraw receipt v1", "reveal"),
            ("x.list", b"fairdraw receipt v1", "list"),
            ("x.secret", b"Ash", None),
            ("x.outcome", b"Ash", "outcome"),
            ("x.txt", b"fairdraw receipt v1", "receipt"),
            ("x", b"fairdraw rehearsal v1\r", "commit"),
            ("x", b"fairdraw rehearsal-reveal v12", "reveal"),
            ("x", b"fairdraw secret v1", None),
            ("x", b"fairdraw lottery v1", None),
            ("x", b"fairdraw list v1", None),
            ("x.receipt.txt", b"Ash", "list"),
            ("receipt", b"Ash", "list"),
            ("x", b"fairdraw receipt v1 ", "list"),
            ("x", b"", "list"),
        ):
            self.assertEqual(fairdraw.role_of(name, first_line + b"\n"), role, (name, first_line))

    def test_a_broken_file_is_not_taken_for_the_list(self) -> None:
        vector = next(vector for vector in load("files") if vector["id"] == "private")
        files = vector["files"]
        broken = files["receipts"][0].replace("fairdraw", "Fairdraw")
        with tempfile.TemporaryDirectory() as folder:

            def verify_with(*more: tuple[str, str]) -> tuple[int, str]:
                given = [("a.commit", files["commit"]), ("a.reveal", files["reveals"][0]), *more]
                for name, text in given:
                    (Path(folder) / name).write_bytes(text.encode("utf-8"))
                ran = self.run_it("verify", *[str(Path(folder) / name) for name, _ in given])
                return ran.returncode, (ran.stdout.splitlines() or [""])[-1].split(":")[0]

            self.assertEqual(verify_with(("a.receipt", files["receipts"][0])), (0, "valid"))
            self.assertEqual(verify_with(("a.receipt", broken)), (1, "grammar"))
            self.assertEqual(verify_with(("a.seeds", "Seeds\n")), (1, "grammar"))
            # Without an ending it can only be the list, which a private draw does not read; two lists are wrong use.
            self.assertEqual(verify_with(("a.txt", broken)), (0, "valid"))
            self.assertEqual(verify_with(("a.txt", broken), ("a.list", "Ash\n")), (2, ""))
            self.assertEqual(verify_with(("a.txt", broken), ("b.txt", broken)), (2, ""))
            self.assertEqual(verify_with(("a.secret", "Ash\n")), (2, ""))

    def test_verify_with_earlier_draws(self) -> None:
        """The draw's commit is the one that no other names, in whatever order files are given."""
        first = make_case(title="First", seeds=["first"])
        second = make_case(title="Second", replaces=first.commit.id(), reason="x", alternates=1)
        rival = make_case(title="Rival", replaces=first.commit.id(), reason="y")
        outcome = Outcome(second.commit.id(), second.reveal().id(), [passed_over(1)])
        with tempfile.TemporaryDirectory() as folder:

            def put(name: str, text: str) -> str:
                path = Path(folder) / name
                path.write_bytes(text.encode("utf-8"))
                return str(path)

            listed = put("list", first.list_text() or "")
            commit, reveal = put("a.commit", first.commit.text()), put("a.reveal", first.reveal().text())
            own, own_reveal = put("b.commit", second.commit.text()), put("b.reveal", second.reveal().text())
            other, noted = put("c.commit", rival.commit.text()), put("a-2.reveal", first.reveal().text() + "note: x\n")
            written = put("b.outcome", outcome.text())
            for names in ([commit, reveal, own, own_reveal, written], [written, own_reveal, own, reveal, commit]):
                ended = self.run_it("verify", *names, listed)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertIn("4 PROVEN: this is draw 2 of 2; ", ended.stdout)
                self.assertIn("prize-1, place 1: rank 4, ", ended.stdout)
            for names in (
                [own, other, own_reveal],  # two that no other names
                [commit, own, reveal],  # the draw has no reveal
                [commit, own, reveal, noted, own_reveal],  # an earlier draw with two
                [own, own, own_reveal],
            ):
                ended = self.run_it("verify", *names, listed)
                self.assertEqual((ended.returncode, ended.stdout), (2, ""))
            # Which commit is the draw's can't be told before all are read.
            broken = put("d.commit", first.commit.text().replace("title: ", "title; "))
            for names in ([commit, broken], [broken, own], [own, broken, own_reveal], [own, own, broken]):
                ended = self.run_it("verify", *names, listed)
                self.assertEqual((ended.returncode, ended.stdout[:8]), (1, "grammar:"))
            self.assertEqual(self.run_it("verify", broken, listed).returncode, 2)
            twice = self.run_it("verify", commit, commit, own, own_reveal, listed)
            self.assertEqual((twice.returncode, twice.stdout.split(":")[0]), (1, "1 PROVEN"))
            self.assertTrue(twice.stdout.splitlines()[-1].startswith("earlier-draw: "))

    def test_draw_positions(self) -> None:
        shuffled = self.run_it("draw-positions", MATERIAL.hex(), "5", "5")
        self.assertEqual(shuffled.stdout.split(), ["0", "2", "1", "4", "3"])
        struck = self.run_it("draw-positions", MATERIAL.hex(), "--tickets", "3,1,1,4,2", "3")
        self.assertEqual(struck.stdout.split(), ["0", "4", "3"])
        self.assertEqual(self.run_it("draw-positions", MATERIAL.hex(), "5", "6").returncode, 2)

    def test_vectors(self) -> None:
        printed = self.run_it("vectors", "encode")
        self.assertEqual(printed.stdout.encode("ascii"), (VECTORS / "encode.json").read_bytes())


if __name__ == "__main__":
    unittest.main()
