// Runs the page's verifier, taken out of fairdraw-verify.html, on all test vectors, and checks the page's own
// promises: hashes, texts, no markup from data. `node audit/verify/test.mjs`; status 1 on any difference.
// With --all it makes all draws of accumulated.json, in place of a tenth of them. With --write-hashes it puts the blocks' hashes into the page's Content-Security-Policy.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import { Fairdraw as F, FairdrawDrand as D, PAGE, TEXTS, block, html, policy, vectorInput } from "./core.mjs";

const VECTORS = new URL("../vectors/", import.meta.url);
const EXAMPLE = new URL("../example/", import.meta.url);
const DRAND = new URL("../../tests/vectors/drand/", import.meta.url);

let checks = 0;
const failures = [];

/** Compares as JSON; integers that may be large are given as texts. */
function same(what, found, wanted) {
  checks += 1;
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) failures.push(`${what}: ${a?.slice(0, 200)} instead of ${b?.slice(0, 200)}`);
}

const texts = (numbers) => Array.from(numbers, String);

// ------------------------------------------------------------------------------------------------- vectors

const bases = new Map(); // files.json by id
const used = { reasons: new Set(), lines: new Set(), details: new Set() };

function verify(id, files, vector) {
  const report = F.finish(F.verify(vectorInput(files), vector.options));
  same(id, [report.result, report.status], [vector.expect, vector.exit]);
  if (report.reason !== null) used.reasons.add(report.reason);
  for (const line of report.lines) {
    used.lines.add(line.text);
    for (const [label] of line.details) used.details.add(label);
  }
  return report;
}

