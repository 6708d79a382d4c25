// Verifies from the command line with the page's verifier, for comparing implementations.
//
//     node run.mjs raffle.commit raffle.reveal raffle.list [--expect ID] [--rehearsal]
//     node run.mjs --batch < draws.jsonl
//
// Files are told apart as in the page: by their ending, else by their first line; any other is the list. A line of the
// batch is {"files": .., "options": ..} as in audit/vectors/files.json; for each one a line of JSON is printed: "name" and
// "status" and, of a draw that was found right, "commit_id", "reveal_id" and "places".

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";

import { Fairdraw, FairdrawDrand as drand, vectorInput } from "./core.mjs";

const verify = (input, options) => Fairdraw.finish(Fairdraw.verify(input, { ...options, drand }));

async function batch() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { files, options } = JSON.parse(line);
    const { result: name, status, commit, reveal, places } = verify(vectorInput(files), options ?? {});
    const ids = places === null ? {} : { commit_id: Fairdraw.hex(commit.id), reveal_id: Fairdraw.hex(reveal.id) };
    const drawn = places === null ? {} : { places: places.map((place) => [place.rank, place.prize, place.position, place.entry]) };
    console.log(JSON.stringify({ name, status, ...ids, ...drawn }));
  }
}

function usage(message) {
  console.error(`run.mjs: error: ${message}`);
  process.exit(2);
}

function once(words) {
  const input = { commit: null, reveals: [], list: null, seeds: [], receipts: [] };
  const options = { expect: null, rehearsal: false };
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--rehearsal") {
      options.rehearsal = true;
    } else if (word === "--expect") {
      options.expect = Fairdraw.cleanId(words.shift() ?? "");
      if (options.expect === null) usage("--expect needs a commit id of 64 digits");
    } else {
      const file = { name: basename(word), bytes: new Uint8Array(readFileSync(word)) };
      const kind = Fairdraw.kindOf(word, file.bytes);
      const group = { reveal: "reveals", seeds: "seeds", receipt: "receipts" }[kind];
      if (group !== undefined) input[group].push(file);
      else if (kind !== "commit" && kind !== "list") usage(`${word} is a kind of file that is not read here`);
      else if (input[kind] !== null) usage(`${word} is a second ${kind}`);
      else input[kind] = file;
    }
  }
  if (input.commit === null || input.reveals.length === 0) usage("a commit and a reveal are needed");
  const report = verify(input, options);
  for (const { step, word, text, values } of report.lines) {
    console.log(`${step} ${word}: ${text} ${Object.values(values).join(" | ")}`);
  }
  console.log(report.reason === null ? report.result : `${report.result}: step ${report.step}, ${report.reason}`, report.values);
  process.exitCode = report.status;
}

if (process.argv[2] === "--batch") await batch();
else once(process.argv.slice(2));
