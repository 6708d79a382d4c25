"""Tests of audit samples in the reference (specification section 19): python3 audit/reference/test_sample.py."""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
import unittest
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Callable, Iterator, Optional, Sequence
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import drawing
import fairdraw
import sample_folder_vectors
from allocation import allocate
from checks import Files, verify
from draw_vectors import ending
from failure import Failure
from files import parse_commit, parse_reveal
from hash_drbg import Words
from population import Batch, Population, Range, counted, listed
from sample import CERTAINTY, SAMPLE, SPARE, Design, Item, Mus, Simple, Stratified, Stratum, Systematic, WithReplacement
from sample import extension, streams_of
from sample_draw_vectors import cases, faults
from sample_files import parse_extension, parse_replacements
from sample_vectors import MATERIALS, allocations, explicit, rows


class Script(Words):
    """Uniform values in place of words: those given, then zeros; keeps the bounds that were asked for."""

    def __init__(self, values: Sequence[int]) -> None:
        super().__init__()
        self.values = list(values)
        self.bounds: list[int] = []

    def value(self, bound: int) -> int:
        if len(self.bounds) == len(self.values):
            self.values.append(0)
        self.bounds.append(bound)
        return self.values[len(self.bounds) - 1]


def outcomes(design: Design, population: Population) -> Iterator[list[Item]]:
    """The samples for all values of all uniform draws of the design, each combination of values once."""

    def draw_run(run: Sequence[int], words: Script) -> list[int]:
        return [words.value(bound) for bound in run]

    script = Script([])
    with mock.patch.object(drawing, "draw_run", draw_run):
        while True:
            script = Script(script.values)
            yield design.draw(population, lambda *_: script)
            # The next combination: the last value that can rise does, and those behind begin again.
            while script.values and script.values[-1] + 1 == script.bounds[len(script.values) - 1]:
                script.values.pop()
            if not script.values:
                return
            script.values[-1] += 1


def selections(
    design: Design, population: Population, of: Callable[[list[Item]], list[object]]
) -> tuple[Counter[object], int]:
    """How often each thing comes up in all outcomes together, and the number of outcomes."""
    count: Counter[object] = Counter()
    total = 0
    for items in outcomes(design, population):
        count.update(of(items))
        total += 1
    return count, total


def positions(items: list[Item]) -> list[object]:
    return [item.position for item in items]


def amounts_of(*amounts: int) -> Population:
    return Population(len(amounts), amounts=amounts)


BOOKS = ([5, 3, 6, 2, 4, 1, 7], [1], [2, 2, 2], [1, 1, 1, 4], [3, 0, -2, 5, 4], [1, 2, 3, 4, 5, 6])


