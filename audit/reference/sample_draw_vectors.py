"""Whole audit samples and the same with one fault each (sample-files.json)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Optional, Sequence, Union

from draw_vectors import NAMES as RAFFLE_NAMES
from draw_vectors import TEXT_EDGES, Vector, checked, drand, edit, example_seed
from draw_vectors import make_case as make_raffle
from encoding import material, seed_commitment, sha256
from entries import path, root
from files import Commit, DrandValue, Outcome, OutcomeLine, Public, PublicValue, Receipt, Reveal, Seeds
from making import make_extension, make_sample_reveal, material_of
from population import Batch, Listed, Population, Range, counted, listed
from sample import Design, Item, Mus, Simple, Stratified, Stratum, Systematic, WithReplacement
from sample_files import Extension, ItemLine, Replaced, Replacements, Rules
from sample_vectors import GREATEST, allocated

DICE = Public("dddddddddddddddddddddddddddddddddddddddd", "forty rolls of a ten-sided die, called out in turn")
ROLLS = PublicValue("7302514479938820165504471293660881452907")
# The round of quicknet in draw_vectors.py was due at the second.
BEFORE_ROUND, AT_ROUND = "2024-10-14T17:13:32Z", "2024-10-14T17:13:33Z"
NAMES = [f"INV-{number}" for number in range(1001, 1013)]
AMOUNTS = [12050, 300, 45, 99900, 1, 7600, 7600, 0, -2500, 810, 64000, 2]
STRATA = ["North", "South", "North", "East", "East", "North", "South", "North", "East", "North", "South", "North"]
THREE = (Stratum(6, 3, 1, "North"), Stratum(3, 2, 1, "South"), Stratum(3, 1, 2, "East"))


@dataclass
class Case:
    """A sample with its secrets, from which every file can be written again after a change."""

    commit: Commit
    population: Population
    text: Optional[str]  # of the list
    seeds: dict[str, bytes]
    published: dict[str, bytes]
    beacon: Union[DrandValue, PublicValue, None]
    adds: list[list[tuple[int, int]]] = field(default_factory=list)  # of each extension
    registers: list[list[Replaced]] = field(default_factory=list)
    existed_by: Optional[str] = None

    def material(self) -> bytes:
        return material_of(self.commit, self.published, self.beacon)

    def reveal(self) -> Reveal:
        return make_sample_reveal(self.commit, self.population, self.published, self.beacon)

    def extensions(self) -> list[Extension]:
        made: list[Extension] = []
        for number, adds in enumerate(self.adds):
            reason = "one deviation more than expected" if number == 0 else f"as asked for in review {number}"
            time = f"2026-12-{7 + number:02}T09:00:00Z"
            arguments = (self.commit, self.population, self.material(), self.reveal().id())
            made.append(make_extension(*arguments, list(made), adds, reason, time))
        return made

    def register(self, lines: Sequence[Replaced]) -> str:
        return Replacements(self.commit.id(), self.reveal().id(), list(lines)).text()

    def files(self) -> dict[str, Any]:
        left_out = set(self.seeds) - set(self.published)
        seeds = [(name, seed) for name, seed in self.published.items()]
        return {
            "commit": self.commit.text(),
            "list": self.text,
            "reveals": [self.reveal().text()],
            "seeds": [Seeds(self.commit.id(), seeds).text()] if left_out and seeds else [],
            "receipts": [],
            "outcomes": [],
            "extensions": [one.text() for one in self.extensions()],
            "replacements": [self.register(lines) for lines in self.registers],
            "earlier": [],
        }


def list_text(entries: Sequence[str], strata: Optional[Sequence[str]], amounts: Optional[Sequence[int]]) -> str:
    columns = [*([strata] if strata else []), *([[str(one) for one in amounts]] if amounts else []), entries]
    return "".join("\t".join(values) + "\n" for values in zip(*columns))


def make_case(
    design: Design,
    strata: Optional[Sequence[str]] = None,
    amounts: Optional[Sequence[int]] = None,
    entries: Optional[Sequence[str]] = None,
    parts: Sequence[Union[Range, Batch]] = (),
    decimals: int = 2,
    seeds: Sequence[str] = ("auditor",),
    missing: Sequence[str] = (),
    beacon: Any = None,
    value: Union[DrandValue, PublicValue, None] = None,
    rehearsal: bool = False,
    adds: Sequence[list[tuple[int, int]]] = (),
    registers: Sequence[str] = (),
    existed_by: Optional[str] = None,
    **more: Any,
) -> Case:
    text = None
    fields = tuple(name for name, values in (("stratum", strata), ("amount", amounts)) if values)
    population: Population
    if parts:
        population = counted(parts)
    else:
        text = list_text(entries or NAMES, strata, amounts)
        population = listed(text.encode("utf-8"), fields)
    secrets = {name: example_seed(name) for name in seeds}
    holders = len(seeds) >= 2 or bool(seeds and beacon)
    rules = Rules(design, fields, decimals, sum(amounts) if amounts else None, list(parts))
    values: dict[str, Any] = dict(
        title="Purchases of 2026, test of approvals",
        organiser="Example Audit Ltd",
        entries=population.size,
        root=root(population.leaves()) if isinstance(population, Listed) else None,
        prizes=[],
        alternates=0,
        sample=rules,
        seeds=[(name, seed_commitment(name, secrets[name], rehearsal)) for name in seeds],
        beacon=beacon,
        seeds_by="2026-12-05T17:50:00Z" if holders else None,
        no_reveal=("leave-out" if missing else "void") if holders else None,
        created="2026-11-29T12:00:00Z",
        published="sent to the client on 29 November",
        rehearsal=rehearsal,
    )
    values.update(more)
    published = {name: seed for name, seed in secrets.items() if name not in missing}
    lines = [replaced(register) for register in registers]
    return Case(Commit(**values), population, text, secrets, published, value, list(adds), lines, existed_by)


def replaced(lines: str) -> list[Replaced]:
    """Of "1/2>4 0/3>5": in stratum 1 rank 2 by spare 4, and so on, an hour each."""
    made = []
    for number, line in enumerate(lines.split()):
        stratum, ranks = line.split("/")
        rank, spare = ranks.split(">")
        cause = ("not-found", "void", "out-of-scope", "duplicate", "other")[number % 5]
        time = f"2026-12-06T{8 + number:02}:30:00Z"
        made.append(Replaced(time, int(stratum), int(rank), int(spare), cause, f"as noted on sheet {number + 1}"))
    return made


def cases() -> dict[str, Case]:
    quicknet, round_value = drand("quicknet")
    made = {
        "simple": make_case(Simple(4)),
        "simple-spares": make_case(Simple(4, 3)),
        "simple-one-item": make_case(Simple(1), entries=["Only one"]),
        "simple-whole": make_case(Simple(7, 5)),
        "simple-fields-not-asked-for": make_case(Simple(4, 3), STRATA, AMOUNTS),
        "simple-amounts": make_case(Simple(3), amounts=AMOUNTS, decimals=0),
        "simple-strata": make_case(Simple(3), STRATA),
        "simple-negative-control-total": make_case(
            Simple(2, 1), amounts=[5, -GREATEST, 3], entries=["a", "b", "c"], decimals=9
        ),
        "simple-greatest-control-total": make_case(
            Simple(2), amounts=[GREATEST - 3, 3, 0], entries=["a", "b", "c"], decimals=5
        ),
        "ranges": make_case(Simple(8, 2), parts=[Range(1001, 2400, 4), Range(3001, 3100, 4)]),
        "ranges-labels": make_case(
            Systematic(9), parts=[Range(998, 1002, 4), Range(98, 102, 2, "INV-"), Range(0, 1, 1, "Süd/")]
        ),
        "ranges-of-10^9": make_case(Simple(20, 2), parts=[Range(1, 10**9, 10)]),
        "ranges-longest": make_case(Simple(2), parts=[Range(10**18 - 2, 10**18 - 1, 18, "p" * 256), Range(0, 0, 18)]),
        "ranges-1024": make_case(
            WithReplacement(5), parts=[Range(10 * number, 10 * number + 4, 1) for number in range(1024)]
        ),
        "manifest": make_case(Systematic(5, 2), parts=[Batch(250, "Box 1"), Batch(1, "Box 1-2"), Batch(99, "Box 2")]),
        "manifest-2^32-1": make_case(Simple(3, 1), parts=[Batch(2**32 - 2, "b" * 256), Batch(1, "c")]),
        "with-replacement": make_case(WithReplacement(15)),
        "systematic": make_case(Systematic(5)),
        "systematic-starts": make_case(Systematic(3, 4)),
        "systematic-random": make_case(Systematic(5, 2, True)),
        "systematic-whole": make_case(Systematic(12, 1)),
        "stratified": make_case(Stratified(6, "explicit", THREE), STRATA),
        "stratified-amounts": make_case(Stratified(6, "explicit", THREE), STRATA, AMOUNTS),
        "stratified-none-of-one": make_case(
            Stratified(3, "explicit", (Stratum(6, 3, 0, "North"), Stratum(3, 0, 0, "South"), Stratum(3, 0, 1, "East"))),
            STRATA,
        ),
        "stratified-proportional": make_case(allocated(5, "proportional", STRATA, spares=1)[0], STRATA),
        "stratified-minimum": make_case(allocated(6, "proportional", STRATA, minimum=2)[0], STRATA),
        "stratified-minimum-over-all": make_case(allocated(12, "proportional", STRATA, minimum=GREATEST)[0], STRATA),
        "stratified-value": make_case(allocated(5, "value", STRATA, spares=1, amounts=AMOUNTS)[0], STRATA, AMOUNTS),
        "stratified-neyman": make_case(allocated(6, "neyman", STRATA, minimum=1, deviations=[20, 7, 900])[0], STRATA),
        "stratified-longest-name": make_case(
            Stratified(1, "explicit", (Stratum(2, 1, 0, "n" * 256), Stratum(1, 0, 1, "é" * 128))),
            ["n" * 256, "é" * 128, "n" * 256],
            entries=["x" * 4096, "y", "z"],
        ),
        "stratified-names-with-numbers": make_case(
            Stratified(2, "explicit", (Stratum(1, 1, 0, "1 2 3"), Stratum(2, 1, 1, "0 x"))),
            ["1 2 3", "0 x", "0 x"],
            entries=["a", "b", "c"],
        ),
        "mus-fixed": make_case(Mus("fixed", 4), amounts=AMOUNTS),
        "mus-fixed-all-certain": make_case(Mus("fixed", 10), amounts=AMOUNTS),
        "mus-fixed-large": make_case(
            Mus("fixed", 3), amounts=[2**61 - 1, 2**61, 2**61, 2**60, 5, -3], entries=list("abcdef"), decimals=0
        ),
        "mus-interval": make_case(Mus("interval", 40000), amounts=AMOUNTS),
        "mus-interval-no-item": make_case(Mus("interval", GREATEST), amounts=AMOUNTS),
        "mus-interval-all-certain": make_case(Mus("interval", 1), amounts=AMOUNTS),
        "mus-cell": make_case(Mus("cell", 5), STRATA, AMOUNTS),
        "mus-random-order": make_case(Mus("random-order", 5), amounts=AMOUNTS),
        "mus-with-replacement": make_case(Mus("with-replacement", 12), amounts=AMOUNTS),
        "dice": make_case(Simple(4, 1), seeds=(), beacon=DICE, value=ROLLS),
        "dice-and-seed": make_case(Mus("cell", 3), amounts=AMOUNTS, beacon=DICE, value=ROLLS),
        "drand": make_case(
            Stratified(6, "explicit", THREE),
            STRATA,
            seeds=(),
            beacon=quicknet,
            value=round_value,
            created="2024-10-14T17:13:32Z",
        ),
        "drand-proven-time": make_case(
            Simple(4),
            seeds=(),
            beacon=quicknet,
            value=round_value,
            created="2024-10-14T17:13:32Z",
            existed_by="2024-10-14T17:13:32Z",
        ),
        "drand-extended": make_case(
            Simple(3, 1),
            adds=[[(2, 0)]],
            seeds=(),
            beacon=quicknet,
            value=round_value,
            created="2024-10-14T17:13:00Z",
        ),
        "two-seeds": make_case(Systematic(4), seeds=("auditor", "client")),
        "seed-left-out": make_case(
            Simple(3, 3), seeds=("auditor", "client"), missing=("client",), beacon=DICE, value=ROLLS
        ),
        "rehearsal": make_case(Simple(3, 1), rehearsal=True, adds=[[(2, 0)]], registers=["0/1>4"]),
        "follows": make_case(
            Simple(3), seeds=("second",), follows=(bytes(range(32)), bytes(32)), reason="second round, larger population"
        ),
        "notes": make_case(Mus("fixed", 2), amounts=AMOUNTS, notes=["plan 3 of the file", "n = 2 by table 4"]),
        "text-edges": make_case(Simple(2), title=TEXT_EDGES, entries=["a", TEXT_EDGES]),
        "extended": make_case(Simple(4, 2), adds=[[(3, 0)]]),
        "extended-thrice": make_case(Simple(4, 2), adds=[[(3, 0)], [(1, 0)], [(2, 0)]]),
        "extended-with-replacement": make_case(WithReplacement(4), adds=[[(20, 0)], [(1, 0)]]),
        "extended-strata": make_case(
            Stratified(6, "explicit", THREE), STRATA, adds=[[(1, 1)], [(1, 1)]], seeds=(), beacon=DICE, value=ROLLS
        ),
        "extended-stratum-without-items": make_case(
            Stratified(3, "explicit", (Stratum(6, 3, 0, "North"), Stratum(3, 0, 0, "South"), Stratum(3, 0, 1, "East"))),
            STRATA,
            adds=[[(2, 1), (3, 2), (2, 3)]],
        ),
        "extended-ranges": make_case(Simple(5), parts=[Range(1, 10**6, 7)], adds=[[(25, 0)]]),
        "replaced": make_case(Simple(4, 3), registers=["0/2>5"]),
        "replaced-all-spares": make_case(Simple(4, 3), registers=["0/2>5 0/5>6 0/4>7"]),
        "replaced-two-states": make_case(Simple(4, 3), registers=["0/2>5", "0/2>5 0/5>6"]),
        "replaced-strata": make_case(Stratified(6, "explicit", THREE), STRATA, registers=["3/1>2 1/3>4 3/2>3 2/1>3"]),
        "replaced-extended": make_case(Simple(4, 3), adds=[[(2, 0)]], registers=["0/8>5 0/1>6 0/9>7"]),
    }
    return made


def whole(name: str, case: Case) -> Vector:
    files, reveal = case.files(), case.reveal()
    options: dict[str, Any] = {"expect": case.commit.id().hex(), "rehearsal": case.commit.rehearsal}
    if case.existed_by:
        options["existed_by"] = case.existed_by
    vector: Vector = {
        "id": name,
        "files": files,
        "options": options,
        "commit_id": case.commit.id().hex(),
        "reveal_id": reveal.id().hex(),
        "extension_ids": [one.id().hex() for one in case.extensions()],
        "material": case.material().hex(),
        "material_sha256": reveal.material.hex(),
        "items": [line.text() for line in reveal.items or ()],
        "secrets": {seed_name: seed.hex() for seed_name, seed in case.seeds.items()},
    }
    return checked(vector, files, options, "valid")


def sample_files() -> tuple[str, list[Vector]]:
    bases = cases()
    vectors = [whole(name, case) for name, case in bases.items()]
    for name, expect, base, change, options in faults(bases):
        files = {**bases[base].files(), **change}
        used = {"expect": None, "rehearsal": bases[base].commit.rehearsal, **(options or {})}
        vectors.append(
            checked({"id": f"{base}/{name}", "base": base, "options": used, "change": change}, files, used, expect)
        )
    about = (
        "Complete audit samples (section 19), then changes to them. A sample has files as in files.json, with "
        "extensions and replacements; extension_ids, in the order of the chain; items, the values of the reveal's item "
        "lines; secrets, the seeds that are kept until the reveal. A change names the sample in base; change replaces "
        "some of its files, written as in tampered.json. expect is valid or the failure, exit the status, grade that "
        "of what is valid, and "
        "unchecked, where it is given, what a program ends with that can't check drand signatures. A program that "
        "doesn't know the token design ends with later-version, status 2, in nearly all of them."
    )
    return about, vectors


Fault = tuple[str, str, str, dict[str, Any], Optional[dict[str, Any]]]


def faults(bases: dict[str, Case]) -> list[Fault]:
    return [
        *grammar_faults(bases),
        *other_files_grammar(bases),
        *id_faults(bases),
        *list_faults(bases),
        *design_faults(bases),
        *draw_faults(bases),
        *extension_faults(bases),
        *replacement_faults(bases),
        *tolerances(bases),
    ]


def grammar_faults(bases: dict[str, Case]) -> list[Fault]:
    """The commit is read before all other files, so that its fault decides."""
    edits: list[tuple[str, str, str, str]] = [
        ("needs-twice", "simple", "needs: design\n", "needs: design\nneeds: design\n"),
        ("needs-out-of-order", "simple", "needs: design\n", "needs: design\nneeds: aaa\n"),
        ("needs-second-not-a-token", "simple", "needs: design\n", "needs: design\nneeds: E!\n"),
        ("list-private", "simple", "list: public", "list: private"),
        ("list-two-words", "ranges", "list: ranges", "list: ranges 2"),
        ("method-shuffle", "simple", "method: sample", "method: shuffle"),
        ("method-tickets", "simple", "method: sample", "method: tickets"),
        ("tickets", "simple", "root: ", "tickets: 12\nroot: "),
        ("prize", "simple", "spares: 0\n", "spares: 0\nprize: 1 Car\n"),
        ("alternates", "simple", "spares: 0\n", "alternates: 0\n"),
        ("fields-swapped", "stratified-amounts", "stratum amount", "amount stratum"),
        ("fields-unknown", "mus-fixed", "fields: amount", "fields: weight"),
        ("fields-twice", "mus-fixed", "fields: amount", "fields: amount amount"),
        ("fields-empty", "mus-fixed", "fields: amount", "fields: "),
        ("amounts-missing", "mus-fixed", "amounts: 2 189808\n", ""),
        ("amounts-not-asked-for", "simple", "root: ", "amounts: 2 0\nroot: "),
        (
            "amounts-before-fields",
            "mus-fixed",
            "fields: amount\namounts: 2 189808\n",
            "amounts: 2 189808\nfields: amount\n",
        ),
        ("amounts-two-digits", "mus-fixed", "amounts: 2 ", "amounts: 10 "),
        ("amounts-padded", "mus-fixed", "189808", "0189808"),
        ("amounts-with-point", "mus-fixed", "189808", "1898.08"),
        ("amounts-plus", "mus-fixed", "189808", "+189808"),
        ("amounts-minus-0", "mus-fixed", "189808", "-0"),
        ("amounts-2^63", "mus-fixed", "189808", str(2**63)),
        ("amounts-minus-2^63", "mus-fixed", "189808", str(-(2**63))),
        ("amounts-without-digits", "mus-fixed", "amounts: 2 189808", "amounts: 189808"),
        ("root-missing", "simple", bases["simple"].commit.text().split("root: ")[1].split("\n")[0], ""),
        ("root-with-ranges", "ranges", "method: ", f"root: {'0' * 64}\nmethod: "),
        ("fields-with-ranges", "ranges", "list: ranges\n", "list: ranges\nfields: stratum\n"),
        ("ranges-none", "ranges", "range: 1001 2400\nrange: 3001 3100\n", ""),
        ("range-backwards", "ranges", "3001 3100", "3100 3001"),
        ("range-19-digits", "ranges", "3001 3100", "3001 1000000000000000000"),
        ("range-last-too-short", "ranges-labels", "0998 1002", "0998 999"),
        ("range-last-with-zero", "ranges-labels", "0998 1002", "0998 01002"),
        ("range-last-with-more-zeros", "ranges-labels", "0998 1002", "998 0999"),
        ("range-minus", "ranges", "3001 3100", "-1 3100"),
        ("range-alone", "ranges", "3001 3100", "3001"),
        ("range-prefix-ends-with-digit", "ranges-labels", "INV-", "INV1"),
        ("range-prefix-257-bytes", "ranges-longest", "p" * 256, "p" * 257),
        ("range-two-spaces", "ranges", "3001 3100", "3001  3100"),
        ("range-and-batch", "ranges", "range: 3001 3100\n", "batch: 100 Box\n"),
        ("ranges-1025", "ranges-1024", "range: 0 4\n", "range: 0 4\nrange: 5 9\n"),
        ("batch-of-0", "manifest", "batch: 1 Box", "batch: 0 Box"),
        ("batch-padded", "manifest", "batch: 250", "batch: 0250"),
        ("batch-2^63", "manifest", "batch: 250", f"batch: {2**63}"),
        ("batch-without-name", "manifest", "batch: 250 Box 1", "batch: 250"),
        ("batch-name-257-bytes", "manifest-2^32-1", "b" * 256, "b" * 257),
        ("batch-name-begins-with-space", "manifest", "batch: 250 Box 1", "batch: 250  Box 1"),
        ("entries-2^32", "simple", "entries: 12", f"entries: {2**32}"),
        ("design-not-a-token", "simple", "design: simple 4", "design: Simple 4"),
        ("design-empty", "simple", "design: simple 4", "design: "),
        ("design-no-size", "simple", "design: simple 4", "design: simple"),
        ("design-of-0", "simple", "design: simple 4", "design: simple 0"),
        ("design-padded", "simple", "design: simple 4", "design: simple 04"),
        ("design-2^63", "simple", "design: simple 4", f"design: simple {2**63}"),
        ("design-more", "simple", "design: simple 4", "design: simple 4 1"),
        ("design-two", "simple", "spares: 0\n", "spares: 0\ndesign: simple 4\n"),
        ("spares-missing", "simple", "spares: 0\n", ""),
        ("spares-padded", "simple-spares", "spares: 3", "spares: 03"),
        ("spares-2^63", "simple-spares", "spares: 3", f"spares: {2**63}"),
        ("spares-with-replacement", "with-replacement", "with-replacement 15\n", "with-replacement 15\nspares: 0\n"),
        ("systematic-no-starts", "systematic", "systematic 5 1", "systematic 5"),
        ("systematic-starts-0", "systematic", "systematic 5 1", "systematic 5 0"),
        ("order-missing", "systematic", "order: list\n", ""),
        ("order-unknown", "systematic", "order: list", "order: shuffled"),
        ("order-random-by-ranges", "ranges-labels", "order: list", "order: random"),
        ("order-random-by-manifest", "manifest", "order: list", "order: random"),
        ("allocation-unknown", "stratified", "6 explicit", "6 square-root"),
        ("allocation-missing", "stratified", "6 explicit", "6"),
        ("minimum-with-explicit", "stratified", "6 explicit\n", "6 explicit\nminimum: 0\n"),
        ("minimum-missing", "stratified-proportional", "minimum: 0\n", ""),
        ("minimum-2^63", "stratified-proportional", "minimum: 0", f"minimum: {2**63}"),
        ("stratum-none", "stratified-names-with-numbers", "stratum: 1 1 0 1 2 3\nstratum: 2 1 1 0 x\n", ""),
        ("stratum-of-0", "stratified", "stratum: 6 3 1 North", "stratum: 0 0 0 North"),
        ("stratum-without-spares", "stratified", "stratum: 6 3 1 North", "stratum: 6 3 North"),
        ("stratum-without-name", "stratified", "stratum: 6 3 1 North", "stratum: 6 3 1"),
        ("stratum-name-257-bytes", "stratified-longest-name", "n" * 256, "n" * 257),
        ("stratum-without-deviation", "stratified-neyman", " 20 North", " North"),
        ("stratum-deviation-minus", "stratified-neyman", " 20 North", " -20 North"),
        ("stratified-without-field", "stratified", "fields: stratum\n", ""),
        (
            "stratified-by-ranges",
            "ranges",
            "design: simple 8\nspares: 2\n",
            "design: stratified 1 explicit\nstratum: 1 1 0 a\n",
        ),
        ("value-without-field", "stratified-proportional", " proportional", " value"),
        ("mus-without-field", "simple", "design: simple 4\nspares: 0\n", "design: mus-fixed 4\n"),
        ("mus-with-stratum-alone", "simple-strata", "design: simple 3\nspares: 0\n", "design: mus-interval 4\n"),
        ("mus-by-ranges", "ranges", "design: simple 8\nspares: 2\n", "design: mus-cell 2\n"),
        ("mus-of-0", "mus-interval", "mus-interval 40000", "mus-interval 0"),
        ("mus-order", "mus-random-order", "mus-random-order 5\n", "mus-random-order 5\norder: random\n"),
        ("created-missing", "simple", "created: 2026-11-29T12:00:00Z\n", ""),
    ]
    later: list[tuple[str, str, str, str]] = [
        ("needs-other-before", "simple", "needs: design\n", "needs: colours\nneeds: design\n"),
        ("needs-other-behind", "simple", "needs: design\n", "needs: design\nneeds: envelopes\n"),
        ("needs-missing", "simple", "needs: design\n", ""),
        ("needs-missing-with-ranges", "ranges", "needs: design\n", ""),
        ("needs-missing-with-manifest", "manifest", "needs: design\n", ""),
        ("list-unknown", "simple", "list: public", "list: sealed"),
        ("method-unknown", "simple", "method: sample", "method: census"),
        ("design-unknown", "simple", "design: simple 4", "design: two-stage 4"),
        ("design-unknown-alone", "simple", "design: simple 4", "design: mus-sieve"),
        (
            "design-unknown-before-other-fault",
            "simple",
            "design: simple 4\nspares: 0\n",
            "design: poisson\nspares: x\n",
        ),
        ("design-known-elsewhere", "simple", "design: simple 4", "design: sample 4"),
    ]
    out: list[Fault] = []
    for expect, found in (("grammar", edits), ("later-version", later)):
        for name, base, old, new in found:
            change = {"commit": edit(bases[base].commit.text(), old, new)}
            out.append((f"commit-{name}", expect, base, change, None))
    lines = "batch: 1 x\n"
    for count, expect in ((16384, "list-duplicate"), (16385, "grammar")):
        case = bases["manifest"]
        before, after = case.commit.text().split("batch: 250 Box 1\nbatch: 1 Box 1-2\nbatch: 99 Box 2\n")
        commit: dict[str, Any] = {"before": before, "repeat": lines, "times": count, "then": after}
        text = before + lines * count + after
        files = {"commit": commit, **named(case, sha256(text.encode("utf-8")))}
        out.append((f"commit-batches-{count}", expect, "manifest", files, None))
    return out


def named(case: Case, commit_id: bytes) -> dict[str, Any]:
    """The reveal for a commit with another id."""
    material = sha256_of_material(case, commit_id)
    return {"reveals": [replace(case.reveal(), commit=commit_id, material=material).text()]}


def sha256_of_material(case: Case, commit_id: bytes) -> bytes:
    part = case.beacon.material_part() if case.beacon else b""
    return sha256(material(commit_id, part, [case.published.get(name) for name, _ in case.commit.seeds]))


def other_files_grammar(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []
    reveal = bases["simple"].reveal().text()
    item = reveal[reveal.index("item: ") :].split("\n")[0] + "\n"
    for name, old, new in (
        ("needs-missing", "needs: design\n", ""),
        ("needs-twice", "needs: design\n", "needs: design\nneeds: design\n"),
        ("draw-line", item, "draw: 1 prize-1 0 INV-1001\n"),
        ("draw-line-after-items", item, item + "draw: 1 prize-1 0 INV-1001\n"),
        ("open-line", item, item + f"open: {'0' * 64}\n"),
        ("item-rank-0", "item: 1 ", "item: 0 "),
        ("item-rank-padded", "item: 1 ", "item: 01 "),
        ("item-role-unknown", " sample ", " chosen "),
        ("item-role-capital", " sample ", " Sample "),
        ("item-stratum-missing", " sample 0 ", " sample "),
        ("item-stratum-minus", " sample 0 ", " sample -1 "),
        ("item-position-2^63", " sample 0 3 ", f" sample 0 {2**63} "),
        ("item-unit-padded", " 0 INV-1004", " 00 INV-1004"),
        ("item-without-entry", " INV-1004", ""),
        ("item-entry-begins-with-space", " INV-1004", "  INV-1004"),
        ("item-entry-4097-bytes", "INV-1004", "x" * 4097),
        ("item-8193-bytes", "INV-1004", "x" * 8178),
        ("item-before-material", "material: ", item + "material: "),
        ("note-before-item", item, "note: x\n" + item),
    ):
        out.append((f"reveal-{name}", "grammar", "simple", {"reveals": [edit(reveal, old, new)]}, None))
    out.append(
        (
            "reveal-needs-other",
            "later-version",
            "simple",
            {"reveals": [edit(reveal, "needs: design", "needs: e")]},
            None,
        )
    )
    # A value of 8,192 bytes is of the grammar, and its entry is too long all the same; 4,096 bytes are not.
    entry = edit(reveal, "INV-1004", "x" * 4096)
    out.append(("reveal-item-entry-4096-bytes", "draw-line", "simple", {"reveals": [entry]}, None))
    case = bases["seed-left-out"]
    seeds = case.files()["seeds"][0]
    out.append(
        (
            "seeds-needs-design",
            "grammar",
            "seed-left-out",
            {"seeds": [edit(seeds, "v1\n", "v1\nneeds: design\n")]},
            None,
        )
    )
    extension = bases["extended"].extensions()[0].text()
    item = extension[extension.index("item: ") :].split("\n")[0] + "\n"
    for expect, edits in (
        (
            "grammar",
            [
                ("needs-missing", "needs: design\n", ""),
                ("kind-of-another", "fairdraw extension", "fairdraw outcome"),
                ("reveal-missing", f"reveal: {bases['extended'].reveal().id().hex()}\n", ""),
                ("extends-short", "reason: ", f"extends: {'0' * 63}\nreason: "),
                ("reason-missing", "reason: one deviation more than expected\n", ""),
                ("created-no-time", "2026-12-07T", "2026-12-32T"),
                ("add-missing", "add: 3 0\n", ""),
                ("add-of-0", "add: 3 0", "add: 0 0"),
                ("add-without-stratum", "add: 3 0", "add: 3"),
                ("add-2^63", "add: 3 0", f"add: {2**63} 0"),
                ("add-twice", "add: 3 0\n", "add: 2 0\nadd: 1 0\n"),
                ("add-descending", "add: 3 0\n", "add: 2 1\nadd: 1 0\n"),
                ("add-after-item", item, item + "add: 1 1\n"),
                ("item-role-unknown", " sample ", " more "),
            ],
        ),
        (
            "later-version",
            [
                ("version-2", "extension v1", "extension v2"),
                ("needs-other", "needs: design", "needs: designs"),
            ],
        ),
    ):
        for name, old, new in edits:
            out.append((f"extension-{name}", expect, "extended", {"extensions": [edit(extension, old, new)]}, None))
    ascending = "".join(f"add: 1 {number}\n" for number in range(1025))
    for count, expect in ((1024, "extension"), (1025, "grammar")):
        text = edit(extension, "add: 3 0\n", "".join(ascending.splitlines(keepends=True)[:count]))
        out.append((f"extension-{count}-adds", expect, "extended", {"extensions": [text]}, None))
    out.append(
        (
            "extension-not-utf-8",
            "not-utf-8",
            "extended",
            {"extensions": [{"hex": extension.encode().hex() + "ff0a"}]},
            None,
        )
    )
    out.append(("extension-in-place-of-reveal", "grammar", "extended", {"reveals": [extension]}, None))
    register: str = bases["replaced"].files()["replacements"][0]
    for name, expect, old, new in (
        ("needs-missing", "grammar", "needs: design\n", ""),
        ("needs-other", "later-version", "needs: design", "needs: e"),
        ("no-line", "grammar", register[register.index("replaced: ") :], ""),
        ("note", "grammar", register[-1:], "\nnote: x\n"),
        ("time", "grammar", "T08:30", "T24:30"),
        ("rank-0", "grammar", " 0 2 5 ", " 0 0 5 "),
        ("spare-0", "grammar", " 0 2 5 ", " 0 2 0 "),
        ("stratum-padded", "grammar", " 0 2 5 ", " 00 2 5 "),
        ("cause-unknown", "grammar", "not-found", "lost"),
        ("cause-of-outcomes", "grammar", "not-found", "declined"),
        ("no-reason", "grammar", " as noted on sheet 1", ""),
    ):
        text = edit(register, old, new) if old != "\n" else register + "note: x\n"
        out.append((f"replacements-{name}", expect, "replaced", {"replacements": [text]}, None))
    limit = (1 << 20) + (16 << 10) * bases["replaced"].commit.places
    line = "fairdraw x v2\nyy"
    for name, expect, times in (("at-size", "later-version", limit // 16 - 1), ("over-size", "file-size", limit // 16)):
        then = line[:-1] + "\n" if name == "at-size" else "\n"
        change: dict[str, Any] = {"replacements": [{"repeat": line, "times": times, "then": then}]}
        out.append((f"replacements-{name}", expect, "replaced", change, None))
        change = {"reveals": [{"repeat": line, "times": times, "then": then}]}
        out.append((f"reveal-{name}", expect, "replaced", change, None))
    for base, places in (
        ("with-replacement", 15),
        ("systematic-starts", 12),
        ("stratified", 10),
        ("mus-cell", 5),
        ("mus-interval", 12),
    ):
        times = ((1 << 20) + (16 << 10) * places) // 16
        for name, expect, then in (("at-size", "later-version", line[:-1] + "\n"), ("over-size", "file-size", "\n")):
            repeated = {"repeat": line, "times": times - (name == "at-size"), "then": then}
            out.append((f"reveal-{name}", expect, base, {"reveals": [repeated]}, None))
    times = (64 << 20) // 16
    for name, expect, then in (("at-size", "later-version", line[:-1] + "\n"), ("over-size", "file-size", "\n")):
        repeated = {"repeat": line, "times": times - (name == "at-size"), "then": then}
        out.append((f"extension-{name}", expect, "extended", {"extensions": [repeated]}, None))
    return out


def id_faults(bases: dict[str, Case]) -> list[Fault]:
    extended, thrice, replaced_one = bases["extended"], bases["extended-thrice"], bases["replaced"]
    one, chain = extended.extensions()[0], thrice.extensions()
    first, second, third = [link.text() for link in chain]
    register = replaced_one.files()["replacements"][0]
    other_id, other_reveal = bytes(32).hex(), bytes(range(32)).hex()
    noted = replace(extended.reveal(), notes=["printed for the file"])
    out: list[Fault] = [
        ("commit-of-another", "commit-id", "simple", {}, {"expect": other_id}),
        (
            "extension-of-other-commit",
            "other-commit",
            "extended",
            {"extensions": [replace(one, commit=bytes(32)).text()]},
            None,
        ),
        (
            "extension-of-other-reveal",
            "other-reveal",
            "extended",
            {"extensions": [replace(one, reveal=bytes(32)).text()]},
            None,
        ),
        (
            "replacements-of-other-commit",
            "other-commit",
            "replaced",
            {"replacements": [edit(register, replaced_one.commit.id().hex(), other_id)]},
            None,
        ),
        (
            "replacements-of-other-reveal",
            "other-reveal",
            "replaced",
            {"replacements": [edit(register, replaced_one.reveal().id().hex(), other_reveal)]},
            None,
        ),
        (
            "both-other-commit-and-other-reveal",
            "other-commit",
            "replaced",
            {
                "extensions": [replace(one, commit=replaced_one.commit.id(), reveal=bytes(32)).text()],
                "replacements": [edit(register, replaced_one.commit.id().hex(), other_id)],
            },
            None,
        ),
        ("chain-any-order", "valid", "extended-thrice", {"extensions": [third, first, second]}, None),
        ("chain-one-twice", "valid", "extended-thrice", {"extensions": [first, second, first, third, second]}, None),
        ("chain-first-two", "valid", "extended-thrice", {"extensions": [first, second]}, None),
        ("chain-without-first", "other-extension", "extended-thrice", {"extensions": [second, third]}, None),
        ("chain-without-second", "other-extension", "extended-thrice", {"extensions": [first, third]}, None),
        ("chain-third-alone", "other-extension", "extended-thrice", {"extensions": [third]}, None),
        (
            "chain-two-beginnings",
            "other-extension",
            "extended-thrice",
            {"extensions": [first, replace(chain[0], reason="another reason").text()]},
            None,
        ),
        (
            "chain-forked",
            "other-extension",
            "extended-thrice",
            {"extensions": [first, second, third, replace(chain[1], notes=["again"]).text()]},
            None,
        ),
        (
            "chain-extends-reveal",
            "other-extension",
            "extended",
            {"extensions": [replace(one, extends=extended.reveal().id()).text()]},
            None,
        ),
        (
            "both-chain-and-other-reveal",
            "other-reveal",
            "extended-thrice",
            {"extensions": [second, replace(chain[2], reveal=bytes(32)).text()]},
            None,
        ),
        (
            "chain-and-rehearsal",
            "other-extension",
            "rehearsal",
            {"extensions": [replace(bases["rehearsal"].extensions()[0], extends=bytes(32)).text()]},
            {"rehearsal": False},
        ),
        (
            "extension-of-the-other-of-two-reveals",
            "valid",
            "extended",
            {
                "reveals": [extended.reveal().text(), noted.text()],
                "extensions": [replace(one, reveal=noted.id()).text()],
            },
            None,
        ),
        ("rehearsal-not-accepted", "rehearsal", "rehearsal", {}, {"rehearsal": False}),
    ]
    return out


def list_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []

    def other_list(name: str, expect: str, base: str, *edits: tuple[str, str]) -> None:
        text = bases[base].text or ""
        for old, new in edits:
            text = edit(text, old, new)
        out.append((f"list-{name}", expect, base, {"list": text}, None))

    row = "North\t12050\tINV-1001"
    for name, new in (
        ("amount-padded", "North\t012050\tINV-1001"),
        ("amount-with-point", "North\t120.50\tINV-1001"),
        ("amount-with-separator", "North\t12,050\tINV-1001"),
        ("amount-plus", "North\t+12050\tINV-1001"),
        ("amount-minus-0", "North\t-0\tINV-1001"),
        ("amount-empty", "North\t\tINV-1001"),
        ("amount-space", "North\t12050 \tINV-1001"),
        ("amount-2^63", f"North\t{2**63}\tINV-1001"),
        ("amount-minus-2^63", f"North\t{-(2**63)}\tINV-1001"),
        ("amount-other-digits", "North\t١٢\tINV-1001"),
        ("amount-missing", "North\tINV-1001"),
        ("fields-swapped", "12050\tNorth\tINV-1001"),
        ("stratum-missing", "12050\tINV-1001"),
        ("stratum-empty", "\t12050\tINV-1001"),
        ("stratum-space", " North\t12050\tINV-1001"),
        ("stratum-257-bytes", f"{'n' * 257}\t12050\tINV-1001"),
        ("entry-empty", "North\t12050\t"),
        ("entry-space", "North\t12050\t INV-1001"),
        ("entry-4097-bytes", f"North\t12050\t{'x' * 4097}"),
        ("one-tab-more", "North\t12050\tINV-1001\t"),
    ):
        other_list(name, "list-line", "stratified-amounts", (row, new))
    other_list("field-not-asked-for", "list-line", "simple", ("INV-1001", "1\tINV-1001"))
    other_list("empty-line", "list-line", "mus-fixed", ("\n300", "\n\n300"))
    other_list("entry-twice", "list-duplicate", "stratified-amounts", ("INV-1001", "INV-1002"))
    other_list("entry-twice-in-one-stratum", "list-duplicate", "stratified", ("INV-1001", "INV-1003"))
    other_list("one-less", "list-count", "mus-fixed", ("300\tINV-1002\n", ""))
    other_list("one-more", "list-count", "stratified", ("North\tINV-1001\n", "North\tINV-1001\nNorth\tINV-1000\n"))
    other_list("both-count-and-strata", "list-count", "stratified", ("North\tINV-1001\n", ""))
    other_list("stratum-unknown", "list-strata", "stratified", ("North", "Nord"))
    other_list("stratum-other-case", "list-strata", "stratified-amounts", ("South", "south"))
    other_list("stratum-moved", "list-strata", "stratified", ("North\tINV-1001", "South\tINV-1001"))
    other_list("both-strata-and-amounts", "list-strata", "stratified-amounts", ("North\t12050", "South\t12051"))
    other_list("one-cent", "list-amounts", "mus-fixed", ("12050", "12051"))
    other_list("one-cent-simple", "list-amounts", "simple-amounts", ("12050", "12049"))
    other_list("sign", "list-amounts", "stratified-amounts", ("-2500", "2500"))
    big = GREATEST - 189808
    other_list("amounts-above-2^63", "list-amounts", "mus-fixed", ("12050", str(big)), ("300", "600000"))
    other_list("amounts-below-minus-2^63", "list-amounts", "mus-fixed", ("12050", str(-big)), ("\n45", f"\n{-big}"))
    other_list("both-amounts-and-root", "list-amounts", "mus-fixed", ("12050", "12051"), ("INV-1001", "INV-2001"))
    other_list("one-cent-each-way", "list-root", "mus-fixed", ("12050", "12051"), ("300", "299"))
    other_list(
        "swapped-rows", "list-root", "stratified", ("INV-1001", "x"), ("INV-1003", "INV-1001"), ("x", "INV-1003")
    )
    other_list("swapped-strata", "list-root", "stratified", ("North", "x"), ("South", "North"), ("x", "South"))
    other_list("selected-entry", "list-root", "simple", ("INV-1004", "INV-1O04"))
    out.append(("list-missing", "list-missing", "mus-fixed", {"list": None}, None))
    out.append(("list-not-read", "valid", "ranges", {"list": "anything\n\n"}, None))
    out.append(("list-not-read-manifest", "valid", "manifest", {"list": ""}, None))

    def other_commit(name: str, expect: str, base: str, **sample: Any) -> None:
        case = bases[base]
        assert case.commit.sample
        entries = sample.pop("entries", case.commit.entries)
        out.append(
            (
                f"commit-{name}",
                expect,
                base,
                bound(case, replace(case.commit, entries=entries, sample=replace(case.commit.sample, **sample))),
                None,
            )
        )

    for name, parts in (
        ("ranges-share-one", [Range(1001, 2400, 4), Range(2400, 2499, 4)]),
        ("ranges-equal", [Range(1001, 1750, 4), Range(1001, 1750, 4)]),
        ("ranges-inside", [Range(1001, 2400, 4), Range(1, 50, 1, "A"), Range(1100, 1149, 4)]),
        ("ranges-share-with-zeros", [Range(1, 1499, 1), Range(7, 7, 4)]),
        ("ranges-share-with-prefix", [Range(1, 1499, 1, "A-"), Range(1499, 1499, 4, "A-")]),
    ):
        other_commit(name, "list-duplicate", "ranges", parts=parts)
    other_commit("both-duplicate-and-count", "list-duplicate", "ranges", parts=[Range(1, 5, 1), Range(5, 5, 1)])
    other_commit("ranges-touch", "list-count", "ranges", parts=[Range(1, 5, 1), Range(6, 9, 1)])
    other_commit("ranges-count", "list-count", "ranges", entries=1501)
    other_commit(
        "ranges-sum-2^64",
        "list-count",
        "ranges",
        parts=[Range(10**17, 10**18 - 1, 18, f"p{number}-") for number in range(21)],
    )
    other_commit("ranges-sum-2^64-and-1500", "list-count", "ranges", parts=two_to_64_and(1500))
    other_commit("batches-equal-names", "list-duplicate", "manifest", parts=[Batch(100, "x"), Batch(250, "x")])
    other_commit("batches-count", "list-count", "manifest", entries=349)
    other_commit(
        "batches-sum-2^64-and-350",
        "list-count",
        "manifest",
        parts=[Batch(GREATEST, "x"), Batch(GREATEST, "y"), Batch(352, "z")],
    )
    other_commit("control-total", "list-amounts", "mus-fixed", control_total=189809)
    other_commit("control-total-sign", "list-amounts", "mus-fixed", control_total=-189808)
    # Another commit has another material, but here its hit falls upon the same item.
    other_commit("decimals", "draw-unit", "mus-fixed", decimals=0)
    case = bases["stratified"]
    assert case.commit.sample
    for name, expect, strata in (
        ("strata-sizes", "list-strata", (THREE[0]._replace(size=5), THREE[1]._replace(size=4), THREE[2])),
        ("strata-one-more", "list-strata", (*THREE, Stratum(1, 0, 0, "West"))),
        ("strata-one-less", "list-strata", THREE[:2]),
        (
            "strata-name-twice-other-size",
            "list-strata",
            (*THREE[:2], THREE[2]._replace(size=2), Stratum(1, 0, 0, "East")),
        ),
        ("strata-name-twice", "design", (*THREE, Stratum(3, 0, 0, "East"))),
    ):
        commit = replace(case.commit, sample=replace(case.commit.sample, design=Stratified(6, "explicit", strata)))
        out.append((f"commit-{name}", expect, "stratified", bound(case, commit), None))
    for base, position in (("simple", 3), ("stratified", 3), ("simple-amounts", 3), ("ranges", 0)):
        case = bases[base]
        leaves = case.population.leaves() if isinstance(case.population, Listed) else [bytes(32)]
        receipt = Receipt(
            case.commit.id(), position, None, case.population.label(position), None, path(leaves, position)
        )
        expect = "valid" if base == "simple" else "opening"
        out.append(("receipt", expect, base, {"receipts": [receipt.text()]}, None))
    return out


def two_to_64_and(more: int) -> list[Range]:
    """Ranges of 2^64 + more numbers: a sum that wraps would be right."""
    made: list[Range] = []
    left = 2**64 + more
    while left:
        size = min(left, 9 * 10**17)
        made.append(Range(10**17, 10**17 + size - 1, 18, f"p{len(made)}-"))
        left -= size
    return made


def bound(case: Case, commit: Commit) -> dict[str, Any]:
    """The changed commit with the reveal's items as they were."""
    return {"commit": commit.text(), **named(case, commit.id()), "extensions": [], "replacements": []}


