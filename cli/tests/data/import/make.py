#!/usr/bin/env python3
"""Writes one list of eight entries in the forms that the importer must read alike.

Needs openpyxl and odfpy for the files called after them; the other files need Python 3 alone. expected.list is the
canonical text that all of them must give. Workbooks carry times, so making them anew changes their bytes.
"""

import csv
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ENTRIES = ["Zando Nimblewick", "Bellwater, Óra", 'Tam "Pip" Øregar', "007", "Brock; Zoë & <Sons>", "42", "Škörn Œuf € 5",
           "Two  spaces"]
TOWNS = ["Blue Mill", "", "Rust, Quarry", "Grey", "Blue Mill", "Grey", "Amber; Fjørd", '"Quotes"']


def text():
    lines = "".join(entry + "\n" for entry in ENTRIES)
    forms = {
        "expected.list": lines.encode(),
        "utf8.txt": lines.encode(),
        "bom.txt": lines.encode("utf-8-sig"),
        "crlf.txt": lines.replace("\n", "\r\n").encode(),
        "no-last-end.txt": lines[:-1].encode(),
        "mixed.txt": lines.replace("\n", "\r\n", 3).encode(),
        "old-mac.txt": lines.replace("\n", "\r").encode(),
        "messy.txt": ("\n \t\n" + lines.replace("Zando", "  Zando").replace("007\n", "\u3000007\u00a0\t\n\n")).encode(),
        "utf16le.txt": b"\xff\xfe" + lines.encode("utf-16-le"),
        "utf16be.txt": b"\xfe\xff" + lines.encode("utf-16-be"),
        "utf16le-bare.txt": lines.encode("utf-16-le"),
        "windows1252.txt": lines.encode("cp1252"),
    }
    for name, data in forms.items():
        (HERE / name).write_bytes(data)


def tables():
    forms = {
        "commas.csv": dict(delimiter=","),
        "tabs.tsv": dict(delimiter="\t"),
        "semicolons.csv": dict(delimiter=";"),
        "quoted.csv": dict(delimiter=",", quoting=csv.QUOTE_ALL, lineterminator="\r\n"),
    }
    for name, how in forms.items():
        with (HERE / name).open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, **{"lineterminator": "\n", **how})
            rows.writerow(["Town", "Name"])
            rows.writerows(zip(TOWNS, ENTRIES))


def workbooks():
    import openpyxl
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P, S

    book = openpyxl.Workbook()
    book.active.append(["Town", "Name"])
    for town, entry in zip(TOWNS, ENTRIES):
        book.active.append([town or None, 42 if entry == "42" else entry])
    book.create_sheet("Other").append(["nothing"])
    book.save(HERE / "openpyxl.xlsx")

    document = OpenDocumentSpreadsheet()
    table = Table(name="Entries")
    for town, entry in [("Town", "Name"), *zip(TOWNS, ENTRIES)]:
        row = TableRow()
        first = TableCell(valuetype="string") if town else TableCell()
        if town:
            first.addElement(P(text=town))
        second = TableCell(valuetype="float", value="42") if entry == "42" else TableCell(valuetype="string")
        if entry == "Two  spaces":
            paragraph = P(text="Two ")
            paragraph.addElement(S(c=1))
            paragraph.addText("spaces")
        else:
            paragraph = P(text=entry)
        second.addElement(paragraph)
        row.addElement(first)
        row.addElement(second)
        table.addElement(row)
    document.spreadsheet.addElement(table)
    document.save(str(HERE / "odfpy.ods"))


def by_hand():
    """XLSX as terse programs write it: prefixes, inline strings, no addresses, no styles, absolute targets."""
    def cell(value):
        if value == "42":
            return "<x:c><x:v>42</x:v></x:c>"
        value = value.replace("&", "&amp;").replace("<", "&lt;")
        return f'<x:c t="inlineStr"><x:is><x:t>{value}</x:t></x:is></x:c>'

    rows = "".join(f"<x:row>{cell(t)}{cell(e)}</x:row>" for t, e in [("Town", "Name"), *zip(TOWNS, ENTRIES)])
    main = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    rels = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": rels.format(f'<Relationship Id="a" Type="{office}/officeDocument" Target="/book/main.xml"/>'),
        "book/main.xml": f'<x:workbook {main} xmlns:r="{office}"><x:sheets>'
                         f'<x:sheet name="List" sheetId="1" r:id="b"/></x:sheets></x:workbook>',
        "book/_rels/main.xml.rels": rels.format(f'<Relationship Id="b" Type="{office}/worksheet" Target="one.xml"/>'),
        "book/one.xml": f"<x:worksheet {main}><x:sheetData>{rows}</x:sheetData></x:worksheet>",
    }
    with zipfile.ZipFile(HERE / "by-hand.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)


if __name__ == "__main__":
    text()
    tables()
    by_hand()
    workbooks()
