"""The vectors exam.json: what the exam finds in observations that a few lines of any language can make again."""

from __future__ import annotations

from bisect import bisect
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import accumulate
from typing import Any, Callable, Iterator, Optional, Sequence

from encoding import sha256
from exam import Done, Exam, NotApplicable, Outcome, Shape, first_by_tickets, look, visible, visible_of_shape
from exam_laws import WIDE, decimal
from exam_numbers import Numbers

Vector = dict[str, Any]
MASK = 2**64 - 1


class SplitMix:
    """Words by G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, 2014, figure 17."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """Uniform enough for this purpose: no word is refused."""
        return self.word() * bound >> 64


# Observations of orders: the first k places


def shuffled(n: int, k: int, words: SplitMix, first: int = 0) -> list[int]:
    order = list(range(n))
    for i in range(first, min(k, n - 1)):
        j = i + words.below(n - i)
        order[i], order[j] = order[j], order[i]
    return order[:k]


def durstenfeld(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    words = SplitMix(seed)
    for _ in range(count):
        yield shuffled(n, k, words)


def first_stays(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    words = SplitMix(seed)
    for _ in range(count):
        yield shuffled(n, k, words, 1)


def period_100(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    for t in range(count):
        if t % 100 == 0:
            words = SplitMix(seed)
        yield shuffled(n, k, words)


def naive(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    words = SplitMix(seed)
    for _ in range(count):
        order = list(range(n))
        for i in range(n):
            j = words.below(n)
            order[i], order[j] = order[j], order[i]
        yield order[:k]


def sattolo(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    words = SplitMix(seed)
    for _ in range(count):
        order = list(range(n))
        for i in range(n - 1):
            j = i + 1 + words.below(n - 1 - i)
            order[i], order[j] = order[j], order[i]
        yield order[:k]


def one_swap(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    words = SplitMix(seed)
    order = list(range(n))
    for _ in range(count):
        i = words.below(n)
        j = words.below(n)
        order[i], order[j] = order[j], order[i]
        yield order[:k]


def cut(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    words = SplitMix(seed)
    for _ in range(count):
        first = words.below(n)
        yield [(first + p) % n for p in range(k)]


def unshuffled(n: int, k: int, count: int, seed: int) -> Iterator[list[int]]:
    for _ in range(count):
        yield list(range(k))


ORDER_RULES: dict[str, Callable[[int, int, int, int], Iterator[list[int]]]] = {
    "durstenfeld": durstenfeld,
    "first-stays": first_stays,
    "period-100": period_100,
    "naive": naive,
    "sattolo": sattolo,
    "one-swap": one_swap,
    "cut": cut,
    "unshuffled": unshuffled,
}


# Observations of numbers, the lowest taken away


def uniform(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for _ in range(count):
        yield words.below(m)


def byte_modulo(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for _ in range(count):
        yield (words.word() >> 56) % m


def period_1000(m: int, count: int, words: SplitMix) -> Iterator[int]:
    seed = words.state
    for t in range(count):
        if t % 1000 == 0:
            words.state = seed
        yield words.below(m)


def no_repeat(m: int, count: int, words: SplitMix) -> Iterator[int]:
    last = words.below(m)
    for t in range(count):
        if t > 0:
            v = words.below(m - 1)
            last = v + (v >= last)
        yield last


def alternating(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for t in range(count):
        yield 2 * words.below(m // 2) + t % 2


def rounding(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for _ in range(count):
        yield words.word() * (m - 1) + 2**63 >> 64


def sticky(m: int, count: int, words: SplitMix) -> Iterator[int]:
    last = 0
    for t in range(count):
        if words.below(8) > 0 or t == 0:
            last = words.below(m)
        yield last


def rising(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for t in range(count):
        yield words.below(m) * (count + t) // (2 * count)


def counter(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for t in range(count):
        yield t % m


def highest(m: int, count: int, words: SplitMix) -> Iterator[int]:
    for _ in range(count):
        yield m - 1


NUMBER_RULES: dict[str, Callable[[int, int, SplitMix], Iterator[int]]] = {
    "uniform": uniform,
    "byte-modulo": byte_modulo,
    "period-1000": period_1000,
    "no-repeat": no_repeat,
    "alternating": alternating,
    "rounding": rounding,
    "sticky": sticky,
    "rising": rising,
    "counter": counter,
    "highest": highest,
}


# How results are written


def digits(value: Decimal) -> str:
    return "0" if value == 0 else f"{value:.14e}"


def written(outcome: Outcome) -> Vector:
    if isinstance(outcome, NotApplicable):
        return {"why": outcome.why, **({"needed": outcome.needed} if outcome.needed else {})}
    vector: Vector = {"law": outcome.law.removesuffix("-above").removesuffix("-two-sided"), "statistic": digits(outcome.statistic())}
    if outcome.df:
        vector["df"] = outcome.df
    if vector["law"] == "poisson":
        vector["mean"] = digits(outcome.mean)
    p = outcome.p()
    with localcontext(WIDE):
        return {**vector, **({"p": digits(p)} if p > Decimal("1e-300") else {"log10_p": digits(p.log10())})}


# Cases


def order(n: int) -> Shape:
    return Shape("order", n, n)


def sample(n: int, k: int) -> Shape:
    return Shape("ordered-sample", n, k)


def lottery(n: int, k: int) -> Shape:
    return Shape("set", n, k)


def seed_of(name: str) -> int:
    """A seed of each case's own."""
    return int.from_bytes(sha256(name.encode("ascii"))[:8], "big")


