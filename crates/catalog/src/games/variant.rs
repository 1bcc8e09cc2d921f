//! [`Variant`]: a game with its variant, and the search that it needs.

use super::Visitor;
use super::any::AnyGame;
use super::either::Either;
use super::error::GameError;
use super::noted::NotatedGame;
use super::own::read;
use eldest::selective::{Selection, Selective};
use eldest::{Options, ZeroEvaluator};
use eldest_games::chess::{Chess, Draws, FiftyMoves, Full, Nnue, Pesto, Timeless, Tuned};
use eldest_games::connect4::{self, AnySize, ConnectFour, Shape, Standard};
use eldest_games::kalah::{self, Kalah};
use eldest_games::notation::Notation;
use eldest_games::othello::{self, Iago, Othello, Trained};

/// A game with its variant. Small games share the first two types, to save compile time.
#[derive(Clone)]
pub(super) enum Variant {
    /// Wins and losses count their distance.
    OfDistance(AnyGame<true>),
    /// Scores are points.
    OfPoints(AnyGame<false>),
    ConnectFour(AnySize),
    Othello(othello::OthelloRules),
    Kalah(kalah::KalahRules),
    Chess,
    ChessOfFiftyMoves,
    ChessInFull,
}

impl Variant {
    /// Calls `visitor` with this game.
    pub(super) fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Variant::OfDistance(game) => visitor.visit(game),
            Variant::OfPoints(game) => visitor.visit(game),
            Variant::ConnectFour(size) if *size == AnySize::default() => {
                visitor.visit(&four_in_a_row::<Standard>(Standard))
            }
            Variant::ConnectFour(size) => visitor.visit(&four_in_a_row::<AnySize>(*size)),
            Variant::Othello(rules) => visitor.visit(&reversi(*rules)),
            Variant::Kalah(rules) => visitor.visit(&sowing(*rules)),
            Variant::Chess => visitor.visit(&chess(Timeless)),
            Variant::ChessOfFiftyMoves => visitor.visit(&chess(FiftyMoves)),
            Variant::ChessInFull => visitor.visit(&chess_in_full()),
        }
    }
}

/// Returns the game with the variant `text`, with only its rules.
pub(super) fn noted<N: Notation>(text: &str) -> Result<NotatedGame<N>, GameError> {
    read::<N>(text).map(NotatedGame::new)
}

/// Returns chess with the draw rules `variant`.
pub(super) fn chess_by(variant: &str) -> Result<Variant, GameError> {
    read::<Chess>(variant)
        .map(|_| Variant::Chess)
        .or_else(|_| read::<Chess<FiftyMoves>>(variant).map(|_| Variant::ChessOfFiftyMoves))
        .or_else(|_| read::<Chess<Full>>(variant).map(|_| Variant::ChessInFull))
}

/// Returns Connect Four with the options that measured best.
fn four_in_a_row<S>(shape: S) -> NotatedGame<ConnectFour<S>, ZeroEvaluator, true>
where
    S: Shape,
    ConnectFour<S>: Notation<Variant = S>,
{
    NotatedGame::new(shape).options(connect4::options(), connect4::options_to_depth()).dense()
}

/// Returns Kalah with the options that measured best, evaluated by the stores.
fn sowing(rules: kalah::KalahRules) -> NotatedGame<Kalah> {
    NotatedGame::new(rules).options(kalah::options(), kalah::options())
}

/// The evaluator of Othello.
type OthelloJudge = Selective<Either<Iago, Trained>>;

/// Returns Othello with the options that measured best.
fn reversi(rules: othello::OthelloRules) -> NotatedGame<Othello, OthelloJudge> {
    let best = ["trained", "iago"].into_iter().find_map(|name| judge_of_othello(rules, name));
    let judge = best.expect("Iago is for every board");
    let judged = NotatedGame::<Othello>::new(rules).judged(judge).selective(othello::selection());
    judged.options(othello::options(), Options::default()).named(judge_of_othello)
}

/// Returns an evaluator of Othello by its name. The trained one is for the standard board.
fn judge_of_othello(rules: othello::OthelloRules, name: &str) -> Option<OthelloJudge> {
    let is_standard = rules.size() == othello::OthelloRules::default().size();
    let either = match name {
        "iago" => Either::One(Iago::new(rules)),
        "trained" if is_standard => Either::Other(Trained),
        _ => return None,
    };
    Some(Selective::new(either, Selection::NONE))
}

/// Returns chess, evaluated with quiescence.
pub(super) fn chess<D: Draws>(draws: D) -> NotatedGame<Chess<D>, Pesto> {
    NotatedGame::new(draws).judged(Pesto::default())
}

/// The evaluator of chess with all draw rules.
type ChessJudge = Selective<Either<Pesto, Either<Tuned, Nnue>>>;

/// Returns chess with all draw rules, with the parameters of its selective search.
fn chess_in_full() -> NotatedGame<Chess<Full>, ChessJudge> {
    let nnue = judge_of_chess(Full, "nnue").expect("an evaluator");
    NotatedGame::new(Full).judged(nnue).selective(Selection::default()).named(judge_of_chess)
}

fn judge_of_chess(_: Full, name: &str) -> Option<ChessJudge> {
    let either = match name {
        "pesto" => Either::One(Pesto::default()),
        "tuned" => Either::Other(Either::One(Tuned::default())),
        "nnue" => Either::Other(Either::Other(Nnue::default())),
        _ => return None,
    };
    Some(Selective::new(either, Selection::NONE))
}
