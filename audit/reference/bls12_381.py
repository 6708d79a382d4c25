"""BLS12-381 for checking signatures: fields, curves, hash to curve (RFC 9380), points as bytes, pairing.

Plain integers and the definitions, no shortcuts that would have to be believed: about 0.2 s for a signature.
Nothing here is secret, so nothing is done in constant time. What can be derived is derived:

    z                the curve's parameter gives the prime p, the groups' order r and the cofactors
    E1: y^2 = x^3 + 4           over Fp; G1 is its subgroup of order r
    E2: y^2 = x^3 + 4(1 + i)    over Fp2 = Fp[i]/(i^2 + 1); G2 is its subgroup of order r
    Fp12 = Fp2[w]/(w^6 - (1 + i))

A point is (x, y), or None for the point at infinity.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Optional, Tuple

Z = -0xD201000000010000
R = Z**4 - Z**2 + 1
P = (Z - 1) ** 2 * R // 3 + Z

Field = Any  # Fp or Fp2, which have the same operations
Point = Optional[Tuple[Field, Field]]


class Fp:
    """An integer modulo p."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n % P

    def __add__(self, other: Fp) -> Fp:
        return Fp(self.n + other.n)

    def __sub__(self, other: Fp) -> Fp:
        return Fp(self.n - other.n)

    def __neg__(self) -> Fp:
        return Fp(-self.n)

    def __mul__(self, other: Fp) -> Fp:
        return Fp(self.n * other.n)

    def __rmul__(self, factor: int) -> Fp:
        return Fp(factor * self.n)

    def __truediv__(self, other: Fp) -> Fp:
        return Fp(self.n * pow(other.n, -1, P))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fp) and self.n == other.n

    def __bool__(self) -> bool:
        return self.n != 0

    def square_root(self) -> Optional[Fp]:
        """One of the two, or None. As p = 3 modulo 4, a power finds it."""
        root = Fp(pow(self.n, (P + 1) // 4, P))
        return root if root * root == self else None

    def is_odd(self) -> bool:
        """`sgn0` of RFC 9380, 4.1."""
        return self.n % 2 == 1

    def is_larger(self) -> bool:
        """Whether it is larger than its negative: the sign bit of a compressed point."""
        return self.n > (P - 1) // 2


class Fp2:
    """a + b i, with i^2 = -1."""

    __slots__ = ("a", "b")

    def __init__(self, a: int, b: int = 0) -> None:
        self.a = a % P
        self.b = b % P

    def __add__(self, other: Fp2) -> Fp2:
        return Fp2(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Fp2) -> Fp2:
        return Fp2(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Fp2:
        return Fp2(-self.a, -self.b)

    def __mul__(self, other: Fp2) -> Fp2:
        return Fp2(self.a * other.a - self.b * other.b, self.a * other.b + self.b * other.a)

    def __rmul__(self, factor: int) -> Fp2:
        return Fp2(factor * self.a, factor * self.b)

    def __truediv__(self, other: Fp2) -> Fp2:
        inverse_norm = pow(other.a * other.a + other.b * other.b, -1, P)
        return self * Fp2(other.a * inverse_norm, -other.b * inverse_norm)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fp2) and (self.a, self.b) == (other.a, other.b)

    def __bool__(self) -> bool:
        return (self.a, self.b) != (0, 0)

    def square_root(self) -> Optional[Fp2]:
        """One of the two, or None. (c + d i)^2 = a + b i means c^2 + d^2 = the norm's root, so c^2 = (root + a) / 2."""
        norm_root = Fp(self.a * self.a + self.b * self.b).square_root()
        if norm_root is None:
            return None
        for root in (norm_root, -norm_root):
            c = ((root + Fp(self.a)) / Fp(2)).square_root()
            if c:
                found = Fp2(c.n, (Fp(self.b) / (2 * c)).n)
            elif c is not None:  # c = 0 is a root only of -d^2
                d = Fp(-self.a).square_root()
                found = Fp2(0, d.n) if d is not None else Fp2(0)
            else:
                continue
            if found * found == self:
                return found
        return None

    def is_odd(self) -> bool:
        return self.a % 2 == 1 or (self.a == 0 and self.b % 2 == 1)

    def is_larger(self) -> bool:
        return Fp(self.b).is_larger() if self.b else Fp(self.a).is_larger()


class Curve(NamedTuple):
    """y^2 = x^3 + a x + b."""

    a: Field
    b: Field

    def right_side(self, x: Field) -> Field:
        return (x * x + self.a) * x + self.b

    def add(self, p: Point, q: Point) -> Point:
        if p is None or q is None:
            return p or q
        if p[0] == q[0] and p[1] == -q[1]:
            return None
        slope = self.slope(p, q)
        x = slope * slope - p[0] - q[0]
        return x, slope * (p[0] - x) - p[1]

    def slope(self, p: Point, q: Point) -> Field:
        """Of the line through two points, or of the tangent if they are one."""
        assert p and q
        if p == q:
            return (3 * (p[0] * p[0]) + self.a) / (2 * p[1])
        return (q[1] - p[1]) / (q[0] - p[0])

    def multiply(self, factor: int, p: Point) -> Point:
        """By doubling and adding, from the highest bit."""
        product: Point = None
        for bit in bin(factor)[2:]:
            product = self.add(product, product)
            if bit == "1":
                product = self.add(product, p)
        return product


def negative(p: Point) -> Point:
    return (p[0], -p[1]) if p else None


@dataclass(frozen=True, eq=False)
class Group:
    """G1 or G2, with what hashing to it needs (RFC 9380, 8.8): a curve with a map to `curve`, from which points come."""

    curve: Curve
    field: Any
    parts: int  # integers modulo p in an element of the field
    generator: Point
    cofactor: int  # `h_eff`: brings any point of the curve into the group
    isogenous: Curve
    isogeny_scale: int
    swu_z: Field

    def has(self, p: Point) -> bool:
        return self.curve.multiply(R, p) is None


E1 = Curve(Fp(0), Fp(4))
E2 = Curve(Fp2(0), Fp2(4, 4))

G1 = Group(
    curve=E1,
    field=Fp,
    parts=1,
    generator=(
        Fp(0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB),
        Fp(0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1),
    ),
    cofactor=1 - Z,
    isogenous=Curve(
        Fp(0x00144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D),
        Fp(0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0),
    ),
    isogeny_scale=11,
    swu_z=Fp(11),
)

G2 = Group(
    curve=E2,
    field=Fp2,
    parts=2,
    generator=(
        Fp2(
            0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
            0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
        ),
        Fp2(
            0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
            0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
        ),
    ),
    cofactor=(Z**2 - 1) * (Z**8 - 4 * Z**7 + 5 * Z**6 - 4 * Z**4 + 6 * Z**3 - 4 * Z**2 - 4 * Z + 13) // 3,
    isogenous=Curve(Fp2(0, 240), Fp2(1012, 1012)),
    isogeny_scale=-3,
    swu_z=Fp2(-2, -1),
)


# --------------------------------------------------------------------------------------- points as bytes


class SignatureFault(Exception):
    """Bytes that are no signature: not a point of the group as they should be, or the point of something else."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(name, detail)
        self.name = name
        self.detail = detail


def check_length(group: Group, data: bytes) -> None:
    size = 48 * group.parts
    if len(data) != size:
        raise SignatureFault("length", f"it has {len(data)} bytes and not {size}")


def decode_point(group: Group, data: bytes) -> Point:
    """x in bytes, highest part first. Of its three free bits one says compressed, one infinity, one which y."""
    check_length(group, data)
    compressed, infinity, larger = (data[0] >> bit & 1 for bit in (7, 6, 5))
    if not compressed:
        raise SignatureFault("not-compressed", "its compression bit is not set")
    if infinity:
        raise SignatureFault("infinity", "it is the point at infinity")
    numbers = [int.from_bytes(data[at : at + 48], "big") for at in range(0, len(data), 48)]
    numbers[0] %= 2**381
    if max(numbers) >= P:
        raise SignatureFault("coordinate", "its x is not below p")
    x = group.field(*reversed(numbers))
    y = group.curve.right_side(x).square_root()
    if y is None:
        raise SignatureFault("not-on-curve", "it is not a point of the curve")
    point = (x, y if y.is_larger() == bool(larger) else -y)
    if not group.has(point):
        raise SignatureFault("not-in-subgroup", "it is a point outside the subgroup of order r")
    return point


# ------------------------------------------------------------------------------- hash to curve (RFC 9380)


def hash_to_curve(group: Group, message: bytes, tag: bytes) -> Point:
    """`hash_to_curve` of section 3, the suites BLS12381G1_XMD:SHA-256_SSWU_RO_ and BLS12381G2_XMD:SHA-256_SSWU_RO_."""
    total: Point = None
    for u in hash_to_field(group, message, tag, 2):
        total = group.curve.add(total, isogeny(group, simplified_swu(group, u)))
    return group.curve.multiply(group.cofactor, total)


def hash_to_field(group: Group, message: bytes, tag: bytes, count: int) -> list[Field]:
    """Section 5.2: 64 bytes for each integer, so that reducing them modulo p favours none noticeably."""
    data = expand_message(message, tag, 64 * group.parts * count)
    numbers = [int.from_bytes(data[at : at + 64], "big") for at in range(0, len(data), 64)]
    return [group.field(*numbers[at : at + group.parts]) for at in range(0, len(numbers), group.parts)]


def expand_message(message: bytes, tag: bytes, length: int) -> bytes:
    """`expand_message_xmd` of section 5.3.1 with SHA-256."""
    tag += bytes([len(tag)])
    first = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + tag).digest()
    block = hashlib.sha256(first + b"\1" + tag).digest()
    blocks = block
    for i in range(2, -(-length // 32) + 1):
        mixed = bytes(x ^ y for x, y in zip(first, block))
        block = hashlib.sha256(mixed + bytes([i]) + tag).digest()
        blocks += block
    return blocks[:length]


def simplified_swu(group: Group, u: Field) -> Point:
    """Section 6.6.2: a point of the isogenous curve. One of two x has a y, and the sign of u chooses which."""
    curve, z = group.isogenous, group.swu_z
    zu2 = z * u * u
    bottom = zu2 * zu2 + zu2
    if bottom:
        x = -(curve.b / curve.a) * (bottom + group.field(1)) / bottom
    else:
        x = curve.b / (z * curve.a)
    y = curve.right_side(x).square_root()
    if y is None:
        x = zu2 * x
        y = curve.right_side(x).square_root()
    assert y is not None
    return x, y if y.is_odd() == u.is_odd() else -y


def isogeny(group: Group, p: Point) -> Point:
    """The map from the isogenous curve that RFC 9380 has as tables of coefficients (appendix E), by Velu's formulas.

    With d the degree, 11 or 3, they lead to y^2 = x^3 + b d^6, and (x / d^2, y / d^3) leads on to y^2 = x^3 + b.
    The RFC's map to G2 is the one with d = -3.
    """
    assert p
    x, slope = p[0], group.field(1)  # slope: the derivative of the new x
    for k in isogeny_kernel(group):
        if p[0] == k:
            return None
        t = 2 * (3 * (k * k) + group.isogenous.a)
        u = 4 * group.isogenous.right_side(k)
        v = group.field(1) / (p[0] - k)
        x += t * v + u * v * v
        slope -= t * v * v + 2 * u * v * v * v
    d = group.isogeny_scale
    return x / group.field(d**2), p[1] * slope / group.field(d**3)


@lru_cache(maxsize=None)
def isogeny_kernel(group: Group) -> list[Field]:
    """The x of the points that the isogeny takes to infinity, one of each pair p and -p."""
    if group is G2:
        return [Fp2(-6, 6)]
    # The points of order 11 that the isogenous curve has over Fp. Its order is that of E1, a multiple of 121.
    order = (Z - 1) ** 2 // 3 * R
    point, x = None, 0
    while point is None:
        x += 1
        y = group.isogenous.right_side(Fp(x)).square_root()
        point = group.isogenous.multiply(order // 11, (Fp(x), y)) if y else None
    multiples = [group.isogenous.multiply(factor, point) for factor in range(1, 6)]
    return [multiple[0] for multiple in multiples if multiple]


# ------------------------------------------------------------------------------------------------ pairing


class Fp12:
    """c[0] + c[1] w + .. + c[5] w^5, with w^6 = 1 + i."""

    __slots__ = ("c",)

    def __init__(self, c: list[Fp2]) -> None:
        self.c = c

    def __mul__(self, other: Fp12) -> Fp12:
        real, imaginary = [0] * 11, [0] * 11
        for i, x in enumerate(self.c):
            for j, y in enumerate(other.c):
                if y:
                    real[i + j] += x.a * y.a - x.b * y.b
                    imaginary[i + j] += x.a * y.b + x.b * y.a
        for i in range(5):  # w^(6 + i) = (1 + i) w^i
            real[i] += real[6 + i] - imaginary[6 + i]
            imaginary[i] += real[6 + i] + imaginary[6 + i]
        return Fp12([Fp2(real[i], imaginary[i]) for i in range(6)])

    def __pow__(self, exponent: int) -> Fp12:
        power = ONE
        for bit in bin(exponent)[2:]:
            power = power * power
            if bit == "1":
                power = power * self
        return power


ONE = Fp12([Fp2(1)] + [Fp2(0)] * 5)


def pairings_cancel(pairs: list[tuple[Point, Point]]) -> bool:
    """Whether the product of the pairings e(p, q), p in G1 and q in G2, is 1.

    e is the optimal ate pairing f^((p^12 - 1) / r), but for its sign: z is taken without its own. An element
    is 1 after raising to p^6 - 1 if and only if it lies in Fp6, that is, has no odd powers of w. So the rest
    of the exponent, (p^6 + 1) / r, is enough to see it.
    """
    product = miller_loop(pairs) ** ((P**6 + 1) // R)
    return not any(product.c[1::2])


def miller_loop(pairs: list[tuple[Point, Point]]) -> Fp12:
    """f of all pairs multiplied: along the multiples of q up to |z| q, the lines met, each taken at p."""
    pairs = [(p, q) for p, q in pairs if p and q]
    multiples = [q for _, q in pairs]
    f = ONE
    for bit in bin(-Z)[3:]:
        f = f * f
        for i, (p, q) in enumerate(pairs):
            f = f * line(multiples[i], multiples[i], p)
            multiples[i] = E2.add(multiples[i], multiples[i])
            if bit == "1":
                f = f * line(multiples[i], q, p)
                multiples[i] = E2.add(multiples[i], q)
    return f


def line(s: Point, t: Point, p: Point) -> Fp12:
    """The line through s and t of E2, moved to E1 over Fp12 by (x / w^2, y / w^3), at p.

    It is y - y_s / w^3 = slope / w (x - x_s / w^2). All is multiplied by w^3, which the final power takes to 1.
    """
    assert s and p
    slope = E2.slope(s, t)
    return Fp12([slope * s[0] - s[1], Fp2(0), -(p[0].n * slope), Fp2(p[1].n), Fp2(0), Fp2(0)])
