"""The entry list: lines, tickets, the tree hash and its paths (specification sections 3 and 4)."""

from __future__ import annotations

import re
from typing import Sequence

from encoding import enc, sha256, tagged_hash, u64be
from failure import Failure

LINE_BYTES = 4096
MOST_TICKETS = 2**32 - 1
TOTAL_TICKETS = 2**63 - 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
FORBIDDEN = re.compile("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def text_fault(text: str, most_bytes: int) -> str | None:
    """Why the text breaks the rule for lines, or None."""
    if not text:
        return "is empty"
    if len(text.encode("utf-8")) > most_bytes:
        return f"is longer than {most_bytes} bytes"
    if text[0] == " " or text[-1] == " ":
        return "begins or ends with a space"
    found = FORBIDDEN.search(text)
    if found:
        return f"contains U+{ord(found.group()):04X}"
    return None


def to_lf(data: bytes) -> bytes:
    """CR LF is taken if it stands in place of every LF; any other CR stays and is refused later."""
    if data.count(b"\r\n") == data.count(b"\n"):
        return data.replace(b"\r\n", b"\n")
    return data


class EntryList:
    """Lines in order; for a weighted list also entries and tickets taken from them."""

    def __init__(self, lines: list[str], weighted: bool) -> None:
        self.lines = lines
        self.weighted = weighted
        if weighted:
            pairs = [line.split("\t") for line in lines]
            self.tickets = [int(tickets) for tickets, _ in pairs]
            self.entries = [entry for _, entry in pairs]
        else:
            self.tickets = []
            self.entries = lines

    @classmethod
    def parse(cls, data: bytes, weighted: bool) -> EntryList:
        if data.startswith(BYTE_ORDER_MARK):
            data = data[len(BYTE_ORDER_MARK) :]
        pieces = to_lf(data).split(b"\n")
        if pieces[-1] == b"":
            pieces.pop()  # the usual case: the last line is ended too
        if not pieces:
            raise Failure("list-line", "the list has no line")
        lines = [_parse_line(number, piece, weighted) for number, piece in enumerate(pieces, 1)]
        entry_list = cls(lines, weighted)
        entry_list._check_distinct()
        if sum(entry_list.tickets) > TOTAL_TICKETS:
            raise Failure("list-tickets", "the sum of tickets reaches 2^63")
        return entry_list

    def _check_distinct(self) -> None:
        first: dict[str, int] = {}
        for number, entry in enumerate(self.entries, 1):
            if entry in first:
                raise Failure("list-duplicate", f"lines {first[entry]} and {number} are equal")
            first[entry] = number

    def canonical(self) -> bytes:
        return "".join(line + "\n" for line in self.lines).encode("utf-8")

    def leaves(self, list_key: bytes | None = None) -> list[bytes]:
        if list_key is None:
            return [public_leaf(line) for line in self.lines]
        return [private_leaf(salt(list_key, i, line), line) for i, line in enumerate(self.lines)]


def _parse_line(number: int, piece: bytes, weighted: bool) -> str:
    try:
        line = piece.decode("utf-8")
    except UnicodeDecodeError:
        raise Failure("list-line", f"line {number} is not UTF-8") from None
    entry = line
    if weighted:
        tickets, tab, entry = line.partition("\t")
        if not tab or not re.fullmatch("[1-9][0-9]{0,9}", tickets) or int(tickets) > MOST_TICKETS:
            raise Failure("list-line", f"line {number} does not begin with tickets and a TAB")
    fault = text_fault(entry, LINE_BYTES)
    if fault:
        raise Failure("list-line", f"line {number} {fault}")
    return line


def public_leaf(line: str) -> bytes:
    return sha256(b"\x00" + line.encode("utf-8"))


def private_leaf(salt_bytes: bytes, line: str) -> bytes:
    return sha256(b"\x00" + enc("fairdraw/v1/leaf", salt_bytes, line.encode("utf-8")))


def salt(list_key: bytes, position: int, line: str) -> bytes:
    return tagged_hash("fairdraw/v1/salt", list_key, u64be(position), line.encode("utf-8"))


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right)


def split(n: int) -> int:
    """The largest power of two below n."""
    return 1 << ((n - 1).bit_length() - 1)


def root(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962, 2.1."""
    if len(leaves) == 1:
        return leaves[0]
    left = split(len(leaves))
    return node(root(leaves[:left]), root(leaves[left:]))


def path(leaves: Sequence[bytes], position: int) -> list[bytes]:
    """RFC 6962, 2.1.1: the hashes beside the way from the leaf up to the root."""
    if len(leaves) == 1:
        return []
    left = split(len(leaves))
    if position < left:
        return path(leaves[:left], position) + [root(leaves[left:])]
    return path(leaves[left:], position - left) + [root(leaves[:left])]


def root_from_path(leaf: bytes, position: int, n: int, hashes: Sequence[bytes]) -> bytes | None:
    """RFC 9162, 2.1.3.2; None if the path has not the length that position and n ask for."""
    if position >= n:
        return None
    index, last, current = position, n - 1, leaf
    for sibling in hashes:
        if last == 0:
            return None
        if index % 2 == 1 or index == last:
            current = node(sibling, current)
            while index % 2 == 0 and index != 0:
                index, last = index >> 1, last >> 1
        else:
            current = node(current, sibling)
        index, last = index >> 1, last >> 1
    return current if last == 0 else None
