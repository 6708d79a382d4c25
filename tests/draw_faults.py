"""Random faults in the files of a draw, and mending of what hangs on them, so that later checks are reached too.

A draw's files are a dict from name to bytes: commit, list, reveal, reveal-2, seeds, receipt, outcome and so on. Of the draws
before it earlier-0 and earlier-1 are the commits, ended-0 and ended-1 their reveals. `hidden` is the list of a private draw,
which no verifier is given.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from typing import Callable, Optional, TypeVar

import selftest
from draw_vectors import LIST_KEY, example_seed
from encoding import material, seed_commitment, sha256
from entries import BYTE_ORDER_MARK, EntryList, private_leaf, root, salt, to_lf
from failure import Failure
from files import Reveal, Seeds, parse_commit, parse_receipt, parse_reveal
from making import make_receipt, make_reveal

Files = dict[str, bytes]
Parsed = TypeVar("Parsed")
MOST_PLACES = 3000


@dataclass
class Draw:
    """The files of a draw, and what the verifier is told besides."""

    files: Files
    hidden: Optional[bytes] = None
    expect: Optional[str] = None
    rehearsal: bool = True

    def kind(self, kind: str) -> list[str]:
        return [name for name in self.files if name.split("-")[0] == kind]

    def earlier(self) -> list[tuple[str, str]]:
        """Names of commit and reveal of each earlier draw; the reveal need not be there."""
        return [(name, name.replace("earlier", "ended")) for name in self.kind("earlier")]

    def told_apart(self) -> bool:
        """Whether SPEC 13.1 finds the same earlier draws in the files as their names say."""
        commits = [parsed(parse_commit, self.files[name]) for name in ["commit", *self.kind("earlier")]]
        named = [commit and commit.replaces or commit and commit.follows and commit.follows[0] for commit in commits]
        ids = [commit and commit.id() for commit in commits]
        if None in ids or [at for at, one in enumerate(ids) if one not in named] != [0]:
            return False
        theirs = {name: [f"ended-{name[8:]}"] if f"ended-{name[8:]}" in self.files else [] for name in self.kind("earlier")}
        reveals = [*self.kind("reveal"), *self.kind("ended")]
        named_by = {name: re.findall(rb"(?m)^commit: ([0-9a-f]{64})\r?$", self.files[name])[:1] for name in reveals}
        return all(
            theirs[name] == [reveal for reveal in reveals if one and named_by[reveal] == [one.hex().encode()]]
            for name, one in zip(self.kind("earlier"), ids[1:])
        )


Fault = Callable[[random.Random, Draw, Draw], None]
Mend = Callable[[Draw], None]


def faulty(
    chance: random.Random, draw: Draw, other: Draw, faults: list[Fault], mends: list[Mend], last: Fault
) -> tuple[Draw, str]:
    """A copy of `draw` with faults, some taken from the files of `other`, and what was done. `last` comes after mends."""
    made = Draw(dict(draw.files), draw.hidden)
    done = []
    for _ in range(chance.choice([1, 1, 1, 2])):
        fault = chance.choice(faults)
        fault(chance, made, other)
        done.append(fault.__name__)
    if chance.random() < 0.7:
        for mend in mends:
            if chance.random() < 0.8:
                mend(made)
                done.append(mend.__name__)
        if chance.random() < 0.25:
            last(chance, made, other)
            done.append(last.__name__)
    # Mostly not told; else the id of the draw before the faults, as somebody who knew it from elsewhere would give it.
    made.expect = sha256(draw.files["commit"]).hex() if chance.random() < 0.1 else None
    made.rehearsal = chance.random() < 0.95
    return made, ", ".join(done)


# Faults ---------------------------------------------------------------------------------------------------------------------


def byte_or_line(chance: random.Random, made: Draw, other: Draw) -> None:
    name = chance.choice(list(made.files))
    made.files[name] = selftest.fault(chance, made.files[name]) if made.files[name] else b"\n"


def number(chance: random.Random, made: Draw, other: Draw) -> None:
    """A number one more or less, or at a limit."""
    name = chance.choice(list(made.files))
    numbers = list(re.finditer(rb"(?<![^\s-])[0-9]{1,20}(?![^\s])", made.files[name]))
    if numbers:
        found = chance.choice(numbers)
        value = int(found.group())
        limits = [0, 1024, 1025, 2**32 - 1, 2**32, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64]
        value = chance.choice([value + 1, value - 1, value + 1, abs(value - 1), value * 10, chance.choice(limits)])
        made.files[name] = spliced(made.files[name], found, b"%d" % value)


def word(chance: random.Random, made: Draw, other: Draw) -> None:
    """A word of the grammar in the place of another."""
    name = chance.choice(list(made.files))
    words = list(WORD.finditer(made.files[name]))
    if words:
        found = chance.choice(words)
        group = chance.choice([group for group in WORDS if found.group() in group])
        made.files[name] = spliced(made.files[name], found, chance.choice(group))


def later(chance: random.Random, made: Draw, other: Draw) -> None:
    """A word of a later version, well formed or not."""
    name = chance.choice([name for name in made.files if name != "list"])
    old, new = chance.choice(
        [
            (rb" v1\n", b" v2\n"),
            (rb" v1\n", b" v10000000000000000000000\n"),
            (rb" v1\n", b" v01\n"),
            (rb" v1\n", b" v1\nneeds: bells\n"),
            (rb" v1\n", b" v1\nneeds: bells and whistles\n"),
            (rb" v1\n", b" v1\nneeds: design\n"),
            (rb"\nneeds: design\n", b"\n"),
            (rb"\nneeds: design\n", b"\nneeds: design\nneeds: e\n"),
            (rb"\ndesign: \S+", b"\ndesign: dice"),
            (rb"^fairdraw \S+", b"fairdraw outcome"),
            (rb"^fairdraw \S+", b"fairdraw bells"),
            (rb"\nlist: \w+", b"\nlist: merkle"),
            (rb"\nmethod: \w+", b"\nmethod: dice"),
            (rb"\nbeacon: \w+", b"\nbeacon: sun-spots"),
            (rb"\nbeacon: drand \w{64}", b"\nbeacon: drand " + b"ab" * 32),
            (rb"\nfresh: \w+", b"\nfresh: public"),
        ]
    )
    made.files[name] = re.sub(old, new, made.files[name], count=1)


def value(chance: random.Random, made: Draw, other: Draw) -> None:
    """The line of that name from another draw."""
    name = chance.choice(list(made.files))
    theirs = other.files.get(name)
    lines = made.files[name].split(b"\n")
    if theirs and lines:
        at = chance.randrange(len(lines))
        alike = [line for line in theirs.split(b"\n") if line.split(b":")[0] == lines[at].split(b":")[0]]
        lines[at] = chance.choice(alike or theirs.split(b"\n"))
        made.files[name] = b"\n".join(lines)


def line(chance: random.Random, made: Draw, other: Draw) -> None:
    """A line more: of another file, or a note."""
    name = chance.choice(list(made.files))
    lines = made.files[name].split(b"\n")
    source = chance.choice([*made.files.values(), *other.files.values()])
    new = chance.choice([*source.split(b"\n"), b"note: of no weight", b"organiser: nobody", b"needs: x"])
    lines.insert(chance.choice([chance.randint(0, len(lines)), len(lines) - 1]), new)
    made.files[name] = b"\n".join(lines)


def whole_file(chance: random.Random, made: Draw, other: Draw) -> None:
    """A file more, a file less, or another file in its place."""
    name = chance.choice(list(made.files))
    what = chance.randrange(5)
    if what == 0:
        made.files[name] = other.files.get(name, made.files[name])
    elif what == 1:
        made.files[name] = made.files[chance.choice(list(made.files))]
    elif what == 2:
        theirs = chance.choice([theirs for theirs in other.files if theirs != "commit"])
        made.files[theirs if theirs == "list" else theirs.split("-")[0] + "-9"] = other.files[theirs]
    elif what == 3 and name not in ("commit", "reveal"):
        del made.files[name]
    else:
        made.files.pop("list", None)


def form(chance: random.Random, made: Draw, other: Draw) -> None:
    """Line ends, marks and bytes that are no text."""
    name = chance.choice(list(made.files))
    data = made.files[name]
    at = chance.randint(0, len(data))
    made.files[name] = chance.choice(
        [
            data.replace(b"\n", b"\r\n"),
            data.replace(b"\n", b"\r\n", 1),
            data.replace(b"\n", b"\r"),
            BYTE_ORDER_MARK + data,
            BYTE_ORDER_MARK + BYTE_ORDER_MARK + data,
            data[:-1],
            data + b"\n",
            data.replace(b"\n", b"\r\n") + b"\r\n",
            data.replace(b"\n", b"\r\n")[:-2] + b"\r",
            data.decode("utf-8", "replace").encode("utf-16-le"),
            b"",
            *(data[:at] + some + data[at:] for some in UNUSUAL),
        ]
    )


def large(chance: random.Random, made: Draw, other: Draw) -> None:
    """A file at its limit of size, or a byte past it."""
    kind = chance.choice(["commit", "reveal", "seeds", "receipt", "value"])
    if kind == "value":
        name = chance.choice(list(made.files))
        lines = made.files[name].split(b"\n")
        at = chance.randrange(len(lines))
        limit = chance.choice([256, 512, 4096, 8192])
        lines[at] = lines[at].ljust(limit, b"x") + b"x" * chance.choice([0, 1, len(lines[at].split(b" ")[0])])
        made.files[name] = b"\n".join(lines)
    elif kind in made.files:
        limit = {"commit": 1 << 20, "reveal": 1 << 20, "seeds": 1 << 16, "receipt": 1 << 16}[kind]
        if kind == "reveal" and (commit := parsed(parse_commit, made.files["commit"])):
            limit += min(commit.places, 10) << 14
        data = made.files[kind]
        made.files[kind] = data[:-1].ljust(limit - 1 + chance.choice([-1, 0, 1, 1, 1]), b"n") + b"\n"


def seeds(chance: random.Random, made: Draw, other: Draw) -> None:
    """Seeds renamed, changed, missing, no longer missing, or in another order."""
    name = chance.choice([*made.kind("reveal"), *made.kind("seeds"), "commit"])
    lines = made.files[name].split(b"\n")
    places = [at for at, text in enumerate(lines) if text.startswith(b"seed: ")]
    if not places:
        return
    at, to = chance.choice(places), chance.choice(places)
    holder, digits = (lines[at].split(b" ") + [b"", b""])[1:3]
    what = chance.randrange(6)
    if what == 0:
        lines[at], lines[to] = lines[to], lines[at]
    elif what == 1:
        lines[at] = b"seed: %s missing" % holder
    elif what == 2:
        lines[at] = b"seed: %s %s" % (holder, example_seed(holder.decode("ascii", "replace")).hex().encode())
    elif what == 3:
        lines[at] = b"seed: %s %s" % (chance.choice([b"nobody", lines[to].split(b" ")[1]]), digits)
    elif what == 4:
        del lines[at]
    else:
        lines[at] = b"seed: %s %s" % (holder, digits[::-1])
    made.files[name] = b"\n".join(lines)


def equal_seeds(chance: random.Random, made: Draw, other: Draw) -> None:
    """Two holders have one seed, in reveals and seeds files; set_commitments mends the commit."""
    commit = parsed(parse_commit, made.files["commit"])
    if not commit or len(commit.seeds) < 2:
        return
    (one, _), (two, _) = chance.sample(commit.seeds, 2)
    digits = example_seed(one).hex().encode()
    for name in made.kind("reveal") + made.kind("seeds"):
        for holder in (one, two):
            made.files[name] = re.sub(
                rb"(?m)^seed: %s [0-9a-f]{128}$" % holder.encode(), b"seed: %s %s" % (holder.encode(), digits), made.files[name]
            )


def other_result(chance: random.Random, made: Draw, other: Draw) -> None:
    """A second reveal of the same commit in which seeds are missing, or a seeds file that opens them all."""
    commit, reveal = parsed(parse_commit, made.files["commit"]), parsed_reveal(made)
    if not commit or not reveal:
        return
    if commit.seeds and chance.random() < 0.5:
        opened = [(holder, example_seed(holder)) for holder, _ in commit.seeds]
        made.files["seeds-3"] = Seeds(commit.id(), opened).text().encode("utf-8")
        return
    found = {holder: seed for holder, seed in reveal.seeds if seed and chance.random() < 0.7}
    reveal.seeds = [(holder, found.get(holder)) for holder, _ in reveal.seeds]
    made.files["reveal-3"] = reveal.text().encode("utf-8")
    set_material(made)
    redraw(made)


def beacon(chance: random.Random, made: Draw, other: Draw) -> None:
    """Another value of the beacon, a rule with none, or a time that doesn't fit it."""
    name = chance.choice([*made.kind("reveal"), "commit"])
    data = made.files[name]
    digits = list(re.finditer(rb"(?m)(?<=^beacon: public ).*[0-9]", data))
    what = chance.randrange(4)
    if what == 0 and digits:
        made.files[name] = spliced(data, digits[0], digits[0].group()[:-1] + b"%d" % chance.randrange(10))
    elif what == 1:
        made.files[name] = re.sub(rb"(?m)^beacon: .*\n", b"", data)
    elif what == 2:
        years = [b"0000", b"1969", b"2020", b"2023", b"2024", b"2100", b"9999"]
        made.files["commit"] = re.sub(rb"(?m)^created: [0-9]{4}", b"created: " + chance.choice(years), made.files["commit"])
    else:
        theirs = re.search(rb"(?m)^beacon: .*", other.files.get(name, other.files["reveal"]))
        if theirs:
            made.files[name] = re.sub(rb"(?m)^beacon: .*", lambda _: theirs.group(), data)


