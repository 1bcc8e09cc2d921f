//! Builds a database of chess endings, verifies it, and measures its probes.
//!
//! ```text
//! cargo run --release -p eldest-retro --example probes -- KQvKR
//! ```

#![allow(clippy::print_stdout)]

use eldest::StopToken;
use eldest_games::chess::endings::{Ending, Endings};
use eldest_retro::{Builder, Database, Numbering, Place, Probe, check};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// The positions that are probed.
const PROBES: usize = 200_000;

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let numbering = Endings::of(if names.is_empty() { &["KQvKR"] } else { &names })?;
    let folder = tempfile::tempdir()?;
    let start = Instant::now();
    Builder::new(folder.path(), "chess").build(&numbering)?;
    println!("built in {:.1?}", start.elapsed());
    let database = Database::open(folder.path(), "chess", numbering)?;
    for (slice, (part, _)) in database.slices().enumerate() {
        let start = Instant::now();
        let found = check(&database, slice, &|_, _| (), &StopToken::new())?;
        println!(
            "{:8} {:>12} positions, {:>11} bytes, {:.2} bits each, longest win {:?}; checked in {:.1?}",
            part.name,
            found.positions(),
            found.bytes,
            found.bits_per_position(),
            found.longest_win.map(|(plies, _)| plies),
            start.elapsed()
        );
        measure(&database, slice);
    }
    Ok(())
}

/// Probes random positions of a slice three times; the first time its pages are new to the process.
fn measure(database: &Database<Endings>, slice: usize) {
    let positions = random_positions(database.numbering(), slice);
    for _ in 0..3 {
        let start = Instant::now();
        for position in &positions {
            black_box(database.probe(black_box(position)));
        }
        println!("    {} ns a probe", start.elapsed().as_nanos() / PROBES as u128);
    }
}

fn random_positions(numbering: &Endings, slice: usize) -> Vec<Ending> {
    let len = numbering.slices()[slice].len;
    let mut number = 1_u64;
    let mut next = || {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbering.position(Place { slice, number: (number >> 16) % len })
    };
    (0..PROBES).filter_map(|_| next()).collect()
}
