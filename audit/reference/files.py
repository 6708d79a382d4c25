"""The files and their grammar (specification sections 5 and 6): parse, and print in the one way to write each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional, Union

from encoding import sha256
from entries import MOST_TICKETS
from failure import Failure
from reader import DIGEST, LONG_VALUE_BYTES, NUMBER, NUMBER_LIMIT, Printer, Reader
from sample_files import ItemLine, Rules, parse_items, parse_rules

ROUND_LIMIT = 2**53
ENTRIES_LIMIT = 2**32
COMMIT_BYTES = 1 << 20
SEEDS_BYTES = RECEIPT_BYTES = SECRET_BYTES = 64 << 10
REVEAL_BYTES, REVEAL_BYTES_PER_PLACE = 1 << 20, 16 << 10
MOST_PRIZES, MOST_SEEDS = 1024, 16
CAUSES = ("declined", "no-answer", "not-found", "ineligible", "duplicate", "other")

SEED = "[0-9a-f]{128}"
NAME = "[a-z0-9][a-z0-9-]{0,30}"
SHAPE = "[d.,:+-]{4,128}"


class Chain(NamedTuple):
    name: str
    genesis_time: int
    period: int
    signature_bytes: int
    chained: bool

    def time(self, round_number: int) -> int:
        return self.genesis_time + (round_number - 1) * self.period

    def signature_fits(self, round_number: int, signature: bytes, previous: Optional[bytes]) -> bool:
        """Only the lengths. The first round of a chained chain follows the 32-byte genesis seed."""
        if len(signature) != self.signature_bytes:
            return False
        if not self.chained:
            return previous is None
        return previous is not None and len(previous) == (32 if round_number == 1 else self.signature_bytes)


CHAINS = {
    bytes.fromhex(chain_hash): chain
    for chain_hash, chain in {
        "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": Chain("quicknet", 1692803367, 3, 48, False),
        "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": Chain("default", 1595431050, 30, 96, True),
        "dbd506d6ef76e5f386f41c651dcb808c5bcbd75471cc4eafa3f4df7ad4e4c493": Chain("fastnet", 1677685200, 3, 48, False),
    }.items()
}


class Drand(NamedTuple):
    chain: bytes
    round: int

    def text(self) -> str:
        return f"drand {self.chain.hex()} {self.round}"


class Public(NamedTuple):
    shape: str
    what: str

    def text(self) -> str:
        return f"public {self.shape} {self.what}"

    def fits(self, text: str) -> bool:
        return len(text) == len(self.shape) and all(
            "0" <= char <= "9" if shaped == "d" else char == shaped for char, shaped in zip(text, self.shape)
        )


class DrandValue(NamedTuple):
    round: int
    signature: bytes
    previous: Optional[bytes]

    def text(self) -> str:
        previous = f" {self.previous.hex()}" if self.previous is not None else ""
        return f"drand {self.round} {self.signature.hex()}{previous}"

    def material_part(self) -> bytes:
        return sha256(self.signature)


class PublicValue(NamedTuple):
    value: str

    def text(self) -> str:
        return f"public {self.value}"

    def material_part(self) -> bytes:
        return self.value.encode("ascii")


class Opening(NamedTuple):
    salt: bytes
    path: list[bytes]

    def text(self) -> str:
        return " ".join(digest.hex() for digest in (self.salt, *self.path))


@dataclass
class Draw:
    rank: int
    prize: Optional[int]  # counted from 1; None for an alternate
    position: int
    entry: str
    opening: Optional[Opening] = None

    def text(self) -> str:
        prize = "alternate" if self.prize is None else f"prize-{self.prize}"
        return f"{self.rank} {prize} {self.position} {self.entry}"


@dataclass
class Commit:
    title: str
    entries: int
    root: Optional[bytes]  # None for ranges and manifests
    prizes: list[tuple[int, str]]
    alternates: int
    created: str
    published: str
    rehearsal: bool = False
    organiser: Optional[str] = None
    follows: Optional[tuple[bytes, bytes]] = None
    replaces: Optional[bytes] = None
    reason: Optional[str] = None
    private: bool = False
    tickets: Optional[int] = None
    wins: Optional[str] = None  # set if and only if the method is tickets
    vacancy: Optional[str] = None
    seeds: list[tuple[str, bytes]] = field(default_factory=list)
    beacon: Union[Drand, Public, None] = None
    seeds_by: Optional[str] = None
    no_reveal: Optional[str] = None
    fresh: Optional[tuple[Drand, bytes, Optional[bytes]]] = None
    notes: list[str] = field(default_factory=list)
    sample: Optional[Rules] = None  # in place of prizes and alternates

    @property
    def weighted(self) -> bool:
        return self.tickets is not None

    @property
    def winners(self) -> int:
        return sum(count for count, _ in self.prizes)

    @property
    def places(self) -> int:
        """How many are drawn; of a sample, how many items it can have."""
        if self.sample:
            return self.sample.places(self.entries)
        return self.winners + self.alternates

    @property
    def earlier_id(self) -> Optional[bytes]:
        """The commit id of the draw before this one, if it names one."""
        return self.follows[0] if self.follows else self.replaces

    def id(self) -> bytes:
        return sha256(self.text().encode("utf-8"))

    def text(self) -> str:
        out = Printer("rehearsal" if self.rehearsal else "commit")
        out.add("needs", "design" if self.sample else None)
        out.add("title", self.title)
        out.add("organiser", self.organiser)
        if self.follows:
            out.add("follows", f"{self.follows[0].hex()} {self.follows[1].hex()}")
        if self.replaces:
            out.add("replaces", self.replaces.hex())
        out.add("reason", self.reason)
        out.add("entries", self.entries)
        if self.sample:
            self.sample.add_population(out, self.root)
            out.add("method", "sample")
            out.lines += self.sample.design.lines()
        else:
            self._add_raffle(out)
        out.add_each("seed", [f"{name} {commitment.hex()}" for name, commitment in self.seeds])
        out.add("beacon", self.beacon.text() if self.beacon else None)
        out.add("seeds-by", self.seeds_by)
        out.add("no-reveal", self.no_reveal)
        if self.fresh:
            drand, signature, previous = self.fresh
            tail = [signature.hex()] + ([previous.hex()] if previous is not None else [])
            out.add("fresh", " ".join([drand.text(), *tail]))
        out.add("created", self.created)
        out.add("published", self.published)
        out.add_each("note", self.notes)
        return out.text()

    def _add_raffle(self, out: Printer) -> None:
        assert self.root is not None
        out.add("list", "private" if self.private else "public")
        out.add("tickets", self.tickets)
        out.add("root", self.root.hex())
        out.add("method", "tickets" if self.weighted else "shuffle")
        out.add("wins", self.wins)
        out.add_each("prize", [f"{count} {name}" for count, name in self.prizes])
        out.add("alternates", self.alternates)
        out.add("vacancy", self.vacancy)


@dataclass
class Seeds:
    commit: bytes
    seeds: list[tuple[str, bytes]]
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        out = Printer("seeds")
        out.add("commit", self.commit.hex())
        out.add_each("seed", [f"{name} {seed.hex()}" for name, seed in self.seeds])
        out.add_each("note", self.notes)
        return out.text()


@dataclass
class Reveal:
    commit: bytes
    material: bytes
    seeds: list[tuple[str, Optional[bytes]]]
    beacon: Union[DrandValue, PublicValue, None]
    draws: list[Draw]
    rehearsal: bool = False
    notes: list[str] = field(default_factory=list)
    items: Optional[list[ItemLine]] = None  # of a sample, in place of draws

    def id(self) -> bytes:
        return sha256(self.text().encode("utf-8"))

    def text(self) -> str:
        out = Printer("rehearsal-reveal" if self.rehearsal else "reveal")
        out.add("needs", None if self.items is None else "design")
        out.add("commit", self.commit.hex())
        out.add("material", self.material.hex())
        out.add_each("seed", [f"{name} {seed.hex() if seed else 'missing'}" for name, seed in self.seeds])
        out.add("beacon", self.beacon.text() if self.beacon else None)
        for draw in self.draws:
            out.add("draw", draw.text())
            out.add("open", draw.opening.text() if draw.opening else None)
        out.add_each("item", [item.text() for item in self.items or ()])
        out.add_each("note", self.notes)
        return out.text()


@dataclass
class Receipt:
    commit: bytes
    position: int
    tickets: Optional[int]
    entry: str
    salt: Optional[bytes]
    path: list[bytes]
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        out = Printer("receipt")
        out.add("commit", self.commit.hex())
        out.add("position", self.position)
        out.add("tickets", self.tickets)
        out.add("entry", self.entry)
        out.add("salt", self.salt.hex() if self.salt else None)
        out.add("path", " ".join(digest.hex() for digest in self.path) or None)
        out.add_each("note", self.notes)
        return out.text()


@dataclass
class Secret:
    commit: Optional[bytes]  # None if the seeds were made before the commit was
    seeds: list[tuple[str, bytes]]
    list_key: Optional[bytes] = None

    def text(self) -> str:
        out = Printer("secret")
        out.add("commit", self.commit.hex() if self.commit else None)
        out.add_each("seed", [f"{name} {seed.hex()}" for name, seed in self.seeds])
        out.add("list-key", self.list_key.hex() if self.list_key else None)
        return out.text()


class PassedOver(NamedTuple):
    cause: str
    text: str


class OutcomeLine(NamedTuple):
    time: str
    rank: int
    passed_over: Optional[PassedOver] = None  # None if the rank accepted

    def line(self) -> str:
        if self.passed_over is None:
            return f"accepted: {self.time} {self.rank}"
        return f"passed-over: {self.time} {self.rank} {self.passed_over.cause} {self.passed_over.text}"


@dataclass
class Outcome:
    commit: bytes
    reveal: bytes
    lines: list[OutcomeLine]

    def text(self) -> str:
        out = Printer("outcome")
        out.add("commit", self.commit.hex())
        out.add("reveal", self.reveal.hex())
        out.lines += [line.line() for line in self.lines]
        return out.text()


def parse_commit(data: bytes) -> Commit:
    file = Reader("commit", data, COMMIT_BYTES)
    kind = file.first_line("commit", "rehearsal")
    title = file.take("title")
    organiser = file.maybe("organiser")
    follows, replaces, reason = None, None, None
    value = file.maybe("follows")
    if value is not None:
        one, two = file.match(f"({DIGEST}) ({DIGEST})", value)
        follows = (bytes.fromhex(one), bytes.fromhex(two))
    else:
        value = file.maybe("replaces")
        replaces = file.digest(value) if value is not None else None
    if value is not None:
        reason = file.take("reason")
    entries = file.number(file.take("entries"), 1, ENTRIES_LIMIT)
    rules = _parse_sample(file) if file.needs_design else _parse_raffle(file)
    seeds = []
    for value in file.many("seed", 0, MOST_SEEDS):
        name, commitment = file.match(f"({NAME}) ({DIGEST})", value)
        seeds.append((name, bytes.fromhex(commitment)))
    value = file.maybe("beacon")
    beacon = _parse_beacon(file, value) if value is not None else None
    seeds_by, no_reveal = None, None
    if len(seeds) >= 2 or (seeds and beacon):
        seeds_by = file.time(file.take("seeds-by"))
        no_reveal = file.choice(file.take("no-reveal"), "void", "leave-out")
    value = file.maybe("fresh")
    fresh = _parse_fresh(file, value) if value is not None else None
    created = file.time(file.take("created"))
    published = file.take("published")
    return Commit(
        rehearsal=kind == "rehearsal",
        title=title,
        organiser=organiser,
        follows=follows,
        replaces=replaces,
        reason=reason,
        entries=entries,
        **rules,
        seeds=seeds,
        beacon=beacon,
        seeds_by=seeds_by,
        no_reveal=no_reveal,
        fresh=fresh,
        created=created,
        published=published,
        notes=file.notes_and_end(),
    )


def _parse_raffle(file: Reader) -> dict[str, Any]:
    private = file.word(file.take("list"), "public", "private") == "private"
    value = file.maybe("tickets")
    tickets = file.number(value, 1) if value is not None else None
    root = file.digest(file.take("root"))
    method = file.word(file.take("method"), "shuffle", "tickets")
    if (method == "tickets") != (tickets is not None):
        file.fail("a tickets line stands if and only if the method is tickets")
    if private and method == "tickets":
        file.fail("a list is not private and weighted together")
    wins = file.choice(file.take("wins"), "once", "per-ticket") if method == "tickets" else None
    prizes = [file.number_and_text(value) for value in file.many("prize", 1, MOST_PRIZES)]
    alternates = file.number(file.take("alternates"))
    vacancy = file.choice(file.take("vacancy"), "next", "up") if alternates > 0 else None
    return dict(
        private=private,
        tickets=tickets,
        root=root,
        wins=wins,
        prizes=prizes,
        alternates=alternates,
        vacancy=vacancy,
    )


def _parse_sample(file: Reader) -> dict[str, Any]:
    sample, root = parse_rules(file)
    return dict(root=root, prizes=[], alternates=0, sample=sample)


def _parse_beacon(file: Reader, value: str) -> Union[Drand, Public]:
    kind, rest = file.word_and_rest(value, "drand", "public")
    if kind == "drand":
        drand, rest = _parse_round(file, rest)
        if rest:
            file.fail("something follows the round")
        return drand
    shape, what = file.match(f"({SHAPE}) (.+)", rest)
    return Public(shape, file.text(what))


def _parse_round(file: Reader, text: str) -> tuple[Drand, str]:
    chain, rest = file.match(f"({DIGEST})(?: (.*))?", text)
    if bytes.fromhex(chain) not in CHAINS:
        raise Failure("later-version", f"drand chain {chain}")
    number, rest = file.match(f"({NUMBER})(?: (.+))?", rest or "")
    return Drand(bytes.fromhex(chain), file.number(number, 1, ROUND_LIMIT)), rest or ""


def _parse_fresh(file: Reader, value: str) -> tuple[Drand, bytes, Optional[bytes]]:
    kind, rest = file.word_and_rest(value, "drand")
    drand, rest = _parse_round(file, rest)
    signature, previous = _parse_signature(file, rest)
    if not CHAINS[drand.chain].signature_fits(drand.round, signature, previous):
        file.fail("the signature has not the length of its chain")
    return drand, signature, previous


def _parse_signature(file: Reader, text: str) -> tuple[bytes, Optional[bytes]]:
    signature, previous = file.match("([0-9a-f]{96}|[0-9a-f]{192})(?: ([0-9a-f]{64}|[0-9a-f]{192}))?", text)
    return bytes.fromhex(signature), bytes.fromhex(previous) if previous else None


def parse_seeds(data: bytes) -> Seeds:
    file = Reader("seeds file", data, SEEDS_BYTES)
    file.first_line("seeds")
    commit = file.digest(file.take("commit"))
    seeds = []
    for value in file.many("seed", 1, MOST_SEEDS):
        name, seed = file.match(f"({NAME}) ({SEED})", value)
        seeds.append((name, bytes.fromhex(seed)))
    return Seeds(commit, seeds, file.notes_and_end())


def size_limit(places: int) -> int:
    """Of a reveal and of an outcome file."""
    return REVEAL_BYTES + REVEAL_BYTES_PER_PLACE * places


def parse_reveal(data: bytes, places: int, design: bool = False) -> Reveal:
    """places, from the commit, only sets the limit on the size; design is whether the commit has one."""
    file = Reader("reveal", data, size_limit(places))
    kind = file.first_line("reveal", "rehearsal-reveal")
    file.expect_design(design)
    commit = file.digest(file.take("commit"))
    material = file.digest(file.take("material"))
    seeds = []
    for line in file.many("seed", 0, MOST_SEEDS):
        name, seed = file.match(f"({NAME}) ({SEED}|missing)", line)
        seeds.append((name, None if seed == "missing" else bytes.fromhex(seed)))
    value = file.maybe("beacon")
    beacon = _parse_beacon_value(file, value) if value is not None else None
    items = parse_items(file) if design else None
    draws = [] if design else _parse_draws(file)
    rehearsal = kind == "rehearsal-reveal"
    return Reveal(commit, material, seeds, beacon, draws, rehearsal, file.notes_and_end(), items)


def _parse_beacon_value(file: Reader, value: str) -> Union[DrandValue, PublicValue]:
    kind, rest = file.word_and_rest(value, "drand", "public")
    if kind == "public":
        return PublicValue(file.text(rest))
    number, rest = file.match(f"({NUMBER}) (.+)", rest)
    return DrandValue(file.number(number, 1, ROUND_LIMIT), *_parse_signature(file, rest))


def _parse_draws(file: Reader) -> list[Draw]:
    draws: list[Draw] = []
    while True:
        value = file.maybe("draw", LONG_VALUE_BYTES)
        if value is None:
            return draws
        draws.append(_parse_draw(file, value))
        value = file.maybe("open", LONG_VALUE_BYTES)
        if value is not None:
            file.match(f"{DIGEST}(?: {DIGEST})*", value)
            first, *hashes = [bytes.fromhex(digest) for digest in value.split(" ")]
            draws[-1].opening = Opening(first, hashes)


def _parse_draw(file: Reader, value: str) -> Draw:
    rank, prize, position, entry = file.match(f"({NUMBER}) (prize-[1-9][0-9]*|alternate) ({NUMBER}) (.+)", value)
    number = None if prize == "alternate" else file.number(prize[len("prize-") :])
    return Draw(file.number(rank), number, file.number(position), file.text(entry))


def parse_receipt(data: bytes) -> Receipt:
    file = Reader("receipt", data, RECEIPT_BYTES)
    file.first_line("receipt")
    commit = file.digest(file.take("commit"))
    position = file.number(file.take("position"))
    value = file.maybe("tickets")
    tickets = file.number(value, 1, MOST_TICKETS + 1) if value is not None else None
    entry = file.text(file.take("entry", LONG_VALUE_BYTES))
    value = file.maybe("salt")
    salt = file.digest(value) if value is not None else None
    value = file.maybe("path", LONG_VALUE_BYTES)
    path = []
    if value is not None:
        file.match(f"{DIGEST}(?: {DIGEST})*", value)
        path = [bytes.fromhex(digest) for digest in value.split(" ")]
    return Receipt(commit, position, tickets, entry, salt, path, file.notes_and_end())


def parse_secret(data: bytes) -> Secret:
    file = Reader("secret file", data, SECRET_BYTES)
    file.first_line("secret")
    value = file.maybe("commit")
    commit = file.digest(value) if value is not None else None
    seeds = []
    for value in file.many("seed", 0, MOST_SEEDS):
        name, seed = file.match(f"({NAME}) ({SEED})", value)
        seeds.append((name, bytes.fromhex(seed)))
    value = file.maybe("list-key")
    list_key = file.digest(value) if value is not None else None
    file.end()
    return Secret(commit, seeds, list_key)


def parse_outcome(data: bytes, places: int) -> Outcome:
    """places, from the commit, only sets the limit on the size."""
    file = Reader("outcome file", data, size_limit(places))
    file.first_line("outcome")
    commit = file.digest(file.take("commit"))
    reveal = file.digest(file.take("reveal"))
    lines: list[OutcomeLine] = []
    while True:
        value = file.maybe("accepted")
        if value is not None:
            time, rank = file.match("([^ ]+) ([^ ]+)", value)
            lines.append(OutcomeLine(file.time(time), file.number(rank, 1)))
            continue
        value = file.maybe("passed-over")
        if value is None:
            break
        time, rank, cause, text = file.match("([^ ]+) ([^ ]+) ([^ ]+) (.+)", value)
        passed_over = PassedOver(file.choice(cause, *CAUSES), file.text(text))
        lines.append(OutcomeLine(file.time(time), file.number(rank, 1), passed_over))
    if not lines:
        file.take("accepted or passed-over")
    file.end()
    return Outcome(commit, reveal, lines)
