//! Shuffles a deck of cards with the operating system's randomness and deals a hand.

use fairdraw::SystemRng;

fn main() -> Result<(), fairdraw::SystemRngError> {
    let mut deck: Vec<String> = ["♠", "♥", "♦", "♣"]
        .iter()
        .flat_map(|suit| (1..=13).map(move |rank| format!("{rank}{suit}")))
        .collect();
    fairdraw::try_shuffle(&mut deck, &mut SystemRng::new())?;
    println!("a hand of five: {}", deck[..5].join(" "));
    Ok(())
}
