//! How long a database takes to build by predecessors and without them: `docs/databases.md`.
//!
//! `cargo bench -p eldest-games --features retro --bench predecessors -- DIR` builds KPvK and all
//! below it in three directories in `DIR`, in one thread: by the predecessors of `Endings`, and with
//! the moves of `cozy-chess`, listed backwards or in repeated passes. Prints the times, and fails if
//! a file differs.
#![allow(clippy::print_stdout)]

use eldest_games::chess::Timeless;
use eldest_games::chess::endings::{ChessEndings, Endings};
use eldest_retro::{Builder, Numbering, Slice, file_name};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs};

/// More than the lists take, in MiB.
const ENOUGH: u64 = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(env::args().nth(1).ok_or("usage: predecessors DIR")?);
    let endings = Endings::of(&["KPvK"])?;
    let names: Vec<String> = endings.slices().iter().map(|slice| slice.name.clone()).collect();
    let most = endings.slices().iter().map(Slice::build_bytes).max().unwrap_or(0);
    let by_chess = ChessEndings::<Timeless>::from(Endings::of(&["KPvK"])?);
    let predecessors = files(&directory.join("predecessors"), &endings, ENOUGH, &names)?;
    // Tables fit into this memory, lists do not.
    for (name, mib) in [("lists", ENOUGH), ("passes", most.div_ceil(1 << 20))] {
        if files(&directory.join(name), &by_chess, mib, &names)? != predecessors {
            return Err(format!("files in {name} are not those in predecessors").into());
        }
    }
    Ok(())
}

/// Builds the slices with these names, prints the time, and returns their files.
fn files<N: Numbering>(
    directory: &Path,
    numbering: &N,
    mib: u64,
    names: &[String],
) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let begun = Instant::now();
    Builder::new(directory, "chess").threads(1).memory_mib(mib).build(numbering)?;
    println!("{}: {:.2} s", directory.display(), begun.elapsed().as_secs_f64());
    let file = |name: &String| fs::read(directory.join(file_name(name)));
    Ok(names.iter().map(file).collect::<Result<_, _>>()?)
}
