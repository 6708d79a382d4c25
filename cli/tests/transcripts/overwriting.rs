//! Nothing that exists is ever overwritten, and what is written is whole.

use std::fs;

use crate::folder::Folder;
#[cfg(unix)]
use crate::folder::mode;

/// Runs a command with a file of another content at its target: it must name it, and change nothing.
fn left_alone(folder: &Folder, target: &str, arguments: &[&str]) {
    let there = fs::read(folder.at(target)).ok();
    folder.write(target, "precious");
    let names = folder.names();
    let error = folder.run(arguments).not_done();
    assert!(error.contains(target), "{arguments:?}: {error}");
    assert!(error.contains("hint: "), "{error}");
    assert_eq!(folder.names(), names, "{arguments:?}");
    assert_eq!(folder.text(target), "precious");
    match there {
        Some(bytes) => folder.write(target, bytes),
        None => fs::remove_file(folder.at(target)).unwrap(),
    }
}

#[test]
fn no_command_overwrites_its_target() {
    let folder = Folder::with_list(20);
    let commit =
        ["commit", "list.txt", "-o", "a", "--title", "t", "--prize", "1 p", "--published", "x"];
    let beacon = ["--public", "dddd", "dice", "--seed", "--seeds-by", "2090-01-01T00:00:00Z"];
    let commit = [commit.as_slice(), &beacon].concat();
    for target in ["a.commit", "a.list", "a.secret"] {
        left_alone(&folder, target, &commit);
        assert_eq!(folder.names(), ["list.txt"]);
    }
    folder.run(&commit).done();
    for target in ["a.commit", "a.list", "a.secret"] {
        let before = folder.bytes(target);
        folder.run(&commit).not_done();
        assert_eq!(folder.bytes(target), before);
    }
    left_alone(&folder, "a.seeds", &["open", "a.commit"]);
    left_alone(&folder, "b", &["open", "a.commit", "-o", "b"]);
    folder.run(&["open", "a.commit"]).done();
    left_alone(&folder, "a.reveal", &["reveal", "a.commit", "--beacon", "1234"]);
    left_alone(&folder, "b", &["reveal", "a.commit", "--beacon", "1234", "-o", "b"]);
    left_alone(&folder, "b", &["receipt", "a.commit", "--position", "1", "-o", "b"]);
    folder.run(&["receipt", "a.commit", "--all", "list.txt"]).not_done();
    fs::create_dir(folder.at("receipts")).unwrap();
    folder.run(&["receipt", "a.commit", "--all", "receipts"]).not_done();
    assert_eq!(fs::read_dir(folder.at("receipts")).unwrap().count(), 0);
    // Onto the input itself.
    folder.run(&["reveal", "a.commit", "--beacon", "1234", "-o", "a.list"]).not_done();
    folder.run(&["reveal", "a.commit", "--beacon", "1234", "-o", "a.secret"]).not_done();
    folder.run(&["open", "a.commit", "-o", "a.secret"]).not_done();
    folder.run(&["reveal", "a.commit", "--beacon", "1234"]).done();
    folder.verify(&["a.commit", "a.reveal", "a.list"]).done();
}

#[test]
fn list_left_by_a_killed_commit_is_no_obstacle() {
    let folder = Folder::with_list(20);
    folder.write("a.list", folder.bytes("list.txt"));
    folder.write(".a.secret.AbCdEf.tmp", "fairdraw secr");
    folder.commit(&["--seed-only"]);
    folder.run(&["reveal", "a.commit"]).done();
    folder.verify(&["."]).done();
}

#[test]
fn secret_left_by_a_killed_commit_is_named() {
    let folder = Folder::with_list(20);
    folder.commit(&["--seed-only"]);
    fs::remove_file(folder.at("a.commit")).unwrap();
    let secret = folder.bytes("a.secret");
    let error = folder.try_commit(&["--seed-only"]).not_done();
    assert!(
        error.starts_with("fairdraw: error: a.secret is in the way: it was left by a commit"),
        "{error}"
    );
    assert_eq!(folder.bytes("a.secret"), secret);
    assert_eq!(folder.names(), ["a.list", "a.secret", "list.txt"]);
}