/** What each file of vectors holds, and how it is checked. */
const RUNNERS = {
  encode({ tag, parts, repeat, encoded, length, sha256 }) {
    const bytes = repeat === undefined ? parts.map(F.unhex) : [F.utf8(repeat.text.repeat(repeat.times))];
    const found = F.ENC(tag, ...bytes);
    return [[encoded === undefined ? length : [F.hex(found), found.length], encoded === undefined ? found.length : [encoded, length]],
      [F.hex(F.H(tag, ...bytes)), sha256]];
  },

  merkle({ mode, n, lines, list_key: key, file_sha256: fileHash, root, paths, tickets }) {
    const file = F.utf8(lines.map((line) => line + "\n").join(""));
    const leaves = lines.map((line, i) => {
      if (mode !== "private") return F.leaf(F.utf8(line));
      return F.privateLeaf(F.H("fairdraw/v1/salt", F.unhex(key), F.u64be(i), F.utf8(line)), F.utf8(line));
    });
    const tree = new F.Tree();
    for (const leaf of leaves) tree.add(leaf);
    const pairs = [[F.hex(F.sha256(file)), fileHash], [F.hex(tree.root()), root], [lines.length, n]];
    if (mode === "weighted") pairs.push([String(lines.reduce((sum, line) => sum + BigInt(line.split("\t")[0]), 0n)), tickets]);
    for (const { position, salt, leaf, path } of paths) {
      pairs.push([F.hex(leaves[position]), leaf]);
      if (salt !== undefined) pairs.push([F.hex(F.privateLeaf(F.unhex(salt), F.utf8(lines[position]))), leaf]);
      const hashes = path.map(F.unhex);
      const leads = (i, count, some) => F.pathLeads(F.unhex(leaf), i, count, some, root);
      pairs.push([leads(position, n, hashes), true]);
      // Neither a shorter nor a longer path leads there, nor does this one from another position.
      if (path.length > 0) pairs.push([leads(position, n, hashes.slice(0, -1)), false]);
      pairs.push([leads(position, n, [...hashes, F.unhex(leaf)]), false]);
      if (n > 1) pairs.push([leads((position + 1) % n, n, hashes), false]);
    }
    return pairs;
  },

  seed: ({ name, seed, rehearsal, commitment }) => [[F.commitmentOf(rehearsal, name, F.unhex(seed)), commitment]],

  material({ commit_id: id, beacon, signature, public: text, seeds, material, sha256 }) {
    const value = signature !== undefined ? { signature } : text !== undefined ? { text } : null;
    const part = value === null ? F.unhex(beacon) : F.beaconPart(value);
    const found = F.materialOf(F.unhex(id), part, seeds.map((seed) => seed === null ? null : F.unhex(seed)));
    return [[F.hex(part), beacon], [F.hex(found), material], [F.hex(F.sha256(found)), sha256]];
  },

  stream({ material, purpose, names, v, c, words, first_4096_bytes_sha256: first, second_4096_bytes_sha256: second }) {
    const stream = new F.Stream(F.unhex(material), purpose, names);
    const pairs = [[F.hex(stream.drbg.v), v], [F.hex(stream.drbg.c), c]];
    const read = Array.from({ length: 1100 }, () => stream.next().toString(16).padStart(16, "0"));
    for (const [from, some] of Object.entries(words)) pairs.push([read.slice(Number(from), Number(from) + some.length), some]);
    const { drbg } = new F.Stream(F.unhex(material), purpose, names);
    pairs.push([F.hex(F.sha256(drbg.request())), first], [F.hex(F.sha256(drbg.request())), second]);
    return pairs;
  },

  below({ material, bound, values, words_each: each, words_read: read }) {
    const stream = new F.Stream(F.unhex(material));
    const found = values.map(() => {
      const before = stream.read;
      return [String(F.below(stream, BigInt(bound))), stream.read - before];
    });
    return [[found.map(([value]) => value), values], [found.map(([, count]) => count), each], [stream.read, read]];
  },

  runs({ bounds, runs, words, values, words_refused: refused }) {
    const script = words.map(BigInt);
    const stream = { at: 0, refused: 0, next: () => script[stream.at++] };
    const boundAt = (i) => BigInt(bounds[i]);
    const lengths = [], found = [];
    for (let from = 0; from < bounds.length;) {
      const run = F.cutRun(boundAt, from, bounds.length);
      lengths.push(run.end - from);
      found.push(...F.drawRun(stream, boundAt, from, run));
      from = run.end;
    }
    return [[lengths, runs], [texts(found), values], [stream.at, words.length], [stream.refused, refused]];
  },

  positions({ material, n, k, positions, positions_sha256: hash, words_read: read, words_refused: refused }) {
    const stream = new F.Stream(F.unhex(material));
    const found = F.finish(F.shuffle(stream, BigInt(n), k));
    const digest = new F.Sha256();
    for (const position of found) digest.update(F.u64be(position));
    const pairs = [[F.hex(digest.digest()), hash], [found.length, k], [stream.read, read], [stream.refused, refused]];
    if (positions !== undefined) pairs.push([texts(found), positions]);
    return pairs;
  },

  tickets({ material, tickets, wins, count, positions, words_read: read, words_refused: refused }) {
    const stream = new F.Stream(F.unhex(material));
    const found = F.finish(F.drawTickets(stream, tickets.map(BigInt), wins, count));
    return [[found.positions, positions], [stream.read, read], [stream.refused, refused]];
  },

  files(vector) {
    bases.set(vector.id, vector);
    const { commit, reveal } = verify(vector.id, vector.files, vector);
    const pairs = [[F.hex(commit.id), vector.commit_id], [F.hex(reveal.id), vector.reveal_id], [commit.root, vector.root],
      [F.hex(F.beaconPart(reveal.beacon)), vector.beacon], [reveal.draws.map((draw) => Number(draw.position)), vector.positions]];
    if (vector.exit !== 1) {
      pairs.push([F.hex(reveal.materialBytes), vector.material], [reveal.material, vector.material_sha256]);
    }
    return pairs;
  },

  tampered(vector) {
    verify(vector.id, { ...bases.get(vector.base).files, receipts: [], ...vector.change }, vector);
    return [];
  },
};
RUNNERS.sizes = RUNNERS.tampered;