def rules(chance: random.Random, made: Draw, other: Draw) -> None:
    """More places, fewer sources, or one name twice."""
    data = made.files["commit"]
    prizes = list(re.finditer(rb"(?m)(?<=^prize: )[0-9]+|(?<=^alternates: )[0-9]+", data))
    what = chance.randrange(4)
    if what == 0 and prizes:
        found = chance.choice(prizes)
        count = int(found.group()) + chance.choice([1, 1, 1, 5, 1000, 2**62])
        data = spliced(data, found, b"%d" % count)
    elif what == 1:
        data = re.sub(rb"(?m)^seed: .*\n|^seeds-by: .*\n|^no-reveal: .*\n", b"", data)
        made.files["reveal"] = re.sub(rb"(?m)^seed: .*\n", b"", made.files["reveal"])
    elif what == 2:
        data = re.sub(rb"(?m)^no-reveal: void$", b"no-reveal: leave-out", data)
    else:
        data = re.sub(rb"(?m)^(seed: \S+) (.*)\nseed: \S+ ", rb"\1 \2\n\1 ", data, count=1)
    made.files["commit"] = data


def entries(chance: random.Random, made: Draw, other: Draw) -> None:
    """An entry twice, gone or elsewhere, of a list that is given or hidden."""
    data = made.files.get("list", made.hidden) or b""
    lines = data.split(b"\n")[:-1]
    if not lines:
        return
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.randrange(5)
    if what < 2:
        *tickets, _ = lines[at].split(b"\t")
        lines[at] = b"\t".join([*tickets, lines[to].split(b"\t")[-1]])
    elif what == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif what == 3:
        lines[at] += b"x"
    else:
        del lines[at]
    changed = b"".join(text + b"\n" for text in lines)
    if "list" in made.files:
        made.files["list"] = changed
    else:
        made.hidden = changed


