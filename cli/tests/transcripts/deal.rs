use std::collections::BTreeSet;

use crate::folder::{Folder, names_in};
use crate::run::fairdraw;

/// The cards in each line, behind the player's name.
fn hands(text: &str) -> Vec<(&str, Vec<&str>)> {
    let hand = |line| {
        let (player, cards) = str::split_once(line, ": ").unwrap();
        (player, cards.split(", ").collect())
    };
    text.lines().map(hand).collect()
}

#[test]
fn deck_has_52_cards_and_each_is_dealt_once() {
    let text =
        String::from_utf8(fairdraw(["deal", "--players", "4", "--cards", "13"]).data()).unwrap();
    let dealt = hands(&text);
    assert!(dealt.iter().map(|hand| hand.0).eq(["player 1", "player 2", "player 3", "player 4"]));
    assert!(dealt.iter().all(|hand| hand.1.len() == 13));
    let cards: BTreeSet<&str> = dealt.iter().flat_map(|hand| hand.1.iter().copied()).collect();
    assert_eq!(cards.len(), 52);
    assert!(["A♠", "10♥", "Q♦", "K♣", "2♣"].iter().all(|card| cards.contains(card)), "{cards:?}");
}

#[test]
fn some_cards_stay_in_the_deck() {
    let ran = fairdraw(["deal", "--players", "Ann,Ben", "--cards", "5"]);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (0, "fairdraw: note: 42 cards are left in the deck\n")
    );
    let text = ran.text();
    let dealt = hands(&text);
    assert_eq!((dealt[0].0, dealt[0].1.len(), dealt[1].0, dealt[1].1.len()), ("Ann", 5, "Ben", 5));
    assert_eq!(
        fairdraw(["deal", "--players", "2", "--cards", "0", "--quiet"]).data(),
        b"player 1:\nplayer 2:\n"
    );
}

#[test]
fn all_cards_of_a_list_are_dealt_in_turn() {
    let folder = Folder::new();
    folder.write("tasks", "dishes\r\ndishes\nfloor, stairs\nwindows");
    let text = folder.run(&["deal", "tasks", "--players", "Ann,Ben,Cleo", "--csv"]).done();
    let mut rows: Vec<&str> = text.split("\r\n").collect();
    assert_eq!((rows[0], rows[5], rows.len()), ("player,card", "", 6));
    let players: Vec<&str> = rows[1..5].iter().map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(players, ["\"Ann\"", "\"Ann\"", "\"Ben\"", "\"Cleo\""]);
    rows.sort_unstable_by_key(|row| row.split_once(',').map(|row| row.1));
    let cards: Vec<&str> = rows[1..].iter().map(|row| row.split_once(',').unwrap().1).collect();
    assert_eq!(cards, ["\"dishes\"", "\"dishes\"", "\"floor, stairs\"", "\"windows\"", "card"]);
}

#[test]
fn each_player_has_a_file_of_his_own() {
    let folder = Folder::new();
    let ran =
        folder.run(&["deal", "--players", "Ann,Ben", "--cards", "2", "--output-folder", "hands"]);
    assert_eq!(
        (ran.text(), ran.err.as_str()),
        (
            String::new(),
            "fairdraw: note: wrote 2 files to hands, one for each player; hand them over unopened\n\
             fairdraw: note: 48 cards are left in the deck\n"
        )
    );
    assert_eq!(names_in(&folder.at("hands")), ["1-Ann.txt", "2-Ben.txt"]);
    assert!(folder.text("hands/1-Ann.txt").starts_with("Ann: "));
    let error = folder.run(&["deal", "--players", "2", "--csv", "--output-folder", "h"]).not_done();
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn same_seed_file_deals_the_same_hands_and_no_order_of_shuffle() {
    let folder = Folder::new();
    folder.write("seed", "4 1 6 6 2 5 3 1 1 6\n");
    folder.write("cards", (0..52).map(|card| format!("{card}\n")).collect::<Vec<_>>().concat());
    let deal = || folder.run(&["deal", "cards", "--players", "1", "--seed-file", "seed"]).done();
    assert_eq!(deal(), deal());
    let shuffled = folder.run(&["shuffle", "cards", "--seed-file", "seed"]).done();
    assert_ne!(deal().replace(", ", "\n"), format!("player 1: {shuffled}"));
}

#[test]
fn what_can_not_be_dealt_is_refused() {
    fairdraw(["deal", "--players", "4", "--cards", "14"]).refused(
        "fairdraw: error: 4 hands of 14 are 56 cards, and the deck has 52\n\
         fairdraw: hint: deal fewer cards with --cards, or to fewer players\n",
    );
    fairdraw(["deal", "--players", "10000", "--cards", "18446744073709551615"]).refused(
        "fairdraw: error: 10000 hands of 18446744073709551615 are 184467440737095516150000 cards, and the deck has 52\n\
         fairdraw: hint: deal fewer cards with --cards, or to fewer players\n",
    );
    for (players, why) in [
        ("0", "there must be 1 to 10000 players"),
        ("10001", "there must be 1 to 10000 players"),
        ("", "a player has no name; write them as in Ann,Ben"),
        ("Ann,,Ben", "a player has no name; write them as in Ann,Ben"),
        ("Ann,Ben,Ann", "two players are called Ann"),
    ] {
        let error = fairdraw(["deal", "--players", players]).not_done();
        assert!(error.lines().next().unwrap().ends_with(why), "{players}: {error}");
    }
    let folder = Folder::new();
    folder.write("cards", "a\n\nb\n");
    folder.run(&["deal", "cards", "--players", "2"]).refused(
        "fairdraw: error: cards: line 2 is blank\n\
         fairdraw: hint: a card needs a name; take the line out if it is none\n",
    );
    folder.write("cards", b"caf\xe9\n");
    folder
        .run(&["deal", "cards", "--players", "2"])
        .refused("fairdraw: error: cards: it is not UTF-8: save it as UTF-8\n");
}
