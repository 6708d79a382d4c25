//! The rules by which `exam.json` gives observations, fair and faulty, as its `about` explains them.

/// Words of splitmix64.
struct SplitMix {
    state: u64,
}

impl SplitMix {
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: u128) -> u64 {
        u64::try_from((u128::from(self.word()) * bound) >> 64).unwrap()
    }

    fn place(&mut self, bound: usize) -> usize {
        usize::try_from(self.below(bound as u128)).unwrap()
    }
}

/// Gives the first `k` places of `count` orders of `n` items to `take`.
pub(crate) fn orders_by_rule(
    rule: &str,
    n: u32,
    k: u32,
    count: u64,
    seed: u64,
    mut take: impl FnMut(&[u32]),
) {
    let mut words = SplitMix { state: seed };
    let sorted: Vec<u32> = (0..n).collect();
    let (n, k) = (sorted.len(), usize::try_from(k).unwrap());
    let mut order = sorted.clone();
    for t in 0..count {
        if rule != "one-swap" {
            order.copy_from_slice(&sorted);
        }
        match rule {
            "durstenfeld" | "first-stays" | "period-100" => {
                if rule == "period-100" && t % 100 == 0 {
                    words.state = seed;
                }
                for i in usize::from(rule == "first-stays")..k.min(n - 1) {
                    let j = i + words.place(n - i);
                    order.swap(i, j);
                }
            }
            "naive" => (0..n).for_each(|i| order.swap(i, words.place(n))),
            "sattolo" => (0..n - 1).for_each(|i| order.swap(i, i + 1 + words.place(n - 1 - i))),
            "one-swap" => {
                let i = words.place(n);
                order.swap(i, words.place(n));
            }
            "cut" => order.rotate_left(words.place(n)),
            "unshuffled" => {}
            rule => unreachable!("{rule}"),
        }
        take(&order[..k]);
    }
}

/// Gives `count` values of 0 to `size` - 1 to `take`.
pub(crate) fn numbers_by_rule(
    rule: &str,
    size: u128,
    count: u64,
    seed: u64,
    mut take: impl FnMut(u64),
) {
    let mut words = SplitMix { state: seed };
    let top = u64::try_from(size - 1).unwrap();
    let mut last = 0;
    for t in 0..count {
        last = match rule {
            "byte-modulo" => (words.word() >> 56) % (top + 1),
            "period-1000" => {
                if t % 1000 == 0 {
                    words.state = seed;
                }
                words.below(size)
            }
            "no-repeat" if t > 0 => {
                let value = words.below(size - 1);
                value + u64::from(value >= last)
            }
            "uniform" | "no-repeat" => words.below(size),
            "alternating" => 2 * words.below(size / 2) + t % 2,
            "rounding" => {
                let product = u128::from(words.word()) * u128::from(top);
                u64::try_from((product + (1 << 63)) >> 64).unwrap()
            }
            "sticky" => {
                if words.below(8) == 0 && t > 0 {
                    last
                } else {
                    words.below(size)
                }
            }
            "rising" => {
                let scaled = u128::from(words.below(size)) * u128::from(count + t);
                u64::try_from(scaled / u128::from(2 * count)).unwrap()
            }
            "counter" => u64::try_from(u128::from(t) % size).unwrap(),
            "highest" => top,
            rule => unreachable!("{rule}"),
        };
        take(last);
    }
}

/// Gives the entries, from 0, that `count` draws by tickets have at their first place to `take`.
pub(crate) fn first_places_by_rule(
    rule: &str,
    tickets: &[u64],
    count: u64,
    seed: u64,
    mut take: impl FnMut(usize),
) {
    let mut words = SplitMix { state: seed };
    let sum = tickets.iter().copied().map(u128::from).sum();
    for _ in 0..count {
        take(match rule {
            "by-ticket" => {
                let mut ticket = words.below(sum);
                let mut has_it = |&tickets: &u64| match ticket.checked_sub(tickets) {
                    Some(left) => {
                        ticket = left;
                        false
                    }
                    None => true,
                };
                tickets.iter().position(&mut has_it).unwrap()
            }
            "by-entry" => words.place(tickets.len()),
            rule => unreachable!("{rule}"),
        });
    }
}
