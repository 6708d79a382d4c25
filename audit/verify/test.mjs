// Runs the page's verifier, taken out of fairdraw-verify.html, on all test vectors, and checks the page's own
// promises: hashes, texts, no markup from data. `node audit/verify/test.mjs`; status 1 on any difference.
// With --all it makes all draws of accumulated.json, in place of a tenth of them. With --write-hashes it puts the blocks' hashes into the page's Content-Security-Policy.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import { Fairdraw as F, FairdrawDrand as D, FairdrawSample as S, PAGE, TEXTS, block, html, inputOf, policy, vectorInput, vectorOptions } from "./core.mjs";
import { runDrand } from "./drand-test.mjs";

const VECTORS = new URL("../vectors/", import.meta.url);
const EXAMPLE = new URL("../example/", import.meta.url);

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
const samples = new Map(); // the complete samples of sample-files.json
const changedSamples = new Map(); // the files of all others, by the id without the base
const used = { reasons: new Set(), lines: new Set(), details: new Set() };

/** With the check of signatures, and without it, as the verifier must do without FairdrawDrand. */
function verify(id, files, vector) {
  const report = verifyWith(D, id, files, vector.options, vector);
  return { report, unchecked: verifyWith(undefined, `${id} unchecked`, files, vector.options, vector.unchecked ?? vector) };
}

function verifyWith(drand, id, files, options, wanted) {
  const report = F.finish(F.verify(vectorInput(files), { ...vectorOptions(options), drand, sample: S }));
  same(id, [report.result, report.status], [wanted.expect, wanted.exit]);
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
    const { hashes } = new F.Stream(F.unhex(material), purpose, names);
    const request = () => F.sha256(...Array.from({ length: 128 }, () => hashes.next().value));
    pairs.push([F.hex(request()), first], [F.hex(request()), second]);
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
    const { report: { outcome, grade }, unchecked: { commit, reveal } } = verify(vector.id, vector.files, vector);
    const pairs = [[F.hex(commit.id), vector.commit_id], [F.hex(reveal.id), vector.reveal_id], [commit.root, vector.root],
      [F.hex(F.beaconPart(reveal.beacon)), vector.beacon], [reveal.draws.map((draw) => Number(draw.position)), vector.positions]];
    pairs.push([grade, vector.grade ?? null], [outcome?.holders ?? null, vector.holders ?? null]);
    if (outcome !== null) pairs.push([acceptedOf(outcome), vector.accepted]);
    if (vector.exit !== 1 || vector.unchecked !== undefined) {
      pairs.push([F.hex(reveal.materialBytes), vector.material], [reveal.material, vector.material_sha256]);
    }
    return pairs;
  },

  tampered(vector) {
    verify(vector.id, { ...bases.get(vector.base).files, receipts: [], ...vector.change }, vector);
    return [];
  },

  outcome({ winners, alternates, vacancy, lines, expect, line = null, holders = null }) {
    const head = `fairdraw outcome v1\ncommit: ${"0".repeat(64)}\nreveal: ${"0".repeat(64)}\n`;
    const bytes = F.utf8(head + lines.map((text) => text + "\n").join(""));
    try {
      const outcome = F.finish(F.parseOutcome({ name: "outcome", bytes }, BigInt(bytes.length)));
      const rules = { winners: BigInt(winners), alternates: BigInt(alternates), vacancy };
      return [["valid", expect], [F.finish(F.followOutcome(rules, outcome)).holders, holders]];
    } catch ({ failure, values }) {
      return [[failure, expect], [values?.line - 3, line]];
    }
  },
};
RUNNERS.sizes = RUNNERS.tampered;

