//! The target `games`: checks the shipped games against independent implementations of their rules.
//!
//! | subject | oracle |
//! |---|---|
//! | end, score, legal moves, side, points taken, text of all games (all sizes and rules), plies left where they are exact | [`Plain`] rules on arrays and lists, at every position of a playout, in both directions |
//! | keys | equal exactly where the plain rules see the same position (or its mirror image); `key_after` is the key after the move |
//! | `bounds`, `range`, `granularity`, `relevant_moves` | minimax on the plain rules where the tree is small; in Connect Four the next two stones at every position |
//! | `bounds`, `relevant_moves` of Domineering | a search of all moves, at every position below a small random one |
//! | generated trees | the promises of their [`Spec`](eldest_games::trees::Spec) |
//! | all of them | the suite of [`eldest::conformance`], at the last position of a playout |
//! | every row of the list of games | the suite and the parser of moves, behind the common type of games: this includes games without plain rules here |
//! | positions, trees, specs, paths, moves in text | written texts can be parsed again; a text is accepted exactly if a plain parser accepts it |

mod chess;
mod claims;
mod coins;
pub mod connect4;
mod dobutsu;
mod domineering;
mod dots;
mod explicit;
mod generated;
mod kalah;
mod listed;
mod nim;
mod othello;
mod plain;
mod playout;
mod texts;
mod tictactoe;

pub use connect4::PlainConnectFour;
pub use plain::{Plain, null_windows};
pub use texts::words;

use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::Moves;
use eldest_games::chess::{Chess, Draws, FiftyMoves, Full, Timeless};
use eldest_games::connect4::{ConnectFour, Standard};
use eldest_games::notation::{Notation, OnlyVariant};
use eldest_games::othello::Othello;
use eldest_games::tictactoe::TicTacToe;

/// The oracle of the target.
pub const ORACLE: &str = "independent rules, minimax, and texts that are parsed again";

/// A check of one input.
#[derive(Copy, Clone)]
enum GameCheck {
    /// A check that passes or fails.
    Text(fn(&mut Unstructured<'_>) -> Result<()>),
    /// A check that also counts events, because some comparisons may be too large to make.
    Game(fn(&mut Unstructured<'_>, &mut Coverage) -> Result<()>),
}

/// All checks and their subjects.
const CHECKS: [(&str, GameCheck); 22] = [
    ("Connect Four", GameCheck::Game(connect4_of_any_size)),
    ("Connect Four", GameCheck::Game(connect4_of_any_size)),
    ("Connect Four", GameCheck::Game(connect4_on_the_ordinary_board)),
    ("texts", GameCheck::Text(connect4::text)),
    ("texts", GameCheck::Text(connect4::rows)),
    ("tic-tac-toe", GameCheck::Game(tictactoe_game)),
    ("texts", GameCheck::Text(texts_of_small_games)),
    ("Nim", GameCheck::Game(nim_game)),
    ("Othello", GameCheck::Game(othello_game)),
    ("Othello", GameCheck::Game(othello_endgame)),
    ("texts", GameCheck::Text(othello::text)),
    ("listed games", GameCheck::Game(listed::check)),
    ("Kalah", GameCheck::Game(kalah_game)),
    ("Domineering", GameCheck::Game(domineering_game)),
    ("chess", GameCheck::Game(chess_game)),
    ("trees", GameCheck::Game(tree)),
    ("generated trees", GameCheck::Text(generated::check)),
    ("texts", GameCheck::Text(texts::trees)),
    ("texts", GameCheck::Text(texts::recipes)),
    ("Dots and Boxes", GameCheck::Game(dots_game)),
    ("chess", GameCheck::Game(chess_game)),
    ("dobutsu shogi", GameCheck::Game(dobutsu_game)),
];

/// Runs the check that the first byte selects.
///
/// # Errors
/// Those of `arbitrary`, if the bytes do not form an input.
///
/// # Panics
/// If a game disagrees with its plain rules.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let mut met = Coverage::default();
    let (subject, check) = *u.choose(&CHECKS)?;
    met.add(subject, 1);
    match check {
        GameCheck::Text(check) => check(u)?,
        GameCheck::Game(check) => check(u, &mut met)?,
    }
    Ok(met)
}

/// Plays a game and checks its last position. Returns that position.
fn game<P: Plain>(
    u: &mut Unstructured<'_>,
    plain: &P,
    game: &P::Game,
    met: &mut Coverage,
) -> Result<P::Game> {
    let plies = u.int_in_range(0..=P::PLIES)?;
    let (plain, game) = playout::play(u, plain, game, plies, met)?;
    playout::dwell(u, &plain, &game)?;
    Ok(game)
}

fn connect4_of_any_size(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let shape = connect4::size(u)?;
    let reached = game(u, &PlainConnectFour::empty(shape), &ConnectFour::new(shape), met)?;
    read_back(shape, &reached);
    Ok(())
}

fn connect4_on_the_ordinary_board(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let reached = game(u, &PlainConnectFour::empty(Standard), &ConnectFour::new(Standard), met)?;
    read_back(Standard, &reached);
    Ok(())
}

fn tictactoe_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let reached = game(u, &tictactoe::Cells::empty(), &TicTacToe::new(), met)?;
    read_back(OnlyVariant, &reached);
    Ok(())
}

fn texts_of_small_games(u: &mut Unstructured<'_>) -> Result<()> {
    tictactoe::rows(u)?;
    nim::text(u)
}

fn nim_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let heaps = nim::PlainHeaps::arbitrary(u)?;
    game(u, &heaps, &heaps.game(), met).map(drop)
}

fn othello_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let start = Othello::new(othello::rules(u)?);
    othello_from(u, &start, met)
}

