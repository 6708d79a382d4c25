//! What a verdict on an audit sample shows, and how the sample goes on from there.

use alloc::{string::String, vec::Vec};

use super::Verdict;
use crate::{
    draw::{
        entries::EntryList,
        extension::{self, ExtensionFile},
        failure::Failure,
        items::DrawnItem,
        replacements::{Register, Replacement, ReplacementsFile},
        sampling::Labels,
    },
    sample::{Addition, Chance, ExtensionFault, Plan, Role, SampleSize},
    text::Time,
};

/// An item to be examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffectiveItem<'a> {
    /// The item.
    pub item: &'a DrawnItem,
    /// The item of the sample that it is examined in place of.
    pub in_place_of: Option<&'a DrawnItem>,
}

impl Verdict {
    /// The population's list, if one was needed.
    pub const fn list(&self) -> Option<&EntryList> {
        self.found.list.as_ref()
    }

    /// The design of an audit sample with its population: certainty items, interval, allocation, chances. Nothing for a raffle.
    pub fn plan(&self) -> Option<Plan<'_>> {
        let sampling = self.found.commit.rules().sampling()?;
        // It was made before.
        self.found.numbers.as_ref()?.plan(sampling, self.list()).ok()
    }

    /// The extensions of the sample, in their order.
    pub fn extensions(&self) -> &[ExtensionFile] {
        &self.found.extensions
    }

    /// How many items the extensions add to each stratum, all of them together, in ascending order of strata.
    pub fn additions(&self) -> Vec<Addition> {
        extension::additions_of(self.extensions())
    }

    /// How often the item at `position` is selected, on average over all uniform words, if the sample has the size that its
    /// extensions give it. A chance only if that size didn't depend on which items were drawn.
    ///
    /// Nothing for a raffle, or if there is no such item. For many positions, [`Plan::chance_with`] with the plan and the
    /// [`additions`](Self::additions) is faster: the plan is made for each call here.
    pub fn chance(&self, position: u64) -> Option<Chance> {
        self.plan()?.chance_with(position, &self.additions())
    }

    /// How many items the sample has with its extensions, of how many, stratum by stratum: spares are left out, as each one
    /// only takes another item's place. Empty for a raffle, and if the design can't be extended.
    pub fn sizes(&self) -> Vec<SampleSize> {
        self.plan().map(|plan| plan.sizes_with(&self.additions())).unwrap_or_default()
    }

    /// The items of the sample, spares included, then those of its extensions.
    pub fn items(&self) -> impl Iterator<Item = &DrawnItem> {
        let drawn = self.found.reveal.sample.iter().flatten();
        drawn.chain(self.found.extensions.iter().flat_map(|extension| &extension.items))
    }

    /// The lines of the replacements file with most of them; none if none was given.
    pub fn replacements(&self) -> &[Replacement] {
        &self.found.replaced.lines
    }

    /// Which items spares stand in for, and which spare comes next.
    pub const fn register(&self) -> &Register {
        &self.found.replaced.register
    }

    /// The items to examine: certainty items and those of the sample with its extensions, each replaced one by its spare.
    pub fn effective_sample(&self) -> Vec<EffectiveItem<'_>> {
        let mut spares: Vec<_> =
            self.items().filter(|item| item.selected.role == Role::Spare).collect();
        spares.sort_by_key(|item| (item.selected.stratum, item.selected.rank));
        let examined = |item| {
            let DrawnItem { selected, .. }: &DrawnItem = item;
            let rank = self.register().in_place_of(selected.stratum, selected.rank);
            if rank == selected.rank {
                return EffectiveItem { item, in_place_of: None };
            }
            let key = (selected.stratum, rank);
            let found =
                spares.binary_search_by_key(&key, |s| (s.selected.stratum, s.selected.rank));
            match found {
                Ok(index) => EffectiveItem { item: spares[index], in_place_of: Some(item) },
                // The register takes nothing but a spare.
                Err(_) => EffectiveItem { item, in_place_of: None },
            }
        };
        self.items().filter(|item| item.selected.role != Role::Spare).map(examined).collect()
    }

    /// Draws more items of a sample: the extension file that follows those that were verified.
    ///
    /// Whoever decides on the additions now can know which items they add.
    ///
    /// # Errors
    ///
    /// The design can't be extended, has no such stratum, or not as many items left; or `created` is before the draw.
    pub fn extend(
        &self,
        additions: Vec<Addition>,
        reason: String,
        created: Time,
    ) -> Result<ExtensionFile, Failure> {
        let cannot = || Failure::Extension(ExtensionFault::Design);
        let plan = self.plan().ok_or_else(cannot)?;
        let sampling = self.found.commit.rules().sampling().ok_or_else(cannot)?;
        let material = self.found.reveal.material();
        let before = self.extensions().last().map(|extension| extension.created.unix_seconds());
        let earliest = before.unwrap_or_else(|| self.found.commit.rules().drawn_not_before());
        extension::check_time(created, earliest)?;
        let mut drawn = extension::resume(&plan, self.extensions(), &material)?;
        let selected = extension::add(&mut drawn, &additions, &material)?;
        let extension = ExtensionFile {
            commit: self.found.commit.id(),
            reveal: self.found.reveal.id(),
            extends: self.extensions().last().map(ExtensionFile::id),
            reason,
            created,
            additions,
            items: DrawnItem::label_all(selected, &Labels::new(&sampling.population, self.list())),
            notes: Vec::new(),
        };
        let read = ExtensionFile::parse(alloc::format!("{extension}").as_bytes());
        read.map_err(Failure::File)
    }

    /// Replaces an item by the next spare: the replacements file with one more line than the one that was verified.
    ///
    /// # Errors
    ///
    /// The line breaks the rules.
    pub fn replace(&self, replacement: Replacement) -> Result<ReplacementsFile, Failure> {
        let mut replacements = self.replacements().to_vec();
        replacements.push(replacement);
        let (commit, reveal) = (self.found.commit.id(), self.found.reveal.id());
        let file = ReplacementsFile { commit, reveal, replacements };
        let text = alloc::format!("{file}");
        let limit = ReplacementsFile::size_limit(&self.found.commit);
        let file = ReplacementsFile::parse(text.as_bytes(), limit).map_err(Failure::File)?;
        let earliest = self.found.commit.rules().drawn_not_before();
        file.check(self.found.replaced.without_lines.clone(), earliest)?;
        Ok(file)
    }
}
