//! How close each algorithm comes to the minimal tree of Knuth and Moore, on strongly ordered trees.
//!
//! ```text
//! cargo run --release --example minimal_tree [width=20] [depth=8] [seeds=5]
//! ```
//! Prints a Markdown table; visits are means over the seeds.
#![allow(clippy::print_stdout)]

use eldest::textbook::{Algorithm, GameTree, NodeCounts};
use eldest::{Depth, Window};
use eldest_games::trees::{Kind, Spec, Synthetic};

/// One line of the table: a name, and what it visits in the tree below a root.
struct Row {
    name: String,
    search: Box<dyn Fn(Synthetic) -> NodeCounts>,
}

fn main() {
    let [width, depth, seeds] = arguments([20, 8, 5]);
    let kind = Kind::Ordered { first: 70, quarter: 90 };
    let spec = |seed| Spec { kind, width, depth, seed, range: 100 };
    println!("| algorithm | leaves | / minimal | interior nodes | re-searches | visits in them |");
    println!("|---|---:|---:|---:|---:|---:|");
    println!("| minimal tree (formula) | {} | 1.00 | | | |", minimal_leaves(width, depth));
    for row in rows() {
        let searched: Vec<NodeCounts> =
            (1..=seeds).map(|seed| (row.search)(Synthetic::root(spec(seed.into())))).collect();
        print_row(&row.name, &searched, minimal_leaves(width, depth));
    }
    let all = f64::from(width).powi(depth.into());
    let ratio = all / minimal_leaves(width, depth) as f64;
    println!("| minimax (formula) | {all} | {ratio:.2} | | | |");
}

/// The lines of the table; a search that is not of the textbook can be added here.
fn rows() -> Vec<Row> {
    let slow = [Algorithm::Minimax, Algorithm::Negamax];
    let algorithms = Algorithm::ALL.into_iter().filter(|algorithm| !slow.contains(algorithm));
    algorithms.map(textbook).collect()
}

fn textbook(algorithm: Algorithm) -> Row {
    let search = move |root: Synthetic| {
        let depth = Depth::plies(root.spec().depth);
        let mut tree = GameTree::new(root, &Synthetic::estimate);
        let value = algorithm.search(&mut tree, Window::FULL, depth);
        assert_eq!(Some(value), root.assigned_value(), "{algorithm}");
        tree.counts()
    };
    Row { name: algorithm.to_string(), search: Box::new(search) }
}

fn print_row(name: &str, searched: &[NodeCounts], minimal: u64) {
    let mean = |count: fn(&NodeCounts) -> u64| {
        searched.iter().map(count).sum::<u64>() as f64 / searched.len() as f64
    };
    let leaves = mean(|counts| counts.leaf);
    println!(
        "| {name} | {leaves:.0} | {:.2} | {:.0} | {:.0} | {:.0} |",
        leaves / minimal as f64,
        mean(|counts| counts.interior),
        mean(|counts| counts.researches),
        mean(|counts| counts.in_researches),
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
