//! `fairdraw deal`: hands of cards for players.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use fairdraw::shuffle::Deck;

use super::Run;
use crate::error::Error;
use crate::hand_out::{HandOut, Share};
use crate::random_source::{self, RandomSource};
use crate::read;
use crate::records;
use crate::show;
use crate::term::Term;

/// Deal hands of cards to players, every order of the deck equally likely
///
/// Each card is drawn when it is dealt, from those still in the deck, and they are dealt one to each player in turn. The
/// deck has the 52 cards of four suits, or the lines of a file: tiles, questions, tasks; equal lines are different cards
/// that look alike. Nothing is published and nobody can check the result afterwards.
#[derive(clap::Parser)]
#[command(
    name = "deal",
    after_help = "Examples:\n  \
        fairdraw deal --players 4 --cards 13\n  \
        fairdraw deal --players Ann,Ben --cards 5 --output-folder hands\n  \
        fairdraw deal tasks.txt --players Ann,Ben,Cleo"
)]
pub(super) struct Deal {
    /// The cards, one a line in UTF-8, in any order; `-` is standard input. Without a file it is the deck of 52
    #[arg(value_name = "DECK")]
    deck: Option<PathBuf>,

    /// How many players there are, or their names with commas between them
    #[arg(long, value_name = "N|NAMES")]
    players: Players,

    /// How many cards each player gets; all are dealt otherwise, and the first players may get one more
    #[arg(long, value_name = "K", value_parser = records::number)]
    cards: Option<u64>,

    #[command(flatten)]
    hand_out: HandOut,
}

/// Those who get cards: at least one, no two with one name.
#[derive(Clone, Debug)]
struct Players(Vec<String>);

impl Run for Deal {
    fn run(self, term: &Term) -> Result<(), Error> {
        let seed_file = self.hand_out.seed_file.as_deref();
        random_source::check_standard_input(self.deck.as_deref(), seed_file)?;
        let target = self.hand_out.begin()?;
        let mut source = RandomSource::open(seed_file, "deal")?;
        let cards = self.deck.as_deref().map_or_else(|| Ok(french_deck()), read_cards)?;
        let Players(players) = self.players;
        let dealt = match self.cards {
            None => cards.len(),
            Some(each) => {
                let wanted = u128::from(each) * players.len() as u128;
                usize::try_from(wanted).ok().filter(|wanted| *wanted <= cards.len()).ok_or_else(
                    || {
                        Error::not_done(format!(
                            "{} hands of {each} are {wanted} cards, and the deck has {}",
                            players.len(),
                            cards.len()
                        ))
                        .hint("deal fewer cards with --cards, or to fewer players")
                    },
                )?
            }
        };
        let mut deck = Deck::new(cards);
        let dealt = deck.try_deal_hand(dealt, &mut source).map_err(Error::from)?;
        let left = deck.len();
        let mut hands = vec![Vec::new(); players.len()];
        for (card, turn) in dealt.into_iter().zip((0..players.len()).cycle()) {
            hands[turn].push(card);
        }
        let shares = players.into_iter().zip(hands).map(|(person, things)| {
            let line = format!("{person}: {}", things.join(", ")).trim_end().to_owned();
            Share { person, things, line }
        });
        target.write(["player", "card"], &shares.collect::<Vec<_>>(), term)?;
        if left > 0 {
            term.note(&format!("{left} cards are left in the deck"));
        }
        Ok(())
    }
}

impl FromStr for Players {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            return match records::number(text) {
                Ok(count @ 1..=MOST_PLAYERS) => {
                    Ok(Self((1..=count).map(|number| format!("player {number}")).collect()))
                }
                _ => Err(format!("there must be 1 to {MOST_PLAYERS} players")),
            };
        }
        let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        if names.len() as u64 > MOST_PLAYERS {
            return Err(format!("there must be 1 to {MOST_PLAYERS} players"));
        }
        if names.iter().any(String::is_empty) {
            return Err("a player has no name; write them as in Ann,Ben".to_owned());
        }
        let mut sorted = names.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("two players are called {}", pair[0])),
            None => Ok(Self(names)),
        }
    }
}

/// Ace to king of spades, hearts, diamonds and clubs.
fn french_deck() -> Vec<String> {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let suits = ['♠', '♥', '♦', '♣'];
    suits.iter().flat_map(|suit| ranks.iter().map(move |rank| format!("{rank}{suit}"))).collect()
}

fn read_cards(path: &Path) -> Result<Vec<String>, Error> {
    let bytes = read::whole(path)?;
    let name = show::path(path);
    let text = read::as_utf8(&bytes).map_err(|fault| {
        Error::not_done(format!("{name}: {}", fault.unwrap_or("it is not UTF-8: save it as UTF-8")))
    })?;
    let cards: Vec<String> = text.lines().map(str::to_owned).collect();
    match cards.iter().position(|card| card.trim().is_empty()) {
        Some(index) => Err(Error::not_done(format!("{name}: line {} is blank", index + 1))
            .hint("a card needs a name; take the line out if it is none")),
        None => Ok(cards),
    }
}

const MOST_PLAYERS: u64 = 10_000;
