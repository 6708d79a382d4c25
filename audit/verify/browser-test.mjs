// Drives fairdraw-verify.html in headless Chromium, opened from the disk. Needs playwright-core and a Chromium:
//
//     npm ci --prefix audit/verify --ignore-scripts
//     node audit/verify/browser-test.mjs [--shots FOLDER] [NAME ..]
//
// CHROMIUM names another browser than /usr/bin/chromium, PLAYWRIGHT another folder that has node_modules, FAIRDRAW the
// tool, which makes the certificates; without it their tests fail. Only tests whose name contains a NAME are run, if any
// is given. Status 1 if a test fails.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { Fairdraw as F, FairdrawSample as S, PAGE, TEXTS, html, inputOf, vectorBytes, vectorOptions } from "./core.mjs";

const here = process.env.PLAYWRIGHT === undefined ? import.meta.url : join(process.env.PLAYWRIGHT, "node_modules", "/");
const { chromium } = createRequire(here)("playwright-core");

const words = process.argv.slice(2);
const shotsAt = words.indexOf("--shots");
const shots = shotsAt < 0 ? null : words.splice(shotsAt, 2)[1];
if (shots !== null) mkdirSync(shots, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), "fairdraw-page-"));
const vectors = (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url))).vectors;
const bases = new Map(vectors("files").map((vector) => [vector.id, vector]));
const samples = new Map(vectors("sample-files").map((vector) => [vector.id, vector]));

// -------------------------------------------------------------------------------------------------- helpers

/** The files of a draw, as a person would have them. */
function named(files) {
  const list = [["raffle.commit", files.commit], ["raffle.list", files.list]];
  for (const [group, extension] of [["reveals", "reveal"], ["seeds", "seeds"], ["receipts", "receipt"], ["outcomes", "outcome"],
    ["extensions", "extension"], ["replacements", "replacements"]]) {
    (files[group] ?? []).forEach((file, i) => list.push([`raffle-${i + 1}.${extension}`, file]));
  }
  (files.earlier ?? []).forEach(({ commit, reveal }, i) => list.push([`earlier-${i + 1}.commit`, commit], [`earlier-${i + 1}.reveal`, reveal]));
  return list.filter(([, file]) => file !== null && file !== undefined)
    .map(([name, file]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(vectorBytes(file)) }));
}

/** The files of a vector; of two bases of one name that of its own kind. */
function filesOf(vector) {
  if (vector.files !== undefined) return vector.files;
  const base = samples.get(vector.id) === vector ? samples.get(vector.base) : bases.get(vector.base);
  return { ...base.files, receipts: [], ...vector.change };
}

/** How a vector ends when nobody says which files are of an earlier draw; null if that can't be told. */
function asFiles(vector) {
  const input = inputOf(named(filesOf(vector)).map(({ name, buffer }) => ({ name, bytes: new Uint8Array(buffer) })));
  return typeof input === "string" ? null : F.finish(F.verify(input, { ...vectorOptions(vector.options), sample: S })).result;
}

/** A draw of our own making, with a public list and one seed. */
function makeDraw({ entries, title = "A draw", prizes = [[1, "A prize"]], alternates = 0, notes = [] }) {
  const tree = new F.Tree();
  for (const entry of entries) tree.add(F.leaf(F.utf8(entry)));
  const seed = Uint8Array.from({ length: 64 }, (_, i) => i);
  const commit = ["fairdraw commit v1", `title: ${title}`, "organiser: Garden club", `entries: ${entries.length}`, "list: public",
    `root: ${F.hex(tree.root())}`, "method: shuffle", ...prizes.map(([count, name]) => `prize: ${count} ${name}`),
    `alternates: ${alternates}`, ...(alternates > 0 ? ["vacancy: next"] : []),
    `seed: organiser ${F.commitmentOf(false, "organiser", seed)}`, "created: 2026-11-29T12:00:00Z",
    "published: notice board of the garden club", ...notes.map((note) => `note: ${note}`), ""].join("\n");
  const id = F.sha256(F.utf8(commit));
  const material = F.materialOf(id, new Uint8Array(0), [seed]);
  const winners = prizes.reduce((sum, [count]) => sum + count, 0);
  const positions = F.finish(F.shuffle(new F.Stream(material), BigInt(entries.length), winners + alternates));
  const owners = prizes.flatMap(([count], i) => Array(count).fill(`prize-${i + 1}`));
  const reveal = ["fairdraw reveal v1", `commit: ${F.hex(id)}`, `material: ${F.hex(F.sha256(material))}`,
    `seed: organiser ${F.hex(seed)}`, ...positions.map((p, i) => `draw: ${i + 1} ${owners[i] ?? "alternate"} ${p} ${entries[p]}`), ""].join("\n");
  return { files: { commit, reveals: [reveal], list: entries.map((entry) => entry + "\n").join("") },
    id: F.hex(id), winners: Array.from(positions, (p) => entries[p]) };
}

/** A copy of the page with files in it, as a certificate would have them. */
function embed(name, content) {
  const path = join(folder, name);
  const json = typeof content === "string" ? content : JSON.stringify(content).replaceAll("<", "\\u003c");
  writeFileSync(path, html.replace("<!-- fairdraw:embedded -->",
    () => `<script type="application/json" id="fairdraw-files">${json}</script>`));
  return pathToFileURL(path).href;
}

const embeddable = (files) => ({ files: named(files).map(({ name, buffer }) => ({ name, base64: buffer.toString("base64") })) });

