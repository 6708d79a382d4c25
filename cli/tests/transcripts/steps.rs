//! Commit, open, reveal and verify in separate runs, for each source of randomness but drand.

use serde_json::Value;

#[cfg(unix)]
use crate::folder::mode;
use crate::folder::{Folder, secrets_in};

const TEXT: [&str; 3] =
    ["--public", "dd-dd", "lottery of Saturday, first two numbers in the order drawn"];

#[test]
fn seed_alone() {
    let folder = Folder::with_list(20);
    let ran = folder.try_commit(&["--seed-only"]);
    let said = ran.done();
    let trust = "the organiser must be trusted not to have tried seeds before committing";
    assert_eq!(said.matches(trust).count(), 1, "{said}");
    assert_eq!(folder.names(), ["a.commit", "a.list", "a.secret", "list.txt"]);
    #[cfg(unix)]
    assert_eq!(mode(&folder.at("a.secret")), 0o600);
    #[cfg(unix)]
    assert_eq!(mode(&folder.at("a.commit")) & 0o600, 0o600);
    let revealed = folder.run(&["reveal", "a.commit"]).done();
    assert!(revealed.contains("fairdraw verify a.commit a.reveal a.list\n"), "{revealed}");
    let verified = folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
    assert!(verified.contains("organiser"), "{verified}");
    let id = folder.value("a.reveal", "commit");
    assert!(said.contains(&format!("commit id   {id}\n")), "{said}");
    // The seed serves in the reveal what its commitment promised, and nothing else was drawn.
    assert_eq!(folder.text("a.reveal").matches("\ndraw: ").count(), 3);
}

#[test]
fn public_text_alone() {
    let folder = Folder::with_list(20);
    folder.commit(&TEXT);
    assert_eq!(folder.names(), ["a.commit", "a.list", "list.txt"], "there is nothing secret");
    let error = folder.run(&["reveal", "a.commit"]).not_done();
    assert!(error.contains("needs its public text: lottery of Saturday"), "{error}");
    for wrong in ["04-1", "04-111", "04 11", "0a-11", "04-11 ", ""] {
        let error = folder.run(&["reveal", "a.commit", "--beacon", wrong]).not_done();
        assert!(
            error.contains("committed shape") || error.contains("not drawn"),
            "{wrong}: {error}"
        );
        assert!(!folder.at("a.reveal").exists(), "{wrong:?} was drawn with");
    }
    folder.run(&["reveal", "a.commit", "--beacon", "04-11"]).done();
    assert_eq!(folder.value("a.reveal", "beacon"), "public 04-11");
    let verified = folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
    assert!(
        verified.contains("fewer") && verified.contains("outcomes and choose among commits"),
        "four digits can be tried out: {verified}"
    );
}

