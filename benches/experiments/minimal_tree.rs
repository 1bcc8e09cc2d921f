//! How close each algorithm comes to the minimal tree of Knuth and Moore, on strongly ordered
//! trees.
//!
//! ```text
//! cargo run --release --example minimal_tree [width=20] [depth=8] [seeds=5]
//! ```
//! Prints a Markdown table; visits are means over the seeds. First the textbook algorithms, then
//! the production search, at the full depth at once and by iterative deepening.
#![allow(clippy::print_stdout)]

use eldest::observe::{NodeType as NodeKind, Tracer};
use eldest::options::Driver;
use eldest::report::Statistics;
use eldest::table::NoTable;
use eldest::textbook::{Algorithm, GameTree};
use eldest::{Depth, Engine, Limits, Options, SharedTable, Table, Window};
use eldest_games::trees::{Spec, Synthetic, TreeKind};

/// One line of the table: a name, and what it visits in the tree below a root.
struct Row {
    name: String,
    search: Box<dyn Fn(Synthetic) -> Counts>,
}

/// Visits of one search.
struct Counts {
    leaf: u64,
    interior: u64,
    researches: u64,
    /// Known of the textbook algorithms only.
    in_researches: Option<u64>,
}

fn main() {
    let [width, depth, seeds] = arguments([20, 8, 5]);
    let kind = TreeKind::Ordered { first: 70, quarter: 90, fold: 0, tempo: 0 };
    let spec = |seed| Spec { kind, width, depth, seed, range: 100 };
    println!("| algorithm | leaves | / minimal | interior nodes | re-searches | visits in them |");
    println!("|---|---:|---:|---:|---:|---:|");
    println!("| minimal tree (formula) | {} | 1.00 | | | |", minimal_leaves(width, depth));
    for row in rows() {
        let searched: Vec<Counts> =
            (1..=seeds).map(|seed| (row.search)(Synthetic::root(spec(seed.into())))).collect();
        print_row(&row.name, &searched, minimal_leaves(width, depth));
    }
    let all = f64::from(width).powi(depth.into());
    let ratio = all / minimal_leaves(width, depth) as f64;
    println!("| minimax (formula) | {all} | {ratio:.2} | | | |");
}

/// The lines of the table.
fn rows() -> Vec<Row> {
    let slow = [Algorithm::Minimax, Algorithm::Negamax];
    let algorithms = Algorithm::ALL.into_iter().filter(|algorithm| !slow.contains(algorithm));
    algorithms.map(textbook).chain(production()).collect()
}

/// The production search: without table and memory at once, then by iterative deepening with all of
/// it.
fn production() -> impl Iterator<Item = Row> {
    let plain = |prover| Options::plain().with(|o| o.driver_to_end = prover);
    let at_once = [
        ("kernel at once, no table, Pvs", plain(Driver::Pvs)),
        ("kernel at once, no table, MtdF", plain(Driver::MtdF)),
        ("kernel at once, no table, Bisection", plain(Driver::Bisection)),
    ];
    let shared = |options: fn(Driver) -> Options| {
        let drivers = [
            ("Pvs", Driver::Pvs),
            ("Aspiration", Driver::default()),
            ("MtdF", Driver::MtdF),
            ("Bisection", Driver::Bisection),
        ];
        drivers.map(move |(name, driver)| (name, options(driver)))
    };
    let default = |driver| Options::default().with(|o| o.driver = driver);
    let ranked = |driver| Options::ranked_only().with(|o| o.driver = driver);
    let at_once = at_once.into_iter().map(|(name, options)| Row {
        name: name.to_owned(),
        search: Box::new(move |root| kernel(root, options, NoTable, true)),
    });
    let deepened = |what: &'static str, rows: [(&'static str, Options); 4]| {
        rows.into_iter().map(move |(driver, options)| Row {
            name: format!("kernel deepening, {what}, {driver}"),
            search: Box::new(move |root| {
                kernel(root, options, SharedTable::new(64 << 20).expect("the memory"), false)
            }),
        })
    };
    at_once
        .chain(deepened("table move", shared(ranked)))
        .chain(deepened("default options", shared(default)))
}

/// What the kernel visits, `at_once` or depth by depth.
fn kernel<T: Table + 'static>(
    root: Synthetic,
    options: Options,
    table: T,
    at_once: bool,
) -> Counts {
    let plies = root.spec().depth;
    let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate).options(options);
    let mut engine = builder.table(table).build().expect("the table is there");
    let limits = Limits::new().depth(plies);
    let query = engine.query(&root).limits(&limits);
    // An ordered tree is over at its full depth, so to the end is just as deep.
    let query = if at_once { query.to_end() } else { query };
    let (report, leaves) = query.trace(Leaves { ply: plies.into(), count: 0 }).expect("no panic");
    assert_eq!(report.value(), root.assigned_value());
    let Statistics { nodes, researches, .. } = report.statistics;
    Counts { leaf: leaves.count, interior: nodes - leaves.count, researches, in_researches: None }
}

/// Counts the visits at the ply of the leaves.
struct Leaves {
    ply: u32,
    count: u64,
}

impl<M> Tracer<M> for Leaves {
    fn enter(&mut self, ply: u32, _: Window, _: Depth, _: NodeKind) {
        self.count += u64::from(ply == self.ply);
    }
}

fn textbook(algorithm: Algorithm) -> Row {
    let search = move |root: Synthetic| {
        let depth = Depth::plies(root.spec().depth);
        let mut tree = GameTree::new(root, &Synthetic::estimate);
        let value = algorithm.search(&mut tree, Window::FULL, depth);
        assert_eq!(Some(value), root.assigned_value(), "{algorithm}");
        let counts = tree.counts();
        Counts {
            leaf: counts.leaf,
            interior: counts.interior,
            researches: counts.researches,
            in_researches: Some(counts.in_researches),
        }
    };
    Row { name: algorithm.to_string(), search: Box::new(search) }
}

fn print_row(name: &str, searched: &[Counts], minimal: u64) {
    let mean = |count: fn(&Counts) -> u64| {
        searched.iter().map(count).sum::<u64>() as f64 / searched.len() as f64
    };
    let leaves = mean(|counts| counts.leaf);
    let known = searched.iter().all(|counts| counts.in_researches.is_some());
    let visits = mean(|counts| counts.in_researches.unwrap_or(0));
    println!(
        "| {name} | {leaves:.0} | {:.2} | {:.0} | {:.0} | {} |",
        leaves / minimal as f64,
        mean(|counts| counts.interior),
        mean(|counts| counts.researches),
        if known { format!("{visits:.0}") } else { String::new() },
    );
}

/// The leaves that any algorithm must visit: b^ceil(n/2) + b^floor(n/2) - 1 (Knuth and Moore 1975).
fn minimal_leaves(width: u16, depth: u16) -> u64 {
    let power = |plies: u16| u64::from(width).pow(plies.into());
    power(depth.div_ceil(2)) + power(depth / 2) - 1
}

/// The numbers on the command line, with defaults.
fn arguments<const N: usize>(defaults: [u16; N]) -> [u16; N] {
    let mut given = std::env::args().skip(1);
    defaults.map(|default| {
        let number = given.next().map(|text| text.parse().expect("a number up to 65535"));
        number.unwrap_or(default)
    })
}