def outcome_lines(chance: random.Random, made: Draw, other: Draw) -> None:
    """A line of an outcome file changed, moved, gone, or one more; or another history beside it."""
    names = made.kind("outcome")
    if not names:
        return
    name = chance.choice(names)
    head, lines = made.files[name].split(b"\n")[:3], made.files[name].split(b"\n")[3:-1]
    if not lines:
        return
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    words, what = (lines[at].split(b" ", 4) + [b"x"] * 4)[:5], chance.randrange(9)
    if what == 0:
        lines[at], lines[to] = lines[to], lines[at]
    elif what == 1:
        del lines[at]
    elif what == 2:
        lines.insert(to, lines[at])
    elif what == 3:
        words[0] = {b"accepted:": b"passed-over:", b"passed-over:": b"accepted:"}.get(words[0], words[0])
        lines[at] = b" ".join(words[: 3 if words[0] == b"accepted:" else 5])
    elif what < 6:
        lines[at] = re.sub(rb"Z [0-9]+", b"Z %d" % chance.choice([1, 2, 3, chance.randint(1, 30), 2**63 - 1]), lines[at], count=1)
    elif what == 6:
        lines[at] = re.sub(rb" [0-9]{4}", b" " + chance.choice([b"0000", b"2020", b"9999"]), lines[at], count=1)
    else:
        last = re.sub(rb"(?<=: )[^Z]*", b"9999-12-31T23:59:5%d" % chance.randrange(10), lines[-1], count=1)
        lines.append(re.sub(rb"Z [0-9]+", b"Z %d" % chance.randint(1, 9), last, count=1))
    changed = b"".join(text + b"\n" for text in head + lines)
    made.files[chance.choice([name, "outcome-3"])] = changed