def design_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []

    def fault(name: str, base: str, design: Design, expect: str = "design", **more: Any) -> None:
        case = bases[base]
        assert case.commit.sample
        commit = replace(case.commit, sample=replace(case.commit.sample, design=design), **more)
        out.append((f"design-{name}", expect, base, bound(case, commit), None))

    fault("simple-13-of-12", "simple", Simple(13))
    fault("simple-spares", "simple", Simple(12, 1))
    fault("simple-2^63-1", "simple", Simple(GREATEST, GREATEST))
    fault("simple-ranges", "ranges", Simple(1500, 1))
    fault("with-replacement-2^32", "with-replacement", WithReplacement(2**32))
    fault("with-replacement-2^32-1", "with-replacement", WithReplacement(2**32 - 1), "draw-count")
    fault("systematic-13-of-12", "systematic", Systematic(13))
    fault("systematic-2^32", "systematic", Systematic(8, 2**29))
    fault("systematic-2^64", "systematic", Systematic(4, 2**62))
    fault("systematic-2^32-4", "systematic", Systematic(4, 2**30 - 1), "draw-count")
    north, south, east = THREE
    strata: tuple[Stratum, ...]
    for name, n, strata in (
        ("sum-too-small", 7, THREE),
        ("sum-too-large", 5, THREE),
        ("sum-2^64", 6, (north._replace(n=2**63 - 1), south._replace(n=2**63 - 1), east._replace(n=8))),
        ("more-than-there-are", 8, (north, south._replace(n=4), east)),
        ("spares", 6, (north, south._replace(spares=2), east)),
        ("spares-2^63-1", 6, (north, south._replace(spares=GREATEST), east)),
    ):
        fault(f"stratified-{name}", "stratified", Stratified(n, "explicit", strata))
    proportional = bases["stratified-proportional"].commit.sample
    assert proportional and isinstance(proportional.design, Stratified)
    right = proportional.design
    assert [stratum.n for stratum in right.strata] == [3, 1, 1]
    for name, sizes in (("one-moved", (2, 2, 1)), ("one-moved-between-ties", (2, 1, 2)), ("all-in-one", (5, 0, 0))):
        strata = tuple(one._replace(n=n, spares=0) for one, n in zip(right.strata, sizes))
        fault(f"proportional-{name}", "stratified-proportional", replace(right, strata=strata))
    fault("proportional-other-minimum", "stratified-proportional", replace(right, minimum=2))
    fault("proportional-minimum-above-n", "stratified-proportional", replace(right, minimum=3))
    neyman = bases["stratified-neyman"].commit.sample
    assert neyman and isinstance(neyman.design, Stratified)
    other = tuple(one._replace(deviation=10) for one in neyman.design.strata)
    fault("neyman-other-deviations", "stratified-neyman", replace(neyman.design, strata=other))
    none = tuple(one._replace(deviation=0) for one in neyman.design.strata)
    fault("neyman-no-deviations", "stratified-neyman", replace(neyman.design, strata=none))
    value = bases["stratified-value"].commit.sample
    assert value and isinstance(value.design, Stratified)
    swapped = tuple(one._replace(n=n, spares=0) for one, n in zip(value.design.strata, [1, 2, 2]))
    fault("value-other", "stratified-value", replace(value.design, strata=swapped))
    for kind in ("fixed", "cell", "random-order"):
        fault("mus-11-of-10", f"mus-{kind}", Mus(kind, 11))
    fault("mus-2^63-1", "mus-fixed", Mus("fixed", GREATEST))
    fault("mus-2^32", "mus-with-replacement", Mus("with-replacement", 2**32))
    nothing = make_case(Mus("interval", 5), amounts=[0, -3], entries=["a", "b"], parts=())
    for kind, n in (("interval", 5), ("with-replacement", 1), ("fixed", 1)):
        assert nothing.commit.sample
        commit = replace(nothing.commit, sample=replace(nothing.commit.sample, design=Mus(kind, n)))
        change = {**bound(bases["mus-interval-no-item"], commit), "list": nothing.text}
        out.append((f"design-mus-{kind}-nothing-above-0", "design", "mus-interval-no-item", change, None))
    # What is about seeds and beacon comes behind the design.
    fault("both-design-and-rules", "simple", Simple(13), seeds=[])
    fault("rules-no-source", "simple", Simple(4), "rules", seeds=[])
    two = bases["two-seeds"].commit
    fault("rules-seed-name-twice", "two-seeds", Systematic(4), "rules", seeds=[two.seeds[0]] * 2)
    fault("rules-leave-out", "two-seeds", Systematic(4), "rules", no_reveal="leave-out")
    return out


