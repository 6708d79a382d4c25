//! `certificate`: one page with a draw and its verifier in it.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::folder::Folder;

/// The page as anybody can get it elsewhere.
const PAGE: &str = include_str!("../../../audit/verify/fairdraw-verify.html");
const PLACE: &str = "<!-- fairdraw:embedded -->";
const BLOCK: &str = "<script type=\"application/json\" id=\"fairdraw-files\">";

/// What was put into the page: what it says of itself, and its block of files.
fn put_in(page: &str) -> (&str, Value) {
    let (before, after) = PAGE.split_once(PLACE).unwrap();
    let inside = page.strip_prefix(before).unwrap().strip_suffix(after).unwrap();
    let (stated, block) = inside.split_once(BLOCK).unwrap();
    let json = block.strip_suffix("</script>").unwrap();
    assert!(!json.contains('<'), "nothing can end the block");
    (stated, serde_json::from_str(json).unwrap())
}

/// The files in the page.
fn embedded(page: &str) -> Vec<(String, Vec<u8>)> {
    let (_, block) = put_in(page);
    let file = |file: &Value| {
        let bytes = STANDARD.decode(file["base64"].as_str().unwrap()).unwrap();
        (file["name"].as_str().unwrap().to_owned(), bytes)
    };
    block["files"].as_array().unwrap().iter().map(file).collect()
}

fn names(page: &str) -> Vec<String> {
    embedded(page).into_iter().map(|(name, _)| name).collect()
}

/// The text of HTML that has no other references than ours.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text += piece.split_once('>').map_or(piece, |(_, after)| after);
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(text, |text, (reference, character)| text.replace(reference, character))
}

/// The contents of the elements of one tag.
fn elements<'a>(html: &'a str, tag: &str) -> Vec<&'a str> {
    let (begin, end) = (format!("<{tag}>"), format!("</{tag}>"));
    html.split(&begin).skip(1).map(|rest| rest.split_once(&end).unwrap().0).collect()
}

/// Tags of all elements, each once.
fn tags(html: &str) -> Vec<&str> {
    let mut tags: Vec<_> = html
        .split('<')
        .skip(1)
        .map(|piece| piece.split(|c: char| !c.is_ascii_alphanumeric() && c != '/').next().unwrap())
        .collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

const HOSTILE: [&str; 16] = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "\"quotes' & `ticks`",
    "</textarea><b>",
    "<!-- fairdraw:embedded -->",
    "]]>",
    "&amp; &lt;i&gt; &#60;",
    "--><img src=x onerror=alert(3)>",
    "'><svg onload=alert(4)>",
    "{count} {0} ${alert(5)}",
    "\\u003c \\\" \\",
    "שלום עולם",
    "مرحبا (1)",
    "👩‍👩‍👧 Ng̃ũgĩ",
    "</article></bdi></title>",
    "</noscript><style>*{display:none}",
];

/// A draw of all that stands in the list, so that each hostile entry is a winner.
fn hostile_draw(more: &[&str]) -> Folder {
    let folder = Folder::new();
    let long = "x<&\"é".repeat(682) + "<&é"; // 4,096 bytes, the most there can be
    folder.write("list.txt", HOSTILE.join("\n") + "\n" + &long[..4096] + "\n");
    let arguments = [
        "draw",
        "list.txt",
        "--format",
        "text",
        "-o",
        "d",
        "--title",
        "</title><script>alert('t')</script>",
        "--organiser",
        "A & B <b>\"C\"</b>",
        "--prize",
        "9 <b onclick=\"alert(6)\">Prize</b>",
        "--alternates",
        "8",
        "--published",
        "<a href='javascript:alert(7)'>here</a>",
        "--note",
        "<img src=http://127.0.0.1:9/x>",
    ];
    folder.run(&[arguments.as_slice(), more].concat()).done();
    folder
}