def history(chance: random.Random, made: Draw, other: Draw) -> None:
    """Another draw before this one; notes in the earlier reveal; or the id of another draw."""
    what = chance.randrange(6)
    ended = made.kind("ended")
    if what == 0 and ended:
        made.files[chance.choice(ended)] += b"note: x\n"
    elif what == 1:
        made.files["earlier-2"] = other.files["commit"]
    elif what == 2 and ended:
        made.files[chance.choice(ended)] = made.files["reveal"]
    elif what == 3 and "earlier-0" in made.files:
        made.files["earlier-0"] = made.files["commit"] if chance.random() < 0.3 else made.files["earlier-0"] + b"note: x\n"
    elif what == 4 and ended:
        # A seed of this draw is called the earlier draw's, whose commit may not hold it.
        seed = re.search(rb"(?m)^seed: .*\n", made.files["reveal"])
        if seed:
            made.files[chance.choice(ended)] = re.sub(rb"(?m)^seed: .*\n", seed.group(), made.files[ended[0]], count=1)
    else:
        one = b"%064x" % chance.getrandbits(256)
        made.files["commit"] = re.sub(rb"(?m)^(follows|replaces): [0-9a-f]{64}", rb"\1: " + one, made.files["commit"])


def draw_lines(chance: random.Random, made: Draw, other: Draw) -> None:
    """A rank, prize, position or entry that is not the drawn one; a line more or less; an open line changed."""
    name = chance.choice(made.kind("reveal"))
    lines = made.files[name].split(b"\n")
    places = [at for at, text in enumerate(lines) if text.startswith(b"draw: ")]
    opens = [at for at, text in enumerate(lines) if text.startswith(b"open: ")]
    if not places:
        return
    at, to = chance.choice(places), chance.choice(places)
    words, theirs = ((lines[place].split(b" ", 4) + [b"x"] * 5)[:5] for place in (at, to))
    what = chance.randrange(9)
    if what < 4:
        words[1 + what] = theirs[1 + what]
    elif what == 4:
        words[2] = chance.choice([b"alternate", b"prize-1", b"prize-2", b"prize-%d" % 2**62])
    elif what == 5:
        words[chance.choice([1, 3])] = b"%d" % chance.choice([0, 1, 2, 5, 2**32, 2**63 - 1])
    elif what == 6:
        words[4] += b"x"
    elif opens and what == 7:
        at, to = chance.choice(opens), chance.choice(opens)
        mixed = lines[at].split(b" ")
        mixed[-1] = lines[to].split(b" ")[-1]
        lines[at] = chance.choice([lines[to], b" ".join(mixed), b" ".join(mixed[:-1]), lines[at] + b" " + mixed[-1]])
    if what < 7:
        lines[at] = b" ".join(words)
    elif what == 8:
        lines[at : at + 1] = chance.choice([[], [lines[at], lines[at]]])
    made.files[name] = b"\n".join(lines)


