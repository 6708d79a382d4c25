#!/usr/bin/env python3
"""Writes the first inputs of the fuzz targets into corpus/, from files that are in the repository anyway.

Sources: the independent reference's vectors (audit/vectors), rounds of drand and what is none (tests/vectors/drand), the
importer's test files and the example raffle. The same
bytes on every run, with Python 3 alone. What a fuzzer found, in files called found-*, is left alone; other files go.
"""

import json
from difflib import SequenceMatcher
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
IMPORT = ROOT / "cli/tests/data/import"
MOST_BYTES = 6000


def vectors(name):
    return json.loads((ROOT / f"audit/vectors/{name}.json").read_text(encoding="utf-8"))["vectors"]


DRAWS = vectors("files")
# Commits and reveals of several parties, of rounds and of draws with outcome files are like the others.
PLAIN = [draw for draw in DRAWS
         if not (draw["files"]["outcomes"] or draw["files"]["earlier"] or draw["id"].startswith("parties-"))]
TAMPERED = [{**vector, "name": vector["id"].split("/")[1]} for vector in vectors("tampered")]


def write(target, name, data):
    """Leaves away what is too large for a first input."""
    data = data if isinstance(data, bytes) else data.encode()
    if len(data) <= MOST_BYTES:
        folder = HERE / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def as_list(files):
    return files if isinstance(files, list) else [files] if files else []


def file_bytes(file):
    if isinstance(file, str):
        return file.encode()
    if "hex" in file:
        return bytes.fromhex(file["hex"])
    return file["repeat"].encode() * file["times"] + file["then"].encode()


def changed(kind, fault):
    """One tampered file for each fault: the first draw that has it."""
    seen = set()
    for vector in TAMPERED:
        file = vector["change"].get(kind)
        if not file or list(vector["change"]) != [kind] or vector["expect"] not in fault or vector["name"] in seen:
            continue
        seen.add(vector["name"])
        yield vector["name"], file_bytes(file if kind in ("commit", "list") else file[0])


def entries():
    for name, text in changed("list", ("list-line", "list-duplicate", "list-root", "list-tickets", "valid")):
        write("entries", name, text)
    for draw in DRAWS:
        if draw["id"] in ("seed-only", "one-entry", "unusual-entries", "weighted-once", "weighted-largest", "longest-values"):
            write("entries", f"list-of-{draw['id']}", draw["files"]["list"])
    for path in sorted(IMPORT.glob("*.txt")):
        write("entries", f"import-{path.stem}", path.read_bytes())


def commits():
    for draw in PLAIN:
        write("commit", draw["id"], draw["files"]["commit"])
    for name, text in list(changed("commit", ("grammar", "later-version", "not-utf-8")))[::6]:
        write("commit", name, text)
    for vector in TAMPERED:
        if vector["expect"] == "rules":
            write("commit", vector["name"], file_bytes(vector["change"]["commit"]))


def reveals():
    for draw in PLAIN:
        write("reveal", draw["id"], draw["files"]["reveals"][0])
        for text in draw["files"]["seeds"]:
            write("reveal", f"seeds-of-{draw['id']}", text)
        for number, text in enumerate(draw["files"]["receipts"]):
            write("reveal", f"receipt-{number}-of-{draw['id']}", text)
        secrets = draw["secrets"]
        lines = [f"seed: {name} {seed}\n" for name, seed in secrets["seeds"].items()]
        lines += [f"list-key: {secrets['list_key']}\n"] if secrets.get("list_key") else []
        if draw["id"] in ("seed-only", "public-text", "two-seeds", "private", "private-public-text-two-seeds"):
            write("reveal", f"secret-of-{draw['id']}", f"fairdraw secret v1\ncommit: {draw['commit_id']}\n" + "".join(lines))
    for kind in ("reveals", "seeds", "receipts"):
        for name, text in list(changed(kind, ("grammar", "later-version", "not-utf-8", "valid")))[::6]:
            write("reveal", name, text)


