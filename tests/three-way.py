#!/usr/bin/env python3
"""Lets three verifiers judge the same draws: the tool, the reference in Python, and the page's in JavaScript.

    three-way.py BINARY [--draws N] [--faults N] [--seed S]

Draws of every mode made by the tool, and N random draws made by the reference, a third of them audit samples, must be found
right by all three, with the same ids and places, or items. N copies of them with faults (draw_faults.py, sample_faults.py)
must get the same name and status from all three. The first disagreement ends the run; its files are kept in a folder that
the message names. With 2,000 faults or more every name of a failure in SPEC 13.2, 19.3 and 19.6 must have come up, but
out-of-memory and signature-unchecked.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "audit" / "reference"
PAGE = ROOT / "audit" / "verify" / "run.mjs"
sys.path.insert(0, str(REFERENCE))

import checks
import draw_faults
import sample_faults
import selftest
from draw_faults import Draw, faulty
from draw_vectors import ROUNDS
from failure import Failure
from files import Drand, Seeds, parse_commit, parse_outcome, parse_reveal
from outcome import Standing
from register import Register
from sample import Item
from sample_checks import chain_of
from sample_files import parse_extension, parse_replacements

Verdict = dict[str, Any]
FAULTS_EACH = 10  # in each of the tool's draws
MANY_FAULTS = 2000
SAMPLES = 1 / 3  # of the draws by the reference
TABLES_OF_FAILURES = [("13.2", "13.3"), ("19.3", "19.4"), ("19.6", "19.7")]
EARLIER = {"earlier": "commit", "ended": "reveal"}  # kinds of files of draws before, and their endings

TREES = ["Ash", "Birch", "Cedar", "Elm", "Fir | 2", "Häzel", "Larch, dwarf", "Maple", "Oak", "Pine", "Rowan", "東京", "Yew"]
LATER = ["--seeds-by", "2090-01-01T00:00:00Z"]
DICE = ["--public", "dd-dd", "two numbers, in the order drawn"]
LONG = ["--public", "d" * 24, "24 throws of a ten-sided die"]
TICKETS = ["--tickets", "Tickets"]

# Options of commit; then those of reveal; then the further steps "open", "without secret", and "wait" until SOON is past.
MODES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "seed alone": (["--seed-only"], [], []),
    "private list": (["--seed-only", "--private"], [], []),
    "rehearsal": (["--seed-only", "--rehearsal"], [], []),
    "private rehearsal": (["--seed-only", "--rehearsal", "--private"], [], []),
    "tickets, once": (["--seed-only", *TICKETS], [], []),
    "tickets, one win each": (["--seed-only", *TICKETS, "--wins", "per-ticket"], [], []),
    "public text": (DICE, ["--beacon", "04-11"], []),
    "long public text, private list": ([*LONG, "--private"], ["--beacon", "012345678901234567890123"], []),
    "public text and tickets": ([*DICE, *TICKETS], ["--beacon", "99-00"], []),
    "public text and seed": ([*DICE, "--seed", *LATER], ["--beacon", "04-11"], ["open"]),
    "public text, seed left out": (
        [*DICE, "--seed", "--seeds-by", "SOON", "--no-reveal", "leave-out"],
        ["--beacon", "04-11", "--missing", "organiser"],
        ["without secret", "wait"],
    ),
    "public text, seed, private list": ([*DICE, "--seed", *LATER, "--private"], ["--beacon", "04-11"], ["open"]),
    "moving up, notes": (["--seed-only", "--vacancy", "up", "--organiser", "Ö", "--note", "a: b", "--note", "é"], [], []),
    "further round": (["--seed-only", "--follows", "1" * 64, "2" * 64, "--reason", "one was given back"], [], []),
    "replacement": (["--seed-only", "--replaces", "a" * 64, "--reason", "the round never came"], [], []),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares the verdicts of the tool, of Python and of JavaScript.")
    parser.add_argument("binary", type=Path)
    parser.add_argument("--draws", type=int, default=2000, help="by the reference")
    parser.add_argument("--faults", type=int, default=4000, help="draws with faults")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # The tool's draws come on top of both counts. Their seeds are the system's, so SEED doesn't repeat them.
    chance, chance_for_tool = random.Random(options.seed), random.Random(options.seed)
    shapes: Counter[str] = Counter()
    names: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="fairdraw-three-way-") as folder:
        judges = Judges(options.binary.resolve(), Path(folder))
        made = []
        for mode, draw in tool_draws(options.binary.resolve(), Path(folder), chance_for_tool):
            judges.find_right(f"the tool's draw: {mode}", draw)
            judges.find_right_from_outside(draw)
            made.append(draw)
            for _ in range(FAULTS_EACH):
                names[judges.agree_on_fault(f"the tool's draw: {mode}", chance_for_tool, draw, made)] += 1
        draws: list[Draw] = []
        for number in range(options.draws):
            random_one = sample_faults.random_sample if chance.random() < SAMPLES else random_draw
            draws = draws[-40:] + [random_one(chance, shapes)]
            judges.find_right(f"draw {number}", draws[-1])
            for _ in range(options.faults * (number + 1) // options.draws - options.faults * number // options.draws):
                names[judges.agree_on_fault(f"draw {number}", chance, chance.choice(draws), draws)] += 1
        judges.end()
    print(f"{options.draws} draws by the reference, {len(made)} by the tool: all three find them right, with the same places")
    print_counts(shapes)
    print(f"{sum(names.values())} draws with faults: all three give the same verdict, of {len(names)} names")
    print(f"{judges.not_asked:7}  of all whose earlier draws only Python and JavaScript were told")
    print_counts(names)
    absent = failures() - set(names)
    assert options.faults < MANY_FAULTS or not absent, f"never came up: {absent}"
    return 0


def print_counts(counts: Counter[str]) -> None:
    for name, times in sorted(counts.items(), key=lambda item: -item[1]):
        print(f"{times:7}  {name}")


def failures() -> set[str]:
    spec = (ROOT / "audit" / "SPEC.md").read_text("utf-8")
    tables = [spec.split(f"### {this}.")[1].split(f"### {after}.")[0] for this, after in TABLES_OF_FAILURES]
    names = {name for table in tables for name in re.findall(r"^\|[^|]*\| `([a-z0-9-]+)` \|", table, re.MULTILINE)}
    return names - {"out-of-memory", "signature-unchecked"}


# Draws ----------------------------------------------------------------------------------------------------------------------


def random_draw(chance: random.Random, shapes: Counter[str]) -> Draw:
    """A draw by the reference, with more files than a draw needs."""
    case = selftest.random_case(chance)
    commit = case.commit
    names = {"state.outcome": "outcome-2"}
    names |= {f"earlier-{number}.{ending}": f"{kind}-{number}" for number in (0, 1) for kind, ending in EARLIER.items()}
    files = {names.get(role, role): data for role, data in selftest.random_files(chance, case).items()}
    if chance.random() < 0.2:
        reveal = parse_reveal(files["reveal"], commit.places)
        reveal.notes = [selftest.random_text(chance, 40) for _ in range(chance.randint(0, 16))]
        files["reveal-2"] = reveal.text().encode("utf-8")
    if case.published and chance.random() < 0.2:
        # A file of one holder, in which notes are under no id.
        holder = chance.choice(list(case.published))
        notes = [selftest.random_text(chance, 40) for _ in range(chance.randint(0, 16))]
        files["seeds-2"] = Seeds(commit.id(), [(holder, case.published[holder])], notes).text().encode("utf-8")
    hidden = case.entry_list.canonical() if commit.private else None
    if hidden and chance.random() < 0.1:
        files["list"] = hidden
    for name in files:
        if chance.random() < 0.02:
            files[name] = files[name].replace(b"\n", b"\r\n")
    shapes.update(shape_of(commit, files, case))
    return Draw(files, hidden)


def shape_of(commit: Any, files: dict[str, bytes], case: Any) -> list[str]:
    """What there is to a draw, to count that each shape came up."""
    beacon = "drand" if isinstance(commit.beacon, Drand) else "public text" if commit.beacon else "none"
    has = {
        "private list": commit.private,
        "rehearsal": commit.rehearsal,
        "more than 1000 entries": commit.entries > 1000,
        "alternates, vacancy up": commit.vacancy == "up",
        "seeds missing": len(case.published) < len(commit.seeds),
        "fresh": commit.fresh is not None,
        "follows": commit.follows is not None,
        "replaces": commit.replaces is not None,
        "notes": bool(commit.notes),
        "two reveals": "reveal-2" in files,
        "seeds file": "seeds" in files or "seeds-2" in files,
        "receipt": "receipt" in files,
        "outcome file": "outcome" in files,
        "two outcome files": "outcome-2" in files,
        "earlier draw": "earlier-0" in files,
        "two earlier draws": "earlier-1" in files,
        "list given with a private commit": commit.private and "list" in files,
    }
    return [f"wins: {commit.wins or 'by shuffle'}", f"beacon: {beacon}", *(name for name, there in has.items() if there)]


def tool_draws(binary: Path, work: Path, chance: random.Random) -> Iterator[tuple[str, Draw]]:
    """Draws made by the tool, from the command line."""
    for number, (mode, (commit, reveal, more)) in enumerate(MODES.items()):
        tool = Tool(binary, work / f"tool-{number}")
        rows = "".join(f'"{tree}",{number % 4 + 1}\n' for number, tree in enumerate(TREES))
        (tool.folder / "trees.csv").write_text("Tree,Tickets\n" + rows, "utf-8")
        terms = ["--column", "Tree", "--title", "Trees", "--prize", "1 Car", "--prize", "2 Bicycle", "--alternates", "3"]
        soon = datetime.now(timezone.utc) + timedelta(seconds=5)
        commit = [soon.strftime("%Y-%m-%dT%H:%M:%SZ") if word == "SOON" else word for word in commit]
        tool.run("commit", "trees.csv", "-o", "a", "--published", "the board", *terms, *commit)
        tool.run("receipt", "a.commit", "--position", str(chance.randrange(len(TREES))), "-o", "a.receipt")
        if "open" in more:
            tool.run("open", "a.commit")
        if "without secret" in more:
            (tool.folder / "a.secret").unlink()
        if "wait" in more:
            # The time is written in whole seconds, and a seed that is published in the last of them counts.
            time.sleep(max(0, (soon - datetime.now(timezone.utc)).total_seconds() + 1))
        tool.run("reveal", "a.commit", *reveal)
        yield mode, tool.files(private="--private" in commit)
    yield "drand", drand_draw(Tool(binary, work / "tool-drand"))


def drand_draw(tool: Tool) -> Draw:
    """The tool commits to no past round, so this commit file is written here; root and round are known."""
    chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
    number, signature, _ = ROUNDS["quicknet-early"]
    (tool.folder / "a.list").write_bytes(b"alice\nbob\ncarol\ndave\nerin\n")
    (tool.folder / "a.commit").write_text(
        "fairdraw commit v1\ntitle: Cake\nentries: 5\nlist: public\n"
        "root: 5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576\nmethod: shuffle\nprize: 2 Cake\n"
        f"alternates: 1\nvacancy: next\nbeacon: drand {chain} {number}\n"
        "created: 2023-08-23T15:00:00Z\npublished: the board\n",
        "utf-8",
    )
    tool.run("reveal", "a.commit", "--beacon", signature)
    return tool.files(private=False)


class Tool:
    def __init__(self, binary: Path, folder: Path) -> None:
        self.binary, self.folder = binary, folder
        folder.mkdir()

    def files(self, private: bool) -> Draw:
        roles = ["commit", "reveal", "seeds", "receipt"] + ([] if private else ["list"])
        paths = {role: self.folder / f"a.{role}" for role in roles}
        # The key of the hidden list is the tool's secret, so that what is mended with another fails at the root.
        hidden = (self.folder / "a.list").read_bytes() if private else None
        return Draw({role: path.read_bytes() for role, path in paths.items() if path.exists()}, hidden)

    def run(self, *arguments: str) -> None:
        ended = run(self.folder, self.binary, *arguments)
        assert ended.returncode == 0, (arguments, ended.stderr)


# Judges ---------------------------------------------------------------------------------------------------------------------


class Judges:
    def __init__(self, binary: Path, work: Path) -> None:
        self.binary, self.folder = binary, work / "judged"
        self.folder.mkdir()
        self.not_asked = 0
        command = ["node", str(PAGE), "--batch"]
        self.page = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert self.page.stdin and self.page.stdout
        self.questions, self.answers = self.page.stdin, self.page.stdout

    def end(self) -> None:
        self.questions.close()
        assert self.page.wait() == 0

    def find_right(self, what: str, draw: Draw) -> None:
        verdict = self.agree(what, draw)
        if verdict["name"] != "valid":
            self.stop(what, draw, {"all": verdict})

    def agree_on_fault(self, what: str, chance: random.Random, sound: Draw, others: list[Draw]) -> str:
        """The verdict's name about a copy of the draw that has faults."""
        while True:
            of_its_kind = sample_faults if b"\nneeds: design" in sound.files["commit"] else draw_faults
            last = sample_faults.item_lines if of_its_kind is sample_faults else draw_faults.draw_lines
            draw, done = faulty(chance, sound, chance.choice(others), of_its_kind.FAULTS, of_its_kind.MENDS, last)
            # Without commit or reveal there is nothing to judge.
            if draw.files != sound.files and "commit" in draw.files and draw.kind("reveal"):
                return str(self.agree(f"{what} with faults: {done}", draw)["name"])

    def agree(self, what: str, draw: Draw) -> Verdict:
        """The verdict of all three; ends the program if there is more than one."""
        self.ask_page(draw)  # which works while the others do
        # Python and JavaScript are told which files are of earlier draws, the tool has to find it out.
        verdicts = {"tool": self.by_tool(draw)} if not draw.earlier() or draw.told_apart() else {}
        verdicts.update({"Python": by_python(draw), "JavaScript": self.answer_of_page()})
        if "tool" in verdicts and "effective" in verdicts["Python"]:
            verdicts["tool"]["effective"] = verdicts["Python"]["effective"]  # which the tool doesn't print
        if any(verdict != verdicts["Python"] for verdict in verdicts.values()):
            self.stop(what, draw, verdicts)
        self.not_asked += "tool" not in verdicts
        return verdicts["Python"]

    def stop(self, what: str, draw: Draw, verdicts: dict[str, Verdict]) -> None:
        kept = Path(tempfile.mkdtemp(prefix="fairdraw-disagreement-"))
        write(kept, draw)
        self.page.kill()
        lines = [f"{judge:10} {json.dumps(verdict, ensure_ascii=False)[:600]}" for judge, verdict in verdicts.items()]
        flags = f"--expect {draw.expect} --rehearsal {draw.rehearsal}"
        sys.exit("\n".join([f"disagreement about {what}", *lines, f"files in {kept}, {flags}"]))

    def by_tool(self, draw: Draw) -> Verdict:
        for path in self.folder.iterdir():
            path.unlink()
        flags = ["--rehearsal"] * draw.rehearsal + (["--expect", draw.expect] if draw.expect else [])
        ended = run(self.folder, self.binary, "verify", "--json", *flags, *write(self.folder, draw))
        answer = json.loads(ended.stdout or "{}")
        if "commit_id" not in answer:
            return {"name": f"no verdict: {ended.stderr}", "status": ended.returncode}
        status = {"valid": 0, "not valid": 1, "not checked": 2}[answer["verdict"]]
        assert ended.returncode == status, ended
        if status > 0:
            return {"name": answer["failure"]["name"], "status": status}
        grade = answer["grade"]["letter"] if answer["grade"] else None
        ids = {"commit_id": answer["commit_id"], "reveal_id": answer["reveal_id"]}
        found = {"name": "valid", "status": 0, **ids, "grade": grade}
        if answer["items"] is not None:
            extensions = [[one["id"], item_lines(one["items"])] for one in answer["extensions"]]
            items = {"items": item_lines(answer["items"]), "extensions": extensions}
            return {**found, **items, "replaced": len(answer["replacements"])}
        places = [[place["rank"], place["prize"], place["position"], place["entry"]] for place in answer["places"]]
        after = answer["outcome"]
        holders = [place["rank"] for place in after["holders"]] if after else None
        return {**found, "places": places, "holders": holders}

    def ask_page(self, draw: Draw) -> None:
        def given(kind: str) -> list[dict[str, str]]:
            return [{"hex": draw.files[name].hex()} for name in draw.kind(kind)]

        files: dict[str, Any] = {"commit": given("commit")[0], "list": given("list")[0] if "list" in draw.files else None}
        files.update(reveals=given("reveal"), seeds=given("seeds"), receipts=given("receipt"), outcomes=given("outcome"))
        files.update(extensions=given("extension"), replacements=given("replacements"))
        files["earlier"] = [
            {"commit": {"hex": draw.files[commit].hex()}, "reveal": {"hex": draw.files[reveal].hex()} if reveal in draw.files else None}
            for commit, reveal in draw.earlier()
        ]
        question = {"files": files, "options": {"expect": draw.expect, "rehearsal": draw.rehearsal}}
        self.questions.write(json.dumps(question) + "\n")
        self.questions.flush()

    def answer_of_page(self) -> Verdict:
        verdict = json.loads(self.answers.readline())
        if verdict["name"] != "valid":
            return {"name": verdict["name"], "status": verdict["status"]}
        if "items" in verdict:
            return verdict
        # Its numbers are texts.
        verdict["places"] = [[int(rank), prize, int(position), entry] for rank, prize, position, entry in verdict["places"]]
        return verdict

    def find_right_from_outside(self, draw: Draw) -> None:
        """By `fairdraw.py verify` and `run.mjs`, as somebody without our program would call them."""
        for path in self.folder.iterdir():
            path.unlink()
        paths = write(self.folder, draw)
        for command in ([sys.executable, str(REFERENCE / "fairdraw.py"), "verify"], ["node", str(PAGE)]):
            ended = run(self.folder, *command, "--rehearsal", *paths)
            assert ended.returncode == 0, (command, ended)


