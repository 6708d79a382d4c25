//! Sampling designs, populations and extensions at their limits, and beyond.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use fairdraw::{
    HashDrbgError, Stream,
    sample::{
        Addition, Allocation, AllocationFault, Design, DesignFault, DrawFault, ExtensionFault,
        Monetary, Order, PURPOSE, Population, PopulationFault, Selected, Stratum,
    },
};

fn stream(names: &[&str]) -> Result<Stream, HashDrbgError> {
    Stream::new(&[7; 64], PURPOSE, names)
}

fn draw(design: &Design, population: &Population<'_>) -> Vec<Selected> {
    design.check(population).unwrap().draw(stream).unwrap()
}

/// A stratified design by (name, items, size, spares, deviation).
fn stratified(
    size: u64,
    allocation: Allocation,
    strata: &[(&str, u64, u64, u64, Option<u64>)],
) -> Design {
    let stratum = |&(name, items, size, spares, deviation): &(&str, u64, u64, u64, Option<u64>)| {
        Stratum { name: name.into(), items, size, spares, deviation }
    };
    Design::Stratified { size, allocation, strata: strata.iter().map(stratum).collect() }
}

#[test]
fn largest_populations_are_drawn_in_memory_proportional_to_the_sample() {
    let population = Population::new(u32::MAX.into(), None, None).unwrap();
    let rows = draw(&Design::Simple { size: 1000, spares: 20 }, &population);
    assert_eq!(rows.len(), 1020);
    let systematic = Design::Systematic { size: 1000, starts: 2, order: Order::List };
    let rows = draw(&systematic, &population);
    assert_eq!(rows.len(), 2000);
    assert!(rows.iter().all(|row| row.position < u32::MAX.into()));
    assert!(rows[..1000].windows(2).all(|pair| pair[1].position - pair[0].position >= 4_294_967));
    let with_replacement = Design::WithReplacement { size: u32::MAX.into() };
    let plan = with_replacement.check(&population).unwrap();
    let full = plan.extension().unwrap().add(&[Addition { items: 1, stratum: 0 }], stream);
    assert_eq!(full, Err(ExtensionFault::TooFewItems { stratum: 0, wanted: 1, left: 0 }));
}

#[test]
fn sums_of_2_to_the_63_are_exact() {
    // 2^63-1 in two amounts: products of start, sum and size need more than 64 bits.
    let amounts = [i64::MAX - 1, 1, 0, -1];
    let population = Population::new(4, Some(&amounts), None).unwrap();
    assert_eq!(population.sums().total(), i64::MAX - 1);
    let design = Design::Monetary(Monetary::WithReplacement { size: 50 });
    assert!(draw(&design, &population).iter().all(|row| row.position == 0));
    let design = Design::Monetary(Monetary::Fixed { size: 2 });
    let plan = design.check(&population).unwrap();
    assert_eq!(plan.frame().unwrap().certainty, [0, 1]); // the second when nothing else is left
    let equal = [i64::MAX / 8; 8];
    let population = Population::new(8, Some(&equal), None).unwrap();
    for size in 1..8 {
        for design in [Monetary::Fixed { size }, Monetary::Cell { size }] {
            let design = Design::Monetary(design);
            let rows = draw(&design, &population);
            assert_eq!(rows.len() as u64, size);
            assert!(rows.iter().all(|row| {
                let amount = equal[0].unsigned_abs();
                (row.position * amount + 1..=(row.position + 1) * amount).contains(&row.unit)
            }));
        }
    }
}

#[test]
fn populations_end_at_their_limits() {
    fn new(items: u64, amounts: Option<&[i64]>, strata: Option<&[u32]>) -> Option<PopulationFault> {
        Population::new(items, amounts, strata).err()
    }
    assert_eq!(new(0, None, None), Some(PopulationFault::Items { items: 0 }));
    assert_eq!(new(1, None, None), None);
    assert_eq!(new((1 << 32) - 1, None, None), None);
    assert_eq!(new(1 << 32, None, None), Some(PopulationFault::Items { items: 1 << 32 }));
    let amounts = Some(PopulationFault::Amounts { amounts: 2, items: 3 });
    assert_eq!(new(3, Some(&[1, 2]), None), amounts);
    let strata = Some(PopulationFault::Strata { strata: 1, items: 3 });
    assert_eq!(new(3, Some(&[1, 2, 3]), Some(&[0])), strata);
    let most = i64::MAX;
    assert_eq!(new(3, Some(&[most, 0, -most]), None), None);
    assert_eq!(new(2, Some(&[most, 1]), None), Some(PopulationFault::Sum { above: true }));
    assert_eq!(new(2, Some(&[-most, -1]), None), Some(PopulationFault::Sum { above: false }));
    assert_eq!(new(1, Some(&[i64::MIN]), None), Some(PopulationFault::Sum { above: false }));
}

