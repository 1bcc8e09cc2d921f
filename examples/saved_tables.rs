//! How large saved tables are, and how long it takes to save and to load them.
//!
//! ```text
//! cargo run --release --example saved_tables [MIB]
//! ```
//! prints the table of docs/saved-tables.md. It saves into memory: a disk adds its own time.
#![allow(clippy::print_stdout)]

use eldest::table::{NewEntry, OneWordTable, Origin, Persist};
use eldest::{
    Bound, Bounds, Depth, Engine, KeyKind, Moves, Position, Score, SharedTable, Side, Table,
};
use std::time::Instant;

/// A game with keys of 56 bits that is over.
#[derive(Clone)]
struct Over;

impl Position for Over {
    type Move = ();
    type Undo = ();

    fn side(&self) -> Side {
        Side::First
    }
    fn key(&self) -> u64 {
        0
    }
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 56 }
    }
    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-18), Score::new(18))
    }
    fn over(&self) -> Option<Score> {
        Some(Score::DRAW)
    }
    fn moves(&self, _: &mut Moves<'_, ()>) {}
    fn play(&mut self, (): ()) {}
    fn undo(&mut self, (): (), (): ()) {}
}

fn main() {
    let mib = std::env::args().nth(1).map_or(1024, |mib| mib.parse().expect("a number of MiB"));
    println!(
        "| table of {mib} MiB | findings | file, MiB | save, s | load, s | into half the size, s |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    let bytes = mib << 20;
    let shared = |bytes| SharedTable::new(bytes).expect("memory");
    let one_word = |bytes| OneWordTable::new(bytes, &Over).expect("memory");
    for slots_per_finding in [100, 1] {
        row("`SharedTable`", shared, bytes, bytes / 16 / slots_per_finding);
    }
    for slots_per_finding in [100, 1] {
        row("`OneWordTable`", one_word, bytes, bytes / 8 / slots_per_finding);
    }
}

fn row<T: Persist + 'static>(name: &str, table: impl Fn(usize) -> T, bytes: usize, count: usize) {
    let engine = Engine::<Over>::builder().table(table(bytes)).build().expect("an engine");
    let origin = engine.origin(&Over, "over").expect("an origin");
    fill(engine.table(), &origin, count);
    let mut file = Vec::with_capacity(bytes + bytes / 16);
    let save = seconds(|| engine.table().save(&origin, &mut file).expect("saved"));
    let load = seconds(|| engine.table().load(&origin, &file[..]).expect("loaded"));
    drop(engine);
    let half = table(bytes / 2);
    let halved = seconds(|| half.load(&origin, &file[..]).expect("loaded"));
    let size = file.len() as f64 / f64::from(1 << 20);
    println!("| {name} | {count} | {size:.1} | {save:.2} | {load:.2} | {halved:.2} |");
}

/// Findings about `count` keys.
fn fill(table: &impl Table, origin: &Origin, count: usize) {
    table.bind(origin.fingerprint()).expect("the table is free");
    table.new_search();
    let (value, bound, depth) = (Score::new(1), Bound::Lower, Depth::END);
    for number in 0..count as u64 {
        // Spreads over all keys, each once.
        let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 8;
        let new = NewEntry::new(value, bound, depth)
            .with(|new| (new.move_code, new.proved, new.work) = (3, true, number % 64));
        table.store(table.slot(key), new);
    }
    table.release();
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
