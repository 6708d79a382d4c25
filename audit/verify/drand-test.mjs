// Tests of the page's check of drand signatures, for test.mjs: real rounds, changed bits, malformed points, RFC 9380.

import { readFileSync } from "node:fs";

import { Fairdraw as F, FairdrawDrand as D } from "./core.mjs";

const load = (name) => JSON.parse(readFileSync(new URL(`../../tests/vectors/drand/${name}.json`, import.meta.url)));

const { chains, rounds } = load("rounds");

/** A chain of the file; that of a test network, which the page doesn't know, has a scheme of its own. */
function chainOf(name) {
  const { scheme, public_key: key } = chains[name];
  const testnet = { ...D.SCHEMES["pedersen-bls-chained"], chained: false };
  return { scheme: D.SCHEMES[scheme] ?? testnet, key };
}

const faultOf = (chain, round, signature, previous) => F.finish(D.fault(chain, BigInt(round), signature, previous));

export function runDrand(same) {
  same("chains", Object.values(F.CHAINS).map(({ name }) => name), Object.keys(D.KEYS));
  for (const [hash, { name }] of Object.entries(F.CHAINS)) {
    const { scheme, key } = D.KEYS[name];
    same(`chain ${name}`, [hash, key, scheme === D.SCHEMES[chains[name].scheme]], [chains[name].chain_hash, chains[name].public_key, true]);
  }
  let milliseconds = 0;
  for (const { chain: name, round, signature, previous_signature: previous = null } of rounds) {
    const chain = chainOf(name), what = `drand ${name} ${round}`;
    const started = performance.now();
    same(what, faultOf(chain, round, signature, previous), null);
    milliseconds += performance.now() - started;
    if (name in D.KEYS) same(`${what} of the page`, F.finish(D.check(name, BigInt(round), signature, previous)), null);
    same(`${what}, next round`, faultOf(chain, round + 1, signature, previous), round === 1 && previous !== null ? "previous-length" : "other-round");
    for (const other of Object.keys(D.KEYS).filter((other) => other !== name)) {
      const wanted = (signature.length === 192) !== (other === "default") ? "length"
        : other === "default" && previous === null ? "previous-missing" : "other-round";
      same(`${what} as of ${other}`, faultOf(D.KEYS[other], round, signature, previous), wanted);
    }
  }
  console.log(`drand      ${String(rounds.length).padStart(5)} rounds, ${Math.round(milliseconds / rounds.length)} ms each`);
  runBits(same);
  runMalformed(same);
  runCurves(same);
}

/** Of quicknet all bits, the three highest of which have a meaning of their own; of default, which is slower, each seventh. */
function runBits(same) {
  for (const { chain, round, signature, previous_signature: previous = null } of [rounds[2], rounds[3]]) {
    for (let bit = 0; bit < 4 * signature.length; bit += bit < 8 || chain === "quicknet" ? 1 : 7) {
      const bytes = F.unhex(signature);
      bytes[bit >> 3] ^= 0x80 >> (bit & 7);
      const found = faultOf(D.KEYS[chain], round, F.hex(bytes), previous);
      const wanted = ["not-compressed", "infinity", "other-round"][bit];
      if (wanted !== undefined) same(`drand ${chain} bit ${bit}`, found, wanted);
      else same(`drand ${chain} bit ${bit} (${found})`, ["coordinate", "not-on-curve", "not-in-subgroup"].includes(found), true);
    }
  }
}

function runMalformed(same) {
  for (const { id, chain, round, signature, previous_signature: previous, fault } of load("malformed").vectors) {
    same(`malformed ${id}`, faultOf(D.KEYS[chain], round, signature, previous), fault);
  }
}

/** Hash to curve by RFC 9380, J.9.1 and J.10.1; and that factors move between the arguments of the pairing. */
function runCurves(same) {
  const digits = (x) => [x].flat().map((part) => part.toString(16).padStart(96, "0"));
  for (const [name, message, ...wanted] of [
    ["G1", "", "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
      "08ba738453bfed09cb546dbb0783dbb3a5f1f566ed67bb6be0e8c67e2e81a4cc68ee29813bb7994998f3eae0c9c6a265"],
    ["G1", "abc", "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
      "0b9c15f3fe6e5cf4211f346271d7b01c8f3b28be689c8429c85b67af215533311f0b8dfaaa154fa6b88176c229f2885d"],
    ["G2", "", "0141ebfbdca40eb85b87142e130ab689c673cf60f1a3e98d69335266f30d9b8d4ac44c1038e9dcdd5393faf5c41fb78a",
      "05cb8437535e20ecffaef7752baddf98034139c38452458baeefab379ba13dff5bf5dd71b72418717047f5b0f37da03d",
      "0503921d7f6a12805e72940b963c0cf3471c7b2a524950ca195d11062ee75ec076daf2d4bc358c4b190c0c98064fdd92",
      "12424ac32561493f3fe3c260708a12b7c620e7be00099a974e259ddc7d1f6395c3c811cdd19f1e8dbf3e9ecfdcbab8d6"],
  ]) {
    const tag = F.utf8(`QUUX-V01-CS02-with-BLS12381${name}_XMD:SHA-256_SSWU_RO_`);
    same(`hash to ${name} of "${message}"`, F.finish(D.hashToCurve(D[name], F.utf8(message), tag)).flatMap(digits), wanted);
  }
  const { curve: one, generator: p } = D.G1, { curve: two, generator: q } = D.G2;
  const cancel = (...pairs) => F.finish(D.pairingsCancel(pairs));
  const times = (curve, factor, point) => F.finish(curve.times(factor, point));
  same("e(2p, 3q) e(-p, 6q)", cancel([times(one, 2n, p), times(two, 3n, q)], [one.negate(p), times(two, 6n, q)]), true);
  same("e(2p, 3q) e(-p, 7q)", cancel([times(one, 2n, p), times(two, 3n, q)], [one.negate(p), times(two, 7n, q)]), false);
  same("e(p, q)", cancel([p, q]), false);
}
