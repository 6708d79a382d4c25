"""What comes after a draw: histories (outcome.json); faults in outcome files, earlier draws and parties (tampered.json)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, Iterator, Optional

from draw_vectors import SHAPE, TEXT, Case, Fault, Vector, edit, example_seed, flip_hex, history, make_case, rebound
from encoding import material
from failure import Failure
from files import Commit, Outcome, OutcomeLine, PassedOver, Public, PublicValue, Reveal, Seeds
from hash_drbg import Stream
from making import make_receipt, make_reveal
from outcome import Standing

NOON, SECOND_LATER, SECOND_EARLIER = "2026-12-06T12:00:00Z", "2026-12-06T12:00:01Z", "2026-12-06T11:59:59Z"


def outcomes() -> tuple[str, list[Vector]]:
    vectors: list[Vector] = []

    def add(name: str, winners: int, alternates: int, vacancy: Optional[str], lines: list[OutcomeLine]) -> None:
        vector: Vector = {"id": name, "winners": winners, "alternates": alternates, "vacancy": vacancy}
        vector["lines"] = [line.line() for line in lines]
        standing = Standing(winners, alternates, vacancy)
        for number, line in enumerate(lines, 1):
            try:
                standing.take(line)
            except Failure as failure:
                vector.update(expect=failure.name, line=number)
                break
        else:
            vector.update(expect="valid", holders=standing.holders)
        vectors.append(vector)

    for winners, alternates in ((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)):
        for vacancy in ("next", "up") if alternates else (None,):
            name = f"all-{winners}-{alternates}-{vacancy or 'none'}"
            for lines in short_histories(winners, alternates, vacancy, []):
                words = "".join(f"{'-' if line.passed_over else '+'}{line.rank}" for line in lines)
                add(f"{name}/{words}", winners, alternates, vacancy, lines)
    for name, winners, alternates, vacancy, text in (
        ("pick-2-refused-alternate-1-ineligible-alternate-2-accepted", 2, 2, "next", "+1 -2 -3 +4"),
        ("vacancies-in-another-order", 3, 3, "next", "-3 -1 +5 -4 +6"),
        ("who-is-called-may-not-be-next", 3, 3, "next", "-3 -1 +6"),
        ("moving-up", 3, 3, "up", "-1 -3 +4 -2 +5 +6"),
        ("moving-up-after-accepting", 3, 3, "up", "+2 +3 +1 -1 +4 -4 +5"),
        ("moving-up-does-not-let-accept-again", 3, 3, "up", "+2 +3 +1 -1 +2"),
        ("nobody-left-next", 2, 2, "next", "-1 -3 -4 -2"),
        ("nobody-left-up", 2, 2, "up", "-1 -3 -4 -2"),
        ("a-hundred-accept", 100, 0, None, " ".join(f"+{rank}" for rank in range(100, 0, -1))),
        ("a-hundred-are-passed-over-next", 1, 99, "next", " ".join(f"-{rank}" for rank in range(1, 101))),
        ("a-hundred-are-passed-over-up", 50, 50, "up", " ".join(f"-{rank}" for rank in range(1, 101))),
        ("rank-2^63-1", 2, 1, "next", f"+1 +{2**63 - 1}"),
        ("rank-2^32-plus-1", 2, 1, "next", f"+1 +{2**32 + 1}"),
    ):
        add(name, winners, alternates, vacancy, history(text))
    for name, times in (
        ("equal", [NOON, NOON]),
        ("second-earlier", [NOON, SECOND_EARLIER]),
        ("second-later", [NOON, SECOND_LATER]),
        ("day-earlier-hour-later", ["2026-12-06T01:00:00Z", "2026-12-05T02:00:00Z"]),
        ("year-earlier", ["2026-01-01T00:00:00Z", "2025-12-31T23:59:59Z"]),
        ("year-0-to-9999", ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]),
        ("earlier-than-the-line-above-only", ["2026-12-01T00:00:00Z", "2026-12-03T00:00:00Z", "2026-12-02T00:00:00Z"]),
    ):
        add(f"times-{name}", 3, 0, None, [OutcomeLine(time, rank) for rank, time in enumerate(times, 1)])
    for name, line in (
        ("and-rank", OutcomeLine(SECOND_EARLIER, 5)),
        ("and-repeated", OutcomeLine(SECOND_EARLIER, 1)),
        ("and-skipped", OutcomeLine(SECOND_EARLIER, 4)),
    ):
        add(f"times-{name}", 2, 2, "next", [OutcomeLine(NOON, 1), line])
    add("repeated-and-skipped", 1, 1, "next", [*history("-1"), OutcomeLine(SECOND_LATER, 1)])
    for number in range(60):
        stream = Stream(material(bytes(32), number.to_bytes(8, "big"), []), "outcome vectors")
        winners, alternates = 1 + stream.next_word() % 12, stream.next_word() % 12
        vacancy = ("next", "up")[number % 2] if alternates else None
        lines = long_history(stream, winners, alternates, vacancy)
        add(f"long-{number}", winners, alternates, vacancy, lines)
    about = (
        "Section 12.5: who holds which prize place after the lines of an outcome file. lines are those after reveal, as in "
        "the file. holders: the rank that holds each prize place, from the first; null if the place is not awarded. "
        "Otherwise expect is the name of the failure, and line the number of the line that fails; the first line is 1. "
        "all-W-A-vacancy are all histories of up to three lines in which no line but the last fails."
    )
    return about, vectors


def short_histories(
    winners: int, alternates: int, vacancy: Optional[str], before: list[OutcomeLine]
) -> Iterator[list[OutcomeLine]]:
    time = f"2026-12-06T12:{len(before):02}:00Z"
    for passed_over, rank in product((None, PassedOver("declined", "x")), range(1, winners + alternates + 2)):
        lines = [*before, OutcomeLine(time, rank, passed_over)]
        yield lines
        if len(lines) < 3 and fits(winners, alternates, vacancy, lines):
            yield from short_histories(winners, alternates, vacancy, lines)


def fits(winners: int, alternates: int, vacancy: Optional[str], lines: list[OutcomeLine]) -> bool:
    standing = Standing(winners, alternates, vacancy)
    try:
        for line in lines:
            standing.take(line)
    except Failure:
        return False
    return True


def long_history(words: Stream, winners: int, alternates: int, vacancy: Optional[str]) -> list[OutcomeLine]:
    """Lines of any rank and kind, of which those that fail are left out; every third history ends with one that fails."""
    text, ends_wrong = "", words.next_word() % 3 == 0
    for _ in range(6 * (winners + alternates)):
        rank = 1 + words.next_word() % (winners + alternates + 1)
        line = f"{text} {'+-'[words.next_word() % 2]}{rank}"
        right = fits(winners, alternates, vacancy, history(line))
        if right:
            text = line
        elif ends_wrong and text.count(" ") > winners:
            return history(line)
    return history(text)


def afterwards(bases: dict[str, Case]) -> list[Fault]:
    return (
        outcome_grammar(bases["outcome-next"])
        + outcome_faults(bases)
        + several_outcomes(bases["outcome-next"])
        + earlier_faults(bases)
        + order_of_files(bases)
        + party_faults(bases)
        + grades(bases)
        + reused_seeds()
    )


def outcome_grammar(case: Case) -> list[Fault]:
    base = "outcome-next"
    text = case.outcome(case.outcomes[0])
    size = (1 << 20) + (16 << 10) * case.commit.places
    passed_over = next(line.line() for line in case.outcomes[0] if line.passed_over)
    accepted = case.outcomes[0][0].line()
    out: list[Fault] = []

    def add(name: str, expect: str, item: Any) -> None:
        out.append((f"outcome-{name}", expect, base, {"outcomes": [item]}, None))

    def line(name: str, old: str, new: str, expect: str = "grammar", of: str = passed_over) -> None:
        add(f"line-{name}", expect, edit(text, of, edit(of, old, new)))

    add("over-size", "file-size", {"repeat": "a", "times": size + 1, "then": ""})
    add("at-size", "grammar", {"repeat": "a", "times": size, "then": ""})
    add("latin-1", "not-utf-8", {"hex": text.encode().replace(b"call", b"\xe9", 1).hex()})
    add("empty", "grammar", "")
    add("no-last-lf", "grammar", text[:-1])
    add("byte-order-mark", "grammar", "\ufeff" + text)
    add("one-cr", "grammar", text.replace("\n", "\r\n", 1))
    add("crlf", "valid", text.replace("\n", "\r\n"))
    add("empty-line-at-end", "grammar", text + "\n")
    add("version-2", "later-version", edit(text, " v1\n", " v2\n"))
    add("kind-unknown", "later-version", edit(text, " outcome ", " results "))
    for kind in ("receipt", "secret", "reveal", "rehearsal"):
        add(f"kind-{kind}", "grammar", edit(text, " outcome ", f" {kind} "))
    add("needs", "later-version", edit(text, "\n", "\nneeds: colours\n"))
    add("note-at-end", "grammar", text + "note: x\n")
    add("note-at-start", "grammar", edit(text, "\n", "\nnote: x\n"))
    lines = text.split("\n")
    add("without-commit", "grammar", "\n".join(lines[:1] + lines[2:]))
    add("without-reveal", "grammar", "\n".join(lines[:2] + lines[3:]))
    add("reveal-before-commit", "grammar", "\n".join([lines[0], lines[2], lines[1]] + lines[3:]))
    add("reveal-twice", "grammar", "\n".join(lines[:3] + lines[2:]))
    add("reveal-capital", "grammar", edit(text, lines[2], lines[2][:8] + lines[2][8:].upper()))
    add("reveal-63-digits", "grammar", edit(text, lines[2], lines[2][:-1]))
    add("without-lines", "grammar", "\n".join(lines[:3]) + "\n")
    add("without-lines-needs", "grammar", "\n".join([*lines[:3], "needs: colours", ""]))
    add("unknown-line", "grammar", "\n".join(lines[:3] + ["called: 2026-12-06T00:00:00Z 1"] + lines[3:]))
    add("unknown-line-at-end", "grammar", text + "called: 2026-12-06T00:00:00Z 1\n")
    line("rank-0", " 2 ", " 0 ")
    line("rank-leading-zero", " 2 ", " 02 ")
    line("rank-sign", " 2 ", " +2 ")
    line("rank-2^63-1", " 2 ", f" {2**63 - 1} ", "outcome-rank")
    line("rank-2^63", " 2 ", f" {2**63} ")
    line("rank-2^64-plus-2", " 2 ", f" {2**64 + 2} ")
    line("rank-missing", " 2 ", " ")
    line("accepted-rank-0", " 1", " 0", of=accepted)
    line("accepted-rank-missing", " 1", "", of=accepted)
    line("accepted-with-cause", " 1", " 1 other reason", of=accepted)
    line("accepted-two-ranks", " 1", " 1 2", of=accepted)
    line("accepted-two-spaces", " 1", "  1", of=accepted)
    line("accepted-no-space", "accepted: ", "accepted:", of=accepted)
    line("accepted-capital", "accepted", "Accepted", of=accepted)
    line("time-missing", "2026-12-06T00:15:00Z ", "")
    line("time-without-z", "00Z", "00")
    line("time-offset", "00Z", "00+00:00")
    line("time-space", "06T00", "06 00")
    line("time-seconds-60", ":00Z", ":60Z")
    line("time-24-hours", "T00:15:00Z", "T24:00:00Z")
    line("time-no-such-day", "2026-12-06", "2026-11-31")
    line("cause-unknown", "no-answer", "late")
    line("cause-capital", "no-answer", "No-answer")
    line("cause-underscore", "no-answer", "no_answer")
    line("cause-missing", " no-answer", "")
    line("text-missing", " as told in call 2", "")
    line("text-only-a-space", "as told in call 2", "")
    line("text-two-spaces-before", "as told", " as told")
    line("text-two-spaces-within", "as told", "as  told", "valid")
    line("text-space-at-end", "call 2", "call 2 ")
    line("text-direction", "call", "ca\u202ell")
    line("text-tab", "call", "ca\tll")
    line("text-other", "as told in call 2", "gör det själv 東京", "valid")
    room = 512 - len(passed_over.removeprefix("passed-over: "))
    line("value-512-bytes", "as told", "as told" + "x" * room, "valid")
    line("value-513-bytes", "as told", "as told" + "x" * (room + 1))
    for cause in ("declined", "not-found", "ineligible", "duplicate", "other"):
        line(f"cause-{cause}", "no-answer", cause, "valid")
    # Lines from the top: what is wrong above decides.
    add("faults-grammar-then-rank", "grammar", edit(text, accepted, edit(accepted, " 1", " 9")) + "note: x\n")
    return out


def outcome_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []
    for base in ("outcome-next", "outcome-up", "outcome-without-alternates", "outcome-weighted", "outcome-rehearsal"):
        case = bases[base]
        winners, places = case.commit.winners, case.commit.places

        def add(name: str, expect: str, text: str, case: Case = case, base: str = base) -> None:
            out.append((f"outcome-{name}", expect, base, {"outcomes": [case.outcome(history(text))]}, None))

        add("rank-one-too-many", "outcome-rank", f"+1 +{places + 1}")
        add("rank-one-too-many-passed-over", "outcome-rank", f"-{places + 1}")
        add("accepted-twice", "outcome-repeated", "+1 +2 +1")
        add("passed-over-twice", "outcome-repeated", "-1 -1")
        add("accepted-after-passed-over", "outcome-repeated", "-1 +1")
        add("accepted-passed-over-accepted", "outcome-repeated", "+1 -1 +1")
        add("fault-in-last-line-of-three", "outcome-rank", f"+1 +2 +{places + 1}")
        add("first-of-two-faults-decides", "outcome-repeated", f"+1 +1 +{places + 1}")
        back = [OutcomeLine(NOON, 1), OutcomeLine(SECOND_EARLIER, 2)]
        for name, expect, lines in (
            ("time-back-a-second", "outcome-time", back),
            ("time-back-and-rank", "outcome-time", [back[0], back[1]._replace(rank=places + 1)]),
            ("time-back-and-repeated", "outcome-time", [back[0], back[1]._replace(rank=1)]),
            ("time-equal", "valid", [back[0], back[0]._replace(rank=2)]),
            ("time-before-created", "valid", [back[0]._replace(time="0000-01-01T00:00:00Z")]),
            ("time-far", "valid", [back[0]._replace(time="9999-12-31T23:59:59Z")]),
        ):
            out.append((f"outcome-{name}", expect, base, {"outcomes": [case.outcome(lines)]}, None))
        if places > winners:
            first = winners + 1
            add("alternate-not-called", "outcome-skipped", f"+{first}")
            add("alternate-not-called-passed-over", "outcome-skipped", f"-{first}")
            add("alternate-called-after-acceptance-only", "outcome-skipped", f"+1 +2 +3 +{first}")
        if places > winners + 1:
            add("alternate-before-its-turn", "outcome-skipped", f"-1 +{winners + 2}")
            add("alternate-before-its-turn-passed-over", "outcome-skipped", f"-1 -{winners + 2}")
            add("alternate-without-a-vacancy", "outcome-skipped", f"-1 +{winners + 1} +{winners + 2}")
    case = bases["outcome-next"]
    right = case.outcome(case.outcomes[0])
    reveal_id, commit_id = case.reveal().id().hex(), case.commit.id().hex()
    noted = replace(case.reveal(), notes=["a copy"])
    for name, expect, change in (
        ("of-other-commit", "other-commit", {"outcomes": [edit(right, commit_id, flip_hex(commit_id, 0))]}),
        ("of-other-reveal", "other-reveal", {"outcomes": [edit(right, reveal_id, flip_hex(reveal_id, 63))]}),
        ("of-noted-reveal", "other-reveal", {"outcomes": [edit(right, reveal_id, noted.id().hex())]}),
        ("of-reveal-noted-later", "other-reveal", {"reveals": [noted.text()]}),
        ("names-the-commit-as-reveal", "other-reveal", {"outcomes": [edit(right, reveal_id, commit_id)]}),
        ("second-of-other-reveal", "other-reveal", {"outcomes": [right, edit(right, reveal_id, "0" * 64)]}),
        (
            "both-other-reveal-other-commit",
            "other-commit",
            {"outcomes": [edit(right, reveal_id, "0" * 64), edit(right, commit_id, "0" * 64)]},
        ),
        (
            "both-other-reveal-rank",
            "other-reveal",
            {"outcomes": [case.outcome(history("+9")), edit(right, reveal_id, "0" * 64)]},
        ),
        ("no-outcome", "valid", {"outcomes": []}),
        ("both-draw-line-rank", "draw-line", both_with_draw_line(case)),
    ):
        out.append((f"outcome-{name}", expect, "outcome-next", change, None))
    return out


def both_with_draw_line(case: Case) -> dict[str, Any]:
    other = case.reveal()
    other.draws[-1].entry = "Someone else"
    outcome = Outcome(case.commit.id(), other.id(), history("+9")).text()
    return {"reveals": [other.text()], "outcomes": [outcome]}


def several_outcomes(case: Case) -> list[Fault]:
    lines = case.outcomes[0]
    noted = replace(case.reveal(), notes=["a copy"])
    out: list[Fault] = []

    def add(name: str, expect: str, *outcomes: list[OutcomeLine]) -> None:
        change = {"outcomes": [case.outcome(one) for one in outcomes]}
        out.append((f"outcomes-{name}", expect, "outcome-next", change, None))

    def of_two_reveals(name: str, expect: str, one: list[OutcomeLine], other: list[OutcomeLine]) -> None:
        change = {
            "reveals": [case.reveal().text(), noted.text()],
            "outcomes": [case.outcome(one), Outcome(case.commit.id(), noted.id(), other).text()],
        }
        out.append((f"outcomes-of-two-reveals-{name}", expect, "outcome-next", change, None))

    changed = lines[1]._replace(passed_over=PassedOver("no-answer", "as told in call 3"))
    add("one-longer", "valid", lines[:2], lines)
    add("one-shorter", "valid", lines, lines[:1])
    add("three-states", "valid", lines[:3], lines[:1], lines)
    add("the-same", "valid", lines, lines)
    add(
        "last-line-differs",
        "two-outcomes",
        [*lines[:-1], lines[-1]._replace(passed_over=PassedOver("other", "x"))],
        lines,
    )
    add("text-differs", "two-outcomes", lines, [lines[0], changed])
    add(
        "cause-differs",
        "two-outcomes",
        lines,
        [lines[0], lines[1]._replace(passed_over=PassedOver("other", "as told in call 2"))],
    )
    add("time-differs", "two-outcomes", [OutcomeLine(NOON, 1)], [OutcomeLine(SECOND_LATER, 1)])
    add("first-line-alone-differs", "two-outcomes", lines, [lines[0]._replace(rank=2), *lines[1:]])
    add("rank-differs", "two-outcomes", [OutcomeLine(NOON, 1)], [OutcomeLine(NOON, 2)])
    add("line-left-out", "two-outcomes", lines, lines[1:3])
    add(
        "lines-swapped",
        "two-outcomes",
        [OutcomeLine(NOON, 1), OutcomeLine(NOON, 2)],
        [OutcomeLine(NOON, 2), OutcomeLine(NOON, 1)],
    )
    # Both of these begin the longest one but not each other; and the other way round.
    add("two-of-three-differ", "two-outcomes", lines[:1], [lines[0], changed], lines)
    add("both-begin-with-the-shortest", "two-outcomes", lines[:1], lines, [lines[0], changed])
    add("second-fails", "outcome-skipped", lines, history("+1 +5"))
    add("first-fails-second-too", "outcome-skipped", history("+5"), history("+9"))
    add("both-two-outcomes-rank", "outcome-rank", lines, [lines[0], changed], history("+9"))
    of_two_reveals("the-same", "valid", lines, lines)
    of_two_reveals("one-shorter", "valid", lines, lines[:2])
    of_two_reveals("that-differ", "two-outcomes", lines, [lines[0], changed])
    crlf = case.outcome(lines[:2]).replace("\n", "\r\n")
    out.append(("outcomes-one-with-crlf", "valid", "outcome-next", {"outcomes": [crlf, case.outcome(lines)]}, None))
    return out


def draw_files(commit: Commit, reveal: Optional[Reveal]) -> dict[str, Any]:
    return {"commit": commit.text(), "reveal": reveal.text() if reveal else None}


def earlier_faults(bases: dict[str, Case]) -> list[Fault]:
    chain, replaced = bases["follows-chain"], bases["replaces-one-given"]
    two, one = [draw_files(*draw) for draw in chain.earlier]
    (second, second_reveal), (first, first_reveal) = chain.earlier
    assert first_reveal and second_reveal
    stranger = draw_files(bases["seed-only"].commit, None)
    noted = replace(second_reveal, notes=["a copy"])
    out: list[Fault] = []

    def add(name: str, expect: str, earlier: list[Any], base: str = "follows-chain", **change: Any) -> None:
        out.append((f"earlier-{name}", expect, base, {"earlier": earlier, **change}, None))

    def alone(item: Any, reveal: Any = None) -> list[Any]:
        return [{"commit": item, "reveal": reveal}]

    fault = "earlier-draw"
    add("none", "valid", [])
    add("first-only", fault, [one])
    add("last-only", "valid", [two])
    add("stranger", fault, [stranger])
    add("stranger-besides", fault, [two, one, stranger])
    add("given-twice", fault, [two, one, two])
    add("given-twice-once-without-reveal", fault, [{**two, "reveal": None}, two])
    add("the-draw-itself", fault, [draw_files(chain.commit, chain.reveal())])
    add("the-draw-itself-besides", fault, [two, draw_files(chain.commit, None)])
    add("later-one", fault, [draw_files(chain.commit, None)], "replaces-one-given")
    add("of-a-draw-that-names-none", fault, [stranger], "outcome-next")
    add("followed-reveal-with-note", fault, [{**two, "reveal": noted.text()}])
    changed = edit(two["reveal"], second_reveal.material.hex(), flip_hex(second_reveal.material.hex(), 0))
    add("followed-reveal-material", fault, [{**two, "reveal": changed}])
    add("followed-reveal-of-the-other", fault, [{**two, "reveal": one["reveal"]}, one])
    add("followed-reveal-of-this-draw", fault, [{**two, "reveal": chain.reveal().text()}])
    add("replaced-reveal-of-the-other", fault, [two, {**one, "reveal": two["reveal"]}])
    add("replaced-reveal-with-note", "valid", [two, {**one, "reveal": one["reveal"] + "note: x\n"}])
    flipped = flip_hex(first_reveal.material.hex(), 0)
    changed = edit(one["reveal"], first_reveal.material.hex(), flipped)
    add("replaced-reveal-material", "valid", [{**one, "reveal": changed}], "replaces-one-given")
    changed = edit(one["reveal"], first.id().hex(), flip_hex(first.id().hex(), 0))
    add("replaced-reveal-of-no-commit-given", fault, [{**one, "reveal": changed}], "replaces-one-given")
    kind = replace(first_reveal, rehearsal=True).text()
    add("replaced-reveal-of-a-rehearsal", "valid", [{**one, "reveal": kind}], "replaces-one-given")
    changed = edit(one["commit"], "First draw", "First  draw")
    add("commit-changed", fault, [{"commit": changed, "reveal": None}], "replaces-one-given")
    add(
        "commit-crlf",
        "valid",
        alone(one["commit"].replace("\n", "\r\n"), one["reveal"].replace("\n", "\r\n")),
        "replaces-one-given",
    )
    # Only read: that no rule could be kept is not asked.
    impossible = replace(first, prizes=[(first.entries + 1, "Car")])
    heir = rebound(replace(replaced.commit, replaces=impossible.id()), replaced, draws=True)
    add("breaks-the-rules", "valid", [draw_files(impossible, None)], "replaces-one-given", **heir)
    for name, expect, earlier in (
        ("commit-not-utf-8", "not-utf-8", alone({"hex": one["commit"].encode().hex() + "c3"})),
        ("commit-grammar", "grammar", alone(one["commit"] + "x")),
        ("commit-version-2", "later-version", alone(edit(one["commit"], " v1\n", " v2\n"))),
        ("commit-over-size", "file-size", alone({"repeat": "a", "times": (1 << 20) + 1, "then": ""})),
        ("reveal-in-place-of-commit", "grammar", alone(one["reveal"])),
        ("commit-in-place-of-reveal", "grammar", alone(one["commit"], one["commit"])),
        ("reveal-not-utf-8", "not-utf-8", alone(one["commit"], {"hex": one["reveal"].encode().hex() + "c3"})),
        ("reveal-grammar", "grammar", alone(one["commit"], one["reveal"] + "x")),
        ("reveal-later-version", "later-version", alone(one["commit"], edit(one["reveal"], "reveal v1", "reveal v2"))),
    ):
        add(name, expect, earlier, "replaces-one-given")
    # The first draw has four places and the second one three: each file's own commit gives its limit.
    sizes = {"own": (1 << 20) + (16 << 10) * first.places, "the-draws": (1 << 20) + (16 << 10) * second.places}
    for name, expect, times in (
        ("reveal-at-its-size", "grammar", sizes["own"]),
        ("reveal-over-its-size", "file-size", sizes["own"] + 1),
        ("reveal-over-the-size-of-the-draw", "grammar", sizes["the-draws"] + 1),
    ):
        earlier = alone(one["commit"], {"repeat": "a", "times": times, "then": ""})
        add(name, expect, earlier, "replaces-one-given")
    return out


def order_of_files(bases: dict[str, Case]) -> list[Fault]:
    """Which of two faults decides: in step 1 by the order of files, in step 2 by that of names."""
    base = "follows-chain-and-outcome"
    case = bases[base]
    outcome = case.outcome(case.outcomes[0])
    two, one = [draw_files(*draw) for draw in case.earlier]
    receipt = make_receipt(case.commit, case.entry_list, 3).text()
    bad_outcome = edit(outcome, " v1\n", " v2\n")
    bad_commit = {"commit": {"hex": one["commit"].encode().hex() + "c3"}, "reveal": None}
    bad_reveal = {"commit": one["commit"], "reveal": one["reveal"] + "x"}
    stranger = draw_files(bases["seed-only"].commit, None)
    other_reveal = edit(outcome, case.reveal().id().hex(), "0" * 64)
    other_commit = edit(outcome, case.commit.id().hex(), "0" * 64)
    kinds = replace(case.reveal(), rehearsal=True)
    of_kinds = Outcome(case.commit.id(), kinds.id(), case.outcomes[0]).text()
    out: list[Fault] = []

    def add(name: str, expect: str, options: Optional[dict[str, Any]] = None, **change: Any) -> None:
        out.append((f"both-{name}", expect, base, change, options))

    add("receipt-outcome", "grammar", receipts=[receipt + "x"], outcomes=[bad_outcome])
    add("outcome-earlier-commit", "later-version", outcomes=[bad_outcome], earlier=[bad_commit])
    add("earlier-commit-then-reveal", "not-utf-8", earlier=[bad_commit, bad_reveal])
    add("earlier-reveal-then-commit", "grammar", earlier=[bad_reveal, bad_commit])
    add("earlier-commit-and-its-reveal", "not-utf-8", earlier=[{**bad_commit, "reveal": bad_reveal["reveal"]}])
    add("earlier-grammar-commit-id", "grammar", {"expect": "0" * 64}, earlier=[bad_reveal])
    add("commit-id-other-reveal", "commit-id", {"expect": "0" * 64}, outcomes=[other_reveal])
    wrong_receipt = edit(receipt, case.commit.id().hex(), "0" * 64)
    add("other-reveal-receipt-other-commit", "other-commit", outcomes=[other_reveal], receipts=[wrong_receipt])
    add("other-commit-earlier-draw", "other-commit", outcomes=[other_commit], earlier=[stranger])
    add("other-reveal-earlier-draw", "other-reveal", outcomes=[other_reveal], earlier=[stranger])
    add("earlier-draw-rehearsal", "earlier-draw", reveals=[kinds.text()], outcomes=[of_kinds], earlier=[stranger])
    add("other-reveal-rehearsal", "other-reveal", reveals=[kinds.text()])
    add("rehearsal-list-missing-outcome", "rehearsal", reveals=[kinds.text()], outcomes=[of_kinds], list=None)
    add("earlier-draw-list-missing", "earlier-draw", earlier=[stranger], list=None)
    add("list-missing-outcome-rank", "list-missing", outcomes=[case.outcome(history("+9"))], list=None)
    add("earlier-draw-outcome-rank", "earlier-draw", outcomes=[case.outcome(history("+9"))], earlier=[one])
    add("all-right", "valid", {"expect": case.commit.id().hex()})
    return out


def party_faults(bases: dict[str, Case]) -> list[Fault]:
    out: list[Fault] = []
    prefix = "parties-public-leave-out-without-"
    for base, case in bases.items():
        missing = [name for name in case.seeds if name not in case.published]
        if not base.startswith(prefix):
            continue
        # What was called missing and is opened nevertheless.
        for name in missing:
            seeds = [*case.published.items(), (name, case.seeds[name])]
            ordered = [pair for pair in case.seeds.items() if pair in seeds]
            change: dict[str, Any] = {"seeds": [Seeds(case.commit.id(), ordered).text()]}
            out.append((f"{name}-opens-after-all", "two-results", base, change, None))
        # Two reveals of one commit, which count other seeds.
        complete = make_reveal(case.commit, case.entry_list, case.seeds, case.beacon)
        change = {"reveals": [case.reveal().text(), complete.text()]}
        out.append(("another-reveal-counts-all", "two-results" if missing else "valid", base, change, None))
    # A commitment copied under another name, which the seed of the first doesn't open.
    for base in ("parties-seeds-void-without-none", "parties-public-leave-out-without-none"):
        case = bases[base]
        names = list(case.seeds)
        copied = [*case.commit.seeds[:2], (names[2], case.commit.seeds[1][1])]
        copy = replace(case, commit=replace(case.commit, seeds=copied))
        copy.published = {**case.seeds, names[2]: case.seeds[names[1]]}
        change = {"commit": copy.commit.text(), "reveals": [copy.reveal().text()], "seeds": []}
        out.append(("copied-commitment", "seed-commitment", base, change, None))
        copy.published = {name: case.seeds[name] for name in names[:2]}
        change = {"commit": copy.commit.text(), "reveals": [copy.reveal().text()], "seeds": []}
        expect = "valid" if case.commit.no_reveal == "leave-out" else "seed-missing"
        out.append(("copied-commitment-never-opened", expect, base, change, None))
    return out


def grades(bases: dict[str, Case]) -> list[Fault]:
    """With and without the expected id, and with a proven time: before the round, at it, or none."""
    out: list[Fault] = []
    for base in (
        "seed-only",
        "public-text-three-seeds-one-missing",
        "rehearsal",
        "drand-quicknet",
        "drand-seed-opened-later",
        "drand-two-seeds-one-missing",
        "parties-drand-leave-out-without-none",
        "parties-drand-leave-out-without-bob",
        "parties-drand-void-without-none",
        "parties-drand-leave-out-without-ann-bob-carol",
    ):
        commit = bases[base].commit
        for (known, expected_id), (when, time) in product(
            (("id-unknown", None), ("id-expected", commit.id().hex())),
            (("no-time", None), ("time-before", "2024-10-14T17:13:32Z"), ("time-of-round", "2024-10-14T17:13:33Z")),
        ):
            options = {"expect": expected_id, "existed_by": time}
            out.append((f"grade-{known}-{when}", "valid", base, {}, options))
    # The signature in `fresh` didn't exist before its round, so neither did the commit.
    for (known, expected_id), (when, time) in product(
        (("id-unknown", None), ("id-expected", bases["fresh-and-drand"].commit.id().hex())),
        (("before", "2023-08-23T15:15:32Z"), ("at", "2023-08-23T15:15:33Z")),
    ):
        options = {"expect": expected_id, "existed_by": time}
        out.append((f"grade-{known}-time-{when}-fresh", "valid", "fresh-and-drand", {}, options))
    options = {"expect": None, "existed_by": "2023-08-23T15:15:32Z"}
    out.append(("grade-time-before-fresh", "valid", "fresh-quicknet", {}, options))
    # A proven time only adds: the commit says that it was made when the round was due.
    case = bases["drand-quicknet"]
    late = rebound(replace(case.commit, created="2024-10-14T17:13:33Z"), case, draws=True)
    options = {"existed_by": "2024-10-14T17:13:32Z"}
    out.append(("grade-created-at-round-time-before", "beacon", "drand-quicknet", late, options))
    return out


def reused_seeds() -> list[Fault]:
    """Seeds that open two commitments: of two names, or of this commit and an earlier draw's."""
    out: list[Fault] = []
    two, three, same = ["organiser", "bob"], ["ann", "bob", "carol"], {"bob": "organiser"}
    left_out: dict[str, Any] = {
        "seeds": three,
        "beacon": Public(SHAPE, "Saturday lottery"),
        "value": PublicValue(TEXT),
        "no_reveal": "leave-out",
    }
    fault = "seed-reused"

    def add(name: str, expect: str, base: str, case: Case, **change: Any) -> None:
        written = case.files()
        files = {part: written[part] for part in ("commit", "reveals", "seeds", "earlier")}
        out.append((f"reused-{name}", expect, base, {**files, **change}, None))

    twins = make_case(seeds=two, secrets_of=same, seeds_file=True)
    add("by-two-names", fault, "two-seeds", twins)
    add("by-two-names-of-sixteen", fault, "two-seeds", make_case(seeds=[f"p{i}" for i in range(16)], secrets_of={"p15": "p0"}))
    add("by-two-names-rehearsal", fault, "rehearsal", make_case(rehearsal=True, seeds=two, secrets_of=same))
    wrong = Seeds(twins.commit.id(), [("bob", bytes(64))]).text()
    add("seed-commitment-first", "seed-commitment", "two-seeds", twins, seeds=[wrong])
    lacking = make_case(seeds=two, secrets_of=same, missing=["bob"])
    add("before-seed-missing", fault, "two-seeds", lacking)
    add("before-draw-count", fault, "two-seeds", twins, reveals=[replace(twins.reveal(), draws=[]).text()])
    base = "parties-public-leave-out-without-none"
    hidden = make_case(missing=["carol"], secrets_of={"carol": "ann"}, **left_out)
    opened = make_case(secrets_of={"carol": "ann"}, **left_out)
    add("by-a-name-left-out", fault, base, hidden)
    add("before-two-results", fault, base, hidden, reveals=[hidden.reveal().text(), opened.reveal().text()])
    neither = make_case(missing=["ann", "carol"], secrets_of={"carol": "ann"}, **left_out)
    add("by-two-names-left-out", "valid", base, neither)
    opening = Seeds(neither.commit.id(), [("ann", example_seed("ann"))]).text()
    add("by-two-names-left-out-in-a-seeds-file", fault, base, neither, seeds=[opening])

    def after(first: Case, **more: Any) -> Case:
        return make_case(replaces=first.commit.id(), reason="The list was an old one", **more)

    for name, expect, first in (
        ("same-name", fault, make_case(title="First draw")),
        ("other-name", fault, make_case(title="First draw", seeds=["ann"], secrets_of={"ann": "organiser"})),
        ("one-of-two", fault, make_case(title="First draw", seeds=["ann", "organiser"])),
        ("rehearsal", fault, make_case(title="First draw", rehearsal=True)),
        ("void", fault, make_case(title="First draw", seeds=["ann", "organiser"], missing=["organiser"])),
        ("other-seed", "valid", make_case(title="First draw", secrets_of={"organiser": "another"})),
    ):
        later = after(first)
        add(f"earlier-{name}", expect, "seed-only", later.with_earlier((first.commit, first.reveal())))
        add(f"earlier-{name}-without-reveal", expect, "seed-only", later.with_earlier((first.commit, None)))
        add(f"earlier-{name}-not-given", "valid", "seed-only", later)
    # The reveal of a draw that is replaced is under no id: a seed that it says and its commit doesn't hold is nothing.
    first = make_case(title="First draw", secrets_of={"organiser": "another"})
    for name, holder in (("its-name", "organiser"), ("another-name", "ann")):
        forged = replace(first.reveal(), seeds=[(holder, example_seed("organiser"))])
        add(f"earlier-forged-{name}", "valid", "seed-only", after(first).with_earlier((first.commit, forged)))
    # Two draws before, and two earlier draws of one seed, which is nothing against this draw.
    second = after(first, title="Second draw", seeds=["bob"])
    third = make_case(replaces=second.commit.id(), reason="x", secrets_of={"organiser": "another"})
    chain = [(case.commit, case.reveal()) for case in (second, first)]
    add("earlier-two-before", fault, "seed-only", third.with_earlier(*chain))
    second = after(first, title="Second draw", secrets_of={"organiser": "another"})
    third = make_case(replaces=second.commit.id(), reason="x")
    chain = [(case.commit, case.reveal()) for case in (second, first)]
    add("by-two-earlier", "valid", "seed-only", third.with_earlier(*chain))
    # A seed that is left out here was opened before.
    first = make_case(title="First draw", seeds=["bob"])
    later = after(first, missing=["bob"], **left_out)
    add("earlier-left-out", fault, base, later.with_earlier((first.commit, first.reveal())))
    add("earlier-left-out-without-reveal", "valid", base, later.with_earlier((first.commit, None)))
    return out
