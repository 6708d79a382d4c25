//! How the page looks.

/// The page up to its title.
pub(super) const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<style>
:root {
  --paper: #fff; --ink: #16181c; --soft: #565b66; --rule: #cdd1d8; --well: #f3f4f6;
  --good: #12633a; --bad: #a31621; --bar: #5b7fa6; --out: #c9540a; --band: #e4ecf5;
  --c0: #eef0f3; --m1: #fbd3ad; --m2: #f29d52; --m3: #cf5a0b; --m4: #7c2d04;
  --l1: #c4daf0; --l2: #74aedb; --l3: #2a72b8; --l4: #0b3a70;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #e8eaee; --soft: #a4abb8; --rule: #3b414c; --well: #22262d;
    --good: #69cf98; --bad: #ff8a8a; --bar: #6f97c2; --out: #f2873c; --band: #29323f;
    --c0: #262b33; --m1: #5a3b1e; --m2: #9b5a1c; --m3: #e98a35; --m4: #ffd3a3;
    --l1: #213c58; --l2: #2c669b; --l3: #5cabe8; --l4: #c3e2ff;
  }
}
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; margin: 0; background: var(--paper); color: var(--ink); }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.kind { margin: 0; letter-spacing: .06em; text-transform: uppercase; font-size: .8rem; color: var(--soft); }
h1 { font-size: clamp(1.35rem, 5vw, 2rem); line-height: 1.25; margin: .3rem 0 .6rem; padding-left: .8rem; border-left: .35rem solid; overflow-wrap: anywhere; }
h1.passed { color: var(--good); }
h1.failed { color: var(--bad); }
.meaning { max-width: 46rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; break-after: avoid; }
h3 { font-size: 1rem; margin: 0 0 .2rem; }
dl { border: 1px solid var(--rule); border-radius: .4rem; padding: .4rem 1rem .8rem; margin: 1rem 0; }
dt { font-size: .85rem; color: var(--soft); margin-top: .5rem; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (min-width: 40em) { dl { display: grid; grid-template-columns: 9rem 1fr; } dt, dd { margin: .25rem 0; } }
.figures { columns: 2 22rem; column-gap: 1rem; }
figure { margin: 0 0 1rem; border: 1px solid var(--rule); border-radius: .4rem; padding: .8rem; min-width: 0; break-inside: avoid; }
figure p { margin: 0 0 .6rem; color: var(--soft); font-size: .9rem; }
svg { display: block; width: 100%; height: auto; font: 11px system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
svg text { fill: var(--soft); }
svg .middle { text-anchor: middle; }
svg .end { text-anchor: end; }
.cells { shape-rendering: crispEdges; }
.bars, .point { fill: var(--bar); }
.bars.outside, .point.outside { fill: var(--out); }
.band { fill: var(--band); }
.line { stroke: var(--ink); stroke-width: 1; fill: none; }
.axis { stroke: var(--rule); stroke-width: 1; fill: none; }
.c0 { fill: var(--c0); } .m1 { fill: var(--m1); } .m2 { fill: var(--m2); } .m3 { fill: var(--m3); } .m4 { fill: var(--m4); }
.l1 { fill: var(--l1); } .l2 { fill: var(--l2); } .l3 { fill: var(--l3); } .l4 { fill: var(--l4); }
.back-c0 { background: var(--c0); } .back-m1 { background: var(--m1); } .back-m2 { background: var(--m2); } .back-m3 { background: var(--m3); } .back-m4 { background: var(--m4); }
.back-l1 { background: var(--l1); } .back-l2 { background: var(--l2); } .back-l3 { background: var(--l3); } .back-l4 { background: var(--l4); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem .8rem; margin: .6rem 0 0; padding: 0; font-size: .8rem; color: var(--soft); }
.legend li { white-space: nowrap; }
.key { display: inline-block; width: .9em; height: .9em; margin-right: .3em; border: 1px solid var(--rule); vertical-align: -.1em; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
details { margin-top: .6rem; font-size: .9rem; }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
thead th { font-size: .85rem; color: var(--soft); font-weight: normal; white-space: nowrap; }
.tests th[scope=row] { font-weight: 600; }
.tests td { white-space: nowrap; }
.says { display: block; font-weight: normal; font-size: .85rem; color: var(--soft); }
.rejected td, .rejected th[scope=row] { color: var(--bad); }
tr { break-inside: avoid; }
.small { width: auto; font-size: .85rem; }
.small th[scope=row] { font-weight: normal; }
pre { font: .85rem/1.5 ui-monospace, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--well); padding: .6rem .8rem; border-radius: .4rem; }
@media (max-width: 40em) {
  .tests thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .tests, .tests tbody, .tests tr, .tests th { display: block; width: auto; }
  .tests tr { border: 1px solid var(--rule); border-radius: .4rem; padding: .5rem .8rem; margin-bottom: .6rem; }
  .tests th, .tests td { border: 0; padding: .1rem 0; }
  .tests td { display: inline-block; margin-right: .8rem; white-space: normal; }
  .tests td:empty { display: none; }
  .tests td::before { content: attr(data-name) ': '; color: var(--soft); }
}
@page { size: A4; margin: 15mm; }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; }
  main { max-width: none; padding: 0; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; max-width: 16cm; }
  pre { background: none; border: 1px solid var(--rule); }
}
</style>
";
