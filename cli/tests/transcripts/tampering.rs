//! Changed bytes, as the tool reports them; the library's tests change every byte.

use crate::folder::Folder;

const STEPS: [&str; 8] =
    ["files", "commit id", "list", "rules", "beacon", "seeds", "draw", "assurance"];

/// Flips a bit in bytes spread over a file, one at a time.
fn tamper(folder: &Folder, file: &str, files: &[&str]) {
    let whole = folder.bytes(file);
    for part in 0..24 {
        // Odd steps, so that every kind of byte is met; the last byte, too.
        let at = (part * 2 + 1) * whole.len() / 48;
        let at = if part == 23 { whole.len() - 1 } else { at };
        let bit = 1u8 << (part % 7);
        let mut bytes = whole.clone();
        bytes[at] ^= bit;
        folder.write(file, &bytes);
        let ran = folder.verify(files);
        let place = format!("{file}, byte {at}, {:?} to {:?}: {}", whole[at], bytes[at], ran.err);
        assert!([1, 2].contains(&ran.status), "{place}");
        let last = ran.text().lines().last().unwrap_or_default().to_owned();
        let word = if ran.status == 1 { "NOT VALID: " } else { "NOT CHECKED: " };
        assert!(last.starts_with(word), "{place}{last}");
        assert_eq!(ran.text().matches("VALID").count(), usize::from(ran.status == 1), "{place}");
        let verdict = if ran.status == 1 { "not valid" } else { "not checked" };
        let named = STEPS.iter().enumerate().any(|(index, step)| {
            ran.err.contains(&format!(": {verdict}: step {} ({step}): ", index + 1))
        });
        assert!(named, "{place}");
        let step = ran.err.split("step ").nth(1).unwrap().split(' ').next().unwrap();
        let word = if ran.status == 1 { "FAILED" } else { "NOT CHECKED" };
        let line = ran.text().lines().any(|line| line.starts_with(step) && line.contains(word));
        assert!(line, "{place}{}", ran.text());
    }
    folder.write(file, whole);
    folder.verify(files).done();
}

#[test]
fn changed_byte_of_a_public_draw_names_its_step() {
    let folder = Folder::with_draw(&["--seed-only"]);
    for file in ["a.commit", "a.reveal", "a.list"] {
        tamper(&folder, file, &["a.commit", "a.reveal", "a.list"]);
    }
}

#[test]
fn changed_byte_of_a_private_draw_names_its_step() {
    let folder = Folder::with_draw(&["--seed-only", "--private"]);
    for file in ["a.commit", "a.reveal"] {
        tamper(&folder, file, &["a.commit", "a.reveal"]);
    }
}

#[test]
fn each_step_can_fail() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let other = folder.text("a.reveal").lines().filter(|line| line.starts_with("draw: ")).count();
    assert_eq!(other, 3);
    let seed = folder.value("a.reveal", "seed");
    let changed_seed =
        seed.replacen(&seed[10..12], if &seed[10..12] == "00" { "11" } else { "00" }, 1);
    let first = folder.value("a.reveal", "draw");
    let fourth = first.rsplit(' ').next().unwrap().to_owned();
    for (file, from, to, step, name) in [
        ("a.commit", "title: ", "titel: ", 1, "grammar"),
        ("a.commit", "title: Cakes", "title: Takes", 2, "other-commit"),
        ("a.list", "entry 7\n", "entry 7a\n", 3, "list-root"),
        ("a.list", "entry 7\n", "entry 8\n", 3, "list-duplicate"),
        ("a.list", "entry 20\n", "", 3, "list-count"),
        ("a.list", "entry 7\n", "entry 7 \n", 3, "list-line"),
        ("a.reveal", "seed: organiser ", "seed: organizer ", 5, "seed-names"),
        ("a.reveal", seed.as_str(), changed_seed.as_str(), 5, "material"),
        ("a.reveal", " prize-1 ", " prize-2 ", 7, "draw-prize"),
        ("a.reveal", "draw: 2 ", "draw: 3 ", 7, "draw-rank"),
        ("a.reveal", first.as_str(), &first.replace(&format!(" {fourth}"), " x"), 7, "draw-line"),
    ] {
        let before = folder.bytes(file);
        folder.change(file, from, to);
        let (status, json) = folder.verify_json(&["a.commit", "a.reveal", "a.list"]);
        assert_eq!((status, json["failure"]["name"].as_str()), (1, Some(name)), "{from} {json}");
        assert_eq!(json["failure"]["step"], step, "{from}");
        folder.write(file, before);
    }
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
}