def of_list(shape: Shape, rule: str, count: int, only: Optional[Sequence[str]] = None) -> Vector:
    drawn = {"n": shape.n} if shape.kind == "order" else {"n": shape.n, "k": shape.k}
    name = "-".join(map(str, [shape.kind, *drawn.values(), rule, count]))
    observations = list(ORDER_RULES[rule](shape.n, shape.k, count, seed_of(name)))
    found = Exam(shape, observations).results(only)
    seen = visible_of_shape(shape, found, count) if only is None else {}
    return case(name, {"kind": shape.kind, **drawn}, rule, count, found, only is None, seen)


def of_numbers(low: int, high: int, rule: str, count: int, only: Optional[Sequence[str]] = None) -> Vector:
    name = f"numbers-{low}-{high}-{rule}-{count}"
    m = high - low + 1
    exam = Numbers(m, list(NUMBER_RULES[rule](m, count, SplitMix(seed_of(name)))))
    found = exam.results(only)
    frequency = found.get("frequency")
    seen = {}
    if only is None and isinstance(frequency, Done):
        tests = sum(isinstance(one, Done) for one in found.values())
        seen["frequency"] = visible(frequency.df, tests, count, min(exam.shares(frequency.df + 1)))
    return case(name, {"kind": "numbers", "low": str(low), "high": str(high)}, rule, count, found, only is None, seen)


def of_tickets(name: str, tickets: list[int], rule: str, count: int) -> Vector:
    name = f"tickets-{name}-{rule}-{count}"
    words = SplitMix(seed_of(name))
    ends = list(accumulate(tickets))
    by_ticket = rule == "by-ticket"
    first = [bisect(ends, words.below(ends[-1])) if by_ticket else words.below(len(ends)) for _ in range(count)]
    found = {"first-place": first_by_tickets(tickets, first)}
    return case(name, {"kind": "tickets", "tickets": tickets}, rule, count, found, True, {})


def case(
    name: str, shape: Vector, rule: str, count: int, found: dict[str, Outcome], complete: bool, seen: dict[str, Decimal]
) -> Vector:
    observations = {"rule": rule, "seed": str(seed_of(name)), "count": count}
    tests = {test: written(outcome) for test, outcome in found.items()}
    for test, bias in seen.items():
        tests[test]["visible"] = digits(bias)
    return {"id": name, **shape, "observations": observations, "complete": complete, "tests": tests}


