"""Which fault decides where there are several, and words and characters at a rule's edge (in tampered.json)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any, Optional

from draw_vectors import CHAIN_HASHES, Case, Fault, edit, flip_hex, moved, rebound
from files import Opening, PublicValue, Reveal, Seeds
from making import make_receipt, make_reveal

UNKNOWN_CHAIN = "7672797f548f3f4748ac4bf3352fc6c6b6468c9ad40ad456a397545c6e2df5bf"
TURNS_DIRECTION = "\u202e"
# The ends of the ranges that the rule for lines forbids, and the characters beside them that it allows.
FORBIDDEN_EDGES = "\x01\x1f\x7f\x85\x9f\u061c\u200e\u200f\u2028\u202e\u2066\u2069\ufeff"


def orders(bases: dict[str, Case]) -> list[Fault]:
    return (
        word_edges(bases)
        + character_edges(bases["seed-only"])
        + size_edges(bases["seed-only"])
        + several_files(bases)
        + seeds_files(bases)
        + pairs_to_step_4(bases)
        + pairs_of_steps_5_and_6(bases)
        + pairs_of_step_7(bases["seed-only-rich"])
        + taken(bases)
    )


def word_edges(bases: dict[str, Case]) -> list[Fault]:
    """Words that a later version may add: which part of the value is the word, and what comes before it."""
    plain, rich = bases["seed-only"].commit.text(), bases["seed-only-rich"].commit.text()
    public, drand = bases["public-text"].commit.text(), bases["drand-quicknet"].commit.text()
    fresh = bases["fresh-quicknet"].commit.text()
    chain = CHAIN_HASHES["quicknet"].hex()
    public_line, drand_line, fresh_line = [
        next(line for line in text.split("\n") if line.startswith(name))
        for text, name in ((public, "beacon: "), (drand, "beacon: "), (fresh, "fresh: "))
    ]
    out: list[Fault] = []

    def add(name: str, expect: str, base: str, old: str, new: str) -> None:
        text = bases[base].commit.text()
        out.append((f"commit-{name}", expect, base, {"commit": edit(text, old, new)}, None))

    for line, known in (("list", "public"), ("method", "shuffle")):
        old = f"{line}: {known}\n"
        for name, expect, value in (
            ("unknown-and-more", "grammar", "merkle-9 sha3"),
            ("known-and-more", "grammar", f"{known} x"),
            ("known-elsewhere", "later-version", {"list": "shuffle", "method": "private"}[line]),
            ("of-32-bytes", "later-version", "w" * 32),
            ("of-33-bytes", "grammar", "w" * 33),
            ("space-at-end", "grammar", f"{known} "),
            ("unknown-space-at-end", "grammar", "sealed "),
            ("unknown-tab", "grammar", "sealed\tx"),
            ("empty", "grammar", ""),
        ):
            add(f"{line}-word-{name}", expect, "seed-only", old, f"{line}: {value}\n")
    for name, expect, value in (
        ("unknown-two-spaces", "later-version", "sun-spots  x"),
        ("unknown-capital-after", "later-version", "sun-spots X!"),
        ("known-elsewhere", "later-version", "shuffle x"),
        ("of-33-bytes", "grammar", "w" * 33 + " x"),
        ("unknown-then-forbidden", "grammar", f"sun-spots {TURNS_DIRECTION}x"),
        ("unknown-then-space-at-end", "grammar", "sun-spots x "),
        ("unknown-512-bytes", "later-version", "sun-spots " + "x" * 502),
        ("unknown-513-bytes", "grammar", "sun-spots " + "x" * 503),
    ):
        add(f"beacon-word-{name}", expect, "public-text", public_line, f"beacon: {value}")
        reveal = bases["public-text"].reveal().text()
        line = next(line for line in reveal.split("\n") if line.startswith("beacon: "))
        change = {"reveals": [edit(reveal, line, f"beacon: {value}")]}
        out.append((f"reveal-beacon-word-{name}", expect, "public-text", change, None))
    for name, expect, value in (
        ("unknown-alone", "later-version", UNKNOWN_CHAIN),
        ("unknown-no-round", "later-version", f"{UNKNOWN_CHAIN} x"),
        ("unknown-then-forbidden", "grammar", f"{UNKNOWN_CHAIN} {TURNS_DIRECTION}"),
        ("unknown-513-bytes", "grammar", f"{UNKNOWN_CHAIN} " + "1" * (513 - 71)),
        ("unknown-capital", "grammar", f"{UNKNOWN_CHAIN.upper()} 1"),
        ("known-capital", "grammar", f"{chain.upper()} 12040883"),
        ("of-65-digits", "grammar", f"{UNKNOWN_CHAIN}0 1"),
        ("after-two-spaces", "grammar", f" {UNKNOWN_CHAIN} 1"),
    ):
        add(f"beacon-chain-{name}", expect, "drand-quicknet", drand_line, f"beacon: drand {value}")
        add(f"fresh-chain-{name}", expect, "fresh-quicknet", fresh_line, f"fresh: drand {value}")
    add("beacon-drand-alone", "grammar", "drand-quicknet", drand_line, "beacon: drand")
    add("fresh-drand-alone", "grammar", "fresh-quicknet", fresh_line, "fresh: drand")
    add("fresh-known-elsewhere", "later-version", "fresh-quicknet", "fresh: drand", "fresh: public")
    # A line that is absent is a fault of the line that stands in its place.
    add("alternates-missing-before-later", "grammar", "seed-only", "alternates: 0\n", "beacon: sun-spots\n")
    vacancy = "vacancy: next\n"
    text = edit(rich, vacancy, "")
    text = edit(text, "created: ", "beacon: sun-spots\ncreated: ")
    out.append(("commit-vacancy-missing-seed-next", "grammar", "seed-only-rich", {"commit": text}, None))
    seed = next(line for line in rich.split("\n") if line.startswith("seed: ")) + "\n"
    text = edit(text, seed, "")
    out.append(("commit-vacancy-missing-later-next", "grammar", "seed-only-rich", {"commit": text}, None))
    text = edit(edit(plain, "list: public", "list: sealed"), "created: 2026-11-29", "created: 2026-02-30")
    out.append(("commit-list-unknown-date-below", "later-version", "seed-only", {"commit": text}, None))
    text = edit(edit(plain, "title: ", "title:  "), "list: public", "list: sealed")
    out.append(("commit-list-unknown-title-above", "grammar", "seed-only", {"commit": text}, None))
    return out


def character_edges(case: Case) -> list[Fault]:
    out: list[Fault] = []
    commit, entries = case.commit.text(), case.list_text() or ""
    receipt = make_receipt(case.commit, case.entry_list, 3)
    for char in FORBIDDEN_EDGES:
        name = f"{ord(char):04x}"
        for place, expect, change in (
            ("list", "list-line", {"list": edit(entries, "Ash", f"A{char}sh")}),
            ("title", "grammar", {"commit": edit(commit, "summer", f"sum{char}mer")}),
            ("receipt", "grammar", {"receipts": [replace(receipt, entry=f"E{char}lm").text()]}),
        ):
            out.append((f"{place}-character-{name}", expect, "seed-only", change, None))
    return out


def size_edges(case: Case) -> list[Fault]:
    """The size is that of the bytes read, and judged before anything else."""
    out: list[Fault] = []
    places = case.commit.places
    for role, limit in (
        ("commit", 1 << 20),
        ("reveals", (1 << 20) + (16 << 10) * places),
        ("seeds", 65536),
        ("receipts", 65536),
    ):
        line = "fairdraw xy v2\r\n"  # 16 bytes, which divides all limits
        for name, expect, times in (("at", "later-version", limit // 16), ("over", "file-size", limit // 16 + 1)):
            item: Any = {"repeat": line, "times": times, "then": ""}
            change = {role: item if role == "commit" else [item]}
            out.append((f"{role}-crlf-{name}-size", expect, "seed-only", change, None))
    # Of the smallest limit, since a vector writes bytes that are not UTF-8 as hex.
    change = {"seeds": [{"hex": (b"a" * 65536 + b"\xff").hex()}]}
    return out + [("seeds-not-utf-8-over-size", "file-size", "seed-only", change, None)]


def several_files(bases: dict[str, Case]) -> list[Fault]:
    """Commit, reveals, seeds files, receipts, and only then the list."""
    case = bases["two-seeds"]
    name = case.commit.seeds[0][0]
    texts = {
        "commit": case.commit.text(),
        "reveals": case.reveal().text(),
        "seeds": Seeds(case.commit.id(), [(name, case.seeds[name])]).text(),
        "receipts": make_receipt(case.commit, case.entry_list, 3).text(),
    }

    def broken(role: str, how: str) -> Any:
        text = texts[role]
        return {
            "right": text,
            "grammar": edit(text, "\n", "\n\n"),
            "later-version": edit(text, " v1\n", " v2\n"),
            "not-utf-8": {"hex": (text.encode("utf-8") + b"\xff\n").hex()},
            "file-size": {"repeat": "a", "times": (1 << 21), "then": ""},
            "other-commit": edit(text, case.commit.id().hex(), "0" * 64) if role != "commit" else text,
        }[how]

    out: list[Fault] = []

    def add(
        expect: str, commit: str, reveals: str, seeds: str, receipts: str, entries: Optional[str] = None
    ) -> None:
        change: dict[str, Any] = {"commit": broken("commit", commit)}
        for role, hows in (("reveals", reveals), ("seeds", seeds), ("receipts", receipts)):
            change[role] = [broken(role, how) for how in hows.split()]
        if entries is not None:
            change["list"] = entries
        out.append((f"faults-in-files-{len(out) + 1}", expect, "two-seeds", change, None))

    right = "right"
    add("grammar", right, "grammar", "not-utf-8", "later-version")
    add("later-version", right, "later-version", "grammar", "file-size")
    add("not-utf-8", right, right, "not-utf-8", "file-size")
    add("later-version", right, right, "later-version", "grammar")
    add("grammar", right, right, "grammar", "later-version")
    add("file-size", right, right, right, "file-size")
    add("later-version", "later-version", "file-size", "grammar", "not-utf-8")
    add("grammar", "grammar", "file-size", "later-version", "not-utf-8")
    add("grammar", right, "right grammar", "file-size", right)
    add("later-version", right, "later-version grammar", right, right)
    add("grammar", right, "grammar later-version file-size", right, right)
    add("later-version", right, right, "right later-version grammar", "file-size")
    add("not-utf-8", right, right, right, "right not-utf-8 later-version")
    add("grammar", right, right, right, "grammar", "not\x00a list\n")
    add("other-commit", right, "other-commit", right, right, "not\x00a list\n")
    add("other-commit", right, right, "right other-commit", right, "not\x00a list\n")
    add("other-commit", right, right, right, "right other-commit", "not\x00a list\n")
    add("grammar", right, "other-commit", right, "grammar")
    return out


def seeds_files(bases: dict[str, Case]) -> list[Fault]:
    """Several seeds files of one commit."""
    case, void, rule = bases["three-seeds"], bases["two-seeds"], bases["public-text-three-seeds-one-missing"]
    out: list[Fault] = []

    def add(name: str, expect: str, base: str, *files: list[tuple[str, bytes]]) -> None:
        commit = bases[base].commit
        texts = [Seeds(commit.id(), seeds).text() for seeds in files]
        out.append((f"seeds-files-{name}", expect, base, {"seeds": texts}, None))

    one, two, three = list(case.seeds.items())
    wrong = (two[0], bytes(64))
    add("of-each-holder", "valid", "three-seeds", [one], [two], [three])
    add("in-other-order", "valid", "three-seeds", [three], [one, two])
    add("the-same-twice", "valid", "three-seeds", [one, two], [one, two])
    add("of-first-and-last", "valid", "three-seeds", [one, three])
    add("second-wrong-seed", "seed-commitment", "three-seeds", [one, two], [wrong])
    add("second-in-wrong-order", "seed-names", "three-seeds", [one], [three, two])
    add("wrong-seed-and-unknown-name", "seed-names", "three-seeds", [wrong], [("nobody", bytes(64))])
    texts = [Seeds(commit_id, [one]).text() for commit_id in (case.commit.id(), bytes(32))]
    out.append(("seeds-files-second-of-other-commit", "other-commit", "three-seeds", {"seeds": texts}, None))
    opened, missing = list(rule.seeds.items())[0], list(rule.seeds.items())[1]
    base = "public-text-three-seeds-one-missing"
    add("second-opens-a-missing-seed", "two-results", base, [opened], [missing])
    none = bases["seed-only"]
    add("of-a-commit-without-seeds-by", "valid", "seed-only", list(none.seeds.items()))
    for name, expect, seeds in (
        ("of-a-commit-without-seeds", "seed-names", [one]),
        ("both-holders", "valid", list(void.seeds.items())),
    ):
        add(name, expect, "public-text" if expect == "seed-names" else "two-seeds", seeds)
    return out


def with_opening(reveal: Reveal) -> Reveal:
    other = deepcopy(reveal)
    other.draws[0].opening = Opening(bytes(32), [bytes(32)])
    return other


def pairs_to_step_4(bases: dict[str, Case]) -> list[Fault]:
    case, weighted, public = bases["seed-only"], bases["weighted-once"], bases["public-text"]
    commit, reveal, entries = case.commit, case.reveal(), case.list_text() or ""
    kinds = replace(reveal, rehearsal=True)
    receipt = make_receipt(commit, case.entry_list, 3)
    bad_receipt = replace(receipt, entry="Someone else").text()
    too_many = rebound(replace(commit, prizes=[(13, "Car")]), case)
    out: list[Fault] = []

    def add(name: str, expect: str, change: dict[str, Any], options: Any = None, base: str = "seed-only") -> None:
        out.append((f"both-{name}", expect, base, change, options))

    wrong_id = {"expect": "0" * 64}
    other = replace(reveal, commit=bytes(32))
    add("commit-id-other-commit", "commit-id", {"reveals": [other.text()]}, wrong_id)
    add("other-commit-rehearsal", "other-commit", {"reveals": [replace(other, rehearsal=True).text()]})
    receipts = {"reveals": [kinds.text()], "receipts": [replace(receipt, commit=bytes(32)).text()]}
    add("rehearsal-receipt-other-commit", "other-commit", receipts)
    add("rehearsal-list-missing", "rehearsal", {"reveals": [kinds.text()], "list": None})
    add("list-missing-rules", "list-missing", {**too_many, "list": None})
    lines = entries.split("\n")[:-1]

    def join(new: list[str]) -> str:
        return "".join(line + "\n" for line in new)

    add("list-line-duplicate", "list-line", {"list": join(lines + [lines[0], " x"])})
    add("list-duplicate-count", "list-duplicate", {"list": join(lines + [lines[0]])})
    heavy = (weighted.list_text() or "").split("\n")[:-1]
    add("list-count-tickets", "list-count", {"list": join(heavy[:-1])}, None, "weighted-once")
    add("list-tickets-root", "list-tickets", {"list": join(["4\tOak tree"] + heavy[1:])}, None, "weighted-once")
    other_list = edit(entries, "Ash", "Asg")
    add("list-root-opening", "list-root", {"list": other_list, "reveals": [with_opening(reveal).text()]})
    add("list-root-receipt", "list-root", {"list": other_list, "receipts": [bad_receipt]})
    changed = replace(commit, prizes=[(13, "Car")])
    change = {**too_many, "receipts": [replace(receipt, commit=changed.id(), entry="Someone else").text()]}
    add("opening-rules", "opening", change)
    change = rebound(replace(public.commit, prizes=[(13, "Car")]), replace(public, beacon=PublicValue("04")))
    add("rules-beacon", "rules", change, None, "public-text")
    return out


def pairs_of_steps_5_and_6(bases: dict[str, Case]) -> list[Fault]:
    """Two faults, of two names that follow each other: in one reveal, in two, and in a seeds file."""
    out: list[Fault] = []
    for base in ("public-text-three-seeds-void-one-missing", "public-text-three-seeds-one-missing"):
        case = bases[base]
        commit, entries = case.commit, case.entry_list
        leave_out = commit.no_reveal == "leave-out"
        first, second, third = list(case.seeds.items())

        def reveal_of(seeds: dict[str, bytes]) -> Reveal:
            return make_reveal(commit, entries, seeds, case.beacon, case.list_key)

        complete, lacking = reveal_of(case.seeds), case.reveal()
        beacon = replace(complete, beacon=PublicValue("04"))
        names = replace(complete, seeds=[("nobody", first[1])] + complete.seeds[1:])
        material = replace(complete, material=bytes.fromhex(flip_hex(complete.material.hex(), 7)))
        wrong = reveal_of({**case.seeds, first[0]: bytes(64)})
        wrong_and_lacking = reveal_of({first[0]: bytes(64), second[0]: second[1]})
        no_draw = replace(complete, draws=[])
        unknown_name, wrong_seed = [("nobody", first[1])], [(first[0], bytes(64))]

        def add(name: str, expect: str, reveals: list[Reveal], seeds: Optional[list[tuple[str, bytes]]] = None) -> None:
            files = [Seeds(commit.id(), seeds).text()] if seeds else []
            change = {"reveals": [reveal.text() for reveal in reveals], "seeds": files}
            out.append((f"both-{name}", expect, base, change, None))

        add("beacon-seed-names", "beacon", [replace(names, beacon=beacon.beacon)])
        add("beacon-seed-names-two-reveals", "beacon", [names, beacon])
        add("beacon-seed-names-file", "beacon", [beacon], unknown_name)
        add("seed-names-material", "seed-names", [replace(names, material=material.material)])
        add("seed-names-material-two-reveals", "seed-names", [material, names])
        add("seed-names-material-file", "seed-names", [material], unknown_name)
        add("material-seed-commitment", "material", [replace(wrong, material=material.material)])
        add("material-seed-commitment-two-reveals", "material", [wrong, material])
        add("material-seed-commitment-file", "material", [material], wrong_seed)
        add("seed-commitment-missing", "seed-commitment", [wrong_and_lacking])
        add("seed-commitment-missing-two-reveals", "seed-commitment", [lacking, wrong])
        add("seed-commitment-missing-file", "seed-commitment", [lacking], wrong_seed)
        missing = "two-results" if leave_out else "seed-missing"
        add("seed-missing-two-results", missing, [complete, lacking])
        lost = second if leave_out else third
        add("seed-missing-two-results-file", missing, [lacking], [lost])
        add("two-results-draw-count", missing, [no_draw, lacking])
        add("two-results-draw-count-file", missing, [replace(lacking, draws=[])], [lost])
        add("two-results-of-two-kinds", missing, [replace(lacking, draws=[]), complete], [lost])
    return out


def pairs_of_step_7(case: Case) -> list[Fault]:
    """Place by place, and reveal by reveal."""
    right = case.reveal()
    out: list[Fault] = []

    def changed(places: dict[int, dict[str, Any]], drop: bool = False) -> Reveal:
        other = deepcopy(right)
        for at, values in places.items():
            vars(other.draws[at]).update(values)
        if drop:
            other.draws.pop()
        return other

    def add(name: str, expect: str, *reveals: Reveal) -> None:
        change = {"reveals": [reveal.text() for reveal in reveals]}
        out.append((f"both-{name}", expect, "seed-only-rich", change, None))

    rank, prize, entry = {"rank": 9}, {"prize": None}, {"entry": "Someone else"}
    position = {"position": moved(case).draws[0].position}
    add("draw-count-rank", "draw-count", changed({0: rank}, drop=True))
    add("draw-rank-prize", "draw-rank", changed({0: {**rank, **prize}}))
    add("draw-prize-position", "draw-prize", changed({0: {**prize, **position}}))
    add("draw-position-line", "draw-position", changed({0: {**position, **entry}}))
    add("draw-line-then-rank", "draw-line", changed({0: entry, 1: rank}))
    add("draw-position-then-prize", "draw-position", changed({0: position, 1: prize}))
    less = changed({}, drop=True)
    add("draw-position-first-count-second", "draw-position", changed({0: position}), less)
    add("draw-count-first-position-second", "draw-count", less, changed({0: position}))
    add("draw-line-first-rank-second", "draw-line", changed({5: entry}), changed({0: rank}))
    add("draw-right-first-rank-second", "draw-rank", right, changed({0: rank}))
    return out


def taken(bases: dict[str, Case]) -> list[Fault]:
    """What looks wrong and is right, and what is wrong beside it."""
    out: list[Fault] = []
    case = bases["seed-only"]
    for created, expect in (
        ("0000-01-01T00:00:00Z", "valid"),
        ("0000-02-29T00:00:00Z", "valid"),
        ("0000-02-30T00:00:00Z", "grammar"),
        ("0004-02-29T23:59:59Z", "valid"),
        ("0100-02-29T00:00:00Z", "grammar"),
        ("1582-10-10T00:00:00Z", "valid"),
        ("1900-02-29T00:00:00Z", "grammar"),
        ("2000-02-29T00:00:00Z", "valid"),
        ("9999-12-31T23:59:59Z", "valid"),
    ):
        change = rebound(replace(case.commit, created=created), case, draws=True)
        out.append((f"created-{created[:10]}", expect, "seed-only", change, None))
    # Bytes that Unicode normalisation would make equal, or that a library trims, are other entries.
    text = bases["text-edges"].list_text() or ""
    for name, expect, old, new in (
        ("no-break-space-trimmed", "list-root", "\u00a0\u00a0\n", "\u00a0\n"),
        ("noncharacter-replaced", "list-duplicate", "\uffff\uffff\n", "\ufffd\ufffd\n"),
        ("joiner-removed", "list-root", "a\u200db\n", "ab\n"),
    ):
        out.append((f"list-{name}", expect, "text-edges", {"list": edit(text, old, new)}, None))
    return out
