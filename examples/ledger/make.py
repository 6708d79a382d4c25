#!/usr/bin/env python3
"""Writes ledger.csv: 20,000 invented invoices of a wholesaler in four regions. The same on every run and machine.

    python3 examples/ledger/make.py > examples/ledger/ledger.csv

The numbers come from a linear congruential generator with a fixed seed, written out here so that no version of Python's
own generator can change the file. It is good enough for an invented ledger, and for nothing else.
"""

import sys

COUNT = 20_000
REGIONS = [("North", 46), ("South", 31), ("East", 18), ("Islands", 5)]
CUSTOMERS = ["Amberline Tools", "Brackwater Foods", "Cindermill Paper", "Dunlin & Daughters", "Eversett Textiles",
             "Fennmoor Dairy", "Gullrock Supply", "Harrowgate Seeds", "Inkwell Press", "Junipershore Hotels"]


class Words:
    """X -> 6364136223846793005 * X + 1442695040888963407 mod 2^64; the upper 32 bits are a word."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 32) % bound

    def choose(self, weighted):
        word = self.below(sum(weight for _, weight in weighted))
        for value, weight in weighted:
            if word < weight:
                return value
            word -= weight


def amount(words):
    """In cents: many small invoices and few large ones, some of 0, some credit notes."""
    kind = words.below(1000)
    if kind < 6:
        return 0
    largest = words.choose([(5_000, 300), (40_000, 450), (300_000, 220), (2_500_000, 29), (40_000_000, 1)])
    cents = 100 + words.below(largest)
    return -cents if kind < 24 else cents


def decimal(cents):
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def main():
    words = Words(2026)
    out = sys.stdout
    out.write("Invoice,Date,Region,Customer,Amount\n")
    for number in range(1, COUNT + 1):
        day = (number - 1) * 365 // COUNT
        months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        month = 0
        while day >= months[month]:
            day -= months[month]
            month += 1
        region = words.choose(REGIONS)
        customer = CUSTOMERS[words.below(len(CUSTOMERS))]
        out.write(f"INV-{number:05d},2025-{month + 1:02d}-{day + 1:02d},{region},{customer},{decimal(amount(words))}\n")


if __name__ == "__main__":
    main()
