"""Audit samples as files, one folder each (audit/vectors/sample-files), like the raffles in audit/vectors/files."""

from __future__ import annotations

from typing import Any

from draw_vectors import as_bytes
from folder_vectors import Contents, Folder, rows_of
from sample_draw_vectors import Case, cases, faults

# Of cases() and faults(): the folder's name, the case or the fault in it, and what is in the folder.
VALID = (
    ("simple", "simple-spares", "four items at random and three spares"),
    ("with-replacement", "with-replacement", "an item may come again"),
    ("systematic", "systematic-starts", "four starts, in list order"),
    ("systematic-random-order", "systematic-random", "two starts, in random order"),
    ("stratified", "stratified-amounts", "three strata, sizes by hand; the amounts are for the working paper"),
    ("stratified-proportional", "stratified-proportional", "allocation by sizes"),
    ("stratified-value", "stratified-value", "allocation by amounts"),
    ("stratified-neyman", "stratified-neyman", "allocation by sizes and standard deviations, at least one item each"),
    ("mus-fixed", "mus-fixed", "two certainty items, two hits at a fixed interval"),
    ("mus-interval", "mus-interval", "a given interval, which hits nothing beside two certainty items"),
    ("mus-interval-no-item", "mus-interval-no-item", "an interval above the sum: no item in this sample"),
    ("mus-cell", "mus-cell", "a hit in each cell"),
    ("mus-random-order", "mus-random-order", "a fixed interval, in random order"),
    ("mus-with-replacement", "mus-with-replacement", "each hit by itself"),
    ("ranges", "ranges", "document numbers in place of a list"),
    ("ranges-large", "ranges-of-10^9", "a thousand million document numbers"),
    ("manifest", "manifest", "batches with counts in place of a list"),
    ("dice", "dice", "rolls of dice as public text"),
    ("drand", "drand", "a real round of drand"),
    ("seed-left-out", "seed-left-out", "dice, and two seeds of which one was not published"),
    ("rehearsal", "rehearsal", "a rehearsal with an extension and a replacement, accepted"),
    ("extensions", "extended-thrice", "three extensions"),
    ("extensions-of-strata", "extended-strata", "two extensions of one stratum"),
    ("replacements", "replaced-strata", "spares in place of four items, one of them a spare"),
    ("replacements-two-states", "replaced-two-states", "an earlier state of the register beside it"),
    ("extension-and-replacements", "replaced-extended", "spares in place of items of the extension too"),
)
FAULTS = (
    ("later-version-design", "simple/commit-design-unknown", "a design of a later version"),
    ("later-version-method", "simple/commit-needs-missing", "the method sample without needs: design"),
    ("grammar-private", "simple/commit-list-private", "a private list"),
    ("grammar-method", "simple/commit-method-shuffle", "needs: design with the method shuffle"),
    ("grammar-mus-without-amounts", "simple/commit-mus-without-field", "monetary units of a list without amounts"),
    ("grammar-range", "ranges-labels/commit-range-last-too-short", "the last number of a range lacks its zero"),
    ("grammar-order", "ranges-labels/commit-order-random-by-ranges", "document numbers in random order"),
    ("grammar-item", "simple/reveal-item-role-unknown", "an item with an unknown role"),
    ("grammar-reveal-needs", "simple/reveal-needs-missing", "the reveal has no line needs: design"),
    ("other-commit", "extended/extension-of-other-commit", "an extension of another commit"),
    ("other-reveal", "replaced/replacements-of-other-reveal", "a register of another reveal"),
    ("other-extension", "extended-thrice/chain-without-second", "the second of three extensions was not given"),
    ("other-extension-fork", "extended-thrice/chain-forked", "two extensions after the same one"),
    ("list-line", "stratified-amounts/list-amount-with-point", "an amount that is not in minor units"),
    ("list-duplicate", "stratified-amounts/list-entry-twice", "one entry in two strata"),
    ("list-duplicate-ranges", "ranges/commit-ranges-share-one", "two ranges share a number"),
    ("list-duplicate-batches", "manifest/commit-batches-equal-names", "two batches of one name"),
    ("list-count", "ranges/commit-ranges-count", "the ranges have one number less than the commit says"),
    ("list-strata", "stratified/list-stratum-moved", "an item was moved to another stratum"),
    ("list-strata-unknown", "stratified/list-stratum-unknown", "a stratum that the commit doesn't name"),
    ("list-amounts", "mus-fixed/list-one-cent", "one cent more in one line"),
    ("list-amounts-control-total", "mus-fixed/commit-control-total", "the commit has another control total"),
    ("list-root", "mus-fixed/list-one-cent-each-way", "a cent moved from one line to another"),
    ("opening", "simple-amounts/receipt", "a receipt for a list with fields"),
    ("design", "simple/design-simple-13-of-12", "thirteen of twelve items"),
    (
        "design-allocation",
        "stratified-proportional/design-proportional-one-moved-between-ties",
        "a tie went to the later stratum",
    ),
    ("design-mus", "mus-fixed/design-mus-11-of-10", "eleven items of ten amounts above 0"),
    ("rules", "simple/design-rules-no-source", "neither seed nor beacon"),
    ("draw-count", "simple-spares/items-last-missing", "the last spare is missing"),
    ("draw-rank", "simple-spares/items-swapped", "the first two items changed places"),
    ("draw-role", "simple-spares/item-role-of-spare", "a spare is called sample"),
    ("draw-role-certainty", "mus-fixed/item-role-of-certainty", "a certainty item is called sample"),
    ("draw-stratum", "stratified/item-stratum", "the first item is put into the second stratum"),
    ("draw-position", "simple-spares/item-position", "the first item has the next position"),
    ("draw-unit", "mus-cell/item-unit", "a certainty item has a unit"),
    ("draw-unit-hit", "mus-fixed/item-unit-of-hit-0", "a hit without its unit"),
    ("draw-line", "simple-spares/item-entry", "the first item has another entry"),
    ("draw-line-label", "ranges-of-10^9/item-label-without-zeros", "a document number without its zero"),
    ("extension", "extended/extension-too-many", "seven more of the six that are left"),
    ("extension-design", "mus-fixed/extension-not-of-this-design", "this design can't be extended"),
    ("extension-time", "drand-extended/extension-before-the-round", "decided on before the round of the draw"),
    ("draw-rank-extension", "extended/extension-swapped", "the first two items added changed places"),
    ("replacement-time", "replaced/replacement-time-back", "a line earlier than the one above"),
    ("replacement-time-draw", "replaced/replacement-before-the-commit", "a line earlier than the commit"),
    ("replacement-rank", "replaced/replacement-spare-is-no-spare", "an item of the sample serves as a spare"),
    ("replacement-repeated", "replaced/replacement-spare-twice", "one spare in place of two items"),
    ("replacement-skipped", "replaced/replacement-spare-skipped", "the first spare was passed by"),
    ("two-registers", "replaced/replacement-registers-differ", "two registers with different histories"),
    ("outcome-rank", "simple/outcome-of-a-sample", "an outcome file: a sample awards nothing"),
    ("valid-follows-a-sample", "follows/follows-a-sample", "a further round after another sample"),
    ("valid-replaces-a-sample", "dice/replaces-a-sample", "a sample in place of another one"),
)