#[test]
fn public_text_and_seed_that_is_opened() {
    let folder = Folder::with_list(20);
    let id =
        folder.commit(&[&TEXT[..], &["--seed", "--seeds-by", "2090-01-01T00:00:00Z"]].concat());
    assert_eq!(folder.value("a.commit", "seeds-by"), "2090-01-01T00:00:00Z");
    assert_eq!(folder.value("a.commit", "no-reveal"), "void");
    let said = folder.run(&["open", "a.commit"]).done();
    assert_eq!(said, "publish by 2090-01-01T00:00:00Z: a.seeds\n");
    let seed = secrets_in(&folder.text("a.secret")).remove(0);
    assert_eq!(seed.len(), 128);
    assert_eq!(
        folder.text("a.seeds"),
        format!("fairdraw seeds v1\ncommit: {id}\nseed: organiser {seed}\n")
    );
    // Somebody else, who has what is published, reveals.
    std::fs::remove_file(folder.at("a.secret")).unwrap();
    std::fs::rename(folder.at("a.seeds"), folder.at("else")).unwrap();
    let error = folder.run(&["reveal", "a.commit", "--beacon", "04-11"]).not_done();
    assert!(
        error.contains("organiser has not opened the seed yet") && error.contains("fairdraw open"),
        "{error}"
    );
    let error = folder.run(&["reveal", "a.commit", "--beacon", "04-11", "--missing", "organiser"]);
    assert!(error.not_done().contains("without this seed the commit has no result"));
    folder.run(&["reveal", "a.commit", "--beacon", "04-11", "--seeds", "else"]).done();
    assert_eq!(folder.value("a.reveal", "seed"), format!("organiser {seed}"));
    folder.verify(&["a.commit", "a.reveal", "a.list", "else"]).done();
    std::fs::rename(folder.at("else"), folder.at("a.seeds")).unwrap();
    // It is found beside the commit, and the same reveal made again is no obstacle.
    folder.run(&["reveal", "a.commit", "--beacon", "04-11"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list", "a.seeds"]).done();
}

#[test]
fn second_result_of_a_commit_is_refused() {
    let folder = Folder::with_list(20);
    folder.commit(&TEXT);
    folder.run(&["reveal", "a.commit", "--beacon", "04-11", "-o", "first.reveal"]).done();
    std::fs::create_dir(folder.at("sub")).unwrap();
    for target in ["a.reveal", "first.reveal", "sub/a.reveal"] {
        let other = ["reveal", "a.commit", "--beacon", "04-12", "-o", target];
        let error = folder.run(&other).not_done();
        assert!(error.contains("two results of one commit: first.reveal has"), "{error}");
    }
    // The same result, and that of another commit, is no second one.
    folder.run(&["reveal", "a.commit", "--beacon", "04-11"]).done();
    std::fs::rename(folder.at("a.commit"), folder.at("sub/a.commit")).unwrap();
    std::fs::rename(folder.at("a.list"), folder.at("sub/a.list")).unwrap();
    folder.commit(&[&TEXT[..], &["--note", "again"]].concat());
    folder.run(&["reveal", "a.commit", "--beacon", "04-12", "-o", "b.reveal"]).done();
    // Beside the new file, too, where the commit stands elsewhere.
    let error = folder.run(&["reveal", "sub/a.commit", "--beacon", "04-12", "-o", "c.reveal"]);
    assert!(error.not_done().contains("two results of one commit: a.reveal has another one"));
}

#[test]
fn missing_seed_of_a_void_draw_is_refused() {
    let folder = Folder::with_list(20);
    let seed = ["--seed", "--seeds-by", "2090-01-01T00:00:00Z"];
    folder.commit(&[&TEXT[..], &seed].concat());
    folder.run(&["open", "a.commit"]).done();
    let reveal = ["reveal", "a.commit", "--beacon", "04-11"];
    for missing in ["organiser", "nobody"] {
        let error = folder.run(&[&reveal[..], &["--missing", missing]].concat()).not_done();
        assert!(error.contains("can't be left out"), "{error}");
    }
    folder.run(&reveal).done();
}

#[test]
fn private_list_takes_its_key_from_the_secret_and_seeds_from_the_seeds_file() {
    let folder = Folder::with_list(20);
    let seed = ["--private", "--seed", "--seeds-by", "2090-01-01T00:00:00Z"];
    folder.commit(&[&TEXT[..], &seed].concat());
    let reveal = ["reveal", "a.commit", "--beacon", "04-11"];
    let error = folder.run(&reveal).not_done();
    assert!(error.contains("only published seeds count"), "{error}");
    folder.run(&["open", "a.commit"]).done();
    folder.run(&reveal).done();
    folder.verify(&["a.commit", "a.reveal", "a.seeds"]).done();
}

#[test]
fn weak_sources_are_named_before_anything_is_published() {
    let folder = Folder::with_list(20);
    let said = folder.try_commit(&["--public", "dddd", "dice"]).done();
    assert!(said.contains("trust       with 4 digits (fewer than 20) and no --seed"), "{said}");
    let folder = Folder::with_list(20);
    let said = folder.try_commit(&["--public", "dddddddddddddddddddd", "dice"]).done();
    assert!(!said.contains("trust"), "{said}");
    let folder = Folder::with_list(20);
    let error = folder.try_commit(&["--public", "--..", "dice"]).not_done();
    assert!(error.contains("has no d, so every text of it is the same"), "{error}");
}

#[test]
fn shapes_and_texts_may_begin_with_a_hyphen() {
    let folder = Folder::with_list(20);
    folder.commit(&["--public", "-ddd", "degrees"]);
    folder.run(&["reveal", "a.commit", "--beacon", "-123"]).done();
    assert_eq!(folder.value("a.reveal", "beacon"), "public -123");
}

#[test]
fn unusable_text_is_named_with_its_option() {
    let folder = Folder::with_list(20);
    for (option, text) in [
        ("--title", " x"),
        ("--organiser", "x\u{202e}"),
        ("--prize", "1  x"),
        ("--published", ""),
        ("--note", "a\tb"),
        ("--note", &"x".repeat(513)),
    ] {
        let error = folder.run(&["commit", "no such list", "--seed-only", option, text]).not_done();
        assert!(error.contains(&format!("for '{option} <")), "{option}: {error}");
    }
    let error = folder.try_commit(&["--public", "dd", " dice"]).not_done();
    assert!(error.contains("--public DESCRIPTION"), "{error}");
    assert_eq!(folder.names(), ["list.txt"]);
}

#[test]
fn name_of_the_files_may_have_the_ending_of_one_of_them() {
    for (output, name) in [
        ("zz", "zz"),
        ("zz.commit", "zz"),
        ("zz.list", "zz"),
        ("./zz.secret", "zz"),
        ("zz.txt", "zz.txt"),
        ("zz.commit.commit", "zz.commit"),
    ] {
        let folder = Folder::with_list(20);
        let terms = ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only"];
        folder.run(&[&["commit", "list.txt", "-o", output], &terms[..]].concat()).done();
        let made = ["commit", "list", "secret"].map(|ending| format!("{name}.{ending}"));
        assert_eq!(folder.names(), [&["list.txt".to_owned()][..], &made].concat(), "{output}");
    }
}

#[test]
fn too_many_places_are_counted() {
    let folder = Folder::with_list(20);
    let terms = ["--seed-only", "--prize", "18 Pie"];
    let error = folder.try_commit(&terms).not_done();
    let wanted = "21 places (20 prizes and 1 alternates), but the list has 20 entries\n";
    assert!(error.contains(wanted), "{error}");
    folder.write("list.txt", "ash\t2\nelm\t1\n");
    let tickets =
        ["--format", "tsv", "--column", "1", "--tickets", "2", "--seed-only", "--no-header"];
    for (wins, has) in [("once", "2 entries"), ("per-ticket", "3 tickets")] {
        let more = ["--wins", wins, "--prize", "9223372036854775807 Pie"];
        let error = folder.try_commit(&[&tickets[..], &more].concat()).not_done();
        let wanted = format!(
            "9223372036854775810 places (9223372036854775809 prizes and 1 alternates), but the list has {has}\n"
        );
        assert!(error.contains(&wanted), "{error}");
    }
    assert_eq!(folder.names(), ["list.txt"]);
}

#[test]
fn names_that_would_make_hidden_files_are_refused() {
    for name in ["raffle/", ".", "..", "./", "raffle/."] {
        let folder = Folder::with_list(20);
        let terms = ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only"];
        let error = folder.run(&[&["commit", "list.txt", "-o", name], &terms[..]].concat());
        let error = error.not_done();
        assert!(error.contains("is not a name for the files of a draw"), "{name:?}: {error}");
        assert_eq!(folder.names(), ["list.txt"]);
    }
}

#[test]
fn seeds_file_is_for_commits_that_open_seeds() {
    let folder = Folder::with_list(20);
    folder.commit(&["--seed-only"]);
    let error = folder.run(&["open", "a.commit"]).not_done();
    assert!(error.contains("not opened before the draw"), "{error}");
    assert!(!folder.at("a.seeds").exists());
}

#[test]
fn seed_with_public_text_needs_a_time() {
    let folder = Folder::with_list(20);
    let error = folder.try_commit(&[&TEXT[..], &["--seed"]].concat()).not_done();
    assert!(error.contains("--seeds-by TIME"), "{error}");
    let past = ["--seed", "--seeds-by", "2020-01-01T00:00:00Z"];
    let error = folder.try_commit(&[&TEXT[..], &past].concat()).not_done();
    assert!(error.contains("is past"), "{error}");
    assert_eq!(folder.names(), ["list.txt"]);
}

#[test]
fn one_source_and_the_place_of_publication_are_required() {
    let folder = Folder::with_list(20);
    let error = folder.try_commit(&[]).not_done();
    assert!(error.contains("required"), "{error}");
    let error = folder.try_commit(&["--seed"]).not_done();
    assert!(error.contains("required"), "{error}");
    for two in [
        [&TEXT[..], &["--seed-only"]].concat(),
        vec!["--seed-only", "--round", "999999999"],
        vec!["--round", "999999999", "--at", "2035-01-01T00:00:00Z"],
    ] {
        let error = folder.try_commit(&two).not_done();
        assert!(error.contains("cannot be used with"), "{error}");
    }
    let unpublished = ["commit", "list.txt", "--title", "t", "--prize", "1 p", "--seed-only"];
    let error = folder.run(&unpublished).not_done();
    assert!(error.contains("--published"), "{error}");
    assert_eq!(folder.names(), ["list.txt"]);
}

#[test]
fn shape_that_is_none_is_refused() {
    let folder = Folder::with_list(20);
    for shape in ["ddd", "dd dd", "abcd", "", &"d".repeat(129)] {
        let error = folder.try_commit(&["--public", shape, "dice"]).not_done();
        assert!(error.contains("hint: "), "{shape:?}: {error}");
        assert_eq!(folder.names(), ["list.txt"], "{shape:?}");
    }
}

#[test]
fn json_of_a_commit_has_its_ids_and_the_list_report() {
    let folder = Folder::with_list(20);
    let json: Value =
        serde_json::from_slice(&folder.try_commit(&["--seed-only", "--json"]).data()).unwrap();
    assert_eq!(json["commit"], "a.commit");
    assert_eq!(json["files"]["secret"], "a.secret");
    assert!(json["round"].is_null() && json["beacon"].is_null() && json["seeds_by"].is_null());
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
    assert_eq!(json["entries"], 20);
    assert_eq!(json["root"], folder.value("a.commit", "root"));
    assert_eq!(json["list"]["first"], "entry 1");
    assert_eq!(json["list"]["last"], "entry 20");
    folder.run(&["reveal", "a.commit"]).done();
    assert_eq!(json["commit_id"], folder.value("a.reveal", "commit"));
    let dry: Value = serde_json::from_slice(
        &folder
            .run(&[
                "commit",
                "list.txt",
                "-o",
                "b",
                "--title",
                "t",
                "--prize",
                "1 p",
                "--published",
                "x",
                "--seed-only",
                "--dry-run",
                "--json",
            ])
            .data(),
    )
    .unwrap();
    assert_eq!(dry["list"], json["list"]);
    assert!(dry.get("commit_id").is_none());
    assert!(!folder.at("b.commit").exists());
}

#[test]
fn rules_of_the_options_stand_in_the_commit() {
    let folder = Folder::with_list(20);
    let (one, two) = ("1".repeat(64), "2".repeat(64));
    let (one_read, two_read) = (["11111111"; 8].join(" "), ["22222222"; 8].join("-"));
    let more = [
        "--seed-only",
        "--organiser",
        "St Anne",
        "--follows",
        &one_read,
        &two_read,
        "--reason",
        "one gave it back",
        "--note",
        "first",
        "--note",
        "second",
        "--vacancy",
        "up",
        "--prize",
        "1 Pie",
    ];
    folder.commit(&more);
    let commit = folder.text("a.commit");
    let head = format!(
        "fairdraw commit v1\ntitle: Cakes\norganiser: St Anne\nfollows: {one} {two}\nreason: one gave it back\nentries: 20\n"
    );
    assert!(commit.starts_with(&head), "{commit}");
    assert!(
        commit.contains("\nprize: 2 Cake\nprize: 1 Pie\nalternates: 1\nvacancy: up\n"),
        "{commit}"
    );
    assert!(commit.ends_with("\npublished: the board\nnote: first\nnote: second\n"), "{commit}");
    folder.run(&["reveal", "a.commit"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
}

#[test]
fn files_of_another_commit_are_not_mixed_up() {
    let folder = Folder::with_list(20);
    folder.commit(&["--seed-only"]);
    std::fs::rename(folder.at("a.secret"), folder.at("old.secret")).unwrap();
    std::fs::rename(folder.at("a.commit"), folder.at("old.commit")).unwrap();
    let id = folder.commit(&["--seed-only", "--note", "again"]);
    let error = folder.run(&["reveal", "a.commit", "--secret", "old.secret"]).not_done();
    assert!(
        error.contains("old.secret belongs to another commit") && error.contains(&id),
        "{error}"
    );
    folder.write("other.list", "entry 1\nentry 2\n");
    let error = folder.run(&["reveal", "a.commit", "--list", "other.list"]).not_done();
    assert!(error.contains("2 entries") && error.contains("hint: give the list file"), "{error}");
    let error = folder.run(&["reveal", "a.commit", "--list", "none.list"]).not_done();
    assert!(error.contains("none.list"), "{error}");
    assert!(!folder.at("a.reveal").exists());
    folder.run(&["reveal", "a.commit"]).done();
}

#[test]
fn no_command_prints_a_secret() {
    let folder = Folder::with_list(20);
    let seed = ["--private", "--seed", "--seeds-by", "2090-01-01T00:00:00Z"];
    let mut printed = Vec::new();
    let mut run = |arguments: &[&str]| {
        let ran = folder.run(arguments);
        printed.extend([ran.text(), ran.err]);
    };
    let terms = ["--title", "t", "--prize", "2 p", "--published", "x"];
    run(&[&["commit", "list.txt", "-o", "a"], &terms[..], &TEXT, &seed].concat());
    folder.write(
        "broken.secret",
        folder.text("a.secret").replace("seed: organiser", "seed: organiser "),
    );
    folder.write("open.secret", folder.text("a.secret").trim_end());
    folder.write("seedless.commit", folder.text("a.secret"));
    for file in ["a.secret", "broken.secret", "open.secret"] {
        run(&["open", "a.commit", "--secret", file, "-o", "b.seeds"]);
        run(&["inspect", file]);
        run(&["reveal", "a.commit", "--beacon", "04-1", "--secret", file]);
        run(&["receipt", "a.commit", "--position", "1", "--secret", file]);
        run(&["verify", "a.commit", "a.list", file]);
        run(&["receipt", "a.commit", "--check", file]);
        run(&[
            "commit",
            file,
            "--dry-run",
            "--title",
            "t",
            "--prize",
            "1 p",
            "--published",
            "x",
            "--seed-only",
        ]);
        run(&["open", file]);
    }
    run(&["inspect", "seedless.commit"]);
    run(&["verify", "seedless.commit", "a.list"]);
    run(&["reveal", "seedless.commit"]);
    run(&["open", "a.commit"]);
    run(&["open", "a.commit"]);
    run(&["reveal", "a.commit", "--beacon", "04-11"]);
    for file in ["a.commit", "a.list", "a.seeds", "a.reveal"] {
        run(&["inspect", file]);
    }
    run(&["verify", "a.commit", "a.reveal", "a.seeds"]);
    run(&["verify", "a.commit", "a.reveal", "a.seeds", "--json"]);
    let secrets = secrets_in(&folder.text("a.secret"));
    assert_eq!(secrets.iter().map(String::len).collect::<Vec<_>>(), [128, 64]);
    for text in printed {
        for secret in &secrets {
            // A part would be bad enough.
            for at in (0..secret.len()).step_by(16) {
                assert!(!text.contains(&secret[at..at + 16]), "printed: {text}");
            }
        }
    }
}
