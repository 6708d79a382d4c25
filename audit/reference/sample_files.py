"""The lines of audit samples in commit and reveal, extensions, replacements files (specification section 19.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Optional, Union

from encoding import sha256
from population import STRATUM_BYTES, Batch, Range, amount_fault
from reader import LONG_VALUE_BYTES, NUMBER, NUMBER_LIMIT, Printer, Reader
from sample import CERTAINTY, SAMPLE, SPARE, Design, Item, Mus, Simple, Stratified, Stratum, Systematic
from sample import WithReplacement, most_items

EXTENSION_BYTES = 64 << 20
MOST_RANGES, MOST_BATCHES, MOST_STRATA = 1024, 16384, 1024
REPLACEMENT_CAUSES = ("not-found", "void", "out-of-scope", "duplicate", "other")


@dataclass
class Rules:
    """What a commit says of population and design. parts are its ranges or batches; without them there is a list."""

    design: Design
    fields: tuple[str, ...] = ()
    decimals: int = 0
    control_total: Optional[int] = None  # if and only if there is a field amount
    parts: list[Union[Range, Batch]] = field(default_factory=list)

    def add_population(self, out: Printer, root: Optional[bytes]) -> None:
        if root is None:
            ranges = isinstance(self.parts[0], Range)
            out.add("list", "ranges" if ranges else "manifest")
            out.add_each("range" if ranges else "batch", [part.text() for part in self.parts])
            return
        out.add("list", "public")
        out.add("fields", " ".join(self.fields) or None)
        out.add("amounts", None if self.control_total is None else f"{self.decimals} {self.control_total}")
        out.add("root", root.hex())

    def places(self, entries: int) -> int:
        return min(most_items(self.design, entries), NUMBER_LIMIT - 1)


class ItemLine(NamedTuple):
    item: Item
    label: str

    def text(self) -> str:
        return f"{self.item.text()} {self.label}"


@dataclass
class Extension:
    commit: bytes
    reveal: bytes
    extends: Optional[bytes]
    reason: str
    created: str
    adds: list[tuple[int, int]]  # how many, and to which stratum
    items: list[ItemLine]
    notes: list[str] = field(default_factory=list)

    def id(self) -> bytes:
        return sha256(self.text().encode("utf-8"))

    def text(self) -> str:
        out = Printer("extension")
        out.add("needs", "design")
        out.add("commit", self.commit.hex())
        out.add("reveal", self.reveal.hex())
        out.add("extends", self.extends.hex() if self.extends else None)
        out.add("reason", self.reason)
        out.add("created", self.created)
        out.add_each("add", [f"{count} {stratum}" for count, stratum in self.adds])
        out.add_each("item", [item.text() for item in self.items])
        out.add_each("note", self.notes)
        return out.text()


class Replaced(NamedTuple):
    time: str
    stratum: int
    rank: int
    spare: int
    cause: str
    reason: str

    def text(self) -> str:
        return f"{self.time} {self.stratum} {self.rank} {self.spare} {self.cause} {self.reason}"


@dataclass
class Replacements:
    commit: bytes
    reveal: bytes
    lines: list[Replaced]

    def text(self) -> str:
        out = Printer("replacements")
        out.add("needs", "design")
        out.add("commit", self.commit.hex())
        out.add("reveal", self.reveal.hex())
        out.add_each("replaced", [line.text() for line in self.lines])
        return out.text()


def parse_rules(file: Reader) -> tuple[Rules, Optional[bytes]]:
    """The lines of a commit from list to those of the design, and its root."""
    mode = file.take("list")
    if mode == "private":
        file.fail("a private list has no designs")
    mode = file.word(mode, "public", "ranges", "manifest")
    fields: tuple[str, ...] = ()
    decimals, control_total, root = 0, None, None
    parts: list[Union[Range, Batch]] = []
    if mode == "ranges":
        parts += [_parse_range(file, value) for value in file.many("range", 1, MOST_RANGES)]
    elif mode == "manifest":
        parts += [_parse_batch(file, value) for value in file.many("batch", 1, MOST_BATCHES)]
    else:
        value = file.maybe("fields")
        if value is not None:
            fields = tuple(file.choice(value, "stratum", "amount", "stratum amount").split(" "))
        if "amount" in fields:
            digit, total = file.match("([0-9]) (.+)", file.take("amounts"))
            fault = amount_fault(total)
            if fault:
                file.fail(f"the control total {fault}")
            decimals, control_total = int(digit), int(total)
        root = file.digest(file.take("root"))
    method = file.take("method")
    if method in ("shuffle", "tickets"):
        file.fail("a design belongs to the method sample")
    file.word(method, "sample")
    return Rules(_parse_design(file, fields, bool(parts)), fields, decimals, control_total, parts), root


def _parse_range(file: Reader, value: str) -> Range:
    first, last, prefix = file.match("([0-9]{1,18}) ([0-9]{1,18})(?: (.+))?", value)
    made = Range(int(first), int(last), len(first), prefix or "")
    if made.first > made.last or last != made.number(made.last):
        file.fail("the last number is below the first, or not written with its zeros")
    if prefix is not None:
        file.text(prefix, STRATUM_BYTES)
        if prefix[-1] in "0123456789":
            file.fail("the prefix ends with a digit")
    return made


def _parse_batch(file: Reader, value: str) -> Batch:
    size, name = file.match(f"({NUMBER}) (.+)", value)
    return Batch(file.number(size, 1), file.text(name, STRATUM_BYTES))


def _parse_design(file: Reader, fields: tuple[str, ...], without_list: bool) -> Design:
    mus = ("fixed", "interval", "cell", "random-order", "with-replacement")
    words = ("simple", "with-replacement", "systematic", "stratified", *[f"mus-{kind}" for kind in mus])
    word, rest = file.word_and_rest(file.take("design"), *words)
    if word == "simple":
        return Simple(file.number(rest, 1), file.number(file.take("spares")))
    if word == "with-replacement":
        return WithReplacement(file.number(rest, 1))
    if word == "systematic":
        n, starts = file.match("([^ ]+) ([^ ]+)", rest)
        sizes = file.number(n, 1), file.number(starts, 1)
        random_order = file.choice(file.take("order"), "list", "random") == "random"
        if random_order and without_list:
            file.fail("only a list file is shuffled, which bounds the work")
        return Systematic(*sizes, random_order)
    if word == "stratified":
        return _parse_stratified(file, rest, fields)
    made = Mus(word[len("mus-") :], file.number(rest, 1))
    if "amount" not in fields:
        file.fail("monetary units need the field amount")
    return made


def _parse_stratified(file: Reader, rest: str, fields: tuple[str, ...]) -> Stratified:
    size, how = file.match("([^ ]+) ([^ ]+)", rest)
    n = file.number(size, 1)
    file.choice(how, "explicit", "proportional", "value", "neyman")
    if "stratum" not in fields or (how == "value" and "amount" not in fields):
        file.fail("strata need the field stratum, and an allocation by value the field amount")
    minimum = None if how == "explicit" else file.number(file.take("minimum"))
    numbers = 4 if how == "neyman" else 3
    strata = []
    for value in file.many("stratum", 1, MOST_STRATA):
        *words, name = file.match("([^ ]+) " * numbers + "(.+)", value)
        entries = file.number(words[0], 1)
        selected, spares, *deviation = [file.number(word) for word in words[1:]]
        strata.append(Stratum(entries, selected, spares, file.text(name, STRATUM_BYTES), *deviation))
    return Stratified(n, how, tuple(strata), minimum)


def parse_items(file: Reader) -> list[ItemLine]:
    items: list[ItemLine] = []
    while True:
        value = file.maybe("item", LONG_VALUE_BYTES)
        if value is None:
            return items
        rank, role, stratum, position, unit, label = file.match("([^ ]+) " * 5 + "(.+)", value)
        item = Item(
            file.number(rank, 1),
            file.choice(role, CERTAINTY, SAMPLE, SPARE),
            file.number(stratum),
            file.number(position),
            file.number(unit),
        )
        items.append(ItemLine(item, file.text(label)))


def parse_extension(data: bytes) -> Extension:
    file = Reader("extension", data, EXTENSION_BYTES)
    file.first_line("extension")
    file.expect_design(True)
    commit = file.digest(file.take("commit"))
    reveal = file.digest(file.take("reveal"))
    value = file.maybe("extends")
    extends = file.digest(value) if value is not None else None
    reason = file.take("reason")
    created = file.time(file.take("created"))
    adds: list[tuple[int, int]] = []
    for value in file.many("add", 1, MOST_STRATA):
        count, stratum = file.match("([^ ]+) ([^ ]+)", value)
        adds.append((file.number(count, 1), file.number(stratum)))
        if len(adds) > 1 and adds[-1][1] <= adds[-2][1]:
            file.fail("the strata of add lines ascend")
    items = parse_items(file)
    return Extension(commit, reveal, extends, reason, created, adds, items, file.notes_and_end())


def parse_replacements(data: bytes, most_bytes: int) -> Replacements:
    file = Reader("replacements file", data, most_bytes)
    file.first_line("replacements")
    file.expect_design(True)
    commit = file.digest(file.take("commit"))
    reveal = file.digest(file.take("reveal"))
    lines = []
    while True:
        value = file.maybe("replaced")
        if value is None:
            break
        time, stratum, rank, spare, cause, reason = file.match("([^ ]+) " * 5 + "(.+)", value)
        lines.append(
            Replaced(
                file.time(time),
                file.number(stratum),
                file.number(rank, 1),
                file.number(spare, 1),
                file.choice(cause, *REPLACEMENT_CAUSES),
                file.text(reason),
            )
        )
    if not lines:
        file.take("replaced")
    file.end()
    return Replacements(commit, reveal, lines)
