"""Writing what a draw publishes: the root and commitments of a commit, a reveal, a receipt."""

from __future__ import annotations

from typing import Mapping, Optional, Sequence, Union

from drawing import draw_tickets, shuffle_prefix
from encoding import material, sha256
from entries import EntryList, path, root, salt
from files import Commit, Draw, DrandValue, Opening, PublicValue, Receipt, Reveal
from hash_drbg import Stream
from population import Population
from sample import extension, streams_of
from sample_files import Extension, ItemLine


def draw_positions(commit: Commit, tickets: list[int], draw_material: bytes) -> list[int]:
    words = Stream(draw_material)
    if commit.wins is None:
        return shuffle_prefix(commit.entries, commit.places, words)
    return draw_tickets(tickets, commit.places, commit.wins, words)


def prize_of_rank(commit: Commit, rank: int) -> Optional[int]:
    """The number of the prize, from 1; None for an alternate."""
    last = 0
    for number, (count, _) in enumerate(commit.prizes, 1):
        last += count
        if rank <= last:
            return number
    return None


def make_reveal(
    commit: Commit,
    entry_list: EntryList,
    seeds: Mapping[str, bytes],
    beacon: Union[DrandValue, PublicValue, None] = None,
    list_key: Optional[bytes] = None,
) -> Reveal:
    """seeds holds those that count; the others are written as missing, whatever the commit's rule says."""
    draw_material = material_of(commit, seeds, beacon)
    leaves = entry_list.leaves(list_key) if list_key else []
    draws = []
    for rank, position in enumerate(draw_positions(commit, entry_list.tickets, draw_material), 1):
        draw = Draw(rank, prize_of_rank(commit, rank), position, entry_list.entries[position])
        if list_key:
            opened = salt(list_key, position, entry_list.lines[position])
            draw.opening = Opening(opened, path(leaves, position))
        draws.append(draw)
    return Reveal(
        commit=commit.id(),
        material=sha256(draw_material),
        seeds=[(name, seeds.get(name)) for name, _ in commit.seeds],
        beacon=beacon,
        draws=draws,
        rehearsal=commit.rehearsal,
    )


def make_sample_reveal(
    commit: Commit,
    population: Population,
    seeds: Mapping[str, bytes],
    beacon: Union[DrandValue, PublicValue, None] = None,
) -> Reveal:
    assert commit.sample
    draw_material = material_of(commit, seeds, beacon)
    items = commit.sample.design.draw(population, streams_of(draw_material))
    return Reveal(
        commit=commit.id(),
        material=sha256(draw_material),
        seeds=[(name, seeds.get(name)) for name, _ in commit.seeds],
        beacon=beacon,
        draws=[],
        rehearsal=commit.rehearsal,
        items=[ItemLine(item, population.label(item.position)) for item in items],
    )


def material_of(commit: Commit, seeds: Mapping[str, bytes], beacon: Union[DrandValue, PublicValue, None]) -> bytes:
    part = beacon.material_part() if beacon else b""
    return material(commit.id(), part, [seeds.get(name) for name, _ in commit.seeds])


def make_extension(
    commit: Commit,
    population: Population,
    draw_material: bytes,
    reveal: bytes,
    earlier: Sequence[Extension],
    adds: list[tuple[int, int]],
    reason: str,
    created: str,
) -> Extension:
    """earlier are the extensions before this one, in their order."""
    assert commit.sample
    before: dict[int, int] = {}
    for one in earlier:
        for count, stratum in one.adds:
            before[stratum] = before.get(stratum, 0) + count
    adding = {stratum: count for count, stratum in adds}
    items = extension(commit.sample.design, population, streams_of(draw_material), before, adding)
    return Extension(
        commit=commit.id(),
        reveal=reveal,
        extends=earlier[-1].id() if earlier else None,
        reason=reason,
        created=created,
        adds=adds,
        items=[ItemLine(item, population.label(item.position)) for item in items],
    )


def make_receipt(commit: Commit, entry_list: EntryList, position: int, list_key: Optional[bytes] = None) -> Receipt:
    return Receipt(
        commit=commit.id(),
        position=position,
        tickets=entry_list.tickets[position] if commit.weighted else None,
        entry=entry_list.entries[position],
        salt=salt(list_key, position, entry_list.lines[position]) if list_key else None,
        path=path(entry_list.leaves(list_key), position),
    )


def list_root(entry_list: EntryList, list_key: Optional[bytes] = None) -> bytes:
    return root(entry_list.leaves(list_key))
