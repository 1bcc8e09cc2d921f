//! Games that return their points beside their keys.

use crate::common::coins::Coins;
use crate::common::{Chance, Random};
use eldest::{
    Bounds, Engine, Error, Limits, Options, Position, Score, SharedTable, conformance,
    forward_position,
};
use std::sync::Arc;

/// Some coins, and the lead of the mover.
fn coins(random: &mut Random) -> (Vec<i32>, i32) {
    let row = (0..3 + random.below(9)).map(|_| random.pick(&[1, 2, 3, 5, 7, -4, 9]));
    (row.collect(), random.below(61) as i32 - 30)
}

#[test]
fn points_beside_the_key_change_no_value() {
    let (mut random, mut nodes) = (Random(9), [0, 0]);
    for _ in 0..300 {
        let (row, lead) = coins(&mut random);
        let (local, etc) = (random.pick(&[None, Some(0)]), random.pick(&[None, Some(0)]));
        let options = Options::default().with(|o| {
            (o.local_table_from, o.etc, o.table_from) = (local, etc, random.pick(&[0, 4]));
        });
        for (beside_key, nodes) in [false, true].into_iter().zip(&mut nodes) {
            let builder = Engine::<Coins>::builder().options(options);
            let mut engine = builder.table_bytes(1 << 16).build().expect("an engine");
            // The same coins again, with another past.
            for lead in [lead, lead + 11, lead] {
                let coins = Coins::new(&row, lead, beside_key);
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
fn games_with_points_beside_the_key_and_without_conform() {
    for beside_key in [false, true] {
        let summary =
            conformance::assert_conforms(&Coins::new(&[3, 7, 1, 7, 5, 2, 9], 4, beside_key), 2_000);
        assert!(summary.solved > 0 && summary.repeated_keys > 0, "{summary:?}");
    }
}

/// A key that beside_key the lead of one game may be that of other coins in the other.
#[test]
fn a_table_is_emptied_when_points_are_returned_from_now_on() {
    let table = Arc::new(SharedTable::new(1 << 16).expect("a table"));
    let builder = Engine::<Coins>::builder().table(Arc::clone(&table));
    let mut engine = builder.build().expect("an engine");
    let row = [3, 7, 1, 5, 5, 2, 9, 4, 1];
    for beside_key in [false, true, true, false, true] {
        // The lead is zero, so that the keys are those of the other game.
        for lead in [0, 8] {
            let coins = Coins::new(&row, lead, beside_key);
            let report = engine.solve(&coins, &Limits::new()).expect("a report");
            assert_eq!(report.value(), Some(Score::new(coins.value())), "{coins:?}");
        }
    }
}

/// Coins with the opponent's lead for the mover's, and a range as narrow as the row allows.
#[derive(Clone, Debug)]
struct Negated(Coins, i32);

impl Position for Negated {
    forward_position!(self.0: Coins; except Undo, undo, play, taken, range);
    type Undo = Self;

    fn taken(&self) -> Option<i32> {
        self.0.taken().map(|taken| -taken)
    }

    fn play(&mut self, last: bool) -> Self {
        let before = self.clone();
        self.0.play(last);
        before
    }

    fn undo(&mut self, _: bool, before: Self) {
        *self = before;
    }

    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-self.1), Score::new(self.1))
    }
}

/// `range` is right there: debug builds must not blame it.
#[test]
fn points_of_the_wrong_sign_are_blamed_on_taken() {
    let (mut random, mut blamed, mut refused) = (Random(11), 0, 0);
    for _ in 0..100 {
        let (row, _) = coins(&mut random);
        let most = row.iter().map(|coin| coin.abs()).sum();
        let game = Negated(Coins::new(&row, 0, true), most);
        let mut engine = Engine::<Negated>::builder().table_bytes(1 << 16).build().unwrap();
        match engine.solve(&game, &Limits::new()) {
            Err(Error::BrokenContract { message }) => {
                assert!(message.starts_with("`taken` gave"), "{row:?}: {message}");
                assert!(message.contains("as the side to move sees it"), "{message}");
                blamed += 1;
            }
            outcome => assert!(outcome.is_ok(), "{row:?}: {outcome:?}"),
        }
        if let Err(violation) = conformance::check(&game, 200) {
            assert!(violation.to_string().contains("`taken`"), "{row:?}: {violation}");
            refused += 1;
        }
    }
    assert!(blamed > 50 && refused > 90, "{blamed} {refused}");
}
