//! Checks every row of the list of games: it conforms, its boards can be read by `--input`, and it
//! is documented.

use eldest::conformance::{assert_conforms, check_evaluator};
use eldest::{Moves, Position};
use eldest_catalog::games::{Catalog, GAMES, Game, GameArg, Visitor, Words};
use eldest_catalog::input::Entry;
use std::thread;

/// Plays games at random.
struct Playouts<'a> {
    rng: &'a mut fastrand::Rng,
    games: usize,
}

impl Visitor for Playouts<'_> {
    type Output = usize;

    /// Returns the number of boards read back.
    fn visit<G: Game>(self, game: &G) -> usize {
        (0..self.games).map(|_| playout(game, self.rng)).sum()
    }
}

fn playout<G: Game>(game: &G, rng: &mut fastrand::Rng) -> usize {
    let ((mut position, mut written), mut plies) = (game.start(), 0);
    comes_back(game, &written);
    while position.over().is_none() && plies < 150 {
        let moves: Vec<_> = Moves::collect(|out| position.moves(out)).into_iter().collect();
        let mv = moves[rng.usize(..moves.len())];
        let name = game.format_move(&position, mv);
        G::advance(&mut position, mv);
        written = game.write(&position, &written, Some(&name));
        comes_back(game, &written);
        plies += 1;
    }
    plies + 1
}

/// Reads the board alone in a line; indented, with a score and a remark after it; and with only a
/// remark after it.
fn comes_back<G: Game>(game: &G, written: &str) {
    let words = Words::of(game);
    let lines = ["B", "  B -3 # hard", "\tB\t5", "B ; drawn", "B # drawn"];
    let after = [None, Some("-3"), Some("5"), None, None];
    for (line, after) in lines.into_iter().zip(after) {
        let line = line.replace('B', written);
        let entry = Entry::read("line", 1, line.as_bytes(), &words).unwrap();
        let entry = entry.unwrap_or_else(|| panic!("{}: '{line}' is no position", game.name()));
        assert_eq!((&*entry.text, entry.next.as_deref()), (written, after), "{}", game.name());
        let read = game.parse(&entry.text).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(game.write(&read, written, None), written, "{}", game.name());
    }
}

#[test]
fn every_board_that_a_game_prints_is_read() {
    let mut rng = fastrand::Rng::with_seed(0x1db0_a2d5);
    for game in GameArg::samples() {
        let playouts = Playouts { rng: &mut rng, games: 4 };
        let boards = game.visit(playouts);
        assert!(boards >= 4, "{game:?}: {boards}");
    }
}

/// Runs the conformance suite on a game and its evaluator.
struct Conformance;

impl Visitor for Conformance {
    type Output = usize;

    /// Returns the number of positions checked.
    fn visit<G: Game>(self, game: &G) -> usize {
        let (start, _) = game.start();
        let summary = assert_conforms(&start, 300);
        let evaluated = check_evaluator(&start, &game.evaluator(), 100);
        evaluated.unwrap_or_else(|broken| panic!("{}: {broken}", game.name()));
        summary.positions
    }
}

#[test]
fn every_game_conforms() {
    thread::scope(|threads| {
        for game in GameArg::samples() {
            threads.spawn(move || assert!(game.visit(Conformance) > 0, "{game:?}"));
        }
    });
}

/// The table of games in the documentation has each row.
#[test]
fn every_game_is_documented() {
    let page = include_str!("../../../docs/games.md");
    for row in &GAMES {
        let links: Vec<String> = row.pages.iter().map(|page| format!("[{page}]({page})")).collect();
        let links = links.join(", ");
        let row = format!("| {} | {} | {} | {links} |", row.title, row.asks, row.tested);
        let row = row.replace("|  |", "| |");
        assert!(page.lines().any(|line| line == row), "docs/games.md lacks this row:\n{row}");
    }
}

/// Boards of Domineering with taken or useless squares anywhere.
#[test]
fn every_board_of_domineering_is_read() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let (rows, columns) = (rng.u32(1..=3), rng.u32(1..=4));
        let mut row =
            || (0..columns).map(|_| *rng.choice(&['#', '.']).unwrap()).collect::<String>();
        let written = (0..rows).map(|_| row()).collect::<Vec<_>>().join("/");
        let game = format!("domineering:{rows}x{columns}");
        let visitor = Board(format!("{written} {}", rng.choice(&['V', 'H']).unwrap()));
        game.parse::<GameArg>().unwrap().visit(visitor);
    }
}

/// A board written by a person; it is printed in the form of the game.
struct Board(String);

impl Visitor for Board {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let entry = Entry::read("line", 1, self.0.as_bytes(), &Words::of(game)).unwrap();
        let entry = entry.unwrap_or_else(|| panic!("{}: '{}' is no position", game.name(), self.0));
        let position = game.parse(&entry.text).unwrap();
        comes_back(game, &game.write(&position, &entry.text, None));
    }
}
