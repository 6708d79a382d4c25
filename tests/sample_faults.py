"""Random audit samples, random faults in their files, and mending of what hangs on them, as draw_faults.py has for raffles.

Beside the files of a draw there are extension, extension-2 and so on, in any order, and replacements, replacements-2.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import Optional

import draw_faults
import sample_selftest
import selftest
from draw_faults import MOST_PLACES, Draw, parsed, parsed_reveal
from encoding import sha256
from entries import path, to_lf
from failure import Failure
from files import Commit, Receipt, parse_commit, parse_outcome
from making import make_sample_reveal, material_of
from population import Listed, Population, counted, listed
from sample import Stratified, extension, extension_fault, streams_of
from sample_files import ItemLine, parse_extension

GROUPS = {"reveals": "reveal", "seeds": "seeds", "extensions": "extension", "replacements": "replacements"}
REGISTERS = 1 / 3  # of samples must have one, beside those that have one by chance
ITEM = 5  # words of an item line before its entry


def random_sample(chance: random.Random, shapes: Counter[str]) -> Draw:
    """An audit sample by the reference, with more files than it needs."""
    case = sample_selftest.random_case(chance)
    if chance.random() < REGISTERS:
        while not case.registers:
            case = sample_selftest.random_case(chance)
    texts = case.files()
    files = {"commit": texts["commit"]} | ({"list": texts["list"]} if texts["list"] is not None else {})
    extensions = texts["extensions"]
    if chance.random() < 0.3:
        chance.shuffle(extensions)
    for group, kind in GROUPS.items():
        files |= {kind if number == 1 else f"{kind}-{number}": text for number, text in enumerate(texts[group], 1)}
    if chance.random() < 0.2:
        reveal = case.reveal()
        reveal.notes = [selftest.random_text(chance, 40) for _ in range(chance.randint(0, 16))]
        files["reveal-2"] = reveal.text()
    if isinstance(case.population, Listed) and chance.random() < 0.2:
        at = chance.randrange(case.population.size)
        whole = case.population.lines[at] == case.population.label(at)  # else no receipt is right
        if whole:
            leaves = case.population.leaves()
            files["receipt"] = Receipt(case.commit.id(), at, None, case.population.label(at), None, path(leaves, at)).text()
    elif "list" not in files and chance.random() < 0.1:
        files["list"] = "not read\n"
    assert case.commit.sample
    name = case.commit.sample.design.lines()[0].removeprefix("design: ").split()[0]
    has = {"extension": bool(extensions), "two extensions": len(extensions) > 1, "register": "replacements" in files}
    shapes.update(["sample", f"sample: {name}", *(f"sample, {what}" for what, there in has.items() if there)])
    made = {name: text.encode("utf-8") for name, text in files.items()}
    return Draw({name: data.replace(b"\n", b"\r\n") if chance.random() < 0.02 else data for name, data in made.items()})


# Faults ---------------------------------------------------------------------------------------------------------------------


def item_lines(chance: random.Random, made: Draw, other: Draw) -> None:
    """A word of an item line that is not the drawn one, or a line more or less."""
    name = chance.choice([*made.kind("reveal"), *made.kind("extension")])
    lines = made.files[name].split(b"\n")
    places = [at for at, text in enumerate(lines) if text.startswith(b"item: ")]
    if not places:
        return
    at, to = chance.choice(places), chance.choice(places)
    words, theirs = ((lines[place].split(b" ", ITEM + 1) + [b"x"] * 7)[:7] for place in (at, to))
    what = chance.randrange(10)
    if what <= ITEM:
        words[1 + what] = theirs[1 + what]
    elif what == 6:
        words[2] = chance.choice([b"certainty", b"sample", b"spare", b"alternate"])
    elif what == 7:
        words[chance.choice([1, 3, 4, 5])] = b"%d" % chance.choice([0, 1, 2, 5, 2**32, 2**63 - 1])
    elif what == 8:
        words[6] += b"x"
    lines[at] = b" ".join(words)
    if what == 9:
        lines[at : at + 1] = chance.choice([[], [lines[at], lines[at]]])
    made.files[name] = b"\n".join(lines)


def design(chance: random.Random, made: Draw, other: Draw) -> None:
    """Another size of the design, of a stratum or a part of the population, or one with another name or order."""
    data = made.files["commit"]
    names = rb"(?m)^(design|spares|minimum|stratum|range|batch|entries|amounts): .*$"
    lines = list(re.finditer(names, data))
    if not lines:
        return
    found = chance.choice(lines)
    text = found.group()
    numbers = list(re.finditer(rb"(?<= )[0-9]+(?= |$)", text))
    what = chance.randrange(6)
    if what < 4 and numbers:
        one = chance.choice(numbers)
        size = int(one.group())
        limits = [0, 2**32 - 1, 2**32, 2**63 - 1]
        size = chance.choice([size + 1, size + 1, max(0, size - 1), max(0, size - 1), size * 2, chance.choice(limits)])
        text = draw_faults.spliced(text, one, b"%d" % size)
    elif what == 4:
        # A whole shuffle of a large population would take its time.
        theirs = [line.group() for line in re.finditer(names, other.files["commit"]) if line.group(1) == found.group(1)]
        if theirs and b"order: random" not in data + other.files["commit"]:
            text = chance.choice(theirs)
    else:
        text = chance.choice([text + b"\n" + text, text + b" 1", b""])
    made.files["commit"] = draw_faults.spliced(data, found, text)


def fields(chance: random.Random, made: Draw, other: Draw) -> None:
    """Strata and amounts of the list: of another line, changed, one too many or too few."""
    lines = made.files.get("list", b"").split(b"\n")[:-1]
    if not lines or b"\t" not in lines[0]:
        return
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    words, theirs = lines[at].split(b"\t"), lines[to].split(b"\t")
    field = chance.randrange(len(words))
    what = chance.randrange(6)
    if what < 2:
        words[field] = theirs[min(field, len(theirs) - 1)]
    elif what == 2:
        words[field] = chance.choice([b"-" + words[field], b"0", b"00", b"-0", b"1", b"North", b"West", b"x" * 257])
    elif what == 3:
        words[field] = b"%d" % chance.choice([2**63 - 1, -(2**63) + 1, 2**63, -(2**63), 2**62])
    elif what == 4:
        words.insert(field, chance.choice([b"1", b"North"]))
    else:
        del words[field]
    lines[at] = b"\t".join(words)
    made.files["list"] = b"".join(text + b"\n" for text in lines)


def adds(chance: random.Random, made: Draw, other: Draw) -> None:
    """An extension by more or fewer items, or of another stratum; one that comes twice, or is gone, or another beside it."""
    names = made.kind("extension")
    if not names:
        theirs = [name for name in other.files if name.startswith("extension")]
        if theirs:
            made.files["extension"] = other.files[chance.choice(theirs)]
        return
    name = chance.choice(names)
    data = made.files[name]
    lines = list(re.finditer(rb"(?m)^add: ([0-9]+) ([0-9]+)$", data))
    what = chance.randrange(7)
    if what < 3 and lines:
        found = chance.choice(lines)
        count, stratum = int(found.group(1)), int(found.group(2))
        count = chance.choice([count, count + 1, max(count - 1, 0), 40, 2**32, 2**63 - 1])
        stratum = chance.choice([stratum, stratum, stratum + 1, max(stratum - 1, 0), 2**63 - 1])
        made.files[name] = draw_faults.spliced(data, found, b"add: %d %d" % (count, stratum))
    elif what == 3 and lines:
        made.files[name] = draw_faults.spliced(data, lines[0], lines[0].group() + b"\nadd: 1 %d" % chance.randrange(4))
    elif what == 4:
        del made.files[name]
    elif what == 5:
        made.files["extension-8"] = data if chance.random() < 0.3 else data + b"note: x\n"
    else:
        one = chance.choice([b"extends: %064x\nreason: " % chance.getrandbits(256), b"reason: "])
        made.files[name] = re.sub(rb"(?m)^(extends: .*\n)?reason: ", one, data, count=1)


def register_lines(chance: random.Random, made: Draw, other: Draw) -> None:
    """A line of a register changed, moved, gone, or one more; or another register beside it."""
    names = made.kind("replacements")
    if not names:
        theirs = [name for name in other.files if name.startswith("replacements")]
        if theirs:
            made.files["replacements"] = other.files[chance.choice(theirs)]
        return
    name = chance.choice(names)
    head, lines = made.files[name].split(b"\n")[:4], made.files[name].split(b"\n")[4:-1]
    if not lines:
        return
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.randrange(9)
    if what == 0:
        lines[at], lines[to] = lines[to], lines[at]
    elif what == 1:
        del lines[at]
    elif what == 2:
        lines.insert(to, lines[at])
    elif what == 3:
        lines[at] = re.sub(rb" [0-9]{4}", b" " + chance.choice([b"0000", b"2020", b"9999"]), lines[at], count=1)
    elif what < 8:
        words = (lines[at].split(b" ") + [b"x"] * 7)[:7]
        field = chance.choice([2, 3, 4])
        words[field] = b"%d" % chance.choice([0, 1, 2, 3, chance.randint(1, 30), 2**63 - 1])
        lines[at] = b" ".join(words)
    else:
        lines.append(b"replaced: 9999-12-31T23:59:59Z %d %d %d void x" % tuple(chance.randint(0, 6) for _ in range(3)))
    changed = b"".join(text + b"\n" for text in head + lines)
    made.files[chance.choice([name, "replacements-3"])] = changed


FAULTS = [
    *[draw_faults.byte_or_line, draw_faults.number, draw_faults.word, draw_faults.later, draw_faults.value],
    *[draw_faults.line, draw_faults.whole_file, draw_faults.form, draw_faults.large, draw_faults.seeds],
    *[draw_faults.other_result, draw_faults.beacon, draw_faults.rules, draw_faults.entries],
    *[item_lines, item_lines, design, design, fields, fields, adds, adds], *[register_lines] * 8,
]

# Mends ----------------------------------------------------------------------------------------------------------------------


def set_fields(made: Draw) -> None:
    """The control total and the sizes of strata become those of the list."""
    data = made.files["commit"]
    named = re.search(rb"(?m)^fields: (.*)$", data)
    if not named or "list" not in made.files:
        return
    fields = named.group(1).split(b" ")
    lines = [line.split(b"\t") for line in to_lf(made.files["list"]).split(b"\n")[:-1]]
    columns = {name: [line[at] for line in lines if len(line) > len(fields)] for at, name in enumerate(fields)}
    if b"amount" in columns and all(re.fullmatch(rb"-?[0-9]{1,30}", one) for one in columns[b"amount"]):
        total = sum(map(int, columns[b"amount"]))
        data = re.sub(rb"(?m)^(amounts: [0-9]) .*$", rb"\g<1> %d" % total, data, count=1)
    if b"stratum" in columns:
        sizes = Counter(columns[b"stratum"])
        deviating = rb" neyman\n" in data

        def sized(found: re.Match[bytes]) -> bytes:
            words = found.group(2).split(b" ", 4 if deviating else 3)
            return b"stratum: " + b" ".join([b"%d" % max(1, sizes[words[-1]]), *words[1:]])

        data = re.sub(rb"(?m)^(stratum: )(.*)$", sized, data)
    made.files["commit"] = data


def redraw(made: Draw) -> None:
    """The items of each reveal and extension become those of population and material, where they can be drawn."""
    commit = parsed(parse_commit, made.files["commit"])
    reveal = parsed_reveal(made)
    population = population_of(made, commit) if commit else None
    if not commit or not commit.sample or population is None or not reveal:
        return
    rules = commit.sample
    try:
        fits = population.size == commit.entries and not rules.design.fault(population)
    except (Failure, ValueError, KeyError):
        return
    if not fits or rules.places(commit.entries) > MOST_PLACES:
        return
    for name in made.kind("reveal"):
        reveal = parsed_reveal(made, name)
        if reveal and [holder for holder, _ in reveal.seeds] == [holder for holder, _ in commit.seeds]:
            opened = {holder: seed for holder, seed in reveal.seeds if seed}
            try:
                again = make_sample_reveal(commit, population, opened, reveal.beacon)
            except IndexError:  # a stratum has fewer items than the rules say
                return
            made.files[name] = replace(reveal, items=again.items).text().encode("utf-8")
    reveal = parsed_reveal(made)
    assert reveal
    streams = streams_of(material_of(commit, {holder: seed for holder, seed in reveal.seeds if seed}, reveal.beacon))
    before: dict[int, int] = {}
    for name in made.kind("extension"):
        one = parsed(parse_extension, made.files[name])
        if not one:
            return
        adding = {stratum: count for count, stratum in one.adds}
        after = {stratum: before.get(stratum, 0) + adding.get(stratum, 0) for stratum in {*before, *adding}}
        if sum(after.values()) > MOST_PLACES or extension_fault(rules.design, population, after):
            return
        items = extension(rules.design, population, streams, before, adding)
        one.items = [ItemLine(item, population.label(item.position)) for item in items]
        made.files[name] = one.text().encode("utf-8")
        before = after


def population_of(made: Draw, commit: Commit) -> Optional[Population]:
    if not commit.sample:
        return None
    try:
        if commit.sample.parts:
            return counted(commit.sample.parts)
        population = listed(made.files.get("list", b""), commit.sample.fields)
    except (Failure, UnicodeDecodeError):
        return None
    names = {stratum.name for stratum in commit.sample.design.strata} if isinstance(commit.sample.design, Stratified) else set()
    return None if names and not names >= set(population.strata or ()) else population


def set_chain(made: Draw) -> None:
    """Each extension follows the one before it in the order of their names."""
    before = b""
    for name in made.kind("extension"):
        data = re.sub(rb"(?m)^extends: .*\n", b"", made.files[name])
        made.files[name] = re.sub(rb"(?m)^reason: ", before + b"reason: ", data, count=1)
        before = b"extends: " + sha256(to_lf(made.files[name])).hex().encode() + b"\n"


MENDS = [
    *[draw_faults.set_list, set_fields, draw_faults.set_commitments, draw_faults.set_commit_id, draw_faults.set_material],
    *[redraw, draw_faults.set_reveal_id, set_chain],
]
