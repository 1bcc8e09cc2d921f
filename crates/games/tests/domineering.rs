//! Compares Domineering with a second implementation of its rules, and with published winners.

use eldest::{Engine, Limits, Moves, Position, Score};
use eldest_checks::chance::{Chance, SplitMix64};
use eldest_games::domineering::{Domineering, Domino, Size};
use eldest_games::notation::Notation;
use std::collections::{HashMap, HashSet};

/// Free squares, as pairs of row and column.
type Free = Vec<(u32, u32)>;

/// Returns the dominoes of Vertical or Horizontal: their first squares, and the free squares after
/// them.
fn plain_moves(free: &Free, vertical: bool) -> Vec<((u32, u32), Free)> {
    let second = |(row, column)| if vertical { (row + 1, column) } else { (row, column + 1) };
    let fits = free.iter().filter(|first| free.contains(&second(**first)));
    let after = |first: &(u32, u32)| {
        let rest = free.iter().filter(|square| *square != first && **square != second(*first));
        (*first, rest.copied().collect())
    };
    fits.map(after).collect()
}

/// Returns whether the side to move wins, by search alone.
fn plainly_wins(free: &Free, vertical: bool, known: &mut HashMap<(Free, bool), bool>) -> bool {
    let position = (free.clone(), vertical);
    if let Some(wins) = known.get(&position) {
        return *wins;
    }
    let moves = plain_moves(free, vertical);
    let wins = moves.iter().any(|(_, rest)| !plainly_wins(rest, !vertical, known));
    known.insert(position, wins);
    wins
}

fn all_squares<const WORDS: usize>(board: Size<WORDS>) -> Free {
    (0..board.rows())
        .flat_map(|row| (0..board.columns()).map(move |column| (row, column)))
        .collect()
}

/// Returns whether Vertical wins if Vertical begins, and if Horizontal begins.
fn vertical_wins(rows: u32, columns: u32) -> [bool; 2] {
    match Size::new(rows, columns) {
        Some(board) => wins_of(board),
        None => wins_of(Size::wide(rows, columns).expect("a board")),
    }
}

fn wins_of<const WORDS: usize>(board: Size<WORDS>) -> [bool; 2] {
    let mut engine =
        Engine::<Domineering<WORDS>>::builder().table_bytes(1 << 22).build().expect("an engine");
    let mut mover_wins = |position: Domineering<WORDS>| {
        let report = engine.solve(&position, &Limits::new()).expect("a report");
        report.value().expect("a value").get() > 0
    };
    [mover_wins(Domineering::new(board)), !mover_wins(Domineering::horizontal_first(board))]
}

/// Returns the winner in the published notation: `V` Vertical, `H` Horizontal, `1` the first
/// player, `2` the second.
fn winner(rows: u32, columns: u32) -> char {
    match vertical_wins(rows, columns) {
        [true, true] => 'V',
        [false, false] => 'H',
        [true, false] => '1',
        [false, true] => '2',
    }
}

#[test]
fn small_boards_have_the_winners_of_minimax() {
    for (rows, columns) in
        (1..=5).flat_map(|m| (1..=7).map(move |n| (m, n))).filter(|(m, n)| m * n <= 16)
    {
        let squares = all_squares(Size::new(rows, columns).expect("a board"));
        let wins = |vertical| plainly_wins(&squares, vertical, &mut HashMap::new());
        let expected = [wins(true), !wins(false)];
        assert_eq!(vertical_wins(rows, columns), expected, "{rows}x{columns}");
    }
}

/// Checks boards with random squares taken, most of which cannot arise in a game.
#[test]
fn bounds_hold_whatever_squares_are_taken() {
    let (mut random, mut decided) = (SplitMix64(0), [0; 2]);
    for board in ["1x9", "9x1", "2x8", "4x4", "5x3", "3x6"].map(|board| board.parse().unwrap()) {
        for _ in 0..200 {
            let free: Free = all_squares(board).into_iter().filter(|_| random.odds(70)).collect();
            let cell = |square| if free.contains(&square) { '.' } else { '#' };
            let row = |row| (0..board.columns()).map(|column| cell((row, column))).collect();
            let rows: Vec<String> = (0..board.rows()).map(row).collect();
            let vertical = random.odds(50);
            let text = format!("{} {}", rows.join("/"), if vertical { 'V' } else { 'H' });
            let position = <Domineering>::parse_position(board, &text).expect(&text);
            let wins = plainly_wins(&free, vertical, &mut HashMap::new());
            let (value, bounds) = (Score::new(if wins { 1 } else { -1 }), position.bounds());
            assert!(bounds.contains(value), "{value} at {text}, {bounds:?}");
            if position.over().is_none() && bounds.value().is_some() {
                decided[usize::from(wins)] += 1;
            }
        }
    }
    assert!(decided.iter().all(|often| *often > 20), "{decided:?}");
}

