//! Several parties with a seed each: contribute, commit, open, reveal, verify.

use std::fs;

#[cfg(unix)]
use crate::folder::mode;
use crate::folder::{Folder, secrets_in};

const PARTIES: [&str; 3] = ["ann", "ben", "cat"];
const TEXT: [&str; 3] = ["--public", "dd-dd", "lottery, first two numbers"];
const LATER: [&str; 2] = ["--seeds-by", "2090-01-01T00:00:00Z"];

/// Makes a seed for a party in the folder; the value for `--seed`.
fn contribute(folder: &Folder, name: &str, more: &[&str]) -> String {
    let said = folder.run(&[&["contribute", "--name", name], more].concat()).done();
    let line = said.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
    let (shown, commitment) = line.split_once(' ').unwrap();
    assert_eq!(shown, name);
    format!("{name}={commitment}")
}

/// Commits to the seeds of all parties.
fn commit(folder: &Folder, more: &[&str]) -> Vec<String> {
    let lines = PARTIES.map(|name| contribute(folder, name, &[]));
    let seeds = lines.iter().flat_map(|line| ["--seed", line]);
    let arguments: Vec<&str> = seeds.chain(LATER).chain(more.iter().copied()).collect();
    folder.commit(&arguments);
    lines.to_vec()
}

fn open(folder: &Folder, name: &str) {
    let said = folder.run(&["open", "a.commit", "--secret", &format!("{name}.secret")]).done();
    assert!(said.contains(&format!("opens the seed of {name} for: Cakes\n")), "{said}");
    assert!(said.contains(&format!("publish by 2090-01-01T00:00:00Z: a.{name}.seeds\n")), "{said}");
}

#[test]
fn a_contributed_seed_is_kept_secret_and_has_no_commit() {
    let folder = Folder::new();
    let line = contribute(&folder, "rowing-club", &[]);
    assert_eq!(folder.names(), ["rowing-club.secret"]);
    #[cfg(unix)]
    assert_eq!(mode(&folder.at("rowing-club.secret")), 0o600);
    let secret = folder.text("rowing-club.secret");
    assert!(secret.starts_with("fairdraw secret v1\nseed: rowing-club "), "{secret}");
    assert_eq!(secret.lines().count(), 2);
    // Nothing is overwritten, and another seed has another commitment.
    let error = folder.run(&["contribute", "--name", "rowing-club"]).not_done();
    assert!(error.contains("rowing-club.secret exists; nothing is overwritten"), "{error}");
    assert_eq!(folder.text("rowing-club.secret"), secret);
    assert_ne!(contribute(&folder, "rowing-club", &["-o", "two"]), line);
    // Who lost the line finds it again.
    let inspected = folder.run(&["inspect", "rowing-club.secret"]).done();
    assert!(
        inspected.contains(&format!("in a draw   seed: {}\n", line.replace('=', " "))),
        "{inspected}"
    );
    let digits = secret.split_whitespace().last().unwrap();
    assert!(digits.len() == 128 && !inspected.contains(digits));
    for name in ["", "Ann", "-ann", "a b", "ann.x", &"a".repeat(32)] {
        let error = folder.run(&["contribute", &format!("--name={name}")]).not_done();
        assert!(error.contains("--name"), "{name}: {error}");
    }
}

