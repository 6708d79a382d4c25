//! Why there is no circle, where people can see it: too few receivers for some givers, or a group that gifts can't leave.
//!
//! Neither must hold: that no allowed circle exists can be known by counting alone. But one of them mostly does.

/// The reason in words, if it is one of these and there are not too many people to look.
pub(super) fn of(names: &[&str], forbidden: &[(u64, u64)]) -> Option<String> {
    let count = names.len();
    if count > MOST_PEOPLE {
        return None;
    }
    // A table, since every pair is looked up many times.
    let mut allowed = vec![true; count * count];
    let own = (0..count as u64).map(|person| (person, person));
    for (giver, receiver) in forbidden.iter().copied().chain(own) {
        let (giver, receiver) = (usize::try_from(giver).ok()?, usize::try_from(receiver).ok()?);
        *allowed.get_mut(giver * count + receiver)? = false;
    }
    let allowed = |giver: usize, receiver: usize| allowed[giver * count + receiver];
    too_few_receivers(names, allowed).or_else(|| closed_group(names, allowed))
}

/// Some givers that may all together give to fewer people than they are: there are such exactly if not everybody can have
/// a receiver of his own (P. Hall, "On representatives of subsets", Journal of the London Mathematical Society 10(1), 1935).
fn too_few_receivers(names: &[&str], allowed: impl Fn(usize, usize) -> bool) -> Option<String> {
    let count = names.len();
    let mut giver_of: Vec<Option<usize>> = vec![None; count];
    for giver in 0..count {
        let mut met = vec![false; count];
        let mut from = vec![giver; count];
        let (mut givers, mut next) = (vec![giver], 0);
        // From the giver along allowed pairs to receivers, and back to whoever gives to them so far.
        let free = 'search: loop {
            let Some(&one) = givers.get(next) else { break None };
            next += 1;
            for receiver in (0..count).filter(|&receiver| allowed(one, receiver)) {
                if std::mem::replace(&mut met[receiver], true) {
                    continue;
                }
                from[receiver] = one;
                match giver_of[receiver] {
                    None => break 'search Some(receiver),
                    Some(other) => givers.push(other),
                }
            }
        };
        let Some(mut receiver) = free else {
            let receivers: Vec<usize> = (0..count).filter(|&receiver| met[receiver]).collect();
            // Others may give only to these, too.
            let bound =
                |&giver: &usize| (0..count).all(|other| met[other] || !allowed(giver, other));
            let givers: Vec<usize> = (0..count).filter(bound).collect();
            return Some(fewest(names, &givers, &receivers));
        };
        // Everybody on the way takes the receiver that was found from him.
        loop {
            let one = from[receiver];
            let before = giver_of.iter().position(|&other| other == Some(one));
            giver_of[receiver] = Some(one);
            match before {
                Some(before) if one != giver => {
                    giver_of[before] = None;
                    receiver = before;
                }
                _ => break,
            }
        }
    }
    None
}

/// The same of the others, if they are fewer: whom those receivers leave out can get from the other givers alone.
fn fewest(names: &[&str], givers: &[usize], receivers: &[usize]) -> String {
    let others = |some: &[usize]| -> Vec<usize> {
        (0..names.len()).filter(|person| !some.contains(person)).collect()
    };
    let (other_givers, other_receivers) = (others(givers), others(receivers));
    if other_receivers.len() < givers.len() {
        return format!(
            "{} can get only from {}",
            list(names, &other_receivers),
            list(names, &other_givers)
        );
    }
    format!("{} can give only to {}", list(names, givers), list(names, receivers))
}

/// Some people, and not all, that give only among themselves, or get only from each other.
fn closed_group(names: &[&str], allowed: impl Fn(usize, usize) -> bool) -> Option<String> {
    let reached = |follows: &dyn Fn(usize, usize) -> bool| {
        let (mut met, mut next) = (vec![0], 0);
        while let Some(&person) = met.get(next) {
            next += 1;
            let more = (0..names.len()).filter(|&other| follows(person, other));
            let more: Vec<usize> = more.filter(|other| !met.contains(other)).collect();
            met.extend(more);
        }
        (met.len() < names.len()).then(|| list(names, &met))
    };
    let give = reached(&|giver, receiver| allowed(giver, receiver));
    let get = || reached(&|receiver, giver| allowed(giver, receiver));
    give.map(|some| format!("{some} can give only to each other"))
        .or_else(|| get().map(|some| format!("{some} can get only from each other")))
}

