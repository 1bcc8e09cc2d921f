//! Games that tell points beside their keys.

use crate::common::coins::Coins;
use crate::common::{Chance, Random};
use eldest::{Engine, Limits, Options, Score, SharedTable, conformance};
use std::sync::Arc;

/// Some coins, and who is how far ahead.
fn coins(random: &mut Random) -> (Vec<i32>, i32) {
    let row = (0..3 + random.below(9)).map(|_| random.pick(&[1, 2, 3, 5, 7, -4, 9]));
    (row.collect(), random.below(61) as i32 - 30)
}

#[test]
fn points_that_are_told_change_no_value() {
    let (mut random, mut nodes) = (Random(9), [0, 0]);
    for _ in 0..300 {
        let (row, lead) = coins(&mut random);
        let (local, etc) = (random.pick(&[None, Some(0)]), random.pick(&[None, Some(0)]));
        let options = Options::default().with(|o| {
            (o.local_table_from, o.etc, o.table_from) = (local, etc, random.pick(&[0, 4]));
        });
        for (tells, nodes) in [false, true].into_iter().zip(&mut nodes) {
            let builder = Engine::<Coins>::builder().options(options);
            let mut engine = builder.table_bytes(1 << 16).build().expect("an engine");
            // The same coins again, with another past.
            for lead in [lead, lead + 11, lead] {
                let coins = Coins::new(&row, lead, tells);
                let report = engine.solve(&coins, &Limits::new()).expect("a report");
                assert_eq!(report.value(), Some(Score::new(coins.value())), "{coins:?}");
                *nodes += report.statistics.nodes;
            }
        }
    }
    let [in_keys, beside_them] = nodes;
    assert!(4 * beside_them < 3 * in_keys, "{nodes:?}");
}

#[test]
fn games_that_tell_points_and_games_that_do_not_conform() {
    for tells in [false, true] {
        let summary =
            conformance::assert_conforms(&Coins::new(&[3, 7, 1, 7, 5, 2, 9], 4, tells), 2_000);
        assert!(summary.solved > 0 && summary.repeated_keys > 0, "{summary:?}");
    }
}

/// A key that tells the lead of one game may be that of other coins in the other.
#[test]
fn a_table_is_emptied_when_points_are_told_from_now_on() {
    let table = Arc::new(SharedTable::new(1 << 16).expect("a table"));
    let builder = Engine::<Coins>::builder().table(Arc::clone(&table));
    let mut engine = builder.build().expect("an engine");
    let row = [3, 7, 1, 5, 5, 2, 9, 4, 1];
    for tells in [false, true, true, false, true] {
        // Nobody is ahead, so that the keys are those of the other game.
        for lead in [0, 8] {
            let coins = Coins::new(&row, lead, tells);
            let report = engine.solve(&coins, &Limits::new()).expect("a report");
            assert_eq!(report.value(), Some(Score::new(coins.value())), "{coins:?}");
        }
    }
}
