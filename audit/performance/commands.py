#!/usr/bin/env python3
"""Measures whole commands of fairdraw beside GNU shuf and other peers, and writes the table commands.md.

    cargo build --release
    python3 audit/performance/commands.py --tool target/release/fairdraw
    python3 audit/performance/commands.py --tool target/release/fairdraw --peer uutils=/elsewhere/bin/shuf

Needs Python 3.9 on Linux and GNU coreutils, and no package. Makes its own inputs in a temporary folder, which takes about three
times the size of the largest one (2 GB for the largest by default, 10 GB with --largest 100000000).
"""

import argparse
import hashlib
import json
import math
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MIB = 1 << 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="fairdraw", help="the tool to measure")
    parser.add_argument("--largest", type=int, default=10**7, help="the most lines, a power of ten (10^7)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each row; the largest rows have 3")
    parser.add_argument("--folder", help="where the inputs are made; on a disk, with room for them")
    parser.add_argument("--peer", type=peer, action="append", default=[], metavar="NAME=COMMAND",
                        help="a program called like GNU's shuf, measured in turn with it; may be given several times")
    parser.add_argument("--only-lists", action="store_true", help="measure shuffle and pick alone")
    parser.add_argument("--out", default=str(Path(__file__).with_name("commands.md")))
    parser.add_argument("--rates", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.rates:
        return print(json.dumps(measured_rates(Path(args.rates))))
    tool = shutil.which(args.tool) or sys.exit(f"commands.py: there is no {args.tool}")
    tool = str(Path(tool).resolve())
    shuf = shutil.which("shuf") or sys.exit("commands.py: there is no shuf")
    decades = [10**power for power in range(3, round(math.log10(args.largest)) + 1)]
    load = os.getloadavg()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        bench = Bench(Path(folder), tool, {"GNU": [shuf], **dict(args.peer)}, args.rounds)
        rates = Rates(Path(folder))
        tables = [bench.lists(decades, rates), {} if args.only_lists else bench.draws(decades, rates)]
    text = page(tables, rates, tool, bench.peers, load)
    Path(args.out).write_text(text)
    print(text)


def peer(text):
    name, equals, command = text.partition("=")
    command = shlex.split(command)
    if not (name and equals and command and shutil.which(command[0])):
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=COMMAND with a program that is there")
    return name, command


class Bench:
    """Runs commands in a folder of their own."""

    def __init__(self, folder, tool, peers, rounds):
        self.folder, self.tool, self.peers, self.rounds = folder, tool, peers, rounds

    def rounds_of(self, lines):
        return self.rounds if lines < 10**7 else min(3, self.rounds)

    def lists(self, decades, rates):
        """shuffle and pick beside shuf and other peers: they take turns."""
        rows = {"shuffle": [], "pick 10": []}
        for lines in decades:
            path = self.folder / "lines.txt"
            size = write_lines(path, lines, lambda i: f"entry {i}\n")
            ways = {"shuffle": (["shuffle"], []), "pick 10": (["pick", "10"], ["-n", "10"])}
            # All read the list. What is written is copied once more at least.
            limits = {"shuffle": size / rates.cached + size / rates.copy, "pick 10": size / rates.cached}
            for name, (ours, theirs) in ways.items():
                commands = [[self.tool, *ours, path], *([*peer, *theirs, path] for peer in self.peers.values())]
                turns = [[self.run(command) for command in commands] for _ in range(self.rounds_of(lines))]
                ours, *theirs = (Cost.median(seen) for seen in zip(*turns))
                row = Row(lines, ours, limits[name], dict(zip(self.peers, theirs)))
                rows[name].append(row)
                print(name, lines, row.ours, *row.theirs.values(), file=sys.stderr)
            path.unlink()
        return rows

    def draws(self, decades, rates):
        """commit, reveal and verify of a CSV of two columns."""
        rows = {"commit": [], "reveal": [], "verify": []}
        sizes = sorted({*decades, 2 * 10**7} if decades[-1] == 10**7 else decades)
        for lines in sizes:
            table = self.folder / "table.csv"
            size = write_lines(table, lines, lambda i: f"{10_000_000 + i},Name {i * 7919 % 10_000_019}\n", "Ticket,Name\n")
            costs = {name: [] for name in rows}
            for _ in range(self.rounds_of(lines)):
                draw = self.folder / "draw"
                draw.mkdir()
                costs["commit"].append(self.run(
                    [self.tool, "commit", table, "--column", "Ticket", "--column", "Name", "--title", "Speed", "--prize",
                     "10 Prize", "--published", "nowhere", "--seed-only", "--output", draw / "d"]))
                costs["reveal"].append(self.run([self.tool, "reveal", draw / "d.commit"]))
                files = [draw / f"d.{ending}" for ending in ("commit", "reveal", "list")]
                costs["verify"].append(self.run([self.tool, "verify", *files]))
                shutil.rmtree(draw)
            # A leaf is one block of SHA-256, a node two.
            hashing = 3 * 64 * lines / rates.sha256
            limits = {"commit": 2 * size / rates.cached + hashing, "reveal": size / rates.cached + hashing}
            limits["verify"] = limits["reveal"]
            for name, seen in costs.items():
                rows[name].append(Row(lines, Cost.median(seen), limits[name]))
                print(name, lines, rows[name][-1].ours, file=sys.stderr)
            table.unlink()
        return rows

    def run(self, command):
        """Runs a command to its end; its time by the clock, its processors' time, and the most memory it had."""
        before = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - before
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"commands.py: {command[1]} ended with {child.returncode}")
        return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Cost:
    def __init__(self, wall, processor, memory):
        self.wall, self.processor, self.memory = wall, processor, memory

    @staticmethod
    def median(costs):
        costs = list(costs)
        middle = lambda part: statistics.median(part(cost) for cost in costs)
        return Cost(middle(lambda c: c.wall), middle(lambda c: c.processor), max(c.memory for c in costs))

    def __str__(self):
        return f"{seconds(self.wall)} | {seconds(self.processor)} | {self.memory:.0f}"