/// `Ash, Birch and 3 others (5 people)`.
fn list(names: &[&str], people: &[usize]) -> String {
    let mut people = people.to_vec();
    people.sort_unstable();
    // In the place of "1 other" there is room for the name.
    let shown = if people.len() > MOST_NAMED + 1 { MOST_NAMED } else { people.len() };
    let more = people.len() - shown;
    let shown: Vec<&str> = people.iter().take(shown).map(|&person| names[person]).collect();
    match (&shown[..], more) {
        ([], _) => "nobody".to_owned(),
        ([one], 0) => (*one).to_owned(),
        ([some @ .., last], 0) => {
            format!("{} and {last} ({} people)", some.join(", "), people.len())
        }
        (some, more) => {
            format!("{} and {more} others ({} people)", some.join(", "), people.len())
        }
    }
}

/// Looking takes steps that grow with their cube at worst.
const MOST_PEOPLE: usize = 500;
const MOST_NAMED: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = ["Ash", "Birch", "Cedar", "Damson", "Elder", "Fir"];

    /// Whether each has a receiver of his own, tried in all ways; some have theirs already.
    fn all_can_give(count: usize, forbidden: &[(u64, u64)], receivers: &mut Vec<usize>) -> bool {
        let giver = receivers.len();
        giver == count
            || (0..count).any(|receiver| {
                let pair = (giver as u64, receiver as u64);
                if giver == receiver || receivers.contains(&receiver) || forbidden.contains(&pair) {
                    return false;
                }
                receivers.push(receiver);
                let can = all_can_give(count, forbidden, receivers);
                receivers.pop();
                can
            })
    }

    #[test]
    fn too_few_receivers_are_found_exactly_if_not_all_can_give() {
        // All sets of forbidden pairs among four people.
        let pairs: Vec<(u64, u64)> =
            (0..4).flat_map(|g| (0..4).map(move |r| (g, r))).filter(|(g, r)| g != r).collect();
        for set in 0..1_u32 << pairs.len() {
            let chosen = pairs.iter().zip(0..).filter(|(_, bit)| set >> bit & 1 == 1);
            let forbidden: Vec<(u64, u64)> = chosen.map(|(pair, _)| *pair).collect();
            let allowed = |g: usize, r: usize| g != r && !forbidden.contains(&(g as u64, r as u64));
            let found = too_few_receivers(&NAMES[..4], allowed);
            let can = all_can_give(4, &forbidden, &mut Vec::new());
            assert_eq!(found.is_none(), can, "{forbidden:?}: {found:?}");
        }
    }

    /// All pairs within these groups.
    fn households(groups: &[&[u64]]) -> Vec<(u64, u64)> {
        groups
            .iter()
            .flat_map(|group| group.iter().flat_map(|&g| group.iter().map(move |&r| (g, r))))
            .collect()
    }

    #[test]
    fn reasons_name_people() {
        let reason = |count: usize, forbidden: &[(u64, u64)]| of(&NAMES[..count], forbidden);
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(
            reason(5, &households(&[&[0, 1, 2]])),
            said("Ash, Birch and Cedar (3 people) can give only to Damson and Elder (2 people)")
        );
        // Each could give, but only within two circles of three.
        let across = |a: u64, b: u64| (a < 3) != (b < 3);
        let all = (0..6).flat_map(|a| (0..6).map(move |b| (a, b)));
        let forbidden: Vec<(u64, u64)> = all.filter(|&(a, b)| across(a, b)).collect();
        assert_eq!(
            reason(6, &forbidden),
            said("Ash, Birch and Cedar (3 people) can give only to each other")
        );
        // Gifts come to the second group and not back, and everybody of the first can give within it.
        let one_way: Vec<(u64, u64)> =
            forbidden.iter().copied().filter(|&(giver, _)| giver >= 3).collect();
        assert_eq!(
            reason(6, &one_way),
            said("Ash, Birch and Cedar (3 people) can get only from each other")
        );
        assert_eq!(reason(6, &[]), None);
        assert_eq!(of(&["a"; 501], &households(&[&[0, 1, 2]])), None);
    }

    #[test]
    fn long_groups_are_cut() {
        let names: Vec<String> = (1..=30).map(|number| format!("P{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let all: Vec<u64> = (0..20).collect();
        assert_eq!(
            of(&names, &households(&[&all])).as_deref(),
            Some(
                "P1, P2, P3, P4, P5, P6, P7, P8 and 12 others (20 people) can give only to \
                 P21, P22, P23, P24, P25, P26, P27, P28 and 2 others (10 people)"
            )
        );
    }
}