#[test]
fn page_is_the_verifier_with_the_draw_in_its_place() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let said = folder.run(&["certificate", "a.reveal"]).done();
    assert!(said.ends_with("\npublish     a.html\n"), "{said}");
    let checked =
        "\nchecked     VALID if the commit id above is the one published before the draw: ";
    assert!(said.contains(checked), "{said}");
    let page = folder.text("a.html");
    let (stated, block) = put_in(&page);
    assert_eq!(block["rehearsal"], false);
    let files =
        ["a.commit", "a.reveal", "a.list"].map(|name| (name.to_owned(), folder.bytes(name)));
    assert_eq!(embedded(&page), files);
    // Without scripts it is readable, and says that nothing was checked.
    let text = text_of(stated);
    for wanted in ["Nothing has been checked yet", "Cakes", "Winners, not checked", "the board"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    for line in folder.text("a.reveal").lines().filter(|line| line.starts_with("draw: ")) {
        let entry = line.splitn(5, ' ').nth(4).unwrap();
        assert!(elements(stated, "bdi").contains(&entry), "{entry}");
    }
    // Nothing in it looks like a result.
    for class in ["verdict", "valid", "PROVEN", "good"] {
        assert!(!stated.contains(&format!("\"{class}")), "{class}");
    }
    assert!(!text.contains("Valid") && !text.contains("VALID"), "{text}");
}

#[test]
fn hostile_content_is_text() {
    let folder = hostile_draw(&[]);
    folder.run(&["certificate", "d"]).done();
    let page = folder.text("d/draw.html");
    let (stated, _) = put_in(&page);
    let mut shown: Vec<_> = elements(stated, "bdi").into_iter().map(text_of).collect();
    let list = folder.text("d/draw.list");
    assert_eq!(list.lines().map(str::len).max(), Some(4096));
    for entry in list.lines() {
        let at = shown.iter().position(|shown| shown == entry);
        shown.remove(at.unwrap_or_else(|| panic!("{entry} is not shown")));
    }
    for wanted in [
        "</title><script>alert('t')</script>",
        "A & B <b>\"C\"</b>",
        "<b onclick=\"alert(6)\">Prize</b>",
        "<a href='javascript:alert(7)'>here</a>",
    ] {
        assert!(shown.iter().any(|shown| shown == wanted), "{wanted}");
    }
    assert_eq!(
        tags(stated),
        [
            "/article", "/bdi", "/code", "/div", "/h1", "/h2", "/h3", "/li", "/ol", "/p",
            "/section", "/small", "/span", "/strong", "/svg", "/ul", "article", "bdi", "code",
            "div", "h1", "h2", "h3", "li", "ol", "p", "path", "section", "small", "span", "strong",
            "svg", "ul"
        ]
    );
    for ((name, bytes), file) in embedded(&page).into_iter().zip(["commit", "reveal", "list"]) {
        assert_eq!(
            (name.as_str(), bytes),
            (format!("draw.{file}").as_str(), folder.bytes(&format!("d/draw.{file}")))
        );
    }
}

#[test]
fn each_language_has_all_texts() {
    let folder = Folder::with_draw(&["--seed-only"]);
    for (language, not_yet) in [
        ("en", "Nothing has been checked yet"),
        ("es", "Todavía no se ha comprobado nada"),
        ("pt", "Nada foi conferido ainda"),
        ("de", "Noch wurde nichts geprüft"),
        ("fr", "Rien n’a encore été vérifié"),
    ] {
        let page =
            folder.run(&["certificate", "a.reveal", "--language", language, "-o", "-"]).done();
        let (stated, _) = put_in(&page);
        assert!(stated.contains(&format!("lang=\"{language}\"")), "{stated}");
        let text = text_of(stated);
        assert!(text.contains(not_yet) && !text.contains(['{', '}', '|']), "{text}");
        for key in ["rule.", "l.", "d.", "how-", "step.", "word."] {
            assert!(!text.split_whitespace().any(|word| word.starts_with(key)), "{key}: {text}");
        }
    }
    let error = folder.run(&["certificate", "a.reveal", "--language", "xx"]).not_done();
    assert!(error.contains("'xx'"), "{error}");
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.write("a.html", "mine");
    let error = folder.run(&["certificate", "a.reveal"]).not_done();
    assert!(error.contains("a.html exists; nothing is overwritten"), "{error}");
    assert_eq!(folder.text("a.html"), "mine");
    folder.run(&["certificate", "a.reveal", "-o", "b.html"]).done();
    folder.run(&["certificate", "a.reveal", "--output", "b.html"]).not_done();
}