class Row:
    def __init__(self, lines, ours, limit, theirs=None):
        self.lines, self.ours, self.limit, self.theirs = lines, ours, limit, theirs or {}


class Rates:
    """What this machine can do at best, in bytes per second on one processor."""

    def __init__(self, folder):
        # In a process of its own: a command begins with the memory of this one, and its peak would be that.
        measured = subprocess.run([sys.executable, __file__, "--rates", folder], check=True, capture_output=True)
        self.__dict__.update(json.loads(measured.stdout))


def measured_rates(folder):
    block = bytearray(os.urandom(MIB)) * 64
    target = bytearray(block)
    path = folder / "rates"
    path.write_bytes(block)
    os.sync()

    def copy():
        memoryview(target)[:] = block

    rates = {
        "copy": rate(len(block), copy),
        "sha256": rate(len(block), lambda: hashlib.sha256(block).digest()),
        "disk": rate(len(block), lambda: read(path, drop=True)),
        "cached": rate(len(block), lambda: read(path)),
    }
    path.unlink()
    return rates


def rate(size, work):
    def taken():
        before = time.perf_counter()
        work()
        return time.perf_counter() - before

    return size / min(taken() for _ in range(20))


def read(path, drop=False):
    buffer = bytearray(MIB)
    with open(path, "rb", buffering=0) as file:
        if drop:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.readinto(buffer):
            pass


def write_lines(path, lines, line, first=""):
    with open(path, "w") as file:
        file.write(first)
        for start in range(0, lines, 10**4):
            file.write("".join(map(line, range(start, min(start + 10**4, lines)))))
    size = path.stat().st_size
    read(path)  # so that it is in the page cache
    return size


def exponent(rows, time_of):
    """The slope of log time over log lines by least squares, from 10^5 lines on, where the start of a program is forgotten."""
    points = [(math.log(row.lines), math.log(time_of(row))) for row in rows if row.lines >= 10**5]
    if len(points) < 2:
        return "-"
    x, y = (statistics.mean(part) for part in zip(*points))
    slope = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    return f"{slope:.2f}"


