"""Faults at the edges of the limits and of the order of checks (in tampered.json), and large reveals (sizes.json)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from draw_vectors import LIST_KEY, SHAPE, Case, Fault, Vector
from draw_vectors import cases, checked, drand, edit, example_seed, make_case, rebound
from entries import EntryList, path, salt
from files import Commit, Drand, DrandValue, Opening, Public, PublicValue, Reveal, Seeds
from making import list_root, make_receipt, make_reveal
from order_vectors import orders
from signature_vectors import signatures

MIB = 1 << 20
PER_PLACE = 16 << 10


def edges(bases: dict[str, Case]) -> list[Fault]:
    return (
        entry_edges(bases)
        + text_edges(bases)
        + order_edges(bases["seed-only"])
        + kind_edges(bases["seed-only"])
        + tickets_edges(bases)
        + drand_edges(bases)
        + line_end_edges(bases)
        + equal_entries(bases)
        + orders(bases)
        + signatures(bases)
    )


def entry_edges(bases: dict[str, Case]) -> list[Fault]:
    names = ["longest-path-line", "longest-values", "weighted-longest-entry"]
    private, public, weighted = [bases[name] for name in names]
    longest = private.entry_list.entries[0]
    out: list[Fault] = []

    def add(name: str, expect: str, base: str, change: dict[str, Any]) -> None:
        out.append((name, expect, base, change, None))

    # A private list with a line that is too long, which verify sees only where it is opened.
    for name, line in (("", longest + "x"), ("-of-ascii", "x" * 4097)):
        drawn = with_long_line(private, [line, "x"])
        add(f"draw-entry-4097-bytes{name}", "grammar", "longest-path-line", both(drawn))
        undrawn = with_long_line(private, [line, "x", "y"], prizes=[(1, "Car")])
        receipt = make_receipt(undrawn.commit, undrawn.entry_list, 0, LIST_KEY).text()
        change = {**both(undrawn), "receipts": [receipt]}
        add(f"receipt-entry-4097-bytes{name}", "grammar", "longest-path-line", change)
    change = {"reveals": [edit(public.reveal().text(), longest, "x" * 8193)]}
    add("draw-entry-8193-bytes", "grammar", "longest-values", change)
    short = make_receipt(public.commit, public.entry_list, 1).text()
    change = {"receipts": [edit(short, "entry: x", "entry: " + "x" * 8193)]}
    add("receipt-entry-8193-bytes", "grammar", "longest-values", change)
    for base, case in zip(names, (private, public, weighted)):
        receipt = make_receipt(case.commit, case.entry_list, 0, case.list_key)
        other = "opening" if case.list_key else "draw-line"
        reveal = case.reveal().text()
        add("receipt-entry-4096-bytes", "valid", base, {"receipts": [receipt.text()]})
        change = {"receipts": [replace(receipt, entry="x" * 4096).text()]}
        add("receipt-entry-4096-other-bytes", "opening", base, change)
        change = {"receipts": [replace(receipt, entry=longest + "x").text()]}
        add("receipt-entry-one-byte-more", "grammar", base, change)
        add("draw-entry-4096-other-bytes", other, base, {"reveals": [edit(reveal, longest, "x" * 4096)]})
        add("draw-entry-one-byte-more", "grammar", base, {"reveals": [edit(reveal, longest, longest + "x")]})
    line = f"{2**32 - 1}\t{longest}\n"
    for name, expect, new in (
        ("one-byte-more", "list-line", f"{2**32 - 1}\t{longest}x\n"),
        ("other-byte", "list-root", f"{2**32 - 1}\t{longest[1:]}xx\n"),
    ):
        change = {"list": edit(weighted.list_text() or "", line, new)}
        add(f"list-longest-entry-{name}", expect, "weighted-longest-entry", change)
    return out


def with_long_line(base: Case, lines: list[str], **more: Any) -> Case:
    """As base with other lines, even such as a list may not have; of one prize, drawn from the other lines."""
    entry_list = EntryList(lines, weighted=False)
    commit = replace(base.commit, entries=len(lines), root=list_root(entry_list, LIST_KEY), **more)
    case = replace(base, commit=commit, entry_list=entry_list)
    attempt = 0
    while commit.winners == 1 and case.reveal().draws[0].position == 0:
        attempt += 1
        case.commit = replace(commit, notes=[f"attempt {attempt}"])
    return case


def both(case: Case) -> dict[str, Any]:
    return {"commit": case.commit.text(), "reveals": [case.reveal().text()]}


def text_edges(bases: dict[str, Case]) -> list[Fault]:
    """Values at their limits."""
    case, receipt_of = bases["public-text"], bases["seed-only"]
    receipt = make_receipt(receipt_of.commit, receipt_of.entry_list, 3)
    private = bases["private"].reveal().text()
    opening = private[private.rindex("open: ") + len("open: ") : -1]
    out: list[Fault] = []
    for length, expect in ((512, "valid"), (513, "grammar")):
        what = "w" * (length - len(f"public {SHAPE} "))
        change = rebound(replace(case.commit, beacon=Public(SHAPE, what)), case, draws=True)
        out.append((f"beacon-{length}-bytes", expect, "public-text", change, None))
    # 126 digests are the most that a value of 8,192 bytes can hold.
    for count, expect in ((126, "opening"), (127, "grammar")):
        change = {"receipts": [replace(receipt, path=[bytes(32)] * count).text()]}
        out.append((f"receipt-path-of-{count}", expect, "seed-only", change, None))
        change = {"reveals": [edit(private, opening, " ".join(["0" * 64] * count))]}
        out.append((f"open-of-{count}", expect, "private", change, None))
    return out


def texts_by_role(case: Case) -> dict[str, str]:
    name = case.commit.seeds[0][0]
    return {
        "commit": case.commit.text(),
        "reveals": case.reveal().text(),
        "seeds": Seeds(case.commit.id(), [(name, case.seeds[name])]).text(),
        "receipts": make_receipt(case.commit, case.entry_list, 3).text(),
    }


def put(role: str, item: Any) -> dict[str, Any]:
    return {role: item if role == "commit" else [item]}


def order_edges(case: Case) -> list[Fault]:
    """Size, UTF-8, line ends, last LF, then lines from the top: the first fault decides."""
    limits = {"commit": MIB, "reveals": MIB + PER_PLACE * case.commit.places, "seeds": 65536, "receipts": 65536}
    out: list[Fault] = []
    for role, text in texts_by_role(case).items():

        def add(name: str, expect: str, item: Any) -> None:
            out.append((f"{role}-{name}", expect, "seed-only", put(role, item), None))

        for what, later in (
            ("version-2", edit(text, " v1\n", " v2\n")),
            ("kind-unknown", edit(text, text.split()[1], "lottery")),
            ("needs", edit(text, "\n", "\nneeds: colours\n")),
        ):
            crlf = later.replace("\n", "\r\n")
            add(f"{what}-crlf", "later-version", crlf)
            add(f"{what}-first-line-crlf", "grammar", later.replace("\n", "\r\n", 1))
            add(f"{what}-last-line-crlf", "grammar", later[:-1] + "\r\n")
            add(f"{what}-last-line-lf", "grammar", crlf[:-2] + "\n")
            add(f"{what}-no-last-lf", "grammar", later[:-1])
            add(f"{what}-crlf-no-last-lf", "grammar", crlf[:-1])
            add(f"{what}-cr-below", "later-version", later[:-1] + "\rx\n")
            add(f"{what}-not-utf-8-below", "not-utf-8", {"hex": (later.encode("utf-8") + b"\xff\n").hex()})
        line, times = "fairdraw x v2\nyy", limits[role] // 16  # the line has 16 bytes, which divides all limits
        add("later-at-size", "later-version", {"repeat": line, "times": times - 1, "then": line[:-1] + "\n"})
        add("later-over-size", "file-size", {"repeat": line, "times": times, "then": "\n"})
        for what, lines in (
            ("second-out-of-order", "needs: b\nneeds: a\n"),
            ("second-equal", "needs: b\nneeds: b\n"),
            ("second-not-a-token", "needs: b\nneeds: C!\n"),
            ("second-empty", "needs: b\nneeds: \n"),
            ("second-without-value", "needs: b\nneeds\n"),
            ("seventeen", "".join(f"needs: {letter}\n" for letter in "abcdefghijklmnopq")),
            ("and-nothing-else", None),
        ):
            first = text.split("\n")[0] + "\n"
            item = first + "needs: b\n" if lines is None else edit(text, "\n", "\n" + lines)
            add(f"needs-{what}", "later-version", item)
        add("needs-first-empty", "grammar", edit(text, "\n", "\nneeds: \nneeds: b\n"))
        add("needs-space-at-end", "grammar", edit(text, "\n", "\nneeds: b \n"))
        add("needs-below-second-line", "grammar", "".join(text.partition("\n")[:2]) + "note: x\nneeds: b\n")
    return out


def kind_edges(case: Case) -> list[Fault]:
    """First lines: other kinds in a file's place, and version numbers."""
    texts = texts_by_role(case)
    name = case.commit.seeds[0][0]
    secret = f"fairdraw secret v1\ncommit: {case.commit.id().hex()}\nseed: {name} {example_seed(name).hex()}\n"
    texts["secret"] = secret
    texts["outcome"] = f"fairdraw outcome v1\ncommit: {case.commit.id().hex()}\n"
    out: list[Fault] = []
    for role in ("commit", "reveals", "seeds", "receipts"):

        def add(what: str, expect: str, item: str) -> None:
            out.append((f"{role}-{what}", expect, "seed-only", put(role, item), None))

        for other, text in texts.items():
            if other != role:
                add(f"in-its-place-{other}", "grammar", text)
        add("in-its-place-secret-2", "later-version", edit(secret, " v1\n", " v2\n"))
        text = texts[role]
        kind = text.split()[1]
        for version in ("4294967297", str(2**63), str(2**64 + 1), "9" * 100):
            what = version if len(version) < 20 else f"of-{len(version)}-digits"
            add(f"version-{what}", "later-version", edit(text, " v1\n", f" v{version}\n"))
        for what, version in {"space": "v1 ", "capital": "V1", "word": "v1 draft", "none": "v", "sign": "v+1"}.items():
            add(f"version-{what}", "grammar", edit(text, " v1\n", f" {version}\n"))
        for what, word, expect in (("32-bytes", "k" * 32, "later-version"), ("33-bytes", "k" * 33, "grammar")):
            add(f"kind-{what}", expect, edit(text, f" {kind} ", f" {word} "))
    return out


