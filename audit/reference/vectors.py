"""The vectors in audit/vectors, made by the reference: one function per file.

Everything is computed here and nothing is read, so the files can be made again byte for byte.
"""

from __future__ import annotations

import json
from math import prod
from typing import Any, Callable

import accumulated_vectors
import draw_vectors
import edge_vectors
import exam_vectors
import family
import outcome_vectors
import sample_draw_vectors
import sample_vectors
import unlucky_vectors
from drawing import WORD, below, cut, draw_run, draw_runs, draw_tickets, shuffle_prefix
from encoding import enc, material, seed_commitment, sha256, u64be
from entries import EntryList, path, root, salt
from hash_drbg import ScriptedWords, Stream

Vector = dict[str, Any]

COMMIT_ID = sha256(b"fairdraw commit v1\n")
SEED = bytes(range(64))
OTHER_SEED = bytes(range(0x40, 0x80))
LIST_KEY = bytes(range(32))
PUBLIC_TEXT = b"04-11-17-23-38-41"
# quicknet round 123: its randomness is the SHA-256 of this signature.
DRAND_SIGNATURE = bytes.fromhex(
    "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"
)
MATERIALS = {
    "one-seed": material(COMMIT_ID, b"", [SEED]),
    "public": material(COMMIT_ID, PUBLIC_TEXT, []),
    "drand": material(COMMIT_ID, sha256(DRAND_SIGNATURE), []),
    "all": material(COMMIT_ID, bytes(range(0xA0, 0xC0)), [SEED, None, OTHER_SEED]),
}
THIRD = 6148914691236517206  # 2^64 / 3 rounded up: a third of the words is refused


def strings(numbers: list[int]) -> list[str]:
    return [str(number) for number in numbers]


def encode() -> tuple[str, list[Vector]]:
    cases: list[tuple[str, str, list[bytes]]] = [
        ("no-parts", "fairdraw/v1/test", []),
        ("one-empty-part", "fairdraw/v1/test", [b""]),
        ("two-empty-parts", "fairdraw/v1/test", [b"", b""]),
        ("empty-tag", "", []),
        ("empty-tag-one-part", "", [b"a"]),
        ("border-left", "fairdraw/v1/test", [b"ab", b"c"]),
        ("border-right", "fairdraw/v1/test", [b"a", b"bc"]),
        ("part-looks-like-a-length", "t", [u64be(1) + b"a", b""]),
        ("zero-bytes", "fairdraw/v1/test", [bytes(1), bytes(8)]),
        ("all-bytes", "fairdraw/v1/test", [bytes(range(256))]),
        ("length-over-one-byte", "fairdraw/v1/test", [bytes(256), b"x"]),
        ("length-over-two-bytes", "fairdraw/v1/test", [b"fairdraw" * 8193]),
        ("utf-8", "fairdraw/v1/test", ["Zoë 東京".encode("utf-8")]),
        ("sixteen-parts", "fairdraw/v1/test", [bytes([i]) * i for i in range(16)]),
    ]
    vectors = []
    for name, tag, parts in cases:
        encoded = enc(tag, *parts)
        vector: Vector = {"id": name, "tag": tag}
        if len(encoded) <= 1024:
            vector.update(parts=[part.hex() for part in parts], encoded=encoded.hex())
        else:
            vector.update(repeat={"text": "fairdraw", "times": 8193})
        vector.update(length=len(encoded), sha256=sha256(encoded).hex())
        vectors.append(vector)
    about = (
        "ENC and H of section 2. tag is ASCII; parts and encoded are hex; length is that of encoded and "
        "sha256 its hash, which is H(tag, parts). A vector with repeat, {text, times}, has "
        "one part: text written times times."
    )
    return about, vectors