def at_the_limits(empty: dict[str, Outcome], make: Callable[[int, Sequence[str]], Vector]) -> Iterator[Vector]:
    """One observation fewer than each test needs, and as many."""
    needed: dict[int, list[str]] = {}
    for test, outcome in empty.items():
        if isinstance(outcome, NotApplicable) and 1 < outcome.needed <= MOST_AT_LIMITS:
            needed.setdefault(outcome.needed, []).append(test)
    counts: dict[int, list[str]] = {}
    for count, tests in needed.items():
        for near in (count - 1, count):
            counts.setdefault(near, []).extend(tests)
    for count, tests in sorted(counts.items()):
        vector = make(count, tests)
        yield {**vector, "id": f"limit-{vector['id']}"}


# Orders by (n, rule, counts).
ORDERS: list[tuple[int, str, list[int]]] = [
    (2, "durstenfeld", [0, 1, 9, 10, 1000]),
    (2, "one-swap", [1000]),
    (2, "unshuffled", [1000]),
    (3, "durstenfeld", [0, 1, 2, 200, 6000]),
    (3, "naive", [6000]),
    (4, "durstenfeld", [1000]),
    (4, "naive", [5000]),
    (4, "sattolo", [1000]),
    (5, "durstenfeld", [100, 3000]),
    (5, "naive", [3000]),
    (5, "cut", [700]),
    (7, "durstenfeld", [25_200]),
    (7, "naive", [25_200]),
    (7, "unshuffled", [25_200]),
    (8, "durstenfeld", [0, 1, 630, 631, 2000, 10_000]),
    (8, "sattolo", [5000]),
    (8, "period-100", [3000]),
    (10, "durstenfeld", [20, 5000]),
    (10, "first-stays", [2000]),
    (10, "one-swap", [2000]),
    (52, "durstenfeld", [1, 2000, 13_300]),
    (52, "naive", [2000]),
    (52, "sattolo", [2000]),
    (52, "one-swap", [2000]),
    (52, "cut", [2000]),
    (52, "period-100", [2000]),
    (52, "unshuffled", [2000]),
    (64, "durstenfeld", [400]),
    (65, "durstenfeld", [400]),
    (256, "durstenfeld", [1, 1280]),
    (257, "durstenfeld", [1, 1285]),
    (300, "durstenfeld", [1, 1500]),
    (300, "naive", [1500]),
    (1024, "durstenfeld", [330]),
    (1025, "durstenfeld", [2]),
]
SAMPLES: list[tuple[Shape, str, list[int]]] = [
    (sample(2, 1), "durstenfeld", [0, 1, 1000]),
    (sample(3, 1), "durstenfeld", [100]),
    (sample(3, 2), "durstenfeld", [100]),
    (sample(4, 3), "durstenfeld", [500]),
    (sample(10, 3), "durstenfeld", [0, 1, 1000, 6000]),
    (sample(10, 3), "naive", [6000]),
    (sample(10, 3), "cut", [6000]),
    (sample(10, 3), "unshuffled", [4000]),
    (sample(10, 4), "durstenfeld", [25_200]),
    (sample(8, 5), "durstenfeld", [105, 106, 2500, 50_000]),
    (sample(52, 5), "durstenfeld", [500, 13_260]),
    (sample(52, 5), "one-swap", [3000]),
    (sample(52, 5), "first-stays", [3000]),
    (sample(300, 4), "durstenfeld", [1500]),
    (sample(300, 4), "period-100", [1500]),
    (sample(300, 290), "durstenfeld", [1500]),
    (lottery(2, 1), "durstenfeld", [1000]),
    (lottery(3, 1), "durstenfeld", [100]),
    (lottery(4, 2), "durstenfeld", [100]),
    (lottery(4, 3), "durstenfeld", [100]),
    (lottery(6, 3), "durstenfeld", [0, 1, 1000]),
    (lottery(6, 3), "naive", [1000]),
    (lottery(6, 3), "sattolo", [1000]),
    (lottery(20, 4), "durstenfeld", [24_225]),
    (lottery(21, 4), "durstenfeld", [3000]),
    (lottery(49, 6), "durstenfeld", [1, 3000]),
    (lottery(49, 6), "naive", [3000]),
    (lottery(49, 6), "cut", [3000]),
    (lottery(49, 6), "one-swap", [3000]),
    (lottery(49, 6), "unshuffled", [3000]),
    (lottery(256, 3), "durstenfeld", [1000]),
    (lottery(257, 3), "durstenfeld", [1000]),
    (lottery(300, 10), "durstenfeld", [1, 3000]),
    (lottery(300, 10), "period-100", [3000]),
    (lottery(300, 299), "durstenfeld", [1501]),
]
# Numbers by (low, high, rule, counts).
NUMBERS: list[tuple[int, int, str, list[int]]] = [
    (0, 1, "uniform", [0, 1, 2, 100, 5000]),
    (0, 1, "no-repeat", [1000]),
    (0, 1, "sticky", [1000]),
    (0, 2, "uniform", [3000]),
    (1, 6, "uniform", [100, 10_000]),
    (1, 6, "byte-modulo", [60_000]),
    (1, 6, "no-repeat", [3000]),
    (1, 6, "rounding", [3000]),
    (1, 6, "highest", [2000]),
    (0, 9, "uniform", [5000]),
    (0, 9, "sticky", [5000]),
    (0, 9, "counter", [5000]),
    (-5, 5, "uniform", [1000, 20_000]),
    (-5, 5, "alternating", [2000]),
    (-5, 5, "rising", [2000]),
    (0, 36, "uniform", [4000]),
    (0, 36, "rounding", [4000]),
    (0, 999, "uniform", [6000]),
    (0, 999, "period-1000", [6000]),
    (0, 1023, "uniform", [100]),
    (0, 1024, "uniform", [6000]),
    (-32_768, 32_767, "uniform", [2000]),
    (-32_768, 32_768, "uniform", [1024, 1025, 6000]),
    (0, 99_999, "uniform", [1, 2, 1562, 1563, 20_000]),
    (0, 99_999, "period-1000", [10_000]),
    (0, 99_999, "rounding", [6000]),
    (0, 199_999, "uniform", [2**20 + 1000]),
    (0, 2**64 - 1, "uniform", [1, 2, 10_000]),
    (0, 2**64 - 1, "rising", [6000]),
    (0, 2**64 - 1, "alternating", [6000]),
    (0, 2**64 - 1, "highest", [6000]),
    (-(2**63), 2**63 - 1, "counter", [6000]),
]
# Draws by tickets by (name, tickets, rule, counts).
TICKETS: list[tuple[str, list[int], str, list[int]]] = [
    ("two", [5, 8], "by-ticket", [0, 12, 13, 1000]),
    ("digits", [3, 1, 4, 1, 5, 9, 2, 6], "by-ticket", [11, 12, 40, 3000]),
    ("digits", [3, 1, 4, 1, 5, 9, 2, 6], "by-entry", [3000]),
    ("one", [9], "by-ticket", [100]),
    ("many", [1 + i * i % 97 for i in range(200)], "by-ticket", [500, 20_000]),
    ("large", [2**32 - 1, 1, 2**31, 2**31], "by-ticket", [1000]),
]
LIMITS = [order(n) for n in (2, 3, 4, 5, 7, 8, 10, 52, 64, 65, 300)]
LIMITS += [sample(10, 3), sample(52, 5), sample(300, 4), lottery(6, 3), lottery(49, 6), lottery(300, 10), lottery(300, 299)]
NUMBER_LIMITS = [(0, 1), (1, 3), (1, 6), (0, 9), (-5, 5), (0, 36), (0, 999), (0, 1024), (0, 99_999), (0, 2**64 - 1)]
MOST_AT_LIMITS = 21_000