def tickets_edges(bases: dict[str, Case]) -> list[Fault]:
    """A tickets line is read in its place; whether it may stand there is judged at the method."""
    weighted, plain = bases["weighted-once"].commit.text(), bases["seed-only"].commit.text()
    unknown = edit(weighted, "method: tickets", "method: systematic-2")
    plain_unknown = edit(plain, "method: shuffle", "method: systematic-2")
    out: list[Fault] = []
    for name, expect, base, text in (
        ("tickets-word", "grammar", "weighted-once", edit(unknown, "tickets: 38", "tickets: abc")),
        ("tickets-0", "grammar", "weighted-once", edit(unknown, "tickets: 38", "tickets: 0")),
        ("tickets-2^63", "grammar", "weighted-once", edit(unknown, "tickets: 38", f"tickets: {2**63}")),
        ("tickets", "later-version", "weighted-once", unknown),
        ("no-tickets", "later-version", "seed-only", plain_unknown),
        ("private-tickets", "later-version", "weighted-once", edit(unknown, "list: public", "list: private")),
        ("root-short", "grammar", "seed-only", edit(plain_unknown, "root: ", "root: 0")),
    ):
        out.append((f"commit-method-unknown-{name}", expect, base, {"commit": text}, None))
    text = edit(edit(weighted, "list: public", "list: sealed"), "tickets: 38", "tickets: abc")
    out.append(("commit-list-unknown-tickets-word", "later-version", "weighted-once", {"commit": text}, None))
    return out