def merkle() -> tuple[str, list[Vector]]:
    cases = [("names", ["alice", "bob", "carol", "dave", "erin"], [3, 1, 1, 4, 2])]
    for n in (1, 2, 3, 4, 5, 7, 8, 9, 20, 64, 65, 1000):
        cases.append((f"n{n}", [f"entry {i}" for i in range(n)], [1 + i * i % 97 for i in range(n)]))
    vectors = []
    for name, entries, tickets in cases:
        weighted = [f"{count}\t{entry}" for count, entry in zip(tickets, entries)]
        for mode, lines in (("public", entries), ("private", entries), ("weighted", weighted)):
            entry_list = EntryList.parse("".join(line + "\n" for line in lines).encode(), mode == "weighted")
            leaves = entry_list.leaves(LIST_KEY if mode == "private" else None)
            n = len(lines)
            paths = []
            for position in sorted({0, 1, n // 3, n // 2, n - 2, n - 1} & set(range(n))):
                proof: Vector = {"position": position}
                if mode == "private":
                    proof["salt"] = salt(LIST_KEY, position, lines[position]).hex()
                proof["leaf"] = leaves[position].hex()
                proof["path"] = [digest.hex() for digest in path(leaves, position)]
                paths.append(proof)
            vector: Vector = {"id": f"{name}-{mode}", "mode": mode, "n": n, "lines": lines}
            if mode == "private":
                vector["list_key"] = LIST_KEY.hex()
            if mode == "weighted":
                vector["tickets"] = str(sum(entry_list.tickets))
            vector.update(file_sha256=sha256(entry_list.canonical()).hex(), root=root(leaves).hex(), paths=paths)
            vectors.append(vector)
    about = (
        "Roots and paths of section 4. Line i (from 0) of n<n> is 'entry i', weighted with 1 + i*i mod 97 tickets; "
        "lines are given in full. file_sha256 is of the canonical file. A path runs from the leaf's sibling upwards. "
        "tickets, the sum, is a decimal string."
    )
    return about, vectors


def seed() -> tuple[str, list[Vector]]:
    seeds = [("counting", SEED), ("zero", bytes(64)), ("ones", b"\xff" * 64)]
    names = ["organiser", "a", "0", "bob", "holder-2", "a" + "-" * 30, "z" * 31]
    vectors = []
    for seed_id, value in seeds:
        for name in names:
            for rehearsal in (False, True):
                vectors.append(
                    {
                        "id": f"{seed_id}-{name[:12]}-{'rehearsal' if rehearsal else 'draw'}",
                        "name": name,
                        "seed": value.hex(),
                        "rehearsal": rehearsal,
                        "commitment": seed_commitment(name, value, rehearsal).hex(),
                    }
                )
    return "Seed commitments of section 7.1, in a draw and in a rehearsal.", vectors


def materials() -> tuple[str, list[Vector]]:
    third = bytes(range(0x80, 0xC0))
    beacons = {"none": b"", "drand": sha256(DRAND_SIGNATURE), "public": PUBLIC_TEXT, "shortest-public": b"7:-+"}
    seed_lists: dict[str, list[bytes | None]] = {
        "no-seed": [],
        "one": [SEED],
        "two": [SEED, OTHER_SEED],
        "two-swapped": [OTHER_SEED, SEED],
        "first-missing": [None, OTHER_SEED],
        "last-missing": [SEED, None],
        "all-missing": [None, None],
        "three": [SEED, OTHER_SEED, third],
        "middle-missing": [SEED, None, third],
        "sixteen": [bytes([i]) * 64 for i in range(16)],
    }
    vectors: list[Vector] = []
    for beacon_id, beacon in beacons.items():
        for seeds_id, seeds in seed_lists.items():
            if not beacon and seeds_id in ("no-seed", "all-missing"):
                continue  # no draw has such a material
            vector: Vector = {"id": f"{beacon_id}-{seeds_id}", "commit_id": COMMIT_ID.hex()}
            if beacon_id == "drand":
                vector["signature"] = DRAND_SIGNATURE.hex()
            elif beacon:
                vector["public"] = beacon.decode("ascii")
            vector.update(
                beacon=beacon.hex(),
                seeds=[value.hex() if value else None for value in seeds],
                material=material(COMMIT_ID, beacon, seeds).hex(),
                sha256=sha256(material(COMMIT_ID, beacon, seeds)).hex(),
            )
            vectors.append(vector)
    check = MATERIALS["all"]
    vectors.append(
        {
            "id": "beacon-two-seeds-one-missing",
            "commit_id": COMMIT_ID.hex(),
            "beacon": bytes(range(0xA0, 0xC0)).hex(),
            "seeds": [SEED.hex(), None, OTHER_SEED.hex()],
            "material": check.hex(),
            "sha256": sha256(check).hex(),
        }
    )
    about = (
        "The material of section 8.1. A missing seed is null. beacon is the part that enters: SHA-256 of signature "
        "(drand), the ASCII bytes of public, or empty; "
        "signature and public are left out where there is no beacon, and in the last vector, whose beacon is made up. "
        "sha256 is the material line of a reveal."
    )
    return about, vectors


def stream() -> tuple[str, list[Vector]]:
    cases: list[tuple[str, bytes, str, list[bytes]]] = [
        (f"draw-{name}", value, "draw", []) for name, value in MATERIALS.items()
    ]
    one = MATERIALS["one-seed"]
    cases += [
        ("other-purpose", one, "sample", []),
        ("empty-purpose", one, "", []),
        ("one-name", one, "sample", [b"stratum 1"]),
        ("two-names", one, "sample", [b"stratum", b"1"]),
        ("empty-name", one, "sample", [b""]),
        ("utf-8-name", one, "sample", ["Bezirk Süd".encode("utf-8")]),
        ("short-material", b"\x00", "draw", []),
        ("long-material", bytes(4096), "draw", []),
    ]
    vectors: list[Vector] = []
    for name, value, purpose, names in cases:
        words = Stream(value, purpose, names)
        v, c = words.drbg.v, words.drbg.c
        read = [words.next_word() for _ in range(1026)]
        vectors.append(
            {
                "id": name,
                "material": value.hex(),
                "purpose": purpose,
                "names": [part.decode("utf-8") for part in names],
                "v": v.hex(),
                "c": c.hex(),
                "words": {
                    "0": [f"{word:016x}" for word in read[:8]],
                    "510": [f"{word:016x}" for word in read[510:516]],
                    "1022": [f"{word:016x}" for word in read[1022:1026]],
                },
                "first_4096_bytes_sha256": sha256(b"".join(map(u64be, read[:512]))).hex(),
                "second_4096_bytes_sha256": sha256(b"".join(map(u64be, read[512:1024]))).hex(),
            }
        )
    about = (
        "The stream of section 8.2. v and c are the state after instantiation. words: from the word with that number "
        "on (the first word is 0; words 511 and 512 stand on both sides of the first request's end), each as 16 hex "
        "digits, which are the stream's own 8 bytes. purpose and names enter as UTF-8."
    )
    return about, vectors


def position_cases() -> list[tuple[str, int, int]]:
    small = (1, 2, 3, 4, 5, 18, 19, 20, 21, 37, 46, 52, 54, 55, 56, 84, 85, 86, 105)
    cases = []
    for n in small:
        ks = sorted({0, 1, min(10, n), n // 2, n - 1, n})
        cases += [(name, n, k) for name in MATERIALS for k in (ks if name == "one-seed" else [n])]
    cases += [("one-seed", 37, 12), ("public", 1000, 5)]
    # k before, at and after the ends of runs.
    cases += [("public", n, k) for n in (46, 52, 105) for k in range(7, 15)]
    for n in (1000, 4000, 10000, 2**15 - 1, 2**15, 2**15 + 1):
        cases += [("one-seed", n, k) for k in (1, 10, n - 1, n)] + [("all", n, 10)]
    large = [2**30 - 1, 2**30, 2**30 + 1, 10**9, 2**32 - 1, 2**32, 2**32 + 1, THIRD]
    large += [2**60 - 1, 2**60, 2**60 + 1, 2**63 - 1, 2**63]
    for n in large:
        cases += [("one-seed", n, k) for k in (0, 1, 4, 10, 100)] + [("all", n, 10), ("public", n, 10)]
    return cases


def positions() -> tuple[str, list[Vector]]:
    cases = [(f"{name}-{n}-{k}", MATERIALS[name], n, k) for name, n, k in position_cases()]
    for name, (n, k, refused) in unlucky_vectors.POSITIONS.items():
        value = unlucky_vectors.find(name, refused, lambda words: shuffle_prefix(n, k, words))
        cases.append((name, value, n, k))
    vectors: list[Vector] = []
    for name, value, n, k in cases:
        words = Stream(value)
        order = shuffle_prefix(n, k, words)
        vector: Vector = {"id": name, "material": value.hex(), "n": str(n), "k": k}
        if k <= 105:
            vector["positions"] = strings(order)
        vector.update(
            positions_sha256=sha256(b"".join(map(u64be, order))).hex(),
            words_read=words.read,
            words_refused=words.refused,
        )
        vectors.append(vector)
    about = (
        "The first k places of the shuffle of 0..n-1 (section 10) from the stream of purpose draw over the material. "
        "n and positions are decimal strings, since they pass 2^53; counts are numbers. positions_sha256 is over the "
        "positions as u64be; positions is left out for k > 105. words_read includes words_refused. The materials of "
        "unlucky-.. were found by search, so that words are refused in the first, an inner or the last run, several "
        "times, in a run not needed whole, and on both sides of the first request's end."
    )
    return about, vectors


def bounds_below() -> tuple[str, list[Vector]]:
    bounds = [1, 2, 3, 10, 2**32 - 1, 2**32, 2**32 + 1, 2**60, 2**60 + 1, 2**63 - 1, 2**63, 2**63 + 1]
    bounds += [THIRD - 1, THIRD, THIRD + 1, 2 * THIRD - 1, 2 * THIRD, 2**64 - 2, 2**64 - 1]
    vectors: list[Vector] = []
    for bound in bounds:
        words = Stream(MATERIALS["one-seed"])
        draws = []
        for _ in range(100 if bound == THIRD else 20):
            before = words.read
            draws.append((below(bound, words), words.read - before))
        vectors.append(
            {
                "id": f"below-{bound}",
                "material": MATERIALS["one-seed"].hex(),
                "bound": str(bound),
                "values": strings([value for value, _ in draws]),
                "words_each": [read for _, read in draws],
                "words_read": words.read,
            }
        )
    about = (
        "below(bound) called once per value on one stream of purpose draw over the material (section 9). bound and "
        "values are decimal strings. words_each: the words each call read; words_read: their sum."
    )
    return about, vectors


def words_with_rest(product: int, rest: int) -> list[int]:
    """Words whose last low half is rest, that is w * product = rest modulo 2^64: the least and the greatest."""
    shared = 1
    while product % (2 * shared) == 0:
        shared *= 2
    modulus = WORD // shared
    least = rest // shared * pow(product // shared, -1, modulus) % modulus
    return sorted({least, least + (shared - 1) * modulus})


def runs() -> tuple[str, list[Vector]]:
    lists = [[bound] for bound in (1, 2, 3, 5, 10, 2**32, 2**32 + 1, 2**60, 2**60 + 1, 2**63 - 1, 2**63, 2**63 + 1)]
    lists += [[bound] for bound in (THIRD - 1, THIRD, THIRD + 1, 2**64 - 2, 2**64 - 1)]
    lists += [[2, 2], [3, 2], [52, 51, 50, 49], [7, 1, 5], [1, 1, 1], [2**20, 2**20, 2**20], list(range(19, 1, -1))]
    vectors: list[Vector] = []

    def add(name: str, bounds: list[int], script: list[int]) -> None:
        words = ScriptedWords(script)
        values = draw_runs(bounds, words)
        assert words.read == len(script)
        vectors.append(
            {
                "id": name,
                "bounds": strings(bounds),
                "runs": [len(run) for run in cut(bounds)],
                "words": strings(script),
                "values": strings(values),
                "words_refused": words.refused,
            }
        )

    for bounds in lists:
        assert len(list(cut(bounds))) == 1
        name = "x".join(strings(bounds)) if len(bounds) < 5 else f"{bounds[0]}-down-to-{bounds[-1]}"
        product = prod(bounds)
        threshold = WORD % product
        step = product & -product  # rests are multiples of this power of two
        accepted = words_with_rest(product, threshold)[0]
        for word in words_with_rest(product, threshold):
            add(f"{name}/at-threshold-{word}", bounds, [word])
        add(f"{name}/greatest-word", bounds, [WORD - 1] if -product % WORD >= threshold else [WORD - 1, accepted])
        if step < WORD and threshold + step < WORD:
            add(f"{name}/threshold-plus", bounds, [words_with_rest(product, threshold + step)[0]])
        if threshold:
            refused = words_with_rest(product, threshold - step)
            add(f"{name}/zero-refused", bounds, [0, accepted])
            add(f"{name}/threshold-minus", bounds, [refused[0], accepted])
            add(f"{name}/refused-twice", bounds, [refused[-1], 0, accepted])
            add(f"{name}/refused-seven-times", bounds, [refused[0], 0] * 3 + [refused[-1], accepted])
        else:
            add(f"{name}/zero-accepted", bounds, [0])

    # All outcomes of two bounds: the first and the last accepted word of each.
    for bounds in ([3, 2], [5, 3], [4, 2]):
        product = prod(bounds)
        for outcome in range(product):
            first = -(-outcome * WORD // product)
            last = -(-(outcome + 1) * WORD // product) - 1
            for end, word, step in (("first", first, 1), ("last", last, -1)):
                while word * product % WORD < WORD % product:
                    word += step
                add(f"{bounds[0]}x{bounds[1]}/outcome-{outcome}-{end}", bounds, [word])

    # Lists of several runs; a refused word is read again within its own run.
    long_lists = {
        "exactly-2^60": [2**30, 2**30],
        "2^60-then-1": [2**60, 1],
        "just-over-2^60": [2**30, 2**30 + 1],
        "over-alone": [2**60 + 1, 1, 2],
        "one-over-each": [2**63, 2**64 - 1, 3],
        "52-down": list(range(52, 1, -1)),
        "105-down": list(range(105, 1, -1)),
        "n-2^30+1": list(range(2**30 + 1, 2**30 - 4, -1)),
        "mixed": [2**59, 2, 2, 1, 2**40, 2**20, 2**20 + 1, 7],
    }
    for name, bounds in long_lists.items():
        for way in ("plain", "each-refused-once"):
            words = Stream(MATERIALS["all"], "runs", [name.encode("ascii")])
            script: list[int] = []
            for run in cut(bounds):
                product = prod(run)
                if way != "plain" and WORD % product:
                    script.append(words_with_rest(product, WORD % product - (product & -product))[0])
                word = words.next_word()
                while word * product % WORD < WORD % product:
                    word = words.next_word()
                script.append(word)
            add(f"{name}/{way}", bounds, script)
    about = (
        "Scripted words (section 9). bounds are cut from the left into runs; runs gives the length of each. The words "
        "are all read, in order, and give values; a word is refused when its last low half is below 2^64 mod P. "
        "bounds, words and values are decimal strings. A list with one bound is below(bound)."
    )
    return about, vectors


def tickets() -> tuple[str, list[Vector]]:
    cases = [
        ("names", [3, 1, 1, 4, 2]),
        ("single-one", [1]),
        ("single-many", [7]),
        ("equal", [1] * 12),
        ("one-heavy", [1, 1, 4294967295, 1]),
        ("largest-in-a-file", [4294967295] * 8),
        ("squares", [1 + i * i % 97 for i in range(40)]),
        ("sum-2^63-2", [2**62, 2**62 - 2]),
        ("sum-2^63-1", [2**62, 2**62 - 1]),
        ("sum-2^63-1-uneven", [1, 2**63 - 3, 1]),
        ("single-2^63-1", [2**63 - 1]),
        ("sum-third", [THIRD - 5, 2, 3]),
        ("powers", [2**i for i in range(63)]),
    ]
    vectors: list[Vector] = []

    def add(name: str, value: bytes, counts: list[int], wins: str, count: int) -> None:
        words = Stream(value)
        drawn = draw_tickets(counts, count, wins, words)
        vectors.append(
            {
                "id": name,
                "material": value.hex(),
                "tickets": strings(counts),
                "wins": wins,
                "count": count,
                "positions": drawn,
                "words_read": words.read,
                "words_refused": words.refused,
            }
        )

    for name, counts in cases:
        for wins in ("once", "per-ticket"):
            most = len(counts) if wins == "once" else min(sum(counts), 40)
            for material_id in ("one-seed", "all"):
                for count in sorted({0, 1, most}):
                    add(f"{name}-{wins}-{material_id}-{count}", MATERIALS[material_id], counts, wins, count)
    for name, (counts, wins, count, refused) in unlucky_vectors.TICKETS.items():
        value = unlucky_vectors.find(name, refused, lambda words: draw_tickets(counts, count, wins, words))
        add(name, value, counts, wins, count)
    about = (
        "Draws by tickets (section 11) from the stream of purpose draw over the material. tickets are decimal strings; "
        "positions are numbers. Some entries have more tickets than the 2^32-1 a list file allows, because only so a "
        "short list has a sum near 2^63. The materials of unlucky-.. were found by search, so that words are refused."
    )
    return about, vectors


FILES: dict[str, Callable[[], tuple[str, list[Vector]]]] = {
    "accumulated": accumulated_vectors.accumulated,
    "below": bounds_below,
    "encode": encode,
    "exam": exam_vectors.exam,
    "family": family.family,
    "files": draw_vectors.whole_draws,
    "material": materials,
    "merkle": merkle,
    "outcome": outcome_vectors.outcomes,
    "positions": positions,
    "runs": runs,
    "sample": sample_vectors.samples,
    "sample-files": sample_draw_vectors.sample_files,
    "seed": seed,
    "sizes": edge_vectors.sizes,
    "stream": stream,
    "tampered": lambda: draw_vectors.tampered(
        lambda bases: edge_vectors.edges(bases) + outcome_vectors.afterwards(bases)
    ),
    "tickets": tickets,
}


def render(name: str) -> str:
    about, vectors = FILES[name]()
    ids = [vector["id"] for vector in vectors]
    assert len(set(ids)) == len(ids), [one for one in ids if ids.count(one) > 1]
    lines = ",\n".join(json.dumps(vector) for vector in vectors)
    head = f'"about": {json.dumps(about)},\n"spec": "1.1.0",\n"count": {len(vectors)},\n'
    return "{\n" + head + '"vectors": [\n' + lines + "\n]\n}\n"
