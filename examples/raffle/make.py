#!/usr/bin/env python3
"""Writes entries.csv: 1,204 invented ticket holders, the same bytes on every run.

Given names are two made-up syllables, family names two made-up words, towns a colour and a thing, so that no
real person is meant. The file has what exports have: a byte order mark, CR LF, quoted commas, doubled quotes,
leading zeros and letters with accents.
"""

import csv
from pathlib import Path

COUNT = 1204

FIRST = ["Zan", "Quo", "Mib", "Tyl", "Vró", "Pøl", "Łur", "Çet", "Ñib", "Ůst", "Žop", "Êlv", "Ðra", "Gwî", "Škö", "Ŧem"]
LAST = ["do", "rix", "nëa", "lú", "pek", "vąn", "mø", "têl", "zhi", "bur", "ŷn", "gåf"]
FRONT = ["Nimble", "Thimble", "Copper", "Pumpkin", "Pebble", "Marmalade", "Teapot", "Bramble", "Snow", "Ladder",
         "Button", "Kettle", "Paper", "Walnut", "Umbrella", "Lantern", "Über", "Crème"]
BACK = ["wick", "whistle", "socks", "feather", "hopper", "boots", "jam", "spoon", "barrow", "cobbler", "nøk", "bëll",
        "dźwig"]
COLOUR = ["Blue", "Grey", "Amber", "Violet", "Rust", "Olive", "Rosé"]
THING = ["Harbour", "Mill", "Lighthouse", "Bridge", "Quarry", "Orchard", "Fjørd", "Wąwóz", "Château"]


def name(i):
    given = FIRST[i % len(FIRST)] + LAST[i // len(FIRST) % len(LAST)]
    family = FRONT[i * 7 % len(FRONT)] + BACK[i * 5 % len(BACK)]
    if i % 9 == 4:
        return f"{family}, {given}"
    if i % 31 == 17:
        return f'{given} "{FIRST[i * 3 % len(FIRST)]}" {family}'
    return f"{given} {family}"


def ticket(i):
    """A six-digit number; `main` checks that no two are equal."""
    return f"{(i + 1) * 7919 % 1000003 % 1000000:06}"


def main():
    assert len({ticket(i) for i in range(COUNT)}) == COUNT
    assert len({name(i) for i in range(COUNT)}) == COUNT
    target = Path(__file__).with_name("entries.csv")
    with target.open("w", encoding="utf-8-sig", newline="") as file:
        rows = csv.writer(file, lineterminator="\r\n")
        rows.writerow(["Ticket", "Name", "Town"])
        for i in range(COUNT):
            town = f"{COLOUR[i * 11 % len(COLOUR)]} {THING[i * 4 % len(THING)]}"
            rows.writerow([ticket(i), name(i), town])


if __name__ == "__main__":
    main()