/** Draws with the tool and makes the certificate. Gives its address, its text and the winners. */
function certificate(name, entries, more = [], flags = []) {
  const tool = process.env.FAIRDRAW;
  assert.ok(tool, "FAIRDRAW must name the tool: FAIRDRAW=target/debug/fairdraw");
  const run = (...words) => execFileSync(tool, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
  writeFileSync(join(folder, `${name}.txt`), entries.map((entry) => entry + "\n").join(""));
  run("draw", `${name}.txt`, "--format", "text", "-o", name, ...(more.includes("--title") ? [] : ["--title", "Cakes"]),
    ...(more.includes("--prize") ? [] : ["--prize", "2 Cake"]), ...more);
  run("certificate", name, "-o", `${name}.html`, ...flags);
  return { ...read(join(folder, `${name}.html`)), winners: winnersOf(readFileSync(join(folder, name, "draw.reveal"), "utf8")) };
}

const read = (path) => ({ address: pathToFileURL(path).href, text: readFileSync(path, "utf8") });

const winnersOf = (reveal) => reveal.split("\n").filter((line) => line.startsWith("draw: "))
  .map((line) => line.split(" ").slice(4).join(" "));

/** A copy of a page with something else in it, which must be there. */
function altered(name, text, from, to) {
  assert.ok(text.includes(from), `${name}: no ${from}`);
  const path = join(folder, `${name}.html`);
  writeFileSync(path, text.replaceAll(from, () => to));
  return read(path);
}

/** Notes in the page, from its first moment, whether anything green was ever seen, and what was then stated. */
const watch = (page) => page.addInitScript(() => {
  window.sights = [];
  const look = () => {
    const seen = (selector) => document.querySelector(selector)?.checkVisibility() === true;
    window.sights.push([seen("#fairdraw-stated .notice"), seen(".verdict.valid, .word.PROVEN")].join());
  };
  addEventListener("DOMContentLoaded", look);
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
});

let browser;

// Milliseconds that a slow machine may need for one step.
const PATIENCE = 120000;

/** Opens the page in a context of its own. Any request but for the page itself fails the test, and so does any error. */
async function open(address = PAGE.href, options = {}, before = async () => {}) {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  const troubles = [];
  context.on("request", (request) => {
    if (request.url() !== address) troubles.push(`request for ${request.url()}`);
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  await before(page);
  await page.goto(address);
  return { page, context, troubles, close: () => context.close() };
}

async function give(page, files) {
  await page.setInputFiles("#picker", files);
  await page.waitForFunction((count) => document.querySelectorAll("#given li").length === count, files.length);
}

async function check(page, files = null) {
  if (files !== null) await give(page, files);
  await page.click("#check");
  await page.waitForSelector(".verdict");
}

const verdictOf = (page) => page.$eval(".verdict", (node) => node.className.replace("verdict ", ""));
const placesOf = (page) => page.$$eval(".places bdi", (nodes) => nodes.map((node) => node.textContent));
const textOf = (page, selector) => page.$eval(selector, (node) => node.innerText);

async function shot(page, name, options = {}) {
  if (shots !== null) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true, ...options });
}

/** The page never stood still for a second, or on a slow machine for a quarter of the time. */
function stayedAlive(gaps) {
  const [longest, whole] = [Math.max(...gaps), gaps.reduce((sum, gap) => sum + gap, 0)];
  assert.ok(longest < Math.max(1000, whole / 4), `the page stood still for ${longest} of ${whole} ms`);
}

/** Nothing sticks out to the right. */
async function fits(page) {
  const [inner, whole] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  assert.ok(whole <= inner, `the page is ${whole} px wide in a window of ${inner} px`);
}

/** Contrast of every visible text with what is behind it, by WCAG 2; gives those that miss AA. */
const lowContrast = (page) => page.evaluate(() => {
  const parse = (color) => /rgba?\(([^)]*)\)/.exec(color)[1].split(/[ ,/]+/).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (node) => {
    for (; node !== null; node = node.parentElement) {
      const color = parse(getComputedStyle(node).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === "" || node.closest("script, style, noscript, .sr") || node.offsetParent === null) continue;
    const style = getComputedStyle(node);
    const [a, b] = [luminance(parse(style.color)), luminance(behind(node))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) low.push(`${((a + 0.05) / (b + 0.05)).toFixed(2)} ${node.textContent.slice(0, 40)}`);
  }
  return low;
});

// ---------------------------------------------------------------------------------------------------- tests

const TESTS = {
  async "a valid draw is shown with its winners"() {
    const { page, troubles, close } = await open(PAGE.href, { viewport: { width: 1100, height: 900 } });
    await shot(page, "start-desktop");
    await check(page, named(bases.get("seed-only-rich").files));
    assert.equal(await verdictOf(page), "valid");
    const shown = await page.$$eval(".places bdi", (nodes) => nodes.map((node) => node.textContent));
    const wanted = bases.get("seed-only-rich").files.reveals[0].split("\n").filter((line) => line.startsWith("draw:"))
      .map((line) => line.split(" ").slice(4).join(" "));
    assert.deepEqual(shown, wanted);
    assert.equal((await page.$$(".word.CLAIMED")).length > 1, true);
    assert.match(await textOf(page, "#live"), /Valid/);
    assert.equal(await page.evaluate(() => document.activeElement === document.querySelector(".verdict h2")), true);
    await shot(page, "valid-desktop");
    for (const summary of await page.$$(".said summary")) await summary.click();
    assert.match(await textOf(page, "#steps"), /Positions, from 0/);
    await shot(page, "valid-desktop-open");
    assert.deepEqual(troubles, []);
    await close();
  },

  async "each failure is shown with its step and name"() {
    const first = new Map();
    for (const vector of [...vectors("files"), ...vectors("tampered"), ...samples.values()]) {
      if (F.FAILURES[vector.expect] !== undefined && !first.has(vector.expect) && asFiles(vector) === vector.expect) first.set(vector.expect, vector);
    }
    // The page has no list too long for the machine, and checks all signatures.
    const others = ["out-of-memory", "signature-unchecked"];
    assert.deepEqual([...first.keys()].sort(), Object.keys(F.FAILURES).filter((name) => !others.includes(name)).sort());
    const { page, troubles, close } = await open();
    for (const [name, vector] of first) {
      const files = filesOf(vector);
      await page.reload();
      await page.fill("#expect", vector.options.expect ?? "");
      await page.setChecked("#rehearsal", vector.options.rehearsal);
      await check(page, named(files));
      const [step, status] = F.FAILURES[name];
      assert.equal(await verdictOf(page), status === 1 ? "invalid" : "unchecked", vector.id);
      const words = await textOf(page, ".verdict");
      assert.ok(words.includes(name) && words.includes(`Step ${step},`), `${vector.id}: ${words}`);
      assert.equal(await page.locator("#winners").count(), 0, vector.id);
      assert.equal(await page.locator(".late").count(), 8 - step, vector.id);
      assert.equal(words.includes("{"), false, words);
      await shot(page, `failure-${name}`, { fullPage: false });
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "private, weighted and drand draws are shown"() {
    const { page, troubles, close } = await open(PAGE.href, { viewport: { width: 1100, height: 900 } });
    for (const [id, kind, text] of [["private", "valid", "The list is secret"], ["weighted-once", "valid", "favours no ticket"],
      ["drand-two-seeds-one-missing", "valid", "could choose among up to 2 results once the public random number"],
      ["public-text-seed", "valid", "when the public text is known"], ["sixteen-seeds", "valid", "All 16 secret numbers"],
      ["drand-quicknet", "valid", "at most 2^254 starts"], ["drand-default", "valid", "(drand) is right"],
      ["fresh-quicknet", "valid", "and the signature on it is right"]]) {
      await page.reload();
      await check(page, named(bases.get(id).files));
      assert.equal(await verdictOf(page), kind, id);
      assert.ok((await textOf(page, "#result")).includes(text), id);
      await shot(page, `draw-${id}`);
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a wrong drand signature is refused, and the page lives on meanwhile"() {
    const { page, troubles, close } = await open(PAGE.href, {}, (page) => page.addInitScript(() => {
      let last = performance.now();
      window.longest = 0;
      setInterval(() => {
        window.longest = Math.max(window.longest, performance.now() - last);
        last = performance.now();
      }, 5);
    }));
    const faults = new Map(vectors("tampered").map((vector) => [vector.id, vector]));
    for (const [id, fault] of [["drand-default/signature-negative", "other-round"], ["drand-quicknet/signature-infinity", "infinity"],
      ["fresh-quicknet/fresh-not-in-subgroup", "not-in-subgroup"]]) {
      const { base, change } = faults.get(id);
      await page.reload();
      await give(page, named({ ...bases.get(base).files, receipts: [], ...change }));
      await page.evaluate(() => {
        window.longest = 0;
      });
      const started = performance.now();
      await check(page);
      const [words, longest] = [await textOf(page, ".verdict"), await page.evaluate(() => window.longest)];
      console.log(`  ${id}: ${Math.round(performance.now() - started)} ms. Longest pause ${Math.round(longest)} ms.`);
      assert.equal(await verdictOf(page), "invalid", id);
      assert.ok(words.includes(`(${fault})`) && words.includes("beacon"), words);
      assert.ok(longest < 500, `the page stood still for ${longest} ms`);
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "what became of the prizes is shown beside the order drawn"() {
    const { page, troubles, close } = await open(PAGE.href, { viewport: { width: 1100, height: 900 } });
    for (const id of ["outcome-next-two-vacancies", "outcome-next-not-awarded", "outcome-up-two-vacancies", "outcome-up-not-awarded"]) {
      const { files, holders, accepted } = bases.get(id);
      const drawn = winnersOf(files.reveals[0]);
      await page.reload();
      await check(page, named(files));
      assert.equal(await verdictOf(page), "valid", id);
      const rows = (selector) => page.$$eval(`${selector} li`, (nodes) => nodes.map((node) =>
        [node.querySelector("bdi, em").textContent, node.querySelector(".fate")?.textContent ?? ""]));
      const winners = await rows("#winners .prize:not(.alternates)");
      assert.deepEqual(winners, holders.map((rank, i) => rank === null ? ["not awarded", ""] : [drawn[rank - 1],
        [rank === i + 1 ? "" : `moved up from rank ${rank}`, accepted.includes(rank) ? "accepted" : ""].filter(Boolean).join("; ")]), id);
      assert.deepEqual((await rows("#drawn")).map(([entry]) => entry), drawn, id);
      const passed = (await rows("#drawn")).filter(([, fate]) => fate.startsWith("passed over: "));
      assert.equal(passed.length, files.outcomes[0].split("\npassed-over: ").length - 1, id);
      const left = await rows("#winners .alternates");
      assert.equal(left.length, Math.max(0, drawn.length - holders.length - passed.length), id);
      await shot(page, id);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    assert.deepEqual(await lowContrast(page), []);
    await shot(page, "outcome-phone");
    assert.deepEqual(troubles, []);
    await close();
  },

  async "an audit sample is shown with its items, and what was replaced in it"() {
    const { page, troubles, close } = await open(PAGE.href, { viewport: { width: 1100, height: 900 } });
    const cells = (selector) => page.$$eval(`${selector} tbody tr`, (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    const show = async (id) => {
      await page.reload();
      await page.setChecked("#rehearsal", samples.get(id).options.rehearsal);
      await check(page, named(samples.get(id).files));
      assert.equal(await verdictOf(page), "valid", id);
      await shot(page, `sample-${id}`);
    };

    // Written out from the files of the vectors.
    await show("mus-fixed");
    assert.deepEqual(await cells("#sample"), [["1", "certain", "999.00", "–", "INV-1004"], ["2", "certain", "640.00", "–", "INV-1011"],
      ["3", "sample", "120.50", "6,924", "INV-1001"], ["4", "sample", "76.00", "21,128", "INV-1007"]]);
    assert.match(await textOf(page, "#steps"), /2 items are selected for certain/);
    await show("replaced-extended");
    assert.deepEqual(await cells("#sample"), [
      ["6", "spare", "INV-1002", "rank 1: void (as noted on sheet 2)"], ["2", "sample", "INV-1011", ""], ["3", "sample", "INV-1008", ""],
      ["4", "sample", "INV-1012", ""], ["5", "spare", "INV-1006", "rank 8: not found (as noted on sheet 1)"],
      ["7", "spare", "INV-1009", "rank 9: out of scope (as noted on sheet 3)"]]);
    assert.equal((await cells("#drawn")).length, 9);
    await show("stratified");
    const { files } = samples.get("stratified");
    const strata = [...files.commit.matchAll(/^stratum: (\d+) (\d+) (\d+) (.*)$/gm)];
    assert.deepEqual(await cells("#strata"), strata.map(([, size, n, spares, name], h) => [`${h + 1} · ${name}`, size, n, spares, `${n}/${size}`]));
    const items = [...files.reveals[0].matchAll(/^item: (\d+) (\w+) (\d+) \d+ 0 (.*)$/gm)];
    assert.deepEqual((await cells("#sample")).map((row) => [row[0], row[1], row[2].split(" ")[0], row.at(-1)]), items.map(([, ...row]) => row));
    await show("rehearsal");
    assert.match(await textOf(page, "#result"), /TEST: Effective sample/);

    for (const id of ["mus-fixed", "stratified", "replaced-extended"]) {
      await page.setViewportSize({ width: 1100, height: 900 });
      await show(id);
      await page.setViewportSize({ width: 390, height: 800 });
      await shot(page, `sample-${id}-phone`);
      for (const language of Object.keys(TEXTS)) {
        await page.selectOption("#language", language);
        await page.setViewportSize({ width: 320, height: 640 });
        await fits(page);
        assert.equal((await textOf(page, "#result")).includes("{"), false);
        await shot(page, `sample-${id}-${language}`);
      }
      assert.deepEqual(await lowContrast(page), []);
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "an audit sample in the page is computed when it is opened"() {
    const { page, troubles, close } = await open(embed("sample.html", embeddable(samples.get("replaced-strata").files)));
    await page.waitForSelector(".verdict");
    assert.equal(await verdictOf(page), "valid");
    assert.equal((await page.$$(".cert #sample tbody tr")).length, 6);
    assert.equal((await page.$$("#drawn tbody tr")).length, 10);
    assert.match(await textOf(page, "#result"), /The rules[^]*Of 12 items, 6 are selected at random in 3 strata/);
    assert.match(await textOf(page, "#how"), /raffle-1\.replacements/);
    await shot(page, "sample-certificate");
    assert.deepEqual(troubles, []);
    await close();
  },

  async "many items are shown bit by bit"() {
    const { page, troubles, close } = await open();
    const { commit, reveals } = samples.get("ranges-of-10^9").files;
    const text = commit.replace(/design: simple 20\nspares: 2/, "design: simple 500\nspares: 1");
    const id = F.sha256(F.utf8(text));
    const seed = F.unhex(/^seed: \S+ ([0-9a-f]{128})$/m.exec(reveals[0])[1]);
    const material = F.materialOf(id, new Uint8Array(0), [seed]);
    const positions = F.finish(F.shuffle(new F.Stream(material, "sample", ["items"]), 10n ** 9n, 501));
    const items = positions.map((position, i) => `item: ${i + 1} ${i < 500 ? "sample" : "spare"} 0 ${position} 0 ${String(position + 1).padStart(10, "0")}\n`);
    const reveal = `fairdraw reveal v1\nneeds: design\ncommit: ${F.hex(id)}\nmaterial: ${F.hex(F.sha256(material))}\n` +
      `seed: auditor ${F.hex(seed)}\n${items.join("")}`;
    await check(page, named({ commit: text, reveals: [reveal] }));
    assert.equal(await verdictOf(page), "valid");
    for (const shown of [200, 400, 501]) {
      assert.equal((await page.$$("#sample tbody tr")).length, shown);
      if (shown < 501) await page.click("#sample .items button");
    }
    assert.equal(await page.isVisible("#sample .items button"), false);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "earlier draws are told apart, and their order is shown"() {
    const { page, troubles, close } = await open(PAGE.href, { viewport: { width: 1100, height: 900 } });
    const { files } = bases.get("follows-chain-and-outcome");
    await check(page, named(files).reverse());
    assert.equal(await verdictOf(page), "valid");
    assert.match(await textOf(page, ".title h2"), new RegExp(/^title: (.*)$/m.exec(files.commit)[1]));
    const draws = await page.$$eval("#chain li", (nodes) => nodes.map((node) => node.innerText));
    assert.deepEqual(draws.map((text) => text.split("\n")[0].split(":")[0]), ["Draw 1", "Draw 2", "Draw 3"]);
    for (const [i, start] of ["Void, ", "Stands; ", "This draw"].entries()) assert.ok(draws[i].split("\n")[1].startsWith(start), draws[i]);
    assert.match(await textOf(page, "#steps"), /draw 3 of 3/);
    await shot(page, "earlier-draws");

    // Without the commit between them nothing tells which of the two draws is meant.
    await page.reload();
    await give(page, named(files).filter(({ name }) => name !== "earlier-1.commit"));
    await page.click("#check");
    assert.match(await textOf(page, "#needs"), /can't be told/);
    await page.reload();
    await check(page, named(bases.get("replaces").files));
    assert.match(await textOf(page, "#chain"), /An earlier draw, whose files were not given. Void, /);

    // Of samples too; this one states the rolls that the sample before it had.
    await page.reload();
    await check(page, named(filesOf(samples.get("dice/follows-a-sample-with-same-text"))));
    assert.equal(await verdictOf(page), "valid");
    assert.equal(await page.locator("#chain li").count(), 2);
    assert.match(await textOf(page, "#steps"), /when the announcement was made: draw 1 has the same one/);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "the grade ends the verdict"() {
    const { page, troubles, close } = await open();
    const { files, commit_id: id } = bases.get("seed-only");
    await check(page, named(files));
    assert.match(await textOf(page, ".verdict .words p:last-child"), /^Grade E: Only drawn again/);
    await page.fill("#expect", id);
    await page.click("#check");
    await page.waitForFunction(() => document.querySelector(".verdict .grade")?.innerText.startsWith("Grade D: Fixed by the commit id"));
    for (const language of Object.keys(TEXTS)) {
      await page.selectOption("#language", language);
      assert.ok((await textOf(page, ".verdict .grade")).endsWith(TEXTS[language]["grade.D"]), language);
    }
    await page.reload();
    await page.check("#rehearsal");
    await check(page, named(bases.get("rehearsal").files));
    assert.equal(await verdictOf(page), "valid");
    assert.equal(await page.locator(".grade").count(), 0);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a certificate with an outcome file shows who has the prizes"() {
    const { files, holders } = bases.get("outcome-next-two-vacancies");
    const { page, troubles, close } = await open(embed("outcome.html", embeddable(files)));
    await page.waitForSelector(".verdict.valid");
    const drawn = winnersOf(files.reveals[0]);
    const winners = await page.$$eval(".cert #winners .prize:not(.alternates) bdi", (nodes) => nodes.map((node) => node.textContent));
    for (const [i, rank] of holders.entries()) if (rank !== null) assert.ok(winners.includes(drawn[rank - 1]), String(i));
    assert.equal(await page.locator("#drawn").count(), 1);
    assert.match(await textOf(page, "#how"), /raffle-1\.outcome/);
    await shot(page, "certificate-outcome");
    const chain = await open(embed("chain.html", embeddable(bases.get("replaces-one-given").files)));
    await chain.page.waitForSelector(".verdict.valid");
    assert.match(await textOf(chain.page, ".cert"), /takes the place of an earlier draw/);
    assert.match(await textOf(chain.page, "#how"), /sha256sum raffle\.commit/);
    assert.deepEqual([...troubles, ...chain.troubles], []);
    await chain.close();
    await close();
  },

  async "a rehearsal is a test everywhere"() {
    const { page, troubles, close } = await open();
    const files = named(bases.get("rehearsal").files);
    await check(page, files);
    assert.equal(await verdictOf(page), "invalid");
    assert.match(await textOf(page, ".test"), /TEST/);
    await page.check("#rehearsal");
    await check(page);
    await page.waitForSelector(".verdict.valid");
    assert.match(await textOf(page, ".verdict h2"), /^TEST: Valid/);
    assert.match(await textOf(page, "#winners h2"), /^TEST/);
    await shot(page, "rehearsal");
    assert.deepEqual(troubles, []);
    await close();
  },

  async "the expected commit id is compared as people copy it"() {
    const { page, troubles, close } = await open();
    const { files, commit_id: id } = bases.get("seed-only");
    await give(page, named(files));
    await page.fill("#expect", ` ${id.toUpperCase().match(/.{8}/g).join(" ")} `);
    await check(page);
    assert.equal(await verdictOf(page), "valid");
    assert.match(await textOf(page, "#steps"), /the one you entered/);
    await page.fill("#expect", id.slice(0, 63));
    await page.click("#check");
    assert.equal(await page.getAttribute("#expect", "aria-invalid"), "true");
    assert.match(await textOf(page, "#expect-error"), /63/);
    await page.fill("#expect", id.replace(/^./, (digit) => digit === "0" ? "1" : "0"));
    await page.press("#expect", "Enter");
    await page.waitForSelector(".verdict.invalid");
    assert.match(await textOf(page, ".verdict"), /commit-id/);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a proven time counts for the grade"() {
    const { page, troubles, close } = await open();
    // Its round was due at 2024-10-14T17:13:33Z.
    await give(page, named(bases.get("drand-quicknet").files));
    for (const [time, grade, said] of [["", "E", 0], [" 2024-10-14T17:13:32Z ", "B", 2], ["2024-10-14T17:13:33Z", "D", 1]]) {
      await page.fill("#existed", time);
      await check(page);
      assert.equal(await verdictOf(page), "valid", time);
      assert.match(await textOf(page, ".verdict .grade"), new RegExp(`\\b${grade}:`), time);
      const steps = await textOf(page, "#steps");
      assert.equal(steps.split(/existed by 2024-10-14\D17:13:3[23]/).length - 1, said, steps);
    }
    for (const wrong of ["2024-10-14", "2024-02-30T17:13:32Z", "2024-10-14 17:13:32"]) {
      await page.fill("#existed", wrong);
      await page.click("#check");
      assert.equal(await page.getAttribute("#existed", "aria-invalid"), "true");
      assert.match(await textOf(page, "#existed-error"), /not a time/);
      assert.equal(await verdictOf(page), "unchecked", wrong);
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a result goes at once when its input changes"() {
    const files = named(bases.get("seed-only-rich").files);
    const gone = async (page, what) => {
      assert.equal(await verdictOf(page), "unchecked", what);
      assert.equal(await page.locator(".verdict.valid, .word, .places, .cert").count(), 0, what);
      assert.match(await textOf(page, "#result"), /^Not checked\s+The input has changed/, what);
      assert.equal((await page.title()).includes("Valid"), false, what);
    };
    const changes = {
      "expected id": (page) => page.type("#expect", "0"),
      "proven time": (page) => page.type("#existed", "2"),
      "rehearsal": (page) => page.check("#rehearsal"),
      "file removed": (page) => page.click("#given button"),
      "file replaced": (page) => page.setInputFiles("#picker", files.slice(0, 1)),
      "pasted text": async (page) => {
        await page.click("#paste summary");
        await page.type("#paste-list", "x");
      },
    };
    const { page, troubles, close } = await open();
    for (const [what, change] of Object.entries(changes)) {
      await page.reload();
      await check(page, files);
      assert.equal(await verdictOf(page), "valid", what);
      await change(page);
      await page.waitForSelector(".verdict.unchecked");
      await gone(page, what);
      await page.emulateMedia({ media: "print" });
      await gone(page, what);
      await page.emulateMedia({ media: null });
    }
    assert.deepEqual(troubles, []);
    await close();

    const certificate = await open(embed("changed.html", embeddable(bases.get("seed-only-rich").files)));
    await certificate.page.waitForSelector(".verdict.valid");
    await certificate.page.type("#expect", "0");
    await gone(certificate.page, "certificate");
    await certificate.page.fill("#expect", "");
    await check(certificate.page);
    assert.equal(await verdictOf(certificate.page), "valid");
    assert.deepEqual(certificate.troubles, []);
    await certificate.close();
  },

  async "texts can be pasted, and what is missing is said"() {
    const { page, troubles, close } = await open();
    const { files } = bases.get("seed-only");
    await page.click("#check");
    assert.match(await textOf(page, "#needs"), /\.commit/);
    await page.click("#paste summary");
    await page.fill("#paste-commit", files.commit.trimEnd());
    assert.match(await textOf(page, "#needs"), /\.reveal/);
    await page.fill("#paste-reveal", files.reveals[0]);
    await check(page);
    assert.match(await textOf(page, ".verdict"), /list-missing/);
    await page.fill("#paste-list", files.list);
    await page.fill("#paste-other", files.receipts[0]);
    await page.click("#check");
    await page.waitForSelector(".verdict.valid");
    assert.match(await textOf(page, "#steps"), /Receipt: Ash/);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "files can be dropped anywhere"() {
    const { page, troubles, close } = await open();
    const files = named(bases.get("seed-only").files).map(({ name, buffer }) => [name, buffer.toString()]);
    const transfer = await page.evaluateHandle((some) => {
      const made = new DataTransfer();
      for (const [name, text] of some) made.items.add(new File([text], name));
      return made;
    }, files);
    await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
    await page.waitForFunction((count) => document.querySelectorAll("#given li").length === count, files.length);
    await check(page);
    assert.equal(await verdictOf(page), "valid");
    await page.click("#given button");
    assert.match(await textOf(page, "#needs"), /\.commit/);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a secret file is named as such and not read"() {
    const { page, troubles, close } = await open();
    await give(page, [{ name: "raffle.secret", mimeType: "text/plain", buffer: Buffer.from("fairdraw secret v1\n") }]);
    assert.match(await textOf(page, "#warnings"), /secret file/);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "entries with markup are text"() {
    const nasty = ["<script>alert(1)</script>", "</script><script>alert(2)</script>", "<img src=x onerror=alert(3)>", "\"'><svg onload=alert(4)>",
      "</textarea><b>bold", "&lt;i&gt; &amp; {count} {0}", "javascript:alert(5)", "שלום עולם", "مرحبا (1)", "👩‍👩‍👧 Ng̃ũgĩ", "${alert(6)}"];
    const draw = makeDraw({ entries: nasty, title: "</title><script>alert(7)</script>", prizes: [[9, "<b onclick=alert(8)>x</b>"]], alternates: 2,
      notes: ["<img src=http://127.0.0.1:9/x>"] });
    const { page, troubles, close } = await open();
    await check(page, named(draw.files).map((file) => ({ ...file, name: file.name.replace("raffle", "<img src=x>") })));
    assert.equal(await verdictOf(page), "valid");
    assert.deepEqual(await page.$$eval(".places bdi", (nodes) => nodes.map((node) => node.textContent)), draw.winners);
    assert.equal(await page.locator("main script, main img, main b, main i, main svg[onload]").count(), 0);
    await shot(page, "markup");
    // The same from inside the page.
    assert.deepEqual(troubles, []);
    await close();
    const second = await open(embed("markup.html", embeddable(draw.files)));
    await second.page.waitForSelector(".verdict.valid");
    assert.deepEqual(second.troubles, []);
    await second.close();
  },

  async "entries that look like times or differ in spaces are shown as they are"() {
    const entries = ["2026-11-29T12:00:00Z", "ann lee", "ann  lee", "2026-11-29 12:00:00 UTC"];
    const { files, winners } = makeDraw({ entries, prizes: [[4, "2026-01-01T00:00:00Z"]], title: "2026-02-02T00:00:00Z" });
    const { page, troubles, close } = await open();
    await check(page, named(files));
    assert.equal(await verdictOf(page), "valid");
    assert.deepEqual(await placesOf(page), winners);
    const texts = await page.locator(".places bdi").allInnerTexts();
    assert.deepEqual(texts, winners);
    const box = async (entry) => (await page.locator(".places bdi").nth(winners.indexOf(entry)).evaluate((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().width;
    }));
    assert.ok(await box("ann  lee") > await box("ann lee"));
    assert.match(await textOf(page, ".title h2"), /^2026-02-02T00:00:00Z$/);
    assert.match(await textOf(page, ".prize h3"), /^2026-01-01T00:00:00Z/);
    assert.match(await textOf(page, "#result"), /2026-11-29 12:00:00 UTC/, "the announcement's own time");
    const translated = await page.locator("#result bdi, .given bdi, .id").evaluateAll((nodes) => nodes.filter((node) => node.translate).length);
    assert.equal(translated, 0);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "the verdict says what one side alone could have tried"() {
    const { page, troubles, close } = await open();
    for (const [id, wanted] of [["seed-only", "Whoever holds the seed (organiser) could have tried several draws before this one was announced."], ["two-seeds", null],
      ["drand-quicknet", null]]) {
      await page.reload();
      await check(page, named(bases.get(id).files));
      assert.equal(await verdictOf(page), "valid", id);
      assert.deepEqual(await page.locator(".verdict .weak").allTextContents(), wanted === null ? [] : [wanted], id);
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a forbidden character is shown by its number"() {
    const { files } = bases.get("seed-only");
    const { page, troubles, close } = await open();
    await check(page, named({ ...files, list: files.list.replace("Elm", "E\u202elm") }));
    assert.match(await textOf(page, ".verdict"), /List, line 4:.*U\+202E/s);
    await page.reload();
    const odd = named({ ...files, reveals: [files.reveals[0].replace("draw: 1", "dr\u202eaw: 1")] })
      .map((file) => ({ ...file, name: file.name.replace("raffle-1", "raff\u202ele") }));
    await check(page, odd);
    assert.match(await textOf(page, ".verdict"), /U\+202E/);
    assert.equal(await page.evaluate(() => document.body.textContent.includes("\u202e")), false);
    await shot(page, "bidi", { fullPage: false });
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a list of a million lines shows progress and leaves the page alive"() {
    const draw = makeDraw({ entries: Array.from({ length: 1000000 }, (_, i) => `entrant number ${i}`), prizes: [[3, "Bicycle"]] });
    const { page, troubles, close } = await open();
    await give(page, named(draw.files));
    await page.evaluate(() => {
      window.gaps = [];
      let last = performance.now();
      window.beat = setInterval(() => {
        window.gaps.push(performance.now() - last);
        last = performance.now();
      }, 10);
      window.seen = new Set();
      new MutationObserver(() => window.seen.add(document.querySelector("#phase").textContent + Math.floor(document.querySelector("#progress").value)))
        .observe(document.querySelector("#working"), { subtree: true, childList: true, attributes: true });
    });
    await page.click("#check");
    await page.waitForSelector("#working:not([hidden])");
    await page.waitForFunction(() => document.querySelector("#progress").value > 20);
    await shot(page, "progress", { fullPage: false });
    await page.waitForSelector(".verdict.valid");
    const [gaps, seen] = await page.evaluate(() => {
      clearInterval(window.beat);
      return [window.gaps, window.seen.size];
    });
    console.log(`  ${await textOf(page, ".took")} Longest pause ${Math.round(Math.max(...gaps))} ms, ${seen} states of the progress bar.`);
    stayedAlive(gaps);
    assert.ok(seen > 20, `only ${seen} states of the progress bar`);
    assert.deepEqual(await page.$$eval(".places bdi", (nodes) => nodes.map((node) => node.textContent)), draw.winners);
    // And once more, stopped.
    await page.click("#check");
    await page.waitForFunction(() => document.querySelector("#progress").value > 15);
    await page.click("#stop");
    await page.waitForSelector(".verdict.unchecked");
    assert.match(await textOf(page, ".verdict"), /Stopped/);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "many places are shown bit by bit"() {
    const draw = makeDraw({ entries: Array.from({ length: 3000 }, (_, i) => `entrant ${i}`), prizes: [[2500, "Place"]], alternates: 500 });
    const { page, troubles, close } = await open();
    await check(page, named(draw.files));
    assert.equal(await page.locator(".places li").count(), 400);
    await page.click(".prize button");
    assert.equal(await page.locator(".places li").count(), 600);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "it fits on narrow screens in every language"() {
    for (const language of Object.keys(TEXTS)) {
      const { page, troubles, close } = await open(PAGE.href, { viewport: { width: 320, height: 700 }, locale: language });
      assert.equal(await page.getAttribute("html", "lang"), language);
      await page.click("#paste summary");
      await fits(page);
      await check(page, named(bases.get("longest-values").files));
      await fits(page);
      await page.reload();
      await check(page, named(bases.get("drand-two-seeds-one-missing").files));
      for (const summary of await page.$$(".said summary")) await summary.click();
      await fits(page);
      assert.equal((await textOf(page, "main")).includes("{"), false);
      assert.deepEqual(troubles, []);
      await close();
    }
    const { page, close } = await open(PAGE.href, { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
    await shot(page, "start-phone");
    await check(page, named(bases.get("seed-only-rich").files));
    await shot(page, "valid-phone");
    await close();
  },

  async "texts have the contrast of WCAG AA, in light and dark"() {
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open(PAGE.href, { colorScheme, viewport: { width: 1100, height: 900 } });
      await page.fill("#expect", "zz");
      await page.press("#expect", "Tab");
      assert.deepEqual(await lowContrast(page), []);
      await page.fill("#expect", "");
      await shot(page, `start-${colorScheme}`);
      for (const id of ["seed-only-rich", "drand-two-seeds-one-missing", "rehearsal"]) {
        await page.reload();
        await check(page, named(bases.get(id).files));
        for (const summary of await page.$$(".said summary")) await summary.click();
        assert.deepEqual(await lowContrast(page), [], `${colorScheme} ${id}`);
        await shot(page, `${colorScheme}-${id}`);
      }
      await close();
    }
  },

  async "the keyboard is enough"() {
    const { page, troubles, close } = await open();
    let chooser = null;
    page.on("filechooser", (opened) => (chooser ??= opened));
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    const order = [];
    for (let i = 0; i < 7; i += 1) {
      await page.keyboard.press("Tab");
      order.push(await focused());
    }
    assert.deepEqual(order, ["language", "picker", "SUMMARY", "expect", "existed", "rehearsal", "check"]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    assert.equal(await page.isChecked("#rehearsal"), true);
    // The key is pressed again should the browser not yet have been told to leave the dialog to us.
    for (let tries = 0; chooser === null && tries < 10; tries += 1) {
      await page.focus("#picker");
      await page.keyboard.press("Space");
      for (let waited = 0; chooser === null && waited < 50; waited += 1) await page.waitForTimeout(100);
    }
    assert.ok(chooser, "no dialog for files came up");
    await chooser.setFiles(named(bases.get("seed-only").files));
    await page.waitForSelector("#given li");
    await page.focus("#check");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".verdict.valid");
    await page.focus(".said summary");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".said[open]").count(), 1);
    assert.deepEqual(troubles, []);
    await close();
  },

  async "another language can be chosen at any time"() {
    const { page, troubles, close } = await open();
    await check(page, named(bases.get("seed-only-rich").files));
    for (const [language, texts] of Object.entries(TEXTS)) {
      await page.selectOption("#language", language);
      assert.equal(await textOf(page, ".verdict h2"), texts["verdict-valid"]);
      assert.equal(await textOf(page, "h1"), texts.heading);
      await shot(page, `language-${language}`);
    }
    assert.deepEqual(troubles, []);
    await close();
  },

  async "files in the page are verified when it is opened"() {
    const address = embed("certificate.html", embeddable(bases.get("seed-only-rich").files));
    const { page, troubles, close } = await open(address, { viewport: { width: 1100, height: 900 } });
    await page.waitForSelector(".verdict.valid");
    await shot(page, "embedded");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#given button")]);
    assert.equal(download.suggestedFilename(), "raffle.commit");
    assert.deepEqual(readFileSync(await download.path()).toString(), bases.get("seed-only-rich").files.commit);
    await page.click("#others");
    assert.equal(await page.locator(".verdict").count(), 0);
    assert.equal(await page.isVisible("#picker + label"), true);
    assert.deepEqual(troubles.filter((trouble) => !trouble.startsWith("request for blob:null/")), []);
    await close();

    const { files } = bases.get("seed-only");
    const changed = await open(embed("changed.html", embeddable({ ...files, list: files.list.replace("Ash", "Asp") })));
    await changed.page.waitForSelector(".verdict.invalid");
    await changed.close();

    const test = await open(embed("test.html", { ...embeddable(bases.get("rehearsal").files), rehearsal: true }));
    await test.page.waitForSelector(".verdict.valid");
    assert.match(await textOf(test.page, ".verdict h2"), /^TEST/);
    await test.close();

    for (const [name, content] of [["broken", "{"], ["no-files", "{}"], ["bad-base64", { files: [{ name: "a.commit", base64: "*" }] }]]) {
      const broken = await open(embed(`${name}.html`, content));
      await broken.page.waitForSelector(".verdict.unchecked");
      assert.match(await textOf(broken.page, ".verdict"), /damaged/);
      await broken.close();
    }
  },

  async "commands in a certificate name no id of the page and no file that a shell could misread"() {
    const { files } = bases.get("seed-only");
    const block = embeddable(files).files.slice(0, 3);
    assert.deepEqual(block.map(({ name }) => name), ["raffle.commit", "raffle.list", "raffle-1.reveal"]);
    const odd = ["a b; touch x.commit", "$(id) <b>.list", "-x.reveal"];
    const { page, troubles, close } = await open(embed("odd.html", { files: block.map((file, i) => ({ ...file, name: odd[i] })) }));
    await page.waitForSelector(".verdict.valid");
    const all = "verify draw.commit draw.list draw.reveal --expect COMMIT-ID";
    assert.deepEqual(await page.locator("#how .command").allTextContents(), ["sha256sum draw.commit", `fairdraw ${all}`, `python3 fairdraw.py ${all}`]);
    const [published] = /(?<=^published: ).*/m.exec(files.commit);
    assert.ok((await textOf(page, "#how")).includes(`In place of COMMIT-ID put the id from ${published}, not from this page.`));
    assert.deepEqual(await page.locator("#given .name").allTextContents(), ["draw.commit", "draw.list", "draw.reveal"]);
    assert.doesNotMatch(await textOf(page, "body"), /touch|\$\(id\)|-x\.reveal/);
    assert.deepEqual(troubles, []);
    await close();

    const taken = ["a b.commit", "draw.Commit.list"].map((name, i) => ({ ...block[i], name }));
    const free = await open(embed("taken.html", { files: [taken[0], taken[1], { ...block[2], name: "c.reveal" }] }));
    await free.page.waitForSelector(".verdict.valid");
    assert.match(await textOf(free.page, "#how"), /verify draw\.commit draw\.Commit\.list c\.reveal /);
    await free.close();

    const twice = await open(embed("twice.html", { files: [...block, { ...block[2], name: block[2].name.toUpperCase() }] }));
    await twice.page.waitForSelector(".verdict");
    assert.equal(await verdictOf(twice.page), "unchecked");
    assert.match(await textOf(twice.page, ".verdict"), /Two files in this page have the same name, RAFFLE-1\.REVEAL\./);
    assert.deepEqual(twice.troubles, []);
    await twice.close();
  },

  async "what does not belong into a certificate is removed, and a notice stands in its place"() {
    const { files } = bases.get("seed-only");
    const block = `<script type="application/json" id="fairdraw-files">${JSON.stringify(embeddable(files))}</script>`;
    const green = '<div class="verdict valid"><h2>Valid</h2></div>';
    const stated = (content) => `<article class="stated" id="fairdraw-stated">${content}</article>`;
    const put = (name, content) => {
      writeFileSync(join(folder, `${name}.html`), html.replace("<!-- fairdraw:embedded -->", () => content));
      return pathToFileURL(join(folder, `${name}.html`)).href;
    };
    for (const [i, content] of [`${stated("<p>mallory</p>")}\n${block}`, `<!-- a comment -->${block}`].entries()) {
      const { page, troubles, close } = await open(put(`ours-${i}`, content));
      await page.waitForSelector(".verdict.valid");
      assert.doesNotMatch(await textOf(page, "body"), /mallory/);
      assert.deepEqual(troubles, []);
      await close();
    }
    const foreign = [green + block, block + green, `mallory ${block}`, `${block}<div hidden>`, `${block}<div class="sr">`, `<main>${green}</main>${block}`,
      `${block}<body class="verdict valid">`, stated(green) + block, stated('<span class="word PROVEN">PROVEN</span>') + block, stated("mallory"),
      stated(`<main>mallory</main>`) + block, stated('<p id="result">mallory</p>') + block, block + block, stated("") + stated("mallory") + block,
      `${block}<table><tr><td>`, `${block}<b>`, ...["body", "getElementById", "querySelectorAll", "styleSheets", "documentElement", "createElement"].map((name) =>
        stated(`<form name="${name}">mallory</form>`) + block), `<form name="body">${block}`];
    for (const [i, content] of foreign.entries()) {
      const { page, close } = await open(put(`foreign-${i}`, content));
      const text = await textOf(page, "body");
      assert.match(text, /^Not checked\s+Something was in this page/, `${content.replace(block, "BLOCK")}: ${text}`);
      assert.equal(await page.locator(".verdict.invalid").isVisible(), true);
      assert.equal(await page.locator("body *").count(), await page.locator("main, main *").count(), content);
      assert.equal(await page.locator(".valid, .PROVEN, .places").count(), 0, content);
      await close();
    }
  },

  async "a certificate is green only after it was computed"() {
    const { address, text, winners } = certificate("computed", Array.from({ length: 5000 }, (_, i) => `entrant ${i}`),
      ["--organiser", "Garden club", "--prize", "2 Cake", "--prize", "1 Jam", "--alternates", "3"]);
    const { page, troubles, close } = await open(address, { viewport: { width: 1280, height: 900 } }, watch);
    await page.waitForSelector(".verdict.valid");
    const sights = await page.evaluate(() => window.sights);
    const first = sights.findIndex((sight) => sight.endsWith("true"));
    assert.ok(first > 0, "no look before the result");
    assert.ok(sights.slice(0, first).some((sight) => sight === "true,false"), "the page said before that nothing was checked");
    assert.equal(sights.includes("true,true"), false, "never both");
    assert.deepEqual(await placesOf(page), winners);
    assert.equal(await textOf(page, "h1"), "Cakes");
    assert.equal(await page.title(), "Cakes");
    assert.equal(await page.locator("#fairdraw-stated").count(), 0);
    assert.equal(await page.locator(".idcard svg").getAttribute("data-id"), (await textOf(page, ".idcard .id")).replace(/\s/g, ""));
    assert.match(await textOf(page, "#how"), /fairdraw verify draw\.commit draw\.reveal draw\.list --expect COMMIT-ID\n/);
    await shot(page, "certificate");
    // Each file can be saved, and is the one that was drawn from.
    for (const [i, ending] of ["commit", "reveal", "list"].entries()) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#given button").nth(i).click()]);
      assert.equal(download.suggestedFilename(), `draw.${ending}`);
      assert.deepEqual(readFileSync(await download.path()), readFileSync(join(folder, "computed", `draw.${ending}`)));
    }
    assert.deepEqual(troubles.filter((trouble) => !trouble.startsWith("request for blob:null/")), []);
    await close();
    assert.equal(text.includes('class="verdict'), false);
  },

  async "a copy that a browser saves of an open certificate shows no result of its own"() {
    const { address } = certificate("saved", ["ann", "bob", "cy"]);
    const { page, close } = await open(address);
    await page.waitForSelector(".verdict.valid");
    const path = join(folder, "saved-copy.html");
    writeFileSync(path, await page.content());
    await close();
    const dead = await open(pathToFileURL(path).href, { javaScriptEnabled: false });
    assert.equal(await dead.page.locator(".verdict").isVisible(), false);
    assert.equal(await dead.page.title(), "Cakes");
    assert.doesNotMatch(await dead.page.locator("body").innerText(), /\bValid\b/);
    await dead.close();
    const alive = await open(pathToFileURL(path).href, {}, watch);
    await alive.page.waitForSelector(".verdict.valid");
    assert.equal(await alive.page.locator(".verdict").count(), 1);
    assert.equal(await alive.page.locator("#language option").count(), Object.keys(TEXTS).length);
    assert.match((await alive.page.evaluate(() => window.sights))[0], /false$/);
    assert.deepEqual(alive.troubles, []);
    await alive.close();
  },

  async "a certificate with one changed byte is red and shows no winners"() {
    const { text } = certificate("one-byte", ["ann", "bob", "cy", "dan"]);
    const block = (name) => new RegExp(`"name": "draw\\.${name}", "base64": "([^"]*)"`).exec(text)[1];
    for (const [name, from, to, failure] of [["list", "bob", "bOb", "list-root"], ["commit", "Cakes", "Cokes", "other-commit"],
      ["reveal", "draw: 1 prize-1 ", "draw: 1 prize-2 ", "grammar|draw-prize"]]) {
      const before = Buffer.from(block(name), "base64").toString();
      assert.ok(before.includes(from));
      const { address } = altered(`one-byte-${name}`, text, block(name), Buffer.from(before.replace(from, to)).toString("base64"));
      const { page, troubles, close } = await open(address, {}, watch);
      await page.waitForSelector(".verdict.invalid");
      assert.match(await textOf(page, ".verdict"), new RegExp(failure));
      assert.equal(await page.locator("#fairdraw-stated, .places").count(), 0, name);
      assert.equal((await page.evaluate(() => window.sights)).some((sight) => sight.startsWith("true,true")), false);
      assert.equal(await page.locator(".verdict.valid").count(), 0);
      await shot(page, `certificate-changed-${name}`);
      assert.deepEqual(troubles, []);
      await close();
    }
    for (const [name, from, to] of [["no-commit", '"name": "draw.commit", "base64": "', '"name": "draw.list", "base64": "AAAA'],
      ["damaged", '"base64": "', '"base64": "*'], ["empty", '"files": [', '"other": [], "files": [], "more": [']]) {
      const { page, troubles, close } = await open(altered(`one-byte-${name}`, text, from, to).address);
      await page.waitForSelector(".verdict.unchecked, .verdict.invalid");
      assert.equal(await page.locator("#fairdraw-stated, .places, .verdict.valid").count(), 0, name);
      assert.deepEqual(troubles, []);
      await close();
    }
  },

  async "what a certificate says of itself gives way to what was computed"() {
    const { text, winners } = certificate("stated", ["ann", "bob", "cy", "dan"]);
    const lie = text.replaceAll(`>${winners[0]}</bdi>`, ">mallory</bdi>").replaceAll(">Cakes</bdi>", ">Pies</bdi>");
    const id = /data-id="([0-9a-f]{64})"/.exec(lie)[1];
    const { address } = altered("lie", lie, `data-id="${id}"`, `data-id="${id.replace(/.$/, (digit) => digit === "0" ? "1" : "0")}"`);
    assert.ok(read(join(folder, "lie.html")).text.includes("mallory"));
    const { page, troubles, close } = await open(address);
    await page.waitForSelector(".verdict.valid");
    assert.deepEqual(await placesOf(page), winners);
    assert.equal(await textOf(page, "h1"), "Cakes");
    assert.doesNotMatch(await textOf(page, "body"), /mallory|Pies/);
    assert.equal(await page.locator(".idcard svg").count(), 0, "the QR code of another id is dropped");
    assert.deepEqual(troubles, []);
    await close();
  },

  async "a certificate with scripts off says so and lists the winners as text"() {
    const { address, winners } = certificate("no-scripts", ["ann", "bob", "cy", "dan"], [], ["--language", "fr"]);
    for (const viewport of [{ width: 1280, height: 900 }, { width: 360, height: 740 }]) {
      const { page, troubles, close } = await open(address, { javaScriptEnabled: false, viewport });
      const text = await page.locator("body").innerText();
      assert.match(text, /Nothing has been checked\./);
      assert.match(text, /Rien n’a encore été vérifié/);
      assert.doesNotMatch(text, /\bValide\b|\bValid\b|(?<!NON )PROUVÉ/);
      assert.deepEqual(await page.locator(".places bdi").allInnerTexts(), winners);
      assert.equal(await page.locator(".idcard svg").isVisible(), true);
      assert.equal(await page.locator("main").isVisible(), false);
      const box = await page.locator(".cert").boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width);
      await shot(page, `certificate-no-scripts-${viewport.width}`);
      assert.deepEqual(troubles, []);
      await close();
    }
  },

  async "entries with markup in a certificate are text"() {
    const entries = ["<script>alert(1)</script>", "</script><script>alert(2)</script>", "\"quotes'", "</textarea><b>bold", "]]>",
      "<!-- fairdraw:embedded -->", "&amp;", "--><img src=x onerror=alert(3)>", "שלום עולם (1)", "مرحبا (1)", "</article></main>",
      `${"é<&".repeat(1024)}`];
    const { address, winners } = certificate("markup-certificate", entries, ["--title", "</title><script>alert(4)</script>", "--organiser",
      "<img src=http://127.0.0.1:9/x>", "--prize", "11 <b onclick=alert(5)>x</b>", "--alternates", "1", "--note", "</script><svg onload=alert(6)>",
      "--published", "<a href='javascript:alert(7)'>here</a>"]);
    assert.deepEqual([...winners].sort(), [...entries].sort());
    for (const javaScriptEnabled of [true, false]) {
      const { page, troubles, close } = await open(address, { javaScriptEnabled, viewport: { width: 360, height: 740 } });
      if (javaScriptEnabled) {
        await page.waitForSelector(".verdict.valid");
        await fits(page);
      }
      assert.deepEqual(await page.locator(".places bdi").evaluateAll((nodes) => nodes.map((node) => node.textContent)), winners);
      assert.equal(await page.locator("h1 bdi").textContent(), "</title><script>alert(4)</script>");
      assert.equal(await page.locator(".cert script, .cert img, .cert b, .cert a, .cert [onload], .stated script, .stated b").count(), 0);
      await shot(page, `certificate-markup-${javaScriptEnabled}`);
      assert.deepEqual(troubles, []);
      await close();
    }
  },

  async "certificates of private draws, rehearsals and drand draws"() {
    const entries = Array.from({ length: 50 }, (_, i) => `entrant number ${i}.`);
    const secret = certificate("private-certificate", entries, ["--private"]);
    const inside = Array.from(secret.text.matchAll(/"base64": "([^"]*)"/g), ([, base64]) => Buffer.from(base64, "base64").toString());
    for (const entry of entries.filter((other) => !secret.winners.includes(other))) {
      assert.equal([secret.text, ...inside].some((text) => text.includes(entry)), false, entry);
    }
    let tab = await open(secret.address);
    await tab.page.waitForSelector(".verdict.valid");
    assert.match(await textOf(tab.page, "#result"), /only the entries drawn/);
    assert.deepEqual(tab.troubles, []);
    await tab.close();

    tab = await open(certificate("rehearsal-certificate", entries, ["--rehearsal"], ["--rehearsal"]).address);
    await tab.page.waitForSelector(".verdict.valid");
    assert.match(await textOf(tab.page, ".verdict h2"), /^TEST/);
    assert.match(await tab.page.title(), /^TEST: /);
    assert.match(await textOf(tab.page, ".test"), /TEST/);
    assert.deepEqual(tab.troubles, []);
    await tab.close();

    for (const { name, buffer } of named(bases.get("drand-quicknet").files)) writeFileSync(join(folder, name.replace("raffle-1", "raffle")), buffer);
    execFileSync(process.env.FAIRDRAW, ["certificate", "raffle.reveal"], { cwd: folder, stdio: "pipe" });
    tab = await open(pathToFileURL(join(folder, "raffle.html")).href, {}, watch);
    await tab.page.waitForSelector(".verdict.valid");
    assert.match(await textOf(tab.page, "#steps"), /\(drand\) is right/);
    assert.deepEqual(tab.troubles, []);
    await tab.close();
  },

  async "without scripts a certificate says of winners, rules and assurance what it says with them"() {
    const draws = ["seed-only-rich", "weighted-once", "weighted-per-ticket", "private", "public-text", "two-seeds",
      "public-text-three-seeds-all-missing", "drand-two-seeds-one-missing", "drand-seed-opened-later", "drand-quicknet",
      "outcome-next-two-vacancies", "outcome-next-not-awarded", "outcome-up-two-vacancies", "outcome-up-not-awarded"]
      .map((id) => [id, bases.get(id).files]);
    const { files } = bases.get("seed-only");
    draws.push(["cr-lf", { ...files, commit: files.commit.replaceAll("\n", "\r\n") }]);
    for (const [id, files] of draws) {
      const paths = named(files).map(({ name, buffer }) => {
        writeFileSync(join(folder, `${id}-${name}`), buffer);
        return `${id}-${name}`;
      });
      execFileSync(process.env.FAIRDRAW, ["certificate", ...paths, "-o", `${id}.html`], { cwd: folder, stdio: "pipe" });
      const said = [];
      for (const javaScriptEnabled of [false, true]) {
        const { page, close } = await open(read(join(folder, `${id}.html`)).address, { javaScriptEnabled });
        if (javaScriptEnabled) await page.waitForSelector(".verdict");
        const texts = await page.locator(".places li, .plainly li, .step:last-child .said, .command").allTextContents();
        // Digits are grouped in another way, and what is PROVEN comes from the computation.
        said.push(texts.filter((text) => !text.startsWith("PROVEN")).map((text) => text.replace(/ Numbers$|[\s,]/g, "")));
        await close();
      }
      assert.deepEqual(said[1], said[0], id);
      assert.equal(said[0].at(-3).startsWith(id === "cr-lf" ? "tr-d" : "sha256sum"), true, said[0].at(-3));
    }
  },

  async "a certificate can be read: contrast, phones, keyboard, languages, paper"() {
    const { address } = certificate("look", Array.from({ length: 40 }, (_, i) => `entrant ${i}`), ["--organiser", "Garden club", "--alternates", "2"]);
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open(address, { colorScheme });
      await page.waitForSelector(".verdict.valid");
      assert.deepEqual(await lowContrast(page), [], colorScheme);
      await close();
      const path = altered("look-stated", read(join(folder, "look.html")).text, 'id="fairdraw-files"', 'id="fairdraw-none"');
      const stated = await open(path.address, { colorScheme, javaScriptEnabled: false });
      assert.deepEqual(await lowContrast(stated.page), [], `${colorScheme}, stated`);
      await stated.close();
    }
    for (const language of Object.keys(TEXTS)) {
      const { page, troubles, close } = await open(address, { viewport: { width: 360, height: 740 }, locale: language });
      await page.waitForSelector(".verdict.valid");
      await fits(page);
      assert.equal(await textOf(page, ".kicker"), TEXTS[language].certificate);
      assert.equal((await textOf(page, "main")).includes("{"), false);
      await shot(page, `certificate-phone-${language}`);
      assert.deepEqual(troubles, []);
      await close();
    }
    const { page, close } = await open(address);
    await page.waitForSelector(".verdict.valid");
    const order = [];
    for (let i = 0; i < 40 && order.at(-1) !== "check"; i += 1) {
      await page.keyboard.press("Tab");
      order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
    }
    for (const stop of ["language", "SUMMARY", "BUTTON", "expect", "existed", "check"]) assert.ok(order.includes(stop), `${stop}: ${order}`);
    const pdf = await page.pdf({ format: "A4", path: shots === null ? undefined : join(shots, "certificate.pdf") });
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
    assert.ok(pages >= 2 && pages <= 4, `${pages} pages`);
    await close();
  },

  async "a certificate of a million entries shows progress and leaves the page alive"() {
    const { address, text, winners } = certificate("million", Array.from({ length: 1000000 }, (_, i) => `entrant number ${i}`));
    const begun = performance.now();
    const { page, troubles, close } = await open(address, {}, async (opened) => {
      await watch(opened);
      await opened.addInitScript(() => addEventListener("DOMContentLoaded", () => {
        window.gaps = [];
        let last = performance.now();
        setInterval(() => {
          window.gaps.push(performance.now() - last);
          last = performance.now();
        }, 10);
      }));
    });
    await page.waitForFunction(() => document.querySelector("#progress").value > 20);
    assert.equal(await page.locator("#fairdraw-stated .notice").isVisible(), true);
    assert.equal(await page.locator("#working").isVisible(), true);
    await shot(page, "certificate-progress", { fullPage: false });
    await page.waitForSelector(".verdict.valid");
    const gaps = await page.evaluate(() => window.gaps);
    console.log(`  ${(text.length / 1e6).toFixed(1)} MB, valid after ${((performance.now() - begun) / 1000).toFixed(1)} s, longest pause ${Math.round(Math.max(...gaps))} ms.`);
    stayedAlive(gaps);
    assert.deepEqual(await placesOf(page), winners);
    assert.deepEqual(troubles, []);
    await close();
    // Stopped, it shows nothing as if it were valid.
    const stopped = await open(address);
    await stopped.page.waitForFunction(() => document.querySelector("#progress").value > 15);
    await stopped.page.click("#stop");
    await stopped.page.waitForSelector(".verdict.unchecked");
    assert.match(await textOf(stopped.page, ".verdict"), /Stopped/);
    assert.equal(await stopped.page.locator("#fairdraw-stated, .places").count(), 0);
    await stopped.close();
  },

  async "with scripts off it says that nothing was checked"() {
    for (const address of [PAGE.href, embed("no-scripts.html", embeddable(bases.get("seed-only").files))]) {
      const { page, close } = await open(address, { javaScriptEnabled: false });
      const text = await page.locator("body").innerText();
      assert.match(text, /Nothing has been checked/);
      assert.doesNotMatch(text, /Valid/);
      assert.equal(await page.locator("main").isVisible(), false);
      await shot(page, "no-scripts");
      await close();
    }
  },

  async "the policy forbids the network, other scripts and other styles"() {
    const { page, close } = await open();
    const outcome = await page.evaluate(async () => {
      const violations = new Set();
      const five = new Promise((resolve) => addEventListener("securitypolicyviolation", (event) => {
        if (violations.add(event.effectiveDirective).size === 5) resolve();
      }));
      const fetched = await fetch("http://127.0.0.1:9/").then(() => "fetched", () => "refused");
      document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:9/x.png" }));
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
      document.body.append(Object.assign(document.createElement("style"), { textContent: "body { display: none }" }));
      document.body.append(Object.assign(document.createElement("iframe"), { src: "http://127.0.0.1:9/" }));
      await five;
      return { fetched, ran: window.ran === true, hidden: getComputedStyle(document.body).display === "none", violations: [...violations].sort() };
    });
    assert.deepEqual(outcome, { fetched: "refused", ran: false, hidden: false,
      violations: ["connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"] });
    await close();
  },

  // All other tests count requests; this one shows that their count would see one, and that the policy stops it.
  async "a request would be noticed, and is stopped by the policy"() {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    // Unreferenced, so that Node ends even if a check below fails.
    await new Promise((resolve) => server.unref().listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${server.address().port}`;
    const ask = (page, address) => page.evaluate((url) => fetch(url, { mode: "no-cors" }).then(() => "fetched", () => "refused"), address);
    const path = join(folder, "without-policy.html");
    writeFileSync(path, html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""));
    for (const [address, name, outcome] of [[PAGE.href, "/with", "refused"], [pathToFileURL(path).href, "/without", "fetched"]]) {
      const { page, troubles, close } = await open(address);
      await check(page, named(bases.get("seed-only").files));
      assert.equal(await verdictOf(page), "valid");
      assert.deepEqual(troubles, []);
      assert.equal(await ask(page, base + name), outcome);
      assert.ok(troubles.length > 0, name);
      await close();
    }
    assert.deepEqual(asked, ["/without"]);
    await new Promise((resolve) => server.close(resolve));
  },

  async "on paper all numbers are open"() {
    const { page, close } = await open();
    await check(page, named(bases.get("seed-only-rich").files));
    const pdf = await page.pdf({ format: "A4", path: shots === null ? undefined : join(shots, "print.pdf") });
    assert.ok(pdf.length > 10000);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("details.said:not([open])").count(), 0);
    assert.equal(await page.locator("#intake").isVisible(), false);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator("details.said[open]").count(), 0);
    await close();
  },
};

// ------------------------------------------------------------------------------------------------------ run

browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
let failed = 0, ran = 0;
for (const [name, test] of Object.entries(TESTS)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  ran += 1;
  try {
    await test();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
console.log(`${ran} tests, ${failed} failures`);
process.exitCode = failed === 0 && ran > 0 ? 0 : 1;
