"""The checks of verify that audit samples have of their own (specification sections 19.3, 19.6 and 19.7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import log2
from typing import Optional, Sequence

from entries import root
from failure import Failure
from files import Commit
from population import AMOUNT_LIMIT, Listed, Population, counted, listed
from reader import unix_time
from register import Register
from sample import SPARE, Design, Item, Mus, Simple, Stratified, Stratum, Systematic, WithReplacement
from sample import Streams, extension, extension_fault
from sample_files import Extension, ItemLine, Replacements, Rules


def check_population(commit: Commit, rules: Rules, data: Optional[bytes]) -> Population:
    """Step 3, up to the root."""
    population: Population
    if rules.parts:
        population = counted(rules.parts)
    elif data is None:
        raise Failure("list-missing", "the commit's list is public; give it to verify")
    else:
        population = listed(data, rules.fields)
    if population.size != commit.entries:
        raise Failure("list-count", f"there are {population.size} items")
    if isinstance(rules.design, Stratified):
        _check_strata(rules.design, population)
    if population.amounts is not None:
        _check_amounts(population.amounts, rules.control_total)
    if isinstance(population, Listed) and root(population.leaves()) != commit.root:
        raise Failure("list-root", "the list is not the one committed to")
    return population


def _check_strata(design: Stratified, population: Population) -> None:
    sizes = Counter(population.strata)
    named = {stratum.name for stratum in design.strata}
    for name in sizes:
        if name not in named:
            raise Failure("list-strata", f"the design has no stratum {name}")
    for stratum in design.strata:
        if sizes[stratum.name] != stratum.size:
            raise Failure("list-strata", f"{stratum.name} has {sizes[stratum.name]} lines and not {stratum.size}")


def _check_amounts(amounts: Sequence[int], control_total: Optional[int]) -> None:
    above, below = sum(amount for amount in amounts if amount > 0), sum(amount for amount in amounts if amount < 0)
    if above >= AMOUNT_LIMIT or -below >= AMOUNT_LIMIT:
        raise Failure("list-amounts", "the amounts of one sign sum to 2^63 or more")
    if above + below != control_total:
        raise Failure("list-amounts", f"the amounts sum to {above + below} and not to {control_total}")


def check_items(found: Sequence[ItemLine], wanted: Sequence[Item], population: Population) -> None:
    """Item by item; their number has been compared."""
    for line, item in zip(found, wanted):
        place = f"rank {item.rank} of stratum {item.stratum}" if item.stratum else f"rank {item.rank}"
        if line.item.rank != item.rank:
            raise Failure("draw-rank", f"{line.item.rank} stands where {place} belongs")
        if line.item.role != item.role:
            raise Failure("draw-role", f"{place} is {item.role}")
        if line.item.stratum != item.stratum:
            raise Failure("draw-stratum", f"{place} stands as of stratum {line.item.stratum}")
        if line.item.position != item.position:
            raise Failure("draw-position", f"{place} is position {item.position}")
        if line.item.unit != item.unit:
            raise Failure("draw-unit", f"{place} was hit at unit {item.unit}")
        if line.label != population.label(item.position):
            raise Failure("draw-line", f"{place} is {population.label(item.position)}")


def check_sample(found: Sequence[ItemLine], design: Design, population: Population, streams: Streams) -> None:
    """A reveal's items. Nothing is drawn that could not be right for its number."""
    known = None if isinstance(design, Mus) and design.kind == "interval" else design.places
    if known is not None and len(found) != known:
        raise Failure("draw-count", f"{len(found)} items and not {known}")
    wanted = design.draw(population, streams)
    if len(found) != len(wanted):
        raise Failure("draw-count", f"{len(found)} items and not {len(wanted)}")
    check_items(found, wanted, population)


def chain_of(extensions: Sequence[Extension]) -> list[Extension]:
    """From the first to the last."""
    by_id = {one.id(): one for one in extensions}
    following: dict[Optional[bytes], Extension] = {}
    for one in by_id.values():
        if one.extends in following:
            raise Failure("other-extension", "two extensions have the same one before them, or both none")
        following[one.extends] = one
    chain: list[Extension] = []
    last: Optional[bytes] = None
    while last in following:
        chain.append(following.pop(last))
        last = chain[-1].id()
    if following:
        raise Failure("other-extension", "an extension names one before it that was not given")
    return chain


def check_extensions(
    chain: Sequence[Extension],
    rules: Optional[Rules],
    population: Optional[Population],
    streams: Streams,
    earliest: int,
) -> dict[int, int]:
    """How many items they add to each stratum."""
    before: dict[int, int] = {}
    for one in chain:
        adding = {stratum: count for count, stratum in one.adds}
        after = {stratum: before.get(stratum, 0) + adding.get(stratum, 0) for stratum in {*before, *adding}}
        if rules is None or population is None:
            raise Failure("extension", "the commit has no design")
        if unix_time(one.created) < earliest:
            raise Failure("extension", f"{one.created} is before the draw, or the extension before")
        earliest = unix_time(one.created)
        fault = extension_fault(rules.design, population, after)
        if fault:
            raise Failure("extension", fault)
        if len(one.items) != sum(adding.values()):
            raise Failure("draw-count", f"{len(one.items)} items in an extension by {sum(adding.values())}")
        check_items(one.items, extension(rules.design, population, streams, before, adding), population)
        before = after
    return before


