//! Every game of the list ([`eldest_catalog::games::GAMES`]), including those without plain rules
//! here.
//!
//! A random playout leads to the position to check. It and its evaluator must conform, and every
//! move must survive writing and parsing. The games are behind their common type, so that a new row
//! of the list needs no code here.

use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::conformance::{assert_conforms, check_evaluator};
use eldest_catalog::games::{AnyPosition, Board, GameArg};
use std::sync::LazyLock;

/// The games are created once: some have large evaluators.
static SAMPLES: LazyLock<Vec<GameArg>> = LazyLock::new(|| GameArg::samples().collect());

/// The most plies of a playout.
const PLIES: u32 = 100;
/// The positions that the suite visits.
const BUDGET: usize = 30;

pub(super) fn check(u: &mut Unstructured<'_>, _: &mut Coverage) -> Result<()> {
    let game = u.choose(&SAMPLES)?;
    let mut board = game.start();
    for _ in 0..u.int_in_range(0..=PLIES)? {
        let moves = board.all_moves();
        if moves.is_empty() {
            break;
        }
        moves_are_read_back(&*board);
        board.advance(moves[u.choose_index(moves.len())?]);
    }
    match (board.counts_distance(), board.is_path_dependent()) {
        (false, _) => conforms(&AnyPosition::<false>::new(board)),
        (true, false) => conforms(&AnyPosition::<true>::new(board)),
        (true, true) => conforms(&AnyPosition::<true, true>::new(board)),
    }
    Ok(())
}

fn moves_are_read_back(board: &dyn Board) {
    for mv in board.all_moves() {
        let text = board.format_move(mv);
        assert_eq!(board.parse_move(&text), Ok(mv), "{text} at {}", board.drawing());
    }
}

fn conforms<const DISTANCE: bool, const PATH: bool>(position: &AnyPosition<DISTANCE, PATH>) {
    assert_conforms(position, BUDGET);
    let evaluated = check_evaluator(position, &AnyPosition::estimate, BUDGET);
    evaluated.unwrap_or_else(|broken| panic!("{broken}"));
}