/** SPEC 19 without files: three kinds of vectors. */
const SAMPLES = {
  draw(vector) {
    const design = designOf(vector.design);
    const population = populationOf(vector, design);
    const drawn = new S.Sample(design, population, F.unhex(vector.material));
    try {
      S.checkDesign({ design }, population);
    } catch ({ failure }) {
      return [[failure, vector.fault && "design"]];
    }
    const pairs = [[vector.fault, undefined], ...itemsOf(F.finish(drawn.draw()).items, vector)];
    for (const { add, fault, ...wanted } of vector.extensions ?? []) {
      const adds = add.map((text) => text.split(" ").map(BigInt)).map(([count, stratum]) => ({ count, stratum }));
      try {
        S.checkAdds({ adds }, drawn.parts);
        pairs.push([fault, undefined], ...itemsOf(F.finish(drawn.more(adds)), wanted));
      } catch ({ failure }) {
        return [...pairs, [failure, fault && "extension"]];
      }
    }
    return pairs;
  },

  allocation({ n, minimum, sizes, weights, allocation }) {
    const found = S.allocate(BigInt(n), BigInt(minimum), sizes.map(BigInt), weights.map(BigInt));
    return [[found === null ? null : texts(found), allocation]];
  },

  labels({ ranges, batches, N, labels, fault }) {
    const lines = new F.Lines({ name: "", bytes: [] });
    const parts = ranges?.map((text) => S.parseRange(lines, text)) ?? batches.map((text) => S.parseBatch(lines, text));
    const entries = parts.reduce((sum, { count }) => sum + count, 0n);
    try {
      const { count, entry } = (ranges === undefined ? S.checkManifest : S.checkRanges)({ entries }, parts);
      return [[fault, undefined], [String(count), N], [labels.map(([position]) => [position, entry(BigInt(position))]), labels]];
    } catch ({ failure }) {
      return [[failure, fault]];
    }
  },
};
RUNNERS.sample = (vector) => SAMPLES[vector.kind](vector);

/** A design; some intervals are too long for a file. */
function designOf(text) {
  const [, interval] = /^design: mus-interval (\d{19})$/.exec(text[0]) ?? [];
  if (interval !== undefined) return { ...designOf(["design: mus-interval 1"]), n: BigInt(interval) };
  const lines = new F.Lines({ name: "", bytes: [] }).begin(text.map((line) => line + "\n").join(""));
  return S.parseDesign(lines, ["stratum", "amount"]);
}

function populationOf({ N, amounts, strata }, design) {
  const names = design.strata.map(({ name }) => name);
  return new S.Population(Number(N), String, amounts === undefined ? null : BigInt64Array.from(amounts, BigInt),
    strata?.map((name) => names.indexOf(name)) ?? null, names);
}

function itemsOf(drawn, { items, count, items_sha256: hash }) {
  const found = drawn.map(({ rank, role, stratum, position, unit }) => `${rank} ${role} ${stratum} ${position} ${unit}`);
  const digest = F.hex(F.sha256(F.utf8(found.map((line) => line + "\n").join(""))));
  return [[items === undefined ? undefined : found, items], [found.length, count], [digest, hash]];
}

RUNNERS["sample-files"] = (vector) => {
  const { base } = vector;
  if (base === undefined) samples.set(vector.id, vector);
  const files = base === undefined ? vector.files : { ...samples.get(base).files, ...vector.change };
  if (base !== undefined) changedSamples.set(vector.id.split("/")[1], files);
  const { report } = verify(vector.id, files, vector);
  const pairs = [[report.grade, vector.grade ?? null]];
  if (base !== undefined || report.sample === null) return pairs;
  const items = report.sample.items.map(({ rank, role, stratum, position, unit, entry }) => [rank, role, stratum, position, unit, entry].join(" "));
  return [...pairs, [items, vector.items], [F.hex(report.commit.id), vector.commit_id], [F.hex(report.reveal.id), vector.reveal_id],
    [report.sample.added.map(({ extension }) => F.hex(extension.id)), vector.extension_ids],
    [F.hex(report.reveal.materialBytes), vector.material]];
};

/** The ranks that accepted and hold a place. */
const acceptedOf = ({ fates }) => [...fates].filter(([, fate]) => fate.accepted).map(([rank]) => rank).sort((a, b) => a - b);

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