#[test]
fn three_parties_draw_together() {
    for beacon in [&TEXT[..], &["--seed-only"]] {
        let folder = Folder::with_list(20);
        let lines = commit(&folder, beacon);
        let committed = folder.text("a.commit");
        for line in &lines {
            assert!(
                committed.contains(&format!("\nseed: {}\n", line.replace('=', " "))),
                "{committed}"
            );
        }
        assert!(!folder.at("a.secret").exists(), "who commits holds no seed");
        for name in PARTIES {
            open(&folder, name);
        }
        // Seeds files of other draws beside them are no matter.
        folder.write(
            "b.seeds",
            folder
                .text("a.ann.seeds")
                .replace("commit: ", "commit: 0")
                .replacen("0\nseed", "\nseed", 1),
        );
        let value = ["--beacon", "04-11"];
        let value = if beacon.len() == 3 { &value[..] } else { &[] };
        let ran = folder.run(&[&["reveal", "a.commit"], value].concat());
        ran.done();
        let seeds = PARTIES.map(|name| format!("a.{name}.seeds"));
        let files = ["a.commit", "a.reveal", "a.list", &seeds[0], &seeds[1], &seeds[2]];
        let verified = folder.verify(&files).done();
        assert!(verified.contains("the seeds open their commitments: ann, ben, cat"), "{verified}");
        let void = "a holder could have made the draw void";
        assert!(
            verified.split_whitespace().collect::<Vec<_>>().join(" ").contains(void),
            "{verified}"
        );
    }
}

#[test]
fn every_party_that_withholds_stops_a_void_draw() {
    let folder = Folder::with_list(20);
    commit(&folder, &["--seed-only"]);
    for name in PARTIES {
        open(&folder, name);
    }
    for opened in 0..0b111_u8 {
        for (index, name) in PARTIES.iter().enumerate() {
            let there = folder.at(&format!("a.{name}.seeds"));
            let away = folder.at(&format!("{name}.kept"));
            if opened >> index & 1 == 0 && there.exists() {
                fs::rename(there, away).unwrap();
            } else if opened >> index & 1 == 1 && away.exists() {
                fs::rename(away, there).unwrap();
            }
        }
        let error = folder.run(&["reveal", "a.commit"]).not_done();
        let missing = PARTIES[(0..3).find(|index| opened >> index & 1 == 0).unwrap()];
        assert!(error.contains(&format!("{missing} has not opened the seed yet")), "{error}");
        assert!(error.contains("without this seed the commit has no result"), "{error}");
        assert!(!folder.at("a.reveal").exists());
    }
}

#[test]
fn a_holder_opens_only_what_the_commit_has_under_his_name() {
    let folder = Folder::with_list(20);
    let lines = commit(&folder, &["--seed-only"]);
    let open = |secret: &str| folder.run(&["open", "a.commit", "--secret", secret]).not_done();
    contribute(&folder, "dan", &[]);
    let error = open("dan.secret");
    assert!(
        error.contains("the commit has no seed of dan") && error.contains("don't open it"),
        "{error}"
    );
    contribute(&folder, "ann", &["-o", "new.secret"]);
    let error = open("new.secret");
    assert!(
        error.contains("the commit has another commitment for ann than the one to this seed"),
        "{error}"
    );
    // Ben hands in Ann's commitment as his own: it is seen at once, and could not be opened.
    let copied = lines[0].replace("ann=", "ben=");
    let terms = ["--seed-only", "--seed", &lines[0], "--seed", &copied, LATER[0], LATER[1]];
    let terms = [
        &["commit", "list.txt", "-o", "b", "--title", "t", "--prize", "1 p", "--published", "x"],
        &terms[..],
    ]
    .concat();
    let error = folder.run(&terms).not_done();
    assert!(
        error.contains("ann and ben have the same commitment: one of them copied it"),
        "{error}"
    );
    let ben = folder.value("a.commit", "seed").replace("ann", "ben");
    let bens = folder
        .text("a.commit")
        .lines()
        .find(|line| line.starts_with("seed: ben"))
        .unwrap()
        .to_owned();
    folder.change("a.commit", &bens, &format!("seed: {ben}"));
    folder.write("stolen.secret", folder.text("ann.secret").replace("ann", "ben"));
    let error = open("stolen.secret");
    assert!(error.contains("another commitment for ben"), "{error}");
    assert!(folder.names().iter().all(|name| !name.contains(".seeds")));
}