#[test]
fn designs_end_at_their_limits() {
    let strata_of_items = [0, 1, 0, 1];
    let amounts = [5, 0, -2, 1];
    let full = Population::new(4, Some(&amounts), Some(&strata_of_items)).unwrap();
    let bare = Population::new(4, None, None).unwrap();
    let simple = |size, spares| Design::Simple { size, spares };
    let systematic = |size, starts| Design::Systematic { size, starts, order: Order::List };
    let money = Design::Monetary;
    let most = (1 << 32) - 1;
    for (design, fault) in [
        (simple(0, 1), Some(DesignFault::Zero)),
        (simple(3, 1), None),
        (simple(3, 2), Some(DesignFault::MoreThanPopulation { wanted: 5, items: 4 })),
        (simple(1, u64::MAX), Some(DesignFault::MoreThanPopulation { wanted: u64::MAX, items: 4 })),
        (Design::WithReplacement { size: 0 }, Some(DesignFault::Zero)),
        (Design::WithReplacement { size: most }, None),
        (Design::WithReplacement { size: most + 1 }, Some(DesignFault::TooManyDraws)),
        (systematic(0, 1), Some(DesignFault::Zero)),
        (systematic(1, 0), Some(DesignFault::Zero)),
        (systematic(4, most / 4), None),
        (systematic(4, 1 << 30), Some(DesignFault::TooManyDraws)),
        (systematic(5, 1), Some(DesignFault::MoreThanPopulation { wanted: 5, items: 4 })),
        (money(Monetary::Fixed { size: 2 }), None),
        (money(Monetary::Fixed { size: 0 }), Some(DesignFault::Zero)),
        (
            money(Monetary::Cell { size: 3 }),
            Some(DesignFault::TooFewAmounts { wanted: 3, above: 2 }),
        ),
        (money(Monetary::Interval { interval: 0 }), Some(DesignFault::Zero)),
        (money(Monetary::Interval { interval: u64::MAX }), None),
        (money(Monetary::WithReplacement { size: most }), None),
        (money(Monetary::WithReplacement { size: most + 1 }), Some(DesignFault::TooManyDraws)),
    ] {
        assert_eq!(design.check(&full).err(), fault, "{design:?}");
        if matches!(design, Design::Monetary(_)) {
            assert_eq!(design.check(&bare).err(), Some(DesignFault::NoAmounts));
        }
    }
}

#[test]
fn strata_end_at_their_limits() {
    let strata_of_items = [0, 1, 0, 1, 0];
    let amounts = [5, -60, -2, 1, 7];
    let population = Population::new(5, Some(&amounts), Some(&strata_of_items)).unwrap();
    let explicit = |size, a: (u64, u64, u64), b: (u64, u64, u64)| {
        let strata = [("a", a.0, a.1, a.2, None), ("b", b.0, b.1, b.2, None)];
        stratified(size, Allocation::Explicit, &strata)
    };
    let (proportional, value, neyman) = (
        Allocation::Proportional { minimum: 0 },
        Allocation::Value { minimum: 1 },
        Allocation::Neyman { minimum: 0 },
    );
    for (design, fault) in [
        (explicit(4, (3, 2, 1), (2, 2, 0)), None),
        (explicit(0, (3, 0, 1), (2, 0, 0)), Some(DesignFault::Zero)),
        (explicit(3, (3, 2, 1), (2, 2, 0)), Some(DesignFault::StrataSizes { sum: 4, size: 3 })),
        (
            explicit(4, (3, 2, 2), (2, 2, 0)),
            Some(DesignFault::MoreThanStratum { stratum: 1, wanted: 4, items: 3 }),
        ),
        (
            explicit(4, (3, 2, 0), (2, 2, u64::MAX)),
            Some(DesignFault::MoreThanStratum { stratum: 2, wanted: u64::MAX, items: 2 }),
        ),
        (explicit(4, (3, 2, 0), (3, 2, 0)), Some(DesignFault::StrataItems { sum: 6, items: 5 })),
        (
            explicit(4, (2, 2, 0), (3, 2, 0)),
            Some(DesignFault::StratumItems { stratum: 1, stated: 2, counted: 3 }),
        ),
        (
            stratified(2, Allocation::Explicit, &[("a", 3, 1, 0, None), ("a", 2, 1, 0, None)]),
            Some(DesignFault::StratumRepeated { stratum: 2 }),
        ),
        (stratified(2, proportional, &[("a", 3, 1, 0, None), ("b", 2, 1, 0, None)]), None),
        (
            stratified(2, proportional, &[("a", 3, 2, 0, None), ("b", 2, 0, 0, None)]),
            Some(DesignFault::NotAllocated { stratum: 1, stated: 2, allocated: 1 }),
        ),
        (stratified(3, value, &[("a", 3, 2, 0, None), ("b", 2, 1, 0, None)]), None), // 12 to 1, as nothing below 0 counts
        (
            stratified(1, value, &[("a", 3, 1, 0, None), ("b", 2, 0, 0, None)]),
            Some(DesignFault::Allocation(AllocationFault::MinimumTooLarge)),
        ),
        (stratified(3, neyman, &[("a", 3, 1, 0, Some(1)), ("b", 2, 2, 0, Some(9))]), None),
        (
            stratified(3, neyman, &[("a", 3, 1, 0, Some(0)), ("b", 2, 2, 0, Some(9))]),
            Some(DesignFault::Allocation(AllocationFault::TooFewItems)),
        ),
        (
            stratified(3, neyman, &[("a", 3, 1, 0, Some(1)), ("b", 2, 2, 0, None)]),
            Some(DesignFault::NoDeviation { stratum: 2 }),
        ),
    ] {
        assert_eq!(design.check(&population).err(), fault, "{design:?}");
    }
    let strange = Population::new(5, None, Some(&[0, 1, 0, 7, 0])).unwrap();
    let fitting = explicit(4, (3, 2, 1), (2, 2, 0));
    let unknown = Some(DesignFault::StratumUnknown { position: 3 });
    assert_eq!(fitting.check(&strange).err(), unknown);
    let bare = Population::new(5, None, None).unwrap();
    assert_eq!(fitting.check(&bare).err(), Some(DesignFault::NoStrata));
    let no_amounts = Population::new(5, None, Some(&strata_of_items)).unwrap();
    let by_value = stratified(3, value, &[("a", 3, 2, 0, None), ("b", 2, 1, 0, None)]);
    assert_eq!(by_value.check(&no_amounts).err(), Some(DesignFault::NoAmounts));
}

