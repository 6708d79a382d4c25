//! The numbers of a population, taken from the committed list (SPEC, "Checks of population and design").

use alloc::{borrow::ToOwned as _, collections::BTreeMap, vec, vec::Vec};

use super::{PopulationList, PopulationRule, Sampling, check_labels};
use crate::{
    draw::{
        entries::{EntryList, EntryListError},
        failure::{AmountsFault, Failure, StrataFault},
    },
    sample::{AmountSums, DesignFault, Plan, Population, PopulationFault, Stratum},
};

/// What designs need of a population that is the committed one, beside its list. [`Numbers::check`] makes it.
#[derive(Debug)]
pub(crate) struct Numbers {
    entries: u64,
    /// The stratum of each item, if the design has strata.
    strata: Option<Vec<u32>>,
}

impl Numbers {
    /// Checks that the population is the committed one. One that stands in the commit itself needs no list.
    pub(crate) fn check(
        sampling: &Sampling,
        entries: u64,
        list: Option<&EntryList>,
    ) -> Result<Self, Failure> {
        let PopulationRule::List(rule) = &sampling.population else {
            check_labels(&sampling.population, entries)?;
            return Ok(Self { entries, strata: None });
        };
        let list = list.ok_or(Failure::ListMissing)?;
        if list.fields() != rule.fields() || list.tickets().is_some() {
            return Err(Failure::List(EntryListError::OtherFields));
        }
        if list.len() != entries {
            return Err(Failure::ListCount { committed: entries, found: list.len() });
        }
        let strata = match sampling.strata() {
            [] => None,
            strata => Some(check_strata(strata, list).map_err(Failure::ListStrata)?),
        };
        check_amounts(rule, list).map_err(Failure::ListAmounts)?;
        if list.root() != rule.root {
            return Err(Failure::ListRoot { committed: rule.root, found: list.root() });
        }
        Ok(Self { entries, strata })
    }

    /// The design and the population, if they fit. The list is the one that was checked.
    pub(crate) fn plan<'a>(
        &'a self,
        sampling: &'a Sampling,
        list: Option<&'a EntryList>,
    ) -> Result<Plan<'a>, DesignFault> {
        let amounts = list.and_then(EntryList::amounts);
        let population = Population::new(self.entries, amounts, self.strata.as_deref());
        // Counts and sums were checked with the list.
        sampling.design.check(&population.map_err(|_| DesignFault::NoAmounts)?)
    }
}

/// The index of each item's stratum.
fn check_strata(strata: &[Stratum], list: &EntryList) -> Result<Vec<u32>, StrataFault> {
    let mut indices = BTreeMap::new();
    for (stratum, index) in strata.iter().zip(0u32..) {
        // Two strata of one name are the design's fault.
        indices.entry(stratum.name.as_str()).or_insert(index);
    }
    let mut counts = vec![0u64; strata.len()];
    let mut all = Vec::new();
    for (position, name) in (0..).zip(list.each_stratum()) {
        let Some(&index) = indices.get(name) else {
            return Err(StrataFault::Unknown { line: position + 1, name: name.to_owned() });
        };
        counts[index as usize] += 1;
        all.push(index);
    }
    for stratum in strata {
        let found = indices.get(stratum.name.as_str()).map_or(0, |&index| counts[index as usize]);
        if found != stratum.items {
            let name = stratum.name.clone();
            return Err(StrataFault::Count { name, committed: stratum.items, found });
        }
    }
    Ok(all)
}

fn check_amounts(rule: &PopulationList, list: &EntryList) -> Result<(), AmountsFault> {
    let (Some(rule), Some(amounts)) = (rule.amounts, list.amounts()) else {
        return Ok(());
    };
    let sums = AmountSums::of(amounts).map_err(|fault| AmountsFault::Sum {
        above: matches!(fault, PopulationFault::Sum { above: true }),
    })?;
    match sums.total() {
        found if found == rule.total => Ok(()),
        found => Err(AmountsFault::Total { committed: rule.total, found }),
    }
}
