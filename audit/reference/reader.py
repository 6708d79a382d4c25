"""What all files have in common: lines of name and value, words of a later version, limits (specification section 5)."""

from __future__ import annotations

import re
from typing import NoReturn, Optional

from entries import LINE_BYTES, text_fault, to_lf
from failure import Failure

NUMBER_LIMIT = 2**63
VALUE_BYTES = 512
LONG_VALUE_BYTES = 8192  # where a value carries an entry or a path
MOST_NOTES = 16
KINDS = {"commit", "rehearsal", "seeds", "reveal", "rehearsal-reveal", "receipt", "secret", "outcome"}
KINDS |= {"extension", "replacements"}
WITHOUT_DESIGN = {"seeds", "receipt", "secret", "outcome"}

NUMBER = "(?:0|[1-9][0-9]*)"
DIGEST = "[0-9a-f]{64}"
WORD = "[a-z0-9-]{1,32}"


class Printer:
    def __init__(self, kind: str) -> None:
        self.lines = [f"fairdraw {kind} v1"]

    def add(self, name: str, value: object) -> None:
        if value is not None:
            self.lines.append(f"{name}: {value}")

    def add_each(self, name: str, values: list[str]) -> None:
        for value in values:
            self.add(name, value)

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)


class Reader:
    """The lines of one file, taken from the first to the last; the first fault found is the failure."""

    def __init__(self, what: str, data: bytes, most_bytes: int) -> None:
        self.what = what
        if len(data) > most_bytes:
            raise Failure("file-size", f"{what}: more than {most_bytes} bytes")
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            raise Failure("not-utf-8", what) from None
        # Before any line is read: a file of a later version has the line ends of this one too.
        if b"\r\n" in data and data.count(b"\r\n") != data.count(b"\n"):
            raise Failure("grammar", f"{what}: CR LF ends some lines and LF others")
        self.lines = to_lf(data).decode("utf-8").split("\n")
        if self.lines.pop() != "":
            raise Failure("grammar", f"{what}: the last line is not ended")
        self.at = 0

    def fail(self, detail: str) -> NoReturn:
        raise Failure("grammar", f"{self.what}, line {self.at}: {detail}")

    def match(self, pattern: str, value: str) -> tuple[str, ...]:
        found = re.fullmatch(pattern, value, re.ASCII | re.DOTALL)
        if not found:
            self.fail(f"unexpected form: {value[:80]}")
        return found.groups()

    def first_line(self, *kinds: str) -> str:
        line = self.lines[0] if self.lines else ""
        self.at = 1
        kind, version = self.match(f"fairdraw ({WORD}) v([1-9][0-9]*)", line)
        if kind not in KINDS or version != "1":
            raise Failure("later-version", f"{kind} v{version}")
        if kind not in kinds:
            self.fail(f"a {kind} stands in the place of a {kinds[0]}")
        self.needs_design = self._needs(kind)
        return kind

    def _needs(self, kind: str) -> bool:
        """Whether the file needs a design, which is the one token of this version."""
        need = self.maybe("needs")
        if need is None:
            return False
        (token,) = self.match(f"({WORD})", need)
        if token != "design":
            raise Failure("later-version", token)
        if kind in WITHOUT_DESIGN:
            self.fail(f"a {kind} file needs no design")
        need = self.maybe("needs")
        if need is not None:
            (token,) = self.match(f"({WORD})", need)
            if token > "design":
                raise Failure("later-version", token)
            self.fail("needs lines ascend")
        return True

    def expect_design(self, design: bool) -> None:
        """Fails if the file has a line `needs: design` and should not, or the other way round."""
        if design and not self.needs_design:
            self.take("needs")
        if self.needs_design and not design:
            self.fail("the commit has no design")

    def maybe(self, name: str, most_bytes: int = VALUE_BYTES) -> Optional[str]:
        """The value of the next line, if that line has this name."""
        prefix = name + ": "
        if self.at == len(self.lines) or not self.lines[self.at].startswith(prefix):
            return None
        value = self.lines[self.at][len(prefix) :]
        self.at += 1
        return self.text(value, most_bytes)

    def take(self, name: str, most_bytes: int = VALUE_BYTES) -> str:
        value = self.maybe(name, most_bytes)
        if value is None:
            self.at += 1
            self.fail(f"expected {name}")
        return value

    def many(self, name: str, least: int, most: int) -> list[str]:
        values = []
        while True:
            value = self.maybe(name)
            if value is None:
                break
            values.append(value)
            if len(values) > most:
                self.fail(f"more than {most} lines {name}")
        if len(values) < least:
            self.take(name)
        return values

    def notes_and_end(self) -> list[str]:
        notes = self.many("note", 0, MOST_NOTES)
        self.end()
        return notes

    def end(self) -> None:
        if self.at != len(self.lines):
            self.at += 1
            self.fail("unexpected line")

    def text(self, value: str, most_bytes: int = LINE_BYTES) -> str:
        fault = text_fault(value, most_bytes)
        if fault:
            self.fail(f"the text {fault}")
        return value

    def number(self, value: str, least: int = 0, limit: int = NUMBER_LIMIT) -> int:
        self.match(NUMBER, value)
        if len(value) > 19 or not least <= int(value) < limit:
            self.fail(f"{value[:20]} is not in {least}..{limit - 1}")
        return int(value)

    def number_and_text(self, value: str) -> tuple[int, str]:
        number, text = self.match(f"({NUMBER}) (.+)", value)
        return self.number(number, 1), self.text(text)

    def digest(self, value: str) -> bytes:
        self.match(DIGEST, value)
        return bytes.fromhex(value)

    def word(self, value: str, *known: str) -> str:
        """A word that a later version may add to."""
        self.match(WORD, value)
        if value not in known:
            raise Failure("later-version", value)
        return value

    def word_and_rest(self, value: str, *known: str) -> tuple[str, str]:
        word, _, rest = value.partition(" ")
        return self.word(word, *known), rest

    def choice(self, value: str, *known: str) -> str:
        """A word out of a closed set."""
        if value not in known:
            self.fail(f"expected one of {', '.join(known)}")
        return value

    def time(self, value: str) -> str:
        fault = time_fault(value)
        if fault:
            self.fail(f"{value[:80]} {fault}")
        return value


def time_fault(value: str) -> Optional[str]:
    """Why this is no time, or None."""
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", value, re.ASCII):
        return "is not of the form 2026-11-29T12:00:00Z"
    year, month, day = int(value[:4]), int(value[5:7]), int(value[8:10])
    if not 1 <= month <= 12 or not 1 <= day <= days_in_month(year, month):
        return "is not a date"
    if value[11:13] > "23" or value[14:16] > "59" or value[17:19] > "59":
        return "is not a time"
    return None


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def days_before(year: int) -> int:
    """Days from 0000-01-01 to the first day of the year; the year 0000 is a leap year."""
    last = year - 1
    return 365 * year + (last // 4 - last // 100 + last // 400 + 1 if year > 0 else 0)


def unix_time(time: str) -> int:
    """Seconds since 1970-01-01T00:00:00Z of a time that has been checked."""
    year, month, day = int(time[:4]), int(time[5:7]), int(time[8:10])
    days = days_before(year) - days_before(1970) + day - 1
    days += sum(days_in_month(year, earlier) for earlier in range(1, month))
    return 86400 * days + 3600 * int(time[11:13]) + 60 * int(time[14:16]) + int(time[17:19])
