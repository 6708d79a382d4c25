#!/usr/bin/env python3
"""Lets the tool and the reference in Python judge each other's draws, whole and with one fault each.

    cross-check.py BINARY [--faults N] [--seed S]

Draws of every mode, made by the tool, must pass the reference's `verify`; random draws made by the reference must pass
the tool's. Then single bytes and lines are changed, and both must name the same failure.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

REFERENCE = Path(__file__).resolve().parent.parent / "audit" / "reference"
sys.path.insert(0, str(REFERENCE))

import selftest
from draw_vectors import ROUNDS

TREES = ["Ash", "Birch", "Cedar", "Elm", "Fir | 2", "Häzel", "Larch, dwarf", "Maple", "Oak", "Pine", "Rowan", "東京", "Yew"]
LATER = ["--seeds-by", "2090-01-01T00:00:00Z"]
DICE = ["--public", "dd-dd", "two numbers, in the order drawn"]
LONG = ["--public", "d" * 24, "24 throws of a ten-sided die"]
TICKETS = ["--tickets", "Tickets"]

# Options of commit; then those of reveal; then the further steps "open" and "without secret".
MODES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "seed alone": (["--seed-only"], [], []),
    "private list": (["--seed-only", "--private"], [], []),
    "rehearsal": (["--seed-only", "--rehearsal"], [], []),
    "private rehearsal": (["--seed-only", "--rehearsal", "--private"], [], []),
    "tickets, once": (["--seed-only", *TICKETS], [], []),
    "tickets, one win each": (["--seed-only", *TICKETS, "--wins", "per-ticket"], [], []),
    "public text": (DICE, ["--beacon", "04-11"], []),
    "long public text, private list": ([*LONG, "--private"], ["--beacon", "012345678901234567890123"], []),
    "public text and tickets": ([*DICE, *TICKETS], ["--beacon", "99-00"], []),
    "public text and seed": ([*DICE, "--seed", *LATER], ["--beacon", "04-11"], ["open"]),
    "public text, seed left out": (
        [*DICE, "--seed", *LATER, "--no-reveal", "leave-out"],
        ["--beacon", "04-11", "--missing", "organiser"],
        ["without secret"],
    ),
    "public text, seed, private list": ([*DICE, "--seed", *LATER, "--private"], ["--beacon", "04-11"], ["open"]),
    "moving up, notes": (["--seed-only", "--vacancy", "up", "--organiser", "Ö", "--note", "a: b", "--note", "é"], [], []),
    "further round": (["--seed-only", "--follows", "1" * 64, "2" * 64, "--reason", "one was given back"], [], []),
    "replacement": (["--seed-only", "--replaces", "a" * 64, "--reason", "the round never came"], [], []),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares the tool's verdicts with the reference's.")
    parser.add_argument("binary", type=Path)
    parser.add_argument("--faults", type=int, default=40, help="to each draw")
    parser.add_argument("--draws", type=int, default=30, help="by the reference")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="fairdraw-cross-") as folder:
        check = CrossCheck(options.binary.resolve(), Path(folder), chance, options.faults)
        for mode, steps in MODES.items():
            check.both(f"the tool's draw: {mode}", check.drawn_by_tool(*steps), "valid")
        check.both("the tool's draw: drand", check.drawn_by_tool_with_drand(), "signature-unchecked")
        for number in range(options.draws):
            case = selftest.random_case(chance)
            files = selftest.random_files(chance, case)
            drand = b"\nbeacon: drand " in files["commit"]
            check.both(f"the reference's draw {number}", files, "signature-unchecked" if drand else "valid")
    print(f"{len(MODES) + 1} draws by the tool and {options.draws} by the reference: both accept them")
    print(f"{check.faults_made} faults in them: both give the same verdict, of {len(check.names)} names")
    for name, times in sorted(check.names.items(), key=lambda item: -item[1]):
        print(f"{times:7}  {name}")
    return 0


class CrossCheck:
    def __init__(self, binary: Path, folder: Path, chance: random.Random, faults: int) -> None:
        self.binary, self.folder, self.chance, self.faults = binary, folder, chance, faults
        self.names: Counter[str] = Counter()
        self.faults_made = 0

    def drawn_by_tool(self, commit: list[str], reveal: list[str], more: list[str]) -> dict[str, bytes]:
        self.empty()
        rows = "".join(f'"{tree}",{number % 4 + 1}\n' for number, tree in enumerate(TREES))
        (self.folder / "trees.csv").write_text("Tree,Tickets\n" + rows, "utf-8")
        terms = ["--column", "Tree", "--title", "Trees", "--prize", "1 Car", "--prize", "2 Bicycle", "--alternates", "3"]
        self.tool("commit", "trees.csv", "-o", "a", "--published", "the board", *terms, *commit)
        position = str(self.chance.randrange(len(TREES)))
        self.tool("receipt", "a.commit", "--position", position, "-o", "a.receipt")
        if "open" in more:
            self.tool("open", "a.commit")
        if "without secret" in more:
            (self.folder / "a.secret").unlink()
        self.tool("reveal", "a.commit", *reveal)
        return self.files(private="--private" in commit)

    def drawn_by_tool_with_drand(self) -> dict[str, bytes]:
        """The tool commits to no past round, so this commit file is written here; root and round are known."""
        self.empty()
        chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
        number, signature, _ = ROUNDS["quicknet-early"]
        (self.folder / "a.list").write_bytes(b"alice\nbob\ncarol\ndave\nerin\n")
        (self.folder / "a.commit").write_text(
            "fairdraw commit v1\ntitle: Cake\nentries: 5\nlist: public\n"
            "root: 5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576\nmethod: shuffle\nprize: 2 Cake\n"
            f"alternates: 1\nvacancy: next\nbeacon: drand {chain} {number}\n"
            "created: 2023-08-23T15:00:00Z\npublished: the board\n",
            "utf-8",
        )
        self.tool("reveal", "a.commit", "--beacon", signature)
        return self.files(private=False)

    def files(self, private: bool) -> dict[str, bytes]:
        roles = ["commit", "reveal", "seeds", "receipt"] + ([] if private else ["list"])
        paths = {role: self.folder / f"a.{role}" for role in roles}
        return {role: path.read_bytes() for role, path in paths.items() if path.exists()}

    def both(self, what: str, files: dict[str, bytes], expected: str) -> None:
        """Lets both judge a draw, from the command line and from within; then the same with one fault each."""
        assert self.judged_by_tool(files) == expected, (what, self.judged_by_tool(files), files)
        assert self.judged_by_command(files) == expected, (what, files)
        assert selftest.result(files) == expected, (what, selftest.result(files), files)
        for _ in range(self.faults):
            role = self.chance.choice(list(files))
            faulty = {**files, role: selftest.fault(self.chance, files[role])}
            tool, reference = self.judged_by_tool(faulty), selftest.result(faulty)
            assert tool == reference, f"{what}, {role} changed: tool {tool}, reference {reference}: {faulty[role]!r}"
            self.names[tool] += 1
            self.faults_made += 1

    def judged_by_tool(self, files: dict[str, bytes]) -> str:
        self.empty()
        paths = self.write(files)
        ended = self.run("verify", "--rehearsal", "--json", *paths)
        verdict = json.loads(ended.stdout)
        exits = {"valid": 0, "not valid": 1, "not checked": 2}
        assert ended.returncode == exits[verdict["verdict"]], (ended.returncode, verdict)
        return "valid" if ended.returncode == 0 else str(verdict["failure"]["name"])

    def judged_by_command(self, files: dict[str, bytes]) -> str:
        """By `fairdraw.py verify`, as somebody without our program would call it."""
        self.empty()
        command = [sys.executable, str(REFERENCE / "fairdraw.py"), "verify", "--rehearsal"]
        # A list may begin like another kind of file.
        listed = ["--list", "a.list"] if "list" in files else []
        paths = [path for path in self.write(files) if path != "a.list"]
        ended = subprocess.run([*command, *paths, *listed], cwd=self.folder, capture_output=True, text=True, encoding="utf-8")
        last = ended.stdout.splitlines()[-1] if ended.stdout else ended.stderr
        assert ended.returncode in (0, 1, 2), ended.stderr
        return last.split(":")[0]

    def write(self, files: dict[str, bytes]) -> list[str]:
        for role, content in files.items():
            (self.folder / f"a.{role}").write_bytes(content)
        return [f"a.{role}" for role in files]

    def empty(self) -> None:
        for path in self.folder.iterdir():
            path.unlink()

    def tool(self, *arguments: str) -> None:
        ended = self.run(*arguments)
        assert ended.returncode == 0, (arguments, ended.stderr)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.binary, *arguments], cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL, text=True, encoding="utf-8"
        )


if __name__ == "__main__":
    sys.exit(main())