def item_lines(items: list[dict[str, Any]]) -> list[str]:
    """The tool's items as they stand in a reveal."""
    keys = ("rank", "role", "stratum", "position", "unit", "item")
    return [" ".join(str(item[key]) for key in keys) for item in items]


def by_python(draw: Draw) -> Verdict:
    kinds = ("reveal", "seeds", "receipt", "outcome", "extension", "replacements")
    given_files = [[draw.files[name] for name in draw.kind(kind)] for kind in kinds]
    reveals, seeds, receipts, outcomes, extensions, replacements = given_files
    earlier = [(draw.files[commit], draw.files.get(reveal)) for commit, reveal in draw.earlier()]
    given = checks.Files(draw.files["commit"], reveals, draw.files.get("list"), seeds, receipts, outcomes, earlier)
    given.extensions, given.replacements = extensions, replacements
    try:
        grade = checks.verify(given, draw.expect, draw.rehearsal)
    except Failure as failure:
        return {"name": failure.name, "status": failure.exit_code}
    commit = parse_commit(draw.files["commit"])
    reveal = parse_reveal(reveals[0], commit.places, commit.sample is not None)
    ids = {"commit_id": commit.id().hex(), "reveal_id": reveal.id().hex()}
    if commit.sample:
        items = sample_by_python(commit, reveal, extensions, replacements)
        return {"name": "valid", "status": 0, **ids, "grade": grade, **items}
    prizes = ["alternate" if place.prize is None else f"prize-{place.prize}" for place in reveal.draws]
    places = [[place.rank, prize, place.position, place.entry] for place, prize in zip(reveal.draws, prizes)]
    standing = Standing(commit.winners, commit.alternates, commit.vacancy)
    for line in max((parse_outcome(data, commit.places).lines for data in outcomes), key=len, default=[]):
        standing.take(line)
    holders = standing.holders if outcomes else None
    return {"name": "valid", "status": 0, **ids, "places": places, "holders": holders, "grade": grade}


