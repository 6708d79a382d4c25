//! BLS signatures on the curve BLS12-381, as drand's schemes use them (SPEC, "drand").

use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt,
    hash_to_curve::{ExpandMsgXmd, HashToCurve},
    multi_miller_loop,
};

use crate::draw::{
    chain::{Chain, Scheme},
    drand::SignatureFault,
};

/// Checks that the chain's key signed the digest that its scheme prescribes for a round.
pub(super) fn check(
    chain: &Chain,
    round: u64,
    digest: [u8; 32],
    signature: &[u8],
) -> Result<(), SignatureFault> {
    let other_round = SignatureFault::OtherRound { chain: chain.name, round };
    // With the base point B, the key is [s]B and the signature [s]H, so that e(B, [s]H) = e([s]B, H): with -B in place of
    // B, the product of the two is 1.
    let (left, right) = match chain.scheme {
        Scheme::PedersenBlsChained => {
            let signature = g2(signature)?;
            let key = g1(&decode::<48>(chain.public_key)).map_err(|_| other_round)?;
            let hash = <G2Projective as HashToCurve<Xmd>>::hash_to_curve([digest], G2_TAG);
            ((-G1Affine::generator(), signature), (key, hash.into()))
        }
        Scheme::BlsUnchainedG1Rfc9380 | Scheme::BlsUnchainedOnG1 => {
            let signature = g1(signature)?;
            let key = g2(&decode::<96>(chain.public_key)).map_err(|_| other_round)?;
            let tag = match chain.scheme {
                Scheme::BlsUnchainedOnG1 => G2_TAG,
                _ => G1_TAG,
            };
            let hash = <G1Projective as HashToCurve<Xmd>>::hash_to_curve([digest], tag);
            ((signature, -G2Affine::generator()), (hash.into(), key))
        }
    };
    let terms = [(&left.0, &G2Prepared::from(left.1)), (&right.0, &G2Prepared::from(right.1))];
    if multi_miller_loop(&terms).final_exponentiation() == Gt::identity() {
        Ok(())
    } else {
        Err(other_round)
    }
}

/// A point of G1's subgroup of prime order, not the one at infinity, from the one encoding that it has.
fn g1(bytes: &[u8]) -> Result<G1Affine, SignatureFault> {
    let bytes = well_formed(bytes)?;
    let point = Option::from(G1Affine::from_compressed_unchecked(bytes));
    let point: G1Affine = point.ok_or(SignatureFault::NotOnCurve)?;
    if bool::from(point.is_torsion_free()) { Ok(point) } else { Err(SignatureFault::NotInSubgroup) }
}

/// The same for G2.
fn g2(bytes: &[u8]) -> Result<G2Affine, SignatureFault> {
    let bytes = well_formed(bytes)?;
    let point = Option::from(G2Affine::from_compressed_unchecked(bytes));
    let point: G2Affine = point.ok_or(SignatureFault::NotOnCurve)?;
    if bool::from(point.is_torsion_free()) { Ok(point) } else { Err(SignatureFault::NotInSubgroup) }
}

/// Bytes that may encode a point: its x-coordinate, one or two numbers below p, and three bits before it.
fn well_formed<const LENGTH: usize>(bytes: &[u8]) -> Result<&[u8; LENGTH], SignatureFault> {
    let length = SignatureFault::Length { wanted: LENGTH, found: bytes.len() };
    let bytes: &[u8; LENGTH] = bytes.try_into().map_err(|_| length)?;
    if bytes[0] & COMPRESSED == 0 {
        return Err(SignatureFault::NotCompressed);
    }
    if bytes[0] & INFINITY != 0 {
        return Err(SignatureFault::Infinity);
    }
    let mut coordinates = *bytes;
    coordinates[0] &= !(COMPRESSED | INFINITY | LARGER_ROOT);
    if coordinates.chunks(P.len()).any(|number| number >= P.as_slice()) {
        return Err(SignatureFault::Coordinate);
    }
    Ok(bytes)
}

/// A pinned key's bytes; zeros, which are no point, from anything else.
fn decode<const LENGTH: usize>(digits: &str) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    match hex::decode_to_slice(digits, &mut bytes) {
        Ok(()) => bytes,
        Err(_) => [0; LENGTH],
    }
}

type Xmd = ExpandMsgXmd<sha2_for_bls::Sha256>;

const G1_TAG: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const G2_TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_";

/// The three bits of a compressed point; the last says which of both points of the x-coordinate is meant.
const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER_ROOT: u8 = 0x20;

/// The prime of the curve's field, big-endian.
const P: [u8; 48] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
    0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
    0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];
