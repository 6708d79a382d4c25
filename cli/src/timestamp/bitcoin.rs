//! Headers of Bitcoin blocks, as the checker's own node or a source of his choice gives them.

use fairdraw::draw::Time;
use ring::digest::{SHA256, digest};

use super::Fault;

/// The header of a block: whose chain it is in, nobody has checked.
#[derive(Debug)]
pub(super) struct Header([u8; 80]);

/// A header whose hash shows that it was searched for.
#[derive(Debug)]
pub(super) struct WorkedHeader<'a>(&'a Header);

impl Header {
    /// A header as 80 bytes, or as 160 hexadecimal digits.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        if let Ok(header) = bytes.try_into() {
            return Some(Self(header));
        }
        let mut header = [0; 80];
        hex::decode_to_slice(bytes.trim_ascii(), &mut header).ok()?;
        Some(Self(header))
    }

    /// The root of the tree of what is in the block.
    pub(super) fn root(&self) -> &[u8] {
        &self.0[36..68]
    }

    /// Checks that its hash meets the target that it states, and that this target has `least` zero bits at its beginning or
    /// more: on average so many hashes, 2 to that power, are needed to find such a header.
    pub(super) fn check_work(&self, least: u32) -> Result<WorkedHeader<'_>, Fault> {
        let unfit = |what: &str| Err(Fault::Unfit(format!("the Bitcoin header given {what}")));
        let Some(target) = self.target() else {
            return unfit("states no target that a hash could meet");
        };
        if self.hash() > target {
            return unfit("has not the hash that its target asks for: it is no header of a block");
        }
        if leading_zero_bits(&target) < least {
            return unfit(&format!(
                "took less than 2^{least} hashes to find, which is too little for a block of these years"
            ));
        }
        Ok(WorkedHeader(self))
    }

    /// The largest hash that it may have, most significant byte first.
    fn target(&self) -> Option<[u8; 32]> {
        let [a, b, c, exponent] = [self.0[72], self.0[73], self.0[74], self.0[75]];
        // A number of three bytes, of which the highest bit is its sign, times 256 to the power of `exponent - 3`.
        let first = 32_usize.checked_sub(usize::from(exponent))?;
        let digits = [c, b, a];
        if c >= 0x80 || digits == [0; 3] || exponent < 3 {
            return None;
        }
        let mut target = [0; 32];
        target[first..first + 3].copy_from_slice(&digits);
        Some(target)
    }

    /// Its hash, most significant byte first, as everybody shows it.
    fn hash(&self) -> [u8; 32] {
        let once = digest(&SHA256, &self.0);
        let mut hash = [0; 32];
        hash.copy_from_slice(digest(&SHA256, once.as_ref()).as_ref());
        hash.reverse();
        hash
    }
}

impl WorkedHeader<'_> {
    /// The block's hash as everybody shows it.
    pub(super) fn shown_hash(&self) -> String {
        hex::encode(self.0.hash())
    }

    /// The time that the miner put into it.
    pub(super) fn stated(&self) -> Option<Time> {
        self.at(0)
    }

    /// A time by which it was made.
    pub(super) fn made_by(&self) -> Option<Time> {
        self.at(LATER_THAN_STATED)
    }

    fn at(&self, later: i64) -> Option<Time> {
        let bytes = &self.0.0;
        let seconds = u32::from_le_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]);
        Time::from_unix_seconds(i64::from(seconds) + later)
    }
}

/// A merkle root as everybody shows it.
pub(super) fn shown_root(root: &[u8]) -> String {
    hex::encode(root.iter().rev().copied().collect::<Vec<_>>())
}

fn leading_zero_bits(number: &[u8; 32]) -> u32 {
    let bytes = number.iter().take_while(|&&byte| byte == 0).count();
    let rest = number.get(bytes).map_or(0, |byte| byte.leading_zeros());
    8 * u32::try_from(bytes).unwrap_or_default() + rest
}

/// The least work of a block that is taken: an average of 2^74 hashes. Blocks of 2024 took 2^78.
pub(super) const LEAST_WORK: u32 = 74;

