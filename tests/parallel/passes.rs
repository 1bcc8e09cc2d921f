//! Windows of the root side by side: every best move and every value that is reported is true,
//! however wide the values are spread and however many windows it takes.

use eldest::options::Driver;
use eldest::{Algorithm, Engine, Options, Score};
use eldest_checks::answers::holds;
use eldest_checks::questions::check_first;
use eldest_checks::sharing::team;
use eldest_games::trees::{Branch, Tree};
use std::fmt::from_fn;

const DRIVERS: [Driver; 4] =
    [Driver::MtdF, Driver::Bisection, Driver::Pvs, Driver::Aspiration { delta: 1 }];

/// A root whose moves are worth `values`: the opponent chooses between that and a point more.
fn root(values: &[i32]) -> Tree {
    let leaf = |value: i32| Branch::leaf(Score::new(value.min(Score::MAX_VALUE.get())));
    let reply = |&value: &i32| Branch::inner(vec![leaf(value), leaf(value.saturating_add(1))]);
    Tree::from(Branch::inner(values.iter().map(reply).collect::<Vec<_>>()))
}

/// Options of a team that searches at most `passes` windows at once.
fn options(algorithm: Algorithm, threads: usize, driver: Driver, passes: usize) -> Options {
    team(algorithm, threads).with(|options| {
        options.driver_to_end = driver;
        options.sharing.passes = Some(passes);
    })
}

/// Searches the root to the end; every move that is reported is worth what the report says.
fn check(values: &[i32], options: Options, count: usize, line: bool) {
    let mut engine = Engine::<Tree>::builder().table_bytes(1 << 18).build().expect("an engine");
    engine.set_options(options);
    let query = engine.query(&root(values)).to_end().multi_pv(count).line(line);
    let report = query.run().expect("a report");
    let mut best: Vec<_> = (0..).zip(values.iter().map(|&value| Score::new(value))).collect();
    best.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let first = from_fn(|f| write!(f, "{options:?}: {:?}", &report.moves[..count]));
    assert!(report.exact && report.proved, "{first}");
    check_first(&report, &best, count, &first);
    for found in &report.moves {
        let value = Score::new(values[usize::from(found.mv)]);
        assert!(holds(found, value), "{found:?} is worth {value}: {first}");
    }
    assert_eq!(report.line.moves.len(), if line { 2 } else { report.line.moves.len() }, "{first}");
}

/// After 200 windows the driver asks for the whole range, where an exact value lies below beta.
#[test]
fn a_value_inside_a_wide_window_names_the_best_move() {
    let values: Vec<i32> = (0..1_000).collect();
    for algorithm in [Algorithm::YoungBrothersWait, Algorithm::Abdada, Algorithm::LazySmp] {
        check(&values, options(algorithm, 2, Driver::MtdF, 2), 2, false);
    }
}

/// All algorithms and drivers, over values that are spread over all that there are.
#[test]
fn every_move_is_worth_what_is_reported_however_wide_the_values_are_spread() {
    let top = i64::from(Score::MAX_VALUE.get());
    let spread = |index: i64, of: i64| (index * 2 * top / (of - 1) - top) as i32;
    let rising: Vec<i32> = (0..430).map(|index| spread(index, 430)).collect();
    let mixed: Vec<i32> = (0..60).map(|index| spread(index * 7 % 60, 60)).collect();
    let mut turn = 0;
    for algorithm in Algorithm::ALL {
        for driver in DRIVERS {
            for passes in 1..=3 {
                let values = if driver == Driver::MtdF { &rising } else { &mixed };
                let options = options(algorithm, 2 + turn % 2, driver, passes);
                check(values, options, 1 + turn % 3, turn % 5 == 0);
                turn += 1;
            }
        }
    }
}
