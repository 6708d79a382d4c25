//! What lies beside the files of a draw: pipes, links, leftovers, files of others, and the same file twice.

use std::fs;

use crate::folder::Folder;
#[cfg(unix)]
use crate::run::command;

#[cfg(unix)]
#[test]
fn pipe_beside_the_commit_is_not_waited_for() {
    let made = Folder::with_draw(&["--seed-only"]);
    for (name, arguments) in [
        ("a.secret", ["reveal", "a.commit", "-o", "b.reveal"].as_slice()),
        ("a.list", &["reveal", "a.commit", "-o", "b.reveal"]),
        ("a.list", &["receipt", "a.commit", "--position", "1"]),
        ("a.commit", &["outcome", "a.reveal"]),
        ("a.outcome", &["outcome", "a.reveal", "--accepted", "1"]),
        ("a.outcome", &["outcome", "a.reveal"]),
    ] {
        let folder = Folder::new();
        for file in ["a.commit", "a.list", "a.reveal", "a.secret"] {
            folder.write(file, made.bytes(file));
        }
        let _ = fs::remove_file(folder.at(name));
        assert!(
            std::process::Command::new("mkfifo").arg(folder.at(name)).status().unwrap().success()
        );
        folder.run(arguments).refused(&format!(
            "fairdraw: error: {name} is a pipe or device, not a file\n\
             fairdraw: hint: move it away, or name the file that is to be read\n"
        ));
        // A link that leads nowhere is said to be one.
        fs::remove_file(folder.at(name)).unwrap();
        std::os::unix::fs::symlink("gone", folder.at(name)).unwrap();
        let error = folder.run(arguments).not_done();
        if name != "a.secret" {
            let said = format!("cannot read {name}: it is a link to gone, which is not there\n");
            assert!(error.contains(&said), "{error}");
        }
    }
}