// The schema holds no vectors, and no draw uses the relatives of the shuffle and the exam.
const isOurs = (name) => name !== "schema" && name !== "family" && !/^exam(-|$)/.test(name);

function runVectors() {
  const names = readdirSync(VECTORS).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5))
    .filter(isOurs).sort();
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
    console.log(`${name.padEnd(12)} ${String(file.vectors.length).padStart(5)} vectors, ${failures.length - before} failures`);
  }
  same("failures without a vector", Object.keys(F.FAILURES).filter((name) => name !== "out-of-memory" && !expected.has(name)), []);
}

const expected = new Set();
for (const name of ["files", "tampered", "sample-files"]) {
  for (const { expect, unchecked } of JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS))).vectors) {
    expected.add(expect).add(unchecked?.expect ?? expect);
  }
}

/** The draws of vectors/files and vectors/sample-files, which are files in folders: their names say what they are. */
function runFolders() {
  const seen = new Set();
  let count = 0;
  for (const group of ["files", "sample-files"]) {
    const folders = readdirSync(new URL(`${group}/`, VECTORS), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) runFolder(`${group}/${name}/`, seen);
    count += folders.length;
  }
  const names = Object.keys(F.FAILURES).filter((name) => name !== "out-of-memory");
  same("folders by what they expect", [...seen].sort(), ["valid", ...names].sort());
  console.log(`folders      ${String(count).padStart(5)} draws`);
}

function runFolder(folder, seen) {
  const at = (name) => new URL(`${folder}${name}`, VECTORS);
  const wanted = Object.fromEntries(readFileSync(at("expect"), "utf8").trimEnd().split("\n").map((line) => line.split(/: (.*)/)));
  const input = inputOf(readdirSync(at(".")).sort().filter((name) => name !== "expect")
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(at(name))) })));
  const [option, expect] = (wanted.arguments ?? "").split(" ");
  const endings = [[D, `${wanted.expect} ${wanted.status}`], [undefined, wanted.unchecked ?? `${wanted.expect} ${wanted.status}`]];
  for (const [drand, ending] of endings) {
    const { result, status } = F.finish(F.verify(input, { expect, rehearsal: option === "--rehearsal", drand, sample: S }));
    same(`folder ${folder}`, `${result} ${status}`, ending);
    seen.add(result);
  }
  // A program without the block on audit samples doesn't know the token.
  if (!folder.startsWith("sample-files/")) return;
  const { status } = F.finish(F.verify(input, { expect, rehearsal: option === "--rehearsal", drand: D }));
  same(`folder ${folder} without samples`, status, 2);
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
  const sentences = (files) => F.finish(F.verify(vectorInput(files), { drand: D })).lines
    .filter(({ text }) => /^(rules|reach|bind)/.test(text)).map(({ text }) => text).join(" ");
  for (const [id, wanted] of Object.entries({
    "seed-only": "rules reach-all bind-one",
    "two-seeds": "rules reach-all bind-several",
    "weighted-once": "rules-tickets reach-all bind-one",
    "public-text": "rules reach-digits bind-public bind-public-short",
    "public-text-no-digit": "rules reach-part bind-public bind-public-short",
    "public-text-seed": "rules reach-all bind-public bind-public-seeds",
    "public-text-three-seeds-all-missing": "rules reach-digits bind-public bind-public-short bind-public-seeds bind-missing",
    "drand-quicknet": "rules reach-all bind-drand",
    "drand-two-seeds-one-missing": "rules reach-all bind-drand-missing bind-missing",
    "parties-drand-void-without-none": "rules reach-all bind-drand-seeds bind-kept-back-void",
    "parties-drand-leave-out-without-none": "rules reach-all bind-drand-seeds bind-kept-back-leave-out",
    "drand-seed-opened-later": "rules reach-all bind-drand-late",
  })) {
    same(`sentences of ${id}`, sentences(bases.get(id).files), wanted);
  }

  // The round is due at 2024-10-14T17:13:33Z. No vector has late seeds of which none counts.
  for (const [seedsBy, wanted] of [["2024-10-14T17:03:33Z", "bind-drand-missing"], ["2024-10-14T17:03:34Z", "bind-drand-late"]]) {
    same(`sentences without a seed by ${seedsBy}`, sentences(withoutSeed(bases.get("drand-seed-opened-later"), seedsBy)),
      `rules reach-all ${wanted} bind-missing`);
  }

  for (const [id, drand, word, wanted] of [["drand-quicknet", D, "PROVEN", "signature-right"], ["fresh-quicknet", D, "PROVEN", "fresh-right"],
    ["drand-quicknet", undefined, "NOT CHECKED", "signature"], ["fresh-quicknet", undefined, "NOT CHECKED", "fresh"]]) {
    const { lines } = F.finish(F.verify(vectorInput(bases.get(id).files), { drand }));
    same(`${id} ${wanted}`, lines.filter(({ text }) => /^(signature|fresh)/.test(text)).map((line) => [line.word, line.text]), [[word, wanted]]);
    const condition = lines.find(({ text }) => text === "bind-drand")?.values.condition;
    same(`${id} condition`, condition, id === "drand-quicknet" ? drand === undefined ? "signature" : "public" : undefined);
  }

  // log2(12 * 11 * 10) is 10.366, rounded down; 12 digits have 12 * 3.322 = 39.864, rounded up.
  for (const [id, starts] of [["drand-quicknet", 254], ["public-text", 39.87], ["public-text-no-digit", 0], ["seed-only", 440]]) {
    const { lines } = F.finish(F.verify(vectorInput(bases.get(id).files), { drand: D }));
    same(`reach of ${id}`, lines.find(({ text }) => text.startsWith("reach")).values, { starts, results: 10.36 });
  }
}