def with_item(case: Case, at: int, **change: Any) -> dict[str, Any]:
    """The reveal with one item changed; label is its entry."""
    reveal = case.reveal()
    items = list(reveal.items or ())
    label = change.pop("label", items[at].label)
    items[at] = ItemLine(items[at].item._replace(**change), label)
    return {"reveals": [replace(reveal, items=items).text()]}


def draw_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []

    def changed(name: str, expect: str, base: str, at: int, **change: Any) -> None:
        out.append((f"item-{name}", expect, base, with_item(bases[base], at, **change), None))

    for base, case in bases.items():
        items = list(case.reveal().items or ())
        if base not in FULL_FAULTS:
            continue
        reveal = case.reveal()
        for name, fewer in (
            ("last-missing", items[:-1]),
            ("first-missing", items[1:]),
            ("one-more", [*items, items[-1]]),
        ):
            change = {"reveals": [replace(reveal, items=fewer).text()]}
            out.append((f"items-{name}", "draw-count", base, change, None))
        first, last = items[0].item, len(items) - 1
        changed("rank", "draw-rank", base, 0, rank=first.rank + 1)
        changed("role-last", "draw-role", base, last, role="spare" if items[last].item.role == "sample" else "sample")
        changed("stratum", "draw-stratum", base, 0, stratum=first.stratum + 1)
        changed("position", "draw-position", base, 0, position=first.position + 1)
        changed("position-n", "draw-position", base, last, position=case.commit.entries)
        changed("unit", "draw-unit", base, 0, unit=first.unit + 1)
        changed("entry", "draw-line", base, 0, label="INV-1O01")
        changed("both-rank-and-role", "draw-rank", base, 0, rank=9, role="spare")
        changed("both-role-and-stratum", "draw-role", base, 0, role="spare", stratum=7)
        changed("both-stratum-and-position", "draw-stratum", base, 0, stratum=7, position=first.position + 1)
        changed("both-position-and-unit", "draw-position", base, 0, position=first.position + 1, unit=first.unit + 1)
        changed("both-unit-and-entry", "draw-unit", base, 0, unit=first.unit + 1, label="x")
        if len(items) > 1 and items[0].item.position != items[1].item.position:
            swapped = [items[1], items[0], *items[2:]]
            change = {"reveals": [replace(reveal, items=swapped).text()]}
            expect = "draw-rank" if items[0].item.rank != items[1].item.rank else "draw-stratum"
            out.append(("items-swapped", expect, base, change, None))
    changed("role-of-spare", "draw-role", "simple-spares", 4, role="sample")
    changed("role-of-certainty", "draw-role", "mus-fixed", 0, role="sample")
    changed("unit-of-certainty", "draw-unit", "mus-fixed", 0, unit=5)
    changed("unit-of-hit-0", "draw-unit", "mus-fixed", 3, unit=0)
    changed("label-without-zeros", "draw-line", "ranges-of-10^9", 0, label="611873260")
    changed("label-of-batch", "draw-line", "manifest", 0, label="Box 1-54")
    changed("entry-with-fields", "draw-line", "simple-spares", 0, label="North INV-1001")
    case = bases["mus-interval-no-item"]
    one = ItemLine(Item(1, "certainty", 0, 0, 0), "INV-1001")
    change = {"reveals": [replace(case.reveal(), items=[one]).text()]}
    out.append(("items-one-more", "draw-count", "mus-interval-no-item", change, None))
    case = bases["simple"]
    change = {"reveals": [replace(case.reveal(), material=bytes(32)).text()]}
    out.append(("material", "material", "simple", change, None))
    seeds: list[tuple[str, Optional[bytes]]] = [("auditor", bytes(64))]
    change = {
        "reveals": [
            replace(case.reveal(), seeds=seeds, material=sha256(material(case.commit.id(), b"", [bytes(64)]))).text()
        ]
    }
    out.append(("seed", "seed-commitment", "simple", change, None))
    case = bases["dice"]
    change = {"reveals": [edit(case.reveal().text(), ROLLS.value, ROLLS.value[:-1])]}
    out.append(("dice-one-less", "beacon", "dice", change, None))
    case = bases["simple"]
    lines = [OutcomeLine("2026-12-06T09:00:00Z", 1)]
    outcome = Outcome(case.commit.id(), case.reveal().id(), lines).text()
    out.append(("outcome-of-a-sample", "outcome-rank", "simple", {"outcomes": [outcome]}, None))
    raffle = make_raffle(alternates=1)
    reveal, sample = raffle.reveal(), make_case(Simple(3, 1), entries=RAFFLE_NAMES)
    own = {"commit": raffle.commit.text(), "list": raffle.list_text(), "reveals": [reveal.text()]}
    extra = replace(bases["extended"].extensions()[0], commit=raffle.commit.id(), reveal=reveal.id())
    out.append(("raffle-extended", "extension", "extended", {**own, "extensions": [extra.text()]}, None))
    register = Replacements(raffle.commit.id(), reveal.id(), replaced("0/1>4")).text()
    out.append(("raffle-replaced", "replacement-rank", "replaced", {**own, "replacements": [register]}, None))
    mixed = replace(reveal, draws=[], items=sample.reveal().items)
    out.append(("raffle-with-items", "grammar", "simple", {**own, "reveals": [mixed.text()]}, None))
    plain = replace(bases["simple"].reveal(), items=None, draws=reveal.draws)
    out.append(("sample-with-draws", "grammar", "simple", {"reveals": [plain.text()]}, None))
    earlier = {"commit": raffle.commit.text(), "reveal": reveal.text()}
    for name, base_case in (
        ("raffle", earlier),
        ("sample", {"commit": sample.commit.text(), "reveal": sample.reveal().text()}),
    ):
        case = bases["follows"]
        ids = [sha256(base_case[kind].encode("utf-8")) for kind in ("commit", "reveal")]
        commit = replace(case.commit, follows=(ids[0], ids[1]))
        again = replace(case, commit=commit)
        out.append((f"follows-a-{name}", "valid", "follows", {**again.files(), "earlier": [base_case]}, None))
        broken = {
            **base_case,
            "reveal": (
                edit(base_case["reveal"], "v1\n", "v1\nneeds: design\n")
                if name == "raffle"
                else edit(base_case["reveal"], "needs: design\n", "")
            ),
        }
        out.append(
            (f"follows-a-{name}-with-other-needs", "grammar", "follows", {**again.files(), "earlier": [broken]}, None)
        )
    again = bases["dice"]
    own = {"commit": sample.commit.text(), "reveal": sample.reveal().text()}
    commit = replace(again.commit, replaces=sample.commit.id(), reason="one batch was left out of the list")
    files = replace(again, commit=commit).files()
    out.append(("replaces-a-sample", "valid", "dice", {**files, "earlier": [own]}, None))
    ids = (again.commit.id(), again.reveal().id())
    files = replace(again, commit=replace(again.commit, follows=ids, reason="a second round")).files()
    own = {"commit": again.commit.text(), "reveal": again.reveal().text()}
    out.append(("follows-a-sample-with-same-text", "valid", "dice", {**files, "earlier": [own]}, None))
    return out


