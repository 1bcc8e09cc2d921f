//! What one thread does, counted. A value does not show whether moves are tried in the order meant,
//! entries are used, or room is made for those worth more; these counts do.
//!
//! After a change that is meant, `UPDATE_EXPECT=1 cargo test --test search signature` writes the
//! counts down anew, and CHANGELOG says why they moved.

use crate::common::engines::{Case, Evaluates, Game, Trial, Visitor, every_kind, limits, options};
use crate::common::{Chance, Random};
use eldest::options::Driver;
use eldest::report::Statistics;
use eldest::table::{MapTable, OneWordTable};
use eldest::{Depth, DepthMatch, Engine, Error, Limits, Moves, Options, Query, Report, Table};
use eldest_checks::AnyTable;
use eldest_games::connect4::{self, AnySize, ConnectFour};
use eldest_games::trees::Synthetic;
use expect_test::expect_file;
use std::fmt;

/// The sums of all counts of some searches.
#[derive(Default)]
struct Counts([u64; 13]);

impl Counts {
    const NAMES: [&str; 13] = [
        "nodes",
        "quiescence",
        "hits",
        "cut by table",
        "by child",
        "by eldest",
        "by second",
        "by others",
        "researches",
        "per mille full",
        "proved",
        "in lines",
        "sum of values",
    ];

    fn add<M>(&mut self, report: &Report<M>, table: &impl Table) {
        let Statistics { nodes, quiescence_nodes, table_hits, .. } = report.statistics;
        let Statistics { table_cutoffs, etc_cutoffs, cutoffs, researches, .. } = report.statistics;
        let others = cutoffs[2..].iter().sum();
        let full = u64::from(table.hashfull());
        let proved = report.proved.into();
        let lines = report.moves.iter().map(|found| found.line.len() as u64).sum();
        let values = report.moves.iter().map(|found| i64::from(found.value.get()));
        let values = values.sum::<i64>() as u64;
        let counts = [nodes, quiescence_nodes, table_hits, table_cutoffs, etc_cutoffs];
        let more = [cutoffs[0], cutoffs[1], others, researches, full, proved, lines, values];
        let counts = counts.into_iter().chain(more);
        self.0.iter_mut().zip(counts).for_each(|(sum, one)| *sum = sum.wrapping_add(one));
    }
}

/// A table of counts, as text.
struct Rows(Vec<(String, Counts)>);

impl Rows {
    /// The row called `name`.
    fn row(&mut self, name: &str) -> &mut Counts {
        let place = self.0.iter().position(|row| row.0 == name).unwrap_or_else(|| {
            self.0.push((name.to_owned(), Counts::default()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:32}", "")?;
        Counts::NAMES.iter().try_for_each(|name| write!(f, " {name:>14}"))?;
        for (name, counts) in &self.0 {
            write!(f, "\n{name:32}")?;
            counts.0.iter().try_for_each(|count| write!(f, " {:14}", *count as i64))?;
        }
        writeln!(f)
    }
}

/// Asks for values with any switches, and counts by driver.
struct Small(Rows);

impl Visitor for Small {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let table = AnyTable::some(&mut case.random);
        let mut engine = case.engine(table);
        for _ in 0..3 {
            let mut options = options(&mut case.random);
            if case.random.odds(15) {
                options.depth_match = DepthMatch::AtLeast;
            }
            engine.set_options(options);
            let (position, depth) = (case.some_position(), case.some_depth());
            let asked = ask(&mut case.random, engine.query(&position), &position, depth);
            let report = match asked.run() {
                Ok(report) => report,
                Err(Error::NoRootMoves) => continue,
                Err(error) => panic!("{error}"),
            };
            let driver = if depth.is_end() { options.driver_to_end } else { options.driver };
            let window = if depth.is_end() { "to the end" } else { "to a depth" };
            self.0.row(&format!("{}, {window}", name(driver))).add(&report, engine.table());
        }
    }
}

/// All moves or some, one best move or two, with or without a line, with or without a limit on
/// nodes.
fn ask<'e, P: Game, E: Evaluates<P>, T: Table + 'static>(
    random: &mut Random,
    query: Query<'e, P, E, T>,
    position: &P,
    depth: Depth,
) -> Query<'e, P, E, T> {
    let limits =
        if random.odds(20) { limits(depth).nodes(random.below(60)) } else { limits(depth) };
    let query = query.limits(&limits).multi_pv(random.pick(&[1, 1, 2])).line(random.odds(30));
    let query = if depth.is_end() { query.to_end() } else { query };
    if random.odds(20) {
        let moves = Moves::collect(|out| position.moves(out));
        query.root_moves(moves.into_iter().skip(1))
    } else {
        query
    }
}

fn name(driver: Driver) -> &'static str {
    match driver {
        Driver::Pvs => "one window",
        Driver::Aspiration { .. } => "aspiration",
        Driver::MtdF => "MTD(f)",
        Driver::Bisection => "bisection",
        _ => unreachable!("all are named"),
    }
}

