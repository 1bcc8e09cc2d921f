//! What can be asked about a root, held against the values of all moves by minimax.

use super::engines::{Case, Game, Judge, limits};
use eldest::{Bound, Depth, Engine, Error, Query, Report, Score, Table};

/// One of the questions about some position, if the game is not over there.
pub(crate) fn ask_something<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    engine: &mut Engine<P, E, T>,
) {
    let Some(root) = Root::some(case) else { return };
    match case.random.below(4) {
        0 => several(case, &root, engine),
        1 => only_some(case, &root, engine),
        2 => enough(case, &root, engine),
        _ => root.check(&root.query(engine).run().expect("a report"), &root.values, 1),
    }
}

/// A root whose game is not over, and the values of its moves, the best first.
struct Root<P: Game> {
    position: P,
    depth: Depth,
    values: Vec<(P::Move, Score)>,
}

impl<P: Game> Root<P> {
    fn some<E: Judge<P>>(case: &mut Case<P, E>) -> Option<Self> {
        let (position, depth) = (case.some_position(), case.some_depth());
        let mut values = case.root_values(&position, depth);
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        (!values.is_empty()).then_some(Self { position, depth, values })
    }

    fn query<'e, E: Judge<P>, T: Table + 'static>(
        &self,
        engine: &'e mut Engine<P, E, T>,
    ) -> Query<'e, P, E, T> {
        let query = engine.query(&self.position).limits(&limits(self.depth));
        if self.depth.is_end() { query.to_end() } else { query }
    }

    /// The first `count` moves of `report` are exactly worth the first `count` of `values`, each
    /// with a line that begins with it.
    fn check(&self, report: &Report<P::Move>, values: &[(P::Move, Score)], count: usize) {
        let about = format!("{:?} to {} with {values:?}: {report:#?}", self.position, self.depth);
        assert_eq!(report.moves.len(), values.len(), "{about}");
        for (found, (_, value)) in report.moves.iter().zip(values).take(count) {
            let own = values.iter().find(|(mv, _)| *mv == found.mv).expect("a move asked for");
            assert_eq!(
                (found.value, found.value, found.bound),
                (*value, own.1, Bound::Exact),
                "{about}"
            );
            assert_eq!(found.line.first(), Some(&found.mv), "{about}");
        }
        assert_eq!(report.value(), Some(values[0].1), "{about}");
        assert_eq!(report.best_move, Some(report.moves[0].mv), "{about}");
    }
}

fn several<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    root: &Root<P>,
    engine: &mut Engine<P, E, T>,
) {
    let count = case.random.pick(&[0, 1, 2, 3, usize::MAX]);
    let query = root.query(engine).multi_pv(count).line(case.random.odds(50));
    root.check(&query.run().expect("a report"), &root.values, count.max(1));
}

fn only_some<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    root: &Root<P>,
    engine: &mut Engine<P, E, T>,
) {
    let mut values = root.values.clone();
    values.retain(|_| case.random.odds(60));
    let count = 1 + case.random.below(2) as usize;
    let mut moves: Vec<P::Move> = values.iter().map(|(mv, _)| *mv).collect();
    moves.reverse();
    let query = root.query(engine).root_moves(moves).multi_pv(count).line(case.random.odds(50));
    match query.run() {
        Ok(report) => root.check(&report, &values, count),
        Err(error) => assert!(values.is_empty() && matches!(error, Error::NoRootMoves)),
    }
}

fn enough<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    root: &Root<P>,
    engine: &mut Engine<P, E, T>,
) {
    let value = root.values[0].1;
    let least = match case.random.below(4) {
        0 => case.random.pick(&[Score::INFINITY, -Score::INFINITY, Score::WIN, Score::LOSS]),
        _ => Score::new(value.get() + case.random.below(7) as i32 - 3),
    };
    let answer = root.query(engine).at_least(least).expect("an answer");
    assert_eq!(
        answer,
        Some(value >= least),
        "at least {least}: {:?} to {}",
        root.position,
        root.depth
    );
}
