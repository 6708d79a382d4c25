"""Whole draws (files.json) and the same with one fault each (tampered.json)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Callable, Optional, Union

from checks import Files, verify
from encoding import material, seed_commitment, sha256
from entries import EntryList
from failure import Failure
from files import CAUSES, CHAINS, Commit, Drand, DrandValue, Opening, Outcome, OutcomeLine, PassedOver
from files import Public, PublicValue, Reveal, Seeds
from making import list_root, make_receipt, make_reveal
from outcome import Standing

Vector = dict[str, Any]

LIST_KEY = bytes(range(0x20, 0x40))
NAMES = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan", "Yew"]
TICKETS = [3, 1, 1, 4, 2, 10, 1, 1, 7, 2, 5, 1]
SHAPE = "dd-dd-dd-dd-dd-dd"
TEXT = "04-11-17-23-38-41"
LONG_TEXT = "0411172338415059606162"
# Characters beside those that the rule for lines forbids, white space, joiners and noncharacters: all are allowed.
TEXT_EDGES = (
    "!~\u00a0\u00ad\u061b\u061d\u1680\u180e\u2000\u200b\u200c\u200d\u2010\u2027\u202f\u205f\u2060\u2065\u206a\u3000"
    "\ud7ff\ue000\ufdd0\ufefe\uff00\ufff9\ufffd\ufffe\uffff\U00010000\U0001fffe\U000e0001\U0010ffff"
)
CHAIN_HASHES = {chain.name: chain_hash for chain_hash, chain in CHAINS.items()}
# Real rounds: chain, round, signature, previous signature.
ROUNDS = {
    "quicknet": (
        12040883,
        "929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394",
        None,
    ),
    "quicknet-early": (
        123,
        "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
        None,
    ),
    "fastnet": (
        100000,
        "b370f411d5479fc342b504347226e4b543fee28698fa721876d55d36c12a20f3f49b7abd31ee99979e2d28e14f1d3152",
        None,
    ),
    "default": (
        2634945,
        "814778ed1e480406beb43b74af71ce2f0373e0ea1bfdfea8f9ed62c876c20fcbc7f0163860e3da42ed2148756015f455"
        "1451898ffe06d384b4d002245025571b6b7a752f7158b40ad92b13b6d703ad31922a617f2c7f6d960b84d56cf1d79eef",
        "8bd96294383b4d1e04e736360bd7a487f9f409f1e7bd800b720656a310d577b3bdb1e1631af6c5782a1d8979c502f395"
        "036181eff4058960fc40bb7034cdae1991d3eda518ab204a077d2f7e724974cf87b407e549bd815cf0b8e5a3832f675d",
    ),
    "default-first": (
        1,
        "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20ff7bc3e09d7c046566c9f7f3c6f3b101"
        "04990e7cb424998203d8f7de586fb7fa5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655",
        "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
    ),
}


def drand(name: str) -> tuple[Drand, DrandValue]:
    number, signature, previous = ROUNDS[name]
    value = DrandValue(number, bytes.fromhex(signature), bytes.fromhex(previous) if previous else None)
    return Drand(CHAIN_HASHES[name.split("-")[0]], number), value


def example_seed(name: str) -> bytes:
    return sha256(f"first half of the example seed of {name}".encode()) + sha256(
        f"second half of the example seed of {name}".encode()
    )


@dataclass
class Case:
    """A draw with its secrets, from which every file can be written again after a change."""

    commit: Commit
    entry_list: EntryList
    list_key: Optional[bytes]
    seeds: dict[str, bytes]
    published: dict[str, bytes]
    beacon: Union[DrandValue, PublicValue, None]
    seeds_files: list[Seeds] = field(default_factory=list)
    rehearsal: bool = False  # the option
    outcomes: list[list[OutcomeLine]] = field(default_factory=list)
    earlier: list[tuple[Commit, Optional[Reveal]]] = field(default_factory=list)
    existed_by: Optional[str] = None  # the option

    def reveal(self) -> Reveal:
        return make_reveal(self.commit, self.entry_list, self.published, self.beacon, self.list_key)

    def list_text(self) -> Optional[str]:
        return None if self.list_key else self.entry_list.canonical().decode("utf-8")

    def files(self) -> dict[str, Any]:
        return {
            "commit": self.commit.text(),
            "list": self.list_text(),
            "reveals": [self.reveal().text()],
            "seeds": [file.text() for file in self.seeds_files],
            "receipts": [],
            "outcomes": [self.outcome(lines) for lines in self.outcomes],
            "earlier": [
                {"commit": commit.text(), "reveal": reveal.text() if reveal else None}
                for commit, reveal in self.earlier
            ],
        }

    def outcome(self, lines: list[OutcomeLine]) -> str:
        return Outcome(self.commit.id(), self.reveal().id(), lines).text()

    def after(self, *outcomes: str) -> Case:
        """With outcome files, whose lines are those of history()."""
        return replace(self, outcomes=[history(lines) for lines in outcomes])

    def with_earlier(self, *earlier: tuple[Commit, Optional[Reveal]]) -> Case:
        return replace(self, earlier=list(earlier))


def history(lines: str) -> list[OutcomeLine]:
    """Of "+1 -2 +4": rank 1 accepted, rank 2 was passed over, rank 4 accepted; a quarter of an hour each."""
    made = []
    for number, line in enumerate(lines.split()):
        time = f"2026-12-{6 + number // 96:02}T{number // 4 % 24:02}:{number % 4 * 15:02}:00Z"
        cause = PassedOver(CAUSES[number % 6], f"as told in call {number + 1}")
        made.append(OutcomeLine(time, int(line[1:]), None if line[0] == "+" else cause))
    return made


def make_case(
    entries: Optional[list[str]] = None,
    tickets: Optional[list[int]] = None,
    wins: Optional[str] = None,
    private: bool = False,
    prizes: Optional[list[tuple[int, str]]] = None,
    alternates: int = 0,
    vacancy: str = "next",
    seeds: Optional[list[str]] = None,
    missing: Optional[list[str]] = None,
    no_reveal: str = "void",
    beacon: Union[Drand, Public, None] = None,
    value: Union[DrandValue, PublicValue, None] = None,
    seeds_file: bool = False,
    rehearsal: bool = False,
    secrets_of: Optional[dict[str, str]] = None,
    **more: Any,
) -> Case:
    names = ["organiser"] if seeds is None else seeds
    lines = entries or NAMES
    if wins:
        lines = [f"{count}\t{entry}" for count, entry in zip(tickets or TICKETS, lines)]
    entry_list = EntryList.parse("".join(line + "\n" for line in lines).encode("utf-8"), wins is not None)
    list_key = LIST_KEY if private else None
    secrets = {name: example_seed((secrets_of or {}).get(name, name)) for name in names}
    holders = len(names) >= 2 or bool(names and beacon)
    fields: dict[str, Any] = dict(
        title="Parish summer raffle",
        entries=len(lines),
        private=private,
        tickets=sum(entry_list.tickets) if wins else None,
        wins=wins,
        root=list_root(entry_list, list_key),
        prizes=prizes or [(1, "Car"), (2, "Bicycle")],
        alternates=alternates,
        vacancy=vacancy if alternates else None,
        seeds=[(name, seed_commitment(name, secrets[name], rehearsal)) for name in names],
        beacon=beacon,
        seeds_by="2026-12-05T17:50:00Z" if holders else None,
        no_reveal=no_reveal if holders else None,
        created="2026-11-29T12:00:00Z",
        published="https://example.org/raffle and the notice board",
        rehearsal=rehearsal,
    )
    fields.update(more)
    published = {name: seed for name, seed in secrets.items() if name not in (missing or [])}
    case = Case(Commit(**fields), entry_list, list_key, secrets, published, value, [], rehearsal)
    if seeds_file and published:
        case.seeds_files = [Seeds(case.commit.id(), list(published.items()))]
    return case


def cases() -> dict[str, Case]:
    public = Public(SHAPE, "Saturday lottery of 5 December 2026, six numbers in rising order")
    text = PublicValue(TEXT)
    long_public = Public("d" * 22, "22 rolls of the ten-sided die")
    quicknet, quicknet_value = drand("quicknet")
    default, default_value = drand("default")
    first, first_value = drand("default-first")
    fastnet, fastnet_value = drand("fastnet")
    early, early_value = drand("quicknet-early")
    dated: dict[str, Any] = {"created": "2022-01-01T00:00:00Z", "seeds_by": "2023-01-01T00:00:00Z"}
    fresh_quicknet = (early, early_value.signature, early_value.previous)
    fresh_default = (first, first_value.signature, first_value.previous)
    # Due in the first second after the year 9999; the signatures of rounds to come are made up.
    far = Drand(quicknet.chain, 83903165812)
    last = Drand(quicknet.chain, 2**53 - 1)
    entry_4096 = "é" * 2048
    two = ["organiser", "bob"]
    three = ["organiser", "bob", "carol-2"]
    made = {
        "seed-only": make_case(),
        "seed-only-rich": make_case(
            organiser="St Anne parish hall", alternates=3, notes=["No cash in place of a prize", "Zoë: 東京"]
        ),
        "follows": make_case(follows=(sha256(b"commit"), sha256(b"reveal")), reason="A further round for two prizes"),
        "replaces": make_case(replaces=sha256(b"commit"), reason="The beacon's round never came"),
        "vacancy-up": make_case(alternates=2, vacancy="up"),
        "one-entry": make_case(entries=["Only one"], prizes=[(1, "Car")]),
        "two-entries": make_case(entries=["Left", "Right"], prizes=[(1, "Car")], alternates=1),
        "whole-list": make_case(prizes=[(12, "Place in the queue")]),
        "whole-list-with-alternates": make_case(prizes=[(2, "Place")], alternates=10),
        "many-prizes": make_case(
            entries=[f"Ticket {i:04}" for i in range(1100)], prizes=[(1, f"Prize {i}") for i in range(1, 1025)]
        ),
        "larger-list": make_case(
            entries=[f"Ticket {i:04}" for i in range(2000)], prizes=[(20, "Voucher")], alternates=5
        ),
        "unusual-entries": make_case(
            entries=["fairdraw commit v1", "a: b", "with  two spaces", "Zoë", "Zoe\u0308", "東京", "\u00a0", "🎟", "0"],
            prizes=[(9, "Car: red")],
        ),
        "longest-values": make_case(
            entries=[entry_4096, "x"], prizes=[(2, "p" * 510)], title="t" * 512, published="é" * 256, notes=["n"] * 16
        ),
        "longest-path-line": make_case(entries=[entry_4096, "x"], prizes=[(2, "Car")], private=True),
        "two-seeds": make_case(seeds=two, alternates=1, seeds_file=True),
        "three-seeds": make_case(seeds=three, seeds_file=True),
        "sixteen-seeds": make_case(seeds=[f"holder-{i}" for i in range(16)]),
        "two-seeds-missing": make_case(seeds=two, missing=["bob"]),
        "public-text": make_case(seeds=[], beacon=public, value=text),
        "public-text-long": make_case(seeds=[], beacon=long_public, value=PublicValue(LONG_TEXT)),
        "public-text-other-shape": make_case(seeds=[], beacon=Public("d.,:+-", "one die"), value=PublicValue("6.,:+-")),
        "public-text-seed": make_case(beacon=public, value=text, seeds_file=True),
        "public-text-seed-leave-out": make_case(beacon=public, value=text, no_reveal="leave-out"),
        "public-text-seed-missing-leave-out": make_case(
            beacon=public, value=text, no_reveal="leave-out", missing=["organiser"]
        ),
        "public-text-seed-missing-void": make_case(beacon=public, value=text, missing=["organiser"]),
        "public-text-three-seeds-one-missing": make_case(
            seeds=three, beacon=public, value=text, no_reveal="leave-out", missing=["bob"], seeds_file=True
        ),
        "public-text-three-seeds-all-missing": make_case(
            seeds=three, beacon=public, value=text, no_reveal="leave-out", missing=three
        ),
        "public-text-three-seeds-void-one-missing": make_case(
            seeds=three, beacon=public, value=text, missing=["carol-2"]
        ),
        "weighted-once": make_case(wins="once", alternates=2),
        "weighted-once-all": make_case(wins="once", prizes=[(12, "Place")]),
        "weighted-per-ticket": make_case(wins="per-ticket", alternates=2),
        "weighted-per-ticket-all": make_case(wins="per-ticket", prizes=[(30, "Plot")], alternates=8),
        "weighted-more-places-than-entries": make_case(
            entries=["Ash", "Birch"], tickets=[5, 3], wins="per-ticket", prizes=[(4, "Plot")]
        ),
        "weighted-largest": make_case(
            entries=["Ash", "Birch", "Cedar"], tickets=[2**32 - 1, 1, 2**32 - 1], wins="once", prizes=[(3, "Plot")]
        ),
        "weighted-longest-entry": make_case(
            entries=[entry_4096, "x"], tickets=[2**32 - 1, 1], wins="once", prizes=[(2, "Car")]
        ),
        "weighted-public-text": make_case(wins="once", seeds=[], beacon=public, value=text),
        "private": make_case(private=True, alternates=1),
        "private-one-entry": make_case(private=True, entries=["Only one"], prizes=[(1, "Car")]),
        "private-public-text-two-seeds": make_case(
            private=True, seeds=two, beacon=public, value=text, no_reveal="leave-out", missing=["bob"]
        ),
        "rehearsal": make_case(rehearsal=True, alternates=1),
        "rehearsal-private-two-seeds": make_case(rehearsal=True, private=True, seeds=two, seeds_file=True),
        "drand-quicknet": make_case(seeds=[], beacon=quicknet, value=quicknet_value, created="2024-10-14T17:13:32Z"),
        "drand-default": make_case(seeds=[], beacon=default, value=default_value, created="2023-01-23T13:09:29Z"),
        "drand-default-first": make_case(seeds=[], beacon=first, value=first_value, created="2020-07-22T15:17:29Z"),
        "drand-fastnet": make_case(seeds=[], beacon=fastnet, value=fastnet_value, **{**dated, "seeds_by": None}),
        "drand-two-seeds-one-missing": make_case(
            seeds=two, beacon=quicknet, value=quicknet_value, no_reveal="leave-out", missing=["bob"], **dated
        ),
        "drand-seed-opened-later": make_case(
            beacon=quicknet,
            value=quicknet_value,
            no_reveal="void",
            created="2024-10-01T00:00:00Z",
            seeds_by="2024-10-15T00:00:00Z",
        ),
        "drand-after-9999": make_case(
            seeds=[], beacon=far, value=DrandValue(far.round, bytes(range(48)), None), created="9999-12-31T23:59:59Z"
        ),
        "drand-last-round": make_case(
            seeds=two,
            beacon=last,
            value=DrandValue(last.round, bytes(range(48)), None),
            seeds_by="9999-12-31T23:59:59Z",
        ),
        "fresh-quicknet": make_case(fresh=fresh_quicknet),
        "fresh-default-first": make_case(fresh=fresh_default),
        "fresh-and-drand": make_case(
            seeds=[], beacon=quicknet, value=quicknet_value, fresh=fresh_quicknet, created="2024-10-01T00:00:00Z"
        ),
        "text-edges": make_case(
            entries=[entry for char in TEXT_EDGES for entry in (char * 2, f"a{char}b")] + ["a b", "a  b"],
            prizes=[(2 * len(TEXT_EDGES) + 2, "".join(TEXT_EDGES))],
            notes=list(TEXT_EDGES)[:16],
        ),
        "public-text-no-digit": make_case(
            seeds=[], beacon=Public("-.+,:", "nothing is left to chance"), value=PublicValue("-.+,:")
        ),
        # Missing seeds in every mode. New draws stand at the end, since fuzz/ counts them.
        "drand-seed-missing-void": make_case(beacon=quicknet, value=quicknet_value, missing=["organiser"], **dated),
        "drand-two-seeds-all-missing": make_case(
            seeds=two, beacon=quicknet, value=quicknet_value, no_reveal="leave-out", missing=two, **dated
        ),
        "drand-private": make_case(
            private=True, seeds=[], beacon=quicknet, value=quicknet_value, created="2024-10-14T17:13:32Z"
        ),
        "drand-weighted-seed-missing": make_case(
            wins="once",
            seeds=two,
            beacon=quicknet,
            value=quicknet_value,
            no_reveal="leave-out",
            missing=["bob"],
            **dated,
        ),
        "weighted-per-ticket-seed-missing": make_case(
            wins="per-ticket", seeds=two, beacon=public, value=text, no_reveal="leave-out", missing=["organiser"]
        ),
        "weighted-two-seeds-missing": make_case(wins="once", seeds=two, missing=["organiser"]),
        "private-whole-list": make_case(private=True, prizes=[(12, "Place in the queue")]),
        "private-three-seeds": make_case(private=True, seeds=three, alternates=2, vacancy="up", seeds_file=True),
        "private-two-seeds-missing": make_case(private=True, seeds=two, missing=two),
        "sixteen-seeds-most-missing": make_case(
            seeds=[f"holder-{i}" for i in range(16)],
            missing=[f"holder-{i}" for i in range(16) if i not in (3, 15)],
            no_reveal="leave-out",
            beacon=public,
            value=text,
            seeds_file=True,
        ),
        "rehearsal-weighted-per-ticket": make_case(rehearsal=True, wins="per-ticket", alternates=2),
        "rehearsal-public-text-seed-missing": make_case(
            rehearsal=True, beacon=public, value=text, no_reveal="leave-out", missing=["organiser"]
        ),
        "rehearsal-drand": make_case(
            rehearsal=True, seeds=[], beacon=quicknet, value=quicknet_value, created="2024-10-14T17:13:32Z"
        ),
    }
    return {**made, **outcome_cases(), **earlier_cases(), **repeated_cases(), **party_cases()}


def outcome_cases() -> dict[str, Case]:
    longest = PassedOver("not-found", "x" * (512 - len("2026-12-06T00:00:00Z 1 not-found ")))
    longest_text = make_case()
    longest_text.outcomes = [[OutcomeLine("2026-12-06T00:00:00Z", 1, longest)]]
    up: dict[str, Any] = {"alternates": 3, "vacancy": "up"}
    two = ["organiser", "bob"]
    return {
        "outcome-next": make_case(alternates=2).after("+1 -2 +3 -4 +5"),
        "outcome-next-two-vacancies": make_case(alternates=3).after("-3 -1 +4 -5 +2 +6"),
        "outcome-next-not-awarded": make_case(alternates=1).after("-1 -4 -2 -3"),
        "outcome-next-after-accepting": make_case(alternates=2).after("+1 +2 +3 -2 +4"),
        "outcome-up": make_case(**up).after("+1 -2 +3 -4 +5"),
        "outcome-up-two-vacancies": make_case(**up).after("-3 -1 +2 -4 +5 +6"),
        "outcome-up-not-awarded": make_case(alternates=1, vacancy="up").after("-2 -4 +3 -1"),
        "outcome-up-after-accepting": make_case(**up).after("+1 +2 +3 -1 +4 -2 +5"),
        "outcome-without-alternates": make_case().after("+3 -2 +1"),
        "outcome-one-line": make_case(alternates=1).after("+3"),
        "outcome-longest-text": longest_text,
        "outcome-three-states": make_case(alternates=2).after("+1 -2", "+1 -2 +4 +3", "+1"),
        "outcome-twice": make_case(alternates=2).after("-1 -4", "-1 -4"),
        "outcome-many-lines": make_case(prizes=[(1, "Car")], alternates=11).after(
            " ".join(f"+{rank} -{rank}" for rank in range(1, 13))
        ),
        "outcome-weighted": make_case(wins="per-ticket", alternates=2).after("+1 -3 +4 +2"),
        "outcome-private": make_case(private=True, alternates=2, vacancy="up").after("-1 +2 +4 +3"),
        "outcome-rehearsal": make_case(rehearsal=True, alternates=1).after("-1 +4"),
        "outcome-two-seeds": make_case(seeds=two, alternates=1, seeds_file=True).after("-1 +4"),
    }


def earlier_cases() -> dict[str, Case]:
    first = make_case(title="First draw", seeds=["first"], alternates=1)
    private = make_case(title="Private first draw", seeds=["private"], private=True)
    trial = make_case(title="Trial", seeds=["trial"], rehearsal=True)
    reasons = ("The hall's list was an old one", "One prize was given back")
    second = make_case(title="Second draw", seeds=["bob"], replaces=first.commit.id(), reason=reasons[0])
    third = make_case(follows=(second.commit.id(), second.reveal().id()), reason=reasons[1], alternates=2)
    one, two = [(case.commit, case.reveal()) for case in (first, second)]
    one_without, two_without = (one[0], None), (two[0], None)
    # Of the draw that is replaced any reveal is taken, since none is named.
    noted = (one[0], replace(one[1], notes=["a copy"]))
    fourth = make_case(title="Fourth draw", seeds=["fourth"], replaces=third.commit.id(), reason="The beacon's round never came")
    other_ids: dict[str, Any] = {"follows": (private.commit.id(), private.reveal().id()), "reason": reasons[1]}
    return {
        "replaces-one-given": second.with_earlier(one),
        "replaces-one-given-without-reveal": second.with_earlier(one_without),
        "replaces-one-given-other-notes": second.with_earlier(noted),
        "follows-one-given": third.with_earlier(two),
        "follows-one-given-without-reveal": third.with_earlier(two_without),
        "follows-a-private-one": make_case(**other_ids).with_earlier((private.commit, private.reveal())),
        "follows-chain": third.with_earlier(two, one),
        "follows-chain-in-other-order": third.with_earlier(one, two),
        "follows-chain-without-reveals": third.with_earlier(two_without, one_without),
        "replaces-chain-of-four": fourth.with_earlier((third.commit, None), two, one),
        "replaces-chain-first-not-given": fourth.with_earlier((third.commit, third.reveal()), two),
        "replaces-a-rehearsal": make_case(replaces=trial.commit.id(), reason="It was a trial").with_earlier(
            (trial.commit, trial.reveal())
        ),
        "follows-chain-and-outcome": third.with_earlier(two, one).after("-2 +4 +1"),
    }


def repeated_cases() -> dict[str, Case]:
    """Draws after others whose reveals have the same randomness, or that of an earlier or later round."""
    lottery = Public(SHAPE, "Saturday lottery")
    text: dict[str, Any] = {"seeds": [], "beacon": lottery, "value": PublicValue(TEXT)}
    first = make_case(title="First draw", **text)
    second = make_case(title="Second draw", replaces=first.commit.id(), reason="The hall's list was an old one", **text)
    one, two = [(case.commit, case.reveal()) for case in (first, second)]
    made = {}

    def further(name: str, before: Case, *earlier: Any, **more: Any) -> None:
        case = make_case(follows=(before.commit.id(), before.reveal().id()), reason="One prize was given back", **more)
        made[f"follows-with-{name}"] = case.with_earlier(*earlier)

    further("same-text", second, two, one, **text)
    further("same-text-without-reveals", second, (two[0], None), (one[0], None), **text)
    further("other-text", second, two, one, **{**text, "value": PublicValue(edit(TEXT, TEXT[0], "1"))})
    further("a-seed-after-a-text", second, two)
    old: dict[str, Any] = {"seeds": [], "created": "2022-01-01T00:00:00Z"}
    rounds = {name: dict(zip(("beacon", "value"), drand(name)), **old) for name in ("quicknet", "quicknet-early", "fastnet")}
    drawn = {name: make_case(title="First draw", **more) for name, more in rounds.items()}
    further("same-round", drawn["quicknet"], (drawn["quicknet"].commit, drawn["quicknet"].reveal()), **rounds["quicknet"])
    for name, earlier, later in (
        ("earlier-round", "quicknet", "quicknet-early"),
        ("earlier-round-of-other-chain", "quicknet", "fastnet"),
        ("later-round", "quicknet-early", "quicknet"),
    ):
        further(name, drawn[earlier], (drawn[earlier].commit, drawn[earlier].reveal()), **rounds[later])
    further("round-after-a-text", second, two, **rounds["quicknet"])
    return made


def party_cases() -> dict[str, Case]:
    """Three holders, with every set of them missing, under each rule and with each kind of beacon."""
    holders = ["ann", "bob", "carol"]
    public = {"beacon": Public(SHAPE, "Saturday lottery"), "value": PublicValue(TEXT)}
    quicknet, value = drand("quicknet")
    # seeds-by is 600 seconds before the round.
    timed = {"created": "2024-10-14T12:00:00Z", "seeds_by": "2024-10-14T17:03:33Z"}
    kinds: list[tuple[str, str, dict[str, Any]]] = [
        ("seeds-void", "void", {}),
        ("public-void", "void", public),
        ("public-leave-out", "leave-out", public),
        ("drand-void", "void", {"beacon": quicknet, "value": value, **timed}),
        ("drand-leave-out", "leave-out", {"beacon": quicknet, "value": value, **timed}),
    ]
    made = {}
    for (kind, rule, more), opened in product(kinds, product((True, False), repeat=3)):
        missing = [name for name, is_open in zip(holders, opened) if not is_open]
        name = f"parties-{kind}-without-{'-'.join(missing) or 'none'}"
        made[name] = make_case(seeds=holders, missing=missing, no_reveal=rule, seeds_file=True, **more)
    return made


EXPECTED = {
    "drand-after-9999": "beacon",
    "drand-last-round": "beacon",
    "two-seeds-missing": "seed-missing",
    "public-text-seed-missing-void": "seed-missing",
    "public-text-three-seeds-void-one-missing": "seed-missing",
    "drand-seed-missing-void": "seed-missing",
    "weighted-two-seeds-missing": "seed-missing",
    "private-two-seeds-missing": "seed-missing",
}

# What a program says that checks no signatures, where it neither agrees nor says signature-unchecked.
UNCHECKED = {
    "drand-quicknet/signature-of-other-round": "material",
    "drand-quicknet/two-signatures": "two-results",
    "fresh-quicknet/both-fresh-negative-and-seed-name": "seed-names",
}


def expected(name: str) -> str:
    if name.startswith("parties-") and "-void-" in name and not name.endswith("-none"):
        return "seed-missing"
    return EXPECTED.get(name, "valid")


def ending(files: dict[str, Any], options: dict[str, Any], signatures: bool) -> tuple[str, int, Optional[str]]:
    """The name of the failure or valid, the exit status, and the grade."""
    try:
        grade = verify(
            Files(
                commit=as_bytes(files["commit"]),
                reveals=[as_bytes(item) for item in files["reveals"]],
                entry_list=None if files["list"] is None else as_bytes(files["list"]),
                seeds=[as_bytes(item) for item in files["seeds"]],
                receipts=[as_bytes(item) for item in files["receipts"]],
                outcomes=[as_bytes(item) for item in files["outcomes"]],
                extensions=[as_bytes(item) for item in files.get("extensions", [])],
                replacements=[as_bytes(item) for item in files.get("replacements", [])],
                earlier=[
                    (as_bytes(draw["commit"]), None if draw["reveal"] is None else as_bytes(draw["reveal"]))
                    for draw in files["earlier"]
                ],
            ),
            options.get("expect"),
            options.get("rehearsal", False),
            signatures=signatures,
            existed_by=options.get("existed_by"),
        )
    except Failure as failure:
        return failure.name, failure.exit_code, None
    return "valid", 0, grade


def as_bytes(item: Union[str, Vector]) -> bytes:
    if isinstance(item, str):
        return item.encode("utf-8")
    if "hex" in item:
        return bytes.fromhex(item["hex"])
    before: str = item.get("before", "")
    repeated: str = before + item["repeat"] * item["times"] + item["then"]
    return repeated.encode("utf-8")


def checked(vector: Vector, files: dict[str, Any], options: dict[str, Any], expect: str) -> Vector:
    """What a vector expects was written down beforehand; verify has to agree."""
    name, code, grade = ending(files, options, signatures=True)
    assert name == expect, (vector["id"], expect, name)
    vector.update(expect=expect, exit=code)
    if name == "valid":
        vector.update(grade=grade)
    name, code, _ = ending(files, options, signatures=False)
    if name != expect:
        assert name == UNCHECKED.get(vector["id"], "signature-unchecked"), (vector["id"], name)
        vector["unchecked"] = {"expect": name, "exit": code}
    return vector


def standing_of(case: Case) -> dict[str, Any]:
    """After the longest of the outcome files, if there are any."""
    standing = Standing(case.commit.winners, case.commit.alternates, case.commit.vacancy)
    for line in max(case.outcomes, key=len, default=[]):
        standing.take(line)
    if not case.outcomes:
        return {}
    accepted = sorted(rank for rank in standing.holders if rank in standing.accepted)
    return {"holders": standing.holders, "accepted": accepted}


def whole_draws() -> tuple[str, list[Vector]]:
    vectors = []
    for name, case in cases().items():
        commit, reveal, files = case.commit, case.reveal(), case.files()
        if name in ("seed-only", "private", "weighted-once", "one-entry", "private-one-entry", "larger-list"):
            last = commit.entries - 1
            files["receipts"] = [
                make_receipt(commit, case.entry_list, position, case.list_key).text()
                for position in sorted({0, last // 2, last})
            ]
        options: dict[str, Any] = {"expect": commit.id().hex(), "rehearsal": case.rehearsal}
        if case.existed_by:
            options["existed_by"] = case.existed_by
        part = reveal.beacon.material_part() if reveal.beacon else b""
        draw_material = material(commit.id(), part, [seed for _, seed in reveal.seeds])
        vector = {
            "id": name,
            "files": files,
            "options": options,
            "commit_id": commit.id().hex(),
            "reveal_id": reveal.id().hex(),
            "root": commit.root.hex() if commit.root else None,
            "beacon": part.hex(),
            "material": draw_material.hex(),
            "material_sha256": sha256(draw_material).hex(),
            "positions": [draw.position for draw in reveal.draws],
            "secrets": {
                "seeds": {seed_name: seed.hex() for seed_name, seed in case.seeds.items()},
                "list_key": case.list_key.hex() if case.list_key else None,
                "list": case.entry_list.canonical().decode("utf-8") if case.list_key else None,
            },
        }
        vector.update(standing_of(case))
        vectors.append(checked(vector, files, options, expected(name)))
    about = (
        "Complete draws: the text of every file, the digests and positions on the way, and what verify says. files: "
        "commit, list (null if not given to verify), reveals, seeds files, receipts, outcomes, and earlier draws, each "
        "with commit and reveal (null if there is none). options: --expect and "
        "--rehearsal; existed_by, a proven time, where it is given. beacon is the material's part. secrets: what the "
        "organiser and holders keep until the reveal. holders, with outcome files: the rank that holds each prize "
        "place from the first, null if it is not awarded; accepted: which of them accepted. "
        "grade, of what is valid: its letter, null in a rehearsal. "
        "positions are those that the material gives, also where verify ends before it draws. "
        "expect and exit are of a program that checks drand signatures; where one that doesn't says something else, "
        "unchecked has its expect and exit. The drand rounds are real; only drand-after-9999 and drand-last-round have "
        "made-up signatures."
    )
    return about, vectors


def tampered(more: Callable[[dict[str, Case]], list[Fault]]) -> tuple[str, list[Vector]]:
    bases = cases()
    vectors: list[Vector] = []

    def add(base: str, name: str, expect: str, options: Optional[dict[str, Any]] = None, **change: Any) -> None:
        files = {**bases[base].files(), **change}
        used = {"expect": None, "rehearsal": bases[base].rehearsal, **(options or {})}
        vector = {"id": f"{base}/{name}", "base": base, "options": used, "change": change}
        vectors.append(checked(vector, files, used, expect))

    for base in TAMPERED_BASES:
        kinds_of_fault = [identity_faults, list_faults, seed_faults, beacon_faults, draw_faults]
        if base in ("seed-only", "private", "rehearsal"):
            kinds_of_fault.append(file_faults)
        for faults in kinds_of_fault:
            for name, expect, change, options in faults(bases[base]):
                add(base, name, expect, options, **change)
    others = grammar_faults(bases) + rule_faults(bases) + tolerances(bases) + more(bases)
    for name, expect, base, change, options in others:
        add(base, name, expect, options, **change)
    about = (
        "One fault each; several where a vector's own name begins with both- or faults-, and the one that decides is "
        "expected. base names a vector of files.json; change replaces some of its files (not the receipts, "
        "which are left away). grade is that of what is valid. A file is a string, or {hex} if it is not UTF-8, or {repeat, times, then}: repeat "
        "written times times, followed by then; null is a file that is not given. expect is valid for the tolerances "
        "of the reader. expect and exit are of a program that checks drand signatures; where one that doesn't says "
        "something else, unchecked has its expect and exit."
    )
    return about, vectors


TAMPERED_BASES = [
    "seed-only",
    "seed-only-rich",
    "two-seeds",
    "public-text",
    "public-text-three-seeds-one-missing",
    "weighted-once",
    "weighted-per-ticket",
    "private",
    "rehearsal",
    "drand-quicknet",
]

# Name, expected failure, what changes, options; a Fault also has the name of its base.
Variant = tuple[str, str, dict[str, Any], Optional[dict[str, Any]]]
Fault = tuple[str, str, str, dict[str, Any], Optional[dict[str, Any]]]


def flip_hex(text: str, at: int) -> str:
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def edit(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1, (old, text[:2000])
    return text.replace(old, new, 1)


def file_faults(case: Case) -> list[Variant]:
    commit, reveal = case.commit.text(), case.reveal().text()
    out: list[Variant] = []
    for role, text, kind, limit in (
        ("commit", commit, commit.split()[1], 1 << 20),
        ("reveals", reveal, reveal.split()[1], (1 << 20) + (16 << 10) * case.commit.places),
    ):

        def put(item: Any) -> dict[str, Any]:
            return {role: item if role == "commit" else [item]}

        latin = text.encode("utf-8").replace(b"summer" if role == "commit" else b"commit:", b"\xe9", 1)
        long_form = text.encode("utf-8").replace(b": ", b":\xc0\xa0", 1)
        surrogate = text.encode("utf-8").replace(b": ", b": \xed\xa0\x80", 1)
        lines = text.split("\n")
        out += [
            (f"{role}-over-size", "file-size", put({"repeat": "a", "times": limit + 1, "then": ""}), None),
            (f"{role}-at-size", "grammar", put({"repeat": "a", "times": limit, "then": ""}), None),
            (f"{role}-empty", "grammar", put(""), None),
            (f"{role}-latin-1", "not-utf-8", put({"hex": latin.hex()}), None),
            (f"{role}-overlong", "not-utf-8", put({"hex": long_form.hex()}), None),
            (f"{role}-surrogate", "not-utf-8", put({"hex": surrogate.hex()}), None),
            (f"{role}-cut-in-character", "not-utf-8", put({"hex": (text.encode("utf-8") + b"\xc3").hex()}), None),
            (f"{role}-no-last-lf", "grammar", put(text[:-1]), None),
            (f"{role}-byte-order-mark", "grammar", put("\ufeff" + text), None),
            (f"{role}-one-cr", "grammar", put(text.replace("\n", "\r\n", 1)), None),
            (f"{role}-all-but-one-cr", "grammar", put(text.replace("\n", "\r\n")[:-2] + "\n"), None),
            (f"{role}-cr-only", "grammar", put(text.replace("\n", "\r")), None),
            (f"{role}-empty-line-at-end", "grammar", put(text + "\n"), None),
            (f"{role}-empty-line-within", "grammar", put(text.replace("\n", "\n\n", 1)), None),
            (f"{role}-no-first-line", "grammar", put("\n".join(lines[1:])), None),
            (f"{role}-first-line-only", "grammar", put(lines[0] + "\n"), None),
            (f"{role}-line-twice", "grammar", put("\n".join(lines[:2] + lines[1:])), None),
            (f"{role}-lines-swapped", "grammar", put("\n".join([lines[0], lines[2], lines[1]] + lines[3:])), None),
            (f"{role}-unknown-name", "grammar", put("\n".join([lines[0], "colour: red"] + lines[1:])), None),
            (f"{role}-version-2", "later-version", put(edit(text, " v1\n", " v2\n")), None),
            (f"{role}-version-1.1", "grammar", put(edit(text, " v1\n", " v1.1\n")), None),
            (f"{role}-version-01", "grammar", put(edit(text, " v1\n", " v01\n")), None),
            (f"{role}-version-0", "grammar", put(edit(text, " v1\n", " v0\n")), None),
            (f"{role}-kind-unknown", "later-version", put(edit(text, f" {kind} ", " lottery ")), None),
            (f"{role}-kind-of-other-file", "grammar", put(edit(text, f" {kind} ", " seeds ")), None),
            (f"{role}-kind-capital", "grammar", put(edit(text, f" {kind} ", f" {kind.title()} ")), None),
            (f"{role}-needs", "later-version", put(edit(text, "\n", "\nneeds: colours\n")), None),
            (f"{role}-needs-two", "later-version", put(edit(text, "\n", "\nneeds: a-1\nneeds: b\n")), None),
            (f"{role}-needs-not-a-token", "grammar", put(edit(text, "\n", "\nneeds: Colours\n")), None),
            (f"{role}-needs-33-bytes", "grammar", put(edit(text, "\n", f"\nneeds: {'a' * 33}\n")), None),
            (f"{role}-seventeen-notes", "grammar", put(text + "note: one more\n" * 17), None),
            (f"{role}-note-not-last", "grammar", put(edit(text, "\n", "\nnote: early\n")), None),
        ]
    return out


def identity_faults(case: Case) -> list[Variant]:
    commit, reveal = case.commit, case.reveal()
    text = commit.text()
    other = replace(commit, title="Parish winter raffle").text()
    kinds = replace(reveal, rehearsal=not reveal.rehearsal).text()
    out: list[Variant] = [
        ("title-changed", "other-commit", {"commit": other}, None),
        ("title-changed-expect", "commit-id", {"commit": other}, {"expect": commit.id().hex()}),
        ("expect-last-digit", "commit-id", {}, {"expect": flip_hex(commit.id().hex(), 63)}),
        ("note-added-to-commit", "other-commit", {"commit": text + "note: x\n"}, None),
        (
            "reveal-of-other-commit",
            "other-commit",
            {"reveals": [edit(reveal.text(), commit.id().hex(), flip_hex(commit.id().hex(), 0))]},
            None,
        ),
        (
            "seeds-of-other-commit",
            "other-commit",
            {"seeds": [Seeds(sha256(b"x"), [("organiser", bytes(64))]).text()]},
            None,
        ),
        ("reveal-of-other-kind", "rehearsal", {"reveals": [kinds]}, {"rehearsal": True}),
        ("published-changed", "other-commit", {"commit": edit(text, "notice board", "notice  board")}, None),
    ]
    if commit.rehearsal:
        out.append(("without-option", "rehearsal", {}, {"rehearsal": False}))
        out.append(("as-a-draw", "other-commit", {"commit": edit(text, "rehearsal", "commit")}, None))
    else:
        out.append(("with-rehearsal-option", "valid", {}, {"rehearsal": True}))
        out.append(
            ("as-a-rehearsal", "other-commit", {"commit": edit(text, "commit", "rehearsal")}, {"rehearsal": True})
        )
    return out


def list_faults(case: Case) -> list[Variant]:
    commit, reveal = case.commit, case.reveal()
    if commit.private:
        return opening_faults(case)
    text = case.list_text() or ""
    lines = text.split("\n")[:-1]
    first, second, last = lines[0], lines[1], lines[-1]

    def put(new: Union[str, Vector]) -> dict[str, Any]:
        return {"list": new}

    def join(new: list[str]) -> dict[str, Any]:
        return put("".join(line + "\n" for line in new))

    opened = deepcopy(reveal)
    opened.draws[0].opening = Opening(bytes(32), [bytes(32)])
    tab = "\t" if commit.weighted else ""
    out: list[Variant] = [
        ("list-not-given", "list-missing", {"list": None}, None),
        ("list-of-no-bytes", "list-line", put(""), None),
        ("list-of-a-mark", "list-line", put("\ufeff"), None),
        ("list-empty-line", "list-line", put("\n"), None),
        ("list-empty-line-at-start", "list-line", put("\n" + text), None),
        ("list-empty-line-at-end", "list-line", put(text + "\n"), None),
        ("list-mixed-line-ends", "list-line", put(edit(text, "\n", "\r\n")), None),
        ("list-last-line-end-differs", "list-line", put(text.replace("\n", "\r\n")[:-2] + "\n"), None),
        ("list-cr-at-end", "list-line", put(text[:-1] + "\r"), None),
        ("list-cr-cr-lf", "list-line", put(text.replace("\n", "\r\r\n")), None),
        ("list-two-marks", "list-line", put("\ufeff\ufeff" + text), None),
        ("list-mark-within", "list-line", put(edit(text, last, last + "\ufeff")), None),
        ("list-space-at-end-of-line", "list-line", put(edit(text, first, first + " ")), None),
        ("list-space-at-start-of-entry", "list-line", put(edit(text, first, first.replace("Ash", " Ash"))), None),
        ("list-nul", "list-line", put(edit(text, first, first + "\x00x")), None),
        ("list-two-tabs", "list-line", put(edit(text, first, first + "\t" + tab + "x")), None),
        ("list-del", "list-line", put(edit(text, first, first + "\x7fx")), None),
        ("list-next-line", "list-line", put(edit(text, first, first + "\x85x")), None),
        ("list-line-separator", "list-line", put(edit(text, first, first + "\u2028x")), None),
        ("list-right-to-left", "list-line", put(edit(text, first, first + "\u202ex")), None),
        ("list-isolate", "list-line", put(edit(text, first, first + "\u2067x")), None),
        ("list-arabic-letter-mark", "list-line", put(edit(text, first, first + "\u061cx")), None),
        ("list-left-to-right-mark", "list-line", put(edit(text, first, first + "\u200ex")), None),
        ("list-4097-bytes", "list-line", put(edit(text, first, first + "x" * (4097 - len("Ash")))), None),
        ("list-4096-bytes", "list-root", put(edit(text, first, first + "x" * (4096 - len("Ash")))), None),
        ("list-not-utf-8", "list-line", put({"hex": text.encode().replace(b"Ash", b"Ash\xff").hex()}), None),
        ("list-overlong", "list-line", put({"hex": text.encode().replace(b"Ash", b"\xc1\x81sh").hex()}), None),
        ("list-duplicate", "list-duplicate", join([first] + lines), None),
        ("list-duplicate-same-count", "list-duplicate", join([first, first] + lines[2:]), None),
        ("list-line-less", "list-count", join(lines[:-1]), None),
        ("list-line-more", "list-count", join(lines + [last + "x"]), None),
        ("list-letter", "list-root", put(edit(text, "Ash", "Asg")), None),
        ("list-case", "list-root", put(edit(text, "Ash", "ash")), None),
        ("list-swapped", "list-root", join([second, first] + lines[2:]), None),
        ("list-last-letter", "list-root", join(lines[:-1] + [last + "s"]), None),
        ("list-open-line-for-public", "opening", {"reveals": [opened.text()]}, None),
    ]
    if commit.weighted:
        plain = "".join(entry + "\n" for entry in case.entry_list.entries)
        for name, tickets in (
            ("zero", "0"),
            ("leading-zero", "03"),
            ("sign", "+3"),
            ("space", "3 "),
            ("empty", ""),
            ("fraction", "3.0"),
            ("too-many", "4294967296"),
            ("far-too-many", "9" * 40),
            ("other-digits", "\u0663"),
        ):
            out.append((f"list-tickets-{name}", "list-line", put(edit(text, "3\tAsh", f"{tickets}\tAsh")), None))
        out += [
            ("list-without-tickets", "list-line", put(plain), None),
            ("list-duplicate-entry-other-tickets", "list-duplicate", join(["9\tAsh"] + lines), None),
            ("list-tickets-one-more", "list-tickets", put(edit(text, "3\tAsh", "4\tAsh")), None),
            ("list-tickets-most", "list-tickets", put(edit(text, "3\tAsh", "4294967295\tAsh")), None),
            (
                "list-tickets-moved",
                "list-root",
                put(edit(edit(text, "3\tAsh", "2\tAsh"), "1\tBirch", "2\tBirch")),
                None,
            ),
        ]
    else:
        out.append(("list-weighted-for-plain", "list-line", join([f"1\t{line}" for line in lines]), None))
    return out


def opening_faults(case: Case) -> list[Variant]:
    reveal = case.reveal()

    def changed(change: Callable[[Reveal], None]) -> dict[str, Any]:
        other = deepcopy(reveal)
        change(other)
        return {"reveals": [other.text()]}

    def set_opening(at: int, opening: Optional[Opening]) -> Callable[[Reveal], None]:
        return lambda other: setattr(other.draws[at], "opening", opening)

    def set_draw(at: int, name: str, value: Any) -> Callable[[Reveal], None]:
        return lambda other: setattr(other.draws[at], name, value)

    good = reveal.draws[0].opening
    assert good is not None
    text = reveal.text()
    last_open = text[text.rindex("open: ") :]
    shorter, longer = good.path[:-1], good.path + [bytes(32)]
    return [
        ("open-line-missing", "opening", changed(set_opening(0, None)), None),
        ("last-open-line-missing", "opening", {"reveals": [edit(text, last_open, "")]}, None),
        ("open-line-twice", "grammar", {"reveals": [text + last_open]}, None),
        ("open-line-first", "grammar", {"reveals": [edit(text, "draw: ", last_open + "draw: ")]}, None),
        ("salt-changed", "opening", changed(set_opening(0, Opening(bytes(32), good.path))), None),
        ("path-shorter", "opening", changed(set_opening(0, Opening(good.salt, shorter))), None),
        ("path-longer", "opening", changed(set_opening(0, Opening(good.salt, longer))), None),
        ("path-empty", "opening", changed(set_opening(0, Opening(good.salt, []))), None),
        ("path-reversed", "opening", changed(set_opening(0, Opening(good.salt, good.path[::-1]))), None),
        ("path-of-other-entry", "opening", changed(set_opening(0, reveal.draws[1].opening)), None),
        ("open-last-digit", "opening", {"reveals": [text[:-2] + ("0" if text[-2] != "0" else "1") + "\n"]}, None),
        ("open-capital", "grammar", {"reveals": [edit(text, last_open, last_open[:6] + last_open[6:].upper())]}, None),
        (
            "open-two-spaces",
            "grammar",
            {"reveals": [edit(text, last_open, last_open[:70] + " " + last_open[70:])]},
            None,
        ),
        ("entry-of-private-list", "opening", changed(set_draw(0, "entry", "Someone else")), None),
        ("position-of-private-list", "opening", changed(set_draw(0, "position", 11 - reveal.draws[0].position)), None),
        ("position-12", "opening", changed(set_draw(0, "position", 12)), None),
        ("position-2^63-1", "opening", changed(set_draw(0, "position", 2**63 - 1)), None),
        ("position-plus-2^32", "opening", changed(set_draw(0, "position", 2**32 + reveal.draws[0].position)), None),
    ]


def seed_faults(case: Case) -> list[Variant]:
    commit, reveal = case.commit, case.reveal()
    if not commit.seeds:
        extra = replace(reveal, seeds=[("organiser", example_seed("organiser"))])
        return [("seed-not-asked-for", "seed-names", {"reveals": [extra.text()]}, None)]
    name = commit.seeds[0][0]

    def with_seeds(published: dict[str, bytes]) -> dict[str, Any]:
        return {
            "reveals": [make_reveal(commit, case.entry_list, published, case.beacon, case.list_key).text()],
            "seeds": [],
        }

    wrong = {**case.published, name: bytes(64)}
    without = {key: seed for key, seed in case.published.items() if key != name}
    one_less = replace(reveal, seeds=reveal.seeds[1:])
    renamed = replace(reveal, seeds=[("organizer", reveal.seeds[0][1])] + reveal.seeds[1:])
    text = reveal.text()
    seed_text = case.published[name].hex()
    swapped_kind = seed_commitment(name, case.seeds[name], not commit.rehearsal)
    other_kind = rebound(replace(commit, seeds=[(name, swapped_kind)] + commit.seeds[1:]), case)
    out: list[Variant] = [
        ("seed-digit", "material", {"reveals": [edit(text, seed_text, flip_hex(seed_text, 127))]}, None),
        ("seed-replaced-and-drawn-again", "seed-commitment", with_seeds(wrong), None),
        ("seed-of-other-kind-of-draw", "seed-commitment", other_kind, None),
        ("seed-line-missing", "seed-names", {"reveals": [one_less.text()]}, None),
        ("seed-renamed", "seed-names", {"reveals": [renamed.text()]}, None),
        (
            "seed-line-twice",
            "seed-names",
            {"reveals": [replace(reveal, seeds=[reveal.seeds[0]] + reveal.seeds).text()]},
            None,
        ),
        ("seed-called-missing", "material", {"reveals": [edit(text, seed_text, "missing")], "seeds": []}, None),
        ("seed-short", "grammar", {"reveals": [edit(text, seed_text, seed_text[:-2])]}, None),
        ("seed-capital", "grammar", {"reveals": [edit(text, seed_text, seed_text.upper())]}, None),
        ("seeds-file-wrong-seed", "seed-commitment", {"seeds": [Seeds(commit.id(), [(name, bytes(64))]).text()]}, None),
        (
            "seeds-file-unknown-name",
            "seed-names",
            {"seeds": [Seeds(commit.id(), [("nobody", bytes(64))]).text()]},
            None,
        ),
        (
            "seeds-file-name-twice",
            "seed-names",
            {"seeds": [Seeds(commit.id(), [(name, case.seeds[name])] * 2).text()]},
            None,
        ),
        ("seeds-file-without-seed", "grammar", {"seeds": [f"fairdraw seeds v1\ncommit: {commit.id().hex()}\n"]}, None),
        (
            "seeds-file-missing-word",
            "grammar",
            {"seeds": [f"fairdraw seeds v1\ncommit: {commit.id().hex()}\nseed: {name} missing\n"]},
            None,
        ),
        ("seeds-file-over-size", "file-size", {"seeds": [{"repeat": "a", "times": 65537, "then": ""}]}, None),
        ("seeds-file-version", "later-version", {"seeds": ["fairdraw seeds v2\n"]}, None),
        (
            "seeds-file-right",
            "valid",
            {"seeds": [Seeds(commit.id(), [(name, case.seeds[name])], ["by post"]).text()]},
            None,
        ),
    ]
    if commit.no_reveal == "leave-out":
        out.append(("seed-left-out", "valid", with_seeds(without), None))
        out.append(("two-results", "two-results", {"reveals": [text] + with_seeds(without)["reveals"]}, None))
        missing = [(key, case.seeds[key]) for key, seed in reveal.seeds if seed is None]
        out.append(
            ("seeds-file-opens-a-missing-seed", "two-results", {"seeds": [Seeds(commit.id(), missing).text()]}, None)
        )
    else:
        out.append(("seed-left-out", "seed-missing", with_seeds(without), None))
    out.append(("same-reveal-twice", "valid", {"reveals": [text, text]}, None))
    out.append(("same-reveal-with-a-note", "valid", {"reveals": [text, text + "note: copy\n"]}, None))
    out.append(
        ("second-reveal-wrong", "draw-position", {"reveals": [text, moved(case).text()]}, None)
        if not commit.private
        else (
            "second-reveal-wrong",
            "material",
            {"reveals": [text, edit(text, seed_text, flip_hex(seed_text, 0))]},
            None,
        )
    )
    if len(commit.seeds) > 1:
        order = replace(reveal, seeds=[reveal.seeds[1], reveal.seeds[0]] + reveal.seeds[2:])
        both = Seeds(commit.id(), [(key, case.seeds[key]) for key, _ in reversed(commit.seeds)])
        out.append(("seed-order", "seed-names", {"reveals": [order.text()]}, None))
        out.append(("seeds-file-order", "seed-names", {"seeds": [both.text()]}, None))
    return out


def moved(case: Case) -> Reveal:
    other = deepcopy(case.reveal())
    other.draws[0].position = (other.draws[0].position + 1) % case.commit.entries
    return other


def rebound(commit: Commit, case: Case, draws: bool = False) -> dict[str, Any]:
    """The changed commit with a reveal that names it and has its material; the draw lines as before or drawn again."""
    if draws:
        reveal = make_reveal(commit, case.entry_list, case.published, case.beacon, case.list_key)
    else:
        reveal = case.reveal()
        part = reveal.beacon.material_part() if reveal.beacon else b""
        seeds = [(name, case.published.get(name)) for name, _ in commit.seeds]
        digest = sha256(material(commit.id(), part, [seed for _, seed in seeds]))
        reveal = replace(reveal, commit=commit.id(), material=digest, seeds=seeds, rehearsal=commit.rehearsal)
    return {"commit": commit.text(), "reveals": [reveal.text()], "seeds": []}


def beacon_faults(case: Case) -> list[Variant]:
    commit, reveal = case.commit, case.reveal()
    _, quicknet = drand("quicknet")

    def put(beacon: Any) -> dict[str, Any]:
        return {"reveals": [replace(reveal, beacon=beacon).text()]}

    out: list[Variant] = [
        (
            "material-digit",
            "material",
            {"reveals": [edit(reveal.text(), reveal.material.hex(), flip_hex(reveal.material.hex(), 5))]},
            None,
        )
    ]
    if commit.beacon is None:
        return out + [
            ("beacon-not-asked-for", "beacon", put(PublicValue(TEXT)), None),
            ("beacon-drand-not-asked-for", "beacon", put(quicknet), None),
        ]
    out += [
        ("beacon-missing", "beacon", put(None), None),
        (
            "beacon-kind-unknown",
            "later-version",
            {"reveals": [edit(reveal.text(), "beacon: ", "beacon: sun-spots ")]},
            None,
        ),
        (
            "beacon-twice",
            "grammar",
            {"reveals": [edit(reveal.text(), "beacon: ", f"beacon: public {TEXT}\nbeacon: ")]},
            None,
        ),
    ]
    if isinstance(commit.beacon, Public):
        return out + [
            ("text-other-digit", "material", put(PublicValue("04-11-17-23-38-42")), None),
            ("text-short", "beacon", put(PublicValue(TEXT[:-1])), None),
            ("text-long", "beacon", put(PublicValue(TEXT + "0")), None),
            ("text-other-separator", "beacon", put(PublicValue(TEXT.replace("-", ".", 1))), None),
            ("text-letter", "beacon", put(PublicValue("o4" + TEXT[2:])), None),
            ("text-separator-for-digit", "beacon", put(PublicValue("-" + TEXT[1:])), None),
            ("text-other-script", "beacon", put(PublicValue("\u0660" + TEXT[1:])), None),
            ("text-spaces", "beacon", put(PublicValue(TEXT.replace("-", " "))), None),
            ("text-the-shape", "beacon", put(PublicValue(SHAPE)), None),
            ("drand-for-public", "beacon", put(quicknet), None),
            ("text-none", "grammar", {"reveals": [edit(reveal.text(), f"public {TEXT}", "public")]}, None),
        ]
    value = case.beacon
    assert isinstance(value, DrandValue)
    late = replace(commit, created="2024-10-14T17:13:33Z")
    early = drand("quicknet-early")[1]
    return out + [
        ("public-for-drand", "beacon", put(PublicValue(TEXT)), None),
        ("round-next", "beacon", put(value._replace(round=value.round + 1)), None),
        ("signature-of-other-round", "beacon", put(value._replace(signature=early.signature)), None),
        ("signature-of-other-length", "beacon", put(value._replace(signature=value.signature * 2)), None),
        ("signature-with-previous", "beacon", put(value._replace(previous=bytes(32))), None),
        ("round-0", "grammar", put(value._replace(round=0)), None),
        ("round-2^53", "grammar", put(value._replace(round=2**53)), None),
        ("signature-short", "grammar", put(value._replace(signature=value.signature[:-1])), None),
        ("signature-missing", "grammar", {"reveals": [edit(reveal.text(), " " + value.signature.hex(), "")]}, None),
        ("created-at-the-round", "beacon", rebound(late, case), None),
        (
            "fresh-not-before-the-round",
            "beacon",
            rebound(replace(commit, fresh=(commit.beacon, value.signature, None)), case),
            None,
        ),
    ]


def draw_faults(case: Case) -> list[Variant]:
    commit, reveal = case.commit, case.reveal()

    def changed(change: Callable[[list[Any]], Any]) -> dict[str, Any]:
        other = deepcopy(reveal)
        change(other.draws)
        return {"reveals": [other.text()]}

    def set_at(at: int, **values: Any) -> dict[str, Any]:
        return changed(lambda draws: vars(draws[at]).update(values))

    def exchange(draws: list[Any], *names: str) -> None:
        for name in names:
            one, two = getattr(draws[0], name), getattr(draws[1], name)
            setattr(draws[0], name, two)
            setattr(draws[1], name, one)

    text = reveal.text()
    first_line = "draw: " + reveal.draws[0].text()
    last = len(reveal.draws) - 1
    other_prize = 2 if reveal.draws[0].prize == 1 else 1
    out: list[Variant] = [
        ("draw-line-less", "draw-count", changed(lambda draws: draws.pop()), None),
        ("draw-line-more", "draw-count", changed(lambda draws: draws.append(deepcopy(draws[0]))), None),
        ("draw-no-line", "draw-count", changed(lambda draws: draws.clear()), None),
        ("draw-lines-swapped", "draw-rank", changed(lambda draws: draws.insert(0, draws.pop(1))), None),
        ("draw-rank-0", "draw-rank", set_at(0, rank=0), None),
        ("draw-rank-twice", "draw-rank", set_at(1, rank=1), None),
        ("draw-last-rank", "draw-rank", set_at(last, rank=last + 2), None),
        ("draw-prize-other", "draw-prize", set_at(0, prize=other_prize), None),
        ("draw-prize-unknown", "draw-prize", set_at(0, prize=9), None),
        ("draw-prize-alternate", "draw-prize", set_at(0, prize=None), None),
        (
            "draw-places-exchanged",
            "draw-position",
            changed(lambda draws: exchange(draws, "position", "entry", "opening")),
            None,
        ),
        ("draw-rank-0-padded", "grammar", {"reveals": [edit(text, "draw: 1 ", "draw: 01 ")]}, None),
        ("draw-prize-0", "grammar", {"reveals": [edit(text, "prize-1", "prize-0")]}, None),
        ("draw-prize-padded", "grammar", {"reveals": [edit(text, "prize-1", "prize-01")]}, None),
        ("draw-prize-capital", "grammar", {"reveals": [edit(text, "prize-1", "Prize-1")]}, None),
        ("draw-no-entry", "grammar", {"reveals": [edit(text, " " + reveal.draws[0].entry + "\n", "\n")]}, None),
        (
            "draw-two-spaces",
            "grammar",
            {"reveals": [edit(text, " " + reveal.draws[0].entry, "  " + reveal.draws[0].entry)]},
            None,
        ),
        ("draw-space-at-end", "grammar", {"reveals": [edit(text, first_line, first_line + " ")]}, None),
        ("draw-position-2^63", "grammar", set_at(0, position=2**63), None),
        ("draw-rank-2^64", "grammar", set_at(0, rank=2**64 + 1), None),
    ]
    if commit.alternates:
        out.append(("draw-alternate-gets-prize", "draw-prize", set_at(last, prize=1), None))
    if not commit.private:
        out += [
            ("draw-position-other", "draw-position", {"reveals": [moved(case).text()]}, None),
            ("draw-position-over-n", "draw-position", set_at(0, position=commit.entries), None),
            ("draw-position-2^63-1", "draw-position", set_at(last, position=2**63 - 1), None),
            ("draw-entry-other", "draw-line", set_at(0, entry="Someone else"), None),
            ("draw-entry-case", "draw-line", set_at(last, entry=reveal.draws[last].entry.lower()), None),
        ]
    if commit.weighted:
        line = case.entry_list.lines[reveal.draws[0].position]
        spaced = line.replace("\t", " ")
        out.append(("draw-entry-with-tickets", "draw-line", set_at(0, entry=spaced), None))
        out.append(("draw-entry-with-tab", "grammar", set_at(0, entry=line), None))
    return out


def grammar_faults(bases: dict[str, Case]) -> list[Fault]:
    """Lines of the commit."""
    text = {name: case.commit.text() for name, case in bases.items()}
    big, long_value = str(2**63), "t" * 513
    first_seed = text["two-seeds"].split("seed: ")[1].split("\n")[0]
    chain = CHAIN_HASHES["quicknet"].hex()
    other_chain = "7672797f548f3f4748ac4bf3352fc6c6b6468c9ad40ad456a397545c6e2df5bf"
    digest = sha256(b"x").hex()
    fresh_signature = ROUNDS["quicknet-early"][1]
    edits = [
        ("title-missing", "seed-only", "title: Parish summer raffle\n", ""),
        ("title-empty", "seed-only", "title: Parish summer raffle", "title: "),
        ("title-no-value", "seed-only", "title: Parish summer raffle", "title:"),
        ("title-no-space", "seed-only", "title: ", "title:"),
        ("title-two-spaces", "seed-only", "title: ", "title:  "),
        ("title-space-before-colon", "seed-only", "title: ", "title : "),
        ("title-capital", "seed-only", "title: ", "Title: "),
        ("title-space-at-end", "seed-only", "raffle\n", "raffle \n"),
        ("title-tab", "seed-only", "summer", "summer\t"),
        ("title-nel", "seed-only", "summer", "summer\x85"),
        ("title-right-to-left", "seed-only", "summer", "summer\u202e"),
        ("title-513-bytes", "seed-only", "Parish summer raffle", long_value),
        ("title-513-bytes-in-257-characters", "seed-only", "Parish summer raffle", "é" * 256 + "x"),
        (
            "organiser-before-title",
            "seed-only-rich",
            "title: Parish summer raffle\norganiser: St Anne parish hall\n",
            "organiser: St Anne parish hall\ntitle: Parish summer raffle\n",
        ),
        (
            "organiser-twice",
            "seed-only-rich",
            "organiser: St Anne parish hall\n",
            "organiser: St Anne parish hall\n" * 2,
        ),
        ("follows-without-reason", "follows", "reason: A further round for two prizes\n", ""),
        ("replaces-without-reason", "replaces", "reason: The beacon's round never came\n", ""),
        ("reason-alone", "seed-only", "entries: ", "reason: Rain\nentries: "),
        ("follows-and-replaces", "follows", "reason: ", f"replaces: {digest}\nreason: "),
        ("follows-one-id", "follows", " " + sha256(b"reveal").hex(), ""),
        ("replaces-two-ids", "replaces", sha256(b"commit").hex(), f"{digest} {digest}"),
        ("entries-0", "seed-only", "entries: 12", "entries: 0"),
        ("entries-2^32", "seed-only", "entries: 12", "entries: 4294967296"),
        ("entries-far-over", "seed-only", "entries: 12", f"entries: {'9' * 400}"),
        ("entries-padded", "seed-only", "entries: 12", "entries: 012"),
        ("entries-sign", "seed-only", "entries: 12", "entries: +12"),
        ("entries-comma", "seed-only", "entries: 12", "entries: 1,200"),
        ("entries-other-digits", "seed-only", "entries: 12", "entries: \u0661\u0662"),
        ("list-word-capital", "seed-only", "list: public", "list: Public"),
        ("root-capital", "seed-only", "root: ", "root: A"),
        ("root-short", "seed-only", "root: " + text["seed-only"].split("root: ")[1][:1], "root: "),
        ("tickets-for-shuffle", "seed-only", "root: ", "tickets: 12\nroot: "),
        ("wins-for-shuffle", "seed-only", "method: shuffle\n", "method: shuffle\nwins: once\n"),
        ("tickets-missing", "weighted-once", "tickets: 38\n", ""),
        ("tickets-0", "weighted-once", "tickets: 38\n", "tickets: 0\n"),
        ("tickets-2^63", "weighted-once", "tickets: 38\n", f"tickets: {big}\n"),
        ("wins-missing", "weighted-once", "wins: once\n", ""),
        ("wins-unknown", "weighted-once", "wins: once\n", "wins: twice\n"),
        ("private-and-weighted", "weighted-once", "list: public", "list: private"),
        ("method-capital", "seed-only", "method: shuffle", "method: Shuffle"),
        ("prize-missing", "one-entry", "prize: 1 Car\n", ""),
        ("prize-0", "one-entry", "prize: 1 Car", "prize: 0 Car"),
        ("prize-padded", "one-entry", "prize: 1 Car", "prize: 01 Car"),
        ("prize-2^63", "one-entry", "prize: 1 Car", f"prize: {big} Car"),
        ("prize-no-name", "one-entry", "prize: 1 Car", "prize: 1"),
        ("prize-no-count", "one-entry", "prize: 1 Car", "prize: Car"),
        ("prize-two-spaces", "one-entry", "prize: 1 Car", "prize: 1  Car"),
        ("prize-513-bytes", "longest-values", "p" * 510, "p" * 511),
        ("prize-1025", "many-prizes", "prize: 1 Prize 1\n", "prize: 1 Prize 0\nprize: 1 Prize 1\n"),
        ("alternates-missing", "seed-only", "alternates: 0\n", ""),
        ("alternates-2^63", "vacancy-up", "alternates: 2\n", f"alternates: {big}\n"),
        ("vacancy-without-alternates", "seed-only", "alternates: 0\n", "alternates: 0\nvacancy: next\n"),
        ("vacancy-missing", "vacancy-up", "vacancy: up\n", ""),
        ("vacancy-unknown", "vacancy-up", "vacancy: up\n", "vacancy: down\n"),
        ("alternates-0-with-vacancy", "vacancy-up", "alternates: 2", "alternates: 0"),
        ("seventeen-seeds", "sixteen-seeds", "seed: holder-0 ", f"seed: holder-x {digest}\nseed: holder-0 "),
        ("seed-name-capital", "seed-only", "seed: organiser", "seed: Organiser"),
        ("seed-name-dash-first", "seed-only", "seed: organiser", "seed: -organiser"),
        ("seed-name-32", "seed-only", "seed: organiser", f"seed: {'a' * 32}"),
        ("seed-name-dot", "seed-only", "seed: organiser", "seed: org.aniser"),
        ("seed-64-bytes", "two-seeds", first_seed, f"{first_seed}{digest}"),
        ("seeds-by-missing", "two-seeds", "seeds-by: 2026-12-05T17:50:00Z\n", ""),
        ("no-reveal-missing", "two-seeds", "no-reveal: void\n", ""),
        ("no-reveal-unknown", "two-seeds", "no-reveal: void", "no-reveal: cancel"),
        ("seeds-by-not-needed", "seed-only", "created: ", "seeds-by: 2026-12-05T17:50:00Z\nno-reveal: void\ncreated: "),
        ("no-reveal-not-needed", "public-text", "created: ", "no-reveal: void\ncreated: "),
        ("beacon-twice", "public-text", "created: ", f"beacon: public {SHAPE} x\ncreated: "),
        ("beacon-no-description", "public-text", text["public-text"].split(SHAPE)[1].split("\n")[0], ""),
        ("beacon-shape-of-3", "public-text", SHAPE, "d-d"),
        ("beacon-shape-of-129", "public-text", SHAPE, "d" * 129),
        ("beacon-shape-character", "public-text", SHAPE, "dd/dd"),
        ("beacon-shape-digit", "public-text", SHAPE, "dd-d4"),
        ("beacon-round-0", "drand-quicknet", "12040883", "0"),
        ("beacon-round-2^53", "drand-quicknet", "12040883", "9007199254740992"),
        ("beacon-round-padded", "drand-quicknet", "12040883", "012040883"),
        ("beacon-round-missing", "drand-quicknet", " 12040883", ""),
        ("beacon-after-round", "drand-quicknet", "12040883", "12040883 x"),
        ("beacon-chain-short", "drand-quicknet", chain, chain[:-1]),
        ("fresh-no-signature", "fresh-quicknet", " " + fresh_signature, ""),
        ("fresh-signature-of-other-length", "fresh-quicknet", fresh_signature, fresh_signature * 2),
        ("fresh-previous-not-asked-for", "fresh-quicknet", fresh_signature, f"{fresh_signature} {digest}"),
        ("fresh-previous-missing", "fresh-default-first", f" {ROUNDS['default-first'][2]}", ""),
        ("created-missing", "seed-only", "created: 2026-11-29T12:00:00Z\n", ""),
        ("created-not-a-date", "seed-only", "2026-11-29", "2026-02-29"),
        ("created-not-a-leap-year", "seed-only", "2026-11-29", "2100-02-29"),
        ("created-31-november", "seed-only", "2026-11-29", "2026-11-31"),
        ("created-month-0", "seed-only", "2026-11-29", "2026-00-29"),
        ("created-month-13", "seed-only", "2026-11-29", "2026-13-29"),
        ("created-day-0", "seed-only", "2026-11-29", "2026-11-00"),
        ("created-24-hours", "seed-only", "T12:00:00Z", "T24:00:00Z"),
        ("created-60-minutes", "seed-only", "T12:00:00Z", "T12:60:00Z"),
        ("created-leap-second", "seed-only", "T12:00:00Z", "T23:59:60Z"),
        ("created-small-letters", "seed-only", "T12:00:00Z", "t12:00:00z"),
        ("created-offset", "seed-only", "T12:00:00Z", "T12:00:00+00:00"),
        ("created-fraction", "seed-only", "T12:00:00Z", "T12:00:00.0Z"),
        ("created-other-digits", "seed-only", "2026-11-29", "202\u0666-11-29"),
        ("published-missing", "seed-only", "published: https://example.org/raffle and the notice board\n", ""),
        ("note-empty", "seed-only-rich", "note: No cash in place of a prize", "note: "),
        ("seventeen-notes", "longest-values", "note: n\n", "note: n\nnote: n\n"),
    ]
    later = [
        ("list-word-unknown", "seed-only", "list: public", "list: sealed"),
        ("list-word-unknown-before-other-fault", "seed-only", "list: public\n", "list: sealed\nlist: sealed\n"),
        ("method-unknown", "seed-only", "method: shuffle", "method: systematic-2"),
        ("beacon-kind-unknown", "public-text", "beacon: public", "beacon: sun-spots"),
        ("beacon-kind-alone", "public-text", f"public {SHAPE}", "sun-spots"),
        ("beacon-chain-unknown", "drand-quicknet", chain, other_chain),
        ("fresh-kind-unknown", "fresh-quicknet", "fresh: drand", "fresh: newspaper"),
        ("fresh-chain-unknown", "fresh-quicknet", f"fresh: drand {chain}", f"fresh: drand {other_chain}"),
    ]
    out: list[Fault] = []
    for name, base, old, new in edits:
        out.append((f"commit-{name}", "grammar", base, {"commit": edit(text[base], old, new)}, None))
    for name, base, old, new in later:
        out.append((f"commit-{name}", "later-version", base, {"commit": edit(text[base], old, new)}, None))
    return out


EARLY, LATE = "2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z"  # before and after round 123 of quicknet


def rule_faults(bases: dict[str, Case]) -> list[Fault]:
    seed_only, two_seeds = bases["seed-only"], bases["two-seeds"]
    weighted, per_ticket, public = bases["weighted-once"], bases["weighted-per-ticket"], bases["public-text"]
    private, bare = bases["private"], bases["seed-only"].commit
    huge = [(2**63 - 1, "Car"), (1, "Bicycle")]
    twice = [two_seeds.commit.seeds[0]] * 2
    right_receipt = make_receipt(bare, seed_only.entry_list, 3)
    private_receipt = make_receipt(private.commit, private.entry_list, 3, private.list_key)
    weighted_receipt = make_receipt(weighted.commit, weighted.entry_list, 3)
    early, early_value = drand("quicknet-early")
    out: list[Fault] = []

    def rule(name: str, base: str, commit: Commit) -> None:
        out.append((f"rules-{name}", "rules", base, rebound(commit, bases[base]), None))

    rule("one-place-too-many", "seed-only", replace(bare, prizes=[(13, "Car")]))
    rule("one-alternate-too-many", "seed-only", replace(bare, alternates=10, vacancy="next"))
    rule("prizes-overflow", "seed-only", replace(bare, prizes=huge))
    rule("prizes-overflow-2^64", "seed-only", replace(bare, prizes=[(2**63 - 1, "Car")] * 2 + [(5, "Bicycle")]))
    rule("alternates-overflow", "seed-only", replace(bare, alternates=2**63 - 1, vacancy="up"))
    rule("neither-seed-nor-beacon", "seed-only", replace(bare, seeds=[]))
    rule("seed-name-twice", "two-seeds", replace(two_seeds.commit, seeds=twice))
    rule("leave-out-without-beacon", "two-seeds", replace(two_seeds.commit, no_reveal="leave-out"))
    # A seeds file names the commit's id, so none is older than the commit.
    quoting = make_case(seeds=["organiser", "bob"], fresh=(early, early_value.signature, early_value.previous), created=EARLY)
    due = "2023-08-23T15:15:33Z"  # of the round quoted
    for name, base, case, seeds_by, expect in (
        ("at-created", "two-seeds", two_seeds, two_seeds.commit.created, "rules"),
        ("before-created", "two-seeds", two_seeds, "0000-01-01T00:00:00Z", "rules"),
        ("after-created", "two-seeds", two_seeds, "2026-11-29T12:00:01Z", "valid"),
        ("at-fresh", "two-seeds", quoting, due, "rules"),
        ("before-fresh", "two-seeds", quoting, "2023-08-23T15:15:32Z", "rules"),
        ("after-fresh", "two-seeds", quoting, "2023-08-23T15:15:34Z", "valid"),
        ("after-fresh-at-created", "two-seeds", replace(quoting, commit=replace(quoting.commit, created=LATE)), LATE, "rules"),
    ):
        changed = rebound(replace(case.commit, seeds_by=seeds_by), case, draws=True)
        out.append((f"rules-seeds-by-{name}", expect, base, changed, None))
    rule("once-more-places-than-entries", "weighted-once", replace(weighted.commit, prizes=[(11, "Car")]))
    rule("per-ticket-more-places-than-tickets", "weighted-per-ticket", replace(per_ticket.commit, prizes=[(37, "Car")]))
    rule("private-one-place-too-many", "private", replace(private.commit, prizes=[(12, "Car")]))
    for name, expect, base, receipt in (
        ("receipt-right", "valid", "seed-only", right_receipt),
        ("receipt-entry", "opening", "seed-only", replace(right_receipt, entry="Someone else")),
        ("receipt-position", "opening", "seed-only", replace(right_receipt, position=2)),
        ("receipt-position-over-n", "opening", "seed-only", replace(right_receipt, position=12)),
        ("receipt-path-short", "opening", "seed-only", replace(right_receipt, path=right_receipt.path[1:])),
        ("receipt-path-none", "opening", "seed-only", replace(right_receipt, path=[])),
        ("receipt-salt-for-public", "opening", "seed-only", replace(right_receipt, salt=bytes(32))),
        ("receipt-tickets-for-plain", "opening", "seed-only", replace(right_receipt, tickets=1)),
        ("receipt-of-other-commit", "other-commit", "seed-only", replace(right_receipt, commit=bytes(32))),
        ("receipt-private-right", "valid", "private", private_receipt),
        ("receipt-private-without-salt", "opening", "private", replace(private_receipt, salt=None)),
        ("receipt-private-other-salt", "opening", "private", replace(private_receipt, salt=bytes(32))),
        ("receipt-weighted-right", "valid", "weighted-once", weighted_receipt),
        ("receipt-weighted-other-tickets", "opening", "weighted-once", replace(weighted_receipt, tickets=5)),
        ("receipt-weighted-no-tickets", "opening", "weighted-once", replace(weighted_receipt, tickets=None)),
        ("receipt-tickets-2^32", "grammar", "weighted-once", replace(weighted_receipt, tickets=2**32)),
    ):
        out.append((name, expect, base, {"receipts": [receipt.text()]}, None))
    out.append(
        (
            "receipt-over-size",
            "file-size",
            "seed-only",
            {"receipts": [{"repeat": "a", "times": 65537, "then": ""}]},
            None,
        )
    )
    other_text = PublicValue("05-11-17-23-38-41")
    other = make_reveal(public.commit, public.entry_list, {}, other_text).text()
    out.append(("two-texts", "two-results", "public-text", {"reveals": [public.reveal().text(), other]}, None))
    out.append(("other-text-drawn-again", "valid", "public-text", {"reveals": [other]}, None))
    return out


def tolerances(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []
    for base in ("seed-only", "weighted-once", "two-seeds", "private"):
        case = bases[base]
        files = case.files()
        expect = {"expect": case.commit.id().hex()}
        changes: dict[str, dict[str, Any]] = {
            "crlf-commit": {"commit": files["commit"].replace("\n", "\r\n")},
            "crlf-reveal": {"reveals": [files["reveals"][0].replace("\n", "\r\n")]},
            "note-in-reveal": {"reveals": [files["reveals"][0] + "note: drawn in the hall\n"]},
        }
        if files["seeds"]:
            changes["crlf-seeds"] = {"seeds": [files["seeds"][0].replace("\n", "\r\n")]}
        if files["list"]:
            text = files["list"]
            changes.update(
                {
                    "crlf-list": {"list": text.replace("\n", "\r\n")},
                    "list-mark": {"list": "\ufeff" + text},
                    "list-no-last-lf": {"list": text[:-1]},
                    "list-mark-crlf-no-last": {"list": "\ufeff" + text.replace("\n", "\r\n")[:-2]},
                }
            )
        out += [(f"taken-{name}", "valid", base, change, expect) for name, change in changes.items()]
    return out
