#!/usr/bin/env python3
"""The example draw of SPEC.md, made with the reference in audit/reference.

    make.py            write example.list, example.commit and example.reveal beside this script,
                       and print every value on the way
    make.py --check    write nothing; fail unless those files and SPEC.md hold exactly this

The seed is 00, 01, .., 3f so that the example can be repeated. A real one is secret and random.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "reference"))

from drawing import WORD, cut, draw_run  # noqa: E402
from encoding import enc, material, seed_commitment  # noqa: E402
from entries import EntryList, root, split  # noqa: E402
from files import Commit  # noqa: E402
from hash_drbg import Stream  # noqa: E402
from making import make_reveal  # noqa: E402

SEED = bytes(range(64))
LIST = EntryList(["Ash", "Birch", "Cedar", "Damson", "Épicéa"], weighted=False)
COMMIT = Commit(
    title="Tree of the year",
    organiser="Garden club",
    entries=5,
    root=root(LIST.leaves()),
    prizes=[(1, "Bench"), (2, "Bird box")],
    alternates=1,
    vacancy="next",
    seeds=[("organiser", seed_commitment("organiser", SEED))],
    created="2026-11-29T12:00:00Z",
    published="notice board of the garden club",
)
REVEAL = make_reveal(COMMIT, LIST, {"organiser": SEED})


def files() -> dict[str, bytes]:
    return {
        "example.list": LIST.canonical(),
        "example.commit": COMMIT.text().encode("utf-8"),
        "example.reveal": REVEAL.text().encode("utf-8"),
    }


def dump(data: bytes) -> list[str]:
    """Offset, 16 bytes in hex, and those that are printable ASCII."""
    lines = []
    for at in range(0, len(data), 16):
        part = data[at : at + 16]
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        lines.append(f"{at:04x}  {part.hex(' '):<47}  |{shown}|")
    return lines


def tree(leaves: list[bytes], first: int = 0) -> list[str]:
    """The nodes above the leaves, those below first."""
    if len(leaves) == 1:
        return []
    left = split(len(leaves))
    below = tree(leaves[:left], first) + tree(leaves[left:], first + left)
    return below + [f"node {first}..{first + len(leaves) - 1}   {root(leaves).hex()}"]


def values() -> dict[str, list[str]]:
    """The blocks of SPEC.md by name."""
    leaves = LIST.leaves()
    blocks = {name: dump(data) for name, data in files().items()}
    blocks["tree"] = [f"leaf {i}      {leaf.hex()}" for i, leaf in enumerate(leaves)] + tree(leaves)
    commitment = enc("fairdraw/v1/seed", b"organiser", SEED)
    blocks["seed commitment"] = dump(commitment) + [f"SHA-256     {COMMIT.seeds[0][1].hex()}"]
    blocks["commit id"] = [f"commit id   {COMMIT.id().hex()}"]
    draw_material = material(COMMIT.id(), b"", [SEED])
    blocks["material"] = dump(draw_material) + [f"SHA-256     {REVEAL.material.hex()}"]
    blocks["personalization"] = dump(enc("fairdraw/v1/stream", b"draw"))
    drbg = Stream(draw_material).drbg
    blocks["state"] = [
        line
        for name, state in (("V", drbg.v), ("C", drbg.c))
        for line in (f"{name}           {state[:32].hex()}", f"            {state[32:].hex()}")
    ]
    words = Stream(draw_material)
    blocks["words"] = [f"word {i}      {words.next_word():016x}" for i in range(4)]
    blocks["runs"] = runs(draw_material)
    blocks["swaps"] = swaps(draw_material)
    blocks["reveal id"] = [f"reveal id   {REVEAL.id().hex()}"]
    return blocks


def runs(draw_material: bytes) -> list[str]:
    lines = []
    words = Stream(draw_material)
    for run in cut(range(COMMIT.entries, 1, -1)):
        product = 1
        for bound in run:
            product *= bound
        threshold = WORD % product
        lines.append(f"run         bounds {', '.join(map(str, run))}; P = {product}; 2^64 mod P = {threshold}")
        rest = words.next_word()
        for bound in run:
            u, rest = divmod(rest * bound, WORD)
            lines.append(f"bound {bound}     u = {u}, rest {rest:016x}")
        lines.append(f"last rest   {rest} >= {threshold}: the word is taken")
        assert rest >= threshold, "no word of this example is refused"
    return lines


def swaps(draw_material: bytes) -> list[str]:
    order = list(range(COMMIT.entries))
    offsets = draw_run(next(cut(range(COMMIT.entries, 1, -1))), Stream(draw_material))
    lines = [f"start       {' '.join(map(str, order))}"]
    for i, u in enumerate(offsets):
        j = i + u
        order[i], order[j] = order[j], order[i]
        lines.append(f"i={i} j={i}+{u}={j}   {' '.join(map(str, order))}")
    assert order[: COMMIT.places] == [draw.position for draw in REVEAL.draws]
    return lines


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        wrong = [name for name, data in files().items() if (HERE / name).read_bytes() != data]
        specification = (HERE.parent / "SPEC.md").read_text(encoding="utf-8")
        wrong += [f"{name} in SPEC.md" for name, block in values().items() if "\n".join(block) not in specification]
        for name in wrong:
            print(f"make.py: error: {name} is not what the reference gives", file=sys.stderr)
        return 1 if wrong else 0
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    for name, data in files().items():
        (HERE / name).write_bytes(data)
    for name, block in values().items():
        print("\n".join([f"== {name}", *block, ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
