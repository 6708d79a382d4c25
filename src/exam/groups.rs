//! Neighbours that are counted together, if there are many (section 1 of the page).

/// Items, or places, in groups: each alone, or 256 groups if there are more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Groups {
    members: u32,
}

impl Groups {
    pub(super) fn new(members: u32) -> Self {
        Self { members }
    }

    /// The number of groups.
    pub(super) fn count(self) -> usize {
        self.members.min(MOST) as usize
    }

    /// The group of a member; of m members, i is in group floor(256·i/m).
    pub(super) fn of(self, member: u32) -> usize {
        (if self.members <= MOST { member } else { MOST * member / self.members }) as usize
    }

    /// The number of members of each group.
    pub(super) fn sizes(self) -> impl Iterator<Item = u64> {
        let groups = self.members.min(MOST);
        // A group begins at the first i with 256·i/m at least its number.
        let begin =
            move |group: u32| (u64::from(group) * u64::from(self.members)).div_ceil(groups.into());
        (0..groups).map(move |group| begin(group + 1) - begin(group))
    }

    /// The number of members of the smallest group.
    pub(super) fn smallest(self) -> u64 {
        u64::from(self.members / self.members.min(MOST))
    }
}

const MOST: u32 = 256;

#[cfg(test)]
mod tests {
    use std::{vec, vec::Vec};

    use super::*;

    #[test]
    fn sizes_are_those_of_counting() {
        for members in [1, 2, 52, 255, 256, 257, 300, 511, 512, 513, 1000, 65_535, 65_536] {
            let groups = Groups::new(members);
            let mut counted = vec![0; groups.count()];
            (0..members).for_each(|member| counted[groups.of(member)] += 1);
            assert_eq!(groups.sizes().collect::<Vec<_>>(), counted, "{members}");
            assert_eq!(counted.iter().min(), Some(&groups.smallest()), "{members}");
        }
    }
}