FAULTS = [
    *[byte_or_line, number, word, later, value, line, whole_file, form, large],
    *[seeds, seeds, equal_seeds, other_result, beacon, rules, rules, entries, entries, draw_lines, draw_lines],
    *[outcome_lines, outcome_lines, outcome_lines, history],
]

# Mends ----------------------------------------------------------------------------------------------------------------------


def set_list(made: Draw) -> None:
    """The commit's numbers and root become those of the list, whatever its lines are."""
    data = made.files.get("list", made.hidden)
    if not data:
        return
    pieces = to_lf(data.removeprefix(BYTE_ORDER_MARK)).split(b"\n")
    lines = pieces if pieces[-1] else pieces[:-1]
    if not lines:
        return
    if "list" in made.files:
        leaves = [sha256(b"\x00" + text) for text in lines]
    else:
        texts = [text.decode("utf-8", "replace") for text in lines]
        leaves = [private_leaf(salt(LIST_KEY, at, text), text) for at, text in enumerate(texts)]
    tickets = [re.match(rb"[1-9][0-9]{0,18}\t", text) for text in lines]
    total = sum(int(found.group()) for found in tickets if found)
    commit = made.files["commit"]
    commit = re.sub(rb"(?m)^entries: [0-9]+$", b"entries: %d" % len(lines), commit, count=1)
    commit = re.sub(rb"(?m)^tickets: [0-9]+$", b"tickets: %d" % total, commit, count=1)
    made.files["commit"] = re.sub(rb"(?m)^root: .*$", b"root: " + root(leaves).hex().encode(), commit, count=1)