#[test]
fn small_games_with_any_switches() {
    let mut small = Small(Rows(Vec::new()));
    every_kind(400, &mut small);
    expect_file!["signature/small.txt"].assert_eq(&small.0.to_string());
}

/// One switch at a time.
fn switches() -> Vec<(&'static str, Options)> {
    let all = Options::default();
    let ranked = Options::ranked_only();
    let driver = |driver| all.with(|o| (o.driver, o.driver_to_end) = (driver, driver));
    vec![
        ("plain", Options::plain()),
        ("table move", ranked),
        ("killers", ranked.with(|o| o.killers = true)),
        ("history", ranked.with(|o| o.history = true)),
        ("countermove", ranked.with(|o| o.countermove = true)),
        ("all of these", all),
        ("children's entries", all.with(|o| o.etc = Some(2))),
        ("deeper entries", all.with(|o| o.depth_match = DepthMatch::AtLeast)),
        ("table from 2", all.with(|o| o.table_from = 2)),
        ("near from 1", all.with(|o| (o.table_from, o.local_table_from) = (3, Some(1)))),
        ("one window", driver(Driver::Pvs)),
        ("aspiration", driver(Driver::Aspiration { delta: 4 })),
        ("MTD(f)", driver(Driver::MtdF)),
        ("bisection", driver(Driver::Bisection)),
    ]
}

/// Deeper and deeper, twice over: history and entries are there from the first time.
fn twice(rows: &mut Rows, about: &str, tree: &Synthetic, table: AnyTable, options: Options) {
    let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as fn(&_) -> _);
    let mut engine = builder.table(table).options(options).build().expect("an engine");
    for _ in 0..2 {
        let report = engine.search(tree, &Limits::new().depth(7)).expect("a report");
        rows.row(about).add(&report, engine.table());
    }
}

#[test]
fn generated_trees_with_small_tables() {
    let mut rows = Rows(Vec::new());
    let specs = [
        ("ordered", "ordered:width=8,depth=6,seed=1"),
        ("graph", "dag:width=4,depth=9,range=50,seed=1"),
        ("uneven", "uneven:width=6,depth=9,range=40,again=20,stop=10,chain=20,seed=1"),
    ];
    for (about, spec) in specs {
        let tree: Synthetic = spec.parse().expect("a spec");
        for (name, options) in switches() {
            twice(
                &mut rows,
                &format!("{about}, {name}"),
                &tree,
                AnyTable::shared(8 << 10),
                options,
            );
        }
        // It has no move of a shallower search, so that a look ahead is needed.
        for (name, iid) in [("map", false), ("map, iid", true)] {
            let (map, options) = (AnyTable::Map(MapTable::new()), Options::default());
            twice(
                &mut rows,
                &format!("{about}, {name}"),
                &tree,
                map,
                options.with(|o| o.iid = iid),
            );
        }
    }
    expect_file!["signature/trees.txt"].assert_eq(&rows.to_string());
}

#[test]
fn connect_four_to_the_end() {
    let mut rows = Rows(Vec::new());
    let board = ConnectFour::new(AnySize::new(4, 5).expect("a board"));
    for bytes in [512, 4 << 10, 64 << 10] {
        let one_word = AnyTable::OneWord(OneWordTable::new(bytes, &board).expect("a table"));
        let map = AnyTable::Map(MapTable::new());
        // What is about tables goes to the table under test, and not to the worker's own.
        let ranked = connect4::options();
        let ranked =
            ranked.with(|o| (o.local_table_from, o.table_from, o.etc) = (None, 11, Some(12)));
        let shared = || AnyTable::shared(bytes);
        let searches = [
            ("one word", one_word, ranked),
            ("shared", shared(), ranked),
            ("shared, no ranks", shared(), ranked.with(|o| o.ranks = false)),
            ("map", map, ranked),
        ];
        for (about, table, options) in searches {
            let builder = Engine::<ConnectFour<AnySize>>::builder().table(table);
            let mut engine = builder.options(options).build().expect("an engine");
            for _ in 0..2 {
                let report = engine.solve(&board, &Limits::new()).expect("a report");
                rows.row(&format!("{about}, {bytes} bytes")).add(&report, engine.table());
            }
        }
    }
    expect_file!["signature/connect4.txt"].assert_eq(&rows.to_string());
}
