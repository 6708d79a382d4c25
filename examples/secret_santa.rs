//! Who gives to whom: one circle of nine people in which partners don't give to each other, and last year's pairs
//! don't come again.

use fairdraw::{SystemRng, shuffle::SecretSanta};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let people = ["Ash", "Birch", "Cedar", "Damson", "Elder", "Fir", "Gean", "Hazel", "Ivy"];
    let couples = [("Ash", "Birch"), ("Cedar", "Damson"), ("Elder", "Fir")];
    let last_year = [("Ash", "Cedar"), ("Cedar", "Ivy"), ("Ivy", "Gean"), ("Gean", "Hazel")];

    let number = |name: &str| (0..).zip(people).find(|(_, other)| *other == name).map(|(i, _)| i);
    let both_ways = couples.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    let forbidden: Vec<(u64, u64)> = both_ways
        .chain(last_year)
        .map(|(giver, receiver)| number(giver).zip(number(receiver)).ok_or("a name is misspelt"))
        .collect::<Result<_, _>>()?;

    let santa = SecretSanta::new(people.len() as u64, &forbidden)?;
    let gives_to = santa.try_draw(&mut SystemRng::new())??;
    for (giver, receiver) in people.iter().zip(gives_to) {
        println!("{giver} gives to {}", people[usize::try_from(receiver)?]);
    }
    Ok(())
}
