//! What is counted in one order.
//!
//! `order[p]` is the item at place p, and all items are there once.

/// The number of places whose item is the place's own.
pub(super) fn fixed_points(order: &[u32]) -> usize {
    (0..).zip(order).filter(|&(place, &item)| place == item).count()
}

/// The number of places whose item is above the next.
pub(super) fn descents(order: &[u32]) -> usize {
    order.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// The sum of place times item.
pub(super) fn products(order: &[u32]) -> u64 {
    (0..).zip(order).map(|(place, &item): (u64, _)| place * u64::from(item)).sum()
}

/// The number of cycles of at most 1,024 items.
pub(super) fn cycles(order: &[u32]) -> usize {
    let mut visited = [0_u64; 16];
    let mut cycles = 0;
    for word in 0..order.len().div_ceil(64) {
        let places = (order.len() - 64 * word).min(64);
        let all = u64::MAX >> (64 - places);
        // The next start is the lowest place not visited yet.
        while visited[word] != all {
            let start = 64 * word + visited[word].trailing_ones() as usize;
            let mut place = start;
            loop {
                visited[place / 64] |= 1 << (place % 64);
                place = order[place] as usize;
                if place == start {
                    break;
                }
            }
            cycles += 1;
        }
    }
    cycles
}

/// The number of pairs out of order.
///
/// `scratch` and `sorted` are as long as the order, and are overwritten.
pub(super) fn inversions(order: &[u32], sorted: &mut [u32], scratch: &mut [u32]) -> u64 {
    if order.len() <= 64 {
        inversions_of_few(order)
    } else {
        inversions_of_many(order, sorted, scratch)
    }
}

/// Of at most 64 items: each is out of order with those above it that came before.
fn inversions_of_few(order: &[u32]) -> u64 {
    let mut seen = 0_u64;
    let mut inversions = 0;
    for &item in order {
        inversions += u64::from((seen >> item).count_ones());
        seen |= 1 << item;
    }
    inversions
}

/// By merging sorted runs: an item taken from the right run is out of order with all that are left in the left one.
fn inversions_of_many(order: &[u32], sorted: &mut [u32], scratch: &mut [u32]) -> u64 {
    let mut inversions = 0;
    let (mut from, mut to) = (sorted, scratch);
    from.copy_from_slice(order);
    let mut run = 1;
    while run < order.len() {
        for (from, to) in from.chunks(2 * run).zip(to.chunks_mut(2 * run)) {
            let (left, right) = from.split_at(run.min(from.len()));
            let (mut l, mut r) = (0, 0);
            for place in to {
                // The comparison is as good as a coin, so it must be no branch.
                let from_right = r < right.len() && (l == left.len() || right[r] < left[l]);
                if from_right {
                    *place = right[r];
                    r += 1;
                    inversions += (left.len() - l) as u64;
                } else {
                    *place = left[l];
                    l += 1;
                }
            }
        }
        core::mem::swap(&mut from, &mut to);
        run *= 2;
    }
    inversions
}
