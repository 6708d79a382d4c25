"""Draws as files, one folder each (audit/vectors/files): for programs and people that don't read our JSON."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Optional

from checks import Files, verify
from draw_vectors import SHAPE, TEXT, Case, drand, edit, history, make_case, moved, rebound
from edge_vectors import with_lines
from encoding import sha256
from failure import Failure
from files import Opening, Public, PublicValue, Seeds
from making import make_receipt, make_reveal
from signature_vectors import negative

Contents = dict[str, bytes]


@dataclass
class Folder:
    """Files by name, what verify says of them, and why."""

    name: str
    expect: str
    about: str
    files: Contents
    arguments: str = ""

    def expect_file(self) -> bytes:
        lines = [f"expect: {self.expect}", f"status: {status_of(self)}", f"about: {self.about}"]
        if self.arguments:
            lines.append(f"arguments: {self.arguments}")
        unchecked = outcome(self, signatures=False)
        if unchecked[0] != self.expect:
            lines.append("unchecked: {} {}".format(*unchecked))
        return "".join(line + "\n" for line in lines).encode("ascii")


def tree() -> Contents:
    """All files below audit/vectors/files, by their path there."""
    made = folders()
    assert len({folder.name for folder in made}) == len(made)
    found = {"README.md": readme(made).encode("ascii")}
    for folder in made:
        for name, data in {**folder.files, "expect": folder.expect_file()}.items():
            found[f"{folder.name}/{name}"] = data
    return found


def status_of(folder: Folder) -> int:
    """The status of the outcome, which was written down beforehand: verify has to agree."""
    name, status = outcome(folder, signatures=True)
    assert name == folder.expect, (folder.name, name)
    return status


def outcome(folder: Folder, signatures: bool) -> tuple[str, int]:
    def ending(end: str) -> list[bytes]:
        return [data for name, data in sorted(folder.files.items()) if name.endswith("." + end)]

    words = folder.arguments.split()
    earlier = sorted(name[: -len(".commit")] for name in folder.files if name.endswith(".commit"))
    earlier.remove("draw")
    given = Files(
        commit=folder.files["draw.commit"],
        reveals=[
            data
            for name, data in sorted(folder.files.items())
            if name.endswith(".reveal") and name[: -len(".reveal")] not in earlier
        ],
        entry_list=ending("list")[0] if ending("list") else None,
        seeds=ending("seeds"),
        receipts=ending("receipt"),
        outcomes=ending("outcome"),
        extensions=ending("extension"),
        replacements=ending("replacements"),
        earlier=[(folder.files[f"{name}.commit"], folder.files.get(f"{name}.reveal")) for name in earlier],
    )
    expected_id = words[words.index("--expect") + 1] if "--expect" in words else None
    try:
        verify(given, expected_id, "--rehearsal" in words, signatures=signatures)
    except Failure as failure:
        return failure.name, failure.exit_code
    return "valid", 0


def contents(case: Case) -> Contents:
    texts = {
        "draw.commit": case.commit.text(),
        "draw.list": case.list_text(),
        "draw.reveal": case.reveal().text(),
        **{f"{number}.seeds": file.text() for number, file in enumerate(case.seeds_files, 1)},
    }
    return {name: text.encode("utf-8") for name, text in texts.items() if text is not None}


def receipt(case: Case, position: int) -> Contents:
    text = make_receipt(case.commit, case.entry_list, position, case.list_key).text()
    return {f"{position}.receipt": text.encode("utf-8")}


def expecting(case: Case) -> str:
    return f"--expect {case.commit.id().hex()}"


def folders() -> list[Folder]:
    return [
        *valid_folders(),
        *faults_of_files(),
        *faults_of_lists(),
        *faults_of_sources(),
        *faults_of_draws(),
        *outcomes_and_earlier_draws(),
    ]


def valid_folders() -> list[Folder]:
    public = Public(SHAPE, "Saturday lottery of 5 December 2026, six numbers in rising order")
    value = PublicValue(TEXT)
    one = make_case(alternates=2)
    two = make_case(seeds=["organiser", "bob"], alternates=1, seeds_file=True)
    private = make_case(private=True, alternates=1)
    rehearsal = make_case(rehearsal=True)
    marked = {name: data.replace(b"\n", b"\r\n") for name, data in {**contents(two), **receipt(two, 3)}.items()}
    quicknet, round_value = drand("quicknet")
    by_drand = make_case(seeds=[], beacon=quicknet, value=round_value, created="2024-10-14T17:13:32Z")
    fresh = make_case(fresh=(quicknet, round_value.signature, round_value.previous))
    marked["draw.list"] = b"\xef\xbb\xbf" + marked["draw.list"].removesuffix(b"\r\n")
    left_out = make_case(
        seeds=["organiser", "bob", "carol"],
        missing=["bob"],
        no_reveal="leave-out",
        beacon=public,
        value=value,
        seeds_file=True,
    )
    made = [
        ("one-seed", "a seed of the organiser, two alternates", contents(one), expecting(one)),
        ("one-entry", "a list of one line", contents(make_case(entries=["Only one"], prizes=[(1, "Car")])), ""),
        ("whole-list", "every entry is drawn", contents(make_case(prizes=[(12, "Place in the queue")])), ""),
        ("two-seeds", "two seeds, published in a seeds file", contents(two), expecting(two)),
        ("public-text", "lottery numbers alone", contents(make_case(seeds=[], beacon=public, value=value)), ""),
        ("seed-left-out", "lottery numbers and three seeds, of which one was not opened", contents(left_out), ""),
        ("tickets-once", "a weighted list, each entry wins once", contents(make_case(wins="once", alternates=2)), ""),
        (
            "tickets-per-ticket",
            "a weighted list, an entry wins with each of its tickets",
            contents(make_case(wins="per-ticket", prizes=[(9, "Plot")])),
            "",
        ),
        ("receipt", "a public list with two receipts", {**contents(one), **receipt(one, 0), **receipt(one, 11)}, ""),
        (
            "private",
            "a private list with two receipts",
            {**contents(private), **receipt(private, 0), **receipt(private, 4)},
            "",
        ),
        ("rehearsal", "a rehearsal, which is accepted", contents(rehearsal), "--rehearsal"),
        (
            "line-ends",
            "CR LF in all files; the list has a byte order mark and no last line end",
            marked,
            expecting(two),
        ),
        ("drand", "a round of drand's quicknet alone", contents(by_drand), ""),
        ("fresh", "one seed, and a round of quicknet that came before the commit", contents(fresh), ""),
    ]
    return [Folder(f"valid-{name}", "valid", about, files, arguments) for name, about, files, arguments in made]


def faults_of_files() -> list[Folder]:
    case, private = make_case(), make_case(private=True)
    files, commit, reveal = contents(case), case.commit.text(), case.reveal().text()
    other = make_case(title="Parish winter raffle")
    rehearsal = make_case(rehearsal=True)
    long_receipt = receipt(case, 3)["3.receipt"]
    long_receipt += b"note: " + b"a" * (65537 - len(long_receipt) - 7) + b"\n"

    def changed(name: str, text: str) -> Contents:
        return {**files, name: text.encode("utf-8")}

    latin = {**files, "draw.commit": files["draw.commit"].replace(b"Parish", b"Pfarr\xe4mter")}
    return [
        Folder("file-size", "file-size", "a receipt of 65,537 bytes", {**files, "3.receipt": long_receipt}),
        Folder("not-utf-8", "not-utf-8", "the commit's title is in Latin-1", latin),
        Folder(
            "grammar-commit",
            "grammar",
            "the commit has two title lines",
            changed("draw.commit", edit(commit, "\n", "\ntitle: x\n")),
        ),
        Folder(
            "grammar-line-ends",
            "grammar",
            "the reveal's first line ends with CR LF, the others with LF",
            changed("draw.reveal", reveal.replace("\n", "\r\n", 1)),
        ),
        Folder(
            "grammar-mark",
            "grammar",
            "the commit begins with a byte order mark",
            changed("draw.commit", "\ufeff" + commit),
        ),
        Folder(
            "grammar-receipt",
            "grammar",
            "the first line of a private list's receipt is misspelt; by its name it is a receipt all the same",
            {**contents(private), "3.receipt": receipt(private, 3)["3.receipt"].replace(b"fairdraw", b"Fairdraw")},
        ),
        Folder(
            "later-version",
            "later-version",
            "the reveal is of version 2",
            changed("draw.reveal", edit(reveal, " v1\n", " v2\n")),
        ),
        Folder(
            "later-version-needs",
            "later-version",
            "the commit needs what this version doesn't know",
            changed("draw.commit", edit(commit, "\n", "\nneeds: colours\n")),
        ),
        Folder("commit-id", "commit-id", "another commit id is expected", files, expecting(other)),
        Folder(
            "other-commit",
            "other-commit",
            "the reveal is that of another draw",
            changed("draw.reveal", other.reveal().text()),
        ),
        Folder("rehearsal", "rehearsal", "a rehearsal, which is not accepted", contents(rehearsal)),
        Folder(
            "rehearsal-reveal",
            "rehearsal",
            "a draw's commit with a rehearsal's reveal",
            changed("draw.reveal", edit(reveal, "fairdraw reveal", "fairdraw rehearsal-reveal")),
        ),
    ]


def faults_of_lists() -> list[Folder]:
    case, weighted, private = make_case(), make_case(wins="once"), make_case(private=True)
    lines = (case.list_text() or "").splitlines(keepends=True)
    heavy = weighted.list_text() or ""

    def given(text: str, of: Case = case) -> Contents:
        return {**contents(of), "draw.list": text.encode("utf-8")}

    opened = deepcopy(private.reveal())
    good = opened.draws[0].opening
    assert good is not None
    opened.draws[0].opening = Opening(bytes(32), good.path)
    wrong = replace(make_receipt(case.commit, case.entry_list, 3), entry="Someone else").text()
    pair = with_lines(private, ["Ash", "Ash"], prizes=[(1, "Car")])
    no_list = {name: data for name, data in contents(case).items() if name != "draw.list"}
    not_utf_8 = {**contents(case), "draw.list": contents(case)["draw.list"].replace(b"Elm", b"\xc9lm")}
    return [
        Folder("list-missing", "list-missing", "the list is public and is not here", no_list),
        Folder("list-line", "list-line", "a line ends with a space", given(edit("".join(lines), "Elm", "Elm "))),
        Folder("list-line-not-utf-8", "list-line", "a line is in Latin-1", not_utf_8),
        Folder("list-duplicate", "list-duplicate", "a line stands there twice", given("".join(lines + lines[:1]))),
        Folder(
            "list-duplicate-private",
            "list-duplicate",
            "the receipt shows the entry drawn at another position of the private list",
            {**contents(pair), **receipt(pair, 0)},
        ),
        Folder("list-count", "list-count", "a line is missing", given("".join(lines[:-1]))),
        Folder(
            "list-tickets", "list-tickets", "an entry has a ticket more", given(edit(heavy, "3\t", "4\t"), weighted)
        ),
        Folder("list-root", "list-root", "two lines are swapped", given("".join([lines[1], lines[0], *lines[2:]]))),
        Folder(
            "opening",
            "opening",
            "the salt of a private list's entry is wrong",
            {**contents(private), "draw.reveal": opened.text().encode("utf-8")},
        ),
        Folder(
            "opening-receipt",
            "opening",
            "the receipt has another entry than its position",
            {**contents(case), "3.receipt": wrong.encode("utf-8")},
        ),
    ]


def faults_of_sources() -> list[Folder]:
    case, two = make_case(), make_case(seeds=["organiser", "bob"], seeds_file=True)
    public = make_case(seeds=[], beacon=Public(SHAPE, "six numbers in rising order"), value=PublicValue(TEXT))
    quicknet, value = drand("quicknet")
    by_drand = make_case(seeds=[], beacon=quicknet, value=value, created="2024-10-14T17:13:32Z")
    negated = replace(by_drand, beacon=value._replace(signature=negative(value.signature))).reveal().text()
    reveal = case.reveal()

    def changed(of: Case, change: dict[str, str]) -> Contents:
        return {**contents(of), **{name: text.encode("utf-8") for name, text in change.items()}}

    too_many = rebound(replace(case.commit, prizes=[(13, "Car")]), case)
    shape = replace(public.reveal(), beacon=PublicValue("4-11-17-23-38-41")).text()
    renamed = replace(reveal, seeds=[("somebody", seed) for _, seed in reveal.seeds]).text()
    material = replace(reveal, material=sha256(b"x")).text()
    wrong_seed = make_reveal(case.commit, case.entry_list, {"organiser": bytes(64)}).text()
    missing = make_case(seeds=["organiser", "bob"], missing=["bob"])
    same = make_case(seeds=["organiser", "bob"], secrets_of={"bob": "organiser"}, seeds_file=True)
    first = make_case(title="First draw")
    again = contents(make_case(replaces=first.commit.id(), reason="The list was an old one"))
    again["first.commit"], again["first.reveal"] = (text.encode() for text in (first.commit.text(), first.reveal().text()))
    no_time = make_case(seeds=["organiser", "bob"], seeds_by=two.commit.created)
    file = Seeds(two.commit.id(), [("organiser", two.seeds["organiser"]), ("bob", bytes(64))]).text()
    other = make_reveal(public.commit, public.entry_list, {}, PublicValue("05-11-17-23-38-41")).text()
    return [
        Folder(
            "rules",
            "rules",
            "13 prizes for 12 entries",
            changed(case, {"draw.commit": too_many["commit"], "draw.reveal": too_many["reveals"][0]}),
        ),
        Folder(
            "rules-seeds-by",
            "rules",
            "seeds are due at the time when the commit was made",
            contents(no_time),
        ),
        Folder(
            "beacon", "beacon", "the public text has not the committed shape", changed(public, {"draw.reveal": shape})
        ),
        Folder(
            "beacon-signature",
            "beacon",
            "the draw that the negative of the round's signature would give",
            changed(by_drand, {"draw.reveal": negated}),
        ),
        Folder(
            "seed-names", "seed-names", "the reveal's seed has another name", changed(case, {"draw.reveal": renamed})
        ),
        Folder("material", "material", "the reveal's material is another", changed(case, {"draw.reveal": material})),
        Folder(
            "seed-commitment",
            "seed-commitment",
            "the reveal has another seed, and what that would draw",
            changed(case, {"draw.reveal": wrong_seed}),
        ),
        Folder(
            "seed-commitment-file",
            "seed-commitment",
            "the seeds file has another seed",
            changed(two, {"1.seeds": file}),
        ),
        Folder("seed-reused", "seed-reused", "two holders have the same seed", contents(same)),
        Folder("seed-reused-earlier", "seed-reused", "the seed served the draw that this one replaces", again),
        Folder("seed-missing", "seed-missing", "a seed is missing, and the commit is void then", contents(missing)),
        Folder(
            "two-results",
            "two-results",
            "two reveals with different public texts",
            changed(public, {"other.reveal": other}),
        ),
    ]


def faults_of_draws() -> list[Folder]:
    case = make_case(alternates=2)
    right = case.reveal()

    def changed(at: int, drop: bool = False, **values: object) -> Contents:
        other = deepcopy(right)
        vars(other.draws[at]).update(values)
        if drop:
            other.draws.pop(at)
        return {**contents(case), "draw.reveal": other.text().encode("utf-8")}

    position = moved(case).draws[0].position
    prize: Optional[int] = None
    return [
        Folder("draw-count", "draw-count", "the last place is missing", changed(-1, drop=True)),
        Folder("draw-rank", "draw-rank", "the second place has rank 3", changed(1, rank=3)),
        Folder("draw-prize", "draw-prize", "a winner is called an alternate", changed(0, prize=prize)),
        Folder(
            "draw-position",
            "draw-position",
            "the first place went to the next entry of the list",
            changed(0, position=position, entry=case.entry_list.entries[position]),
        ),
        Folder("draw-line", "draw-line", "the first place names somebody else", changed(0, entry="Someone else")),
    ]


def outcomes_and_earlier_draws() -> list[Folder]:
    case = make_case(alternates=2)
    first = make_case(title="First draw", seeds=["first"])
    second = make_case(title="Second draw", seeds=["second"], replaces=first.commit.id(), reason="The list was an old one")
    names = (second.commit.id(), second.reveal().id())
    third = make_case(title="Third draw", follows=names, reason="One prize was given back", alternates=2)
    noted = replace(second.reveal(), notes=["a copy"]).text().encode("utf-8")
    chain = contents(third)
    for name, earlier in (("first", first), ("second", second)):
        chain[f"{name}.commit"] = earlier.commit.text().encode("utf-8")
        chain[f"{name}.reveal"] = earlier.reveal().text().encode("utf-8")

    def after(*files: str) -> Contents:
        made = contents(case)
        for number, lines in enumerate(files, 1):
            made[f"{number}.outcome"] = case.outcome(history(lines)).encode("utf-8")
        return made

    ids = (case.reveal().id().hex(), "0" * 64)
    other_reveal = {**after("+1"), "1.outcome": edit(case.outcome(history("+1")), *ids).encode("ascii")}
    back = [line._replace(time="2026-12-05T00:00:00Z") if line.rank == 2 else line for line in history("+1 +2")]
    backwards = {**contents(case), "1.outcome": case.outcome(back).encode("utf-8")}
    real_life = "a winner declined, the first alternate was not eligible, the second accepted"
    return [
        Folder("valid-outcome", "valid", real_life, after("+1 -2 -4 +5 +3"), expecting(case)),
        Folder("valid-outcome-two-states", "valid", "an outcome file and a longer one", after("+1 -2", "+1 -2 +4")),
        Folder("valid-earlier-draws", "valid", "a further round after a draw that replaced one", chain),
        Folder("other-reveal", "other-reveal", "the outcome file is about another reveal", other_reveal),
        Folder(
            "earlier-draw",
            "earlier-draw",
            "the reveal of the draw that is followed has a note more than the one that is named",
            {**chain, "second.reveal": noted},
        ),
        Folder("outcome-time", "outcome-time", "the second line is of the day before the first one", backwards),
        Folder("outcome-rank", "outcome-rank", "rank 6 of 5 accepted", after("+1 +6")),
        Folder("outcome-repeated", "outcome-repeated", "who was passed over accepted", after("-1 +1")),
        Folder("outcome-skipped", "outcome-skipped", "the second alternate is called before the first", after("-1 +5")),
        Folder("two-outcomes", "two-outcomes", "two files differ in the second line", after("+1 -2 +3", "+1 +2")),
    ]


def readme(made: list[Folder]) -> str:
    return README.replace("TABLE", rows_of(made))


def rows_of(made: list[Folder]) -> str:
    rows = []
    for folder in made:
        shown = folder.arguments.split()[:1]
        words = " ".join(f"`{word}`" if word != "--expect" else "`--expect ID`" for word in shown)
        rows.append(f"| `{folder.name}` | {folder.expect} | {status_of(folder)} | {words} | {folder.about} |\n")
    return "".join(rows).rstrip("\n")


README = """\
# Draws as files