/** SPEC 13.6: grades at and around each condition. */
function runGrades() {
  const due = "2024-10-14T17:13:33Z", before = "2024-10-14T17:13:32Z"; // of the round
  const { files } = bases.get("drand-quicknet");
  for (const [change, options, wanted] of [
    [{}, {}, "E"], [{}, { existedBy: due }, "D"], [{}, { expect: "id" }, "C"],
    [{}, { expect: "id", existedBy: due }, "C"], [{}, { existedBy: before }, "B"],
    [{ seeds: 1, by: "2024-10-14T17:03:33Z" }, { existedBy: before }, "B"],
    [{ seeds: 2, by: "2024-10-14T17:03:33Z" }, { existedBy: before }, "A"],
    [{ seeds: 2, by: "2024-10-14T17:03:33Z" }, { expect: "id" }, "C"],
    [{ seeds: 2, by: "2024-10-14T17:03:34Z" }, { existedBy: before }, "B"],
    [{ seeds: 3, by: "2024-10-14T17:03:33Z", missing: 1 }, { existedBy: before }, "D"],
    [{ seeds: 1, by: "2024-10-14T17:03:33Z", missing: 1 }, { expect: "id" }, "D"],
    [{ seeds: 16, by: "2024-10-14T17:03:33Z", missing: 16 }, {}, "E"],
  ]) {
    const { commit, reveal } = F.finish(F.verify(vectorInput(files)));
    same("round of drand-quicknet", F.formatTime(F.roundTime(commit.beacon.drand)), due);
    commit.seeds = Array(change.seeds ?? 0).fill({});
    commit.seedsBy = change.by === undefined ? null : { seconds: F.parseTime(change.by) };
    reveal.seeds = commit.seeds.map((_, i) => ({ seed: i < (change.missing ?? 0) ? null : new Uint8Array(64) }));
    same(`grade of ${JSON.stringify([change, options])}`, F.gradeOf(commit, reveal, options), wanted);
  }
  const proven = (existedBy) => F.finish(F.verify(vectorInput(files), { existedBy })).lines
    .filter(({ text }) => /^(existed|before-round)/.test(text)).map(({ word, text }) => `${word} ${text}`).join();
  same("a proven time", [null, due, before].map(proven), ["CLAIMED before-round",
    "PROVEN existed,CLAIMED before-round", "PROVEN existed,PROVEN before-round-proven"]);

  const known = (existedBy) => F.finish(F.verify(vectorInput(bases.get("public-text").files), { existedBy })).lines
    .filter(({ text }) => /^(existed|public-)/.test(text)).map(({ word, text }) => `${word} ${text}`).join();
  same("a proven time and a public text", [null, before].map(known), ["NOT CHECKED public-text",
    "PROVEN existed,NOT CHECKED public-text,NOT PROVEN public-known"]);

  // Round 123 of quicknet, which this commit quotes, was due at 2023-08-23T15:15:33Z.
  const quoting = (existedBy) => {
    const { lines, grade } = F.finish(F.verify(vectorInput(bases.get("fresh-and-drand").files), { existedBy, drand: D }));
    return [...lines.filter(({ text }) => /existed|before-round/.test(text)).map(({ word, text }) => `${word} ${text}`), grade];
  };
  same("a time before the round quoted", quoting("2023-08-23T15:15:32Z"), ["NOT PROVEN not-existed", "CLAIMED before-round", "E"]);
  same("a time at the round quoted", quoting("2023-08-23T15:15:33Z"), ["PROVEN existed", "PROVEN before-round-proven", "B"]);
}