def set_commitments(made: Draw) -> None:
    """The commit's seeds become those that the first reveal opens."""
    commit, reveal = parsed(parse_commit, made.files["commit"]), parsed_reveal(made)
    if commit and reveal:
        opened = {holder: seed_commitment(holder, seed, commit.rehearsal) for holder, seed in reveal.seeds if seed}
        commit.seeds = [(holder, opened.get(holder, commitment)) for holder, commitment in commit.seeds]
        made.files["commit"] = commit.text().encode("utf-8")


def set_commit_id(made: Draw) -> None:
    commit_id = sha256(to_lf(made.files["commit"])).hex().encode()
    others = ("reveal", "seeds", "receipt", "outcome", "extension", "replacements")
    for name in [name for kind in others for name in made.kind(kind)]:
        made.files[name] = re.sub(rb"(?m)^commit: [0-9a-f]{64}", b"commit: " + commit_id, made.files[name], count=1)


def set_material(made: Draw) -> None:
    for name in made.kind("reveal"):
        reveal = parsed_reveal(made, name)
        if reveal:
            try:
                part = reveal.beacon.material_part() if reveal.beacon else b""
            except UnicodeEncodeError:
                continue
            reveal.material = sha256(material(reveal.commit, part, [seed for _, seed in reveal.seeds]))
            made.files[name] = reveal.text().encode("utf-8")


def redraw(made: Draw) -> None:
    """The places of each reveal, and the receipts, become those of its list and material, where they can be drawn."""
    commit = parsed(parse_commit, made.files["commit"])
    data = made.files.get("list", made.hidden)
    if not commit or commit.sample or not data or commit.places > MOST_PLACES or commit.private == ("list" in made.files):
        return
    available = commit.tickets if commit.wins == "per-ticket" else commit.entries
    try:
        if commit.private:
            # Unlike a list that is given, it may hold an entry twice.
            entry_list = EntryList(data.decode("utf-8").split("\n")[:-1], False)
        else:
            entry_list = EntryList.parse(data, commit.weighted)
    except (Failure, UnicodeDecodeError):
        return
    counted = len(entry_list.lines) == commit.entries and sum(entry_list.tickets) == (commit.tickets or 0)
    if not counted or commit.places > (available or 0):
        return
    key = LIST_KEY if commit.private else None
    for name in made.kind("reveal"):
        reveal = parsed_reveal(made, name)
        if reveal and [holder for holder, _ in reveal.seeds] == [holder for holder, _ in commit.seeds]:
            opened = {holder: seed for holder, seed in reveal.seeds if seed}
            again = make_reveal(commit, entry_list, opened, reveal.beacon, key)
            made.files[name] = replace(reveal, draws=again.draws).text().encode("utf-8")
    for name in made.kind("receipt"):
        receipt = parsed(parse_receipt, made.files[name])
        if receipt and receipt.position < commit.entries:
            made.files[name] = make_receipt(commit, entry_list, receipt.position, key).text().encode("utf-8")


