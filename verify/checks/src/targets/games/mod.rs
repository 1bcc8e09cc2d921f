//! The target `games`: shipped games against their rules written once more.
//!
//! | what | held against |
//! |---|---|
//! | end, score, legal moves, side, points taken, text of all games (all sizes and rules), plies left where they are counted | [`Plain`] rules on arrays and lists, at every position of a playout, on the way down and while it is taken back |
//! | keys | equal exactly where the plain rules see the same position (or its mirror image); `key_after` is the key after |
//! | `bounds`, `range`, `granularity`, `relevant_moves` | minimax on the plain rules where it is small; in Connect Four the next two stones everywhere |
//! | generated trees | what their [`Spec`](eldest_games::trees::Spec) promises |
//! | all of them | the suite of [`eldest::conformance`], from where a playout has come to |
//! | every row of the list of games | the suite and what reads moves, behind the type that games share: a game without plain rules here is met all the same |
//! | positions, trees, specs, paths, moves in text | what is written reads back; what is read is what a plain reader accepts |

mod chess;
pub mod connect4;
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

/// What its findings are held against.
pub const ORACLE: &str = "the rules written once more, minimax, and texts read back";

/// What one input asks.
#[derive(Copy, Clone)]
enum GameCheck {
    /// Something that is either right or wrong.
    Text(fn(&mut Unstructured<'_>) -> Result<()>),
    /// Something that may be too large to be compared, so that it is counted.
    Game(fn(&mut Unstructured<'_>, &mut Coverage) -> Result<()>),
}

/// All that may be asked, and what it is about.
const CHECKS: [(&str, GameCheck); 21] = [
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
];

/// Checks whatever the first byte of the input says.
///
/// # Errors
/// Those of `arbitrary`: the bytes are no input.
///
/// # Panics
/// If a game is not what its plain rules say.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what has been met.
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

/// A playout, and all that is asked where it ends. Returns that position.
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

fn domineering_game(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let squares = domineering::Squares::arbitrary(u)?;
    let reached = game(u, &squares, &squares.game(), met)?;
    read_back(squares.board(), &reached);
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
    // Text does not hold what was before, which the full game needs.
    if laws.is_ordinary() && D::NAME != Full::NAME {
        read_back(draws, &reached);
    }
    Ok(())
}

fn tree(u: &mut Unstructured<'_>, met: &mut Coverage) -> Result<()> {
    let (place, tree) = explicit::tree(u)?;
    game(u, &place, &tree, met).map(drop)
}

/// A position and its moves, written and read.
fn read_back<G: Notation + PartialEq + std::fmt::Debug>(variant: G::Variant, position: &G) {
    let text = position.to_string();
    assert_eq!(G::parse_position(variant, &text).as_ref(), Ok(position), "{text}");
    for mv in Moves::collect(|out| position.moves(out)) {
        assert_eq!(position.parse_move(&position.format_move(mv)), Ok(mv), "at {text}");
    }
}
