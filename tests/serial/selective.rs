//! What a selective search that is interrupted says of the moves that it has searched through.

use eldest::report::RootMove;
use eldest::selective::Selective;
use eldest::{Bound, Engine, Limits};
use eldest_checks::passing::{PassingGame, PassingJudge};
use eldest_checks::selecting::some_selection;
use eldest_checks::{Chance, SplitMix64 as Random};

/// What is left out depends on what was searched before: the second move that is found can be worth
/// more than the first.
#[test]
fn an_interrupted_search_puts_the_best_of_its_values_first() {
    let (mut random, mut several) = (Random(7), 0);
    for seed in 0..40 {
        let root = PassingGame::new(seed, 4 + random.below(2));
        let selective = Selective::new(PassingJudge::new(0), some_selection(&mut random));
        let builder = Engine::<PassingGame>::builder().evaluator(selective).table_bytes(4096);
        let mut engine = builder.build().expect("an engine");
        for nodes in (13..80).step_by(13) {
            engine.clear();
            let limits = Limits::new().depth(6).nodes(nodes);
            let report = engine.query(&root).limits(&limits).multi_pv(3).run().expect("a report");
            let best = &report.moves[0];
            if Some(best.depth) == report.depth {
                continue;
            }
            let is_alike =
                |found: &&RootMove<_>| found.bound == Bound::Exact && found.depth == best.depth;
            let found: Vec<_> = report.moves.iter().filter(is_alike).collect();
            assert!(found.iter().all(|found| found.value <= best.value), "{report:#?}");
            several += u64::from(found.len() > 1);
        }
    }
    assert!(several > 3, "{several} searches were interrupted with several values");
}
