#!/usr/bin/env python3
"""The reference of Fairdraw's draw protocol, version 1, in Python's standard library alone.

    fairdraw.py verify FILES.. [--list FILE] [--expect ID] [--rehearsal] [--existed-by TIME]
    fairdraw.py draw-positions MATERIAL N K
    fairdraw.py draw-positions MATERIAL --tickets 3,1,4 --wins once K
    fairdraw.py draw-items COMMIT REVEAL [LIST] [--add HOW-MANY:STRATUM..]
    fairdraw.py vectors [NAME..] [--write FOLDER]

Written from the specification, to be read before it is fast, and to disagree with the other
implementations if one of us is wrong. It verifies drand signatures too, with a pairing of its own, in
about 0.2 s each. The parts, in the order of the
specification:

    encoding.py   ENC and H, seed commitments, the material
    entries.py    the entry list, its tree hash and paths
    reader.py     what all files have in common
    files.py      commit, seeds, reveal, secret, receipt and outcome files
    drand.py      signatures of drand rounds
    bls12_381.py  the curves, hash to curve and pairing for them
    hash_drbg.py  Hash_DRBG and the stream of words
    drawing.py    exact integers, the shuffle, tickets
    family.py     relatives of the shuffle, which no draw uses
    exam.py       the exam of shuffles and draws, which no draw uses; exam_numbers.py of numbers, exam_laws.py its laws
    making.py     a reveal, a receipt
    outcome.py    who holds which prize after some were passed over
    checks.py     verify
    population.py     audit samples: lists with fields, ranges, batches
    allocation.py     how many items each stratum gets
    sample.py         the designs, and extensions
    register.py       spares in place of items
    sample_files.py   lines of designs and items, extensions, replacements files
    sample_checks.py  what verify checks of them
    vectors.py, *_vectors.py                         what audit/vectors holds
    test_*.py, json_schema.py, *selftest.py          tests of the reference itself
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Optional

import folder_vectors
import sample_folder_vectors
import vectors
from checks import GRADES, Files, verify
from drawing import draw_tickets, shuffle_prefix
from failure import Failure
from files import parse_commit, parse_reveal
from hash_drbg import Stream
from making import material_of
from reader import WORD, time_fault
from sample import extension, extension_fault, streams_of
from sample_checks import check_population
from sample_files import ItemLine

FOLDERS = "folders"  # the vectors that are draws as files


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="fairdraw.py")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("verify", help="check a draw from its published files")
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="commit, reveal, list, seeds, receipt, outcome, extension, replacements, and commit and reveal of earlier "
        "draws, in any order",
    )
    command.add_argument("--list", metavar="FILE", help="the list, if it looks like another kind of file")
    command.add_argument("--expect", metavar="ID", help="the commit id as published, all 64 digits")
    command.add_argument("--rehearsal", action="store_true", help="accept a rehearsal")
    command.add_argument(
        "--existed-by",
        metavar="TIME",
        help="a time by which the commit file is proven to have existed, as 2026-11-29T12:00:00Z; "
        "you have checked the proof, which this program does not see",
    )
    command.set_defaults(run=run_verify)
    command = commands.add_parser("draw-positions", help="print the positions a material gives")
    command.add_argument("material", help="in hex; public once the draw is over")
    command.add_argument("n", nargs="?", type=int, help="the number of entries")
    command.add_argument("k", type=int, help="the number of places")
    command.add_argument("--tickets", help="tickets of each entry with commas between, in place of N")
    command.add_argument("--wins", choices=["once", "per-ticket"], default="once")
    command.set_defaults(run=run_draw_positions)
    command = commands.add_parser("draw-items", help="print the item lines of an audit sample")
    command.add_argument("commit", metavar="COMMIT")
    command.add_argument("reveal", metavar="REVEAL", help="for its seeds and beacon alone; its items are not read")
    command.add_argument("list", nargs="?", metavar="LIST", help="unless the commit states the population")
    command.add_argument(
        "--add",
        action="append",
        default=[],
        metavar="HOW-MANY:STRATUM",
        help="print what an extension adds to the stratum, or to the sample with stratum 0; once for each stratum",
    )
    command.set_defaults(run=run_draw_items)
    command = commands.add_parser("vectors", help="print the test vectors")
    command.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*vectors.FILES, FOLDERS]))
    command.add_argument(
        "--write", metavar="FOLDER", help="write NAME.json there, and folders into files/ and sample-files/"
    )
    command.set_defaults(run=run_vectors)
    options = parser.parse_args(arguments)
    return int(options.run(options))


def run_verify(options: argparse.Namespace) -> int:
    if options.expect is not None and not re.fullmatch("[0-9a-f]{64}", options.expect):
        return usage("--expect takes the 64 lower-case hex digits of a commit id")
    if options.existed_by is not None and time_fault(options.existed_by):
        return usage("--existed-by takes a time as 2026-11-29T12:00:00Z")
    by_role: dict[str, list[bytes]] = {role: [] for role in READ}
    for name in options.files:
        data = Path(name).read_bytes()
        role = role_of(name, data)
        if role is None:
            return usage(f"{name} is a kind of file that this program does not read")
        by_role[role].append(data)
    if options.list:
        by_role["list"].append(Path(options.list).read_bytes())
    if not by_role["commit"] or len(by_role["list"]) > 1:
        return usage("verify takes a commit, its reveal, and at most one list; a file of no known kind is a list")
    if len(by_role["commit"]) == 1 and not by_role["reveal"]:
        return usage("verify takes a commit and its reveal, which is not here")
    try:
        draws = draws_of(by_role["commit"], by_role["reveal"])
        if draws is None:
            return usage("several commits are those of one draw and of earlier ones, which have one reveal at most")
        commit, reveals, earlier = draws
        if not reveals:
            return usage("verify takes a reveal of the draw; one that was given is of an earlier draw")
        files = Files(
            commit=commit,
            reveals=reveals,
            entry_list=by_role["list"][0] if by_role["list"] else None,
            seeds=by_role["seeds"],
            receipts=by_role["receipt"],
            outcomes=by_role["outcome"],
            extensions=by_role["extension"],
            replacements=by_role["replacements"],
            earlier=earlier,
        )
        grade = verify(files, options.expect, options.rehearsal, say, existed_by=options.existed_by)
    except Failure as failure:
        print(failure)
        return failure.exit_code
    print(f"valid: grade {grade}, {GRADES[grade]}" if grade else "valid")
    return 0


def say(step: int, word: str, sentence: str) -> None:
    print(f"{step} {word}: {sentence}")


Draws = tuple[bytes, list[bytes], list[tuple[bytes, Optional[bytes]]]]


def draws_of(commits: list[bytes], reveals: list[bytes]) -> Optional[Draws]:
    """The draw's commit, which no other names, and its reveals; the earlier draws. None if that is not clear."""
    if len(commits) == 1:
        return commits[0], reveals, []
    parsed = [parse_commit(data) for data in commits]
    named = {commit.earlier_id for commit in parsed}
    last = [data for data, commit in zip(commits, parsed) if commit.id() not in named]
    if len(last) != 1:
        return None
    own, earlier = list(reveals), []
    for data, commit in zip(commits, parsed):
        if data is not last[0]:
            its = [reveal for reveal in reveals if commit_named_in(reveal) == commit.id()]
            if len(its) > 1:
                return None
            own = [reveal for reveal in own if reveal not in its]
            earlier.append((data, its[0] if its else None))
    return last[0], own, earlier


