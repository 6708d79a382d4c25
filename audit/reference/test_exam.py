#!/usr/bin/env python3
"""Checks of the exam's reference: statistics have the moments of their laws, counted over all observations.

    python3 audit/reference/test_exam.py
"""

from __future__ import annotations

import unittest
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, islice, pairwise, permutations, product
from math import comb, erfc, exp, factorial, log, sqrt

import exam_laws as laws
from exam import TESTS, Done, Exam, Outcome, Shape, groups, holm, inversions_of, look, normal, parity, rank_correlation, trend
from exam_numbers import Numbers, drift, runs
from exam_numbers import parity as number_parity
from exam_vectors import ORDER_RULES, SplitMix


def z_squared(outcome: Outcome) -> Fraction:
    assert isinstance(outcome, Done) and outcome.law == "normal"
    return outcome.value


def orders(n: int) -> list[tuple[int, ...]]:
    return list(permutations(range(n)))


class Tails(unittest.TestCase):
    def test_chi_square_has_the_quantiles_of_printed_tables(self) -> None:
        # NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4, upper critical values.
        for df, x, p in (
            (1, "3.841", "0.05"), (1, "10.828", "0.001"), (2, "4.605", "0.10"), (3, "16.266", "0.001"), (5, "11.070", "0.05"),
            (10, "23.209", "0.01"), (31, "44.985", "0.05"), (99, "148.230", "0.001"), (100, "124.342", "0.05"),
        ):
            found = laws.chi_square_above(Fraction(x), df)
            self.assertLess(abs(found / Decimal(p) - 1), Decimal("0.002"), (df, x))

    def test_chi_square_has_the_derivative_of_its_density(self) -> None:
        # Simpson's rule over the density between two points is the difference of the tails.
        for df in (1, 2, 3, 8, 9, 40, 51):
            def density(x: float) -> float:
                half_gamma = 1.0
                for j in range(df % 2 or 2, df, 2):
                    half_gamma *= j / 2
                half_gamma *= sqrt(3.141592653589793) if df % 2 else 1
                return exp(log(x) * (df / 2 - 1) - x / 2 - log(2) * df / 2) / half_gamma

            a, b, steps = df * 0.9, df * 1.3, 400
            h = (b - a) / steps
            inside = sum((4 if i % 2 else 2) * density(a + i * h) for i in range(1, steps))
            integral = (density(a) + density(b) + inside) * h / 3
            found = laws.chi_square_above(Fraction(a), df) - laws.chi_square_above(Fraction(b), df)
            self.assertAlmostEqual(float(found), integral, delta=1e-9, msg=str(df))

    def test_erfc_is_that_of_the_machine(self) -> None:
        for z in (0.0, 0.001, 0.5, 1.0, 3.0, 10.0, 14.1, 14.2, 26.0):
            self.assertAlmostEqual(float(laws.erfc_of_root(Decimal(z) ** 2)) / erfc(z), 1, delta=1e-12)

    def test_erfc_far_out_is_the_same_by_both_methods(self) -> None:
        below, at = laws.erfc_of_root(Decimal(200) - Decimal("1e-40")), laws.erfc_of_root(Decimal(200))
        self.assertLess(abs(below / at - 1), Decimal("1e-38"))

    def test_poisson_tails_are_sums(self) -> None:
        for mean in ("0.1", "3", "47.5"):
            terms = [Decimal(1)]
            while len(terms) < 300:
                terms.append(terms[-1] * Decimal(mean) / len(terms))
            total = sum(terms, Decimal(0))
            for k in (0, 1, 3, 4, 47, 48, 80):
                below, above = sum(terms[: k + 1], Decimal(0)) / total, sum(terms[k:], Decimal(0)) / total
                self.assertLess(abs(laws.poisson_at_least(k, Decimal(mean)) / above - 1), Decimal("1e-20"))
                two = min(Decimal(1), 2 * min(below, above))
                self.assertLess(abs(laws.poisson_two_sided(k, Decimal(mean)) / two - 1), Decimal("1e-20"))