# Looks by (level, p-values of the first, or only, look; of the second).
P = dict[str, Optional[str]]
LOOKS: dict[str, tuple[str, P, Optional[P]]] = {
    "nothing-applicable": ("0.01", {"parity": None, "trend": None}, {}),
    "one-test-not-rejected": ("0.01", {"parity": "0.1001"}, {}),
    "one-test-rejected-twice": ("0.01", {"parity": "0.0999"}, {"parity": "0.0999"}),
    "one-test-not-rejected-again": ("0.01", {"parity": "0.0999"}, {"parity": "0.1001"}),
    "no-test-rejected": ("0.01", {"trend": "0.9", "parity": "0.026", "cycles": "0.5", "overlap": "0.3"}, {}),
    # 4 times 0.024, 3 times 0.03, 2 times 0.2.
    "two-rejected": (
        "0.01",
        {"trend": "0.9", "parity": "0.024", "cycles": "0.2", "overlap": "0.03", "repeats": None},
        {"parity": "0.06", "overlap": "0.049"},
    ),
    # The third's own product is below the second's: its adjusted p-value is the second's.
    "adjusted-values-rise": ("0.01", {"trend": "0.05", "parity": "0.07", "cycles": "0.1", "overlap": "0.01"}, {"overlap": "0.3"}),
    "equal-values": ("0.01", {"trend": "0.04", "parity": "0.04", "cycles": "0.04"}, {}),
    "at-most-one": ("0.01", {"trend": "0.7", "parity": "0.8", "cycles": "1"}, {}),
    "tiny": ("0.0001", {"orders": "1e-250", "parity": "0.004"}, {"orders": "3e-200", "parity": "0.004"}),
    "only-look-rejects": ("0.01", {"trend": "0.9", "parity": "0.0049"}, None),
    "only-look-does-not": ("0.01", {"trend": "0.9", "parity": "0.0051"}, None),
}