#[test]
fn extensions_end_at_their_limits() {
    let strata = [("a", 3, 1, 1, None), ("b", 2, 2, 0, None), ("c", 4, 0, 0, None)];
    let design = stratified(3, Allocation::Explicit, &strata);
    let strata_of_items = [0, 0, 0, 1, 1, 2, 2, 2, 2];
    let population = Population::new(9, None, Some(&strata_of_items)).unwrap();
    let plan = design.check(&population).unwrap();
    let add = |additions: &[(u64, u64)]| {
        let additions: Vec<Addition> =
            additions.iter().map(|&(items, stratum)| Addition { items, stratum }).collect();
        let mut extension = plan.extension().unwrap();
        let rows = extension.add(&additions, stream);
        assert_eq!(rows.is_ok(), extension.drawn(3) == Some(4)); // a refused one counts as nothing
        rows.map(|rows| rows.len())
    };
    assert_eq!(add(&[(1, 1), (4, 3)]), Ok(5));
    let too_few = |stratum, left| ExtensionFault::TooFewItems { stratum, wanted: left + 1, left };
    assert_eq!(add(&[(4, 3), (2, 1)]), Err(ExtensionFault::StratumOrder { stratum: 1 }));
    assert_eq!(add(&[(1, 3), (1, 3)]), Err(ExtensionFault::StratumOrder { stratum: 3 }));
    assert_eq!(add(&[(2, 1)]), Err(too_few(1, 1)));
    assert_eq!(add(&[(1, 2)]), Err(too_few(2, 0)));
    assert_eq!(add(&[(1, 1), (5, 3)]), Err(too_few(3, 4)));
    assert_eq!(add(&[(0, 1)]), Err(ExtensionFault::Zero));
    assert_eq!(add(&[(1, 0)]), Err(ExtensionFault::StratumUnknown { stratum: 0 }));
    assert_eq!(add(&[(1, 4)]), Err(ExtensionFault::StratumUnknown { stratum: 4 }));
    let whole = Population::new(9, None, None).unwrap();
    let simple = Design::Simple { size: 2, spares: 0 };
    let plan = simple.check(&whole).unwrap();
    let rows = plan.extension().unwrap().add(&[Addition { items: 1, stratum: 1 }], stream);
    assert_eq!(rows, Err(ExtensionFault::StratumUnknown { stratum: 1 }));
    let systematic = Design::Systematic { size: 2, starts: 1, order: Order::List };
    let plan = systematic.check(&whole).unwrap();
    assert_eq!(plan.extension().err(), Some(ExtensionFault::Design));
}

#[test]
fn material_without_a_stream_is_refused() {
    let population = Population::new(9, None, None).unwrap();
    let design = Design::Simple { size: 2, spares: 0 };
    let short = |names: &[&str]| Stream::new(&[7; 16], PURPOSE, names);
    let rows = design.check(&population).unwrap().draw(short);
    assert_eq!(rows, Err(DrawFault::Stream(HashDrbgError::EntropyInputTooShort(128))));
}
