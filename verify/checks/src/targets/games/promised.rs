//! Games whose rules are not written once more here: their promises and their texts, from wherever a playout
//! has come to.

use arbitrary::{Result, Unstructured};
use eldest::{Moves, conformance};
use eldest_games::chess::{Chess, Draws, FiftyMoves, Timeless};
use eldest_games::domineering::{Board, Domineering};
use eldest_games::kalah::{Kalah, Rules};
use eldest_games::notation::Notation;

/// The positions that the conformance suite looks at.
const BUDGET: usize = 24;

pub(super) fn kalah(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = ["6x4", "4x3,no-empty-capture", "2x5", "7x2,no-empty-capture"];
    let rules: Rules = u.choose(&rules)?.parse().expect("rules");
    keeps_its_promises(u, rules, Kalah::start(rules))
}

pub(super) fn domineering(u: &mut Unstructured<'_>) -> Result<()> {
    let board: Board = u.choose(&["8x8", "5x7", "2x9", "1x6"])?.parse().expect("a board");
    keeps_its_promises(u, board, Domineering::start(board))
}

pub(super) fn chess(u: &mut Unstructured<'_>) -> Result<()> {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 93 70",
        "8/4P1k1/8/8/8/8/1p2K3/8 b - -",
    ];
    let start = u.choose(&starts)?;
    if u.arbitrary()? { chess_from(u, Timeless, start) } else { chess_from(u, FiftyMoves, start) }
}

fn chess_from<D: Draws>(u: &mut Unstructured<'_>, draws: D, start: &str) -> Result<()>
where
    Chess<D>: Notation<Variant = D>,
{
    keeps_its_promises(u, draws, Chess::parse_position(draws, start).expect("a position"))
}

fn keeps_its_promises<G: Notation>(
    u: &mut Unstructured<'_>,
    variant: G::Variant,
    mut game: G,
) -> Result<()> {
    for _ in 0..u.int_in_range(0..=60)? {
        if game.over().is_some() {
            break;
        }
        let moves = Moves::collect(|out| game.moves(out));
        game.play(moves[u.choose_index(moves.len())?]);
    }
    conformance::assert_conforms(&game, BUDGET);
    let read = |text: &str| G::parse_position(variant, text);
    conformance::check_text(&game, BUDGET / 4, G::to_string, read)
        .unwrap_or_else(|broken| panic!("{broken}"));
    Ok(())
}
