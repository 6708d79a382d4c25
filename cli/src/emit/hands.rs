//! Hands of cards.

use super::places::{Places, SHUFFLE, index};
use super::{Items, Source};
use crate::error::Error;

/// Lines with the hands of all players.
pub(crate) struct Hands {
    players: usize,
    cards: usize,
    decks: u32,
    places: Places,
}

impl Hands {
    /// Deals `cards` to each of the players from shuffled decks of 52.
    pub(crate) fn new(players: u32, cards: u32, decks: u32) -> Result<Self, Error> {
        let all = u64::from(decks) * u64::from(DECK);
        let dealt = u64::from(players) * u64::from(cards);
        if dealt > all {
            return Err(Error::not_done(format!(
                "{players} players with {cards} cards are {dealt} cards, and there are {all}"
            ))
            .hint("deal fewer, or take more --decks"));
        }
        let places = Places::new(decks * DECK)?;
        Ok(Self { players: index(players), cards: index(cards), decks, places })
    }
}

impl Items for Hands {
    fn arguments(&self) -> String {
        format!("hands --players {} --cards {} --decks {}", self.players, self.cards, self.decks)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        vec![
            ("kind", "hands dealt, each order of the cards equally likely".to_owned()),
            ("method", SHUFFLE.to_owned()),
            ("decks", format!("{}, of 52 cards", self.decks)),
            ("hands", format!("{} players, {} cards each", self.players, self.cards)),
            ("dealt", "one card to each player in turn".to_owned()),
        ]
    }

    fn append(&mut self, _most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        let dealt = self.places.draw(self.players * self.cards, source)?;
        for player in 0..self.players {
            for round in 0..self.cards {
                let card = dealt[round * self.players + player];
                out.extend_from_slice(&CARDS[index(card % DECK)]);
                out.push(if round + 1 < self.cards { b' ' } else { b',' });
            }
        }
        // The last comma ends the line.
        if let Some(end) = out.last_mut() {
            *end = b'\n';
        }
        Ok(1)
    }
}

const DECK: u32 = 52;

/// Spades, hearts, diamonds, clubs, each from ace to king.
const CARDS: [[u8; 2]; DECK as usize] = {
    let (ranks, suits) = (b"A23456789TJQK", b"SHDC");
    let mut cards = [[0; 2]; DECK as usize];
    let mut card = 0;
    while card < cards.len() {
        cards[card] = [ranks[card % ranks.len()], suits[card / ranks.len()]];
        card += 1;
    }
    cards
};
