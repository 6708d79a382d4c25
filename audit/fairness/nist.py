"""NIST SP 800-22 on the words of fairdraw, as audit/fairness/plan.md section 3 says.

    nist.py WORDS SECOND-LOOK CONTROL

Needs the Python package sp80022suite (0.0.8), which has NIST's own C code; run.sh calls it.
"""

from __future__ import annotations

import math
import sys
from typing import Callable

import sp80022suite

BITS = 1_000_000
SEQUENCES = 100
PASSES_NEEDED = 96
UNIFORM = 0.0001
Test = Callable[[bytes], float]

# The name, the test of bits as bytes 0 and 1, and the p-value for the first 1,000,000 bits of e as other public programs have it in
# their tests. No two of those agree on linear complexity, so there is none for it.
TESTS: dict[str, tuple[Test, float | None]] = {
    "frequency": (sp80022suite.frequency, 0.953749),
    "block frequency": (lambda bits: sp80022suite.block_frequency(128, bits), 0.211072),
    "cumulative sums": (sp80022suite.cumulative_sums, 0.669886),
    "runs": (sp80022suite.runs, 0.561917),
    "longest run": (sp80022suite.longest_run_of_ones, 0.718945),
    "rank": (sp80022suite.rank, 0.306156),
    "spectral": (sp80022suite.discrete_fourier_transform, 0.847187),
    "overlapping templates": (lambda bits: sp80022suite.overlapping_template_matchings(9, bits), 0.110434),
    "universal": (sp80022suite.universal, 0.282568),
    "approximate entropy": (lambda bits: sp80022suite.approximate_entropy(10, bits), 0.700073),
    "serial": (lambda bits: sp80022suite.serial(16, bits), 0.462921),
    "linear complexity": (lambda bits: sp80022suite.linear_complexity(500, bits), None),
}


def bits_of_e(count: int) -> bytes:
    """The first bits of e, those before the point too: the sum of 1/k! by halves."""
    terms = 1
    while math.lgamma(terms + 1) < (count + 64) * math.log(2):
        terms *= 2

    def part(low: int, high: int) -> tuple[int, int]:
        if high - low == 1:
            return 1, high
        middle = (low + high) // 2
        (left, left_product), (right, right_product) = part(low, middle), part(middle, high)
        return left * right_product + right, left_product * right_product

    above, below = part(0, terms)
    return bytes(map(int, bin(((above + below) << (count + 32)) // below)[2 : count + 2]))


def sequences(path: str, count: int) -> list[bytes]:
    """Sequences of bits, the highest bit of each byte first."""
    with open(path, "rb") as file:
        data = file.read()
    assert len(data) * 8 >= count * BITS, f"{path} is too short"
    bits = [bytes(map(int, format(byte, "08b"))) for byte in range(256)]
    size = BITS // 8
    return [b"".join(bits[byte] for byte in data[at * size : (at + 1) * size]) for at in range(count)]


def uniformity(values: list[float]) -> float:
    """The p-value of chi-square for ten classes: the upper tail for 9 degrees of freedom."""
    classes = [0] * 10
    for value in values:
        classes[min(int(value * 10), 9)] += 1
    expected = len(values) / 10
    x = sum((count - expected) ** 2 for count in classes) / expected
    tail = math.erfc(math.sqrt(x / 2))
    term = math.sqrt(2 * x / math.pi) * math.exp(-x / 2)
    for odd in (3, 5, 7, 9):
        tail += term
        term *= x / odd
    return tail


def look(name: str, test: Test, data: list[bytes]) -> bool:
    """Runs a test on all sequences, prints what came out, and says whether it misses a threshold."""
    values = [test(bits) for bits in data]
    passes = sum(value >= 0.01 for value in values)
    uniform = uniformity(values)
    missed = passes < PASSES_NEEDED or uniform < UNIFORM
    print(f"{name}: {passes} of {len(values)} passed, uniformity {uniform:.6f}{', MISSED' if missed else ''}")
    print("  " + " ".join(f"{value:.6f}" for value in values))
    return missed


def main(words: str, second_look: str, control: str) -> None:
    print("known answers: the first 1000000 bits of e")
    e = bits_of_e(BITS)
    failures = []
    for name, (test, known) in TESTS.items():
        value = test(e)
        wrong = known is not None and abs(value - known) > 1.5e-6
        print(f"  {name}: {value:.6f}{', NOT ' + str(known) if wrong else ''}")
        if wrong:
            failures.append(f"known answer of {name}")

    print("control: the first 1 of every 64 bits made 0, 10 sequences")
    spoilt = []
    for bits in sequences(control, 10):
        blocks = [bits[at : at + 64].replace(b"\1", b"\0", 1) for at in range(0, BITS, 64)]
        spoilt.append(sp80022suite.frequency(b"".join(blocks)))
    print("  " + " ".join(f"{value:.6f}" for value in spoilt))
    if sum(value < 0.01 for value in spoilt) < 9:
        failures.append("the control, which was not noticed")

    print(f"first look: {SEQUENCES} sequences of {BITS} bits")
    data = sequences(words, SEQUENCES)
    missed = [name for name, (test, _) in TESTS.items() if look(name, test, data)]
    if missed:
        print(f"second look: {', '.join(missed)}")
        data = sequences(second_look, SEQUENCES)
        failures += [name for name in missed if look(name, TESTS[name][0], data)]
    print(f"result: FAILURE: {', '.join(failures)}" if failures else "result: no failure")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main(*sys.argv[1:])