#[test]
fn draw_that_is_not_valid_has_no_page() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let files = folder.path().read_dir().unwrap().count();
    let id = "0".repeat(64);
    folder.run(&["certificate", "a.reveal", "--expect", &id]).not_valid("commit-id");
    let reveal = folder.text("a.reveal");
    folder.change("a.reveal", "draw: 1 prize-1 ", "draw: 1 prize-1 2");
    folder.run(&["certificate", "a.reveal"]).not_valid("draw-position");
    folder.write("a.reveal", reveal);
    folder.change("a.list", "entry 7\n", "entry seven\n");
    folder.run(&["certificate", "a.reveal"]).not_valid("list-root");
    fs::remove_file(folder.at("a.list")).unwrap();
    folder.write("spare", "");
    folder.run(&["certificate", "a.reveal"]).not_done();
    folder.change("a.commit", "title: ", "titel: ");
    folder.run(&["certificate", "a.reveal"]).not_valid("grammar");
    fs::remove_file(folder.at("a.commit")).unwrap();
    folder.write("spare-2", "");
    let error = folder.run(&["certificate", "a.reveal"]).not_done();
    assert!(error.contains("there is no commit file"), "{error}");
    assert_eq!(folder.path().read_dir().unwrap().count(), files);
}

#[test]
fn private_draw_shows_its_winners_and_nobody_else() {
    for way in ["reveal", "folder", "files"] {
        let folder = Folder::with_draw(&["--seed-only", "--private"]);
        // As after `receipt --all`, copied into the wrong folder.
        folder.run(&["receipt", "a.commit", "--position", "0", "-o", "a.receipt"]).done();
        let arguments: &[&str] = match way {
            "reveal" => &["certificate", "a.reveal", "-o", "page"],
            "folder" => &["certificate", ".", "-o", "page"],
            _ => &["certificate", "a.commit", "a.reveal", "a.list", "-o", "page"],
        };
        folder.run(arguments).done();
        let page = folder.text("page");
        assert_eq!(names(&page), ["a.commit", "a.reveal"], "{way}");
        let reveal = folder.text("a.reveal");
        let (stated, _) = put_in(&page);
        let shown = text_of(stated).replace('\u{202f}', "");
        let losers = (1..=20).map(|number| format!("entry {number}"));
        for loser in losers.filter(|entry| !reveal.contains(&format!(" {entry}\n"))) {
            assert!(!shown.contains(&format!("{loser}\n")), "{way}: {loser}");
        }
        assert!(shown.contains("only the entries drawn"), "{shown}");
        // A receipt that is named is there.
        folder.run(&["certificate", "a.commit", "a.reveal", "a.receipt", "-o", "more"]).done();
        assert_eq!(names(&folder.text("more")), ["a.commit", "a.reveal", "a.receipt"]);
    }
}

