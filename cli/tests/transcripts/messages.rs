//! What is said of values that can't be taken: which one, why, and what would do.

use crate::folder::Folder;
use crate::run::command;

/// The error of a commit by a seed alone with these options besides.
fn error_of(folder: &Folder, more: &[&str]) -> String {
    let terms = ["commit", "list.txt", "-o", "b", "--title", "Cakes", "--published", "the board"];
    folder.run(&[&terms, more].concat()).not_done()
}

#[test]
fn an_option_that_is_wrong_is_named_with_the_reason() {
    let folder = Folder::with_list(4);
    let (long, longer) = ("a".repeat(512), "1 ".to_owned() + &"a".repeat(511));
    let prizes = ["--prize", "1 Pie"].repeat(1025);
    let notes = ["--note", "a"].repeat(17);
    let pie = ["--prize", "1 Pie"];
    for (more, said) in [
        (
            ["--seed-only", "--prize", "9223372036854775808 x"].as_slice(),
            "larger than 9223372036854775807",
        ),
        (&["--seed-only", "--prize", "-1 x"], "'-1 x' for '--prize"),
        (&["--seed-only", "--prize", "-1 x"], "the count: write a whole number in digits"),
        (&["--seed-only", "--prize", "+1 x"], "the count: write a whole number in digits"),
        (&["--seed-only", "--prize", "0 x"], "a prize is there at least once"),
        (&["--seed-only", "--prize", &longer], "longer than 512 bytes"),
        (&["--seed-only", "--prize", "1 Pie", "--alternates", "-1"], "'-1' for '--alternates"),
        (&[&pie[..], &["--round", "-5"]].concat(), "'-5' for '--round <N>': write a whole number"),
        (&[&pie[..], &["--round", "0"]].concat(), "rounds count from 1"),
        (
            &[&pie[..], &["--at", "2020-01-01T00:00:00Z"]].concat(),
            "drand quicknet began at 2023-08-23T15:09:27Z: it has no round at 2020-01-01T00:00:00Z",
        ),
        (
            &[&pie[..], &["--at", "2090-01-01T00:00:00+25:00"]].concat(),
            "they go from -12:00 to +14:00",
        ),
        (
            &[&pie[..], &["--at", "2090-01-01T00:00:00Z[Asia/Tokyo]"]].concat(),
            "no zone in brackets",
        ),
        (&[&pie[..], &["--public", "ddd", "x"]].concat(), "--public SHAPE: \"ddd\" is no shape"),
        (
            &[&pie[..], &["--public", "dd dd", "x"]].concat(),
            "--public SHAPE: \"dd dd\" is no shape",
        ),
        (&[&pie[..], &["--public", "dddd", ""]].concat(), "--public DESCRIPTION: empty"),
        (
            &[&pie[..], &["--public", "dddd", &long]].concat(),
            "--public, shape and description together: longer than 512 bytes",
        ),
        (&[&["--seed-only"], &prizes[..]].concat(), "--prize is given 1025 times"),
        (&[&["--seed-only"], &pie[..], &notes].concat(), "--note is given 17 times"),
    ] {
        let error = error_of(&folder, more);
        assert!(error.contains(said), "{more:?}: {error}");
        assert!(!error.contains("-- -"), "{error}");
    }
    assert_eq!(folder.names(), ["list.txt"]);
}

#[test]
fn long_values_are_not_repeated_whole() {
    let folder = Folder::with_list(4);
    let long = "x".repeat(100_000);
    for more in [
        ["--seed-only", "--prize", &long].as_slice(),
        &["--seed-only", "--prize", "1 Pie", "--note", &long],
        &["--seed-only", "--prize", "1 Pie", "--no-reveal", &long],
        &["--prize", "1 Pie", "--public", &long, "x"],
        &["--prize", "1 Pie", "--at", &long],
    ] {
        let error = error_of(&folder, more);
        assert!(error.len() < 600 && error.contains("xxx.."), "{error}");
    }
}