FULL_FAULTS = (
    "simple-spares",
    "with-replacement",
    "systematic-random",
    "stratified",
    "mus-fixed",
    "mus-interval",
    "mus-cell",
    "mus-random-order",
    "mus-with-replacement",
    "ranges",
    "manifest",
    "dice-and-seed",
)


def extension_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []

    def changed(name: str, expect: str, base: str, *extensions: Extension) -> None:
        out.append((f"extension-{name}", expect, base, {"extensions": [one.text() for one in extensions]}, None))

    one = bases["extended"].extensions()[0]
    changed("too-many", "extension", "extended", replace(one, adds=[(7, 0)]))
    changed("2^63-1", "extension", "extended", replace(one, adds=[(GREATEST, 0)]))
    changed("no-such-stratum", "extension", "extended", replace(one, adds=[(3, 1)]))
    changed("all-that-is-left", "draw-count", "extended", replace(one, adds=[(6, 0)]))
    changed(
        "too-many-together",
        "extension",
        "extended-thrice",
        *[*bases["extended-thrice"].extensions()[:2], replace(bases["extended-thrice"].extensions()[2], adds=[(3, 0)])],
    )
    strata = bases["extended-strata"].extensions()
    changed("stratum-0", "extension", "extended-strata", replace(strata[0], adds=[(1, 0)]))
    changed("stratum-4", "extension", "extended-strata", replace(strata[0], adds=[(1, 1), (1, 4)]))
    changed("stratum-full", "extension", "extended-strata", replace(strata[0], adds=[(1, 2)]))
    changed("stratum-other", "draw-count", "extended-strata", replace(strata[0], adds=[(2, 1)]))
    drawn = bases["extended-with-replacement"].extensions()[0]
    changed("2^32-of-with-replacement", "extension", "extended-with-replacement", replace(drawn, adds=[(2**32 - 4, 0)]))
    changed(
        "2^32-1-of-with-replacement", "draw-count", "extended-with-replacement", replace(drawn, adds=[(2**32 - 5, 0)])
    )
    for base in ("systematic", "mus-fixed", "mus-with-replacement", "mus-interval"):
        case = bases[base]
        changed(
            "not-of-this-design", "extension", base, replace(one, commit=case.commit.id(), reveal=case.reveal().id())
        )
    for name, expect, change in (
        ("rank", "draw-rank", {"rank": 5}),
        ("role-spare", "draw-role", {"role": "spare"}),
        ("stratum", "draw-stratum", {"stratum": 1}),
        ("position", "draw-position", {"position": 0}),
        ("unit", "draw-unit", {"unit": 1}),
    ):
        items = [ItemLine(one.items[0].item._replace(**change), one.items[0].label), *one.items[1:]]
        changed(name, expect, "extended", replace(one, items=items))
    other = ItemLine(one.items[2].item, "INV-9999")
    changed("entry", "draw-line", "extended", replace(one, items=[*one.items[:2], other]))
    changed("one-item-less", "draw-count", "extended", replace(one, items=one.items[:2]))
    changed("no-items", "draw-count", "extended", replace(one, items=[]))
    changed("swapped", "draw-rank", "extended", replace(one, items=[one.items[1], one.items[0], one.items[2]]))
    changed(
        "other-reason",
        "valid",
        "extended",
        replace(one, reason="another reason", created="2030-01-01T00:00:00Z", notes=["n"]),
    )
    changed("in-year-0", "extension", "extended", replace(one, created="0000-01-01T00:00:00Z"))
    changed("before-the-commit", "extension", "extended", replace(one, created="2026-11-29T11:59:59Z"))
    changed("at-the-commit", "valid", "extended", replace(one, created="2026-11-29T12:00:00Z"))
    first, second, third = bases["extended-thrice"].extensions()
    changed(
        "before-the-one-before", "extension", "extended-thrice", first, second, replace(third, created=one.created)
    )
    changed(
        "with-the-one-before", "valid", "extended-thrice", first, second, replace(third, created=second.created)
    )
    beacon = bases["drand-extended"].extensions()[0]
    changed("before-the-round", "extension", "drand-extended", replace(beacon, created=BEFORE_ROUND))
    changed("at-the-round", "valid", "drand-extended", replace(beacon, created=AT_ROUND))
    changed("second-as-first", "draw-rank", "extended-thrice", replace(second, extends=None))
    wrong = replace(first, items=[first.items[0]._replace(label="x"), *first.items[1:]])
    changed("first-of-two-is-wrong", "other-extension", "extended-thrice", second, wrong)
    changed("only-one-is-wrong", "draw-line", "extended-thrice", wrong)
    return out


