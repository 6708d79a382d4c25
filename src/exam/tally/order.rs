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