def check_replacements(
    files: Sequence[Replacements], rules: Optional[Rules], added: dict[int, int], earliest: int
) -> Register:
    """The register with most lines."""
    design = rules.design if rules else None
    longest, register = None, Register(design, added, earliest)
    for file in files:
        of_this = Register(design, added, earliest)
        for number, line in enumerate(file.lines, 1):
            try:
                of_this.take(line)
            except Failure as failure:
                raise Failure(failure.name, f"replacement {number}: {failure.detail}") from None
        if longest is None or len(file.lines) > len(longest.lines):
            longest, register = file, of_this
    for file in files:
        assert longest
        if file.lines != longest.lines[: len(file.lines)]:
            raise Failure("two-registers", "two replacements files tell different histories")
    return register


def sentence_on_design(design: Design, population: Population) -> str:
    """The sizes, and how often each item is selected, over all uniform words."""
    return f"{_sizes_in_words(design, population)}, over all uniform words"


def _sizes_in_words(design: Design, population: Population) -> str:
    size = population.size
    if isinstance(design, Simple):
        return f"simple random sample of {design.n} of {size} items, {design.spares} spares: {design.n}/{size} each"
    if isinstance(design, WithReplacement):
        return f"{design.n} draws with replacement from {size} items: {design.n}/{size} each, on average"
    if isinstance(design, Systematic):
        order = "random order" if design.random_order else "list order"
        average = Fraction(design.places, size)
        sizes = f"{design.n} items from each of {design.starts} starts, {design.places} in all"
        return f"systematic sample in {order}, {sizes}: {average} each, on average"
    if isinstance(design, Stratified):
        minimum = "" if design.minimum is None else f", minimum {design.minimum}"
        strata = ", ".join(_in_words(stratum) for stratum in design.strata)
        return f"stratified sample of {design.n} items, allocation {design.how}{minimum}: {strata}"
    assert population.amounts is not None
    certain, rest, k = design.split(population)
    total = sum(population.amounts[position] for position in rest)
    each = f"amount/{design.n}" if design.kind == "interval" else f"{k} * amount / {total}"
    return f"monetary unit sample, {design.kind}: {len(certain)} items certain; {len(rest)} others {each} on average"


def _in_words(stratum: Stratum) -> str:
    stated = "" if stratum.deviation is None else f", deviation {stratum.deviation} as the commit states it"
    return f"{stratum.name} {stratum.n}/{stratum.size} with {stratum.spares} spares{stated}"


def sentence_on_strata_left_out(design: Design) -> Optional[str]:
    left_out = [one for one in design.strata if one.n == 0] if isinstance(design, Stratified) else []
    if not left_out:
        return None
    names = ", ".join(one.name for one in left_out)
    return f"{sum(one.size for one in left_out)} items can't be selected, those of the strata {names}"


def sentence_on_sizes(design: Design, population: Population, added: dict[int, int]) -> str:
    """Of a sample that was extended."""
    if isinstance(design, Stratified):
        strata = enumerate(design.strata, 1)
        sizes = ", ".join(f"{one.name} {one.n + added.get(number, 0)}/{one.size}" for number, one in strata)
    else:
        assert isinstance(design, (Simple, WithReplacement))
        sizes = f"{design.n + added.get(0, 0)}/{population.size}"
    return f"with its extensions the sample has {sizes}; chances only if that didn't depend on the items drawn"


def has_spares(design: Design) -> bool:
    if isinstance(design, Stratified):
        return any(stratum.spares for stratum in design.strata)
    return isinstance(design, Simple) and design.spares > 0


def sentence_on_amounts(rules: Rules, amounts: Sequence[int]) -> str:
    def money(units: int) -> str:
        digits = str(abs(units)).rjust(rules.decimals + 1, "0")
        whole, part = digits[: len(digits) - rules.decimals], digits[len(digits) - rules.decimals :]
        return ("-" if units < 0 else "") + whole + (f".{part}" if part else "")

    above, others = [amount for amount in amounts if amount > 0], [amount for amount in amounts if amount <= 0]
    none_of_them = others and isinstance(rules.design, Mus)
    by_monetary_unit = " and can't be selected by monetary units" if none_of_them else ""
    return (
        f"control total {money(sum(amounts))}: {len(above)} amounts above 0 sum to {money(sum(above))}; "
        f"{len(others)} of 0 and below sum to {money(sum(others))}{by_monetary_unit}"
    )


def sentence_on_replacements(register: Register, items: Sequence[Item]) -> str:
    replaced = [
        f"stratum {item.stratum} rank {item.rank} by spare {register.effective(item.stratum, item.rank)}"
        for item in items
        if item.role != SPARE and (item.stratum, item.rank) in register.spare_of
    ]
    return f"spares were used in their order, none skipped or twice; in the end: {', '.join(replaced)}"


def results(design: Design, population: Population) -> float:
    """The base-2 logarithm of how many results all uniform draws have together."""

    def of_places(size: int, places: int) -> float:
        return sum(log2(size - place) for place in range(places))

    size = population.size
    if isinstance(design, Simple):
        return of_places(size, design.places)
    if isinstance(design, WithReplacement):
        return design.n * log2(size)
    if isinstance(design, Systematic):
        return design.starts * log2(size) + (of_places(size, size) if design.random_order else 0)
    if isinstance(design, Stratified):
        return sum(of_places(one.size, one.n + one.spares) for one in design.strata)
    assert population.amounts is not None
    _, rest, k = design.split(population)
    total = sum(population.amounts[position] for position in rest)
    if total == 0:
        return 0
    if design.kind == "interval":
        return log2(design.n)
    if design.kind in ("cell", "with-replacement"):
        return k * log2(total)
    return log2(total) + (of_places(len(rest), len(rest)) if design.kind == "random-order" else 0)
