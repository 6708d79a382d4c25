use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::names_in;
use crate::run::{Ran, command, fairdraw_in};

#[test]
fn output_is_a_new_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let ran = fairdraw_in(folder.path(), ["shuffle", "-o", "out", "--range", "7-7"], b"");
    assert_eq!(ran.data(), b"");
    assert_eq!(names_in(folder.path()), ["out"]);
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"7\n");
}

#[test]
fn output_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(fairdraw_in(folder.path(), ["shuffle", "-o", "-", "-e", "x"], b"").data(), b"x\n");
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn existing_file_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out"), "precious").unwrap();
    fairdraw_in(folder.path(), ["shuffle", "-o", "out", "--range", "1-3"], b"").refused(
        "fairdraw: error: out exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
    assert_eq!(names_in(folder.path()), ["out"]);
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"precious");
}

#[cfg(unix)]
#[test]
fn link_to_nothing_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("elsewhere", folder.path().join("out")).unwrap();
    fairdraw_in(folder.path(), ["shuffle", "-o", "out", "--range", "1-3"], b"").refused(
        "fairdraw: error: out exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
    assert_eq!(names_in(folder.path()), ["out"]);
}

#[test]
fn file_that_appears_in_the_meantime_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = begin_writing_to_out(folder.path());
    fs::write(folder.path().join("out"), "precious").unwrap();
    drop(child.stdin.take());
    Ran::from(child.wait_with_output().unwrap()).refused(
        "fairdraw: error: out exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
    assert_eq!(names_in(folder.path()), ["out"]);
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"precious");
}

#[test]
fn targets_that_can_not_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |target: &str, message: &str| {
        fairdraw_in(folder.path(), ["shuffle", "-o", target, "--range", "1-3"], b"")
            .refused(message);
        assert!(names_in(folder.path()).is_empty());
    };
    refused(
        "none/out",
        "fairdraw: error: cannot write none/out: there is no folder none\n\
         fairdraw: hint: make the folder first, or choose another\n",
    );
    refused("out/", "fairdraw: error: \"out/\" is not the name of a file\n");
    refused("..", "fairdraw: error: \"..\" is not the name of a file\n");
    refused(
        &"x".repeat(256),
        &format!("fairdraw: error: cannot write {}: file name too long\n", "x".repeat(256)),
    );
}

#[test]
fn failed_run_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ran = fairdraw_in(folder.path(), ["pick", "4", "-o", "out", "--range", "1-3"], b"");
    assert_eq!(ran.status, 2);
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn longest_name_has_room_for_its_temporary_one() {
    let folder = tempfile::tempdir().unwrap();
    let name = "x".repeat(255);
    assert_eq!(fairdraw_in(folder.path(), ["shuffle", "-o", &name, "-e", "a"], b"").data(), b"");
    assert_eq!(names_in(folder.path()), [name]);
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_work_and_steer_no_terminal() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"caf\xe9\x1b[2J\n");
    let arguments =
        [OsStr::new("shuffle"), OsStr::new("-e"), OsStr::new("a"), OsStr::new("-o"), name];
    assert_eq!(fairdraw_in(folder.path(), arguments, b"").data(), b"");
    assert_eq!(fairdraw_in(folder.path(), [OsStr::new("shuffle"), name], b"").data(), b"a\n");
    fairdraw_in(folder.path(), arguments, b"").refused(
        "fairdraw: error: caf\u{fffd}\\u{1b}[2J\\n exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
}

#[cfg(unix)]
#[test]
fn public_file_has_the_mode_that_the_umask_leaves() {
    use std::os::unix::fs::PermissionsExt;

    for (umask, mode) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("umask {umask} && exec \"$0\" shuffle -o out -e a");
        let status = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_fairdraw")])
            .current_dir(folder.path())
            .status()
            .unwrap();
        assert!(status.success());
        let found = fs::metadata(folder.path().join("out")).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "umask {umask}");
    }
}

#[test]
fn killed_run_leaves_a_temporary_file_and_no_target() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = begin_writing_to_out(folder.path());
    child.kill().unwrap(); // SIGKILL on Unix
    child.wait().unwrap();
    let names = names_in(folder.path());
    assert_eq!(names.len(), 1);
    assert!(is_temporary(&names[0]), "{names:?}");
    // What was left is in nobody's way.
    let ran = fairdraw_in(folder.path(), ["shuffle", "-o", "out", "-e", "a"], b"");
    let warning = format!(
        "fairdraw: warning: {} was left by a run that was broken off: delete it\n",
        names[0]
    );
    assert_eq!((ran.status, ran.err, ran.out.as_slice()), (0, warning, b"".as_slice()));
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"a\n");
}

#[test]
fn killed_at_any_moment_the_target_is_whole_or_not_there() {
    const SIZE: u64 = 6_888_896; // of the numbers 1 to 1,000,000 with their newlines
    let mut whole = 0;
    for moment in 0..24 {
        let folder = tempfile::tempdir().unwrap();
        let mut child = command()
            .args(["shuffle", "--range", "1-1000000", "-o", "out"])
            .current_dir(folder.path())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(8 * moment));
        child.kill().unwrap();
        child.wait().unwrap();
        for name in names_in(folder.path()) {
            if name == "out" {
                assert_eq!(fs::metadata(folder.path().join("out")).unwrap().len(), SIZE);
                whole += 1;
            } else {
                assert!(is_temporary(&name), "{name}");
            }
        }
    }
    assert!(whole < 24, "no run was killed before its end");
}

/// A run that has begun its file `out` and waits for the rest of its list.
fn begin_writing_to_out(folder: &Path) -> std::process::Child {
    let mut child = command()
        .args(["shuffle", "-o", "out"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"one\n").unwrap();
    let start = Instant::now();
    while names_in(folder).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60), "no temporary file was made");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

fn is_temporary(name: &str) -> bool {
    let middle = name.strip_prefix(".out.").and_then(|rest| rest.strip_suffix(".tmp"));
    middle.is_some_and(|random| random.len() == 6)
}
