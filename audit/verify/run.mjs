// Verifies from the command line with the page's verifier, for comparing implementations.
//
//     node run.mjs raffle.commit raffle.reveal raffle.list [--expect ID] [--rehearsal] [--existed-by TIME]
//     node run.mjs --batch < draws.jsonl
//
// Files are told apart as in the page: by their ending, else by their first line; any other is the list. Of several
// commits the draw's is the one that no other names. A line of the batch is {"files": .., "options": ..} as in
// audit/vectors/files.json; for each one a line of JSON is printed: "name" and "status" and, of a draw that was found right,
// "commit_id", "reveal_id", "places", "holders" (null without an outcome file) and "grade"; of an audit sample "items" and
// "effective" (each as an item line has it) in place of places and holders, "extensions" (id and items of each, in the order
// of the chain) and the number of lines of the register that "replaced".

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";

import { Fairdraw, FairdrawDrand as drand, FairdrawSample as sample, inputOf, vectorInput, vectorOptions } from "./core.mjs";

const verify = (input, options) => Fairdraw.finish(Fairdraw.verify(input, { ...options, drand, sample }));

function found({ commit, reveal, places, outcome, sample: drawn, grade }) {
  if (places === null && drawn === null) return {};
  const ids = { commit_id: Fairdraw.hex(commit.id), reveal_id: Fairdraw.hex(reveal.id), grade };
  if (drawn === null) {
    return { ...ids, places: places.map((place) => [place.rank, place.prize, place.position, place.entry]), holders: outcome?.holders ?? null };
  }
  const line = ({ rank, role, stratum, position, unit, entry }) => [rank, role, stratum, position, unit, entry].join(" ");
  return { ...ids, items: drawn.items.map(line), effective: sample.effectiveSample(drawn).map(({ item }) => line(item)),
    extensions: drawn.added.map(({ extension, items }) => [Fairdraw.hex(extension.id), items.map(line)]),
    replaced: drawn.register?.lines.length ?? 0 };
}

/** A fault of this program must not look like a result. */
function orUsage(run) {
  try {
    return run();
  } catch (error) {
    return usage(`the check could not be carried out: ${error.message}`);
  }
}

async function batch() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { files, options } = JSON.parse(line);
    const report = orUsage(() => verify(vectorInput(files), vectorOptions(options)));
    console.log(JSON.stringify({ name: report.result, status: report.status, ...found(report) }));
  }
}

function usage(message) {
  console.error(`run.mjs: error: ${message}`);
  process.exit(2);
}

function once(words) {
  const files = [];
  const options = { expect: null, rehearsal: false, existedBy: null };
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--rehearsal") {
      options.rehearsal = true;
    } else if (word === "--expect") {
      options.expect = Fairdraw.cleanId(words.shift() ?? "");
      if (options.expect === null) usage("--expect needs a commit id of 64 digits");
    } else if (word === "--existed-by") {
      options.existedBy = words.shift() ?? "";
      if (Fairdraw.parseTime(options.existedBy) === null) usage("--existed-by needs a time as 2026-11-29T12:00:00Z");
    } else {
      files.push({ name: basename(word), bytes: new Uint8Array(readFileSync(word)) });
    }
  }
  const input = orUsage(() => inputOf(files));
  if (typeof input === "string") usage(input);
  const report = orUsage(() => verify(input, options));
  for (const { step, word, text, values } of report.lines) {
    console.log(`${step} ${word}: ${text} ${Object.values(values).join(" | ")}`);
  }
  console.log(report.reason === null ? report.result : `${report.result}: step ${report.step}, ${report.reason}`, report.values);
  if (report.grade !== null) console.log(`grade ${report.grade}`);
  process.exitCode = report.status;
}

if (process.argv[2] === "--batch") await batch();
else once(process.argv.slice(2));
