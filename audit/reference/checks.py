"""Verify: the checks of specification section 13 in their order, up to the first that fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, log2
from typing import Callable, Optional, Union

import drand
import sample_checks
from bls12_381 import SignatureFault
from encoding import material, seed_commitment, sha256
from entries import EntryList, private_leaf, public_leaf, root, root_from_path
from failure import Failure
from files import CHAINS, Commit, Drand, DrandValue, Outcome, Public, PublicValue, Receipt, Reveal, Seeds
from files import parse_commit, parse_outcome, parse_receipt, parse_reveal, parse_seeds, size_limit
from making import draw_positions, prize_of_rank
from outcome import Standing
from population import Population
from reader import NUMBER_LIMIT, unix_time
from sample import Simple, Stratified, WithReplacement, streams_of
from sample_files import Extension, Replacements, Rules, parse_extension, parse_replacements

PROVEN, CLAIMED, NOT_CHECKED, NOT_PROVEN = "PROVEN", "CLAIMED", "NOT CHECKED", "NOT PROVEN"
STATE_BITS = 440
EARLY_SECONDS = 600  # by so much seeds-by is before the round if no holder can know the result
GRADES = {
    "A": "fixed before the beacon's round, by a proven time; beacon and several parties, if the seeds' holders are who "
    "they are called",
    "B": "fixed before the beacon's round, by a proven time",
    "C": "random by a beacon, and fixed before its round if the expected id was public then",
    "D": "fixed by the expected id or by a proven time; step 8 says who could choose",
    "E": "re-performed only: nothing shows when the files were made",
}


@dataclass
class Files:
    commit: bytes
    reveals: list[bytes]
    entry_list: Optional[bytes] = None
    seeds: list[bytes] = field(default_factory=list)
    receipts: list[bytes] = field(default_factory=list)
    outcomes: list[bytes] = field(default_factory=list)
    earlier: list[tuple[bytes, Optional[bytes]]] = field(default_factory=list)  # commit and reveal of each earlier draw
    extensions: list[bytes] = field(default_factory=list)
    replacements: list[bytes] = field(default_factory=list)


Say = Callable[[int, str, str], None]


def verify(
    files: Files,
    expect: Optional[str] = None,
    rehearsal: bool = False,
    say: Say = lambda *_: None,
    *,
    signatures: bool = True,
    existed_by: Optional[str] = None,
) -> Optional[str]:
    """The grade if the draw is valid, None if it is a rehearsal; raises the first check that does not pass as Failure.

    Without `signatures` it says what a program says that can't check those of drand. `existed_by` is a time by which the
    commit file is proven to have existed: the caller has checked the proof.
    """
    check = Checks(say, signatures, existed_by)
    check.step_1_files(files)
    check.step_2_commit_id(expect, rehearsal)
    check.step_3_list(files.entry_list)
    check.step_4_rules()
    check.step_5_beacon_and_material()
    check.step_6_seeds()
    check.step_7_draw()
    check.step_8_what_it_means()
    return check.grade(expect)


class Checks:
    commit: Commit
    reveals: list[Reveal]
    seeds: list[Seeds]
    receipts: list[Receipt]
    outcomes: list[Outcome]
    extensions: list[Extension]  # from the first to the last, once step 2 has passed
    replacements: list[Replacements]
    earlier: list[tuple[Commit, Optional[Reveal]]]
    entry_list: Optional[EntryList] = None
    population: Optional[Population] = None

    def __init__(self, say: Say, signatures: bool, existed_by: Optional[str]) -> None:
        self.say = say
        self.signatures = signatures
        self.existed_by = existed_by

    def step_1_files(self, files: Files) -> None:
        self.commit = parse_commit(files.commit)
        places, design = self.commit.places, self.commit.sample is not None
        self.reveals = [parse_reveal(data, places, design) for data in files.reveals]
        self.seeds = [parse_seeds(data) for data in files.seeds]
        self.receipts = [parse_receipt(data) for data in files.receipts]
        self.outcomes = [parse_outcome(data, places) for data in files.outcomes]
        self.extensions = [parse_extension(data) for data in files.extensions]
        self.replacements = [parse_replacements(data, size_limit(places)) for data in files.replacements]
        self.earlier = []
        for commit_data, reveal_data in files.earlier:
            commit = parse_commit(commit_data)
            its = (commit.places, commit.sample is not None)
            reveal = None if reveal_data is None else parse_reveal(reveal_data, *its)
            self.earlier.append((commit, reveal))
        self.say(1, PROVEN, "the files are within their limits and obey the grammar")

    def step_2_commit_id(self, expect: Optional[str], rehearsal: bool) -> None:
        commit_id = self.commit.id()
        if expect is not None and expect != commit_id.hex():
            raise Failure("commit-id", f"the commit's id is {commit_id.hex()}")
        after: list[Union[Outcome, Extension, Replacements]]
        after = [*self.outcomes, *self.extensions, *self.replacements]
        others: list[Union[Reveal, Seeds, Receipt, Outcome, Extension, Replacements]]
        others = [*self.reveals, *self.seeds, *self.receipts, *after]
        for file in others:
            if file.commit != commit_id:
                raise Failure("other-commit", f"a file belongs to the commit {file.commit.hex()}")
        reveal_ids = [reveal.id() for reveal in self.reveals]
        for file_after in after:
            if file_after.reveal not in reveal_ids:
                raise Failure("other-reveal", f"a file belongs to the reveal {file_after.reveal.hex()}")
        self.extensions = sample_checks.chain_of(self.extensions)
        self.history = self._follow_history()
        if self.commit.rehearsal and not rehearsal:
            raise Failure("rehearsal", "this is a rehearsal and not a draw")
        if any(reveal.rehearsal != self.commit.rehearsal for reveal in self.reveals):
            raise Failure("rehearsal", "of commit and reveal one is a rehearsal")
        status = CLAIMED if expect is None else PROVEN
        self.say(2, status, f"commit {commit_id.hex()} is the one published before the draw")
        self._judge_time()
        if self.commit.rehearsal:
            self.say(2, NOT_PROVEN, "TEST: this is a rehearsal and gives no result")

    def _judge_time(self) -> None:
        """A time before the round in `fresh` is no proof: the commit holds that round's signature."""
        if self.existed_by is None:
            return
        fresh = self.commit.fresh
        if fresh and unix_time(self.existed_by) < _round_time(fresh[0]):
            why = f"it is before round {fresh[0].round} in `fresh`, so it can't be right if that signature is"
            self.say(2, NOT_PROVEN, f"that the commit file existed by {self.existed_by}: {why}")
            self.existed_by = None
        else:
            self.say(2, PROVEN, f"the commit file existed by {self.existed_by}, by the proof outside of it")

    def _follow_history(self) -> list[Commit]:
        """The earlier draws given, from the one before this draw back to the first."""
        given = {commit.id(): (commit, reveal) for commit, reveal in self.earlier}
        if len(given) < len(self.earlier):
            raise Failure("earlier-draw", "an earlier commit was given twice")
        history: list[Commit] = []
        link = self.commit
        while link.earlier_id in given:
            earlier, reveal = given.pop(link.earlier_id)
            if reveal and reveal.commit != earlier.id():
                raise Failure("earlier-draw", f"the reveal of an earlier draw names the commit {reveal.commit.hex()}")
            if reveal and link.follows and link.follows[1] != reveal.id():
                raise Failure("earlier-draw", f"the reveal that is followed has the id {link.follows[1].hex()}")
            history.append(earlier)
            link = earlier
        if given:
            raise Failure("earlier-draw", f"no follows or replaces leads to {', '.join(one.hex() for one in given)}")
        return history

    def step_3_list(self, data: Optional[bytes]) -> None:
        commit = self.commit
        if commit.sample:
            self.population = sample_checks.check_population(commit, commit.sample, data)
        elif not commit.private:
            if data is None:
                raise Failure("list-missing", "the commit's list is public; give it to verify")
            self.entry_list = EntryList.parse(data, commit.weighted)
            if len(self.entry_list.lines) != commit.entries:
                raise Failure("list-count", f"the list has {len(self.entry_list.lines)} lines")
            if commit.weighted and sum(self.entry_list.tickets) != commit.tickets:
                raise Failure("list-tickets", f"the list has {sum(self.entry_list.tickets)} tickets")
            if root(self.entry_list.leaves()) != commit.root:
                raise Failure("list-root", "the list is not the one committed to")
        for reveal in self.reveals:
            for draw in reveal.draws:
                if (draw.opening is not None) != commit.private:
                    raise Failure("opening", f"rank {draw.rank}: open lines stand for a private list only")
                if draw.opening:
                    leaf = private_leaf(draw.opening.salt, draw.entry)
                    self._check_path(leaf, draw.position, draw.opening.path)
        for receipt in self.receipts:
            self._check_receipt(receipt)
        if commit.private:
            self._check_opened_entries()
            self.say(3, PROVEN, "each drawn line stood at its position in the list committed to")
            self.say(3, PROVEN, "no two of the entries opened at different positions are equal")
            rest = "that the lines not opened differ from all others and obey the rule for lines"
            self.say(3, NOT_CHECKED, f"{rest}; that lines are persons")
            if data is not None:
                self.say(3, NOT_CHECKED, "the list given, which only the holder of the list key can compare")
        elif commit.root is None:
            self.say(3, PROVEN, f"the commit states the population, with {commit.entries} distinct labels")
            if data is not None:
                self.say(3, NOT_CHECKED, "the list given, as the commit states the population")
        else:
            self.say(3, PROVEN, f"the list is the one committed to, with {commit.entries} distinct lines")
        for receipt in self.receipts:
            self.say(3, PROVEN, f"the entry of the receipt stood at position {receipt.position}")

    def _check_opened_entries(self) -> None:
        drawn = [(draw.entry, draw.position) for reveal in self.reveals for draw in reveal.draws]
        received = [(receipt.entry, receipt.position) for receipt in self.receipts]
        at: dict[str, int] = {}
        for entry, position in drawn + received:
            if at.setdefault(entry, position) != position:
                raise Failure("list-duplicate", f"positions {at[entry]} and {position} have the same entry")

    def _check_receipt(self, receipt: Receipt) -> None:
        try:
            self._check_path(self._receipt_leaf(receipt), receipt.position, receipt.path)
        except Failure as failure:
            nothing = "which says nothing against the draw's other files"
            raise Failure(failure.name, f"the receipt of position {receipt.position}, {nothing}: {failure}") from None

    def _receipt_leaf(self, receipt: Receipt) -> bytes:
        sample = self.commit.sample
        if sample and (sample.fields or sample.parts):
            raise Failure("opening", "receipts are for lists without fields")
        if (receipt.tickets is not None) != self.commit.weighted or (receipt.salt is not None) != self.commit.private:
            raise Failure("opening", "the receipt is for another kind of list")
        if receipt.salt is not None:
            return private_leaf(receipt.salt, receipt.entry)
        line = receipt.entry if receipt.tickets is None else f"{receipt.tickets}\t{receipt.entry}"
        return public_leaf(line)

    def _check_path(self, leaf: bytes, position: int, hashes: list[bytes]) -> None:
        if root_from_path(leaf, position, self.commit.entries, hashes) != self.commit.root:
            raise Failure("opening", f"the path of position {position} does not lead to the root")

    def step_4_rules(self) -> None:
        commit = self.commit
        if commit.sample:
            self._check_design(commit.sample)
        else:
            self._check_places()
        if not commit.seeds and not commit.beacon:
            raise Failure("rules", "neither seed nor beacon")
        names = [name for name, _ in commit.seeds]
        if len(set(names)) != len(names):
            raise Failure("rules", "two seeds of one name")
        if commit.no_reveal == "leave-out" and not commit.beacon:
            raise Failure("rules", "leave-out without a beacon")
        made = [unix_time(commit.created)] + ([_round_time(commit.fresh[0])] if commit.fresh else [])
        if commit.seeds_by and unix_time(commit.seeds_by) <= max(made):
            raise Failure("rules", "seeds-by is not after the commit was made, whose id a seeds file names")
        if commit.sample:
            self._say_about_design(commit.sample)
        else:
            chance = "ticket" if commit.weighted else "entry"
            rule = f"the rule favours no {chance}"
            self.say(4, PROVEN, f"winners: {commit.winners}, alternates: {commit.alternates}; {rule}")
        self._say_about_history()

    def _check_places(self) -> None:
        commit = self.commit
        if commit.winners >= NUMBER_LIMIT or commit.places >= NUMBER_LIMIT:
            raise Failure("rules", "the number of places reaches 2^63")
        available = commit.tickets if commit.wins == "per-ticket" else commit.entries
        if commit.places > (available or 0):
            raise Failure("rules", f"{commit.places} places for {available}")

    def _check_design(self, rules: Rules) -> None:
        assert self.population
        fault = rules.design.fault(self.population)
        if fault:
            raise Failure("design", fault)

    def _say_about_design(self, rules: Rules) -> None:
        assert self.population
        self.say(4, PROVEN, sample_checks.sentence_on_design(rules.design, self.population))
        left_out = sample_checks.sentence_on_strata_left_out(rules.design)
        if left_out:
            self.say(4, PROVEN, left_out)
        if self.population.amounts is not None:
            self.say(4, PROVEN, sample_checks.sentence_on_amounts(rules, self.population.amounts))

    def _say_about_history(self) -> None:
        links = [self.commit, *self.history]
        named = [link for link in links if link.earlier_id]
        if self.history and len(named) < len(links):
            self.say(4, PROVEN, f"this is draw {len(links)} of {len(links)}; the first names none before it")
        elif self.history:
            known = len(links) + 1
            self.say(4, PROVEN, f"this is draw {known} of {known} at least; the first of them was not given")
        for link in named:
            assert link.earlier_id
            kind = "follows" if link.follows else "replaces"
            ids = f"draw {link.id().hex()} {kind} {link.earlier_id.hex()}"
            self.say(4, CLAIMED, f"{ids}, for this reason: {link.reason}")
            if link.replaces:
                self.say(4, NOT_PROVEN, f"that {link.replaces.hex()} was given up for this reason, not for its result")
        if named:
            self.say(4, NOT_CHECKED, "earlier draws, each of which is verified with its own files")

    def step_5_beacon_and_material(self) -> None:
        for reveal in self.reveals:
            self._check_beacon(reveal)
        if self.signatures:
            self._check_signatures()
        names = [name for name, _ in self.commit.seeds]
        for reveal in self.reveals:
            if [name for name, _ in reveal.seeds] != names:
                raise Failure("seed-names", "the reveal's seeds are not those of the commit in its order")
        for file in self.seeds:
            given = [name for name, _ in file.seeds]
            if given != [name for name in names if name in given]:
                raise Failure("seed-names", "a seeds file has names the commit has not, or another order")
        for reveal in self.reveals:
            if sha256(self._material(reveal)) != reveal.material:
                raise Failure("material", f"it is {sha256(self._material(reveal)).hex()}")
        self.say(5, PROVEN, "the material is that of commit, beacon and seeds")
        self._say_about_beacon()
        self._say_about_earlier_beacons()

    def _say_about_beacon(self) -> None:
        commit = self.commit
        if isinstance(commit.beacon, Public):
            self.say(5, NOT_CHECKED, f"that the text is what came up: {commit.beacon.what}")
            if self.existed_by is not None:
                worth = "only then does that time show that the commit was not made to suit the text"
                self.say(5, NOT_PROVEN, f"that the text was not known yet by {self.existed_by}, the proven time: {worth}")
        if isinstance(commit.beacon, Drand) and self._existed_before(commit.beacon):
            self.say(5, PROVEN, f"the commit was made before the round, as it is proven to exist by {self.existed_by}")
        elif isinstance(commit.beacon, Drand):
            self.say(5, CLAIMED, "the commit was made before the round")
        if not self.signatures:
            if self._has_signature():
                self.say(5, NOT_CHECKED, "the signature of a drand round, which this program can't check")
            return
        if isinstance(commit.beacon, Drand):
            self.say(5, PROVEN, f"the signature is that of round {commit.beacon.round}")
        if commit.fresh:
            self.say(5, PROVEN, f"the commit was made after round {commit.fresh[0].round}, whose signature is in it")

    def _say_about_earlier_beacons(self) -> None:
        """An earlier draw's reveal has this draw's randomness: whoever made the commit may have known it."""
        rule, value = self.commit.beacon, self.reveals[0].beacon
        for commit, reveal in self.earlier:
            earlier = reveal.beacon if reveal else None
            if isinstance(value, PublicValue) and value == earlier:
                same = f"the reveal of the draw {commit.id().hex()} has it too"
                self.say(5, NOT_PROVEN, f"that nobody knew the public text when the commit was made: {same}")
            if not isinstance(rule, Drand) or self._existed_before(rule):
                continue
            if isinstance(earlier, DrandValue) and isinstance(commit.beacon, Drand):
                if _round_time(commit.beacon) >= _round_time(rule):
                    late = f"that of the draw {commit.id().hex()} was due no earlier, and its reveal has it"
                    self.say(5, NOT_PROVEN, f"that nobody knew the round when the commit was made: {late}")

    def _has_signature(self) -> bool:
        return self.commit.fresh is not None or isinstance(self.commit.beacon, Drand)

    def _check_signatures(self) -> None:
        if self.commit.fresh:
            _check_signature(*self.commit.fresh)
        for reveal in self.reveals:
            if isinstance(self.commit.beacon, Drand) and isinstance(reveal.beacon, DrandValue):
                _check_signature(self.commit.beacon, reveal.beacon.signature, reveal.beacon.previous)

    def _existed_before(self, beacon: Drand) -> bool:
        return self.existed_by is not None and unix_time(self.existed_by) < _round_time(beacon)

    def _check_beacon(self, reveal: Reveal) -> None:
        beacon, value = self.commit.beacon, reveal.beacon
        if beacon is None:
            if value is not None:
                raise Failure("beacon", "the commit asks for none")
            return
        if value is None:
            raise Failure("beacon", "the reveal has none")
        if isinstance(beacon, Public):
            if isinstance(value, DrandValue) or not beacon.fits(value.value):
                raise Failure("beacon", f"the text is not of the shape {beacon.shape}")
            return
        chain = CHAINS[beacon.chain]
        if not isinstance(value, DrandValue) or value.round != beacon.round:
            raise Failure("beacon", f"the commit asks for round {beacon.round} of drand")
        if not chain.signature_fits(value.round, value.signature, value.previous):
            raise Failure("beacon", f"a signature of {chain.name} has another length")
        if chain.time(beacon.round) <= unix_time(self.commit.created):
            raise Failure("beacon", "the round came before the commit was made")
        if self.commit.fresh and chain.time(beacon.round) <= _round_time(self.commit.fresh[0]):
            raise Failure("beacon", "the fresh line shows that the commit was made after the round")

    def _material(self, reveal: Reveal) -> bytes:
        part = reveal.beacon.material_part() if reveal.beacon else b""
        return material(self.commit.id(), part, [seed for _, seed in reveal.seeds])

    def step_6_seeds(self) -> None:
        commitments = dict(self.commit.seeds)
        opening: list[Union[Reveal, Seeds]] = [*self.reveals, *self.seeds]
        for file in opening:
            for name, seed in file.seeds:
                if seed and seed_commitment(name, seed, self.commit.rehearsal) != commitments[name]:
                    raise Failure("seed-commitment", f"the seed of {name} is not the one committed to")
        self._check_single_use()
        missing = {name for reveal in self.reveals for name, seed in reveal.seeds if seed is None}
        if missing and self.commit.no_reveal != "leave-out":
            raise Failure("seed-missing", f"no result without the seed of {', '.join(sorted(missing))}")
        published = {name for file in self.seeds for name, _ in file.seeds}
        if missing & published:
            raise Failure("two-results", f"in dispute: {', '.join(sorted(missing & published))}")
        if len({reveal.material for reveal in self.reveals}) > 1:
            raise Failure("two-results", f"two reveals differ in: {self._dispute()}")
        if commitments:
            self.say(6, PROVEN, "each seed in the reveal opens its commitment")
        if self.commit.seeds_by:
            self.say(6, CLAIMED, f"the seeds that count were published by {self.commit.seeds_by}")
        for name in sorted(missing):
            self.say(6, CLAIMED, f"the seed of {name} was not published in time and is left out")

    def _check_single_use(self) -> None:
        """A seed that opens two commitments is of one party, or was public before this draw."""
        before = [reveal for _, reveal in self.earlier if reveal]
        seeds = {seed for file in [*self.reveals, *self.seeds, *before] for _, seed in file.seeds if seed}
        for seed in seeds:
            names = opened_by(seed, self.commit)
            if len(names) > 1:
                raise Failure("seed-reused", f"one seed is that of {' and '.join(names)}")
            for commit, _ in self.earlier:
                if names and opened_by(seed, commit):
                    raise Failure("seed-reused", f"the seed of {names[0]} served the draw {commit.id().hex()} already")

    def _dispute(self) -> str:
        by_name = [{seed for _, seed in of_one} for of_one in zip(*[reveal.seeds for reveal in self.reveals])]
        names = [name for (name, _), seeds in zip(self.commit.seeds, by_name) if len(seeds) > 1]
        return ", ".join(names) or "the beacon"

    def step_7_draw(self) -> None:
        if self.commit.sample:
            self._check_samples(self.commit.sample)
        else:
            self._check_draws()
        self._check_outcomes()
        self._check_afterwards()

    def _check_samples(self, rules: Rules) -> None:
        assert self.population
        for reveal in self.reveals:
            streams = streams_of(self._material(reveal))
            sample_checks.check_sample(reveal.items or [], rules.design, self.population, streams)
        self.say(7, PROVEN, f"every item is the one that design and material give: {len(self.reveals[0].items or [])}")

    def _check_draws(self) -> None:
        tickets = self.entry_list.tickets if self.entry_list else []
        for reveal in self.reveals:
            if len(reveal.draws) != self.commit.places:
                raise Failure("draw-count", f"{len(reveal.draws)} draw lines for {self.commit.places} places")
            positions = draw_positions(self.commit, tickets, self._material(reveal))
            for rank, (draw, position) in enumerate(zip(reveal.draws, positions), 1):
                if draw.rank != rank:
                    raise Failure("draw-rank", f"{draw.rank} stands where rank {rank} belongs")
                if draw.prize != prize_of_rank(self.commit, rank):
                    raise Failure("draw-prize", f"rank {rank} has another prize")
                if draw.position != position:
                    raise Failure("draw-position", f"rank {rank} is position {position}")
                if self.entry_list and draw.entry != self.entry_list.entries[position]:
                    raise Failure("draw-line", f"rank {rank} is {self.entry_list.entries[position]}")
        self.say(7, PROVEN, f"every place is the one that list, rules and material give: {self.commit.places}")

    def _check_outcomes(self) -> None:
        standings = [self._standing(outcome) for outcome in self.outcomes]
        longest = max(self.outcomes, key=lambda outcome: len(outcome.lines), default=None)
        for outcome in self.outcomes:
            assert longest
            if outcome.lines != longest.lines[: len(outcome.lines)]:
                raise Failure("two-outcomes", "two outcome files tell different histories")
        if longest:
            self._say_about_outcome(longest, standings[self.outcomes.index(longest)])

    def _check_afterwards(self) -> None:
        """Extensions and replacements of a sample."""
        streams = streams_of(self._material(self.reveals[0]))
        earliest = unix_time(self.commit.created)
        if isinstance(self.commit.beacon, Drand):
            earliest = max(earliest, _round_time(self.commit.beacon))
        added = sample_checks.check_extensions(
            self.extensions, self.commit.sample, self.population, streams, earliest
        )
        register = sample_checks.check_replacements(self.replacements, self.commit.sample, added, earliest)
        for one in self.extensions:
            self.say(7, PROVEN, f"the {len(one.items)} items of an extension are the next places of the draw")
            self.say(7, CLAIMED, f"the extension was decided on at {one.created}, for this reason: {one.reason}")
            self.say(7, NOT_PROVEN, "that whoever decided on it did not know whom it adds")
        if self.commit.sample and self.population:
            self._say_about_sizes(self.commit.sample, self.population, added)
        if self.replacements:
            lines = [*(self.reveals[0].items or []), *(line for one in self.extensions for line in one.items)]
            items = [line.item for line in lines]
            self.say(7, PROVEN, sample_checks.sentence_on_replacements(register, items))
            for line in max((file.lines for file in self.replacements), key=len):
                self.say(7, CLAIMED, f"replaced: {line.text()}")
            self.say(7, NOT_PROVEN, "that no line was added to the replacements later, and that the last line is in it")
        if self.commit.sample and sample_checks.has_spares(self.commit.sample.design):
            self.say(7, NOT_PROVEN, "that no other item was replaced")
        if self.extensions or self.replacements:
            self.say(7, NOT_PROVEN, "what the grade says of extensions and replacements: it is of the sample alone")

    def _say_about_sizes(self, rules: Rules, population: Population, added: dict[int, int]) -> None:
        if self.extensions:
            self.say(7, PROVEN, sample_checks.sentence_on_sizes(rules.design, population, added))
        if isinstance(rules.design, (Simple, WithReplacement, Stratified)):
            self.say(7, NOT_PROVEN, "that no other extension was made")

    def _standing(self, outcome: Outcome) -> Standing:
        standing = Standing(self.commit.winners, self.commit.alternates, self.commit.vacancy)
        for number, line in enumerate(outcome.lines, 1):
            try:
                standing.take(line)
            except Failure as failure:
                raise Failure(failure.name, f"decision {number} of an outcome file: {failure.detail}") from None
        return standing

    def _say_about_outcome(self, outcome: Outcome, standing: Standing) -> None:
        draws = self.reveals[0].draws
        self.say(7, PROVEN, "by the committed rule no rank was skipped, and the prize places are held so:")
        for place, rank in enumerate(standing.holders, 1):
            prize = f"prize-{prize_of_rank(self.commit, place)}, place {place}"
            holder = "not awarded"
            if rank is not None:
                holder = f"rank {rank}, position {draws[rank - 1].position}: {draws[rank - 1].entry}"
            self.say(7, PROVEN, f"{prize}: {holder}")
        for line in outcome.lines:
            self.say(7, CLAIMED, line.line())
        self.say(7, NOT_PROVEN, "that no line was added to the outcome file later, and that the last line is in it")

    def step_8_what_it_means(self) -> None:
        commit = self.commit
        for sentence in assurance(commit, self._opened(), self.signatures):
            self.say(8, CLAIMED, sentence)
        self.say(8, PROVEN, self._reach_sentence())
        self.say(8, NOT_PROVEN, f"that no other commit was made; compare the id at: {commit.published}")
        self.say(8, NOT_PROVEN, "that the list was complete and honest")
        if self._has_signature() and not self.signatures:
            raise Failure("signature-unchecked", "all other checks passed")

    def grade(self, expect: Optional[str]) -> Optional[str]:
        """Of a draw that is valid (specification section 13.6)."""
        commit, beacon = self.commit, self.commit.beacon
        if commit.rehearsal:
            return None
        # Which seeds are missing could be chosen after the round.
        if isinstance(beacon, Drand) and self._opened() == len(commit.seeds):
            if self._existed_before(beacon):
                return "A" if len(commit.seeds) >= 2 and seeds_are_early(commit, beacon) else "B"
            if expect is not None:
                return "C"
        return "E" if expect is None and self.existed_by is None else "D"

    def _opened(self) -> int:
        """How many seeds count. All reveals have one material, so it is the same in each."""
        return sum(seed is not None for _, seed in self.reveals[0].seeds)

    def _reach_sentence(self) -> str:
        starts, results = self._reach()
        kinds = (
            f"sources of this kind have at most 2^{starts // 100}.{starts % 100:02} starts; "
            f"the draw has 2^{results // 100}.{results % 100:02} results"
        )
        if results + 1000 > starts:
            return f"{kinds}; this does not show that every result is possible"
        random = "they are random"
        if isinstance(self.commit.beacon, Public) and not self._opened():
            random = "each digit is equally likely to be 0 to 9, whatever the others are"
        return f"{kinds}; every result can be expected to be possible if {random}"

    def _reach(self) -> tuple[int, int]:
        """Starts, rounded up, and results, rounded down: base-2 logarithms in hundredths (specification section 8.3)."""
        commit = self.commit
        bits = 51200 * self._opened()
        if isinstance(commit.beacon, Public):
            bits += -(-3322 * commit.beacon.shape.count("d") // 10)
        elif commit.beacon:
            bits += 25400
        starts = min(bits, 100 * STATE_BITS)
        if commit.sample:
            assert self.population
            return starts, floor(100 * sample_checks.results(commit.sample.design, self.population))
        positions = [draw.position for draw in self.reveals[0].draws]
        tickets = self.entry_list.tickets if self.entry_list else []
        return starts, floor(100 * sum(map(log2, totals(commit, tickets, positions))))


def totals(commit: Commit, tickets: list[int], positions: list[int]) -> list[int]:
    """Between how many equal chances each place was drawn: entries, or tickets that were left."""
    if commit.wins is None:
        return [commit.entries - place for place in range(commit.places)]
    total, found = sum(tickets), []
    for position in positions:
        found.append(total)
        total -= tickets[position] if commit.wins == "once" else 1
    return found


def opened_by(seed: bytes, commit: Commit) -> list[str]:
    return [name for name, digest in commit.seeds if seed_commitment(name, seed, commit.rehearsal) == digest]


def _round_time(drand: Drand) -> int:
    return CHAINS[drand.chain].time(drand.round)


def _check_signature(rule: Drand, signature: bytes, previous: Optional[bytes]) -> None:
    try:
        drand.verify_round(drand.BY_HASH[rule.chain], rule.round, signature, previous)
    except SignatureFault as fault:
        raise Failure("beacon", f"the signature of round {rule.round} is not right: {fault.detail}") from None


def seeds_are_early(commit: Commit, beacon: Drand) -> bool:
    return commit.seeds_by is not None and unix_time(commit.seeds_by) + EARLY_SECONDS <= _round_time(beacon)


def assurance(commit: Commit, opened: int, signatures: bool = True) -> list[str]:
    """Whom the sources bind (specification section 7.4), judged by the seeds that were opened."""
    if isinstance(commit.beacon, Drand):
        condition = "if" if signatures else "if the signature is that of the round and"
        return _assurance_drand(commit, commit.beacon, opened, condition)
    if isinstance(commit.beacon, Public):
        source = commit.beacon.what
        sentences = [f"the result is as good as the source of the public text, which is not verified: {source}"]
        if not opened and commit.beacon.shape.count("d") < 20:
            sentences.append("the author of the commit could list all outcomes")
        if commit.seeds:
            sentences.append("a holder who opens the seed when the text is known can see the result first")
        return sentences + choice_of_missing(commit, opened, "when the text was known")
    if opened == 1:
        return [
            f"the holder of the seed, {commit.seeds[0][0]}, is trusted: he could try seeds before the commitment, and "
            "withhold his; nobody else could know the result"
        ]
    holders = ", ".join(name for name, _ in commit.seeds)
    return [
        "outsiders could not know the result; the last of these seed holders to open could, and all together could choose "
        f"it: {holders}"
    ]


def _assurance_drand(commit: Commit, beacon: Drand, opened: int, condition: str) -> list[str]:
    operators = "a threshold of the beacon's operators"
    early = seeds_are_early(commit, beacon)
    if opened == len(commit.seeds) > 0 and early:
        end = "leave it out, which would show here" if commit.no_reveal == "leave-out" else "make the draw void"
        return [
            f"nobody could know or choose the result, not even {operators} alone, "
            f"{condition} commit id and seeds were public before the round",
            f"a holder who kept his seed back until after the round could know the result and then only {end}",
        ]
    sentences = [
        f"before the round nobody but {operators} could know the result, "
        f"{condition} the commit id was public by then"
    ]
    if opened and not early:
        sentences.append(f"each of the {opened} seed holders could see the result before opening the seed")
    left_out = len(commit.seeds) - opened
    if left_out and not early:
        sentences.append(f"each of the {left_out} holders of seeds left out could see the result before withholding it")
    return sentences + choice_of_missing(commit, opened, "after the round")


def choice_of_missing(commit: Commit, opened: int, when: str) -> list[str]:
    """Each set of the missing seeds could have been called missing: no file shows when a seed was published."""
    missing = len(commit.seeds) - opened
    if not missing:
        return []
    return [
        f"{missing} of {len(commit.seeds)} seeds missing: whoever holds all of these, or hides that they were published, could "
        f"choose {when} among up to {2**missing} results; a holder of other seeds too could have left out his"
    ]
