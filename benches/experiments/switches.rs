//! What each switch of the search is worth, in nodes: the same on every machine.
//!
//! ```text
//! cargo run --release --example switches
//! ```
//! Prints a Markdown table: a row for each setting, a column for each kind of work. Every setting
//! must find the same values; only `DepthMatch::AtLeast` may find others at a fixed depth.
#![allow(clippy::print_stdout)]

use eldest::options::Driver;
use eldest::table::{MapTable, NoTable, OneWordTable};
use eldest::{
    Depth, DepthMatch, Engine, Evaluator, Limits, Options, Position, Score, SharedTable, Side,
    ZeroEvaluator,
};
use eldest_checks::AnyTable;
use eldest_games::connect4::ConnectFour;
use eldest_games::trees::Synthetic;

const TABLE_BYTES: usize = 16 << 20;
/// A search that would visit more is given up: the table then says that it visits more.
const MOST_NODES: u64 = 40_000_000;
const UNEVEN: &str = "uneven:width=8,depth=14,seed=1,stop=5,chain=10,again=20";
const GRAPH: &str = "dag:width=8,depth=12,seed=1";
const PLY14: &str = include_str!("../../crates/games/suites/connect4/ply14.txt");

/// Which table the search uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum NodeType {
    Shared,
    OneWord,
    Map,
    None,
}

/// What a search of one piece of work came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Outcome {
    nodes: u64,
    /// Empty if the search was given up.
    values: Vec<Score>,
}

/// A kind of work: searched with any options and table. `None` where the table does not serve.
struct Work {
    name: &'static str,
    search: Box<dyn Fn(Options, NodeType) -> Option<Outcome>>,
}

/// A line of the table.
struct Setting {
    name: String,
    options: Options,
    kind: NodeType,
}

fn main() {
    print_table("to the end", Options::ranked_only(), "ranked_only", &to_the_end());
    print_table("fixed depth", Options::default(), "default", &fixed_depth());
}

/// A table of `works`, whose first line are the options `base` as they are.
fn print_table(title: &str, base: Options, name: &str, works: &[Work]) {
    let names: Vec<&str> = works.iter().map(|work| work.name).collect();
    println!("| {title} | {} |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(works.len()));
    let mut first: Option<Vec<_>> = None;
    for setting in settings(base, name) {
        let search = |work: &Work| (work.search)(setting.options, setting.kind);
        let outcomes: Vec<_> = works.iter().map(search).collect();
        let expected = first.get_or_insert_with(|| outcomes.clone());
        for (outcome, expected) in outcomes.iter().zip(expected) {
            check(&setting, outcome.as_ref(), expected.as_ref());
        }
        let cells: Vec<_> = outcomes.iter().map(|outcome| cell(outcome.as_ref())).collect();
        println!("| {} | {} |", setting.name, cells.join(" | "));
    }
    println!();
}

/// Panics if `setting` has found other values than the default.
fn check(setting: &Setting, outcome: Option<&Outcome>, default: Option<&Outcome>) {
    let finished = |outcome: &&Outcome| !outcome.values.is_empty();
    if let (Some(outcome), Some(default)) = (outcome.filter(finished), default)
        && setting.options.depth_match == DepthMatch::Exact
    {
        assert_eq!(outcome.values, default.values, "{}", setting.name);
    }
}

fn cell(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "—".to_owned(),
        Some(Outcome { nodes, values }) if values.is_empty() => format!("> {nodes}"),
        Some(Outcome { nodes, .. }) => nodes.to_string(),
    }
}

/// The lines of a table: `base` with a 16 MiB shared table, then one change at a time.
fn settings(base: Options, name: &str) -> Vec<Setting> {
    let changed = |name: &str, options| Setting {
        name: format!("`{name}`"),
        options,
        kind: NodeType::Shared,
    };
    let with = |name: &str, kind| Setting { name: name.to_owned(), options: base, kind };
    let set = |what: &str, on: bool| format!("{what}: {on}");
    let (ranked, killers, history) = (!base.ranks, !base.killers, !base.history);
    let countermove = !base.countermove;
    let driven = |driver: Driver| {
        changed(
            &format!("{driver:?}"),
            base.with(|o| {
                o.driver = driver;
                o.driver_to_end = driver;
            }),
        )
    };
    vec![
        changed(&format!("Options::{name}()"), base),
        changed("table_move: false", base.with(|o| o.table_move = false)),
        changed(&set("ranks", ranked), base.with(|o| o.ranks = ranked)),
        changed(&set("killers", killers), base.with(|o| o.killers = killers)),
        changed(&set("history", history), base.with(|o| o.history = history)),
        changed(&set("countermove", countermove), base.with(|o| o.countermove = countermove)),
        changed("iid: true", base.with(|o| o.iid = true)),
        changed("etc: Some(2)", base.with(|o| o.etc = Some(2))),
        changed("etc: Some(6)", base.with(|o| o.etc = Some(6))),
        changed("etc: Some(12)", base.with(|o| o.etc = Some(12))),
        changed("table_from: 3", base.with(|o| o.table_from = 3)),
        changed("table_from: 6", base.with(|o| o.table_from = 6)),
        changed("table_from: 12", base.with(|o| o.table_from = 12)),
        changed(
            "table_from: 12, local_table_from: 3",
            base.with(|o| (o.table_from, o.local_table_from) = (12, Some(3))),
        ),
        changed("AtLeast", base.with(|o| o.depth_match = DepthMatch::AtLeast)),
        changed("Options::default()", Options::default()),
        changed("Options::ranked_only()", Options::ranked_only()),
        changed("Options::plain()", Options::plain()),
        driven(Driver::Pvs),
        driven(Driver::Aspiration { delta: 50 }),
        driven(Driver::Aspiration { delta: 2 }),
        driven(Driver::MtdF),
        driven(Driver::Bisection),
        with("16 MiB `OneWordTable`", NodeType::OneWord),
        with("`MapTable`", NodeType::Map),
        with("`NoTable`", NodeType::None),
    ]
}