def set_reveal_id(made: Draw) -> None:
    reveal_id = sha256(to_lf(made.files["reveal"])).hex().encode()
    for name in made.kind("outcome") + made.kind("extension") + made.kind("replacements"):
        made.files[name] = re.sub(rb"(?m)^reveal: [0-9a-f]{64}", b"reveal: " + reveal_id, made.files[name], count=1)


MENDS = [set_list, set_commitments, set_commit_id, set_material, redraw, set_reveal_id]

# Helpers --------------------------------------------------------------------------------------------------------------------


def parsed(parse: Callable[[bytes], Parsed], data: bytes) -> Optional[Parsed]:
    try:
        return parse(data)
    except Failure:
        return None


def parsed_reveal(made: Draw, name: str = "reveal") -> Optional[Reveal]:
    commit = parsed(parse_commit, made.files["commit"])
    design = commit is not None and commit.sample is not None
    return parsed(lambda data: parse_reveal(data, 1 << 40, design), made.files[name])


def spliced(data: bytes, found: re.Match[bytes], new: bytes) -> bytes:
    return data[: found.start()] + new + data[found.end() :]


# Of each group one word may stand in the place of another.
WORDS = [
    [b"commit", b"rehearsal", b"seeds", b"reveal", b"rehearsal-reveal", b"receipt", b"secret", b"outcome", b"v1", b"v2"],
    [b"extension", b"replacements", b"reveal", b"outcome"],
    [b"public", b"private", b"drand", b"shuffle", b"tickets", b"missing", b"organiser", b"ranges", b"manifest", b"sample"],
    [b"simple", b"with-replacement", b"systematic", b"mus-fixed", b"mus-interval", b"mus-cell", b"mus-with-replacement"],
    [b"explicit", b"proportional", b"value", b"neyman"],
    [b"certainty", b"sample", b"spare"],
    [b"design:", b"spares:", b"minimum:", b"stratum:", b"order:", b"fields:", b"amounts:", b"range:", b"batch:"],
    [b"item:", b"add:", b"extends:", b"replaced:", b"reason:", b"created:"],
    [b"once", b"per-ticket", b"next", b"up", b"void", b"leave-out"],
    [b"title:", b"organiser:", b"follows:", b"replaces:", b"reason:", b"entries:", b"list:", b"tickets:", b"root:"],
    [b"method:", b"prize:", b"alternates:", b"vacancy:", b"seed:", b"beacon:", b"seeds-by:", b"no-reveal:", b"fresh:"],
    [b"created:", b"note:", b"published:", b"commit:", b"material:", b"draw:", b"open:", b"position:", b"entry:", b"path:"],
    [b"salt:", b"needs:", b"tickets:", b"note:", b"reveal:", b"accepted:", b"passed-over:"],
    [b"declined", b"no-answer", b"not-found", b"ineligible", b"duplicate", b"other", b"out-of-scope", b"later"],
    [b"alternate", b"prize-1", b"prize-2", b"prize-3", b"prize-0"],
]
WORD = re.compile(rb"(?<!\S)(?:" + b"|".join(word for group in WORDS for word in group) + rb")(?!\S)")
# Not UTF-8; forbidden by the rule for lines; white space or line ends to some libraries.
UNUSUAL = [
    *[b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"],
    *[b"\x00", b"\t", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xef\xbb\xbf"],
    *[b" ", b"  ", b"\xc2\xa0", b"\x0b", b"\x0c", b"\x1e", b"\xf0\x9f\x8e\x9f"],
]