/** SPEC 12.5, 13.4: what is said of outcome files and earlier draws. */
function runHistories() {
  const said = (id) => F.finish(F.verify(vectorInput(bases.get(id).files))).lines
    .filter(({ step, text }) => (step === 4 && !text.startsWith("rules")) || text.startsWith("outcome"))
    .map(({ word, text, values }) => [word, text, ...Object.values(values)].join(" "));
  same("replaces", said("replaces").map((line) => line.split(" ").slice(0, 2).join(" ")),
    ["CLAIMED replaces", "NOT CHECKED", "NOT PROVEN"]);
  for (const [id, wanted] of [["replaces-one-given", "draw-of 2"], ["follows-chain", "draw-of 3"], ["follows-chain-in-other-order", "draw-of 3"],
    ["replaces-chain-of-four", "draw-of 4"], ["replaces-chain-first-not-given", "draw-of-least"]]) {
    same(`${id} says which draw it is`, said(id)[0].startsWith(`PROVEN ${wanted}`), true);
  }
  same("reasons of a chain", said("replaces-chain-of-four").map((line) => line.split(" ").slice(0, 3).join(" ")),
    ["PROVEN draw-of 4", "CLAIMED replaces-given 4", "CLAIMED follows-given 3", "CLAIMED replaces-given 2", "NOT CHECKED earlier",
      "NOT PROVEN given-up-draw", "NOT PROVEN given-up-draw"]);
  runKnown();
  const { holders, accepted } = bases.get("outcome-next-two-vacancies");
  const moved = holders.filter((rank, i) => rank !== null && rank !== i + 1).length;
  const none = holders.filter((rank) => rank === null).length;
  const lines = said("outcome-next-two-vacancies");
  same("places of an outcome", lines[0], `PROVEN outcome ${holders.length - moved - none} ${moved} ${none}`);
  same("words of an outcome", lines[1].startsWith(`CLAIMED outcome-said outcomes-1 ${accepted.length} `), true);
  same("what no outcome file shows", lines[2], "NOT PROVEN outcome-last");
}

