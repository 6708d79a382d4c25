//! A deck whose order is drawn as it is dealt.

use alloc::vec::Vec;

use rand_core::{CryptoRng, TryCryptoRng};

use super::{
    choices::{Choices, Each},
    to_index,
};

/// A dealing deck: each card that is dealt is chosen uniformly from those in the deck at that moment.
///
/// This is the shuffle made lazy. Dealing all cards gives every order with equal chance, like
/// [`shuffle()`](super::shuffle()) before the first card; but a card's turn is decided when it comes, so the order of
/// what is still in the deck can't be seen or leaked: there is none. Cards that are given back are in the deck again,
/// and need no reshuffle.
///
/// **For** card games, bags of tiles, queues of questions. **Fair for a draw**: yes, as long as the deck holds what
/// was committed to; a draw that others must verify takes the protocol's shuffle.
///
/// # Examples
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = fairdraw::random::Stream::new(&[7; 64], "example", &[])?;
/// use fairdraw::shuffle::Deck;
///
/// let mut deck = Deck::new((1..=52).collect());
/// let hand = deck.deal_hand(5, &mut rng);
/// assert_eq!((hand.len(), deck.len()), (5, 47));
/// deck.give_back(hand);
/// assert_eq!(deck.len(), 52);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Deck<T> {
    cards: Vec<T>,
}

impl<T> Deck<T> {
    /// A deck of these cards. Their order doesn't matter.
    pub fn new(cards: Vec<T>) -> Self {
        Self { cards }
    }

    /// How many cards are in the deck.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card to deal.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The cards in the deck, in no meaningful order.
    pub fn cards(&self) -> &[T] {
        &self.cards
    }

    /// Deals one card; none if the deck is empty. Reads a word, unless there is no choice.
    pub fn deal<R: CryptoRng + ?Sized>(&mut self, rng: &mut R) -> Option<T> {
        let Ok(card) = self.try_deal(rng);
        card
    }

    /// Like [`deal`](Self::deal), for a source that can fail.
    ///
    /// # Errors
    ///
    /// Returns the source's error; no card has been dealt then.
    pub fn try_deal<R: TryCryptoRng + ?Sized>(
        &mut self,
        rng: &mut R,
    ) -> Result<Option<T>, R::Error> {
        self.deal_by(&mut Each(rng))
    }

    /// Deals `count` cards one after the other; all that are left, if there are fewer.
    pub fn deal_hand<R: CryptoRng + ?Sized>(&mut self, count: usize, rng: &mut R) -> Vec<T> {
        let Ok(hand) = self.try_deal_hand(count, rng);
        hand
    }

    /// Like [`deal_hand`](Self::deal_hand), for a source that can fail.
    ///
    /// # Errors
    ///
    /// Returns the source's error. All cards are in the deck then.
    pub fn try_deal_hand<R: TryCryptoRng + ?Sized>(
        &mut self,
        count: usize,
        rng: &mut R,
    ) -> Result<Vec<T>, R::Error> {
        let count = count.min(self.len());
        let mut hand = Vec::with_capacity(count);
        while hand.len() < count {
            match self.try_deal(rng) {
                Ok(card) => hand.extend(card),
                Err(error) => {
                    self.give_back(hand);
                    return Err(error);
                }
            }
        }
        Ok(hand)
    }

    /// Puts cards into the deck. Each card in it is again equally likely to be the next one.
    pub fn give_back(&mut self, cards: impl IntoIterator<Item = T>) {
        self.cards.extend(cards);
    }

    /// The card dealt leaves a gap at its place, into which the last card moves.
    fn deal_by<C: Choices>(&mut self, choices: &mut C) -> Result<Option<T>, C::Error> {
        if self.is_empty() {
            return Ok(None);
        }
        let chosen = choices.below(self.cards.len() as u64)?;
        Ok(Some(self.cards.swap_remove(to_index(chosen))))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;

    use super::*;
    use crate::shuffle::choices::counted::{Path, PathEnded, assert_uniform, factorial};

    fn deal_all(deck: &mut Deck<u64>, path: &mut Path) -> Result<Vec<u64>, PathEnded> {
        let mut dealt = vec![];
        while let Some(card) = deck.deal_by(path)? {
            dealt.push(card);
        }
        Ok(dealt)
    }

    #[test]
    fn every_order_of_dealing_is_equally_likely() {
        for n in 0..=7 {
            assert_uniform(factorial(n), |path| deal_all(&mut Deck::new((0..n).collect()), path));
        }
    }

    #[test]
    fn returned_cards_are_dealt_like_all_others() {
        // Two cards of four are dealt and the second is given back: 4·3 ways, then 3! for the rest.
        assert_uniform(12 * 6, |path| {
            let mut deck = Deck::new((0..4).collect());
            let first = deck.deal_by(path)?;
            let second = deck.deal_by(path)?;
            deck.give_back(second);
            Ok((first, second, deal_all(&mut deck, path)?))
        });
    }

    #[test]
    fn an_empty_deck_deals_nothing() {
        let mut deck = Deck::<u64>::default();
        assert_eq!(deck.deal_by(&mut Path::default()), Ok(None));
        deck.give_back([7]);
        assert_eq!(deck.deal_by(&mut Path::default()), Ok(Some(7)), "one card is no choice");
    }
}
