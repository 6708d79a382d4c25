// Opens reports of `fairdraw exam` in headless Chromium, as wide as a desk and as narrow as a telephone.
//
//     npm ci --prefix audit/verify --ignore-scripts
//     FAIRDRAW=target/release/fairdraw node audit/verify/exam-page-test.mjs [--shots FOLDER]
//
// CHROMIUM names another browser than /usr/bin/chromium, PLAYWRIGHT another folder that has node_modules. Status 1 if a test fails.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const here = process.env.PLAYWRIGHT === undefined ? import.meta.url : join(process.env.PLAYWRIGHT, "node_modules", "/");
const { chromium } = createRequire(here)("playwright-core");

const words = process.argv.slice(2);
const shots = words[0] === "--shots" ? words[1] : null;
if (shots !== null) mkdirSync(shots, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), "fairdraw-exam-"));
writeFileSync(join(folder, "seed"), "the same report each time");
const seeded = ["--seed-file", join(folder, "seed")];

/** Each report: its arguments, the status, how the headline begins, and the pictures that it must have. */
const REPORTS = {
  fair: [["--count", "20000", ...seeded], 0, "No fault found in ", ["places", "successors", "first", "quantiles"]],
  naive: [["--specimen", "naive", "--items", "4", "--count", "20000"], 1, "FAULT FOUND", ["outcomes", "places", "first", "quantiles"]],
  sattolo: [["--specimen", "sattolo", "--count", "2000"], 1, "FAULT FOUND", ["places", "successors", "first", "quantiles"]],
  set: [["--sample", "6", "--of", "49", "--set", "--count", "20000", ...seeded], 0, "No fault found in ", ["pairs", "first", "quantiles"]],
  sample: [["--sample", "2", "--of", "6", "--count", "20000", ...seeded], 0, "No fault found in ", ["outcomes", "places", "first"]],
  large: [["--items", "1000", "--count", "500", ...seeded], 0, "No fault found in ", ["places", "quantiles"]],
  numbers: [["--numbers", "1-6", "--count", "20000", ...seeded], 0, "No fault found in ", ["numbers", "quantiles"]],
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
let tests = 0;
try {
  for (const [name, [args, status, headline, pictures]] of Object.entries(REPORTS)) {
    const file = join(folder, `${name}.html`);
    const ran = spawnSync(process.env.FAIRDRAW ?? "target/release/fairdraw", ["exam", ...args, "--html", file], { encoding: "utf8" });
    assert.equal(ran.status, status, `${name}: ${ran.stderr}`);
    for (const [width, colorScheme] of [[1280, "light"], [390, "light"], [390, "dark"]]) {
      const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
      const complaints = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("request", (request) => { if (!request.url().startsWith("file:")) complaints.push(request.url()); });
      await page.goto(pathToFileURL(file).href);
      const where = `${name} at ${width}, ${colorScheme}`;
      if (shots !== null) await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      assert.deepEqual(complaints, [], where);
      assert.ok((await page.locator("h1").innerText()).startsWith(headline), where);
      assert.equal(await page.title(), await page.locator("h1").innerText(), where);
      const { over, drawn, small } = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        drawn: [...document.querySelectorAll("svg")].map((svg) => ({
          id: svg.querySelector("title").id.replace("-title", ""), height: svg.getBoundingClientRect().height,
        })),
        // Letters in a picture shrink with it.
        small: Math.min(...[...document.querySelectorAll("svg text")].map((text) => text.getBoundingClientRect().height)),
      }));
      assert.ok(over <= 0, `${where}: ${over} pixels too wide`);
      assert.ok(small >= 9, `${where}: letters of ${small} pixels`);
      for (const id of pictures) {
        const picture = drawn.find((one) => one.id === id);
        assert.ok(picture !== undefined && picture.height > 60, `${where}: ${id}`);
        const image = page.getByRole("img", { name: await page.locator(`#${id}-title`).textContent() });
        assert.equal(await image.count(), 1, `${where}: ${id} has no name of its own`);
        assert.ok((await page.locator(`#${id}-text`).textContent()).length > 40, `${where}: ${id}`);
      }
      // Without colours: the same stands in a table, and each test says whether it is rejected.
      const rows = await page.locator("table.tests tbody tr").count();
      assert.ok(rows > 3 && await page.locator("tr.rejected").count() > 0 === (status === 1), where);
      await page.close();
      tests += 1;
    }
  }
  console.log(`${tests} tests of exam reports passed`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
