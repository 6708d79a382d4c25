"""Counts the instructions of the core loops by valgrind, and compares them with those recorded:
count.py PROGRAM [--record]

PROGRAM is what this folder builds. Time depends on what else the machine does, instructions don't; but memory is
not in them, and neither are SHA instructions, which valgrind doesn't know: words come from a linear congruence here.
More than a tenth above what is recorded is an error; less is said.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# How many units one call of each function has: elements, positions drawn, integers.
UNITS = {
    "shuffle_of_52": 100 * 52,
    "shuffle_of_1000": 10 * 1_000,
    "shuffle_of_100000": 100_000,
    "sample_of_10": 100 * 10,
    "sample_of_100000": 100_000,
    "below_6": 10_000,
    "batch_of_1000": 10 * 1_000,
}
RECORDED = pathlib.Path(__file__).with_name("recorded.txt")
# What another compiler may choose. Changes elsewhere may move a loop too: record anew what was looked at and is no loss.
TOLERANCE = 0.1


def count(program):
    """Instructions per unit by name, those of the functions that are called included."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        options = ["--quiet", "--tool=callgrind", f"--callgrind-out-file={out}", "--toggle-collect=*::counted_*"]
        subprocess.run(["valgrind", *options, program], check=True)
        text = out.read_text()
        # A function has its name where it is met first, later its number alone. A call: which function, how often, and
        # after the line what it cost.
        names = dict(re.findall(r"^c?fn=\((\d+)\) \S*::counted_(\w+)$", text, re.MULTILINE))
        calls = re.findall(r"^cfn=\((\d+)\).*\ncalls=1 .*\n\S+ (\d+)$", text, re.MULTILINE)
        return {names[number]: int(cost) / UNITS[names[number]] for number, cost in calls if number in names}


def recorded():
    lines = [line.split() for line in RECORDED.read_text().splitlines() if not line.startswith("#")]
    return {name: float(instructions) for name, instructions in lines}


def record(counts):
    lines = ["# Instructions per unit, x86_64; written by `count.py PROGRAM --record`."]
    lines += [f"{name} {counts[name]:.2f}" for name in UNITS]
    RECORDED.write_text("\n".join(lines) + "\n")


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--record"]):
        sys.exit(__doc__)
    program, options = sys.argv[1], sys.argv[2:]
    counts = count(program)
    if missing := UNITS.keys() - counts.keys():
        sys.exit(f"not counted: {', '.join(sorted(missing))}")
    if options:
        return record(counts)
    more = []
    for name, before in recorded().items():
        share = counts[name] / before
        print(f"{name:20} {counts[name]:8.2f} instructions per unit, {before:8.2f} recorded: {share:.2f} times")
        if share > 1 + TOLERANCE:
            more.append(name)
        elif share < 1 - TOLERANCE:
            print(f"fewer: record it by {sys.argv[0]} {program} --record")
    if more:
        sys.exit(f"more instructions than recorded: {', '.join(more)}")


if __name__ == "__main__":
    main()
