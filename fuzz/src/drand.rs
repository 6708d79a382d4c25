use fairdraw::draw::CHAINS;

use crate::take;

/// A byte for the chain, eight for the round, then its signature and the previous one: what verifies does so for this round and
/// with this signature alone.
pub fn drand(mut bytes: &[u8]) {
    let chain = CHAINS[usize::from(take(&mut bytes)) % CHAINS.len()];
    let round = u64::from_be_bytes([(); 8].map(|()| take(&mut bytes)));
    let (signature, rest) = bytes.split_at(chain.signature_length().min(bytes.len()));
    let previous = (!rest.is_empty()).then_some(rest);
    match chain.verify(round, signature, previous) {
        Ok(verified) => {
            assert_eq!((verified.chain(), verified.round()), (chain, round));
            assert!(chain.verify(round ^ 1 << 40, signature, previous).is_err());
            let mut other = signature.to_vec();
            other[0] ^= 0x20; // the other point of this x-coordinate
            assert!(chain.verify(round, &other, previous).is_err());
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