/** SPEC 13.3: an earlier draw's reveal has this draw's randomness. */
function runKnown() {
  const known = (files, options) => F.finish(F.verify(vectorInput(files), { ...options, drand: D, sample: S })).lines
    .filter(({ text }) => text === "text-known" || text === "round-known").map(({ step, word, text, values }) => [step, word, text, values.number].join(" "));
  const raffle = (id, options) => known(bases.get(id).files, options);
  same("a public text again", raffle("follows-with-same-text"), ["5 NOT PROVEN text-known 2", "5 NOT PROVEN text-known 1"]);
  same("a public text again, earlier reveals not given", raffle("follows-with-same-text-without-reveals"), []);
  same("another public text", raffle("follows-with-other-text"), []);
  same("a round again", raffle("follows-with-same-round"), ["5 NOT PROVEN round-known 1"]);
  same("a round before the earlier draw's", raffle("follows-with-earlier-round"), ["5 NOT PROVEN round-known 1"]);
  same("a round after the earlier draw's", raffle("follows-with-later-round"), []);
  same("a round again, the commit proven to have been before", raffle("follows-with-same-round", { existedBy: "2024-10-14T17:13:32Z" }), []);
  same("a sample's rolls again", known(changedSamples.get("follows-a-sample-with-same-text")), ["5 NOT PROVEN text-known 1"]);
  same("a sample's seed", known(changedSamples.get("follows-a-sample")), []);
}

/** SPEC 19.7: what is said of samples; and the effective sample. */
function runSamples() {
  const verified = (files) => F.finish(F.verify(vectorInput(files), { rehearsal: true, drand: D, sample: S }));
  const said = (id) => verified(samples.get(id).files).lines.filter(({ step }) => step === 3 || step === 4 || step === 7)
    .map(({ word, text }) => `${word === "PROVEN" ? "" : `${word} `}${text}`).join(", ");
  const extension = "extension, CLAIMED extension-said, NOT PROVEN extension-known";
  for (const [id, wanted] of Object.entries({
    "simple": "population, design-simple, sample, NOT PROVEN extension-other",
    "simple-amounts": "population, design-simple, amounts, sample, NOT PROVEN extension-other",
    "ranges": "population-ranges, design-simple, sample, NOT PROVEN extension-other, NOT PROVEN replacements-other",
    "manifest": "population-manifest, design-systematic, sample",
    "systematic-random": "population, design-systematic-random, sample",
    "with-replacement": "population, design-with-replacement, sample, NOT PROVEN extension-other",
    "stratified-amounts": "population, design-stratified, allocation-explicit, amounts, sample, NOT PROVEN extension-other, NOT PROVEN replacements-other",
    "stratified-neyman": "population, design-stratified, allocation-neyman, sample, NOT PROVEN extension-other",
    "stratified-proportional": "population, design-stratified, allocation-proportional, sample, NOT PROVEN extension-other, NOT PROVEN replacements-other",
    "stratified-value": "population, design-stratified, allocation-value, left-out, amounts, sample, NOT PROVEN extension-other, NOT PROVEN replacements-other",
    "mus-fixed": "population, design-mus-fixed, certain, chance-mus, amounts-mus, sample",
    "mus-fixed-all-certain": "population, design-mus-fixed, certain, amounts-mus, sample",
    "mus-random-order": "population, design-mus-random-order, certain, chance-mus, amounts-mus, sample",
    "mus-cell": "population, design-mus-cell, certain, average-mus, amounts-mus, sample",
    "mus-with-replacement": "population, design-mus-with-replacement, average-mus, amounts-mus, sample",
    "mus-interval": "population, design-mus-interval, certain, chance-interval, amounts-mus, sample",
    "mus-interval-no-item": "population, design-mus-interval, chance-interval, amounts-mus, sample-none",
    "mus-interval-all-certain": "population, design-mus-interval, certain, amounts-mus, sample",
    "extended-strata": `population, design-stratified, allocation-explicit, sample, ${extension}, ${extension}, extension-sizes, NOT PROVEN extension-other, NOT PROVEN replacements-other, NOT PROVEN grade-of-sample`,
    "replaced": "population, design-simple, sample, NOT PROVEN extension-other, replacements, CLAIMED replacements-said, NOT PROVEN replacements-last, NOT PROVEN replacements-other, NOT PROVEN grade-of-sample",
  })) {
    same(`sentences of ${id}`, said(id), wanted);
  }

  // 12 items: amounts sum to 1898.08; without the certain 999.00 and 640.00, and -25.00 and 0, the frame has 284.08.
  const valuesOf = (id) => Object.fromEntries(verified(samples.get(id).files).lines.map(({ text, values: some }) => [text, texts(Object.values(some))]));
  const values = valuesOf("mus-fixed");
  same("values of stratified", valuesOf("stratified")["design-stratified"], ["6", "12", "4", "1", "3"]); // 3 + 2 + 1 of 12, 1 + 1 + 2 spares
  same("values of mus-fixed", [values["certain"], values["chance-mus"], values["amounts-mus"]],
    [["2"], ["2", "284.08"], ["1898.08", "10", "1923.08", "2", "-25.00"]]);
  for (const [minor, digits, wanted] of [[0n, 0, "0"], [0n, 2, "0.00"], [5n, 2, "0.05"], [-5n, 1, "-0.5"], [-5n, 3, "-0.005"],
    [2n ** 63n - 1n, 9, "9223372036.854775807"], [100n, 0, "100"]]) {
    same(`${minor} with ${digits} decimals`, String(new S.Money(minor, digits)), wanted);
  }

  // 2 by 5, 5 by 6 and 4 by 7: rank 2 of the sample is now rank 6.
  const effective = S.effectiveSample(verified(samples.get("replaced-all-spares").files).sample);
  same("effective sample", effective.map(({ item, first, path }) => [first.rank, item.rank, ...path.map(({ rank }) => String(rank))].join()),
    ["1,1", "2,6,2,5", "3,3", "4,7,4"]);
  const { files } = samples.get("ranges");
  same("a list beside ranges", verified({ ...files, list: "x\n" }).lines.filter(({ text }) => text === "population-given").map(({ word }) => word), ["NOT CHECKED"]);

  // A reach of each design: log2 of 12 * 11 * 10 * 9, of 12^15, of 12! * 12^2.
  const results = (id) => verified(samples.get(id).files).lines.find(({ text }) => text.startsWith("reach")).values.results;
  same("reach", ["simple", "with-replacement", "systematic-random"].map(results), [13.53, 53.77, 36.0]);
}

