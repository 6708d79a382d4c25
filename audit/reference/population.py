"""The population of an audit sample: a list with fields, ranges of numbers, batches (specification section 19.1)."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from typing import NamedTuple, Optional, Sequence, Union

from entries import BYTE_ORDER_MARK, LINE_BYTES, public_leaf, text_fault, to_lf
from failure import Failure

STRATUM_BYTES = 256
AMOUNT_LIMIT = 2**63  # of the absolute value
AMOUNT = "(?:0|-?[1-9][0-9]*)"


class Range(NamedTuple):
    """Labels prefix || number, the numbers written with as many digits as the first one, or more."""

    first: int
    last: int
    digits: int
    prefix: str = ""

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    def number(self, number: int) -> str:
        return str(number).rjust(self.digits, "0")

    def label(self, index: int) -> str:
        return self.prefix + self.number(self.first + index)

    def text(self) -> str:
        return " ".join(filter(None, (self.number(self.first), self.number(self.last), self.prefix)))


class Batch(NamedTuple):
    """Labels name-1 .. name-size."""

    size: int
    name: str

    def label(self, index: int) -> str:
        return f"{self.name}-{index + 1}"

    def text(self) -> str:
        return f"{self.size} {self.name}"


@dataclass
class Population:
    """What a design needs to know. Strata and amounts are those of the items, in order, if there are such fields."""

    size: int
    strata: Optional[Sequence[str]] = None
    amounts: Optional[Sequence[int]] = None

    def label(self, position: int) -> str:
        raise NotImplementedError

    @property
    def frame(self) -> list[int]:
        """The positions with amounts above 0."""
        return [position for position, amount in enumerate(self.amounts or ()) if amount > 0]


@dataclass
class Counted(Population):
    """Ranges or batches: only their numbers are kept."""

    parts: Sequence[Union[Range, Batch]] = ()
    ends: list[int] = field(init=False)  # how many items there are up to and with each part

    def __post_init__(self) -> None:
        self.ends = list(accumulate(part.size for part in self.parts))

    def label(self, position: int) -> str:
        number = bisect_right(self.ends, position)
        before = self.ends[number - 1] if number else 0
        return self.parts[number].label(position - before)


@dataclass
class Listed(Population):
    lines: Sequence[str] = ()
    entries: Sequence[str] = ()

    def label(self, position: int) -> str:
        return self.entries[position]

    def leaves(self) -> list[bytes]:
        return [public_leaf(line) for line in self.lines]


def counted(parts: Sequence[Union[Range, Batch]]) -> Counted:
    """The population of a commit's ranges or batches, whose labels are distinct."""
    _check_ranges([part for part in parts if isinstance(part, Range)])
    names: set[str] = set()
    for part in parts:
        if isinstance(part, Batch):
            if part.name in names:
                raise Failure("list-duplicate", f"two batches have the name {part.name}")
            names.add(part.name)
    return Counted(sum(part.size for part in parts), parts=parts)


def _check_ranges(ranges: list[Range]) -> None:
    """Within one prefix a number tells the label apart, and the prefix ends where the digits at the end begin."""
    for _, group in groupby(sorted(ranges, key=lambda one: (one.prefix, one.first)), key=lambda one: one.prefix):
        in_order = list(group)
        for one, following in zip(in_order, in_order[1:]):
            if following.first <= one.last:
                raise Failure("list-duplicate", f"the ranges {one.text()} and {following.text()} share a number")


def listed(data: bytes, fields: Sequence[str]) -> Listed:
    """The population of a list file."""
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    pieces = to_lf(data).split(b"\n")
    if pieces[-1] == b"":
        pieces.pop()
    if not pieces:
        raise Failure("list-line", "the list has no line")
    strata, amounts, entries, lines = [], [], [], []
    for number, piece in enumerate(pieces, 1):
        try:
            line = piece.decode("utf-8")
        except UnicodeDecodeError:
            raise Failure("list-line", f"line {number} is not UTF-8") from None
        *values, entry = line.split("\t")
        if len(values) != len(fields):
            raise Failure("list-line", f"line {number} has {len(values)} fields before the entry, not {len(fields)}")
        for name, value in zip(fields, values):
            if name == "stratum":
                _no_fault(number, "stratum", text_fault(value, STRATUM_BYTES))
                strata.append(value)
            else:
                _no_fault(number, "amount", amount_fault(value))
                amounts.append(int(value))
        _no_fault(number, "entry", text_fault(entry, LINE_BYTES))
        lines.append(line)
        entries.append(entry)
    first: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        if first.setdefault(entry, number) != number:
            raise Failure("list-duplicate", f"lines {first[entry]} and {number} have the same entry")
    return Listed(
        len(lines),
        strata if "stratum" in fields else None,
        amounts if "amount" in fields else None,
        lines,
        entries,
    )


def _no_fault(line: int, what: str, fault: Optional[str]) -> None:
    if fault:
        raise Failure("list-line", f"line {line}: the {what} {fault}")


def amount_fault(value: str) -> Optional[str]:
    """Why the text is no amount, or None."""
    if not re.fullmatch(AMOUNT, value, re.ASCII):
        return "is no whole number"
    if len(value) > 20 or abs(int(value)) >= AMOUNT_LIMIT:
        return "is not between -(2^63-1) and 2^63-1"
    return None
