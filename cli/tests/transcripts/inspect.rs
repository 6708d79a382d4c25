use crate::folder::{Folder, secrets_in};
use crate::run::fairdraw_in;

fn inspect(folder: &Folder, file: &str) -> String {
    folder.run(&["inspect", file]).done()
}

#[test]
fn every_kind_of_file_is_explained_and_no_secret_shown() {
    let folder = Folder::with_list(20);
    let source = [
        "--private",
        "--public",
        "dd-dd",
        "two numbers",
        "--seed",
        "--seeds-by",
        "2090-01-01T00:00:00Z",
    ];
    let id = folder.commit(&source);
    folder.run(&["open", "a.commit"]).done();
    folder.run(&["reveal", "a.commit", "--beacon", "04-11"]).done();
    folder.run(&["receipt", "a.commit", "--position", "7", "-o", "a.receipt"]).done();

    let commit = inspect(&folder, "a.commit");
    for part in [
        "a commit: ",
        &format!("commit id   {id}\n"),
        "title       Cakes\n",
        "entries     20 (private list)\n",
        "rank 1-2    Cake\n",
        "rank 3      alternates; each vacancy goes to the next of them\n",
        "beacon      public text of the shape dd-dd: two numbers\n",
        "seeds by    2090-01-01T00:00:00Z; without one of them there is no result\n",
    ] {
        assert!(commit.contains(part), "{part}: {commit}");
    }
    let reveal = inspect(&folder, "a.reveal");
    assert!(
        reveal.starts_with("a reveal: ") && reveal.contains("beacon      public text 04-11\n"),
        "{reveal}"
    );
    assert!(reveal.contains("seed of     organiser, opened\n"), "{reveal}");
    assert_eq!(reveal.matches("\nrank ").count(), 3, "{reveal}");
    let seeds = inspect(&folder, "a.seeds");
    assert!(seeds.contains(&id) && seeds.contains("seeds of    organiser\n"), "{seeds}");
    let receipt = inspect(&folder, "a.receipt");
    assert!(
        receipt.contains("position    7\nentry       entry 8\nlist        private; "),
        "{receipt}"
    );
    let secret = inspect(&folder, "a.secret");
    assert!(secret.starts_with("a secret file: not to be published"), "{secret}");
    let list = inspect(&folder, "a.list");
    assert!(list.contains("entries     20\n") && list.contains("last        entry 20\n"), "{list}");

    for shown in [commit, reveal, seeds, receipt, secret, list] {
        for secret in secrets_in(&folder.text("a.secret")) {
            assert!(!shown.contains(&secret[..16]), "{shown}");
        }
    }
}

#[test]
fn rehearsals_and_drand_are_named() {
    let folder = Folder::with_draw(&["--seed-only", "--rehearsal"]);
    assert!(inspect(&folder, "a.commit").contains("TEST: this is a rehearsal"));
    assert!(inspect(&folder, "a.reveal").contains("(TEST)"));
    let folder = Folder::with_list(20);
    folder.commit(&["--round", "119473012"]);
    let beacon = "beacon      drand quicknet round 119473012, due 2035-01-01T00:00:00Z\n";
    assert!(inspect(&folder, "a.commit").contains(beacon));
}

#[test]
fn root_of_a_list_is_shown() {
    // The protocol's check values.
    let folder = Folder::new();
    folder.write("plain", "alice\nbob\ncarol\ndave\nerin\n");
    let root = "5d92e1a57ecd743bab8c7132afad8a9038eb05188c8f0ef4eeed2b2c0f0cf576";
    assert!(inspect(&folder, "plain").contains(root));
    folder.write("weighted", "3\talice\n1\tbob\n1\tcarol\n4\tdave\n2\terin\n");
    let root = "c38dfada7b6d1655daafd447ddc788777ef8be0b8ef9d0cfb84397679e6d0d9f";
    let shown = inspect(&folder, "weighted");
    assert!(shown.contains(root) && shown.contains("tickets     11\n"), "{shown}");
}

#[test]
fn what_is_no_file_of_ours_is_refused() {
    let folder = Folder::with_draw(&["--seed-only"]);
    folder.write("empty", "");
    folder.write("twice", "ann\nann\n");
    folder.write("later", "fairdraw commit v2\n");
    folder.write("lottery", "fairdraw lottery v1\n");
    folder.write("cut", &folder.bytes("a.commit")[..100]);
    for (file, why) in [
        ("empty", "no entries"),
        ("twice", "neither a file of a draw nor a list"),
        ("later", "made for a later version"),
        ("lottery", "made for a later version: lottery"),
        ("cut", "hint: the file was changed, or cut off"),
        (".", "it is a folder"),
        ("none", "no such file"),
    ] {
        let error = folder.run(&["inspect", file]).not_done();
        assert!(error.contains(why), "{file}: {error}");
    }
}

#[test]
fn standard_input_is_explained_like_a_file() {
    let folder = Folder::with_draw(&["--seed-only"]);
    for file in ["a.commit", "a.reveal", "a.secret", "a.list"] {
        let ran = fairdraw_in(folder.path(), ["inspect", "-"], &folder.bytes(file));
        assert_eq!(ran.done(), inspect(&folder, file), "{file}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_a_known_kind_are_read_to_their_limit_only() {
    for (kind, limit) in [("commit", 1 << 20), ("seeds", 1 << 16), ("secret", 1 << 16)] {
        let folder = Folder::new();
        let mut bytes = format!("fairdraw {kind} v1\n").into_bytes();
        bytes.resize(limit + 1, b'x');
        folder.write("large", &bytes);
        let error = folder.run(&["inspect", "large"]).not_done();
        assert!(error.contains(&format!("large has more than {limit} bytes")), "{error}");
        folder.write("large", &bytes[..limit]);
        let error = folder.run(&["inspect", "large"]).not_done();
        assert!(!error.contains("has more than"), "{error}");
    }
}

#[test]
fn a_damaged_secret_file_is_not_taken_for_a_list() {
    let folder = Folder::with_list(20);
    folder.commit(&["--seed-only"]);
    let secret = folder.text("a.secret");
    let lines: Vec<_> = secret.lines().collect();
    let [damaged, without_first, last_alone] = [
        secret.replacen("fairdraw", "fairdrew", 1),
        lines[1..].join("\n") + "\n",
        format!("{}\n", lines[lines.len() - 1]),
    ];
    for (text, name) in [&damaged, &without_first, &last_alone]
        .into_iter()
        .flat_map(|text| ["b.secret", "b.SECRET", "b.txt", "b.list"].map(|name| (text, name)))
    {
        folder.write(name, text);
        let ran = folder.run(&["inspect", name]);
        let said = format!("{}{}", ran.text(), ran.err);
        let is_list = !name.to_lowercase().ends_with(".secret");
        assert_eq!(ran.status, if is_list { 0 } else { 2 }, "{name}: {said}");
        for hidden in secrets_in(&secret) {
            assert!(!said.contains(&hidden[..16]), "{name}: {said}");
        }
    }
}