/// Games searched to their end.
fn to_the_end() -> Vec<Work> {
    let tree = |name, spec: &str| {
        let root: Synthetic = spec.parse().expect("a spec");
        solve(name, vec![root])
    };
    let before = |line: &str| line.split(' ').next().and_then(|moves| moves.parse().ok());
    let positions: Vec<ConnectFour> =
        PLY14.lines().take(20).map(|line| before(line).expect("a legal position")).collect();
    vec![
        solve("Connect Four, 20 positions", positions),
        tree("uneven tree", UNEVEN),
        tree("graph", GRAPH),
    ]
}

/// Games searched to a fixed depth.
fn fixed_depth() -> Vec<Work> {
    let tree = |name, spec: &str, plies| {
        let root: Synthetic = spec.parse().expect("a spec");
        deepen(name, root, plies, || Synthetic::estimate)
    };
    vec![
        deepen("Connect Four, even", <ConnectFour>::default(), 12, || ZeroEvaluator),
        deepen("Connect Four, lines", <ConnectFour>::default(), 12, || lines),
        tree("strongly ordered tree", "ordered:width=20,depth=8,seed=1", 8),
        tree("uneven tree", UNEVEN, 11),
        tree("graph", GRAPH, 10),
    ]
}

/// Positions solved one after the other.
fn solve<P>(name: &'static str, positions: Vec<P>) -> Work
where
    P: Position<Move: Send> + Send + 'static,
{
    let search = move |options, kind| search(&positions, || ZeroEvaluator, options, kind, None);
    Work { name, search: Box::new(search) }
}

/// A game searched from its start, deeper and deeper until `plies` deep.
fn deepen<P, E>(name: &'static str, root: P, plies: u16, evaluator: fn() -> E) -> Work
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    let roots = [root];
    let search = move |options, kind| search(&roots, evaluator, options, kind, Some(plies));
    Work { name, search: Box::new(search) }
}

fn search<P, E>(
    roots: &[P],
    evaluator: impl Fn() -> E,
    options: Options,
    kind: NodeType,
    plies: Option<u16>,
) -> Option<Outcome>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    let table = table(kind, &roots[0], plies)?;
    let builder = Engine::<P>::builder().evaluator(evaluator()).options(options).table(table);
    let engine = builder.build().expect("neither the game nor the evaluator panics");
    Some(run(engine, roots, plies))
}

/// `None` where it does not serve.
fn table<P: Position>(kind: NodeType, root: &P, plies: Option<u16>) -> Option<AnyTable> {
    match kind {
        NodeType::Shared => {
            Some(AnyTable::Shared(SharedTable::new(TABLE_BYTES).expect("the memory")))
        }
        NodeType::OneWord if plies.is_some() => None,
        NodeType::OneWord => OneWordTable::new(TABLE_BYTES, root).map(AnyTable::OneWord).ok(),
        NodeType::Map => Some(AnyTable::Map(MapTable::new())),
        NodeType::None => Some(AnyTable::No(NoTable)),
    }
}

/// Searches all `roots` with one engine.
fn run<P, E>(mut engine: Engine<P, E, AnyTable>, roots: &[P], plies: Option<u16>) -> Outcome
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    let mut outcome = Outcome::default();
    for root in roots {
        let limits = Limits::new().nodes(MOST_NODES - outcome.nodes);
        let report = match plies {
            Some(plies) => engine.search(root, &limits.depth(plies)),
            None => engine.solve(root, &limits),
        };
        let report = report.expect("no panic, and plies enough");
        outcome.nodes += report.statistics.nodes;
        let reached = report.depth.and_then(Depth::to_plies);
        let asked = plies.is_none() || report.proved || reached == plies;
        match report.value().filter(|_| asked) {
            Some(value) => outcome.values.push(value),
            None => return Outcome { values: Vec::new(), ..outcome },
        }
    }
    outcome
}

/// How many lines of four run through each cell of the lower half, from the bottom.
const LINES: [[i32; 7]; 3] =
    [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 10, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]];

/// A simple evaluator: stones on cells through which many lines run.
fn lines(position: &ConnectFour) -> Score {
    let mut first = 0;
    for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
        let worth = LINES[row.min(5 - row) as usize][column as usize];
        first += match position.stone(column, row) {
            None => 0,
            Some(Side::First) => worth,
            Some(Side::Second) => -worth,
        };
    }
    let mine = if position.side() == Side::First { first } else { -first };
    Score::new(mine)
}