def drand_edges(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []

    def add(base: str, name: str, expect: str, change: dict[str, Any]) -> None:
        out.append((name, expect, base, change, None))

    default, quicknet, far = bases["drand-default"], bases["drand-quicknet"], bases["drand-after-9999"]
    value, other = default.beacon, drand("quicknet-early")[1]
    assert isinstance(value, DrandValue) and value.previous is not None
    reveal = default.reveal()
    previous = bytes([value.previous[0] ^ 1]) + value.previous[1:]
    again = replace(reveal, beacon=value._replace(previous=previous)).text()
    add("drand-default", "two-reveals-other-previous-made-up", "beacon", {"reveals": [reveal.text(), again]})
    add("drand-default", "two-reveals-the-same", "valid", {"reveals": [reveal.text()] * 2})
    commit, entry_list = quicknet.commit, quicknet.entry_list
    assert isinstance(commit.beacon, Drand)
    second = make_reveal(commit, entry_list, {}, other._replace(round=commit.beacon.round)).text()
    change = {"reveals": [quicknet.reveal().text(), second]}
    add("drand-quicknet", "two-signatures", "beacon", change)

    # time(r) is compared with created as an integer: one round earlier it is not later than the last second of 9999.
    assert isinstance(far.commit.beacon, Drand) and isinstance(far.beacon, DrandValue)
    before = Drand(far.commit.beacon.chain, far.commit.beacon.round - 1)
    earlier = replace(far, beacon=far.beacon._replace(round=before.round))
    add("drand-after-9999", "round-before", "beacon", rebound(replace(far.commit, beacon=before), earlier))
    for name, round_number, expect in (("2^53-1-made-up", 2**53 - 1, "beacon"), ("2^53", 2**53, "grammar")):
        fresh = (Drand(before.chain, round_number), bytes(48), None)
        change = rebound(replace(bases["seed-only"].commit, fresh=fresh), bases["seed-only"], draws=True)
        add("seed-only", f"fresh-round-{name}", expect, change)
    late = (Drand(before.chain, 2**53 - 1), bytes(48), None)
    add("drand-after-9999", "fresh-round-last", "beacon", rebound(replace(far.commit, fresh=late), far))
    return out


def line_end_edges(bases: dict[str, Case]) -> list[Fault]:
    """All tolerances of the reader together."""
    out: list[Fault] = []
    for base in ("seed-only", "weighted-once", "two-seeds", "private", "weighted-longest-entry"):
        files = bases[base].files()
        change = {
            "commit": files["commit"].replace("\n", "\r\n"),
            "reveals": [text.replace("\n", "\r\n") for text in files["reveals"]],
            "seeds": [text.replace("\n", "\r\n") for text in files["seeds"]],
        }
        options = {"expect": bases[base].commit.id().hex()}
        out.append(("taken-crlf-commit-and-reveal", "valid", base, change, options))
        if files["list"]:
            crlf = files["list"].replace("\n", "\r\n")
            change = {**change, "list": "\ufeff" + crlf[:-2]}
            out.append(("taken-crlf-all-list-mark-no-last", "valid", base, change, options))
            change = {**change, "list": "\ufeff" + crlf[:-1]}
            out.append(("crlf-all-list-ends-with-cr", "list-line", base, change, options))
    return out


def equal_entries(bases: dict[str, Case]) -> list[Fault]:
    """A private list with equal entries, which only those can see who are shown two of them."""
    private, public = bases["private"], bases["private-public-text-two-seeds"]
    out: list[Fault] = []

    def add(name: str, expect: str, case: Case, reveals: list[Reveal], shown: list[int], **more: Any) -> None:
        receipts = [make_receipt(case.commit, case.entry_list, position, LIST_KEY) for position in shown]
        change = {
            "commit": case.commit.text(),
            "reveals": [reveal.text() for reveal in reveals],
            "receipts": [receipt.text() for receipt in receipts],
            **more,
        }
        base = "private-public-text-two-seeds" if case.commit.beacon else "private"
        out.append((f"equal-entries-{name}", expect, base, change, None))

    one = [(1, "Car")]
    fault = "list-duplicate"
    # Where there is one prize, position 1 is drawn.
    whole = with_lines(private, ["Ash", "Birch", "Ash"], prizes=[(3, "Car")])
    add("all-drawn", fault, whole, [whole.reveal()], [])
    alike = with_lines(private, ["Zoë", "Zoe\u0308"], prizes=[(2, "Car")])
    add("that-look-alike", "valid", alike, [alike.reveal()], [0, 1])
    pair = with_lines(private, ["Ash", "Ash"], prizes=one)
    add("one-drawn", "valid", pair, [pair.reveal()], [])
    add("one-drawn-and-its-receipt", "valid", pair, [pair.reveal()], [1, 1])
    add("one-drawn-and-other-receipt", fault, pair, [pair.reveal()], [0])
    add("one-drawn-and-both-receipts", fault, pair, [pair.reveal()], [1, 0])
    add("one-reveal-twice", "valid", pair, [pair.reveal(), pair.reveal()], [])
    triple = with_lines(private, ["Ash", "Birch", "Ash"], prizes=one)
    add("one-receipt", "valid", triple, [triple.reveal()], [0])
    add("one-receipt-twice", "valid", triple, [triple.reveal()], [2, 2])
    add("two-receipts", fault, triple, [triple.reveal()], [0, 2])
    add("two-receipts-with-one-between", fault, triple, [triple.reveal()], [2, 1, 0])
    wrong = replace(make_receipt(triple.commit, triple.entry_list, 1, LIST_KEY), entry="Ash").text()
    right = [make_receipt(triple.commit, triple.entry_list, position, LIST_KEY).text() for position in (0, 2)]
    add("and-a-wrong-receipt", "opening", triple, [triple.reveal()], [], receipts=[*right, wrong])
    # A reveal that draws wrongly is judged by what it shows, before that is compared with the draw.
    elsewhere = deepcopy(pair.reveal())
    leaves = pair.entry_list.leaves(LIST_KEY)
    elsewhere.draws[0].position = 0
    elsewhere.draws[0].opening = Opening(salt(LIST_KEY, 0, "Ash"), path(leaves, 0))
    add("drawn-wrongly", "draw-position", pair, [elsewhere], [])
    add("of-two-reveals-one-wrong", fault, pair, [pair.reveal(), elsewhere], [])
    add("of-two-reveals-and-rules", fault, *too_many_places(pair, elsewhere), [])
    same_place = deepcopy(pair.reveal())
    same_place.draws *= 2
    add("one-place-twice-in-a-reveal", "draw-count", pair, [same_place], [])
    # Two results, which are judged later: one text draws the one, the other text the other of two equal entries.
    twins = with_lines(public, ["Ash", "Ash"], prizes=one)
    texts = (PublicValue(f"0{number}-11-17-23-38-41") for number in range(10))
    other = next(
        reveal for reveal in (replace(twins, beacon=text).reveal() for text in texts) if reveal.draws[0].position == 0
    )
    add("of-two-results", fault, twins, [twins.reveal(), other], [])
    return out


def with_lines(base: Case, lines: list[str], **more: Any) -> Case:
    """As base with other lines and rules; the commit's note is such that a single prize goes to position 1."""
    entry_list = EntryList(lines, weighted=False)
    root = list_root(entry_list, LIST_KEY)
    commit = replace(base.commit, entries=len(lines), root=root, alternates=0, vacancy=None, **more)
    case = replace(base, commit=commit, entry_list=entry_list)
    attempt = 0
    while commit.winners == 1 and case.reveal().draws[0].position != 1:
        attempt += 1
        case.commit = replace(commit, notes=[f"attempt {attempt}"])
    return case


def too_many_places(case: Case, elsewhere: Reveal) -> tuple[Case, list[Reveal]]:
    commit = replace(case.commit, prizes=[(3, "Car")])
    reveals = [replace(reveal, commit=commit.id()) for reveal in (case.reveal(), elsewhere)]
    return replace(case, commit=commit), reveals


def sizes() -> tuple[str, list[Vector]]:
    bases = cases()
    case = bases["seed-only"]
    commit = case.commit
    vectors: list[Vector] = []

    def add(name: str, expect: str, changed: Commit, length: int) -> None:
        """A reveal of length bytes whose grammar is right, under the changed commit."""
        change = rebound(changed, case)
        text = change["reveals"][0]
        before = text[: text.index("draw: ")]
        line = "draw: 1 prize-1 0 " + "x" * 1005 + "\n"
        times, rest = divmod(length - len(before), len(line))
        if rest < 64:  # too short for a line of its own
            times, rest = times - 1, rest + len(line)
        start = "draw: 1 prize-1 0 "
        then = start + "y" * (rest - len(start) - 1) + "\n"
        change["reveals"] = [{"before": before, "repeat": line, "times": times, "then": then}]
        options = {"expect": None, "rehearsal": False}
        vector: Vector = {"id": f"seed-only/{name}", "base": "seed-only", "options": options, "change": change}
        vectors.append(checked(vector, {**case.files(), **change}, options, expect))

    def with_prizes(*counts: int, alternates: int = 0) -> Commit:
        prizes = [(count, f"Prize {number}") for number, count in enumerate(counts, 1)]
        return replace(commit, prizes=prizes, alternates=alternates, vacancy="next" if alternates else None)

    at_limit = MIB + PER_PLACE * commit.places
    add("reveal-at-limit", "draw-count", commit, at_limit)
    add("reveal-over-limit", "file-size", commit, at_limit + 1)
    add("places-13-at-limit", "rules", with_prizes(13), MIB + PER_PLACE * 13)
    add("places-13-over-limit", "file-size", with_prizes(13), MIB + PER_PLACE * 13 + 1)
    add("places-13-of-alternates-at-limit", "rules", with_prizes(3, alternates=10), MIB + PER_PLACE * 13)
    add("places-13-of-alternates-over-limit", "file-size", with_prizes(3, alternates=10), MIB + PER_PLACE * 13 + 1)
    more = MIB + 100 * PER_PLACE
    most = 2**63 - 1
    add("places-1000", "rules", with_prizes(1000), more)
    # 16,384 times these is 2^63, 2^64 and 2^64 + 16,384, which a word of 64 bits holds as less than it is.
    add("places-2^49", "rules", with_prizes(2**49), more)
    add("places-2^50", "rules", with_prizes(2**50), more)
    add("places-2^50+1", "rules", with_prizes(2**50 + 1), more)
    add("places-2^63-1", "rules", with_prizes(most), more)
    # Sums of 2^63, 2^64, 2^64 + 3 and, with the alternates, 2^63 and 2^64 + 1.
    add("places-2^63", "rules", with_prizes(most, 1), more)
    add("places-2^64", "rules", with_prizes(most, most, 2), more)
    add("places-2^64+3", "rules", with_prizes(most, most, 5), more)
    add("places-2^63-with-alternates", "rules", with_prizes(most, alternates=1), more)
    add("places-2^64+1-with-alternates", "rules", with_prizes(most, 3, alternates=most), more)
    about = (
        "Large reveals, as in tampered.json: base names a vector of files.json, change replaces some of its files. The "
        "reveal is {before, repeat, times, then}: before, then repeat written times times, then then. The limit on its "
        "size follows from the places of the commit as it stands, whether or not they break a rule, without overflow."
    )
    return about, vectors