MAIN = ("seed-only", "one-entry", "two-seeds", "weighted-once", "weighted-per-ticket-all", "private", "rehearsal",
        "public-text", "public-text-three-seeds-one-missing", "private-public-text-two-seeds", "drand-quicknet",
        "fresh-default-first", "two-seeds-missing")
AGAIN, ID_UNKNOWN, ANEW = 1, 2, 4
SPLICE, CR_LF, DOUBLE, MOVE = range(4)


def drand():
    chains = ["quicknet", "default", "fastnet"]
    folder = ROOT / "tests/vectors/drand"
    rounds = json.loads((folder / "rounds.json").read_text(encoding="utf-8"))["rounds"]
    malformed = json.loads((folder / "malformed.json").read_text(encoding="utf-8"))["vectors"]
    for vector in rounds + malformed:
        if vector["chain"] in chains:
            name = vector.get("id", f"{vector['chain']}-{vector['round']}").replace("/", "-")
            signatures = vector["signature"] + (vector.get("previous_signature") or "")
            which = bytes([chains.index(vector["chain"])]) + vector["round"].to_bytes(8, "big")
            write("drand", name, which + bytes.fromhex(signatures))


def splices(file, before, after):
    """The edits that make `after` of `before`: whole lines, the last one first, so that no offset moves."""
    before, after = (data.splitlines(keepends=True) for data in (before, after))
    edits = b""
    for kind, start, end, new_start, new_end in reversed(SequenceMatcher(None, before, after, False).get_opcodes()):
        at, removed, inserted = (b"".join(lines) for lines in (before[:start], before[start:end], after[new_start:new_end]))
        for part in range(0, 0 if kind == "equal" else max(len(removed), len(inserted)), 255):
            edits += bytes([file, SPLICE]) + (len(at) + len(inserted[:part])).to_bytes(2, "big")
            edits += bytes([len(removed[part:part + 255]), len(inserted[part:part + 255])]) + inserted[part:part + 255]
    return edits


def tampered_draws():
    # Numbered as in src/verify.rs.
    draws = [draw for draw in DRAWS if len(draw["files"]["list"] or "") < 10_000]
    numbers = {draw["id"]: number for number, draw in enumerate(draws)}
    for name in MAIN:
        write("verify", f"as-made-{name}", bytes([numbers[name], AGAIN]))
        write("verify", f"anew-{name}", bytes([numbers[name], ANEW]))
    taken = []
    for vector in TAMPERED:
        if vector["base"] not in numbers or "earlier" in vector["change"]:
            continue
        draw, fault = draws[numbers[vector["base"]]]["files"], vector["expect"]
        # Two draws with each fault are enough; but all that the reader takes, and all faults that only private lists have.
        special = vector["name"].startswith("taken-") or (vector["base"], fault) == ("private", "opening")
        special &= vector["name"] not in taken
        enough = taken.count(fault) >= 2 or (fault, vector["base"]) in taken
        # An offset has 16 bits.
        if enough and not special or vector["name"].endswith("-size"):
            continue
        again = len(vector["change"].get("reveals", [])) == 2
        edits, place = b"", 0
        for kind in ("commit", "reveals", "list", "seeds", "receipts", "outcomes"):
            before = as_list(draw[kind]) * (2 if again and kind == "reveals" else 1)
            after = as_list(vector["change"].get(kind, before))
            if len(before) != len(after):
                break
            for old, new in zip(before, after):
                edits += splices(place, old.encode(), file_bytes(new))
                place += 1
        else:
            if edits:
                taken += [fault, (fault, vector["base"]), vector["name"]]
                how = AGAIN * again | ID_UNKNOWN * (not vector["options"]["expect"])
                write("verify", vector["id"].replace("/", "-"), bytes([numbers[vector["base"]], how]) + edits)
    for name in ("private", "weighted-once"):
        number = numbers[name]
        for file in range(3):
            write("verify", f"cr-lf-{file}-{name}", bytes([number, 0, file, CR_LF]))
            write("verify", f"moved-{file}-{name}", bytes([number, 0, file, MOVE, 2, 1]))
    name = "public-text-three-seeds-one-missing"
    write("verify", f"anew-with-two-missing-{name}", bytes([numbers[name], ANEW | 0x30]))
    write("verify", f"anew-with-a-prize-twice-{name}", bytes([numbers[name], ANEW, 0, DOUBLE, 7, 7]))