/** The loops of accumulated.json, which says in words what they are: each gives the numbers of one draw. */
const ACCUMULATED_DRAWS = process.argv[2] === "--all" ? 100000 : 10000;
const accumulatedStream = (kind, i) => new F.Stream(F.ENC("fairdraw/v1/test", F.utf8(kind), F.u64be(i)));
const LOOPS = {
  shuffle(i) {
    const stream = accumulatedStream("shuffle", i);
    const n = 1n + F.below(stream, 2n ** F.below(stream, 64n));
    const k = Number(F.below(stream, (n < 40n ? n : 40n) + 1n));
    return [n, k, ...F.finish(F.shuffle(stream, n, k)), stream.next()];
  },

  tickets(i) {
    const stream = accumulatedStream("tickets", i);
    const m = 1 + Number(F.below(stream, 12n));
    const tickets = Array.from({ length: m }, () => 1n + F.below(stream, 2n ** F.below(stream, 60n)));
    const wins = F.below(stream, 2n) === 0n ? "once" : "per-ticket";
    const sum = tickets.reduce((total, count) => total + count, 0n);
    const k = Number(F.below(stream, wins === "once" ? BigInt(m) + 1n : (sum < 20n ? sum : 20n) + 1n));
    return [m, ...tickets, k, ...F.finish(F.drawTickets(stream, tickets, wins, k)).positions, stream.next()];
  },

  below(i, stream) {
    const shift = F.below(stream, 64n);
    const bound = stream.next() >> shift || 1n;
    return [bound, F.below(stream, bound)];
  },
};
const accumulated = {}; // by kind: the digest so far, how many draws it holds, and the stream of all
RUNNERS.accumulated = ({ kind, draws, sha256 }) => {
  if (draws > ACCUMULATED_DRAWS) return [];
  const so = accumulated[kind] ??= { hash: createHash("sha256"), drawn: 0, stream: accumulatedStream(kind, 0) };
  for (; so.drawn < draws; so.drawn += 1) {
    for (const number of LOOPS[kind](so.drawn, so.stream)) so.hash.update(F.u64be(number));
  }
  return [[so.hash.copy().digest("hex"), sha256]];
};

function runVectors() {
  const names = readdirSync(VECTORS).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5))
    .filter((name) => name !== "schema").sort();
  // The changes refer to the complete draws.
  for (const name of ["files", ...names.filter((other) => other !== "files")]) {
    const file = JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS)));
    const before = failures.length;
    if (RUNNERS[name] === undefined) {
      failures.push(`vectors/${name}.json: no test knows how to read it`);
      continue;
    }
    same(`${name}: count`, file.vectors.length, file.count);
    for (const vector of file.vectors) {
      try {
        RUNNERS[name](vector).forEach(([found, wanted], i) => same(`${name}/${vector.id} (${i + 1})`, found, wanted));
      } catch (error) {
        failures.push(`${name}/${vector.id}: ${error.stack}`);
      }
    }
    console.log(`${name.padEnd(11)} ${String(file.vectors.length).padStart(5)} vectors, ${failures.length - before} failures`);
  }
  same("failures without a vector", Object.keys(F.FAILURES).filter((name) => name !== "out-of-memory" && !expected.has(name)), []);
}

const expected = new Set();
for (const name of ["files", "tampered"]) {
  for (const { expect } of JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS))).vectors) expected.add(expect);
}

