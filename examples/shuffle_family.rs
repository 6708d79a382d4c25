//! The relatives of the shuffle, one after the other: for each what it does, and what comes out of it today.
//!
//! `audit/fairness/family.md` has the exact distribution of each, and the flag by which the tool does the same.

use fairdraw::{
    SystemRng,
    shuffle::{
        Deck, Derangement, LastPacket, OrderTable, Part, SecretSanta, Worksheet,
        rank_lexicographic, rank_myrvold_ruskey, try_half_shuffle_not_uniform, try_inside_out,
        try_pencil, try_reservoir, try_shuffle_downward, try_shuffle_packets,
        try_shuffle_to_one_cycle, try_sort_by_random_keys, unrank_lexicographic,
        unrank_myrvold_ruskey,
    },
};

const TREES: [&str; 7] = ["Ash", "Birch", "Cedar", "Damson", "Elder", "Fir", "Gean"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rng = &mut SystemRng::new();
    println!("The list: {}", TREES.join(" "));
    every_order(rng)?;
    orders_and_numbers(rng)?;
    not_every_order(rng)?;
    Ok(())
}

/// All of these make each of the 7! orders equally likely; they differ in what they need and read.
fn every_order(rng: &mut SystemRng) -> Result<(), Box<dyn std::error::Error>> {
    println!("\nEvery order equally likely\n");

    let mut trees = TREES;
    try_shuffle_downward(&mut trees, rng)?;
    show("Algorithm P as printed: the last place is final first", &trees);

    show("Fisher and Yates: struck out one by one", &try_pencil(&mut TREES.to_vec(), rng)?);
    show("inside-out: a source whose length nobody knew", &try_inside_out(TREES, rng)?);
    show("reservoir: three of it, and never more than three held", &try_reservoir(TREES, 3, rng)?);
    show(
        "sorted by random keys, equal ones drawn again",
        &try_sort_by_random_keys(TREES.into(), rng)?,
    );

    let mut deck = Deck::new(TREES.to_vec());
    let hand = deck.try_deal_hand(3, rng)?;
    show("a dealing deck: a hand of three", &hand);
    deck.give_back(hand);
    show("given back, and dealt again to the last card", &deck.try_deal_hand(7, rng)?);

    println!("the pencil method on paper:\n");
    print!("{}", Worksheet::try_draw(&TREES[..3], rng)?);
    Ok(())
}

/// Each order has a number, and each number below 7! an order.
fn orders_and_numbers(rng: &mut SystemRng) -> Result<(), Box<dyn std::error::Error>> {
    println!("\nOrders and their numbers\n");

    let mut order = [0; 7];
    unrank_lexicographic(5039, &mut order)?;
    println!("the last of 5040 orders in a dictionary: {order:?}");
    println!("  its number again: {}", rank_lexicographic(&order)?);
    unrank_myrvold_ruskey(5039, &mut order)?;
    println!("the last one as Myrvold and Ruskey count: {order:?}");
    println!("  its number again: {}", rank_myrvold_ruskey(&order)?);

    // For simulations that shuffle a few things very often: one word each.
    let table = OrderTable::new(4)?;
    println!("from a table of all {} orders of four: {:?}", table.count(), table.try_draw(rng)?);
    Ok(())
}

/// None of these is a shuffle of the whole list, and none may draw winners from it.
fn not_every_order(rng: &mut SystemRng) -> Result<(), Box<dyn std::error::Error>> {
    println!("\nNOT uniform over all orders\n");

    let mut trees = TREES;
    Part::all_but(&mut trees, &[0, 6])?.try_shuffle(rng)?;
    show("all but the first and the last", &trees);

    let mut trees = TREES;
    Part::every(&mut trees, 0, 2)?.try_shuffle(rng)?;
    show("every second one, among themselves", &trees);

    let three = 3.try_into()?;
    let mut trees = TREES;
    try_shuffle_packets(&mut trees, three, LastPacket::Kept, rng)?;
    show("packets of three; the last one has what is left", &trees);
    let mut trees = TREES;
    try_shuffle_packets(&mut trees, three, LastPacket::Shuffled, rng)?;
    show("the same, and that one shuffled inside", &trees);

    let mut trees = TREES;
    try_shuffle_to_one_cycle(&mut trees, rng)?;
    show("one cycle: each place leads to another, and at last back", &trees);

    let order = Derangement::new(7)?.try_draw(rng)?;
    show("a derangement: nothing where it was", &named(&order)?);

    let mut trees = TREES;
    try_half_shuffle_not_uniform(&mut trees, 1.try_into()?, 1, rng)?;
    show("a half shuffle, for games in which the last round is still felt", &trees);

    println!("a circle of gifts, where Ash and Birch don't give to each other:");
    let gives_to = SecretSanta::new(7, &[(0, 1), (1, 0)])?.try_draw(rng)??;
    for (giver, receiver) in TREES.iter().zip(named(&gives_to)?) {
        println!("  {giver} gives to {receiver}");
    }
    Ok(())
}

fn named(numbers: &[u64]) -> Result<Vec<&'static str>, std::num::TryFromIntError> {
    numbers.iter().map(|&number| usize::try_from(number).map(|index| TREES[index])).collect()
}

fn show(what: &str, trees: &[&str]) {
    println!("{what}:\n  {}", trees.join(" "));
}