Each folder holds the files of one draw and a file `expect`, which says what a verifier must find:

    expect: draw-position
    status: 1
    about: the first place went to the next entry of the list

`expect` is `valid` or the name of the failure in SPEC section 13.2, `status` the exit status. A line `arguments`, if
there is one, holds what the verifier is told besides: `--expect` with the commit id as published, or `--rehearsal`.
A line `unchecked` has name and status for a verifier that can't check drand signatures.
A folder that is not valid has one fault. The same faults and many more are in `../tampered.json`.

Run in the repository's root, with the line `arguments` behind it where there is one:

    fairdraw verify audit/vectors/files/draw-position
    fairdraw verify audit/vectors/files/valid-rehearsal --rehearsal
    python3 audit/reference/fairdraw.py verify audit/vectors/files/draw-position/*.*
    node audit/verify/run.mjs audit/vectors/files/draw-position/*.*

`draw.commit` and `draw.reveal` are those of the draw; a commit of another name, with the reveal of that name, is an
earlier draw.

The reference writes all of it, with this page: `fairdraw.py vectors --write audit/vectors`. Line ends and bytes that
are no UTF-8 are meant as they are; an editor that mends them makes other files.

No folder has `out-of-memory` (status 2): whether a machine can hold a draw is no property of files of this size.
`signature-unchecked` (status 2) stands in lines `unchecked` alone.

| folder | expect | status | told besides | about |
|---|---|---|---|---|
TABLE
"""
