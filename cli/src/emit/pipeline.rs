//! One thread makes the items while the other hashes and writes them.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::{Amount, Items, Source};
use crate::error::Error;

/// What makes the items.
pub(super) struct Generator {
    pub(super) items: Box<dyn Items>,
    pub(super) source: Source,
    /// How much is still to be made.
    pub(super) amount: Amount,
    pub(super) heading: String,
}

/// Some items, and the words that they were made from if they are wanted.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) output: Vec<u8>,
    pub(super) raw: Vec<u8>,
    pub(super) items: u64,
}

/// What comes from the generator.
pub(super) enum Message {
    Piece(Piece),
    /// Everything was made.
    End,
    Failed(Error),
}

/// The writer's side.
pub(super) struct Pieces {
    full: Receiver<Message>,
    empty: Sender<Piece>,
}

impl Pieces {
    /// What comes next; nothing if the generator is gone, which must not be taken for the end.
    pub(super) fn next(&self) -> Option<Message> {
        self.full.recv().ok()
    }

    /// Lets the generator use a piece's memory again.
    pub(super) fn give_back(&self, mut piece: Piece) {
        piece.output.clear();
        piece.raw.clear();
        piece.items = 0;
        // At the end nobody wants it.
        let _ = self.empty.send(piece);
    }
}

impl Generator {
    /// Makes pieces while `write` takes them; when it returns, no more are made.
    pub(super) fn run<T>(self, write: impl FnOnce(Pieces) -> T) -> T {
        let (to_writer, full) = channel();
        let (empty, from_writer) = channel();
        let pieces = Pieces { full, empty };
        for _ in 0..PIECES {
            pieces.give_back(Piece::default());
        }
        thread::scope(|scope| {
            scope.spawn(move || self.make(&to_writer, &from_writer));
            write(pieces)
        })
    }

    /// Makes pieces until there are enough, or the writer is gone.
    fn make(mut self, to_writer: &Sender<Message>, from_writer: &Receiver<Piece>) {
        for mut piece in from_writer {
            piece.output.extend(std::mem::take(&mut self.heading).into_bytes());
            let filled = self.fill(&mut piece);
            self.source.swap_taken(&mut piece.raw);
            let last = match filled {
                Ok(true) => Some(Message::End),
                Ok(false) => None,
                Err(error) => Some(Message::Failed(error)),
            };
            let sent = to_writer.send(Message::Piece(piece)).is_ok();
            if let Some(last) = last {
                // As below: without a writer there is nobody to tell.
                let _ = to_writer.send(last);
                return;
            }
            if !sent {
                return;
            }
        }
    }

    /// Fills a piece, and says whether everything was made with it.
    fn fill(&mut self, piece: &mut Piece) -> Result<bool, Error> {
        let divisible = self.items.is_divisible();
        while piece.output.len() < ENOUGH {
            let most = match self.amount {
                Amount::Items(0) | Amount::Bytes(0) => return Ok(true),
                Amount::Items(left) => left,
                Amount::Bytes(_) if !divisible => 1, // the next one may be too long
                Amount::Bytes(_) | Amount::Endless => u64::MAX,
            };
            let (length, length_taken) = (piece.output.len(), self.source.length_taken());
            let items = self.items.append(most, &mut self.source, &mut piece.output)?;
            piece.items += items;
            match &mut self.amount {
                Amount::Endless => {}
                Amount::Items(left) => *left -= items,
                Amount::Bytes(left) => {
                    let added = (piece.output.len() - length) as u64;
                    let Some(rest) = left.checked_sub(added) else {
                        // Of an item that is cut the output keeps the beginning, and it isn't counted.
                        let (kept, whole) =
                            if divisible { (*left, *left / (added / items)) } else { (0, 0) };
                        piece.output.truncate(length + usize::try_from(kept).unwrap_or(0));
                        piece.items -= items - whole;
                        if !divisible {
                            self.source.forget_from(length_taken);
                        }
                        return Ok(true);
                    };
                    *left = rest;
                }
            }
        }
        Ok(false)
    }
}

/// One is filled, one is written, one waits.
const PIECES: usize = 3;
/// A piece is full from here on: large enough that handing it over costs nothing beside making it.
const ENOUGH: usize = 1 << 17;