class EveryOutcome(unittest.TestCase):
    """All values of the uniform draws: what is selected how often. Nothing here is estimated."""

    def test_the_script_runs_through_all_values(self) -> None:
        found = [tuple(positions(items)) for items in outcomes(WithReplacement(3), Population(2))]
        self.assertEqual(sorted(found), sorted(product(range(2), repeat=3)))

    def test_simple_gives_each_ordered_sample_equally_often(self) -> None:
        for size in range(1, 7):
            for n in range(1, size + 1):
                count, total = selections(Simple(n), Population(size), lambda items: [tuple(positions(items))])
                ways = 1
                for step in range(n):
                    ways *= size - step
                self.assertEqual(set(count.values()), {total // ways})
                self.assertEqual(len(count), ways)

    def test_spares_are_the_places_after_the_sample(self) -> None:
        for items in outcomes(Simple(2, 2), Population(5)):
            self.assertEqual([item.role for item in items], [SAMPLE] * 2 + [SPARE] * 2)
            self.assertEqual([item.rank for item in items], [1, 2, 3, 4])

    def test_with_replacement_gives_each_sequence_once(self) -> None:
        for size in range(1, 5):
            for n in range(1, 5):
                count, total = selections(WithReplacement(n), Population(size), lambda items: [tuple(positions(items))])
                self.assertEqual((len(count), total, set(count.values())), (size**n, size**n, {1}))

    def test_systematic_selects_each_item_in_n_of_all_starts(self) -> None:
        for size in range(1, 13):
            for n in range(1, size + 1):
                count, total = selections(Systematic(n), Population(size), positions)
                self.assertEqual((total, count), (size, Counter({x: n for x in range(size)})))

    def test_systematic_selects_no_item_twice_in_one_start(self) -> None:
        for size in range(1, 13):
            for n in range(1, size + 1):
                for items in outcomes(Systematic(n), Population(size)):
                    self.assertEqual(len(set(positions(items))), n)

    def test_several_starts_are_independent(self) -> None:
        count, total = selections(Systematic(3, 2), Population(7), lambda items: [tuple(positions(items))])
        self.assertEqual((total, len(count), set(count.values())), (49, 49, {1}))

    def test_systematic_in_random_order_selects_each_pair_equally_often(self) -> None:
        size, n = 5, 2
        pairs, total = selections(
            Systematic(n, 1, True), Population(size), lambda items: [frozenset(item.position for item in items)]
        )
        self.assertEqual((len(pairs), set(pairs.values())), (10, {total // 10}))

    def test_stratified_gives_each_combination_of_the_strata_equally_often(self) -> None:
        design = explicit((4, 2, 0), (3, 1, 1))
        names = rows(4, 3)
        count, total = selections(design, Population(7, names), lambda items: [tuple(positions(items))])
        self.assertEqual((len(count), set(count.values())), (4 * 3 * 3 * 2, {total // 72}))
        for items in outcomes(design, Population(7, names)):
            self.assertEqual([item.stratum for item in items], [1, 1, 2, 2])
            self.assertEqual([names[item.position] for item in items], ["North"] * 2 + ["East"] * 2)

    def test_units_of_mus_are_hit_equally_often(self) -> None:
        """By each kind: k times each unit of what is no certainty item, over all values of the start or cells."""
        for amounts in BOOKS:
            population = amounts_of(*amounts)
            for n in range(1, len(population.frame) + 1):
                for kind in ("fixed", "cell", "with-replacement"):
                    design = Mus(kind, n)
                    certain, rest, k = design.split(population)
                    total = sum(amounts[position] for position in rest)
                    if total ** (1 if kind == "fixed" else k) > 30_000:
                        continue
                    units, runs = selections(
                        design, population, lambda items: [item.unit for item in items if item.unit]
                    )
                    # Of all combinations of values those of the other cells multiply.
                    share = runs * k // total if total else 0
                    self.assertEqual(
                        units, Counter({unit: share for unit in range(1, total + 1) if k}), (amounts, n, kind)
                    )

    def test_items_of_mus_are_hit_in_proportion_to_their_amounts(self) -> None:
        for amounts in BOOKS:
            population = amounts_of(*amounts)
            for n in range(1, len(population.frame) + 1):
                for kind in ("fixed", "cell", "random-order", "with-replacement"):
                    design = Mus(kind, n)
                    certain, rest, k = design.split(population)
                    total = sum(amounts[position] for position in rest)
                    if k > 3 or len(rest) > 5 and kind == "random-order" or total**k > 30_000:
                        continue
                    count, runs = selections(design, population, positions)
                    for position, amount in enumerate(amounts):
                        chance = Fraction(k * amount, total) if position in rest and k else Fraction(0)
                        chance = Fraction(1) if position in certain else chance
                        self.assertEqual(count[position], runs * chance, (amounts, n, kind, position))

    def test_an_interval_hits_each_unit_once_in_all_starts(self) -> None:
        for amounts in BOOKS:
            population = amounts_of(*amounts)
            for interval in range(1, sum(amounts) + 3):
                design = Mus("interval", interval)
                certain, rest, _ = design.split(population)
                total = sum(amounts[position] for position in rest)
                self.assertEqual(certain, [x for x, amount in enumerate(amounts) if amount >= interval])
                units, runs = selections(design, population, lambda items: [item.unit for item in items if item.unit])
                self.assertEqual(units, Counter(range(1, total + 1)))
                self.assertEqual(runs, interval if total else 1)

    def test_fixed_intervals_hit_no_item_twice(self) -> None:
        for amounts in BOOKS:
            population = amounts_of(*amounts)
            for n in range(1, len(population.frame) + 1):
                for items in outcomes(Mus("fixed", n), population):
                    self.assertEqual(len(set(positions(items))), n)

    def test_a_hit_lies_within_its_item(self) -> None:
        amounts = [3, 0, 5, -2, 4, 6]
        for kind in ("fixed", "cell", "with-replacement"):
            design = Mus(kind, 2)
            rest = design.split(amounts_of(*amounts))[1]
            for items in outcomes(design, amounts_of(*amounts)):
                for item in items:
                    if item.role == SAMPLE:
                        before = sum(amounts[position] for position in rest if position < item.position)
                        self.assertLess(before, item.unit)
                        self.assertLessEqual(item.unit, before + amounts[item.position])


class Certainty(unittest.TestCase):
    def test_items_are_certain_whatever_the_order_in_which_they_are_taken(self) -> None:
        def one_by_one(amounts: list[int], n: int, greatest_first: bool) -> tuple[list[int], int]:
            rest = [x for x, amount in enumerate(amounts) if amount > 0]
            taken: list[int] = []
            k, total = n, sum(amounts[x] for x in rest)
            while k > 0:
                certain = [x for x in rest if amounts[x] * k >= total]
                if not certain:
                    break
                one = (max if greatest_first else min)(certain, key=lambda x: amounts[x])
                rest.remove(one)
                taken.append(one)
                k, total = k - 1, total - amounts[one]
            return sorted(taken), k

        for amounts in product(range(0, 6), repeat=5):
            population = amounts_of(*amounts)
            for n in range(1, len(population.frame) + 1):
                certain, rest, k = Mus("fixed", n).split(population)
                self.assertEqual((certain, k), one_by_one(list(amounts), n, True))
                self.assertEqual((certain, k), one_by_one(list(amounts), n, False))
                self.assertEqual(sorted(certain + rest), population.frame)

    def test_as_many_items_as_amounts_above_0_are_all_certain(self) -> None:
        for amounts in product(range(-1, 5), repeat=4):
            population = amounts_of(*amounts)
            if population.frame:
                certain, rest, k = Mus("cell", len(population.frame)).split(population)
                self.assertEqual((certain, rest, k), (population.frame, [], 0))

    def test_the_example_of_the_specification(self) -> None:
        design = Mus("fixed", 4)
        certain, rest, k = design.split(amounts_of(100, 60, 30, 10, 5, 5))
        self.assertEqual((certain, rest, k), ([0, 1, 2], [3, 4, 5], 1))
        items = next(outcomes(design, amounts_of(100, 60, 30, 10, 5, 5)))
        self.assertEqual([item.role for item in items], [CERTAINTY] * 3 + [SAMPLE])


class Examples(unittest.TestCase):
    def test_ten_items_four_wanted_start_three(self) -> None:
        self.assertEqual(positions(list(outcomes(Systematic(4), Population(10)))[3]), [0, 3, 5, 8])

    def test_seven_amounts_three_wanted(self) -> None:
        amounts = [5, 3, 6, 2, 4, 1, 7]
        count, starts = selections(Mus("fixed", 3), amounts_of(*amounts), positions)
        self.assertEqual(starts, 28)
        self.assertEqual([count[position] for position in range(7)], [3 * amount for amount in amounts])

    def test_allocations_of_the_specification(self) -> None:
        self.assertEqual(allocate(7, [50, 30, 20], [50, 30, 20]), [4, 2, 1])
        self.assertEqual(allocate(2, [1, 1, 1], [1, 1, 1]), [1, 1, 0])
        self.assertEqual(allocate(10, [10] * 4, [10] * 4), [3, 3, 2, 2])
        neyman = [100 * 10, 200 * 5, 50 * 40]
        self.assertEqual(allocate(40, [100, 200, 50], neyman), [10, 10, 20])
        self.assertEqual(allocate(140, [100, 200, 50], neyman), [45, 45, 50])


def by_fixing(n: int, sizes: list[int], weights: list[int], minimum: int) -> Optional[list[int]]:
    """The Note of section 19.5: strata that fall short or pass are fixed, until the others fit."""
    lower = [min(minimum, size) for size in sizes]
    shares = {h: Fraction(lower[h]) for h, weight in enumerate(weights) if weight == 0}
    most = sum(size if weight else least for size, weight, least in zip(sizes, weights, lower))
    if not sum(lower) <= n <= most:
        return None
    free = [h for h in range(len(sizes)) if h not in shares]
    while free:
        left, heft = Fraction(n - sum(shares.values())), sum(weights[h] for h in free)
        wanted = {h: left * weights[h] / heft for h in free}
        short = sum(max(Fraction(0), lower[h] - wanted[h]) for h in free)
        over = sum(max(Fraction(0), wanted[h] - sizes[h]) for h in free)
        for h in free:
            if short == over:
                shares[h] = min(Fraction(sizes[h]), max(Fraction(lower[h]), wanted[h]))
            elif short > over and wanted[h] < lower[h]:
                shares[h] = Fraction(lower[h])
            elif short < over and wanted[h] > sizes[h]:
                shares[h] = Fraction(sizes[h])
        free = [h for h in free if h not in shares]
    found = [int(shares[h]) for h in range(len(sizes))]
    for h in sorted(range(len(sizes)), key=lambda h: found[h] - shares[h])[: n - sum(found)]:
        found[h] += 1
    return found


class Allocation(unittest.TestCase):
    def test_the_definition_and_the_note_agree_on_all_small_cases(self) -> None:
        cases = 0
        for sizes in product((1, 2, 5), repeat=3):
            for weights in product((0, 1, 3, 10), repeat=3):
                for minimum in (0, 1, 2):
                    for n in range(sum(sizes) + 2):
                        found = allocate(n, sizes, weights, minimum)
                        self.assertEqual(found, by_fixing(n, list(sizes), list(weights), minimum))
                        cases += 1
        self.assertEqual(cases, 51_840)

    def test_the_definition_and_the_note_agree_on_the_vectors(self) -> None:
        for vector in allocations():
            sizes, weights = [int(x) for x in vector["sizes"]], [int(x) for x in vector["weights"]]
            found = by_fixing(int(vector["n"]), sizes, weights, int(vector["minimum"]))
            self.assertEqual(vector["allocation"], found and [str(x) for x in found], vector["id"])

    def test_an_allocation_sums_to_n_within_its_bounds(self) -> None:
        for vector in allocations():
            if vector["allocation"] is not None:
                found = [int(x) for x in vector["allocation"]]
                sizes = [int(x) for x in vector["sizes"]]
                minimum = int(vector["minimum"])
                self.assertEqual(sum(found), int(vector["n"]), vector["id"])
                for n, size in zip(found, sizes):
                    self.assertLessEqual(n, size)
                    self.assertGreaterEqual(n, min(minimum, size))


class Streams(unittest.TestCase):
    STREAMS = staticmethod(streams_of(MATERIALS["one"]))

    def test_a_stratum_is_drawn_alike_whatever_the_others_are(self) -> None:
        def north(design: Stratified, names: list[str]) -> list[int]:
            members = [x for x, name in enumerate(names) if name == "North"]
            items = design.draw(Population(len(names), names), self.STREAMS)
            return [members.index(item.position) for item in items if names[item.position] == "North"]

        alone = north(explicit((20, 5, 2)), ["North"] * 20)
        self.assertEqual(north(explicit((20, 5, 2), (7, 3, 0)), rows(20, 7)), alone)
        other = Stratified(9, "explicit", (Stratum(9, 4, 1, "East"), Stratum(20, 5, 2, "North")))
        self.assertEqual(north(other, ["East"] * 9 + ["North"] * 20), alone)

    def test_a_longer_sample_begins_with_the_shorter_one(self) -> None:
        for longer, shorter, population in (
            (Simple(9), Simple(4), Population(30)),
            (WithReplacement(9), WithReplacement(4), Population(3)),
        ):
            drawn = longer.draw(population, self.STREAMS)
            self.assertEqual(drawn[:4], shorter.draw(population, self.STREAMS))

    def test_an_extension_is_what_a_longer_design_would_have_drawn(self) -> None:
        population = Population(47, rows(30, 12, 5))
        design = explicit((30, 4, 2), (12, 2, 0), (5, 0, 0))
        longer = explicit((30, 4, 5), (12, 2, 1), (5, 0, 5))
        added = extension(design, population, self.STREAMS, {1: 1}, {1: 2, 2: 1, 3: 5})
        drawn = longer.draw(population, self.STREAMS)
        wanted = [(item.rank, item.stratum, item.position) for item in drawn if item.rank > (7, 2, 0)[item.stratum - 1]]
        self.assertEqual([(item.rank, item.stratum, item.position) for item in added], wanted)
        self.assertEqual({item.role for item in added}, {SAMPLE})


class Populations(unittest.TestCase):
    def test_labels_of_ranges_and_batches_are_distinct_unless_refused(self) -> None:
        prefixes = ("", "A", "A-", "A1-")
        ranges = [
            Range(first, last, digits, prefix)
            for first, last in ((0, 2), (2, 11))
            for digits in (1, 2)
            for prefix in prefixes
        ]
        for one, other in product(ranges, repeat=2):
            labels = [one.label(i) for i in range(one.size)] + [other.label(i) for i in range(other.size)]
            try:
                population = counted([one, other])
            except Failure:
                self.assertEqual(one.prefix, other.prefix)
            else:
                self.assertEqual(len(set(labels)), len(labels))
                self.assertEqual([population.label(position) for position in range(population.size)], labels)
        batches = counted([Batch(12, "A"), Batch(3, "A-1"), Batch(2, "A-1-1"), Batch(1, "A1")])
        labels = [batches.label(position) for position in range(batches.size)]
        self.assertEqual((len(set(labels)), labels[11:13], labels[-1]), (18, ["A-12", "A-1-1"], "A1-1"))

    def test_lists_are_read_by_their_fields(self) -> None:
        both = listed("North\t-12050\tINV-1\nS\u00fcd\t0\tINV 2\n".encode(), ["stratum", "amount"])
        self.assertEqual((both.strata, both.amounts, both.entries), (["North", "Süd"], [-12050, 0], ["INV-1", "INV 2"]))
        self.assertEqual(both.frame, [])
        plain = listed(b"a\r\nb", [])
        self.assertEqual((plain.size, plain.strata, plain.amounts), (2, None, None))

    def test_lines_that_are_none_of_the_fields_are_refused(self) -> None:
        for line in (
            "INV",
            "1\t2\tINV",
            "\tINV",
            "-0\tINV",
            "01\tINV",
            "+1\tINV",
            "1.0\tINV",
            "1 \tINV",
            "1\t",
            "1\t INV",
            f"{2**63}\tINV",
            f"{-2**63}\tINV",
            "٣\tINV",
            "-\tINV",
            "9" * 5000 + "\tINV",
        ):
            with self.assertRaises(Failure) as caught:
                listed(f"5\tfirst\n{line}\n".encode(), ["amount"])
            self.assertEqual(caught.exception.name, "list-line", line)
        for line in (f"{2**63 - 1}\tINV", f"{1 - 2**63}\tINV", "0\tINV"):
            listed(line.encode(), ["amount"])
        listed(("s" * 256 + "\tINV").encode(), ["stratum"])
        for line in ("s" * 257 + "\tINV", " s\tINV", "\tINV", "INV"):
            with self.assertRaises(Failure):
                listed(line.encode(), ["stratum"])

    def test_entries_are_distinct_whatever_their_fields(self) -> None:
        with self.assertRaises(Failure) as caught:
            listed(b"A\t1\tx\nB\t2\ty\nB\t3\tx\n", ["stratum", "amount"])
        self.assertEqual(caught.exception.name, "list-duplicate")


class WholeSamples(unittest.TestCase):
    """The files of sample-files.json: what was written down beforehand is checked when they are made."""

    def setUp(self) -> None:
        self.cases = cases()

    def result(self, files: dict[str, Any]) -> str:
        return ending(files, {"rehearsal": True}, signatures=True)[0]

    def test_files_print_back_byte_for_byte(self) -> None:
        for name, case in self.cases.items():
            commit = case.commit
            self.assertEqual(parse_commit(commit.text().encode()).text(), commit.text(), name)
            reveal = case.reveal().text()
            self.assertEqual(parse_reveal(reveal.encode(), commit.places, design=True).text(), reveal, name)
            for one in case.extensions():
                self.assertEqual(parse_extension(one.text().encode()).text(), one.text(), name)
            for text in case.files()["replacements"]:
                self.assertEqual(parse_replacements(text.encode(), 1 << 20).text(), text, name)

    def test_every_failure_of_the_section_is_expected_twice_or_more(self) -> None:
        text = (HERE.parent / "SPEC.md").read_text("utf-8")
        names = re.findall(r"\| `([a-z0-9-]+)` \| [12] \|", text[text.index("## 19.") : text.index("## Appendix A")])
        self.assertEqual(len(names), 13)
        count = Counter(expect for _, expect, *_ in faults(self.cases))
        for name in names:
            self.assertGreaterEqual(count[name], 2, name)
        schema = json.loads((HERE.parent / "vectors" / "schema.json").read_text("ascii"))
        self.assertEqual(sorted(schema["$defs"]["sample-ending"]["enum"]), sorted(names))

    def test_no_byte_of_a_sample_can_change(self) -> None:
        """But those that section 19.6 names: in the extension its reason, time and notes; in the register its lines."""
        free = {"extensions": ("reason: ", "created: "), "replacements": ("replaced: ",)}
        passed: Counter[str] = Counter()
        for base in ("replaced-extended", "stratified-amounts", "mus-cell", "ranges-labels", "manifest"):
            files = self.cases[base].files()
            for role in ("commit", "list", "reveals", "extensions", "replacements"):
                text = files[role][0] if isinstance(files[role], list) and files[role] else files[role]
                for at, byte in enumerate(text.encode() if text else b""):
                    changed = bytearray(text.encode())
                    changed[at] = byte ^ 1
                    item = {"hex": changed.hex()}
                    new = {**files, role: [item] if isinstance(files[role], list) else item}
                    if self.result(new) == "valid":
                        before = text.encode()[:at].decode("utf-8", "replace")
                        line = text.splitlines()[before.count("\n")]
                        self.assertTrue(line.startswith(free.get(role, ())), (base, role, at, line[:40]))
                        passed[role] += 1
        self.assertEqual(set(passed), set(free))

    def test_the_work_of_a_count_is_bounded_by_the_items_given(self) -> None:
        # 2^32 - 1 draws would take hours: the number of lines is compared first.
        vector = next(one for one in faults(self.cases) if one[0] == "design-with-replacement-2^32-1")
        self.assertEqual(self.result({**self.cases["with-replacement"].files(), **vector[3]}), "draw-count")


class Folders(unittest.TestCase):
    FOLDERS = HERE.parent / "vectors" / "sample-files"

    def test_folders_are_what_the_reference_writes(self) -> None:
        files = [path for path in self.FOLDERS.rglob("*") if path.is_file()]
        there = {str(path.relative_to(self.FOLDERS)): path.read_bytes() for path in files}
        written = sample_folder_vectors.tree()
        self.assertEqual(set(there), set(written))
        for name, data in written.items():
            self.assertEqual(there[name], data, name)

    def test_folders_end_as_they_say(self) -> None:
        seen = set()
        for folder in sorted(path for path in self.FOLDERS.iterdir() if path.is_dir()):
            said = dict(line.split(": ", 1) for line in (folder / "expect").read_text("ascii").splitlines())
            files = sorted(str(path) for path in folder.iterdir() if path.name != "expect")
            output = io.StringIO()
            with redirect_stdout(output):
                status = fairdraw.main(["verify", *files, *said.get("arguments", "").split()])
            self.assertEqual(output.getvalue().splitlines()[-1].split(":")[0], said["expect"], folder)
            self.assertEqual(str(status), said["status"], folder)
            seen.add(said["expect"])
        schema = json.loads((HERE.parent / "vectors" / "schema.json").read_text("ascii"))
        self.assertLessEqual(set(schema["$defs"]["sample-ending"]["enum"]), seen)


class Said(unittest.TestCase):
    def said(self, name: str) -> list[str]:
        case = cases()[name]
        lines: list[str] = []
        files = case.files()
        given = Files(
            commit=files["commit"].encode(),
            reveals=[text.encode() for text in files["reveals"]],
            entry_list=files["list"].encode() if files["list"] else None,
            extensions=[text.encode() for text in files["extensions"]],
            replacements=[text.encode() for text in files["replacements"]],
        )
        verify(given, say=lambda step, word, sentence: lines.append(f"{step} {word}: {sentence}"))
        return lines

    def test_of_amounts(self) -> None:
        said = self.said("mus-fixed")
        self.assertIn(
            "4 PROVEN: control total 1898.08: 10 amounts above 0 sum to 1923.08; 2 of 0 and below sum to -25.00 and can't "
            "be selected by monetary units",
            said,
        )
        self.assertIn(
            "4 PROVEN: monetary unit sample, fixed: 2 items certain; 8 others 2 * amount / 28408 on average, "
            "over all uniform words",
            said,
        )
        # A design that doesn't go by monetary units selects such items too.
        self.assertIn(
            "4 PROVEN: control total 1898.08: 10 amounts above 0 sum to 1923.08; 2 of 0 and below sum to -25.00",
            self.said("stratified-value"),
        )

    def test_of_extensions_and_replacements(self) -> None:
        said = self.said("replaced-extended")
        for sentence in (
            "7 PROVEN: the 2 items of an extension are the next places of the draw",
            "7 NOT PROVEN: that whoever decided on it did not know whom it adds",
            "7 PROVEN: spares were used in their order, none skipped or twice; in the end: "
            "stratum 0 rank 1 by spare 6, stratum 0 rank 8 by spare 5, stratum 0 rank 9 by spare 7",
            "7 PROVEN: with its extensions the sample has 6/12; chances only if that didn't depend on the items drawn",
            "7 NOT PROVEN: that no other extension was made",
            "7 NOT PROVEN: that no other item was replaced",
            "7 CLAIMED: replaced: 2026-12-06T08:30:00Z 0 8 5 not-found as noted on sheet 1",
        ):
            self.assertIn(sentence, said)

    def test_of_what_was_not_given(self) -> None:
        not_given = ["7 NOT PROVEN: that no other extension was made", "7 NOT PROVEN: that no other item was replaced"]
        for name, count in (("simple-spares", 2), ("simple", 1), ("systematic", 0)):
            self.assertEqual([one for one in self.said(name) if one.startswith("7 NOT")], not_given[:count])

    def test_of_strata_without_items(self) -> None:
        said = self.said("stratified-none-of-one")
        self.assertIn("4 PROVEN: 6 items can't be selected, those of the strata South, East", said)


class CommandLine(unittest.TestCase):
    def test_items_are_drawn_again_from_commit_and_reveal(self) -> None:
        for name, add in (("extended-strata", "1:1"), ("mus-cell", None), ("ranges", None)):
            case = cases()[name]
            reveal = case.reveal()
            with tempfile.TemporaryDirectory() as folder:
                arguments = [str(Path(folder) / "a.commit"), str(Path(folder) / "a.reveal")]
                Path(arguments[0]).write_text(case.commit.text(), "utf-8")
                Path(arguments[1]).write_text(replace(reveal, items=[]).text(), "utf-8")
                if case.text:
                    arguments.append(str(Path(folder) / "a.list"))
                    Path(arguments[-1]).write_text(case.text, "utf-8")
                for more, items in ((None, reveal.items or []), (add, case.extensions()[0].items if add else [])):
                    if more or items is reveal.items:
                        output = io.StringIO()
                        with redirect_stdout(output):
                            status = fairdraw.main(["draw-items", *arguments, *(["--add", more] if more else [])])
                        self.assertEqual(output.getvalue(), "".join(f"item: {line.text()}\n" for line in items))
                        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