#[test]
fn canonical_list_can_be_committed_to_in_place() {
    let folder = Folder::new();
    folder.write("guests.list", "ann\nbob\n");
    let terms = ["--title", "t", "--prize", "1 p", "--published", "x", "--seed-only"];
    folder.run(&[["commit", "guests.list"].as_slice(), &terms].concat()).done();
    assert_eq!(folder.names(), ["guests.commit", "guests.list", "guests.secret"]);
    let folder = Folder::new();
    folder.write("guests.list", "ann\r\nbob\r\n");
    let error = folder.run(&[["commit", "guests.list"].as_slice(), &terms].concat()).not_done();
    assert!(error.contains("guests.list exists"), "{error}");
    assert_eq!(folder.names(), ["guests.list"]);
    assert_eq!(folder.text("guests.list"), "ann\r\nbob\r\n");
}

#[cfg(unix)]
#[test]
fn links_and_folders_at_the_target_are_left_alone() {
    let folder = Folder::with_list(20);
    std::os::unix::fs::symlink("elsewhere", folder.at("a.secret")).unwrap();
    folder.try_commit(&["--seed-only"]).not_done();
    assert_eq!(folder.names(), ["a.secret", "list.txt"]);
    fs::remove_file(folder.at("a.secret")).unwrap();
    fs::create_dir(folder.at("a.commit")).unwrap();
    folder.try_commit(&["--seed-only"]).not_done();
    fs::remove_dir(folder.at("a.commit")).unwrap();
    fs::create_dir(folder.at("a.list")).unwrap();
    folder.try_commit(&["--seed-only"]).not_done();
    assert_eq!(folder.names(), ["a.list", "list.txt"]);
}

#[cfg(unix)]
#[test]
fn secrets_are_the_owners_alone_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        let folder = Folder::with_list(20);
        let script = format!(
            "umask {umask} && exec \"$0\" commit list.txt -o a --private --title t --prize '1 p' --published x --seed-only"
        );
        let status = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_fairdraw")])
            .current_dir(folder.path())
            .stdout(std::process::Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        assert_eq!(mode(&folder.at("a.secret")), 0o600);
        assert_eq!(mode(&folder.at("a.list")), 0o600, "a private list");
        let public = 0o666 & !u32::from_str_radix(umask, 8).unwrap();
        assert_eq!(mode(&folder.at("a.commit")), public);
    }
}

#[test]
fn folder_that_is_not_there_is_named() {
    let folder = Folder::with_list(20);
    let terms = ["--title", "t", "--prize", "1 p"];
    let commit = ["commit", "list.txt", "--published", "x", "--seed-only", "-o", "none/a"];
    let error = folder.run(&[commit.as_slice(), &terms].concat()).not_done();
    assert!(error.contains("there is no folder none"), "{error}");
    let error =
        folder.run(&[["draw", "list.txt", "-o", "none/a"].as_slice(), &terms].concat()).not_done();
    assert!(error.contains("none"), "{error}");
    assert_eq!(folder.names(), ["list.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn folder_that_takes_no_files_is_an_error() {
    let folder = Folder::with_list(20);
    folder.commit(&["--seed-only"]);
    let error = folder.run(&["reveal", "a.commit", "-o", "/proc/a.reveal"]).not_done();
    assert!(error.contains("cannot write /proc/a.reveal"), "{error}");
    folder.run(&["reveal", "a.commit"]).done();
}

#[cfg(unix)]
#[test]
fn private_list_that_others_can_read_is_not_taken_over() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::with_list(20);
    folder.write("a.list", folder.bytes("list.txt"));
    let allow = |mode| {
        fs::set_permissions(folder.at("a.list"), fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o640);
    let error = folder.try_commit(&["--seed-only", "--private"]).not_done();
    assert!(error.contains("a.list is there already, and others than its owner"), "{error}");
    assert!(error.contains("hint: make it yours alone first: chmod 600 a.list"), "{error}");
    assert_eq!(folder.names(), ["a.list", "list.txt"]);
    allow(0o600);
    folder.try_commit(&["--seed-only", "--private"]).done();
}

#[test]
fn equal_reveal_is_no_obstacle_and_another_is() {
    let folder = Folder::with_draw(&["--seed-only"]);
    let before = folder.bytes("a.reveal");
    let said = folder.run(&["reveal", "a.commit"]).done();
    assert!(said.contains("\nprize       Cake (2)\n"), "{said}");
    assert_eq!(folder.bytes("a.reveal"), before);
    folder.write("a.reveal", "another");
    let error = folder.run(&["reveal", "a.commit"]).not_done();
    assert!(error.contains("a.reveal exists; nothing is overwritten"), "{error}");
    assert_eq!(folder.text("a.reveal"), "another");
}