def commit_named_in(reveal: bytes) -> Optional[bytes]:
    found = re.search(rb"^commit: ([0-9a-f]{64})\r?$", reveal, re.MULTILINE)
    return bytes.fromhex(found.group(1).decode("ascii")) if found else None


# Kinds of files that verify reads, and those that it does not.
READ = ("commit", "reveal", "seeds", "receipt", "outcome", "extension", "replacements", "list")
NOT_READ = ("secret",)


def role_of(name: str, data: bytes) -> Optional[str]:
    """What a file is taken for, or None if it is of a kind that is not read here.

    A name with one of our endings decides, whatever the file holds: a broken receipt is no list. Else the first line
    does, and what has no first line of ours is the list.
    """
    ending = Path(name).suffix[1:].lower()
    if ending in READ + NOT_READ:
        return ending if ending in READ else None
    first = data.split(b"\n", 1)[0].rstrip(b"\r").decode("utf-8", "replace")
    found = re.fullmatch(f"fairdraw ({WORD}) v[0-9]+", first)
    if not found:
        return "list"
    kind = found.group(1)
    role = {"rehearsal": "commit", "rehearsal-reveal": "reveal"}.get(kind, kind)
    return role if role in READ and role != "list" else None


def run_draw_positions(options: argparse.Namespace) -> int:
    if (options.n is None) == (options.tickets is None):
        return usage("draw-positions takes either N or --tickets")
    try:
        words = Stream(bytes.fromhex(options.material))
        tickets = [int(count) for count in options.tickets.split(",")] if options.tickets else []
    except ValueError as error:
        return usage(str(error))
    if options.tickets:
        most = len(tickets) if options.wins == "once" else sum(tickets)
        if min(tickets) < 1 or not 0 <= options.k <= most:
            return usage(f"each entry has a ticket or more, and K is at most {most}")
        order = draw_tickets(tickets, options.k, options.wins, words)
    else:
        if not 1 <= options.n <= 2**63 or not 0 <= options.k <= options.n:
            return usage("N is in 1..2^63 and K in 0..N")
        order = shuffle_prefix(options.n, options.k, words)
    for position in order:
        print(position)
    return 0