/** The draws of vectors/files, which are files in folders: their names say what they are. */
function runFolders() {
  const folders = readdirSync(new URL("files/", VECTORS), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const seen = new Set();
  for (const { name: folder } of folders) {
    const at = (name) => new URL(`files/${folder}/${name}`, VECTORS);
    const wanted = Object.fromEntries(readFileSync(at("expect"), "utf8").trimEnd().split("\n").map((line) => line.split(/: (.*)/)));
    const input = { reveals: [], list: null, seeds: [], receipts: [] };
    for (const name of readdirSync(at(".")).sort()) {
      if (name === "expect") continue;
      const file = { name, bytes: new Uint8Array(readFileSync(at(name))) };
      const kind = F.kindOf(name, file.bytes);
      const group = { reveal: "reveals", seeds: "seeds", receipt: "receipts" }[kind];
      if (group === undefined) input[kind] = file;
      else input[group].push(file);
    }
    const [option, expect] = (wanted.arguments ?? "").split(" ");
    const report = F.finish(F.verify(input, { expect, rehearsal: option === "--rehearsal" }));
    same(`folder ${folder}`, [report.result, String(report.status)], [wanted.expect, wanted.status]);
    seen.add(wanted.expect);
  }
  const names = Object.keys(F.FAILURES).filter((name) => name !== "out-of-memory");
  same("folders by what they expect", [...seen].sort(), ["valid", ...names].sort());
  console.log(`folders     ${String(folders.length).padStart(5)} draws`);
}

function runExample() {
  const file = (name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, EXAMPLE))) });
  const input = { commit: file("example.commit"), reveals: [file("example.reveal")], list: file("example.list") };
  const expect = F.cleanId(" E7354639 4adbf951 56088eae 3a320a12 1e5be150 057ae3a0 ae5fa42f 4015AD4E\n");
  const report = F.finish(F.verify(input, { expect }));
  runChanges(input);
  const huge = F.finish(F.verify({ ...input, list: { name: "huge", bytes: { length: 2 ** 32 } } }));
  same("a list of 4 GiB", [huge.result, huge.status], ["out-of-memory", 2]);
  same("example", [report.result, report.places.map((place) => place.entry)], ["valid", ["Damson", "Ash", "Épicéa", "Birch"]]);
}

/** SPEC 13.5: no byte of the example can be changed, inserted or deleted, but for the list's last line end. */
function runChanges(input) {
  const passed = [];
  const attempt = (what, files) => {
    checks += 1;
    if (F.finish(F.verify(files)).status === 0) passed.push(what);
  };
  for (const [name, put] of Object.entries({
    commit: (bytes) => ({ ...input, commit: { name: "commit", bytes } }),
    reveal: (bytes) => ({ ...input, reveals: [{ name: "reveal", bytes }] }),
    list: (bytes) => ({ ...input, list: { name: "list", bytes } }),
  })) {
    const { bytes } = name === "reveal" ? input.reveals[0] : input[name];
    for (let at = 0; at < bytes.length; at += 1) {
      const [before, after] = [[...bytes.subarray(0, at)], [...bytes.subarray(at + 1)]];
      for (const byte of [bytes[at] ^ 1, bytes[at] ^ 0x20, bytes[at] ^ 0x80]) {
        attempt(`${name} ${at} changed`, put(Uint8Array.from([...before, byte, ...after])));
      }
      attempt(`${name} ${at} deleted`, put(Uint8Array.from([...before, ...after])));
      for (const byte of [0x30, 0x0a, 0x0d, 0x20]) {
        attempt(`${name} ${at} inserted`, put(Uint8Array.from([...before, byte, bytes[at], ...after])));
      }
    }
  }
  same("changes that pass", passed, ["list 31 deleted"]);
}

// --------------------------------------------------------------------------------------------- sentences

/** SPEC 7.4, 8.3 and 13.4: which sentences on the rule, the reach and the sources a draw gets. */
function runSentences() {
  const sentences = (files) => F.finish(F.verify(vectorInput(files))).lines
    .filter(({ text }) => /^(rules|reach|bind)/.test(text)).map(({ text }) => text).join(" ");
  for (const [id, wanted] of Object.entries({
    "seed-only": "rules reach-all bind-one",
    "two-seeds": "rules reach-all bind-several",
    "weighted-once": "rules-tickets reach-all bind-one",
    "public-text": "rules reach-all bind-public bind-public-short",
    "public-text-no-digit": "rules reach-part bind-public bind-public-short",
    "public-text-seed": "rules reach-all bind-public bind-public-seeds",
    "public-text-three-seeds-all-missing": "rules reach-all bind-public bind-public-short bind-public-seeds",
    "drand-quicknet": "rules reach-all bind-drand",
    "drand-two-seeds-one-missing": "rules reach-all bind-drand-seeds",
    "drand-seed-opened-later": "rules reach-all bind-drand-late",
  })) {
    same(`sentences of ${id}`, sentences(bases.get(id).files), wanted);
  }

  // The round is due at 2024-10-14T17:13:33Z. No vector has late seeds of which none counts.
  for (const [seedsBy, wanted] of [["2024-10-14T17:03:33Z", "bind-drand"], ["2024-10-14T17:03:34Z", "bind-drand-late"]]) {
    same(`sentences without a seed by ${seedsBy}`, sentences(withoutSeed(bases.get("drand-seed-opened-later"), seedsBy)),
      `rules reach-all ${wanted}`);
  }

  const report = F.finish(F.verify(vectorInput(bases.get("drand-quicknet").files)));
  same("reach of drand-quicknet", report.lines.find(({ text }) => text === "reach-all").values, { starts: 254, results: 10.4 });
}

