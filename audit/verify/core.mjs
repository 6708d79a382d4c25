// The blocks of fairdraw-verify.html, for Node: the verifier without the page.
//
//     import { Fairdraw, FairdrawDrand as drand, FairdrawSample as sample } from "./core.mjs";
//     Fairdraw.finish(Fairdraw.verify(input, { expect, rehearsal, drand, sample })).result

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import vm from "node:vm";

export const PAGE = new URL("fairdraw-verify.html", import.meta.url);

export const html = readFileSync(PAGE, "utf8");

/** What stands between `<tag id="id">` and its end. */
export function block(tag, id = null) {
  const start = id === null ? `<${tag}>` : `<${tag} id="${id}">`;
  const parts = html.split(start);
  if (parts.length !== 2) throw new Error(`${start} stands ${parts.length - 1} times in the page`);
  return parts[1].slice(0, parts[1].indexOf(`</${tag}>`));
}

/** The hashes that the Content-Security-Policy must name, in its order. */
export const hashes = () =>
  [...SCRIPTS.map((id) => block("script", id)), block("style")]
    .map((text) => "sha256-" + createHash("sha256").update(text).digest("base64"));

const SCRIPTS = ["fairdraw-core", "fairdraw-drand", "fairdraw-sample", "fairdraw-texts", "fairdraw-page"];

/** The policy that the page must have. */
export function policy() {
  const all = hashes().map((hash) => `'${hash}'`);
  const [style] = all.splice(-1);
  return `default-src 'none'; script-src ${all.join(" ")}; style-src ${style}; base-uri 'none'; form-action 'none'`;
}

// The scripts get what it uses of a browser, and nothing else: no document, no window, no network.
const context = vm.createContext({ TextEncoder, TextDecoder });
const load = (id, name) => vm.runInContext(`${block("script", id)}\n${name}`, context, { filename: id });

export const Fairdraw = load("fairdraw-core", "Fairdraw");
export const FairdrawDrand = load("fairdraw-drand", "FairdrawDrand");
export const FairdrawSample = load("fairdraw-sample", "FairdrawSample");
export const TEXTS = load("fairdraw-texts", "TEXTS");

/** A file of the test vectors as bytes: a text, {hex}, {before, repeat, times, then}; null is a file not given. */
export function vectorBytes(file) {
  if (file === null || file === undefined) return null;
  if (typeof file === "string") return new TextEncoder().encode(file);
  if (file.hex !== undefined) return Uint8Array.from(Buffer.from(file.hex, "hex"));
  return new TextEncoder().encode((file.before ?? "") + file.repeat.repeat(file.times) + (file.then ?? ""));
}

/** The verifier's input from `files` of a test vector. */
export function vectorInput(files) {
  const named = (name, file) => ({ name, bytes: vectorBytes(file) });
  const group = (name) => (files[name] ?? []).map((file, i) => named(`${name}-${i + 1}`, file));
  return {
    commit: named("commit", files.commit),
    reveals: group("reveals"),
    list: files.list === null || files.list === undefined ? null : named("list", files.list),
    seeds: group("seeds"),
    receipts: group("receipts"),
    outcomes: group("outcomes"),
    extensions: group("extensions"),
    replacements: group("replacements"),
    earlier: (files.earlier ?? []).map(({ commit, reveal }, i) => ({
      commit: named(`earlier-commit-${i + 1}`, commit),
      reveal: reveal === null ? null : named(`earlier-reveal-${i + 1}`, reveal),
    })),
  };
}

/** The verifier's options from those of a test vector. */
export const vectorOptions = ({ expect, rehearsal, existed_by: existedBy = null } = {}) => ({ expect, rehearsal, existedBy });

/** Sorts files as the page does: the verifier's input, or a text that says why there is none. */
export function inputOf(files) {
  const groups = { commit: [], reveal: [], list: [], seeds: [], receipt: [], outcome: [], extension: [], replacements: [] };
  for (const file of files) {
    const group = groups[Fairdraw.kindOf(file.name, file.bytes)];
    if (group === undefined) return `${file.name} is a kind of file that is not read here`;
    group.push(file);
  }
  if (groups.list.length > 1) return `${groups.list[1].name} is a second list`;
  if (groups.commit.length === 0) return "a commit is needed";
  const arranged = Fairdraw.arrange(groups.commit, groups.reveal, FairdrawSample);
  if (arranged === null) return "it can't be told which commit is the draw's";
  if (arranged.reveals.length === 0 && !arranged.damaged) return "a reveal of the draw is needed";
  return { ...arranged, list: groups.list[0] ?? null, seeds: groups.seeds, receipts: groups.receipt, outcomes: groups.outcome,
    extensions: groups.extension, replacements: groups.replacements };
}
