//! Changes the evaluator and the selection of one engine repeatedly, on one table.
//!
//! Together they identify the entries of a table. After a change the table counts as empty, so a
//! search visits the same nodes and reports the same as one on a new table.

use crate::passing::{PassingGame, PassingJudge};
use crate::{AnyTable, Chance};
use eldest::selective::{Parameter, Selection, Selective};
use eldest::{Engine, Limits, Options, Report};

/// Random evaluators and selections that differ in a few low bits, or in parameters.
fn some_pair(chance: &mut impl Chance) -> (PassingJudge, Selection) {
    let selection = Selection::NONE.with(|selection| {
        (selection.reverse_futility, selection.futility) = (true, chance.odds(50));
        selection.null_move = chance.odds(50);
        selection.margin = 4 + chance.below(4) as i32;
        selection.verify_from = 3 + chance.below(2) as u16;
        if chance.odds(30) {
            selection.parameters.set(Parameter::ReverseMargin, 100 + chance.below(3) as i32);
        }
    });
    let judge = PassingJudge { tilt: chance.below(4) as u16, ..PassingJudge::new(0) };
    (judge, if chance.odds(10) { Selection::NONE } else { selection })
}

/// Runs some searches. Returns the number of changes of the pair.
pub(super) fn check(chance: &mut impl Chance) -> u64 {
    let root = PassingGame::new(chance.below(1 << 16), 4 + chance.below(2));
    let (mut last, mut changed) = (some_pair(chance), 0);
    let mut engine = engine(last);
    for _ in 0..=1 + chance.below(3) {
        let found = searched(&mut engine, &root);
        let next = some_pair(chance);
        engine.set_evaluator(Selective::new(next.0, next.1));
        if next != last {
            let (fresh, reused) =
                (searched(&mut self::engine(next), &root), searched(&mut engine, &root));
            assert_eq!(
                reused, fresh,
                "{next:?} after {last:?}, which found {found:?}, of {root:?}"
            );
            changed += 1;
        }
        last = next;
    }
    changed
}

fn engine(
    (judge, selection): (PassingJudge, Selection),
) -> Engine<PassingGame, Selective<PassingJudge>, AnyTable> {
    let builder = Engine::<PassingGame>::builder().evaluator(Selective::new(judge, selection));
    let builder = builder.table(AnyTable::shared(1 << 12)).options(Options::ranked_only());
    builder.build().expect("a small table")
}

/// The results for all moves, and the number of nodes.
fn searched(
    engine: &mut Engine<PassingGame, Selective<PassingJudge>, AnyTable>,
    root: &PassingGame,
) -> String {
    let report: Report<u64> = engine.search(root, &Limits::new().depth(4)).expect("a value");
    format!("{:?} in {} nodes", report.moves, report.statistics.nodes)
}