def replacement_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []

    def changed(name: str, expect: str, base: str, *registers: str) -> None:
        files = [bases[base].register(replaced(lines)) for lines in registers]
        out.append((f"replacement-{name}", expect, base, {"replacements": files}, None))

    # Ranks 1 to 4 are the sample, 5 to 7 spares.
    simple = "replaced"
    changed("right", "valid", simple, "0/1>5 0/2>6 0/6>7")
    changed("rank-8", "replacement-rank", simple, "0/8>5")
    changed("rank-2^63-1", "replacement-rank", simple, f"0/{GREATEST}>5")
    changed("spare-is-no-spare", "replacement-rank", simple, "0/1>4")
    changed("spare-8", "replacement-rank", simple, "0/1>8")
    changed("other-stratum", "replacement-rank", simple, "1/1>5")
    changed("spare-as-itself", "replacement-skipped", simple, "0/5>5")
    changed("rank-twice", "replacement-repeated", simple, "0/1>5 0/1>6")
    changed("spare-twice", "replacement-repeated", simple, "0/1>5 0/2>5")
    changed("spare-twice-in-turn", "replacement-repeated", simple, "0/1>5 0/5>5")
    changed("spare-skipped", "replacement-skipped", simple, "0/1>6")
    changed("spare-skipped-later", "replacement-skipped", simple, "0/1>5 0/2>7")
    changed("spare-not-in-use", "replacement-skipped", simple, "0/6>5")
    changed("spare-not-in-use-yet", "replacement-skipped", simple, "0/1>5 0/7>6")
    changed("both-rank-and-repeated", "replacement-rank", simple, "0/1>5 0/1>4")
    changed("both-repeated-and-skipped", "replacement-repeated", simple, "0/1>5 0/1>7")
    changed("no-spares", "replacement-rank", "simple", "0/1>5")
    changed("certainty-item", "replacement-rank", "mus-fixed", "0/1>2")
    changed("with-replacement", "replacement-rank", "with-replacement", "0/1>2")
    changed("extension-as-spare", "replacement-rank", "replaced-extended", "0/1>8")
    changed("extension-item", "valid", "replaced-extended", "0/9>5")
    changed("extension-item-twice", "replacement-repeated", "replaced-extended", "0/9>5 0/9>6")
    changed("after-the-extension", "replacement-rank", "replaced-extended", "0/10>5")
    lines = bases["replaced-extended"].register(replaced("0/8>5"))
    out.append(
        (
            "replacement-without-its-extension",
            "replacement-rank",
            "replaced-extended",
            {"extensions": [], "replacements": [lines]},
            None,
        )
    )
    strata = "replaced-strata"  # 3 items and 1 spare, 2 and 1, 1 and 2
    changed("stratum-0", "replacement-rank", strata, "0/1>4")
    changed("stratum-4", "replacement-rank", strata, "4/1>2")
    changed("rank-of-other-stratum", "replacement-rank", strata, "2/4>3")
    changed("spare-of-other-stratum", "replacement-rank", strata, "2/1>4")
    changed("spare-of-other-stratum-not-used", "replacement-skipped", strata, "3/1>3 2/1>3")
    case = bases[simple]
    for name, expect, times in (
        ("time-back", "replacement-time", ("2026-12-06T10:00:00Z", "2026-12-06T09:59:59Z")),
        ("time-back-a-year", "replacement-time", ("2027-01-01T00:00:00Z", "2026-12-31T23:59:59Z")),
        ("time-equal", "valid", ("2026-12-06T10:00:00Z", "2026-12-06T10:00:00Z")),
        ("both-time-and-rank", "replacement-time", ("2026-12-06T10:00:00Z", "2026-12-06T09:00:00Z")),
    ):
        two = replaced("0/1>5 0/9>9" if "both" in name else "0/1>5 0/2>6")
        register = case.register([line._replace(time=time) for line, time in zip(two, times)])
        out.append((f"replacement-{name}", expect, simple, {"replacements": [register]}, None))
    for base, name, expect, time in (
        (simple, "before-the-commit", "replacement-time", "2026-11-29T11:59:59Z"),
        (simple, "at-the-commit", "valid", "2026-11-29T12:00:00Z"),
        ("drand-extended", "before-the-round", "replacement-time", BEFORE_ROUND),
        ("drand-extended", "at-the-round", "valid", AT_ROUND),
    ):
        spare = replaced("0/1>5" if base == simple else "0/1>4")
        register = bases[base].register([spare[0]._replace(time=time)])
        out.append((f"replacement-{name}", expect, base, {"replacements": [register]}, None))
    changed("register-twice", "valid", simple, "0/1>5", "0/1>5")
    changed("registers-in-any-order", "valid", simple, "0/1>5 0/2>6", "0/1>5")
    changed("registers-differ", "two-registers", simple, "0/1>5", "0/2>5")
    changed("registers-differ-later", "two-registers", simple, "0/1>5 0/2>6", "0/1>5 0/3>6 0/2>7")
    changed("registers-one-wrong", "replacement-rank", simple, "0/1>5", "0/2>5 0/9>6")
    reason = case.register([line._replace(reason="another reason") for line in replaced("0/1>5")])
    change: dict[str, Any] = {"replacements": [case.register(replaced("0/1>5")), reason]}
    out.append(("replacement-registers-other-reason", "two-registers", simple, change, None))
    noted = replace(case.reveal(), notes=["printed for the file"])
    for name, expect, lines in (("same", "valid", "0/1>5"), ("other", "two-registers", "0/2>5")):
        change = {
            "reveals": [case.reveal().text(), noted.text()],
            "replacements": [
                case.register(replaced("0/1>5")),
                Replacements(case.commit.id(), noted.id(), replaced(lines)).text(),
            ],
        }
        out.append((f"replacement-two-reveals-{name}", expect, simple, change, None))
    both = bases["replaced-extended"]
    extension = replace(both.extensions()[0], adds=[(6, 0)])
    change = {"extensions": [extension.text()], "replacements": [both.register(replaced("0/1>9"))]}
    out.append(("both-extension-and-replacement", "extension", "replaced-extended", change, None))
    return out


def tolerances(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []
    for base in ("stratified-amounts", "replaced-extended", "ranges", "mus-fixed"):
        case, files = bases[base], bases[base].files()
        expect = {"expect": case.commit.id().hex()}
        windows: dict[str, Any] = {
            "commit": files["commit"].replace("\n", "\r\n"),
            **{
                role: [text.replace("\n", "\r\n") for text in files[role]]
                for role in ("reveals", "extensions", "replacements")
            },
        }
        if case.text:
            windows["list"] = case.text.replace("\n", "\r\n")
            out.append(("taken-list-mark", "valid", base, {"list": "\ufeff" + case.text[:-1]}, expect))
            mixed = case.text.replace("\n", "\r\n", 1)
            out.append(("list-mixed-line-ends", "list-line", base, {"list": mixed}, expect))
        out.append(("taken-crlf", "valid", base, windows, expect))
        for role in ("extensions", "replacements"):
            if files[role]:
                mixed = files[role][0].replace("\n", "\r\n", 1)
                out.append((f"{role}-mixed-line-ends", "grammar", base, {role: [mixed]}, expect))
                out.append((f"{role}-no-last-lf", "grammar", base, {role: [files[role][0][:-1]]}, expect))
    return out