def seconds(value):
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def page(tables, rates, tool, peers, load):
    processor = "an unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            processor = " ".join(line.split(":", 1)[1].split())
            break
    def version(*command):
        said = subprocess.run([*command, "--version"], capture_output=True, text=True).stdout.splitlines()
        return said[0] if said else "an unknown version"

    now = time.strftime("%Y-%m-%d", time.gmtime())
    out = [
        "# Whole commands, and how they grow",
        "",
        f"Written by `commands.py` on {now}: {version(tool)}; "
        + "; ".join(f"{name}: {version(*command)}" for name, command in peers.items())
        + f"; {os.cpu_count()} cores of {processor}, "
        f"{platform.system()}. Programs at work when it began, on average of 1, 5 and 15 minutes: "
        + ", ".join(f"{value:.1f}" for value in load)
        + ". Where that is not near 0 the time by the clock says more about the others than about the command: compare "
        "processor time then.",
        "",
        "Seconds by the clock (median), seconds of all processors together (median), and the most memory in MiB. Ours and the "
        "peers' took turns, with the input in the page cache and the output to `/dev/null`. The exponent is the slope of log time over log n by "
        "least squares from 10^5 lines on: 1 is proportional. Less memory than some 12 MiB isn't seen: a command begins as a copy of Python.",
        "",
        "The limit is what this machine needs at least on one processor, by these rates, the best of 20, in GB/s: "
        f"memory copied {rates.copy / 1e9:.1f}, a file read from the page cache {rates.cached / 1e9:.1f}, from the disk "
        f"{rates.disk / 1e9:.1f}, SHA-256 of long messages {rates.sha256 / 1e9:.2f} ({64e9 / rates.sha256:.0f} ns a block). For `shuffle` "
        "it is reading the list and copying it once, with no cost for jumping about in it; for `pick` reading it; for `reveal` and "
        "`verify` reading the list and three blocks of SHA-256 a line, one for the leaf and two for the node; for `commit` reading twice as much.",
    ]
    lists, draws = tables
    for name, rows in lists.items():
        out += ["", f"## `fairdraw {name}` and `shuf{' -n 10' if 'pick' in name else ''}` of n lines", ""]
        heads = ["n", "ours: clock", "processors", "MiB"]
        for peer in peers:
            heads += [f"{peer}: clock", "processors", "MiB", f"{peer} / ours"]
        heads += ["limit", "ours / limit"]
        out += [f"| {' | '.join(heads)} |", "|" + "--:|" * len(heads)]
        for row in rows:
            theirs = "".join(f" {their} | {their.wall / row.ours.wall:.2f} |" for their in row.theirs.values())
            out.append(f"| {row.lines} | {row.ours} |{theirs} {seconds(row.limit)} | {row.ours.wall / row.limit:.1f} |")
        exponents = [f"{exponent(rows, lambda r: r.ours.wall)} | {exponent(rows, lambda r: r.ours.processor)} | |"]
        for peer in peers:
            clock, processor = (exponent(rows, lambda r: getattr(r.theirs[peer], part)) for part in ("wall", "processor"))
            exponents.append(f" {clock} | {processor} | | |")
        out.append(f"| exponent | {''.join(exponents)} | |")
    for name, rows in draws.items():
        out += ["", f"## `fairdraw {name}` of a draw among n rows of a CSV", ""]
        out += ["| n | clock | processors | MiB | limit | ours / limit |", "|" + "--:|" * 6]
        for row in rows:
            out.append(f"| {row.lines} | {row.ours} | {seconds(row.limit)} | {row.ours.wall / row.limit:.1f} |")
        out.append(
            f"| exponent | {exponent(rows, lambda r: r.ours.wall)} | {exponent(rows, lambda r: r.ours.processor)} | | | |"
        )
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    main()