def sample_by_python(commit: Any, reveal: Any, extensions: list[bytes], replacements: list[bytes]) -> Verdict:
    """The items of a sample that was found right, and those that stand in the end."""
    chain = chain_of([parse_extension(data) for data in extensions])
    added: Counter[int] = Counter()
    for one in chain:
        added.update({stratum: count for count, stratum in one.adds})
    # Verify has judged the times of these lines already.
    register = Register(commit.sample.design, dict(added), earliest=-(1 << 62))
    replaced = max((parse_replacements(data, 1 << 30).lines for data in replacements), key=len, default=[])
    for line in replaced:
        register.take(line)
    lines = [*reveal.items, *(line for one in chain for line in one.items)]
    place_of = {(line.item.stratum, line.item.rank): line for line in lines}

    def stands(item: Item) -> str:
        return str(place_of[(item.stratum, register.effective(item.stratum, item.rank))].text())

    return {
        "items": [line.text() for line in reveal.items],
        "extensions": [[one.id().hex(), [line.text() for line in one.items]] for one in chain],
        "replaced": len(replaced),
        "effective": [stands(line.item) for line in lines if line.item.role != "spare"],
    }


def write(folder: Path, draw: Draw) -> list[str]:
    """Writes the files; their endings say what they are. The names are in the order in which they are judged."""
    paths = []
    for kind in ("commit", "reveal", "list", "seeds", "receipt", "outcome", "extension", "replacements"):
        for name in draw.kind(kind):
            paths.append(f"{name.replace(kind, 'draw', 1)}.{kind}")
            (folder / paths[-1]).write_bytes(draw.files[name])
    for commit, reveal in draw.earlier():
        for name, ending in [(commit, "commit"), (reveal, "reveal")]:
            if name in draw.files:
                paths.append(f"{commit}.{ending}")
                (folder / paths[-1]).write_bytes(draw.files[name])
    return paths


def run(folder: Path, *command: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, text=True, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
