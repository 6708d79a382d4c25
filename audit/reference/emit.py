"""What `fairdraw emit` writes for a seed file, made again from the reference's own stream and draws.

    python3 audit/reference/emit.py SEED-FILE shuffles --of 52 --count 1000 > decks.txt

takes the arguments of `fairdraw emit` with --count, a number in digits, and writes the same bytes, some thousand words a
second. With --raw it writes the words that were read instead. With --words the file is not a seed file but a capture, as
`fairdraw emit --raw FILE` keeps it, and its words are used: so outcomes from any source are made again from the words beside
them. `emit.py expected SEED-FILE` prints the SHA-256 of both for a list of arguments: this is cli/tests/data/emit/expected.txt,
which the tests compare the tool with; `emit.py check SEED-FILE FILE` compares it with a file.
"""

from __future__ import annotations

import argparse
import sys
from itertools import zip_longest
from typing import Callable, Iterator

from drawing import RUN_LIMIT, below, draw_run, shuffle_prefix
from encoding import enc, sha256
from hash_drbg import Stream

CARDS = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


class Recorded(Stream):
    """The stream of a seed file, which keeps the words read of it."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(enc("fairdraw/v1/seed-file", sha256(seed)), "emit")
        self.raw = bytearray()

    def next_word(self) -> int:
        word = super().next_word()
        self.raw += word.to_bytes(8, "big")
        return word


class Captured(Recorded):
    """Words of a capture, 8 bytes each, the highest byte first."""

    def __init__(self, capture: bytes) -> None:
        self.left = memoryview(capture)
        self.refused = 0
        self.raw = bytearray()

    def next_word(self) -> int:
        word, self.left = self.left[:8], self.left[8:]
        if len(word) < 8:
            sys.exit("the capture ends before all outcomes are made")
        self.raw += word
        return int.from_bytes(word, "big")


def words(options: argparse.Namespace, stream: Recorded) -> Iterator[bytes]:
    if options.format == "dieharder":
        yield b"type: d\ncount: %d\nnumbit: 32\n" % options.count
        for index in range(options.count):
            word = stream.next_word() if index % 2 == 0 else word << 32
            yield b"%d\n" % (word >> 32 & 0xFFFFFFFF)
        return
    for _ in range(options.count):
        word = stream.next_word()
        if options.format == "bits":
            yield b"%s" % format(word, "064b").encode()
        elif options.byte_order == "little32":
            yield (word >> 32).to_bytes(4, "little") + (word & 0xFFFFFFFF).to_bytes(4, "little")
        else:
            yield word.to_bytes(8, options.byte_order)


def numbers(options: argparse.Namespace, stream: Recorded) -> Iterator[bytes]:
    first, last = map(int, options.range.split("-"))
    bound = last - first + 1
    # The longest run of equal bounds that one word serves; it has 1,024 of the bound 1.
    run = 1024 if bound == 1 else max([1] + [length for length in range(61) if bound**length <= RUN_LIMIT])
    drawn: list[int] = []
    for _ in range(options.count):
        line = []
        for _ in range(options.columns):
            if not options.batch:
                line.append(below(bound, stream))
                continue
            if not drawn:
                drawn = list(draw_run([bound] * run, stream))
            line.append(drawn.pop(0))
        yield ",".join(str(first + number) for number in line).encode() + b"\n"


def shuffles(options: argparse.Namespace, stream: Recorded) -> Iterator[bytes]:
    return samples(argparse.Namespace(**vars(options), size=options.of, sorted=False), stream)


def samples(options: argparse.Namespace, stream: Recorded) -> Iterator[bytes]:
    for _ in range(options.count):
        drawn = shuffle_prefix(options.of, options.size, stream)
        if options.sorted:
            drawn.sort()
        yield " ".join(str(options.first + number) for number in drawn).encode() + b"\n"


def hands(options: argparse.Namespace, stream: Recorded) -> Iterator[bytes]:
    dealt = options.players * options.cards
    for _ in range(options.count):
        cards = [CARDS[card % 52] for card in shuffle_prefix(52 * options.decks, dealt, stream)]
        players = [cards[player :: options.players] for player in range(options.players)]
        yield ",".join(" ".join(hand) for hand in players).encode() + b"\n"


KINDS: dict[str, Callable[[argparse.Namespace, Recorded], Iterator[bytes]]] = {
    "words": words,
    "numbers": numbers,
    "shuffles": shuffles,
    "samples": samples,
    "hands": hands,
}


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="emit.py")
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind in KINDS:
        options = kinds.add_parser(kind)
        options.add_argument("--count", type=int, required=True)
        options.add_argument("--raw", action="store_true")
        options.add_argument("--words", action="store_true")
        if kind == "words":
            options.add_argument("--format", choices=["raw", "bits", "dieharder"], default="raw")
            options.add_argument("--byte-order", choices=["big", "little", "little32"], default="big")
        if kind == "numbers":
            options.add_argument("--range", required=True)
            options.add_argument("--columns", type=int, default=1)
            options.add_argument("--batch", action="store_true")
        if kind in ("shuffles", "samples"):
            options.add_argument("--of", type=int, required=True)
            options.add_argument("--from", type=int, default=1, dest="first")
        if kind == "samples":
            options.add_argument("--size", type=int, required=True)
            options.add_argument("--sorted", action="store_true")
        if kind == "hands":
            for name in ("--players", "--cards"):
                options.add_argument(name, type=int, required=True)
            options.add_argument("--decks", type=int, default=1)
    return parser


def emitted(arguments: list[str], seed: bytes) -> tuple[bytes, bytes]:
    """What is written, and the words that were read for it."""
    options = parser().parse_args(arguments)
    stream = Captured(seed) if options.words else Recorded(seed)
    return b"".join(KINDS[options.kind](options, stream)), bytes(stream.raw)


# Counts are chosen beyond a request of the stream (512 words), and some beyond a buffer of the tool (128 KiB).
EXPECTED = """\
words --count 1
words --count 20000
words --byte-order little --count 600
words --byte-order little32 --count 600
words --format bits --count 600
words --format bits --count 2500
words --format dieharder --count 1
words --format dieharder --count 1301
words --format dieharder --count 20000
numbers --range 1-6 --count 700
numbers --range 1-6 --batch --count 3000
numbers --range 1-6 --batch --columns 7 --count 400
numbers --range 0-1 --batch --count 1500
numbers --range 5-5 --batch --count 130
numbers --range 5-5 --count 130
numbers --range 0-36 --columns 10 --count 120
numbers --range 10-9223372036854775817 --count 600
numbers --range 10-9223372036854775817 --batch --count 30
numbers --range 0-6148914691236517205 --count 1000
numbers --range 1000000-1999999 --count 20000
shuffles --of 1 --count 5
shuffles --of 2 --count 600
shuffles --of 52 --count 1000
shuffles --of 8 --from 0 --count 700
shuffles --of 30000 --count 3
samples --size 6 --of 49 --count 1000
samples --size 6 --of 49 --sorted --count 1000
samples --size 49 --of 49 --count 100
samples --size 20 --of 80 --from 0 --count 300
samples --size 3 --of 100000000 --count 20
samples --size 3 --of 100000001 --count 300
samples --size 5 --of 9223372036854775808 --sorted --count 150
hands --players 4 --cards 13 --count 500
hands --players 1 --cards 1 --count 600
hands --players 7 --cards 2 --decks 6 --count 400
"""


def main(arguments: list[str]) -> None:
    if len(arguments) < 2:
        sys.exit(__doc__)
    if arguments[0] in ("expected", "check"):
        with open(arguments[1], "rb") as file:
            seed = file.read()
        lines = []
        for line in EXPECTED.splitlines():
            output, raw = emitted(line.split(), seed)
            lines.append(f"{sha256(output).hex()} {sha256(raw).hex()} {line}\n")
            if emitted([*line.split(), "--words"], raw)[0] != output:
                sys.exit(f"the words of {line} don't give its output")
        if arguments[0] == "expected":
            print("".join(lines), end="")
            return
        with open(arguments[2], encoding="ascii") as file:
            differing = [line for line, there in zip_longest(lines, file) if line != there]
        print(f"{len(lines)} entries, {len(differing)} differ")
        sys.exit(bool(differing))
    with open(arguments[0], "rb") as file:
        output, raw = emitted(arguments[1:], file.read())
    sys.stdout.buffer.write(raw if "--raw" in arguments else output)


if __name__ == "__main__":
    main(sys.argv[1:])