#[test]
fn secret_is_never_in_the_page() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let error =
        folder.run(&["certificate", "a.reveal", "a.commit", "a.list", "a.secret"]).not_done();
    assert!(error.contains("a.secret is a secret file"), "{error}");
    folder.write("b.list", folder.bytes("a.secret"));
    folder.run(&["certificate", "a.reveal", "a.commit", "b.list"]).not_valid("list-count");
    folder.write("b.seeds", folder.bytes("a.secret"));
    folder.run(&["certificate", "a.reveal", "a.commit", "a.list", "b.seeds"]).not_valid("grammar");
    folder.write("renamed", folder.bytes("a.secret"));
    folder.run(&["certificate", "a.reveal", "a.commit", "a.list", "renamed"]).not_done();
    assert!(!folder.at("a.html").exists());
    // A folder's secret is passed over; the seed itself stands in the reveal.
    fs::remove_file(folder.at("b.list")).unwrap();
    fs::remove_file(folder.at("b.seeds")).unwrap();
    folder.run(&["certificate", "."]).done();
    let page = folder.text("a.html");
    assert_eq!(names(&page), ["a.commit", "a.reveal", "a.list"]);
    let private = Folder::with_draw(&["--seed-only", "--private"]);
    private.run(&["certificate", "."]).done();
    let key = private.value("a.secret", "list-key");
    let everything: Vec<u8> =
        embedded(&private.text("a.html")).into_iter().flat_map(|(_, bytes)| bytes).collect();
    assert!(!String::from_utf8(everything).unwrap().contains(&key));
}

#[test]
fn rehearsal_is_a_test() {
    let folder = Folder::with_draw(&["--seed-only", "--rehearsal"]);
    folder.run(&["certificate", "a.reveal"]).not_valid("rehearsal");
    let said = folder.run(&["certificate", "a.reveal", "--rehearsal"]).done();
    assert!(said.starts_with("TEST: "), "{said}");
    let page = folder.text("a.html");
    let (stated, block) = put_in(&page);
    assert_eq!(block["rehearsal"], true);
    assert!(stated.contains("<strong>TEST</strong>") && stated.contains("TEST: would-be winners"));
    assert!(stated.contains("--rehearsal"), "{stated}");
}

#[test]
fn commands_leave_the_commit_id_to_whoever_runs_them() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let page = folder.run(&["certificate", "a.reveal", "-o", "-"]).done();
    let text = text_of(put_in(&page).0);
    let id = folder.value("a.reveal", "commit");
    for program in ["fairdraw", "python3 fairdraw.py"] {
        let line = format!("\n{program} verify a.commit a.reveal a.list --expect COMMIT-ID\n");
        assert!(text.contains(&line), "{line}: {text}");
    }
    let hint = "In place of COMMIT-ID put the id from the board, not from this page.";
    assert!(text.contains(hint) && !text.contains(&format!("--expect {id}")), "{text}");
}

#[test]
fn files_of_the_same_name_are_found_and_numbered() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.run(&["receipt", "a.commit", "--position", "3", "-o", "a.receipt"]).done();
    folder.run(&["receipt", "a.commit", "--position", "4", "-o", "<i> b.receipt"]).done();
    for only in ["a.reveal", "a.commit"] {
        let page = folder.run(&["certificate", only, "-o", "-"]).done();
        assert_eq!(names(&page), ["a.commit", "a.reveal", "a.list", "a.receipt"]);
    }
    let page = folder.run(&["certificate", ".", "-o", "-"]).done();
    assert_eq!(names(&page), ["a.commit", "a.reveal", "a.list", "a.receipt", "a-2.receipt"]);
    // A name that can't stand in a command as it is doesn't get into the page.
    for ending in ["commit", "reveal", "list"] {
        fs::rename(folder.at(&format!("a.{ending}")), folder.at(&format!("x <b>'$.{ending}")))
            .unwrap();
    }
    folder.run(&["certificate", "x <b>'$.reveal"]).done();
    assert_eq!(names(&folder.text("x <b>'$.html")), ["draw.commit", "draw.reveal", "draw.list"]);
}

#[cfg(unix)]
#[test]
fn line_for_the_commit_id_prints_it_whatever_the_line_ends() {
    for crlf in [false, true] {
        let folder = Folder::with_draw(&["--seed-only"]);
        let id = folder.value("a.reveal", "commit");
        if crlf {
            folder.write("a.commit", folder.text("a.commit").replace('\n', "\r\n"));
        }
        folder.run(&["certificate", "a.reveal"]).done();
        let page = folder.text("a.html");
        let text = text_of(put_in(&page).0);
        let line = text.lines().find(|line| line.contains("sha256sum")).unwrap();
        let mut shell = std::process::Command::new("sh");
        let ran = shell.args(["-c", line]).current_dir(folder.path()).output().unwrap();
        let printed = String::from_utf8(ran.stdout).unwrap();
        assert!(printed.starts_with(&id), "{line}: {printed}");
    }
}

