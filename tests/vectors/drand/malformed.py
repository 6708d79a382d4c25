"""Prints `malformed.json`: bytes that are no signatures, made with integers alone: python3 malformed.py > malformed.json

Points are (x, y) over Fp2, numbers pairs (c0, c1) for c0 + c1 i with i^2 = -1; G1's have c1 = 0. The curve is
y^2 = x^3 + 4, for G2 y^2 = x^3 + 4(1 + i). Square roots by Euler's criterion and p = 3 mod 4; addition by chord and tangent.
"""

import json
from pathlib import Path

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001  # the subgroups' order
CURVES = {48: (4, 0), 96: (4, 4)}  # by the length of a point: what is added to x^3


def add(a, b):
    return (a[0] + b[0]) % P, (a[1] + b[1]) % P


def negative(a):
    return -a[0] % P, -a[1] % P


def times(a, b):
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def inverse(a):
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return a[0] * norm % P, -a[1] * norm % P


def root_in_fp(a):
    root = pow(a, (P + 1) // 4, P)
    return root if root * root % P == a % P else None


def root_in_fp2(a):
    """(x + yi)^2 = a, where x^2 is half of c0 + the norm's root or of c0 - it."""
    norm = root_in_fp(a[0] * a[0] + a[1] * a[1])
    if norm is None:
        return None
    for half in (a[0] + norm) * pow(2, -1, P) % P, (a[0] - norm) * pow(2, -1, P) % P:
        x = root_in_fp(half)
        if x is None:
            continue
        y = root_in_fp(-a[0]) if x == 0 else a[1] * pow(2 * x, -1, P) % P
        if y is not None and times((x, y), (x, y)) == (a[0] % P, a[1] % P):
            return x, y
    return None


def y_of(x, length):
    """One of the two y of a point with this x, or None if there is no such point."""
    square = add(times(times(x, x), x), CURVES[length])
    if length == 96:
        return root_in_fp2(square)
    y = root_in_fp(square[0])
    return None if y is None else (y, 0)


def plus(a, b):
    """The sum of two points; None is the one at infinity."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and a[1] == negative(b[1]):
        return None
    if a == b:
        slope = times(times((3, 0), times(a[0], a[0])), inverse(times((2, 0), a[1])))
    else:
        slope = times(add(b[1], negative(a[1])), inverse(add(b[0], negative(a[0]))))
    x = add(times(slope, slope), negative(add(a[0], b[0])))
    return x, add(times(slope, add(a[0], negative(x))), negative(a[1]))


def multiple(number, point):
    total = None
    for bit in bin(number)[2:]:
        total = plus(total, total)
        if bit == "1":
            total = plus(total, point)
    return total


def encode(x, length, flags=0x80):
    """Compressed: for G2 c1 comes first. 0x80 compressed, 0x40 infinity, 0x20 the larger y."""
    numbers = [x[1], x[0]] if length == 96 else [x[0]]
    encoded = bytearray(b"".join(number.to_bytes(48, "big") for number in numbers))
    assert encoded[0] < 0x20
    encoded[0] |= flags
    return bytes(encoded).hex()


def is_larger(y):
    """Whether y is the larger one of y and -y, by i's factor unless that is 0."""
    return (y[1] or y[0]) > P // 2


def numbers(length):
    """Candidates for an x: 1, 2, 3, .. and for G2 with an i."""
    return ((number, 1 if length == 96 else 0) for number in range(1, 1000))


def on_curve_outside_the_subgroup(length):
    for x in numbers(length):
        y = y_of(x, length)
        if y is not None and multiple(R, (x, y)) is not None:
            return x
    raise ValueError


def off_the_curve(length):
    return next(x for x in numbers(length) if y_of(x, length) is None)


def real(name):
    """A real round's signature, with which the arithmetic here is tested as well."""
    rounds = json.loads((Path(__file__).parent / "rounds.json").read_text())["rounds"]
    found = next(vector for vector in rounds if vector["chain"] == name and vector["round"] != 1)
    signature = bytes.fromhex(found["signature"])
    length = len(signature)
    plain = bytes([signature[0] & 0x1F]) + signature[1:]
    x = int.from_bytes(plain[-48:], "big"), int.from_bytes(plain[:-48], "big")
    y = y_of(x, length)
    assert y is not None and multiple(R, (x, y)) is None
    assert encode(x, length, signature[0] & 0xE0) == found["signature"]
    if is_larger(y) != bool(signature[0] & 0x20):
        y = negative(y)
    return found, (x, y), signature[0] & 0xE0


def vectors():
    for chain in ("quicknet", "default", "fastnet"):
        found, point, flags = real(chain)
        x = point[0]
        signature, previous = found["signature"], found.get("previous_signature")
        length = len(signature) // 2
        zeros = "00" * (length - 1)
        other = 144 - length

        def vector(fault, name, signature=signature, previous=previous):
            return {
                "id": f"{chain}/{name}",
                "chain": chain,
                "round": found["round"],
                "signature": signature,
                "previous_signature": previous,
                "fault": fault,
            }

        yield vector("length", "empty", "")
        yield vector("length", "one-byte-short", signature[:-2])
        yield vector("length", "one-byte-more", signature + "00")
        yield vector("length", "of-the-other-group", encode((1, 0), other))
        yield vector("not-compressed", "no-compression-bit", encode(x, length, flags & ~0x80))
        yield vector("not-compressed", "all-zero", "00" * length)
        yield vector("infinity", "infinity", "c0" + zeros)
        yield vector("infinity", "infinity-larger-y", "e0" + zeros)
        yield vector("infinity", "infinity-with-coordinate", encode(x, length, flags | 0x40))
        yield vector("coordinate", "x-is-p", encode((P, 0), length))
        yield vector("coordinate", "x-is-p-plus-1", encode((P + 1, 0), length))
        yield vector("coordinate", "x-is-2^381-1", encode((2**381 - 1, 0), length))
        if length == 96:
            yield vector("coordinate", "i-is-p", encode((x[0], P), length))
            yield vector("coordinate", "x-has-384-bits", encode((2**384 - 1, x[1]), length))
            # The signature's own point, spelled with x + p in place of x.
            yield vector("coordinate", "x-plus-p", encode((x[0] + P, x[1]), length, flags))
        yield vector("not-on-curve", "not-on-curve", encode(off_the_curve(length), length))
        outside = on_curve_outside_the_subgroup(length)
        yield vector("not-in-subgroup", "not-in-subgroup", encode(outside, length))
        yield vector("not-in-subgroup", "not-in-subgroup-larger-y", encode(outside, length, 0xA0))
        # A pairing can't tell these from the signature, but their hash is another.
        cofactor_point = multiple(R, (outside, y_of(outside, length)))
        for name, added in (("plus", cofactor_point), ("minus", (cofactor_point[0], negative(cofactor_point[1])))):
            x_of_sum, y_of_sum = plus(point, added)
            encoded = encode(x_of_sum, length, 0xA0 if is_larger(y_of_sum) else 0x80)
            yield vector("not-in-subgroup", f"signature-{name}-cofactor-point", encoded)
        yield vector("other-round", "other-y", encode(x, length, flags ^ 0x20))
        if previous is None:
            yield vector("previous-given", "previous-given", previous=signature)
            yield vector("previous-given", "empty-previous-given", previous="")
        else:
            yield vector("previous-missing", "previous-missing", previous=None)
            yield vector("previous-length", "previous-empty", previous="")
            yield vector("previous-length", "previous-of-32-bytes", previous="00" * 32)
            yield vector("other-round", "previous-made-up", previous="00" * 96)


def main():
    found = list(vectors())
    about = (
        "Bytes that are not the signature of the round, each with the fault that decides. Made by malformed.py with integers "
        "alone. previous_signature null: none is given."
    )
    lines = ",\n".join(json.dumps(vector) for vector in found)
    print(f'{{"about": {json.dumps(about)},\n"count": {len(found)},\n"vectors": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