#[test]
fn dominoes_lie_where_the_plain_rules_say() {
    for (rows, columns) in [(8, 8), (3, 4), (1, 26), (26, 1), (7, 9)] {
        check_lines(Size::new(rows, columns).expect("a board"));
    }
    for (rows, columns) in [(9, 9), (3, 4), (5, 14), (16, 8), (128, 1)] {
        check_lines(Size::wide(rows, columns).expect("a board"));
    }
}

/// Compares the moves along several lines of play.
fn check_lines<const WORDS: usize>(board: Size<WORDS>) {
    for first in [0, 1, 5] {
        let (mut position, mut free, mut vertical) =
            (Domineering::new(board), all_squares(board), true);
        for turn in first.. {
            let mut plain = plain_moves(&free, vertical);
            let moves = Moves::collect(|out| position.moves(out));
            let names: HashSet<String> = moves.iter().map(|mv| position.format_move(*mv)).collect();
            let name = |(row, column): (u32, u32)| {
                format!("{}{}", char::from(b'a' + column as u8), row + 1)
            };
            let expected: HashSet<String> = plain.iter().map(|(first, _)| name(*first)).collect();
            assert_eq!(names, expected, "{position}");
            assert_eq!(position.over().is_some(), plain.is_empty(), "{position}");
            if plain.is_empty() {
                break;
            }
            let ((row, column), rest) = plain.swap_remove(turn * 7 % plain.len());
            let domino = Domino::new(row, column, board);
            assert_eq!(domino.place(board), (row, column));
            assert_eq!(position.parse_move(&name((row, column))), Ok(domino));
            position.play(domino);
            (free, vertical) = (rest, !vertical);
        }
    }
}

/// Conway found that the second player wins on 5x5.
#[test]
fn squares_have_the_published_winners() {
    assert_eq!([(2, 2), (3, 3), (4, 4), (5, 5)].map(|(m, n)| winner(m, n)), ['1', '1', '1', '2']);
}

/// Theorems of Uiterwijk, "Perfectly Solving Domineering Boards" (2014), if Vertical begins:
/// Vertical wins on m × 3 for m > 1, and on 2k × n for n = 3, 5, 7, 9, 11; Vertical loses on 3 × n
/// for n > 3, on m × 2k for m = 5 and 9, and on m × 4k for m = 3 and 7.
#[test]
fn the_first_player_wins_and_loses_as_proved() {
    let won = (2..=9).map(|m| (m, 3)).chain([
        (2, 5),
        (2, 7),
        (2, 9),
        (2, 11),
        (4, 5),
        (4, 7),
        (6, 5),
        (22, 3),
    ]);
    for (rows, columns) in won {
        assert!(vertical_wins(rows, columns)[0], "{rows}x{columns}");
    }
    let lost =
        (4..=9).map(|n| (3, n)).chain([(5, 2), (5, 4), (5, 6), (9, 2), (3, 12), (7, 4), (3, 22)]);
    for (rows, columns) in lost {
        assert!(!vertical_wins(rows, columns)[0], "{rows}x{columns}");
    }
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn larger_boards_are_won_as_proved() {
    for (rows, columns) in [(4, 9), (4, 11), (6, 7), (8, 5)] {
        assert!(vertical_wins(rows, columns)[0], "{rows}x{columns}");
    }
    for (rows, columns) in [(5, 8), (9, 4), (3, 16)] {
        assert!(!vertical_wins(rows, columns)[0], "{rows}x{columns}");
    }
}

/// These two shared an entry when the side was combined into the key by an exclusive or.
#[test]
fn on_64_squares_the_sides_share_no_entry() {
    let board: Size = "8x8".parse().expect("a board");
    let mut engine = Engine::<Domineering>::builder().build().expect("an engine");
    let mut value = |text: &str| {
        let position = <Domineering>::parse_position(board, text).expect("a position");
        engine.solve(&position, &Limits::new()).expect("a report").value()
    };
    let vertical = "#.#####./#..#.#../##.#.#../#...#.../..######/..####../..###.../..####.# V";
    let horizontal = "...#.#../..#...#./.##.###./......#./#...##../#.##.#.#/##...#.#/.....#.. H";
    assert_eq!(value(vertical), Some(Score::new(1)));
    assert_eq!(value(horizontal), Some(Score::new(-1)));
}
