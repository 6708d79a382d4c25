#!/usr/bin/env python3
"""Random audit samples, and random faults in them: sample_selftest.py [HOW MANY [FIRST SEED]].

Every sample must verify, print back byte for byte, be the same when it is drawn again from its commit, and fail once an
item, a line or a byte is changed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Optional, Sequence, Union

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from allocation import allocate
from draw_vectors import ending
from files import parse_commit, parse_reveal
from population import Batch, Range
from sample import Design, Mus, Simple, Stratified, Stratum, Systematic, WithReplacement
from sample_draw_vectors import DICE, ROLLS, Case, make_case, with_item
from sample_files import Replaced

FREE = ("reason: ", "created: ", "note: ", "replaced: ")  # lines of the last extension and of a register
GREATEST = 2**63 - 1


def main(count: int, first: int) -> int:
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        randomly = random.Random(number)
        case = random_case(randomly)
        files = case.files()
        assert case.commit.sample
        assert result(files) == "valid", (number, result(files), files)
        commit, reveal = files["commit"].encode(), files["reveals"][0].encode()
        assert parse_commit(commit).text().encode() == commit, number
        assert parse_reveal(reveal, case.commit.places, design=True).text().encode() == reveal, number
        seen[case.commit.sample.design.lines()[0].split()[1]] += 1
        for _ in range(4):
            name, changed = random_fault(randomly, case, files)
            found = result(changed)
            assert found != "valid", (number, name, changed)
            seen[found] += 1
    for name, times in sorted(seen.items(), key=lambda one: (-one[1], one[0])):
        print(f"{times:7} {name}")
    return 0


def result(files: dict[str, Any]) -> str:
    return ending(files, {"rehearsal": True}, signatures=True)[0]


def random_case(randomly: random.Random) -> Case:
    size = randomly.choice((1, 2, 3, 7, 12, 40))
    entries = [f"{randomly.choice(('INV', 'Süd', 'x y'))}-{number}" for number in randomly.sample(range(1000), size)]
    strata = [randomly.choice(("North", "East", "1 2", "é"))[:5] for _ in entries] if randomly.random() < 0.5 else None
    amounts = random_amounts(randomly, size) if randomly.random() < 0.6 else None
    parts: Sequence[Union[Range, Batch]] = ()
    if randomly.random() < 0.2:
        strata, amounts = None, None
        parts = random_parts(randomly)
        size = sum(part.size for part in parts)
    design = random_design(randomly, size, strata, amounts, shuffled=not parts and size < 100)
    more: dict[str, Any] = {}
    if randomly.random() < 0.3:
        more = dict(beacon=DICE, value=ROLLS)
    more.update(seeds=randomly.choice((("auditor",), ("auditor", "client"))), rehearsal=randomly.random() < 0.1)
    more.update(notes=["n"] * randomly.randint(0, 2), decimals=randomly.randint(0, 9))
    case = make_case(design, strata, amounts, entries, parts, adds=random_adds(randomly, design, size), **more)
    return replace(case, registers=random_registers(randomly, case))


def random_amounts(randomly: random.Random, size: int) -> list[int]:
    most = randomly.choice((3, 1000, GREATEST // 64))
    amounts = [randomly.randint(-most // 4, most) for _ in range(size)]
    amounts[randomly.randrange(size)] = randomly.randint(1, most)
    return amounts


def random_parts(randomly: random.Random) -> list[Union[Range, Batch]]:
    if randomly.random() < 0.5:
        return [Batch(randomly.choice((1, 5, 10**6)), f"Box {number}") for number in range(randomly.randint(1, 5))]
    made: list[Union[Range, Batch]] = []
    for number in range(randomly.randint(1, 5)):
        first = randomly.choice((0, 7, 998, 10**9)) + 10**10 * number
        digits = max(len(str(first)), randomly.randint(1, 14))
        made.append(Range(first, first + randomly.choice((0, 4, 5000)), digits, randomly.choice(("", "A", "A-"))))
    return made


def random_design(
    randomly: random.Random, size: int, strata: Optional[list[str]], amounts: Optional[list[int]], shuffled: bool
) -> Design:
    some = min(size, 30)
    n = randomly.randint(1, some)
    designs: list[Design] = [
        Simple(n, randomly.randint(0, some - n)),
        WithReplacement(randomly.randint(1, 20)),
        Systematic(n, randomly.randint(1, 3), shuffled and randomly.random() < 0.5),
    ]
    if amounts:
        frame = sum(amount > 0 for amount in amounts)
        kinds = ("fixed", "cell", "random-order")
        designs += [Mus(kind, randomly.randint(1, frame)) for kind in kinds]
        designs.append(Mus("with-replacement", randomly.randint(1, 20)))
        total = sum(amount for amount in amounts if amount > 0)
        designs.append(Mus("interval", randomly.randint(total // 20 + 1, total + 1)))
    if strata:
        designs += [random_strata(randomly, strata, amounts) for _ in range(4)]
    return randomly.choice(designs)


def random_strata(randomly: random.Random, strata: list[str], amounts: Optional[list[int]]) -> Stratified:
    names = sorted(set(strata), key=lambda _: randomly.random())
    sizes = [strata.count(name) for name in names]
    how = randomly.choice(("explicit", "proportional", "neyman", *(["value"] if amounts else [])))
    n, minimum = randomly.randint(1, len(strata)), randomly.choice((0, 0, 1, 2, GREATEST))
    deviations = [randomly.choice((0, 1, 5, GREATEST)) for _ in names]
    weights = {
        "explicit": [randomly.randint(1, 9) for _ in names],
        "proportional": sizes,
        "neyman": [size * deviation for size, deviation in zip(sizes, deviations)],
        "value": [sum(max(0, one) for one, of in zip(amounts or [], strata) if of == name) for name in names],
    }[how]
    found = allocate(n, sizes, weights, minimum)
    if found is None:
        return random_strata(randomly, strata, amounts)
    made = []
    for name, size, count, deviation in zip(names, sizes, found, deviations):
        spares = randomly.randint(0, min(2, size - count))
        made.append(Stratum(size, count, spares, name, deviation if how == "neyman" else None))
    return Stratified(n, how, tuple(made), None if how == "explicit" else minimum)


def random_adds(randomly: random.Random, design: Design, size: int) -> list[list[tuple[int, int]]]:
    left = {0: 0}
    if isinstance(design, Simple):
        left = {0: size - design.places}
    elif isinstance(design, WithReplacement):
        left = {0: 50}
    elif isinstance(design, Stratified):
        left = {number: one.size - one.n - one.spares for number, one in enumerate(design.strata, 1)}
    made = []
    for _ in range(randomly.choice((0, 0, 1, 3))):
        adds = []
        for stratum, most in left.items():
            count = randomly.randint(0, min(most, 5))
            if count:
                adds.append((count, stratum))
                left[stratum] -= count
        if adds:
            made.append(adds)
    return made


def random_registers(randomly: random.Random, case: Case) -> list[list[Replaced]]:
    assert case.commit.sample
    design = case.commit.sample.design
    if not isinstance(design, (Simple, Stratified)) or randomly.random() < 0.5:
        return []
    sizes = {0: (design.n, design.spares)} if isinstance(design, Simple) else {}
    if isinstance(design, Stratified):
        sizes = {number: (one.n, one.spares) for number, one in enumerate(design.strata, 1)}
    lines: list[Replaced] = []
    for stratum, (n, spares) in sizes.items():
        in_use = list(range(1, n + 1))
        for spare in range(n + 1, n + 1 + randomly.randint(0, spares)):
            if in_use:
                rank = in_use.pop(randomly.randrange(len(in_use)))
                lines.append(Replaced("2026-12-06T08:30:00Z", stratum, rank, spare, "other", "as noted"))
                in_use.append(spare)
    if not lines:
        return []
    return [lines[: randomly.randint(1, len(lines))], lines] if randomly.random() < 0.3 else [lines]


def random_fault(randomly: random.Random, case: Case, files: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    items = case.reveal().items or []
    kinds = ["byte", "line", *(["item"] * 3 if items else [])]
    kind = randomly.choice(kinds)
    alone = {**files, "extensions": [], "replacements": []}  # which would name another reveal
    if kind == "item":
        at = randomly.randrange(len(items))
        item = items[at].item
        change: dict[str, Any] = {
            "rank": item.rank + 1,
            "role": {"sample": "spare", "spare": "sample", "certainty": "sample"}[item.role],
            "stratum": item.stratum + 1,
            "position": item.position + 1,
            "unit": item.unit + 1,
            "label": items[at].label + "x",
        }
        name = randomly.choice(list(change))
        return name, {**alone, **with_item(case, at, **{name: change[name]})}
    roles = [role for role in ("commit", "list", "reveals", "extensions") if files[role]]
    role = randomly.choice(roles)
    one = len(files[role]) == 1 or isinstance(files[role], str)
    text: str = files[role] if isinstance(files[role], str) else files[role][0]
    lines = text.splitlines(keepends=True)
    # What stands in an extension that another one follows is under its id; in the last one some lines are free.
    numbers = [at for at, line in enumerate(lines) if not (one and role == "extensions" and line.startswith(FREE))]
    numbers = [at for at in numbers if not (role == "reveals" and lines[at].startswith("note: "))]
    at = randomly.choice(numbers)
    if kind == "line" and len(lines) > 1:
        del lines[at]
        data = "".join(lines).encode()
    else:
        changed = bytearray(lines[at].encode())
        changed[randomly.randrange(len(changed))] ^= 1 << randomly.randrange(7)
        data = "".join(lines[:at]).encode() + bytes(changed) + "".join(lines[at + 1 :]).encode()
    item_of = {"hex": data.hex()}
    new = item_of if isinstance(files[role], str) else [item_of, *files[role][1:]]
    return f"{kind} of {role}", {**(alone if role == "reveals" else files), role: new}


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:3]]
    sys.exit(main(*(numbers + [300, 1][len(numbers) :])))