/** The draw of a vector with its only seed missing, and left out by the rule. */
function withoutSeed({ files, beacon }, seedsBy) {
  const commit = files.commit.replace("no-reveal: void", "no-reveal: leave-out").replace(/seeds-by: .*/, `seeds-by: ${seedsBy}`);
  const id = F.sha256(F.utf8(commit));
  const material = F.materialOf(id, F.unhex(beacon), [null]);
  const list = files.list.trimEnd().split("\n");
  const positions = F.finish(F.shuffle(new F.Stream(material), BigInt(list.length), 3));
  const reveal = files.reveals[0].replace(/commit: .*/, `commit: ${F.hex(id)}`)
    .replace(/material: .*/, `material: ${F.hex(F.sha256(material))}`).replace(/seed: (\S+) .*/, "seed: $1 missing")
    .replace(/draw: (\d+) (\S+) .*/g, (_, rank, prize) => `draw: ${rank} ${prize} ${positions[rank - 1]} ${list[positions[rank - 1]]}`);
  return { ...files, commit, reveals: [reveal] };
}

// ------------------------------------------------------------------------------- what vectors don't reach

/** SHA-256 against Node's, around the borders of blocks. */
function runSha256() {
  const bytes = Uint8Array.from({ length: 400 }, (_, i) => (i * 7 + 3) & 255);
  for (let length = 0; length <= 300; length += 1) {
    const wanted = createHash("sha256").update(bytes.subarray(0, length)).digest("hex");
    const parts = new F.Sha256();
    for (let at = 0; at < length; at += 37) parts.update(bytes, at, Math.min(at + 37, length));
    same(`SHA-256 of ${length} bytes`, [F.hex(F.sha256(bytes.subarray(0, length))), F.hex(parts.digest())], [wanted, wanted]);
  }
}

function runText() {
  for (const text of ["", "a", "é", "€", "😀", "a😀é€", "\u07ff\u0800\uffff"]) {
    same(`utf8Length of ${text}`, F.utf8Length(text), Buffer.byteLength(text));
  }
  const real = { "1970-01-01T00:00:00Z": 0, "2000-02-29T23:59:59Z": 951868799, "0000-01-01T00:00:00Z": -62167219200,
    "9999-12-31T23:59:59Z": 253402300799, "1600-02-29T00:00:00Z": -11670998400, "0400-03-01T00:00:00Z": -49539254400 };
  for (const [text, seconds] of Object.entries(real)) {
    same(text, [String(F.parseTime(text)), Date.parse(text) / 1000], [String(seconds), seconds]);
  }
  for (const text of ["1900-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
    "2024-04-31T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z",
    "2024-01-01 00:00:00Z", "2024-01-01T00:00:00z", "24-01-01T00:00:00Z", "2024-01-01T00:00:00Z "]) {
    same(text, F.parseTime(text), null);
  }
  for (const id of ["", "0".repeat(63), "0".repeat(65), "g".repeat(64), "0x" + "0".repeat(62)]) same(`id ${id}`, F.cleanId(id), null);
}