/** SPEC 13.1: which of several commits is the draw's. */
function runArrange() {
  const { files } = bases.get("follows-chain");
  const { commit, reveals, earlier } = vectorInput(files);
  const commits = [commit, ...earlier.map((draw) => draw.commit)];
  const results = [...reveals, ...earlier.map((draw) => draw.reveal)];
  for (const [what, some, of] of [["in order", commits, results], ["backwards", [...commits].reverse(), [...results].reverse()],
    ["with CR LF", commits.map(({ name, bytes }) => ({ name, bytes: F.utf8(Buffer.from(bytes).toString().replaceAll("\n", "\r\n")) })), results]]) {
    const found = F.arrange(some, of);
    same(`arranged ${what}`, [found.commit.name, found.reveals.map(({ name }) => name),
      found.earlier.map((draw) => [draw.commit.name, draw.reveal.name]).sort()],
      ["commit", ["reveals-1"], [["earlier-commit-1", "earlier-reveal-1"], ["earlier-commit-2", "earlier-reveal-2"]]]);
    same(`verified ${what}`, F.finish(F.verify({ ...found, list: vectorInput(files).list })).result, "valid");
  }
  same("without earlier reveals", F.arrange(commits, reveals).earlier.map((draw) => draw.reveal), [null, null]);
  same("two reveals of an earlier draw", F.arrange(commits, [...results, results[1]]), null);
  same("commits that don't belong together", F.arrange([commits[0], vectorInput(bases.get("seed-only").files).commit], reveals), null);
  const damaged = { name: "damaged", bytes: F.utf8(files.commit.replace("title: ", "title; ")) };
  for (const some of [[damaged, ...commits], [...commits, damaged], [damaged, damaged]]) {
    const found = F.arrange(some, []);
    same("a damaged commit among several", [found.commit.name, F.finish(F.verify(found)).result], ["damaged", "grammar"]);
  }
  same("the same commit twice", F.arrange([commits[0], commits[0]], reveals), null);
  runArrangeSamples();
}

