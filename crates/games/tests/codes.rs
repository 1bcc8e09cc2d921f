//! Codes of positions: a proof of a code holds for every position with that code.

use eldest::{Moves, Position, Score};
use eldest_games::connect4::{AnySize, ConnectFour, Standard};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::domineering::Domineering;
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::nim::Nim;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_games::tictactoe::TicTacToe;
use std::collections::HashMap;

fn code<G: Notation>(position: &G) -> Vec<u8> {
    let mut code = Vec::new();
    Notation::encode(position, &mut code);
    code
}

/// Returns a value without the points taken before.
fn to_come<G: Position>(position: &G, score: Score) -> i32 {
    score.get() - position.taken().unwrap_or(0)
}

/// Asserts that `position` and the position decoded from its code agree on the points still to
/// come, on static bounds and on moves.
fn agrees<G: Notation>(variant: G::Variant, position: &G) {
    let code = code(position);
    let stand_in = G::decode(variant, &code).expect("the code of a position");
    assert_eq!(self::code(&stand_in), code, "{position}");
    assert_eq!(stand_in.side(), position.side(), "{position}");
    assert_eq!(stand_in.plies_left(), position.plies_left(), "{position}");
    assert_eq!(stand_in.fingerprint(), position.fingerprint());
    let ends = [&stand_in, position].map(|one| one.over().map(|score| to_come(one, score)));
    assert_eq!(ends[0], ends[1], "{position}");
    let bounds = [&stand_in, position].map(|one| {
        let bounds = one.bounds();
        (to_come(one, bounds.lower()), to_come(one, bounds.upper()))
    });
    assert!(position.taken().is_some() || bounds[0] == bounds[1], "{position}");
    // The moves lead to the same positions.
    let children = |one: &G| {
        let each = Moves::collect(|out| one.moves(out)).into_iter().map(|mv| {
            let mut child = one.clone();
            let before = to_come(one, Score::DRAW);
            child.play(mv);
            let sign = if child.side() == one.side() { 1 } else { -1 };
            (self::code(&child), sign * to_come(&child, Score::DRAW) - before)
        });
        let mut children: Vec<_> = each.collect();
        children.sort();
        children
    };
    assert_eq!(children(&stand_in), children(position), "{position}");
}

/// Checks the positions of random games.
fn played<G: Notation>(variant: G::Variant) {
    let mut drawn = 1_u64;
    for _ in 0..60 {
        let mut position = G::start(variant);
        loop {
            agrees(variant, &position);
            let moves = Moves::collect(|out| position.moves(out));
            if position.over().is_some() || moves.is_empty() {
                break;
            }
            drawn = drawn.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            position.play(moves[(drawn >> 33) as usize % moves.len()]);
        }
    }
}

#[test]
fn moves_with_one_code_have_one_worth() {
    played::<TicTacToe>(Default::default());
    played::<ConnectFour<Standard>>(Standard);
    played::<ConnectFour<AnySize>>("6x5".parse().unwrap());
    played::<ConnectFour<AnySize>>("5x4".parse().unwrap());
    played::<ConnectFour<AnySize>>("4x15".parse().unwrap());
    for board in ["4x4", "6x6", "8x8", "6x6,discs"] {
        played::<Othello>(board.parse().unwrap());
    }
    for board in ["6x4", "4x3", "3x2,no-empty-capture"] {
        played::<Kalah>(board.parse().unwrap());
    }
    played::<Domineering>("4x5".parse().unwrap());
    played::<Domineering<2>>("4x5".parse().unwrap());
    played::<Dots>("2x3".parse().unwrap());
    played::<Nim>(Default::default());
    played::<Dobutsu>(Default::default());
}

/// Collects all positions of a small game by their codes.
fn by_code<G: Notation>(position: &G, found: &mut HashMap<Vec<u8>, Vec<String>>) {
    let (names, name) = (found.entry(code(position)).or_default(), position.to_string());
    if names.contains(&name) {
        return;
    }
    names.push(name);
    if position.over().is_some() {
        return;
    }
    for mv in Moves::collect(|out| position.moves(out)) {
        let mut child = position.clone();
        child.play(mv);
        by_code(&child, found);
    }
}

#[test]
fn only_mirror_images_share_a_code() {
    let mut found = HashMap::new();
    let board: AnySize = "4x3".parse().unwrap();
    by_code(&ConnectFour::new(board), &mut found);
    for names in found.values() {
        let [first, .., last] = &[&names[..], &names[..]].concat()[..] else { unreachable!() };
        let mirror = |name: &str| {
            let rows = name.split('/').map(|row| row.chars().rev().collect::<String>());
            rows.collect::<Vec<_>>().join("/")
        };
        assert!(names.len() <= 2 && (first == last || *first == mirror(last)), "{names:?}");
    }
    assert!(found.values().any(|names| names.len() == 2) && found.len() > 1_000);
}

#[test]
fn what_is_no_code_is_no_position() {
    let board: AnySize = "6x5".parse().unwrap();
    let code_of_start = code(&ConnectFour::new(board));
    let four = |code: &[u8]| ConnectFour::<AnySize>::decode(board, code);
    assert!(four(&code_of_start).is_some());
    // One byte too few, one too many, a bit above all columns, full columns, impossible stones.
    for code in [&[0; 4][..], &[0; 6], &[0, 0, 0, 0, 63], &[255; 5], &[0, 0, 0, 0, 3]] {
        assert!(four(code).is_none(), "{code:?}");
    }
    let rules = "2x2".parse().unwrap();
    for code in [&[2, 2, 2, 2, 2][..], &[2, 2, 2, 0], &[9, 0, 0, 0, 0], &[4, 4, 1, 0, 0], &[]] {
        assert!(Kalah::decode(rules, code).is_none(), "{code:?}");
    }
    let rules = "4x4".parse().unwrap();
    for code in [&[1, 0, 0, 0, 1, 0, 0, 0, 0][..], &[16, 0, 0, 0, 0, 0, 0, 0, 0], &[0; 10], &[2; 9]]
    {
        assert!(Othello::decode(rules, code).is_none(), "{code:?}");
    }
    assert!(TicTacToe::decode(Default::default(), &[255]).is_none());
}
