//! Compares the results of a search that was ended early with the true values.

use crate::trial::{EngineEvaluator, EngineGame, Truth, limits};
use eldest::{Depth, Engine, Limits, Report, Table};
use std::fmt::Display;

/// Checks the report of an iterative-deepening search that may have been interrupted. All claims
/// are true at their depths. The best move is best at the depth of the report; or, one ply deeper,
/// it beats the former best move or is itself best.
///
/// # Panics
/// If a claim is not true.
pub fn check_deepening<P: EngineGame>(
    truth: &impl Truth<P>,
    position: &P,
    report: &Report<P::Move>,
    about: &dyn Display,
) {
    let legal = position.over().is_none();
    assert!(legal && report.best_move == Some(report.moves[0].mv), "{about}");
    let Some(depth) = report.depth else {
        assert_eq!(report.value(), None, "{about}");
        return;
    };
    let value = truth.value(position, depth);
    let of = |mv, depth| {
        let values = truth.root_values(position, depth);
        values.into_iter().find(|(m, _)| *m == mv).expect("legal").1
    };
    assert_eq!(report.value(), Some(value), "{about}");
    let best = report.moves[0].mv;
    if of(best, depth) != value {
        let next = Depth::plies(depth.to_plies().expect("plies") + 1);
        assert_eq!(report.moves[0].depth, next, "{about}");
        let former = report.moves.iter().find(|m| m.depth == depth && m.value == value);
        let beats = former.is_some_and(|former| of(best, next) > of(former.mv, next));
        assert!(beats || of(best, next) == truth.value(position, next), "{about}");
    }
}

/// Checks the bounds of a search to the end that was interrupted.
///
/// # Panics
/// If they do not hold.
pub fn check_proof<P: EngineGame>(
    truth: &impl Truth<P>,
    position: &P,
    report: &Report<P::Move>,
    about: &dyn Display,
) {
    let value = truth.value(position, Depth::END);
    assert!(report.bounds.contains(value), "{value} {about}");
    assert!(report.value().is_none_or(|found| found == value), "{about}");
    assert!(report.best_move == Some(report.moves[0].mv), "{about}");
}

/// Checks that the engine still finds the true values.
///
/// # Panics
/// If it does not.
pub fn check_engine<P: EngineGame, E: EngineEvaluator<P>, T: Table + 'static>(
    truth: &impl Truth<P>,
    engine: &mut Engine<P, E, T>,
    position: &P,
    about: &dyn Display,
) {
    let end = engine.solve(position, &Limits::new()).expect("a report");
    assert_eq!(end.value(), Some(truth.value(position, Depth::END)), "{about}");
    for depth in (1..4).map(Depth::plies) {
        let report = engine.search(position, &limits(depth)).expect("a report");
        assert_eq!(report.value(), Some(truth.value(position, depth)), "{about}");
    }
}