#[test]
fn what_became_of_the_prizes_goes_into_the_page() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    folder.run(&["certificate", "a.reveal"]).done();
    let page = folder.text("a.html");
    let files = embedded(&page);
    assert_eq!(names(&page), ["a.commit", "a.reveal", "a.list", "a.outcome"]);
    assert_eq!(files[3].1, folder.bytes("a.outcome"));
    // One that skips a rank is no part of a page.
    folder.change("a.outcome", "Z 1\n", "Z 3\n");
    folder.run(&["certificate", "a.reveal", "-o", "b.html"]).not_valid("outcome-skipped");
    assert!(!folder.at("b.html").exists());
}

#[test]
fn without_scripts_the_page_says_who_has_the_prizes_and_why_others_have_not() {
    let folder = Folder::with_list(20);
    let terms = ["--title", "Cakes", "--prize", "1 Pie", "--prize", "1 Tart", "--alternates", "3"];
    let rest = ["--published", "the board", "--seed-only", "-o", "a"];
    folder.run(&[&["commit", "list.txt"], &terms[..], &rest].concat()).done();
    folder.run(&["reveal", "a.commit"]).done();
    let outcome = |more: &[&str]| folder.run(&[&["outcome", "a.reveal"], more].concat()).done();
    outcome(&["--accepted", "1"]);
    outcome(&["--passed-over", "2", "--cause", "declined", "--text", "has <b>two</b>"]);
    outcome(&["--passed-over", "3", "--cause", "ineligible", "--text", "no member"]);
    outcome(&["--accepted", "4"]);
    folder.run(&["certificate", "a.reveal"]).done();
    let page = folder.text("a.html");
    let (article, _) = put_in(&page);
    assert!(!article.contains("<b>"), "{article}");
    let reveal = folder.text("a.reveal");
    let places = reveal.lines().filter_map(|line| line.strip_prefix("draw: "));
    let drawn: Vec<_> = places.map(|line| line.splitn(4, ' ').nth(3).unwrap()).collect();
    let of = |rank: usize| drawn[rank - 1];
    let lines: Vec<_> = article
        .split("<li><span class=\"rank\">")
        .skip(1)
        .map(|line| text_of(line.split_once("</li>").unwrap().0))
        .collect();
    let passed =
        ["passed over: declined (has <b>two</b>)", "passed over: not eligible (no member)"];
    assert_eq!(
        lines,
        [
            format!("1{}accepted", of(1)),
            format!("2{}moved up from rank 4; accepted", of(4)),
            format!("5{}", of(5)),
            format!("1{}accepted", of(1)),
            format!("2{}{}", of(2), passed[0]),
            format!("3{}{}", of(3), passed[1]),
            format!("4{}accepted", of(4)),
            format!("5{}", of(5)),
        ]
    );
    let text = text_of(article);
    assert!(text.contains("As things stand after what “a.outcome” records."), "{text}");
    // Nobody is left for the tart.
    for rank in ["4", "5"] {
        outcome(&["--passed-over", rank, "--cause", "no-answer", "--text", "called twice"]);
    }
    folder.run(&["certificate", "a.reveal", "-o", "b.html"]).done();
    let page = folder.text("b.html");
    let text = text_of(put_in(&page).0);
    assert!(text.contains("2not awarded"), "{text}");
}

