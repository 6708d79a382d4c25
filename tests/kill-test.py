#!/usr/bin/env python3
"""Kills `fairdraw commit` and `fairdraw reveal` at random moments and looks at what is left.

    kill-test.py BINARY [--entries N] [--moments M] [--seed S]

Half of the moments fall into runs of commit, half into runs of reveal. Of each half every other moment is spread evenly
at random over the time that such a run takes, and the others over the time from its first file to its end, which is a
small part of it. After each SIGKILL: every public file that is there is whole, whatever else is left is called
.NAME.XXXXXX.tmp, and the same command then succeeds or ends with 2 and names the file that is in its way.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

COMMIT_KEYS = ["title", "entries", "list", "root", "method", "prize", "alternates", "vacancy", "seed", "created", "published"]
SECRET = re.compile(rb"fairdraw secret v1\ncommit: ([0-9a-f]{64})\nseed: organiser [0-9a-f]{128}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills commit and reveal at random moments.")
    parser.add_argument("binary", type=Path)
    parser.add_argument("--entries", type=int, default=20_000)
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fairdraw-kill-") as folder:
        test = KillTest(options.binary.resolve(), Path(folder), options.entries, random.Random(options.seed))
        commits, reveals = options.moments - options.moments // 2, options.moments // 2
        print(f"{options.entries} entries, {options.moments} moments, seed {options.seed}")
        for command, times in test.times.items():
            print(f"{command} takes {times.whole:.2f} s, and writes for {times.writing:.2f} s of them")
        report("commit", commits, test.kill_commits(commits))
        report("reveal", reveals, test.kill_reveals(reveals))
    print("no file was half written")
    return 0


def report(command: str, moments: int, seen: Counter[str]) -> None:
    print(f"{command}: killed or ended at {moments} moments")
    for what, times in sorted(seen.items(), key=lambda item: -item[1]):
        print(f"{times:7}  {what}")


@dataclass
class Times:
    """Seconds that a command takes, and those of them since its first file had a name."""

    whole: float
    writing: float


class KillTest:
    def __init__(self, binary: Path, folder: Path, entries: int, chance: random.Random) -> None:
        self.binary, self.folder, self.chance = binary, folder, chance
        self.list = b"".join(b"entry number %d\n" % number for number in range(entries))
        (folder / "entries.txt").write_bytes(self.list)
        self.prize = max(1, entries // 100)
        self.done = folder / "done"
        # The first runs warm the disk's cache; the last of three gives the time.
        self.times: dict[str, Times] = {}
        for _ in range(3):
            shutil.rmtree(self.done, ignore_errors=True)
            self.done.mkdir()
            for arguments in (self.commit_arguments(), self.reveal_arguments()):
                ended = self.timed(arguments, self.done)
                assert ended.returncode == 0, ended.stderr
        self.root = value(self.done / "a.commit", "root")
        self.reveal = (self.done / "a.reveal").read_bytes()
        checked = self.run(["verify", "a.commit", "a.reveal", "a.list"], self.done)
        assert checked.returncode == 0, checked.stderr

    def commit_arguments(self) -> list[str]:
        terms = ["--title", "t", "--prize", f"{self.prize} p", "--alternates", "3", "--published", "x", "--seed-only"]
        return ["commit", str(self.folder / "entries.txt"), "-o", "a", *terms]

    def reveal_arguments(self) -> list[str]:
        return ["reveal", str(self.done / "a.commit"), "-o", "a.reveal"]

    def kill_commits(self, moments: int) -> Counter[str]:
        seen: Counter[str] = Counter()
        for moment in range(moments):
            place = self.fresh()
            state = self.kill(self.commit_arguments(), place, moment)
            public, left = look(place, {"a.list", "a.secret", "a.commit"})
            self.check_commit_files(place, public)
            before = {name: (place / name).read_bytes() for name in public}
            again = self.timed(self.commit_arguments(), place)
            if "a.commit" in public:
                in_the_way(again, "a.commit exists; nothing is overwritten")
                outcome = "the commit was there, and said to be in the way"
            elif "a.secret" in public:
                in_the_way(again, "a.secret is in the way")
                outcome = "the secret was there without commit, and said to be in the way"
            else:
                assert again.returncode == 0, again.stderr
                names, _ = look(place, {"a.list", "a.secret", "a.commit"})
                assert names == {"a.list", "a.secret", "a.commit"}, names
                self.check_commit_files(place, names)
                outcome = "the list was there, and the commit then made" if public else "no file, and the commit then made"
            for name, content in before.items():
                assert (place / name).read_bytes() == content, f"{name} was changed"
            seen[f"{state}{left}: {outcome}"] += 1
        return seen

    def kill_reveals(self, moments: int) -> Counter[str]:
        seen: Counter[str] = Counter()
        for moment in range(moments):
            place = self.fresh()
            state = self.kill(self.reveal_arguments(), place, moment)
            public, left = look(place, {"a.reveal"})
            again = self.timed(self.reveal_arguments(), place)
            if public:
                assert again.returncode == 0, again.stderr
                outcome = "the reveal was there, and taken as done"
            else:
                assert again.returncode == 0, again.stderr
                outcome = "no file, and the reveal then made"
            # There is one reveal of a commit, so a whole one is this one.
            assert (place / "a.reveal").read_bytes() == self.reveal, "the reveal is not whole"
            seen[f"{state}{left}: {outcome}"] += 1
        return seen

    def check_commit_files(self, place: Path, names: set[str]) -> None:
        if "a.list" in names:
            assert (place / "a.list").read_bytes() == self.list, "the list is not whole"
        if "a.secret" in names:
            assert "a.list" in names, "a secret before its list"
            secret = SECRET.fullmatch((place / "a.secret").read_bytes())
            assert secret, "the secret is not whole"
            assert mode(place / "a.secret") == 0o600
        if "a.commit" in names:
            assert "a.secret" in names, "a commit before its secret"
            content = (place / "a.commit").read_bytes()
            assert secret and hashlib.sha256(content).hexdigest().encode() == secret[1], "the commit is not whole"
            lines = content.decode().splitlines()
            assert lines[0] == "fairdraw commit v1" and content.endswith(b"\n")
            assert [line.split(": ")[0] for line in lines[1:]] == COMMIT_KEYS, lines
            assert value(place / "a.commit", "root") == self.root

    def fresh(self) -> Path:
        place = self.folder / "place"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        return place

    def kill(self, arguments: list[str], place: Path, number: int) -> str:
        """Kills a run at a moment up to a twentieth after the time it takes."""
        times = self.times[arguments[0]]
        run = self.start(arguments, place)
        if number % 2 == 0:
            time.sleep(self.chance.random() * times.whole * 1.05)
        else:
            wait_for_new_name(run, place, set())
            time.sleep(self.chance.random() * times.writing * 1.05)
        run.send_signal(signal.SIGKILL)
        _, error = run.communicate()
        assert run.returncode in (0, -signal.SIGKILL), error
        return "ended before" if run.returncode == 0 else "killed"

    def timed(self, arguments: list[str], place: Path) -> subprocess.CompletedProcess[bytes]:
        """Runs a command to its end; if it writes, this says how long it takes now, whatever else the machine does."""
        names = set(os.listdir(place))
        start = time.monotonic()
        run = self.start(arguments, place)
        wait_for_new_name(run, place, names)
        writing = time.monotonic()
        _, error = run.communicate()
        end = time.monotonic()
        if run.returncode == 0:
            self.times[arguments[0]] = Times(end - start, end - writing)
        return subprocess.CompletedProcess(arguments, run.returncode, b"", error)

    def start(self, arguments: list[str], place: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.binary, *arguments], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    def run(self, arguments: list[str], place: Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([self.binary, *arguments], cwd=place, capture_output=True, stdin=subprocess.DEVNULL)


def wait_for_new_name(run: subprocess.Popen[bytes], place: Path, names: set[str]) -> None:
    while run.poll() is None and set(os.listdir(place)) <= names:
        time.sleep(0.0002)


def look(place: Path, ours: set[str]) -> tuple[set[str], str]:
    """The files that have their names, and a word on temporary ones; any other name is a fault."""
    public, left = set(), ""
    for name in os.listdir(place):
        found = re.fullmatch(r"\.(.+)\.[A-Za-z0-9]{6}\.tmp", name)
        if name in ours:
            public.add(name)
        else:
            assert found and found[1] in ours, f"an unknown name: {name}"
            assert found[1] != "a.secret" or mode(place / name) == 0o600, "others can read the secret"
            left = f", {name[: name.rindex('.', 0, -4)]}.*.tmp left"
    return public, left


def in_the_way(ended: subprocess.CompletedProcess[bytes], message: str) -> None:
    assert ended.returncode == 2, (ended.returncode, ended.stderr)
    assert message in ended.stderr.decode(), ended.stderr


def value(path: Path, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", path.read_text("utf-8"), re.MULTILINE)
    assert found, f"{path} has no {name}"
    return found[1]


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


if __name__ == "__main__":
    sys.exit(main())