/** A file's name decides what it is if it has one of our endings, and its first line only if not. */
function runKinds() {
  for (const [name, text, wanted] of [
    ["x.receipt", "Fairdraw receipt v1\n", "receipt"], ["x.receipt", "", "receipt"], ["x.receipt", "fairdraw commit v1\n", "receipt"],
    ["X.RECEIPT", "Ash\n", "receipt"], ["x.seeds", "\ufefffairdraw seeds v1\n", "seeds"], ["x.commit", "Ash\n", "commit"],
    ["x.reveal", "fairdraw receipt v1\n", "reveal"], ["x.list", "fairdraw receipt v1\n", "list"], ["x.secret", "Ash\n", "secret"],
    ["x.outcome", "Ash\n", "outcome"], ["x.txt", "fairdraw receipt v1\n", "receipt"], ["x", "fairdraw rehearsal v1\r\n", "commit"],
    ["", "fairdraw rehearsal-reveal v12", "reveal"], ["x", "fairdraw secret v1\n", "secret"], ["x", "fairdraw lottery v1\n", "unknown"],
    ["x.receipt.txt", "Ash\n", "list"], ["receipt", "Ash\n", "list"], ["x", "fairdraw receipt v1 \n", "list"], ["x", "", "list"],
    ["x", "fairdraw constructor v1\n", "unknown"], ["x.constructor", "Ash\n", "list"],
  ]) {
    same(`kind of ${name} with ${text}`, F.kindOf(name, F.utf8(text)), wanted);
  }
}

// ------------------------------------------------------------------------------------------------- drand

const { chains, rounds } = JSON.parse(readFileSync(new URL("rounds.json", DRAND)));

/** A chain of the file; that of a test network, which the page doesn't know, has a scheme of its own. */
function chainOf(name) {
  const { scheme, public_key: key } = chains[name];
  const testnet = { ...D.SCHEMES["pedersen-bls-chained"], chained: false };
  return { scheme: D.SCHEMES[scheme] ?? testnet, key };
}

const faultOf = (chain, round, signature, previous) => F.finish(D.fault(chain, BigInt(round), signature, previous));

function runDrand() {
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
  runBits();
  runMalformed();
  runCurves();
}

/** The three highest bits have a meaning of their own; of the others each seventh is changed. */
function runBits() {
  for (const { chain, round, signature, previous_signature: previous = null } of [rounds[2], rounds[3]]) {
    for (let bit = 0; bit < 4 * signature.length; bit += bit < 8 ? 1 : 7) {
      const bytes = F.unhex(signature);
      bytes[bit >> 3] ^= 0x80 >> (bit & 7);
      const found = faultOf(D.KEYS[chain], round, F.hex(bytes), previous);
      const wanted = ["not-compressed", "infinity", "other-round"][bit];
      if (wanted !== undefined) same(`drand ${chain} bit ${bit}`, found, wanted);
      else same(`drand ${chain} bit ${bit} (${found})`, ["coordinate", "not-on-curve", "not-in-subgroup"].includes(found), true);
    }
  }
}

function runMalformed() {
  const p = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
  const zeros = "0".repeat(96);
  const point = (first, rest) => first + rest.slice(2);
  const quicknet = rounds.find(({ chain }) => chain === "quicknet");
  const chained = rounds.find(({ chain, round }) => chain === "default" && round > 1);
  for (const [name, { chain, round, signature, previous_signature: previous = null }, more] of [
    ["G1", quicknet, ""], ["G2", chained, zeros],
  ]) {
    for (const [wanted, malformed] of [
      ["length", ""], ["length", signature.slice(2)], ["length", signature + "00"], ["length", signature + signature],
      ["not-compressed", zeros + more], ["not-compressed", point("40", zeros + more)],
      ["infinity", point("c0", zeros + more)], ["infinity", point("e0", zeros + more)], ["infinity", point("d2", signature)],
      ["coordinate", point("9a", p + more)], ["coordinate", point("ba", p + more)], ["coordinate", point("9f", "f".repeat(96) + more)],
      ...(name === "G2" ? [["coordinate", point("80", zeros) + p]] : []),
    ]) {
      same(`${name} ${malformed.slice(0, 20)}`, faultOf(D.KEYS[chain], round, malformed, previous), wanted);
    }
    same(`${name} with a previous signature or without`, faultOf(D.KEYS[chain], round, signature, previous === null ? signature : null),
      previous === null ? "previous-given" : "previous-missing");
  }
  const swapped = { ...chained, previous_signature: chained.signature };
  same("another previous signature", faultOf(D.KEYS.default, swapped.round, swapped.signature, swapped.previous_signature), "other-round");
  same("a short previous signature", faultOf(D.KEYS.default, chained.round, chained.signature, "00".repeat(32)), "previous-length");
  // x = 0 gives (0, 2) on the curve of G1, which has order 3.
  same("a point of order 3", faultOf(D.KEYS.quicknet, quicknet.round, "80" + "0".repeat(94), null), "not-in-subgroup");
}