#[test]
fn wrong_public_text_is_shown_beside_the_committed_shape() {
    let folder = Folder::with_list(4);
    folder.commit(&["--public", "dd-dd", "two numbers"]);
    for wrong in ["0411", "04.11", "04-1", "04-111"] {
        folder.run(&["reveal", "a.commit", "--beacon", wrong]).refused(&format!(
            "fairdraw: error: --beacon: \"{wrong}\" is not in the committed shape dd-dd\n\
             fairdraw: hint: give the text with a digit for each d, and the other characters where they stand\n"
        ));
    }
    folder.write("utf-16", [0xff, 0xfe, b'f', 0, b'a', 0]);
    let error = folder.run(&["reveal", "a.commit", "--beacon", "utf-16"]).not_done();
    assert!(error.contains("utf-16: it is saved as UTF-16: save it as UTF-8"), "{error}");
    folder.run(&["reveal", "a.commit", "--beacon", "04-11"]).done();
}

#[test]
fn proxy_that_can_not_be_used_is_an_error() {
    let folder = Folder::with_list(4);
    let run = |relay: &str, name: &str, value: &str| {
        let terms =
            ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only", "-o", "b"];
        let mut command = command();
        for proxy in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
            command.env_remove(proxy).env_remove(proxy.to_lowercase());
        }
        let output = command
            .args([&["commit", "list.txt"], &terms[..], &["--fresh", "--relay", relay]].concat())
            .current_dir(folder.path())
            .env(name, value)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    for name in ["ALL_PROXY", "https_proxy"] {
        assert_eq!(
            run("http://relay.invalid", name, "bogus://me:word@a"),
            format!(
                "fairdraw: error: the environment's {name} names no proxy that can be used\n\
                 fairdraw: hint: write it like http://HOST:PORT, or unset it\n"
            )
        );
    }
    // A relay on this computer is asked without one; nobody listens there.
    let error = run("http://127.0.0.1:9", "ALL_PROXY", "bogus://");
    assert!(error.contains("no relay gave"), "{error}");
    let error = run("http://relay.invalid", "ALL_PROXY", "");
    assert!(error.contains("note: http://relay.invalid: no such host, or no network"), "{error}");
}

#[test]
fn outcome_says_which_ranks_there_are_and_warns_of_times_before_the_draw() {
    let folder = Folder::with_draw(&["--seed-only"]);
    for rank in ["0", "4", "9223372036854775807"] {
        folder.run(&["outcome", "a.reveal", "--accepted", rank]).refused(&format!(
            "fairdraw: error: not recorded: rank {rank} was not drawn\n\
             fairdraw: hint: ranks are 1 to 3\n"
        ));
    }
    let early = "2020-01-01T00:00:00Z";
    let ran = folder.run(&["--quiet", "outcome", "a.reveal", "--accepted", "1", "--at", early]);
    let created = folder.value("a.commit", "created");
    assert_eq!(
        ran.err,
        format!("fairdraw: warning: recorded for {early}, but the commit is of {created}\n")
    );
    assert_eq!(ran.status, 0);
    let ran = folder.run(&["outcome", "a.reveal", "--accepted", "2"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[test]
fn inspect_of_a_broken_file_does_not_send_to_inspect() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.run(&["outcome", "a.reveal", "--accepted", "1"]).done();
    let outcome = folder.text("a.outcome");
    folder.write("a.outcome", outcome.trim_end());
    let error = folder.run(&["inspect", "a.outcome"]).not_done();
    assert!(error.contains("the last line has no line end\n"), "{error}");
    assert!(!error.contains("fairdraw inspect"), "{error}");
    let error = folder.run(&["outcome", "a.reveal", "--accepted", "2"]).not_done();
    assert!(error.contains("an editor took the last line end away"), "{error}");
    assert_eq!(folder.text("a.outcome"), outcome.trim_end());
}
