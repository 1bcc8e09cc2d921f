//! The shared tables under contention: probes and stores a second on one thread and on several.
//!
//! `cargo bench --bench contention` takes two threads, `cargo bench --bench contention -- 4` four.
//! Beside `SharedTable` and `OneWordTable`, each of 64 MiB, run
//!
//! - the memory accesses of each alone (`accesses.rs`), in pages of the same kind: what the machine
//!   allows;
//! - `MapTable` and a plain `DashMap`, each with as many entries as the shared table: what a map
//!   with locks allows. Theirs are the pages that they ask for, which are small.
//!
//! A step asks about one of four times as many positions as there are entries, drawn at random, and
//! stores a finding unless the entry decides the question. So a quarter of the probes hit, and a
//! step is 1.75 operations. Steps are taken one by one, or several *ahead*: all their places are
//! prefetched before the first is probed, as a node does with its children. One by one nothing but
//! the reordering of the processor hides the wait for memory, and what is compared is how many
//! steps it can look through at once. The more ahead, the more is it the work of the table itself.
//!
//! Ratios are taken within a round; their medians are printed.
#![allow(clippy::print_stdout)]

mod accesses;
mod contestants;
mod entrants;
mod race;

use entrants::{Entrant, entrants};
use race::Run;

const ROUNDS: u64 = 9;

/// The races of one round: of each entrant on one thread, then of each on several.
struct Round {
    alone: Vec<Run>,
    together: Vec<Run>,
}

impl Round {
    fn new(entrants: &[Entrant], threads: usize, round: u64) -> Self {
        let count = entrants.len() as u64;
        let races = |threads, first| {
            let race = |(number, entrant): (u64, &Entrant)| (entrant.race)(threads, number);
            (first..).zip(entrants).map(race).collect()
        };
        let first = 2 * round * count;
        Self { alone: races(1, first), together: races(threads, first + count) }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn median_of(rounds: &[Round], value: impl Fn(&Round) -> f64) -> f64 {
    median(rounds.iter().map(value).collect())
}

/// The figures of entrant `number` by itself.
fn rates(rounds: &[Round], number: usize) -> String {
    let alone = median_of(rounds, |round| round.alone[number].rate());
    let together = median_of(rounds, |round| round.together[number].rate());
    let scaling =
        median_of(rounds, |round| round.together[number].rate() / round.alone[number].rate());
    let hits = median_of(rounds, |round| round.together[number].hit_rate());
    format!("{alone:8.1}{together:8.1}{scaling:9.2}{hits:8.4}")
}

/// How many times as fast table `number` is as its accesses, the next entrant, and as the maps, the
/// last two.
fn ratios(rounds: &[Round], number: usize) -> String {
    let ratio = |runs: &[Run], other: usize| runs[number].rate() / runs[other].rate();
    let maps = rounds[0].alone.len() - 2;
    let alone = median_of(rounds, |round| ratio(&round.alone, number + 1));
    let [accesses, map_table, dash_map] = [number + 1, maps, maps + 1]
        .map(|other| median_of(rounds, |round| ratio(&round.together, other)));
    format!("{alone:8.3}{accesses:8.3}{map_table:10.1}{dash_map:9.1}")
}

fn print_head(threads: usize) {
    let on = format!("on {threads}");
    println!("{:21}{:^33}{:^35}", "", "million operations a second", "times as fast as");
    println!("{:54}{:^16}{:>10}{:>9}", "", "its accesses", "MapTable", "DashMap");
    println!(
        "{:15}{:>6}{:>8}{on:>8}{:>9}{:>8}{:>8}{on:>8}{on:>10}{on:>9}",
        "", "ahead", "on 1", "scaling", "hits", "on 1"
    );
}

fn main() {
    // Cargo adds `--bench`.
    let threads: usize = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(2);
    let entrants = entrants();
    let rounds: Vec<_> = (0..ROUNDS).map(|round| Round::new(&entrants, threads, round)).collect();
    print_head(threads);
    for (number, Entrant { name, ahead, .. }) in entrants.iter().enumerate() {
        // Tables and accesses take turns until the maps come.
        let is_table = number.is_multiple_of(2) && number < entrants.len() - 2;
        let ratios = if is_table { ratios(&rounds, number) } else { String::new() };
        println!("{name:15}{ahead:6}{}{ratios}", rates(&rounds, number));
    }
}