/// How much later than its stated time a block may have been made: four hours, in seconds.
///
/// A miner can state a time in the past. The rule for that is that it is later than the median of the times of the eleven
/// blocks before, the sixth of them counted back; so where most miners state the right time, it is behind by at most the
/// time in which the chain grows by six blocks. That is an hour on average, and four hours or more once in 300,000 times, if
/// a block comes every ten minutes: the chance that at most five come when 24 are expected. (The better-known rule, that a
/// block is not more than two hours ahead of a node's clock, is about times that are too late, which do no harm here.)
const LATER_THAN_STATED: i64 = 4 * 3600;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    /// Real headers. Their hashes, by which everybody knows the blocks, show that they were copied right.
    const GENESIS: &str = "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e\
                           67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
    const BLOCK_491133: &str = "00000020790dfd29a6eab5667c8bb42511b3c370d19b03fe9070c1000000000000000000ed32efbfafeb50a29fa\
                                29f7838cb3019af23d5623d6e310bce43d50b8b9623776e86ec5930eb001884adf6b3";
    const BLOCK_839900: &str = "0060962aa39b4310863947efd282b30ff755d3ab247c76ee7e5d010000000000000000004c4577aff36cdfdb061\
                                3ee3dc73c46e349da802849ec4f4995f9de8df5838008df1b226619420317178560d2";

    fn header(digits: &str) -> Header {
        Header::read(digits.as_bytes()).unwrap()
    }

    fn reason(header: &Header, least: u32) -> String {
        match header.check_work(least) {
            Err(Fault::Unfit(reason)) => reason,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn real_headers_have_the_hashes_everybody_knows() {
        for (digits, hash, time) in [
            (
                GENESIS,
                "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
                "2009-01-03T18:15:05Z",
            ),
            (
                BLOCK_491133,
                "000000000000000000185aaf82c613176413c407c061ba254f7ef5713d82078d",
                "2017-10-22T11:52:14Z",
            ),
            (
                BLOCK_839900,
                "000000000000000000023dfafae2b6e6b5ecf9d1365fafa075dec49625721f37",
                "2024-04-19T07:23:11Z",
            ),
        ] {
            let header = header(digits);
            let worked = header.check_work(32).unwrap();
            assert_eq!(worked.shown_hash(), hash);
            assert_eq!(worked.stated().unwrap().to_string(), time);
        }
        let root = "088083f58ddef995494fec492880da49e3463cc73dee1306dbdf6cf3af77454c";
        assert_eq!(shown_root(header(BLOCK_839900).root()), root);
    }

    #[test]
    fn only_the_work_of_these_years_is_enough() {
        let recent = header(BLOCK_839900);
        let worked = recent.check_work(LEAST_WORK).unwrap();
        assert_eq!(worked.made_by().unwrap().to_string(), "2024-04-19T11:23:11Z");
        // The targets begin with 78, 72 and 32 zero bits.
        for (digits, bits) in [(BLOCK_839900, 78), (BLOCK_491133, 72), (GENESIS, 32)] {
            assert!(header(digits).check_work(bits).is_ok(), "{bits}");
            let reason = reason(&header(digits), bits + 1);
            assert!(reason.contains("too little for a block"), "{reason}");
        }
    }

    #[test]
    fn changed_bit_of_a_header_is_noticed() {
        let real = header(BLOCK_839900);
        for at in 0..640 {
            let mut changed = Header(real.0);
            changed.0[at / 8] ^= 1 << (at % 8);
            assert!(changed.check_work(LEAST_WORK).is_err(), "bit {at}");
        }
    }

    #[test]
    fn target_without_sense_is_refused() {
        for bits in [
            [0, 0, 0, 0x17],
            [1, 0, 0x80, 0x17],
            [1, 0, 0, 33],
            [1, 0, 0, 255],
            [1, 0, 0, 2],
            [0; 4],
        ] {
            let mut changed = header(GENESIS);
            changed.0[72..76].copy_from_slice(&bits);
            assert!(reason(&changed, 0).contains("no target"), "{bits:?}");
        }
    }

    #[test]
    fn header_is_eighty_bytes_or_their_digits() {
        let bytes = header(GENESIS).0;
        assert!(Header::read(&bytes).is_some());
        assert!(Header::read(format!("{GENESIS}\n").as_bytes()).is_some());
        for wrong in [&bytes[..79], &GENESIS.as_bytes()[..159], b"", &[b'g'; 160]] {
            assert!(Header::read(wrong).is_none());
        }
    }
}