fn othello_endgame(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let (rules, text) = othello::endgame(u)?;
    let position = Othello::parse_position(rules, &text).expect("a position");
    othello_from(u, &position, met)
}

fn othello_from(u: &mut Unstructured<'_>, position: &Othello, met: &mut Coverage) -> Result<()> {
    let reached = game(u, &othello::Discs::of(position), position, met)?;
    read_back(position.rules(), &reached);
    Ok(())
}

fn kalah_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let (ring, rules) = kalah::Ring::arbitrary(u)?;
    let reached = game(u, &ring, &ring.game(rules), met)?;
    read_back(rules, &reached);
    Ok(())
}

/// Checks a playout, or the claims at every position below a small one, in one word or two.
fn domineering_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    match u.int_in_range(0..=3)? {
        0 => domineering_playout::<1>(u, met),
        1 => claims::check::<1>(u, met),
        2 => domineering_playout::<2>(u, met),
        _ => claims::check::<2>(u, met),
    }
}

fn domineering_playout<const WORDS: usize>(
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    let squares = domineering::Squares::<WORDS>::arbitrary(u)?;
    let reached = game(u, &squares, &squares.game(), met)?;
    read_back(squares.board(), &reached);
    Ok(())
}

fn dobutsu_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let zoo = dobutsu::Zoo::arbitrary(u)?;
    let reached = game(u, &zoo, &zoo.game(), met)?;
    read_back(OnlyVariant, &reached);
    Ok(())
}

fn dots_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let (grid, board) = dots::DotGrid::arbitrary(u)?;
    let reached = game(u, &grid, &grid.game(board), met)?;
    read_back(board, &reached);
    Ok(())
}

fn chess_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    match u.int_in_range(0..=2)? {
        0 => chess_with(u, Timeless, met),
        1 => chess_with(u, FiftyMoves, met),
        _ => chess_with(u, Full, met),
    }
}

fn chess_with<D: Draws>(u: &mut Unstructured<'_>, draws: D, met: &mut Coverage) -> Result<()>
where
    Chess<D>: Notation<Variant = D>,
{
    let Some((laws, start)) = chess::start::<D>(u, met)? else { return Ok(()) };
    let reached = game(u, &laws, &start, met)?;
    // The text has no history, which the full game needs.
    if laws.is_ordinary() && D::NAME != Full::NAME {
        read_back(draws, &reached);
    }
    Ok(())
}

fn tree(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let (place, tree) = explicit::tree(u)?;
    game(u, &place, &tree, met).map(drop)
}

/// Writes and parses a position and its moves.
fn read_back<G: Notation + PartialEq + std::fmt::Debug>(variant: G::Variant, position: &G) {
    let text = position.to_string();
    assert_eq!(G::parse_position(variant, &text).as_ref(), Ok(position), "{text}");
    for mv in Moves::collect(|out| position.moves(out)) {
        assert_eq!(position.parse_move(&position.format_move(mv)), Ok(mv), "at {text}");
    }
}