def tree() -> Contents:
    """All files below audit/vectors/sample-files, by their path there."""
    made = folders()
    assert len({folder.name for folder in made}) == len(made)
    found = {"README.md": README.replace("TABLE", rows_of(made)).encode("ascii")}
    for folder in made:
        for name, data in {**folder.files, "expect": folder.expect_file()}.items():
            found[f"{folder.name}/{name}"] = data
    return found


def folders() -> list[Folder]:
    bases = cases()
    made = []
    for name, base, about in VALID:
        rehearsal = bases[base].commit.rehearsal
        arguments = "--rehearsal" if rehearsal else f"--expect {bases[base].commit.id().hex()}"
        made.append(Folder(f"valid-{name}", "valid", about, contents(bases[base].files()), arguments))
    made.append(line_ends(bases["replaced-extended"]))
    by_id = {f"{base}/{name}": (expect, base, change) for name, expect, base, change, _ in faults(bases)}
    for name, fault, about in FAULTS:
        expect, base, change = by_id[fault]
        assert name == expect or name.startswith(expect + "-"), (name, expect)
        made.append(Folder(name, expect, about, contents({**bases[base].files(), **change})))
    return made


def line_ends(case: Case) -> Folder:
    files = {name: data.replace(b"\n", b"\r\n") for name, data in contents(case.files()).items()}
    return Folder("valid-line-ends", "valid", "CR LF in every file", files)


def contents(files: dict[str, Any]) -> Contents:
    made = {"draw.commit": as_bytes(files["commit"])}
    if files["list"] is not None:
        made["draw.list"] = as_bytes(files["list"])
    for number, item in enumerate(files["reveals"], 1):
        made["draw.reveal" if number == 1 else f"draw-{number}.reveal"] = as_bytes(item)
    for role, end in ROLES:
        for number, item in enumerate(files[role], 1):
            made[f"{number}.{end}"] = as_bytes(item)
    for number, draw in enumerate(files["earlier"], 1):
        made[f"earlier-{number}.commit"] = as_bytes(draw["commit"])
        made[f"earlier-{number}.reveal"] = as_bytes(draw["reveal"])
    return made


ROLES = (
    ("seeds", "seeds"),
    ("receipts", "receipt"),
    ("outcomes", "outcome"),
    ("extensions", "extension"),
    ("replacements", "replacements"),
)
README = """\
# Audit samples as files

Folders of audit samples (SPEC section 19), like those of raffles in `../files`, whose README.md explains the file
`expect`. The same faults and many more are in `../sample-files.json`. A program that doesn't know the token `design`
ends with status 2 in all of them: `later-version`, or wrong use where it doesn't take a kind of file.

Run in the repository's root, with the line `arguments` behind it where there is one:

    python3 audit/reference/fairdraw.py verify audit/vectors/sample-files/draw-position/*.*

The items of a sample, drawn again from commit, list, and the reveal's seeds and beacon alone:

    cd audit/vectors/sample-files/valid-mus-fixed
    python3 ../../../reference/fairdraw.py draw-items draw.commit draw.reveal draw.list

The reference writes all of it, with this page: `fairdraw.py vectors --write audit/vectors`. Line ends are meant as they
are.

| folder | expect | status | told besides | about |
|---|---|---|---|---|
TABLE
"""