#[test]
fn seeds_of_rehearsals_and_draws_are_not_mixed_up() {
    let folder = Folder::with_list(20);
    let said = folder.run(&["contribute", "--name", "ann", "--rehearsal"]).done();
    assert!(said.starts_with("TEST: "), "{said}");
    let line = said.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
    let source = ["--seed", "--seed", line, "--seed-only", LATER[0], LATER[1]];
    folder.commit(&source);
    let error = folder.run(&["open", "a.commit", "--secret", "ann.secret"]).not_done();
    assert!(
        error.contains("the seed of ann was made for a rehearsal, and this commit is a draw"),
        "{error}"
    );
    fs::remove_file(folder.at("a.commit")).unwrap();
    fs::remove_file(folder.at("a.secret")).unwrap();
    folder.commit(&[&source[..], &["--rehearsal"]].concat());
    folder.run(&["open", "a.commit", "--secret", "ann.secret"]).done();
    folder.run(&["open", "a.commit"]).done();
    assert_eq!(secrets_in(&folder.text("a.secret")).len(), 1);
    folder.run(&["reveal", "a.commit"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list", "--rehearsal"]).done();
}

#[test]
fn seeds_without_a_beacon_keep_the_rules() {
    let folder = Folder::with_list(20);
    let (ann, ben) = (contribute(&folder, "ann", &[]), contribute(&folder, "ben", &[]));
    let refused = |more: &[&str], part: &str| {
        let error = folder.try_commit(more).not_done();
        assert!(error.contains(part), "{more:?}: {error}");
        assert!(!folder.at("a.commit").exists());
    };
    let two = ["--seed-only", "--seed", &ann, "--seed", &ben];
    refused(&two, "say until when the seeds are opened");
    let leave_out = [&two[..], &LATER, &["--no-reveal", "leave-out"]].concat();
    refused(&leave_out, "without a beacon a seed can't be left out");
    refused(&["--seed-only", "--seed", &ann, LATER[0], LATER[1]], "it has no time of its own");
    refused(&["--seed-only", LATER[0], LATER[1]], "--seed");
    refused(&["--seed", &ann, "--seed", &ben, LATER[0], LATER[1]], "required");
    refused(
        &["--seed-only", "--seed", "list.txt"],
        "write NAME=HEX as fairdraw contribute printed it",
    );
    refused(
        &["--seed-only", "--seed", &ann, "--seed", &ann, LATER[0], LATER[1]],
        "two seeds are named ann",
    );
    refused(
        &["--seed-only", "--seed", "--seed", LATER[0], LATER[1]],
        "two seeds are named organiser",
    );
    let said = folder.try_commit(&[&two[..], &LATER].concat()).done();
    assert!(
        said.contains("trust       the last holder to open can know the result first"),
        "{said}"
    );
    assert!(said.contains("ben runs fairdraw open a.commit --secret ben.secret\n"), "{said}");
    assert_eq!(folder.value("a.commit", "no-reveal"), "void");
}

#[test]
fn a_single_seed_may_be_somebody_elses() {
    let folder = Folder::with_list(20);
    let ann = contribute(&folder, "ann", &[]);
    let said = folder.try_commit(&["--seed-only", "--seed", &ann]).done();
    assert!(said.contains("trust       the holder of the seed must be trusted"), "{said}");
    assert!(
        said.ends_with("then        ann runs fairdraw reveal a.commit --secret ann.secret\n"),
        "{said}"
    );
    folder.run(&["reveal", "a.commit", "--secret", "ann.secret"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
}

#[test]
fn private_list_is_not_drawn_by_a_seed_of_somebody_else_alone() {
    let folder = Folder::with_list(20);
    let line = contribute(&folder, "club", &[]);
    let terms = ["--title", "Cakes", "--prize", "1 Cake", "--published", "the board", "--private"];
    let all = [
        &["commit", "a.list", "--format", "text", "-o", "b", "--seed-only", "--seed", &line],
        &terms[..],
    ];
    let ran = folder.run(&all.concat());
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("needs the holder's seed and your list key together"), "{}", ran.err);
    assert!(!folder.at("b.commit").exists());
}

#[test]
fn a_seed_serves_one_commit() {
    let folder = Folder::with_list(20);
    let said = folder.run(&["contribute", "--name", "ann"]).done();
    assert!(said.contains("\nserves one commit only: "), "{said}");
    fs::remove_file(folder.at("ann.secret")).unwrap();
    let lines = commit(&folder, &TEXT);
    let again = |name: &str| {
        let terms = ["--title", "Pies", "--prize", "1 Pie", "--published", "the board"];
        let seeds = ["--seed", &lines[0], LATER[0], LATER[1]];
        folder.run(&[&["commit", "list.txt", "-o", name], &terms[..], &seeds, &TEXT].concat())
    };
    let warning = "trust       the seed of ann stands in a.commit too, and serves one commit only";
    let said = again("b").done();
    assert!(said.contains(warning), "{said}");

    // Its holder is told too, and opens it once.
    let open = |commit: &str| folder.run(&["open", commit, "--secret", "ann.secret"]);
    let ran = open("a.commit");
    let id = said.lines().find_map(|line| line.strip_prefix("commit id   ")).unwrap();
    let warning = format!("the seed of ann stands in another commit too, b.commit ({id}): ");
    assert!(ran.err.starts_with(&format!("fairdraw: warning: {warning}")), "{}", ran.err);
    assert!(ran.done().contains("\nserves one commit only: "));
    let error = open("b.commit").not_done();
    let opened = format!("a.ann.seeds opens it for {}", folder.value("a.ann.seeds", "commit"));
    assert!(error.contains("the seed of ann is opened for another commit already: "), "{error}");
    assert!(error.contains(&opened) && error.contains("a seed serves one commit only"), "{error}");
    assert!(!folder.at("b.ann.seeds").exists());
    // And nobody commits to a seed that is public.
    let error = again("c").not_done();
    assert!(error.contains("the seed of ann is public already: a.ann.seeds opens it"), "{error}");
    assert!(!folder.at("c.commit").exists());
    // The others' seeds serve one commit: there is nothing to say.
    assert_eq!(folder.run(&["open", "a.commit", "--secret", "ben.secret"]).err, "");
}

#[test]
fn a_holder_who_is_called_organiser_is_not_taken_for_whoever_commits() {
    let folder = Folder::with_list(20);
    let foreign = contribute(&folder, "organiser", &[]);
    let said = folder.try_commit(&["--seed-only", "--seed", &foreign]).done();
    assert!(said.contains("trust       the holder of the seed must be trusted"), "{said}");
    let then = "then        organiser runs fairdraw reveal a.commit --secret organiser.secret\n";
    assert!(said.ends_with(then), "{said}");
    assert!(!folder.at("a.secret").exists() && !said.contains("keep secret"), "{said}");
    let error = folder.run(&["reveal", "a.commit"]).not_done();
    assert!(error.contains("or the file of whoever holds the seed with --secret"), "{error}");
    folder.run(&["reveal", "a.commit", "--secret", "organiser.secret"]).done();
    let verified = folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
    assert!(verified.contains("the holder of the seed, organiser, is trusted: "), "{verified}");

    // Beside a beacon, with a seed of another party.
    let (foreign, ann) =
        (contribute(&folder, "organiser", &["-o", "2.secret"]), contribute(&folder, "ann", &[]));
    let terms = ["--title", "Pies", "--prize", "1 Pie", "--published", "the board", "-o", "b"];
    let seeds = ["--seed", &foreign, "--seed", &ann, LATER[0], LATER[1]];
    let said = folder.run(&[&["commit", "list.txt"], &terms[..], &seeds, &TEXT].concat()).done();
    for name in ["organiser", "ann"] {
        let by = format!("{name} runs fairdraw open b.commit --secret {name}.secret\n");
        assert!(said.contains(&by), "{said}");
    }
    assert!(!said.contains("fairdraw open b.commit\n"), "{said}");
}
