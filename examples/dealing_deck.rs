//! A game of two hands: cards leave the deck as they are dealt, and played cards go back in without a reshuffle.

use fairdraw::{SystemRng, SystemRngError, shuffle::Deck};

fn main() -> Result<(), SystemRngError> {
    let cards = ["♠", "♥", "♦", "♣"]
        .iter()
        .flat_map(|suit| (1..=13).map(move |rank| format!("{rank}{suit}")))
        .collect();
    let (mut deck, mut rng) = (Deck::new(cards), SystemRng::new());
    let mut hand = deck.try_deal_hand(5, &mut rng)?;
    let other = deck.try_deal_hand(5, &mut rng)?;
    println!("first hand   {}", hand.join(" "));
    println!("second hand  {}", other.join(" "));

    // Three cards are exchanged: new ones are dealt before the old ones can come back.
    let back = hand.split_off(2);
    hand.extend(deck.try_deal_hand(3, &mut rng)?);
    deck.give_back(back);
    println!("exchanged    {}", hand.join(" "));
    println!("in the deck  {} cards, in no order yet", deck.len());
    Ok(())
}
