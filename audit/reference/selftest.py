"""Random draws that must verify and random faults in them that must not.

    selftest.py [COUNT [SEED]]

COUNT draws (300 unless given), each with 20 single faults. The same SEED repeats the same run.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from checks import Files, verify
from draw_vectors import ROUNDS, TEXT_EDGES, Case, drand, make_case
from encoding import sha256
from failure import Failure
from files import CAUSES, Commit, OutcomeLine, PassedOver, Public, PublicValue, Reveal
from files import parse_commit, parse_outcome, parse_reveal
from making import make_receipt
from outcome import Standing

FAULTS_EACH = 20
LETTERS = "abcdefghijklmnopqrstuvwxyzABC0123456789.:,-'#  \u00e9\u00df\u4eac\U0001f39f"
# Other scripts, with marks that combine, joiners, and characters that some libraries call white space or line ends.
SCRIPTS = [
    LETTERS,
    "\u0391\u03b8\u03ae\u03bd\u03b1\u03c3 \u0416\u0443\u043a\u0438\u0439",
    "\u05d0\u05d1\u05d2 \u05b0\u0627\u0628\u062a \u064e\u0660\u0669",
    "\u0915\u094d\u0937\u093f \u0e01\u0e33\u0e49 \u1200 \u1780\u17d2",
    "\ud55c\uae00\u1112\u1161\u11ab \u6771\u4eac\u3042\u30a2\uff21\u3000\U00020000",
    "e\u0301\u1e69\u0323 \U0001f469\u200d\U0001f467\ufe0f\U0001f1e9\U0001f1ea \u00ad\u200b\u2060",
    "x" + TEXT_EDGES,
]


def main(count: int, seed: int) -> int:
    chance = random.Random(seed)
    seen: dict[str, int] = {}
    taken = 0
    for number in range(count):
        case = random_case(chance)
        files = random_files(chance, case)
        assert result(files) == "valid", (number, result(files), files)
        commit = parse_commit(files["commit"])
        assert commit.text().encode() == files["commit"]
        assert parse_reveal(files["reveal"], commit.places).text().encode() == files["reveal"]
        if "outcome" in files:
            assert parse_outcome(files["outcome"], commit.places).text().encode() == files["outcome"]
        for _ in range(FAULTS_EACH):
            role = chance.choice(list(files))
            before = after = files[role]
            while after == before:
                after = fault(chance, before)
            name = result({**files, role: after})
            if name == "valid":
                assert tolerated(role, before, after, followed(files["commit"])), (number, role, before, after)
                taken += 1
            else:
                seen[name] = seen.get(name, 0) + 1
    print(f"{count} draws verify; of their faults {sum(seen.values())} fail and {taken} are tolerances")
    for name, times in sorted(seen.items(), key=lambda item: -item[1]):
        print(f"{times:7} {name}")
    return 0


def random_text(chance: random.Random, most: int) -> str:
    letters = LETTERS if chance.random() < 0.7 else chance.choice(SCRIPTS)
    text = "".join(chance.choice(letters) for _ in range(chance.randint(1, most))).strip(" ")
    return text or "x"


def random_case(chance: random.Random) -> Case:
    n = chance.choice([1, 2, 3, 5, chance.randint(1, 30), chance.randint(1, 30), chance.randint(1, 300)])
    if chance.random() < 0.02:
        n = chance.randint(300, 4000)
    distinct: dict[str, None] = {}
    while len(distinct) < n:
        distinct[random_text(chance, chance.choice([20] * 50 + [1000]))] = None
    entries = list(distinct)
    wins = chance.choice([None, None, "once", "per-ticket"])
    tickets = [chance.choice([1, 2, chance.randint(1, 50), 2**32 - 1]) for _ in entries]
    private = wins is None and chance.random() < 0.3
    available = min(sum(tickets) if wins == "per-ticket" else n, chance.choice([10, 60, 60, 300]))
    winners = chance.randint(1, available)
    prizes: list[tuple[int, str]] = []
    while sum(held for held, _ in prizes) < winners:
        held = chance.randint(1, winners - sum(held for held, _ in prizes))
        prizes.append((held, random_text(chance, 12)))
    beacon, value = random_beacon(chance)
    names = random_names(chance, chance.choice([0, 0, 1, 1, 1, 2, 3, 16, chance.randint(0, 16)]))
    if beacon is None and not names:
        names = ["organiser"]
    no_reveal = chance.choice(["void", "leave-out"]) if beacon else "void"
    more: dict[str, Any] = {}
    if chance.random() < 0.5:
        more["organiser"] = random_text(chance, 30)
    if chance.random() < 0.3:
        more["notes"] = [random_text(chance, 30) for _ in range(chance.randint(1, 16))]
    before = random_earlier(chance)
    if before and chance.random() < 0.5:
        more.update(replaces=before[0][0].id(), reason=random_text(chance, 30))
    elif before:
        more.update(follows=(before[0][0].id(), before[0][1].id()), reason=random_text(chance, 30))
    elif chance.random() < 0.1:
        more.update(replaces=sha256(b"one"), reason=random_text(chance, 30))
    elif chance.random() < 0.1:
        more.update(follows=(sha256(b"one"), sha256(b"two")), reason=random_text(chance, 30))
    first, first_value = drand("default-first")  # the earliest of all rounds
    if beacon != first and chance.random() < 0.1:
        more["fresh"] = (first, first_value.signature, first_value.previous)
    more["created"] = "2020-01-01T00:00:00Z"
    case = make_case(
        entries=entries,
        tickets=tickets,
        wins=wins,
        private=private,
        prizes=prizes,
        alternates=chance.choice([0, available - winners, chance.randint(0, available - winners)]),
        vacancy=chance.choice(["next", "up"]),
        seeds=names,
        missing=[name for name in names if no_reveal == "leave-out" and chance.random() < 0.4],
        no_reveal=no_reveal,
        beacon=beacon,
        value=value,
        seeds_file=chance.random() < 0.5,
        rehearsal=chance.random() < 0.2,
        title=random_text(chance, 40),
        published=random_text(chance, 60),
        **more,
    )
    case.earlier = list(before[: chance.randint(0, 2)])
    if chance.random() < 0.5:
        lines = random_history(chance, case)
        case.outcomes = [lines] + [lines[: chance.randint(1, len(lines))]] * chance.randrange(2)
    return case


def random_earlier(chance: random.Random) -> list[tuple[Commit, Reveal]]:
    """The draw before and, one time in two, the draw before that."""
    if chance.random() < 0.6:
        return []
    earlier = make_case(title=random_text(chance, 30), seeds=["first"], private=chance.random() < 0.3)
    made = [(earlier.commit, earlier.reveal())]
    if chance.random() < 0.5:
        later = make_case(title="Second", seeds=["second"], replaces=earlier.commit.id(), reason=random_text(chance, 30))
        made.insert(0, (later.commit, later.reveal()))
    return made


def random_history(chance: random.Random, case: Case) -> list[OutcomeLine]:
    standing = Standing(case.commit.winners, case.commit.alternates, case.commit.vacancy)
    lines: list[OutcomeLine] = []
    seconds = 0
    while not lines or chance.random() < 0.8:
        seconds += chance.choice([0, 1, chance.randrange(9000)])
        time = f"2027-01-{1 + seconds // 86400:02}T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"
        holding = [rank for rank in standing.holders if rank]
        open_ranks = [rank for rank in holding if rank not in standing.accepted]
        passed_over = PassedOver(chance.choice(CAUSES), random_text(chance, 30)) if chance.random() < 0.5 else None
        if not (holding if passed_over else open_ranks):
            break
        line = OutcomeLine(time, chance.choice(holding if passed_over else open_ranks), passed_over)
        standing.take(line)
        lines.append(line)
    return lines


def random_names(chance: random.Random, count: int) -> list[str]:
    names = [f"holder-{i}" for i in range(count)]
    if chance.random() < 0.2:
        names = ["".join(chance.choice("az09") for _ in range(31 - len(name))) + name for name in names]
    return names


def random_beacon(chance: random.Random) -> tuple[Any, Any]:
    kind = chance.choice(["none", "none", "public", "public", "drand"])
    if kind == "public":
        shape = "".join(chance.choice("ddddd.,:+-") for _ in range(chance.choice([4, 128, chance.randint(4, 40)])))
        text = "".join(chance.choice("0123456789") if char == "d" else char for char in shape)
        return Public(shape, random_text(chance, 40)), PublicValue(text)
    if kind == "drand":
        return drand(chance.choice(list(ROUNDS)))
    return None, None


def random_files(chance: random.Random, case: Case, afterwards: bool = True) -> dict[str, bytes]:
    """By role; afterwards: with outcome files and earlier draws."""
    written = case.files()
    receipt = make_receipt(case.commit, case.entry_list, chance.randrange(case.commit.entries), case.list_key)
    texts = {
        "commit": written["commit"],
        "list": written["list"],
        "reveal": written["reveals"][0],
        "seeds": written["seeds"][0] if written["seeds"] else None,
        "receipt": receipt.text() if chance.random() < 0.3 else None,
    }
    if afterwards:
        texts.update(zip(("outcome", "state.outcome"), written["outcomes"]))
        for number, draw in enumerate(written["earlier"]):
            texts[f"earlier-{number}.commit"] = draw["commit"]
            texts[f"earlier-{number}.reveal"] = draw["reveal"] if chance.random() < 0.7 else None
    return {role: text.encode("utf-8") for role, text in texts.items() if text is not None}


def result(files: dict[str, bytes]) -> str:
    seeds, receipts = ([files[role]] if role in files else [] for role in ("seeds", "receipt"))
    outcomes = [files[role] for role in ("outcome", "state.outcome") if role in files]
    earlier = [
        (files[role], files.get(role.replace("commit", "reveal")))
        for role in ("earlier-0.commit", "earlier-1.commit")
        if role in files
    ]
    given = Files(files["commit"], [files["reveal"]], files.get("list"), seeds, receipts, outcomes, earlier)
    try:
        verify(given, rehearsal=True)
    except Failure as failure:
        return failure.name
    return "valid"


def fault(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data))
    kind = chance.randrange(16)
    if kind < 3:
        return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    if kind == 3:
        return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
    if kind == 4:
        return data[:at] + data[at + 1 :]
    if kind == 5:
        return data[:at] + bytes([chance.choice(b" \r\n\t0x:\xc3\xff")]) + data[at:]
    if kind == 6:
        return data[:at]
    if kind == 7:
        return data[:at] + data[at : at + 1].swapcase() + data[at + 1 :]
    if kind == 8:
        return data.replace(b"\n", b"\r\n")
    if kind > 11:
        at = chance.choice([i for i, byte in enumerate(data) if byte in b"0123456789"] or [at])
        return data[:at] + chance.choice([b"0", b"1", b"2", b"7", b"10", b""]) + data[at + 1 :]
    lines = data.splitlines(keepends=True) if b"\r" not in data else [data]
    line = chance.randrange(len(lines))
    if kind == 9:
        return b"".join(lines[:line] + lines[line + 1 :]) or b"\n"
    if kind == 10:
        return b"".join(lines[:line] + [lines[line]] + lines[line:])
    other = chance.randrange(len(lines))
    lines[line], lines[other] = lines[other], lines[line]
    return b"".join(lines)


def followed(commit: bytes) -> bool:
    return b"\nfollows: " in commit


OUTCOME_LINE = re.compile(
    rb"(?:accepted: ([0-9-]{10}T[0-9:]{8}Z) [1-9][0-9]*"
    rb"|passed-over: ([0-9-]{10}T[0-9:]{8}Z) [1-9][0-9]* (?:declined|no-answer|not-found|ineligible|duplicate|other) .+)\n"
)


def tolerated(role: str, before: bytes, after: bytes, follows: bool) -> bool:
    """Whether the change is one the specification takes, judged without the parsers."""
    if after.count(b"\r\n") == after.count(b"\n"):
        after = after.replace(b"\r\n", b"\n")
    if role == "list":
        return after in (before, before[:-1])
    if role.endswith("commit") or (role == "earlier-0.reveal" and follows):
        return after == before
    if role.endswith("outcome"):
        # Another history; whether its ranks are right the tests of Standing ask.
        lines = [OUTCOME_LINE.fullmatch(line) for line in after.splitlines(keepends=True)[3:]]
        times = [line[1] or line[2] for line in lines if line]
        formed = None not in lines and times == sorted(times)
        return formed and after.split(b"\n")[:3] == before.split(b"\n")[:3]
    if role.startswith("earlier"):
        return after.split(b"\n")[1] == before.split(b"\n")[1]  # all that is said of the reveal of a void draw
    # Notes in these files are under no id, nor is a previous signature while none is checked; and a seeds file may hold
    # fewer seeds.
    kept, left = (
        [
            re.sub(rb"^(beacon: drand [0-9]+ [0-9a-f]+) .*", rb"\1", line)
            for line in file.split(b"\n")
            if not line.startswith(b"note: ")
        ]
        for file in (before, after)
    )
    if role == "seeds":
        return len(left) > 3 and left[:2] == kept[:2] and set(left) <= set(kept)
    return left == kept


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(numbers + [300, 1][len(numbers) :])))