def run_draw_items(options: argparse.Namespace) -> int:
    """What the commit's design and the reveal's seeds and beacon give, without looking at the reveal's own items."""
    adding: dict[int, int] = {}
    for add in options.add:
        found = re.fullmatch("([1-9][0-9]*):(0|[1-9][0-9]*)", add, re.ASCII)
        if not found:
            return usage("--add takes how many and to which stratum, as 25:0")
        adding[int(found.group(2))] = int(found.group(1))
    try:
        commit = parse_commit(Path(options.commit).read_bytes())
        if commit.sample is None:
            return usage("the commit has no design: its places are printed by draw-positions")
        reveal = parse_reveal(Path(options.reveal).read_bytes(), commit.places, design=True)
        data = Path(options.list).read_bytes() if options.list else None
        population = check_population(commit, commit.sample, data)
        design = commit.sample.design
        fault = design.fault(population)
        if fault:
            raise Failure("design", fault)
        if adding:
            fault = extension_fault(design, population, adding)
            if fault:
                raise Failure("extension", fault)
        seeds = {name: seed for name, seed in reveal.seeds if seed}
        streams = streams_of(material_of(commit, seeds, reveal.beacon))
        items = extension(design, population, streams, {}, adding) if adding else design.draw(population, streams)
    except Failure as failure:
        print(failure)
        return failure.exit_code
    for item in items:
        print(f"item: {ItemLine(item, population.label(item.position)).text()}")
    return 0


def run_vectors(options: argparse.Namespace) -> int:
    unknown = set(options.names) - {*vectors.FILES, FOLDERS}
    if unknown:
        return usage(f"no vectors of the name {', '.join(sorted(unknown))}")
    if FOLDERS in options.names and not options.write:
        return usage(f"{FOLDERS} are many files: add --write FOLDER")
    if options.write:
        Path(options.write).mkdir(parents=True, exist_ok=True)
    for name in options.names or [*vectors.FILES, *([FOLDERS] if options.write else [])]:
        if name == FOLDERS:
            for folder, tree in (("files", folder_vectors.tree()), ("sample-files", sample_folder_vectors.tree())):
                for path, data in tree.items():
                    file = Path(options.write) / folder / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(data)
        elif options.write:
            (Path(options.write) / f"{name}.json").write_bytes(vectors.render(name).encode("ascii"))
        else:
            sys.stdout.write(vectors.render(name))
    return 0


def usage(message: str) -> int:
    print(f"fairdraw.py: error: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(usage(str(error)))
