//! The words themselves, as bytes, bits or numbers.

use clap::ValueEnum;
use rand_core::TryRng as _;

use super::{Amount, Items, Source};
use crate::error::Error;

/// Words of 64 bits.
pub(crate) struct Words {
    pub(crate) format: Format,
    pub(crate) order: ByteOrder,
}

/// How words are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// 8 bytes each
    Raw,
    /// 64 digits 0 and 1 each, the highest bit first, nothing between them: the ASCII format of NIST STS
    Bits,
    /// Numbers of 32 bits, the high half of each word first, with dieharder's header (dieharder -g 202)
    Dieharder,
}

/// In which order a word's bytes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ByteOrder {
    /// The highest byte first, as in the specification: for NIST STS, for a submission, and to compare with the Python reference
    Big,
    /// The lowest byte first: for PractRand's stdin64 on common processors
    Little,
    /// Two numbers of 32 bits, the word's high half first, each with its lowest byte first: for dieharder -g 200 and
    /// PractRand's stdin32 on common processors
    Little32,
}

impl Items for Words {
    fn arguments(&self) -> String {
        let format = name(&self.format);
        match self.format {
            Format::Raw => format!("words --format {format} --byte-order {}", name(&self.order)),
            Format::Bits | Format::Dieharder => format!("words --format {format}"),
        }
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let format = match self.format {
            Format::Raw => match self.order {
                ByteOrder::Big => "raw, 8 bytes each, the highest byte first",
                ByteOrder::Little => "raw, 8 bytes each, the lowest byte first",
                ByteOrder::Little32 => {
                    "raw, two numbers of 32 bits each, the high half first, each with its lowest byte first"
                }
            },
            Format::Bits => "64 digits 0 and 1 each, the highest bit first",
            Format::Dieharder => {
                "dieharder's text format, two numbers of 32 bits each, the high half first"
            }
        };
        vec![("kind", "words of 64 bits".to_owned()), ("format", format.to_owned())]
    }

    fn unit(&self) -> &'static str {
        match self.format {
            Format::Raw | Format::Bits => "words",
            Format::Dieharder => "numbers",
        }
    }

    fn is_text(&self) -> bool {
        self.format != Format::Raw
    }

    fn is_divisible(&self) -> bool {
        self.format != Format::Dieharder
    }

    fn heading(&self, amount: Amount) -> Result<String, Error> {
        match (self.format, amount) {
            (Format::Raw | Format::Bits, _) => Ok(String::new()),
            (Format::Dieharder, Amount::Items(count)) => {
                Ok(format!("type: d\ncount: {count}\nnumbit: 32\n"))
            }
            (Format::Dieharder, _) => {
                Err(Error::not_done("dieharder's text format begins with the count of its numbers")
                    .hint("add --count N, or use --format raw for a pipe"))
            }
        }
    }

    fn append(&mut self, most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        match self.format {
            Format::Raw => self.append_raw(most, source, out),
            Format::Bits => {
                for byte in source.try_next_u64()?.to_be_bytes() {
                    out.extend_from_slice(&BITS[usize::from(byte)]);
                }
                Ok(1)
            }
            Format::Dieharder => append_halves(most, source, out),
        }
    }
}

impl Words {
    fn append_raw(&self, most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
        let words = usize::try_from(most).unwrap_or(MOST_WORDS).min(MOST_WORDS);
        let start = out.len();
        out.resize(start + 8 * words, 0);
        let bytes = &mut out[start..];
        source.try_fill_bytes(bytes)?;
        match self.order {
            ByteOrder::Big => {}
            ByteOrder::Little => bytes.as_chunks_mut::<8>().0.iter_mut().for_each(|w| w.reverse()),
            ByteOrder::Little32 => {
                bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|half| half.reverse());
            }
        }
        Ok(words as u64)
    }
}

/// Appends the halves of a word as lines; the low half only if it is wanted.
fn append_halves(most: u64, source: &mut Source, out: &mut Vec<u8>) -> Result<u64, Error> {
    let word = source.try_next_u64()?;
    let halves = [word >> 32, word & u64::from(u32::MAX)];
    let mut text = itoa::Buffer::new();
    let mut numbers = 0;
    for half in halves.into_iter().take(usize::try_from(most).unwrap_or(2)) {
        out.extend_from_slice(text.format(half).as_bytes());
        out.push(b'\n');
        numbers += 1;
    }
    Ok(numbers)
}

fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The digits of each byte.
const BITS: [[u8; 8]; 256] = {
    let mut bits = [[b'0'; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 8 {
            if byte >> (7 - place) & 1 == 1 {
                bits[byte][place] = b'1';
            }
            place += 1;
        }
        byte += 1;
    }
    bits
};

/// Words read at a time.
const MOST_WORDS: usize = 1 << 13;