def looks() -> Iterator[Vector]:
    for name, (level, first, second) in LOOKS.items():
        with localcontext(WIDE):
            each = Fraction(level) if second is None else Fraction(Decimal(level).sqrt())
        vector: Vector = {"id": f"looks-{name}", "kind": "looks", "level": level}
        tests: Sequence[str] = []
        for given in (first, second):
            if given is None:
                break
            assert given is first or set(given) == set(tests), name
            adjusted, rejected = look({test: Fraction(p) if p else None for test, p in given.items()}, each)
            tests = rejected
            kept = {test: digits(decimal(p)) for test, p in adjusted.items()}
            vector.setdefault("looks", []).append({"p": given, "adjusted": kept, "rejected": rejected})
            if not rejected:
                break
        yield {**vector, "alone": second is None, "fault_found": tests}


# Observations that end the exam.
FAULTS: list[tuple[Shape, list[int], str]] = [
    (order(3), [0, 1], "length"),
    (order(3), [0, 1, 2, 0], "length"),
    (order(3), [], "length"),
    (order(3), [0, 1, 3], "unknown"),
    (order(3), [2**32 - 1, 1, 0], "unknown"),
    (order(3), [0, 1, 0], "twice"),
    (order(300), [*range(299), 0], "twice"),
    (sample(10, 3), [0, 1, 2, 3], "length"),
    (sample(10, 3), [9, 10, 8], "unknown"),
    (sample(10, 3), [9, 8, 9], "twice"),
    (lottery(49, 6), [1, 2, 3, 4, 5], "length"),
    (lottery(49, 6), [1, 2, 3, 4, 5, 49], "unknown"),
    (lottery(49, 6), [48, 2, 3, 4, 5, 48], "twice"),
]
NUMBER_FAULTS = [(1, 6, 0), (1, 6, 7), (-5, 5, -6), (-5, 5, 6), (0, 2**64 - 1, -1), (0, 2**64 - 1, 2**64)]


