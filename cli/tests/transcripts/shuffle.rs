use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use crate::run::{command, fairdraw, fairdraw_in};

fn shuffle_of(input: &[u8]) -> crate::run::Ran {
    fairdraw_in(Path::new("."), ["shuffle"], input)
}

#[test]
fn million_lines_come_out_once_each_in_another_order() {
    let input: Vec<u8> =
        (0..1_000_000).flat_map(|i: u32| format!("entry {i}\n").into_bytes()).collect();
    let output = shuffle_of(&input).data();
    assert_ne!(output, input);
    let sorted = |text: &[u8]| {
        let mut lines: Vec<Vec<u8>> =
            text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort_unstable();
        lines
    };
    assert!(sorted(&output) == sorted(&input), "not a permutation");
}

#[test]
fn two_runs_differ() {
    let order = || fairdraw(["shuffle", "--range", "1-60"]).data();
    assert_ne!(order(), order());
}

#[test]
fn empty_list_gives_nothing() {
    assert_eq!(shuffle_of(b"").data(), b"");
}

#[test]
fn missing_last_newline_is_added_and_empty_lines_are_kept() {
    assert_eq!(shuffle_of(b"one").data(), b"one\n");
    assert_eq!(shuffle_of(b"\n").data(), b"\n");
    assert_eq!(shuffle_of(b"\n\n\xff").sorted_lines(), [b"\n".as_slice(), b"\n", b"\xff\n"]);
}

#[test]
fn lines_are_bytes_in_any_encoding() {
    let lines = shuffle_of(b"caf\xe9\nnul\0inside\n\xf0\x9f\n\r\n").sorted_lines();
    assert_eq!(lines, [b"\r\n".as_slice(), b"caf\xe9\n", b"nul\0inside\n", b"\xf0\x9f\n"]);
}

#[test]
fn nul_ends_records_that_hold_newlines() {
    let output = fairdraw_in(Path::new("."), ["shuffle", "-z"], b"a\nb\0c").data();
    assert!(output == b"a\nb\0c\0" || output == b"c\0a\nb\0", "{output:?}");
}

#[test]
fn dash_is_standard_input() {
    assert_eq!(fairdraw_in(Path::new("."), ["shuffle", "-"], b"x\n").data(), b"x\n");
}

#[test]
fn words_of_the_command_line_are_records() {
    let lines = fairdraw(["shuffle", "--echo", "b", "", "a b"]).sorted_lines();
    assert_eq!(lines, [b"\n".as_slice(), b"a b\n", b"b\n"]);
    fairdraw(["shuffle", "-e", "two\nlines"]).refused(
        "fairdraw: error: a word contains a newline, which would end the record\n\
         fairdraw: hint: use --zero-terminated\n",
    );
    assert_eq!(fairdraw(["shuffle", "-z", "-e", "two\nlines"]).data(), b"two\nlines\0");
}

#[cfg(unix)]
#[test]
fn words_that_are_not_utf_8_are_records() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let arguments = [OsStr::new("shuffle"), OsStr::new("-e"), OsStr::from_bytes(b"caf\xe9")];
    assert_eq!(fairdraw(arguments).data(), b"caf\xe9\n");
}

#[test]
fn range_includes_both_ends() {
    assert_eq!(
        fairdraw(["shuffle", "--range", "9-11"]).sorted_lines(),
        [b"10\n".as_slice(), b"11\n", b"9\n"]
    );
    assert_eq!(fairdraw(["shuffle", "--range", "5-5"]).data(), b"5\n");
    assert_eq!(fairdraw(["shuffle", "-z", "--range", "0-0"]).data(), b"0\0");
}

#[test]
fn range_too_large_to_hold_is_refused() {
    fairdraw(["shuffle", "--range", "1-9223372036854775808"]).refused(
        "fairdraw: error: 9223372036854775808 numbers need 17179869184 GiB of memory, and at most 8 are taken\n\
         fairdraw: hint: pick fewer: fairdraw pick K --range A-B\n",
    );
    // 16 bytes for each number of a whole range, up to 80 for each of a few.
    for (arguments, gib) in [
        (["shuffle", "--range", "1-536870913"].as_slice(), 9),
        (&["pick", "107374183", "--range", "1-9000000000"], 9),
        (&["shuffle", "--range", "1-9000000000"], 135),
    ] {
        let error = fairdraw(arguments).not_done();
        assert!(error.contains(&format!(" numbers need {gib} GiB of memory")), "{error}");
    }
}

#[test]
fn missing_list_and_folder_are_named() {
    fairdraw(["shuffle", "no-such-list"])
        .refused("fairdraw: error: cannot read no-such-list: no such file or folder\n");
    fairdraw(["shuffle", "/"]).refused("fairdraw: error: cannot read /: it is a folder\n");
}

#[test]
fn only_one_list_is_taken() {
    for arguments in [["list", "--range", "1-2"], ["list", "--echo", "a"]] {
        let ran = fairdraw(["shuffle"].iter().chain(&arguments));
        assert_eq!(ran.status, 2);
        assert!(
            ran.err.starts_with("fairdraw: error: the argument '[FILE]' cannot be used with"),
            "{}",
            ran.err
        );
    }
    let ran = fairdraw(["shuffle", "--range", "1-2", "--echo", "a"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("cannot be used with"), "{}", ran.err);
}

#[test]
fn closed_pipe_ends_quietly() {
    let mut child = command()
        .args(["shuffle", "--range", "1-1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Some of the 6.9 MB are read, and then the pipe is closed while the tool still writes.
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut [0; 2]).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command().args(["shuffle", "--range", "1-9"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "fairdraw: error: cannot write to standard output: the disk is full\n"
    );
}
