use crate::folder::{Folder, names_in};

const NOTE: &str = "fairdraw: note: NOT UNIFORM over all orders: all are in one circle, each allowed circle equally likely\n";

fn people(names: &str) -> Folder {
    let folder = Folder::new();
    folder.write("names.txt", names.replace(' ', "\n"));
    folder
}

#[test]
fn everybody_gives_once_in_one_circle() {
    let folder = people("Ash Birch Cedar Damson Elder");
    let ran = folder.run(&["santa", "names.txt"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, NOTE));
    let text = ran.text();
    let pairs: Vec<(&str, &str)> =
        text.lines().map(|line| line.split_once(" -> ").unwrap()).collect();
    assert!(pairs.iter().map(|pair| pair.0).eq("Ash Birch Cedar Damson Elder".split(' ')));
    let gives_to = |giver: &str| pairs.iter().find(|pair| pair.0 == giver).unwrap().1;
    let mut circle = vec!["Ash"];
    while circle.len() < 5 {
        circle.push(gives_to(circle[circle.len() - 1]));
    }
    assert_eq!(gives_to(circle[4]), "Ash");
    circle.sort_unstable();
    assert!(circle.into_iter().eq("Ash Birch Cedar Damson Elder".split(' ')));
}

#[test]
fn one_circle_that_is_left_is_the_result() {
    // By hand: of the circles of three, one has Ash giving to Birch; with two only one is there at all.
    let folder = people("Ash Birch Cedar");
    folder.write("forbid.csv", "receiver,year,giver\nCedar,2025,Ash\n");
    let circle = ["Ash -> Birch\nBirch -> Cedar\nCedar -> Ash\n", ""];
    let run = |more: &[&str]| folder.run(&[&["santa", "names.txt", "--quiet"], more].concat());
    assert_eq!(run(&["--forbid", "forbid.csv"]).data(), circle.concat().into_bytes());
    let csv = run(&["--forbid", "forbid.csv", "--csv", "-o", "circle.csv"]).data();
    assert_eq!(csv, b"");
    assert_eq!(
        folder.text("circle.csv"),
        "giver,receiver\r\n\"Ash\",\"Birch\"\r\n\"Birch\",\"Cedar\"\r\n\"Cedar\",\"Ash\"\r\n"
    );
    run(&["-o", "circle.csv"]).refused(
        "fairdraw: error: circle.csv exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
}

#[test]
fn each_giver_has_a_file_of_his_own() {
    let folder = people("Ash Birch");
    folder.write("names.txt", "Ash/Oak\nBïrch Tree, Jr.\n");
    let ran = folder.run(&["santa", "names.txt", "--output-folder", "envelopes/"]);
    let wrote = "fairdraw: note: wrote 2 files to envelopes/, one for each giver; hand them over unopened\n";
    assert_eq!((ran.status, ran.text(), ran.err), (0, String::new(), format!("{NOTE}{wrote}")));
    let names = ["1-Ash-Oak.txt", "2-Bïrch-Tree--Jr-.txt"];
    assert_eq!(names_in(&folder.at("envelopes")), names);
    assert_eq!(folder.text("envelopes/1-Ash-Oak.txt"), "Ash/Oak -> Bïrch Tree, Jr.\n");
    assert_eq!(folder.text("envelopes/2-Bïrch-Tree--Jr-.txt"), "Bïrch Tree, Jr. -> Ash/Oak\n");
    #[cfg(unix)]
    for (name, mode) in [("envelopes", 0o700), ("envelopes/1-Ash-Oak.txt", 0o600)] {
        assert_eq!(crate::folder::mode(&folder.at(name)), mode);
    }
    folder.run(&["santa", "names.txt", "--output-folder", "envelopes"]).refused(
        "fairdraw: error: envelopes exists; nothing is overwritten\n\
         fairdraw: hint: choose another name, or move the old one away\n",
    );
}

#[test]
fn no_circle_has_its_reason() {
    let folder = people("Ash Birch Cedar Damson Elder");
    let refused = |more: &[&str], reason: &str| {
        folder.run(&[&["santa", "names.txt"], more].concat()).refused(&format!(
            "fairdraw: error: there is no circle: {reason}\nfairdraw: hint: forbid fewer pairs\n"
        ));
    };
    folder.write("homes.csv", "name,household\nAsh,1\nBirch,1\nElder,2\nCedar,1\n");
    refused(
        &["--households", "homes.csv"],
        "Ash, Birch and Cedar (3 people) can give only to Damson and Elder (2 people)",
    );
    let forbid = |rows: &str| {
        folder.write("forbid.csv", format!("giver,receiver\n{}\n", rows.replace(' ', "\n")));
    };
    forbid("Ash,Birch Ash,Cedar Ash,Damson Ash,Elder");
    refused(&["--forbid", "forbid.csv"], "everybody is forbidden to Ash");
    forbid("Birch,Ash Cedar,Ash Damson,Ash Elder,Ash");
    refused(&["--forbid", "forbid.csv"], "Ash is forbidden to everybody");
    forbid("Ash,Cedar Ash,Damson Ash,Elder Birch,Cedar Birch,Damson Birch,Elder");
    refused(&["--forbid", "forbid.csv"], "Ash and Birch (2 people) can give only to each other");
    // Two bridges lead through Ash alone: each can give, all can be reached, and yet no circle passes once.
    folder.write("names.txt", "Ash\nBirch\nCedar\nDamson\nElder\nFir\n");
    let ways = ["Ash", "Birch", "Cedar", "Damson", "Elder", "Fir"];
    let edges = [
        "Ash,Birch",
        "Birch,Cedar",
        "Cedar,Ash",
        "Ash,Damson",
        "Damson,Elder",
        "Elder,Fir",
        "Fir,Ash",
        "Birch,Ash",
        "Fir,Damson",
        "Cedar,Birch",
    ];
    let pairs = ways
        .iter()
        .flat_map(|giver| ways.iter().map(move |receiver| format!("{giver},{receiver}")));
    forbid(&pairs.filter(|pair| !edges.contains(&pair.as_str())).collect::<Vec<_>>().join(" "));
    refused(&["--forbid", "forbid.csv"], "every circle has a forbidden pair; all were counted");
    // More than 16 people: nothing is counted, and yet the reason is seen.
    let names: Vec<String> = (1..=20).map(|number| format!("P{number}")).collect();
    folder.write("names.txt", names.join("\n"));
    let homes = names[..11].join(",1\n");
    folder.write("homes.csv", format!("name,household\n{homes},1\n"));
    let error = folder.run(&["santa", "names.txt", "--households", "homes.csv"]).not_done();
    assert!(error.contains("P8 and 3 others (11 people) can give only to P12, P13, P14, P15, P16, P17, P18, P19 and P20 (9 people)\n"), "{error}");
}

#[test]
fn circles_that_are_too_rare_are_not_found() {
    // Two groups of 13 that give only to each other: of all circles 1 in 5,200,300 alternates.
    let names: Vec<String> = (1..=26).map(|number| format!("P{number}")).collect();
    let folder = people(&names.join(" "));
    let homes: Vec<String> =
        names.iter().enumerate().map(|(index, name)| format!("{name},{}\n", index % 2)).collect();
    folder.write("homes.csv", format!("name,household\n{}", homes.concat()));
    folder.write("seed", "1\n");
    folder.run(&["santa", "names.txt", "--households", "homes.csv", "--seed-file", "seed"]).refused(
        "fairdraw: error: no circle without a forbidden pair was found in 1000000 tries\n\
         fairdraw: hint: there may be one all the same; forbid fewer pairs, or draw for up to 16 people, where all circles are counted\n",
    );
}

#[test]
fn names_that_are_not_there_are_refused_with_their_line() {
    let folder = people("Ash Birch Cedar");
    folder.write("forbid.csv", "giver,receiver\nAsh,Birch\nAsh,Brich\n");
    folder.run(&["santa", "names.txt", "--forbid", "forbid.csv"]).refused(
        "fairdraw: error: forbid.csv: line 3: \"Brich\" is not in names.txt\n\
         fairdraw: hint: write the name as it stands there\n",
    );
    folder.write("forbid.csv", "Ash,Birch\n");
    folder.run(&["santa", "names.txt", "--forbid", "forbid.csv"]).refused(
        "fairdraw: error: forbid.csv: no column is called \"giver\"\n\
         fairdraw: hint: the columns are \"Ash\", \"Birch\"\n",
    );
    folder.write("homes.csv", "name,household\nAsh,\n");
    folder.run(&["santa", "names.txt", "--households", "homes.csv"]).refused(
        "fairdraw: error: homes.csv: line 2: the household has no name\n\
         fairdraw: hint: whoever lives alone can be left out of the table, or has a household of his own\n",
    );
    folder.write("names.txt", "Ash\n");
    folder
        .run(&["santa", "names.txt"])
        .refused("fairdraw: error: names.txt has 1 person, and a circle at least 2\n");
    folder.write("names.txt", "Ash\nAsh\n");
    assert!(folder.run(&["santa", "names.txt"]).not_done().contains("two people need two names"));
    folder.run(&["santa", "-", "--seed-file", "-"]).refused(
        "fairdraw: error: list and seed file cannot both be standard input\n\
         fairdraw: hint: give one of them as a file\n",
    );
}

#[test]
fn names_come_from_tables_too() {
    let folder = Folder::new();
    folder.write("people.csv", "Id,Name\n1,Ash\n2,Birch\n");
    let ran = folder.run(&["santa", "people.csv", "--column", "Name", "--quiet"]);
    assert_eq!(ran.data(), b"Ash -> Birch\nBirch -> Ash\n");
    folder.write("names.txt", "Ash\nASH\n");
    let ran = folder.run(&["santa", "names.txt"]);
    assert!(
        ran.err.contains("note: Ash and ASH look alike, and are taken for two people\n"),
        "{}",
        ran.err
    );
}