/** Hash to curve by RFC 9380, J.9.1 and J.10.1; and that factors move between the arguments of the pairing. */
function runCurves() {
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

// ---------------------------------------------------------------------------------------------- the page

function runPage() {
  const found = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
  same("Content-Security-Policy (--write-hashes mends it)", found, policy());
  same("places for embedded files", html.split("<!-- fairdraw:embedded -->").length - 1, 1);
  for (const word of ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(",
    "XMLHttpRequest", "WebSocket", "import(", "http://", "https://", "localStorage", "style=", "onclick="]) {
    same(`"${word}" in the page`, html.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/2000/svg", "").includes(word), false);
  }
  for (const id of ["fairdraw-core", "fairdraw-drand"]) {
    same(`document in ${id}`, /\b(document|window|navigator)\./.test(block("script", id)), false);
  }
}

/** All languages have the same keys with the same values in them, and every key that the verifier uses. */
function runTexts() {
  const { en } = TEXTS;
  const core = block("script", "fairdraw-core");
  const values = (text) => [...new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name))].sort();
  for (const [language, table] of Object.entries(TEXTS)) {
    same(`${language}: keys`, Object.keys(table), Object.keys(en));
    for (const [key, text] of Object.entries(table)) {
      same(`${language}: values of ${key}`, values(text), values(en[key] ?? ""));
      same(`${language}: braces of ${key}`, text.split("{").length, text.split("}").length);
      if (language !== "en") same(`${language}: ${key} is translated`, text === en[key] && text.length > 40, false);
    }
  }
  const missing = [
    ...Object.keys(F.FAILURES).map((name) => `f.${name}`),
    ...[...used.reasons].map((name) => `r.${name}`),
    ...Array.from(core.matchAll(/(?:Failure\("[a-z-]+", |failure\("[a-z-]+", |\bfail\(|grammar\()"([a-z0-9-]*[a-z0-9])"/g), ([, name]) => `r.${name}`),
    ...Array.from(core.matchAll(/return \["([a-z0-9-]+)", \{/g), ([, name]) => `r.list-${name}`),
    ...Array.from(core.matchAll(/say\(\d, [^,]*?"([a-z-]+)"/g), ([, name]) => `l.${name}`),
    ...[...used.lines].map((name) => `l.${name}`),
    ...[...used.details].map((name) => `d.${name}`),
    ...Array.from(html.matchAll(/data-(?:t|label)="([^"]+)"/g), ([, key]) => key),
    ...Array.from(block("script", "fairdraw-page").matchAll(/(?:say|plain)\("([^"]+)"/g), ([, key]) => key),
  ].filter((key) => en[key] === undefined);
  same("texts that are missing", missing, []);
  const unused = Object.keys(en).filter((key) => key.startsWith("r.") || key.startsWith("l."))
    .filter((key) => !core.includes(`"${key.slice(2)}"`) && !key.startsWith("r.list-") && !key.startsWith("l.list-"));
  same("texts that nothing says", unused, []);
}

if (process.argv[2] === "--write-hashes") {
  writeFileSync(PAGE, html.replace(/(http-equiv="Content-Security-Policy" content=")[^"]*/, (_, before) => before + policy()));
  process.exit();
}

runVectors();
runFolders();
runSentences();
runExample();
runSha256();
runText();
runKinds();
runDrand();
runPage();
runTexts();
for (const failure of failures.slice(0, 50)) console.log(`FAILED ${failure}`);
console.log(`${checks} comparisons, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