/** Samples that follow or replace another one: the commits must be read as verify reads them. */
function runArrangeSamples() {
  for (const id of ["follows-a-raffle", "follows-a-sample", "replaces-a-sample"]) {
    const { commit, reveals, list, earlier } = vectorInput(changedSamples.get(id));
    const commits = [commit, ...earlier.map((draw) => draw.commit)];
    const results = [...reveals, ...earlier.map((draw) => draw.reveal)];
    for (const [some, of] of [[commits, results], [[...commits].reverse(), [...results].reverse()]]) {
      const found = F.arrange(some, of, S);
      same(`arranged ${id}`, [found.commit.name, found.reveals.map(({ name }) => name), found.earlier.map((draw) => [draw.commit.name, draw.reveal?.name])],
        ["commit", ["reveals-1"], [["earlier-commit-1", "earlier-reveal-1"]]]);
      same(`verified ${id}`, F.finish(F.verify({ ...found, list }, { drand: D, sample: S })).result, "valid");
    }
    // Without the block on samples the token is of a later version.
    const unknown = F.arrange(commits, results);
    same(`${id} without samples`, [unknown.damaged, F.finish(F.verify(unknown)).result], [true, "later-version"]);
  }
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
    ["x.outcome", "Ash\n", "outcome"], ["x.extension", "Ash\n", "extension"], ["x", "fairdraw replacements v1\n", "replacements"],
    ["x.txt", "fairdraw receipt v1\n", "receipt"], ["x", "fairdraw rehearsal v1\r\n", "commit"],
    ["", "fairdraw rehearsal-reveal v12", "reveal"], ["x", "fairdraw secret v1\n", "secret"], ["x", "fairdraw lottery v1\n", "unknown"],
    ["x.receipt.txt", "Ash\n", "list"], ["receipt", "Ash\n", "list"], ["x", "fairdraw receipt v1 \n", "list"], ["x", "", "list"],
    ["x", "fairdraw constructor v1\n", "unknown"], ["x.constructor", "Ash\n", "list"],
  ]) {
    same(`kind of ${name} with ${text}`, F.kindOf(name, F.utf8(text)), wanted);
  }
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
  for (const id of ["fairdraw-core", "fairdraw-drand", "fairdraw-sample"]) {
    same(`document in ${id}`, /\b(document|window|navigator)\./.test(block("script", id)), false);
  }
}

/** All languages have the same keys with the same values in them, and every key that the verifier uses. */
function runTexts() {
  const { en } = TEXTS;
  const core = block("script", "fairdraw-core") + block("script", "fairdraw-sample");
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
    ...Array.from(core.matchAll(/(?:Failure\("[a-z-]+", |failure\("[a-z-]+", |\bfail\(|\bequal\(|grammar\()"([a-z0-9-]*[a-z0-9])"/g), ([, name]) => `r.${name}`),
    ...Array.from(core.matchAll(/return \["([a-z0-9-]+)", \{/g), ([, name]) => `r.list-${name}`),
    ...Array.from(core.matchAll(/say\(\d, [^,]*?"([a-z-]+)"/g), ([, name]) => `l.${name}`),
    ...[...used.lines].map((name) => `l.${name}`),
    ...["signature", "public"].map((condition) => `if.${condition}`),
    ...[...used.details].map((name) => `d.${name}`),
    ...F.CAUSES.map((name) => `cause.${name}`), ...S.CAUSES.map((name) => `why.${name}`),
    ...["certainty", "sample", "spare"].map((role) => `role.${role}`),
    ...Array.from(block("script", "fairdraw-page").matchAll(/columns(?: = \[\[|\.push\(\[|.*\], \[)"([a-z]+)"/g), ([, key]) => `col.${key}`),
    ...["A", "B", "C", "D", "E"].map((grade) => `grade.${grade}`),
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
runGrades();
runHistories();
runSamples();
runArrange();
runExample();
runSha256();
runText();
runKinds();
runDrand(same);
runPage();
runTexts();
for (const failure of failures.slice(0, 50)) console.log(`FAILED ${failure}`);
console.log(`${checks} comparisons, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