FORMATS = [None, "text", "csv", "tsv", "semicolon", "xlsx", "ods"]
EXTENSIONS = [None, "txt", "csv", "tsv", "xlsx", "ods", "xls"]
ENCODINGS = [None, "utf-8", "utf-16", "utf-16le", "windows-1252", "shift_jis", "gb18030", "iso-2022-jp"]
HEADERS = [None, False, True]
COLUMNS = ["", "Name", "1", "2", "2 1", "Town Name"]
TICKETS = [None, "Tickets", "1", "2"]
SHEETS = [None, "List", "Other"]
DUPLICATES = ["refuse", "merge", "drop"]
FILES = ["as it is", "xlsx", "ods"]


def options(format=None, extension=None, encoding=None, header=None, columns="", tickets=None, sheet=None,
            duplicates="refuse", file="as it is"):
    return bytes([FORMATS.index(format), EXTENSIONS.index(extension), ENCODINGS.index(encoding), HEADERS.index(header),
                  COLUMNS.index(columns), TICKETS.index(tickets), SHEETS.index(sheet), DUPLICATES.index(duplicates),
                  FILES.index(file)])


def imports():
    for path in sorted(IMPORT.iterdir()):
        kind = path.suffix[1:]
        if kind == "txt":
            encoding = {"windows1252": "windows-1252", "utf16le-bare": "utf-16le"}.get(path.stem)
            write("import", path.name, options(extension="txt", encoding=encoding) + path.read_bytes())
        elif kind in ("csv", "tsv", "xlsx", "ods"):
            write("import", path.name, options(extension=kind, columns="Name") + path.read_bytes())
    raffle = (ROOT / "examples/raffle/entries.csv").read_bytes()
    raffle = b"".join(raffle.splitlines(keepends=True)[:20])
    write("import", "raffle", options(extension="csv", header=True, columns="2 1") + raffle)
    write("import", "raffle-of-towns", options(extension="csv", columns="Town Name", duplicates="drop") + raffle)
    tables = {
        "merged": (options(extension="txt", duplicates="merge"), "ash\nelm\nash\n"),
        "dropped": (options(extension="txt", duplicates="drop"), "ash\nelm\nash\n"),
        "refused": (options(extension="txt"), "ash\nelm\nash\n"),
        "look-alikes": (options(), "Zoe\nZo\u00eb\nZoe\u0308\nZOE\nZo  e\n"),
        "tickets": (options(extension="csv", columns="Name", tickets="Tickets"), "Name,Tickets\nash,3\nelm,1\n"),
        "tickets-merged": (options("tsv", columns="1", tickets="2", header=False, duplicates="merge"),
                           "ash\t4294967295\nelm\t1\nash\t1\n"),
        "tickets-first": (options("semicolon", tickets="1", header=False), "3;ash\n1;\"el;m\"\n"),
        "quotes": (options("csv", header=False, columns="1"), '"a ""b"" c"\r\n"d"\r\n'),
        "quote-open": (options("csv", header=False, columns="1"), '"a\nb"\n'),
        "quote-inside": (options("csv", header=False, columns="1"), 'a"b\n'),
        "sep": (options("csv", header=False, columns="1"), "sep=;\na;b\n"),
        "control": (options(), "a\tb\u200e\n"),
        "blank": (options(), " \n\t\n\u3000\n"),
        "shift-jis": (options(encoding="shift_jis"), "\u3042\u3044\n\u6f22\n".encode("shift_jis")),
        "gb18030": (options(encoding="gb18030"), "\u6f22\n\U0001f600\n".encode("gb18030")),
        "iso-2022-jp": (options(encoding="iso-2022-jp"), "\u3042\u3044\n".encode("iso-2022-jp")),
        "old-workbook": (options(), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    }
    for name, (said, text) in tables.items():
        write("import", name, said + (text if isinstance(text, bytes) else text.encode()))
    workbooks()


def workbooks():
    """The parts of workbooks, which the target packs, divided by NUL."""
    rows = ('<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>Name</v></c></row>'
            '<row r="3" hidden="1"><c t="inlineStr"><is><t>x</t><rPh><t>y</t></rPh></is></c><c s="0"><v>1E3</v></c></row>'
            '<row><c r="B4" t="str"><f>A1</f><v>_x0041_&amp;&#66;</v></c></row>{}</sheetData></worksheet>')
    strings = "<sst><si><t>Town</t></si><si><r><t>two </t></r><r><t>runs</t></r></si></sst>"
    styles = ('<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="yyyy"/>'
              '</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>'
              '</styleSheet>')
    cells = {
        "shared": '<c r="B5" t="s"><v>1</v></c>', "no-such-text": '<c r="B5" t="s"><v>9</v></c>',
        "padded": '<c r="B5" s="1"><v>7</v></c>', "date": '<c r="B5" s="2"><v>45000</v></c>',
        "percent": '<c r="B5" s="4"><v>1</v></c>',
        "truth": '<c r="B5" t="b"><v>1</v></c>', "error": '<c r="B5" t="e"><v>#N/A</v></c>',
        "half": '<c r="B5"><v>1.5</v></c>', "large": '<c r="B5"><v>9007199254740992</v></c>',
        "last-row": '<c r="B1048576"><v>5</v></c>', "out-of-order": '<c r="A1"><v>5</v></c>',
        "far-column": '<c r="XFD5"><v>5</v></c>',
    }
    for name, cell in cells.items():
        parts = [rows.format(f"<row>{cell}</row>"), strings, styles]
        write("import", f"xlsx-{name}", options("xlsx", columns="Name", file="xlsx") + "\0".join(parts).encode())
    content = ('<office:document-content><office:body><office:spreadsheet><table:table table:name="List"><table:table-row>'
               '<table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Town</text:p>'
               '</table:table-cell></table:table-row>{}'
               '</table:table></office:spreadsheet></office:body></office:document-content>')
    cells = {
        "text": '<table:table-cell><text:p>a<text:s text:c="2"/>b<text:span>c</text:span> <text:tab/></text:p>'
                '</table:table-cell>',
        "number": '<table:table-cell office:value-type="float" office:value="42"><text:p>42</text:p></table:table-cell>',
        "padded": '<table:table-cell office:value-type="float" office:value="42"><text:p>042</text:p></table:table-cell>',
        "date": '<table:table-cell office:value-type="date" office:date-value="2026-01-01"><text:p>1</text:p></table:table-cell>',
        "error": '<table:table-cell calcext:value-type="error" office:value-type="string"><text:p>#</text:p></table:table-cell>',
        "repeated": '<table:table-cell/><table:table-cell table:number-columns-repeated="1"><text:p>a</text:p>'
                    '</table:table-cell>',
        "covered": '<table:covered-table-cell/><table:table-cell table:formula="of:=A1" office:string-value="x"/>',
        "paragraphs": '<table:table-cell><office:annotation><text:p>n</text:p></office:annotation><text:p>a</text:p>'
                      '<text:p>b</text:p></table:table-cell>',
    }
    for name, cell in cells.items():
        row = f'<table:table-row table:visibility="collapse" table:number-rows-repeated="2">{cell}</table:table-row>'
        data = content.format(row).encode()
        write("import", f"ods-{name}", options("ods", columns="Town Name", duplicates="drop", file="ods") + data)


if __name__ == "__main__":
    for file in HERE.glob("corpus/*/*"):
        if not file.name.startswith("found-"):
            file.unlink()
    entries()
    commits()
    reveals()
    drand()
    tampered_draws()
    imports()