class Laws(unittest.TestCase):
    def check(self, law: laws.Law, values: Counter[int]) -> None:
        total = sum(values.values())
        above = Fraction(1)
        for value, probability, left in law():
            above -= probability
            self.assertEqual((probability, left), (Fraction(values.pop(value, 0), total), above), value)
        self.assertEqual(values, {})

    def test_laws_of_orders_are_counted(self) -> None:
        for n in range(3, 8):
            all_orders = orders(n)
            self.check(laws.fixed_points(n), Counter(sum(i == x for i, x in enumerate(one)) for one in all_orders))
            self.check(laws.eulerian(n, 0), Counter(sum(a > b for a, b in pairwise(one)) for one in all_orders))
            counted = Counter(sum(a > b for i, a in enumerate(one) for b in one[i:]) for one in all_orders)
            self.assertEqual(laws.mahonian(n), [counted[v] for v in range(n * (n - 1) // 2 + 1)])
            self.assertEqual(Counter(map(inversions_of, all_orders)), counted)

            def cycles(one: tuple[int, ...]) -> int:
                # Items that are the smallest of their cycle.
                found = 0
                for item in range(n):
                    other = one[item]
                    while other > item:
                        other = one[other]
                    found += other == item
                return found

            values = Counter(map(cycles, all_orders))
            self.check(laws.cycles(n), values)

    def test_laws_of_sets_are_counted(self) -> None:
        for n, k in ((4, 2), (6, 3), (7, 2), (7, 5), (8, 7)):
            sets = list(combinations(range(n), k))
            law = list(laws.adjacent(n, k)())
            counted = Counter(sum(b - a == 1 for a, b in pairwise(one)) for one in sets)
            self.assertEqual([probability for _, probability, _ in law], [Fraction(counted[a], len(sets)) for a in range(k)])
            common = Counter(len(set(one) & set(sets[1])) for one in sets)
            self.check(laws.common_items(n, k), Counter({j: common[j] for j in range(k + 1)} | {}))

    def test_laws_of_numbers_are_counted(self) -> None:
        weights = [2, 1, 3]
        shares = [Fraction(w, 6) for w in weights]
        values = [0, 0, 1, 2, 2, 2]
        self.check(laws.different_groups(shares, 5), Counter(len(set(hand)) for hand in product(values, repeat=5)))
        for length, probability, above in islice(laws.geometric(shares[0])(), 5):
            self.assertEqual((probability, above), (Fraction(1, 3) * Fraction(2, 3) ** length, Fraction(2, 3) ** (length + 1)))
        for length, probability, above in islice(laws.collection(shares)(), 4):
            ends = sum(len(set(one)) == 3 > len(set(one[:-1])) for one in product(values, repeat=length))
            missing = sum(len(set(one)) < 3 for one in product(values, repeat=length))
            self.assertEqual((probability, above), (Fraction(ends, 6**length), Fraction(missing, 6**length)))
        mean = sum(length * probability for length, probability, _ in islice(laws.collection(shares)(), 400))
        self.assertAlmostEqual(float(mean), float(laws.collection_mean(shares)), delta=1e-12)

    def test_moments_of_different_values_are_counted(self) -> None:
        for m, number in ((3, 1), (3, 4), (5, 3), (4, 6)):
            found = [number - len(set(one)) for one in product(range(m), repeat=number)]
            mean = Fraction(sum(found), len(found))
            variance = Fraction(sum(r * r for r in found), len(found)) - mean**2
            by_law = laws.repeats_mean_and_variance(m, number)
            for exact, value in zip((mean, variance), by_law):
                self.assertLess(abs(Fraction(value) - exact), Fraction(1, 10**30))

    def test_groups_of_inversions_are_those_of_quantiles(self) -> None:
        # 20 P(< v) is a whole number in the middle if the largest number of inversions is odd.
        self.assertEqual(laws.twentieths_of_inversions(4), [0, 0, 3, 7, 12, 16, 19])
        self.assertEqual(laws.twentieths_of_inversions(3), [0, 3, 10, 16])

    def test_floating_point_with_a_tolerance_gives_the_same_groups(self) -> None:
        # No 20 P(< v) is within 10^-9 below a whole number, unless it is one or near 20, where what is left is pooled.
        for n in range(4, 65):
            fewer = 0
            for ways in laws.mahonian(n):
                rest = 20 * fewer % factorial(n)
                near_the_end = 20 * fewer // factorial(n) == 19
                self.assertTrue(rest == 0 or near_the_end or rest * 10**9 < (10**9 - 1) * factorial(n), (n, fewer))
                fewer += ways


class Pooling(unittest.TestCase):
    def test_cells_are_closed_at_five(self) -> None:
        law = laws.of_weights([1, 2, 3, 4])
        for number, cells in (
            (10, [None]),
            (12, [None]),
            (13, [2, None]),
            (16, [2, None]),
            (17, [1, 2, None]),
            (50, [0, 1, 2, None]),
            (49, [1, 2, None]),
        ):
            self.assertEqual([last for last, _ in laws.pool(law, Fraction(number))], cells, number)

    def test_a_law_without_end_is_pooled(self) -> None:
        # 10 halves: 5 gaps of length 0 and 5 others, exactly.
        self.assertEqual(laws.pool(laws.geometric(Fraction(1, 2)), Fraction(10)), [(0, Fraction(1, 2)), (None, Fraction(1, 2))])
        self.assertEqual(laws.pool(laws.geometric(Fraction(1, 2)), Fraction(99, 10)), [(None, Fraction(1))])


class Statistics(unittest.TestCase):
    """For one observation the mean of each chi-square statistic is its df, and of z² 1: as they are sums of squares, then for all N."""

    def mean_of(self, test: str, shape: Shape, observations: list[tuple[int, ...]]) -> Fraction:
        """The mean over single observations: N copies of one give N times its statistic."""
        run = next(run for name, _, run in TESTS[shape.kind] if name == test)
        total = Fraction(0)
        copies = 600  # so that every test is applicable
        for one in observations:
            found = run(Exam(shape, [one] * copies))
            assert isinstance(found, Done), test
            total += found.value / copies
        return total / len(observations)

    def test_tests_of_orders_have_the_means_of_their_laws(self) -> None:
        for n in (4, 5):
            shape = Shape("order", n, n)
            for test, df in (
                ("orders", factorial(n) - 1),
                ("first-place", n - 1),
                ("first-two", n * (n - 1) - 1),
                ("position-item", (n - 1) ** 2),
                ("successor-pairs", (n + 1) ** 2 - 3 * (n + 1) + 1),
            ):
                observations = orders(n) if test != "orders" else orders(n)[:3]
                self.assertEqual(self.mean_of(test, shape, observations), df, (n, test))

    def test_tests_of_samples_and_sets_have_the_means_of_their_laws(self) -> None:
        for n, k in ((4, 2), (5, 2), (5, 3), (6, 4)):
            for kind in ("set", "ordered-sample"):
                shape = Shape(kind, n, k)
                all_of_them = list((combinations if kind == "set" else permutations)(range(n), k))
                for test, df in (("items", n - 1), ("pairs", n * (n - 3) // 2), ("position-item", k * (n - 1))):
                    if (kind, test) != ("set", "position-item"):
                        self.assertEqual(self.mean_of(test, shape, all_of_them), df, (n, k, test))

    def test_normal_tests_of_orders_have_variance_one(self) -> None:
        for n in (3, 4, 5, 6):
            shape = Shape("order", n, n)
            for test in (parity, rank_correlation, trend):
                squares = sum(abs(z_squared(test(Exam(shape, [one])))) for one in orders(n))
                self.assertEqual(squares, factorial(n), (n, test))
                self.assertEqual(self.sum_of_signs(shape, test), 0)
            for k in range(1, n):
                sets = list(combinations(range(n), k))
                values = [trend(Exam(Shape("set", n, k), [one])) for one in sets]
                self.assertEqual(sum(abs(z_squared(value)) for value in values), comb(n, k))

    def sum_of_signs(self, shape: Shape, test: object) -> int:
        assert callable(test)
        values = [z_squared(test(Exam(shape, [one]))) for one in orders(shape.n)]
        return sum((value > 0) - (value < 0) for value in values)

    def test_variance_of_inversions_is_that_of_their_law(self) -> None:
        for n in (4, 10, 40):
            row = laws.mahonian(n)
            mean = Fraction(sum(v * w for v, w in enumerate(row)), factorial(n))
            variance = Fraction(sum(v * v * w for v, w in enumerate(row)), factorial(n)) - mean**2
            self.assertEqual((mean, variance), (Fraction(n * (n - 1), 4), Fraction(n * (n - 1) * (2 * n + 5), 72)))

    def test_normal_tests_of_numbers_have_variance_one(self) -> None:
        for m, number in ((2, 5), (3, 2), (3, 5), (5, 4)):
            for test in (runs, drift) + ((number_parity,) if m > 2 else ()):
                squares = sum(abs(z_squared(test(Numbers(m, one)))) for one in product(range(m), repeat=number))
                self.assertEqual(squares, m**number, (m, test))

    def test_terms_of_serial_correlation_have_their_variance_and_are_uncorrelated(self) -> None:
        m, number = 3, 6
        mu, sums = Fraction(m - 1, 2), Counter[tuple[int, int]]()
        for one in product(range(m), repeat=number):
            found = [sum((a - mu) * (b - mu) for a, b in zip(one, one[lag:])) for lag in (1, 2, 3)]
            for i, j in combinations(range(3), 2):
                sums[i, j] += found[i] * found[j]  # type: ignore[assignment]
            for i in range(3):
                sums[i, i] += found[i] ** 2  # type: ignore[assignment]
        expected = {(i, i): m**number * (number - i - 1) * Fraction(m * m - 1, 12) ** 2 for i in range(3)}
        self.assertEqual({key: value for key, value in sums.items() if value}, expected)

    def test_groups_are_of_neighbours_and_differ_by_one_at_most(self) -> None:
        for count in (1, 256, 257, 300, 1000, 65_536):
            sizes = Counter(groups(count))
            self.assertEqual(len(sizes), min(count, 256))
            self.assertLessEqual(max(sizes.values()) - min(sizes.values()), 1)
        for m, by in ((11, 8), (1025, 1024), (2**64, 1024), (37, 16)):
            shares = Numbers(m, []).shares(by)
            self.assertEqual((sum(shares), len(shares)), (1, by))
            if m < 2000:
                counted = Counter(v * by // m for v in range(m))
                self.assertEqual([Fraction(counted[g], m) for g in range(by)], shares)


class Visible(unittest.TestCase):
    def test_noncentrality_of_one_degree_is_that_of_the_normal_law(self) -> None:
        # |Z + d| > c, with c^2 the critical value and d^2 the noncentrality.
        for level in (Fraction(1, 20), Fraction(1, 160)):
            d = float(laws.noncentrality(1, level).sqrt())
            c = float(laws.halved(Fraction(1), lambda x: laws.chi_square_above(x, 1) <= Decimal(level.numerator) / level.denominator))
            chance = (erfc((sqrt(c) - d) / sqrt(2)) + erfc((sqrt(c) + d) / sqrt(2))) / 2
            self.assertAlmostEqual(chance, 0.9, delta=1e-12)

    def test_noncentral_law_has_its_mean(self) -> None:
        # With many degrees of freedom it is nearly normal: mean df + l, variance 2 df + 4 l.
        found = float(laws.noncentrality(1001, Fraction(1, 100)))
        critical = float(laws.halved(Fraction(1001), lambda x: laws.chi_square_above(x, 1001) <= Decimal("0.01")))
        self.assertAlmostEqual((critical - 1001 - found) / sqrt(2002 + 4 * found), -1.2816, delta=0.01)


class Looks(unittest.TestCase):
    def test_holm_is_the_step_down_procedure(self) -> None:
        # By definition: go on while p(j) <= level / (h - j + 1).
        stream = SplitMix(1)
        for _ in range(300):
            p_values = [Fraction(stream.below(1000), 10_000) for _ in range(6)]
            level = Fraction(1 + stream.below(99), 500)
            rejected = set()
            for j, i in enumerate(sorted(range(6), key=lambda i: p_values[i])):
                if p_values[i] > level / (6 - j):
                    break
                rejected.add(i)
            self.assertEqual({i for i, p in enumerate(holm(p_values)) if p <= level}, rejected)

    def test_what_is_not_applicable_is_not_counted(self) -> None:
        adjusted, rejected = look({"parity": Fraction(1, 20), "orders": None}, Fraction(1, 10))
        self.assertEqual((adjusted, rejected), ({"parity": Fraction(1, 20)}, ["parity"]))


class Generators(unittest.TestCase):
    def test_words_are_those_of_splitmix64(self) -> None:
        # The first words of seed 1234567, as its implementations commonly publish them.
        words = SplitMix(1234567)
        self.assertEqual(
            [words.word() for _ in range(3)], [6457827717110365317, 3203168211198807973, 9817491932198370423]
        )

    def test_every_rule_gives_observations(self) -> None:
        for rule, make in ORDER_RULES.items():
            for n, k in ((2, 2), (5, 5), (5, 3)):
                for one in make(n, k, 20, 7):
                    self.assertTrue(len(one) == len(set(one)) == k and set(one) <= set(range(n)), rule)

    def test_normal_is_squared(self) -> None:
        self.assertEqual(normal(Fraction(1), Fraction(3), Fraction(2), 1), Done("normal", Fraction(-2)))


if __name__ == "__main__":
    unittest.main()