def faults() -> Iterator[Vector]:
    for i, (shape, observation, fault) in enumerate(FAULTS):
        drawn = {"n": shape.n} if shape.kind == "order" else {"n": shape.n, "k": shape.k}
        of = {"kind": shape.kind, **drawn}
        yield {"id": f"fault-{i}-{fault}", "kind": "fault", "of": of, "observation": observation, "fault": fault}
    for i, (low, high, value) in enumerate(NUMBER_FAULTS):
        of = {"kind": "numbers", "low": str(low), "high": str(high)}
        yield {"id": f"fault-number-{i}", "kind": "fault", "of": of, "observation": [str(value)], "fault": "unknown"}


def exam() -> tuple[str, list[Vector]]:
    vectors = [of_list(order(n), rule, count) for n, rule, counts in ORDERS for count in counts]
    vectors += [of_list(shape, rule, count) for shape, rule, counts in SAMPLES for count in counts]
    vectors += [of_numbers(low, high, rule, count) for low, high, rule, counts in NUMBERS for count in counts]
    vectors += [of_tickets(name, tickets, rule, count) for name, tickets, rule, counts in TICKETS for count in counts]
    for shape in LIMITS:
        empty = Exam(shape, []).results()
        vectors += at_the_limits(empty, lambda count, only: of_list(shape, "durstenfeld", count, only))
    for low, high in NUMBER_LIMITS:
        empty = Numbers(high - low + 1, []).results()
        vectors += at_the_limits(empty, lambda count, only: of_numbers(low, high, "uniform", count, only))
    return ABOUT, [*vectors, *looks(), *faults()]


ABOUT = (
    "The exam of fairness/exam.md, of which no draw has anything. Kinds order, ordered-sample, set and numbers: what "
    "each test gives for the observations, or why it is not applicable; complete says whether all tests are named or "
    "only those that need this many observations, or one more. Statistics, means and p are decimals of 15 digits; z "
    "is the statistic of a normal law; p-values up to 1e-300 are given by their logarithms; visible is d of section "
    "6. Observations come from words of splitmix64 (state += 0x9e3779b97f4a7c15; z = state; z = (z ^ z >> 30) * "
    "0xbf58476d1ce4e5b9; z = (z ^ z >> 27) * 0x94d049bb133111eb; the word is z ^ z >> 31) whose first state is seed. "
    "below(b) is floor(word * b / 2^64). An order begins as 0..n-1. durstenfeld: for i = 0, 1, .., while i < k and i "
    "< n-1, exchange places i and i + below(n-i), then take the first k places; so do all. first-stays: from i = 1. "
    "period-100: durstenfeld, begun again with seed before observations 0, 100, 200, ... naive: for i = 0..n-1 "
    "exchange i and below(n). sattolo: for i = 0..n-2 exchange i and i + 1 + below(n-1-i). one-swap: exchange "
    "below(n) and below(n), drawn in this order, in what the observation before left. cut: place p has (below(n) + p) "
    "mod n, of one below. unshuffled: 0..n-1. Numbers are low + v, m = high - low + 1, t = 0.. the observation. "
    "uniform: below(m). byte-modulo: (word >> 56) mod m. period-1000: uniform, begun again every 1000. no-repeat: "
    "below(m), then w = below(m-1), and w + 1 if w is not below the v before. alternating: 2 below(floor(m/2)) + t "
    "mod 2. rounding: floor((word (m-1) + 2^63) / 2^64). sticky: the v before if below(8) is 0 and t > 0, else "
    "below(m). rising: floor(below(m) (count + t) / (2 count)). counter: t mod m. highest: m - 1. Kind tickets: first "
    "places of draws by tickets; by-ticket: the entry that has ticket below(sum), counted through the list; by-entry: "
    "below(entries). Kind looks: section 5, each look with p-values (null: not applicable), adjusted ones, and the "
    "tests rejected; alone: there is one look, at the level itself; fault_found: the tests that find a fault. Kind "
    "fault: an observation that is none, and why."
)