#[test]
fn dash_is_never_the_name_of_a_file() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.write("list", "ann\nbob\n");
    let before = folder.names();
    let terms = ["--title", "t", "--prize", "1 p", "--published", "x"];
    for arguments in [
        ["contribute", "--name", "ann", "-o", "-"].as_slice(),
        &["reveal", "a.commit", "-o", "-"],
        &["outcome", "a.reveal", "--accepted", "1", "-o", "-"],
        &[&["commit", "list", "--seed-only", "-o", "-"], &terms[..]].concat(),
    ] {
        folder.run(arguments).refused(
            "fairdraw: error: standard output (-) can't take this file\n\
             fairdraw: hint: give the name of a file; one that is called - is ./-\n",
        );
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn secret_of_another_kind_is_not_taken_for_that_of_a_broken_commit() {
    let folder = Folder::with_list(4);
    folder.run(&["contribute", "--name", "ann", "-o", "b.secret"]).done();
    folder.write("c.secret", "ann\nbob\n");
    let terms = ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only"];
    for (list, name) in [("list.txt", "b"), ("c.secret", "c")] {
        let commit = ["commit", list, "--format", "text", "-o", name];
        folder.run(&[&commit, &terms[..]].concat()).refused(&format!(
            "fairdraw: error: {name}.secret exists, and the secret would get that name\n\
             fairdraw: hint: nothing is overwritten: choose another name with --output\n"
        ));
    }
}

#[test]
fn what_a_broken_run_left_is_named_once_and_stays() {
    let folder = Folder::with_list(4);
    let left = [".a.secret.Ab3dE6.tmp", ".a.commit.Ab3dE6.tmp"];
    for name in left {
        folder.write(name, "x");
    }
    folder.write(".a.secret.mine.tmp", "x");
    let ran = folder.try_commit(&["--quiet", "--seed-only"]);
    assert_eq!(
        ran.err,
        "fairdraw: warning: .a.secret.Ab3dE6.tmp was left, with a secret perhaps, by a run that was broken off: delete it\n\
         fairdraw: warning: .a.commit.Ab3dE6.tmp was left by a run that was broken off: delete it\n"
    );
    assert_eq!(ran.status, 0);
    assert!(left.iter().all(|name| folder.at(name).exists()));
    // Files of another name are none of its business.
    let ran = folder.run(&["reveal", "a.commit"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[cfg(unix)]
#[test]
fn what_a_killed_run_holds_is_named_only_when_it_is_dead() {
    let folder = Folder::with_list(4);
    let pick = ["pick", "1", "-", "-o", "out"];
    let mut child = command()
        .args(pick)
        .current_dir(folder.path())
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It waits for its input with the new file begun.
    while folder.names().len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let beside = folder.run(&["pick", "1", "list.txt", "-o", "out"]);
    assert_eq!((beside.status, beside.err.as_str()), (0, ""));
    fs::remove_file(folder.at("out")).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let after = folder.run(&["pick", "1", "list.txt", "-o", "out"]);
    assert!(
        after.err.contains(".tmp was left by a run that was broken off: delete it\n"),
        "{}",
        after.err
    );
    assert_eq!(after.status, 0);
}

#[test]
fn file_that_is_given_twice_counts_once() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let here = folder.path().join("a.list");
    let list = here.to_str().unwrap();
    folder.verify(&["a.commit", "a.reveal", "a.list", "./a.list", list, "a.reveal", "."]).done();
    folder.verify(&[".", "a.commit", "./a.commit", "."]).done();
    folder.write("b.list", folder.bytes("a.list"));
    let error = folder.verify(&["a.commit", "a.reveal", "a.list", "b.list"]).not_done();
    assert!(error.contains("b.list is a second list, beside a.list"), "{error}");
}

/// A draw with the seeds of two parties, opened, and its reveal.
fn of_two_parties() -> Folder {
    let folder = Folder::with_list(20);
    let mut seeds = Vec::new();
    for name in ["ann", "ben"] {
        let said = folder.run(&["contribute", "--name", name]).done();
        let line = said.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
        seeds.push(line.to_owned());
    }
    let by = "2090-01-01T00:00:00Z";
    folder.commit(&["--seed-only", "--seed", &seeds[0], "--seed", &seeds[1], "--seeds-by", by]);
    for name in ["ann", "ben"] {
        folder.run(&["open", "a.commit", "--secret", &format!("{name}.secret")]).done();
    }
    folder
}

#[test]
fn seeds_file_that_opens_nothing_is_named_by_reveal_and_verify() {
    let folder = of_two_parties();
    let forged = folder.text("a.ann.seeds");
    let digits = folder.value("a.ann.seeds", "seed");
    let digits = digits.split(' ').nth(1).unwrap();
    folder.write("x.seeds", forged.replace(digits, &"a".repeat(128)));
    folder.write("y.seeds", forged.replace("seed: ann", "seed: cat"));
    let ran = folder.run(&["--quiet", "reveal", "a.commit"]);
    assert_eq!(
        ran.err,
        "fairdraw: warning: ./x.seeds: left out: its seed of ann does not open the commitment of ann, so it was not published\n\
         fairdraw: warning: ./y.seeds: left out: the commit has no seed of cat\n"
    );
    assert_eq!(ran.status, 0);
    fs::remove_file(folder.at("y.seeds")).unwrap();
    for (content, name, said) in [
        (forged.replace(digits, &"a".repeat(128)), "seed-commitment", "x.seeds: not valid: "),
        (forged.replace("seed: ann", "seeds: ann"), "grammar", "x.seeds: not valid: "),
        (forged.trim_end().to_owned(), "grammar", "x.seeds: not valid: "),
        (forged.replacen("commit: ", "commit: 00", 1), "grammar", "x.seeds: not valid: "),
        (
            forged.replace(&folder.value("a.ann.seeds", "commit"), &"0".repeat(64)),
            "other-commit",
            "x.seeds: not valid: ",
        ),
    ] {
        folder.write("x.seeds", content);
        let ran = folder.verify(&["."]);
        assert!(ran.err.contains(said), "{}", ran.err);
        assert!(!ran.err.contains("it is about one of"), "{}", ran.err);
        ran.not_valid(name);
    }
}