#[test]
fn earlier_draws_go_into_the_page_under_names_of_their_own() {
    let folder = Folder::with_list(20);
    let id = folder.commit(&["--seed-only"]);
    folder.run(&["reveal", "a.commit"]).done();
    let terms =
        ["--title", "Again", "--prize", "1 Cake", "--published", "the board", "--seed-only"];
    let history = ["--replaces", &id, "--reason", "the list had a hole", "-o", "b"];
    folder.run(&[&["commit", "a.list", "--format", "text"], &terms[..], &history].concat()).done();
    folder.run(&["reveal", "b.commit"]).done();
    let all = ["certificate", "a.commit", "a.reveal", "b.reveal", "b.commit", "b.list", "-o", "-"];
    let page = folder.run(&all).done();
    let expected = ["b.commit", "b.reveal", "b.list", "b-earlier-1.commit", "b-earlier-1.reveal"];
    assert_eq!(names(&page), expected);
    let files = embedded(&page);
    assert_eq!(files[0].1, folder.bytes("b.commit"));
    assert_eq!(files[3].1, folder.bytes("a.commit"));
    assert_eq!(files[4].1, folder.bytes("a.reveal"));
}

#[test]
fn drand_draw_has_a_page_if_its_signature_is_right() {
    let folder = crate::drand::past();
    folder.write("a.reveal", crate::drand::REVEAL);
    folder.run(&["certificate", "a.reveal"]).done();
    let page = folder.text("a.html");
    let (stated, _) = put_in(&page);
    assert!(stated.contains("2023-08-23 15:15:33 UTC"), "{stated}");
    assert!(stated.contains("public before the round: safe from organiser, entrants"), "{stated}");
    // Whatever else is wrong is found.
    folder.change("a.reveal", "draw: 2 prize-2 1 bob", "draw: 2 prize-2 1 bab");
    folder.run(&["certificate", "a.reveal", "-o", "b.html"]).not_valid("draw-line");
}

#[test]
fn qr_code_has_the_commit_id() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.run(&["certificate", "a.reveal"]).done();
    let page = folder.text("a.html");
    let (stated, _) = put_in(&page);
    let (_, json) = folder.verify_json(&["."]);
    let id = json["commit_id"].as_str().unwrap();
    assert!(stated.contains(&format!("<svg data-id=\"{id}\"")), "{stated}");
    let groups: Vec<_> = (0..8).map(|group| &id[group * 8..group * 8 + 8]).collect();
    let shown = format!("<span class=\"id\"><span>{}</span></span>", groups.join("</span><span>"));
    assert!(stated.contains(&shown), "{stated}");

    let (_, rest) = stated.split_once("<path fill=\"#000\" d=\"").unwrap();
    let modules = modules(rest.split_once('"').unwrap().0);
    let side = 4 + modules.iter().map(|(x, _)| x + 1).max().unwrap();
    let scale = 4;
    let mut image =
        rqrr::PreparedImage::prepare_from_greyscale(side * scale, side * scale, |x, y| {
            if modules.contains(&(x / scale, y / scale)) { 0 } else { 255 }
        });
    let codes = image.detect_grids();
    assert_eq!(codes.len(), 1);
    assert_eq!(codes[0].decode().unwrap().1, id);
}

/// The dark modules of a path of runs, `M4 4h7v1h-7z`.
fn modules(path: &str) -> Vec<(usize, usize)> {
    let number = |text: &str| text.parse::<usize>().unwrap();
    let run = |run: &str| {
        let (at, rest) = run.split_once('h').unwrap();
        let (x, y) = at.split_once(' ').unwrap();
        let (x, y, length) = (number(x), number(y), number(rest.split_once('v').unwrap().0));
        (x..x + length).map(move |x| (x, y)).collect::<Vec<_>>()
    };
    path.split('M').skip(1).flat_map(run).collect()
}

#[test]
fn many_places_are_listed_in_part() {
    let folder = Folder::with_list(3000);
    let arguments = ["draw", "list.txt", "-o", "d", "--title", "t", "--prize", "2500 p", "--quiet"];
    folder.run(&arguments).done();
    let page = folder.run(&["certificate", "d", "-o", "-"]).done();
    let (stated, _) = put_in(&page);
    assert_eq!(stated.matches("class=\"rank\"").count(), 1000);
    assert!(text_of(stated).contains("And 1500 more: see the file draw.reveal"), "{stated}");
}
