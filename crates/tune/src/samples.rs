//! Files of samples, one a line.

use anyhow::{Context, Result};
use eldest::Error;
use eldest_contest::in_order;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;

/// Plays `games` on `workers`, each in a thread of its own, which play the game of a seed, and
/// writes their samples to a file in the order of the games. `seed` is the first half of all seeds.
pub(crate) fn write<S: Display + Send>(
    path: &Path,
    games: u64,
    seed: u64,
    workers: Vec<impl FnMut(u64) -> Result<Vec<S>, Error> + Send>,
) -> Result<()> {
    let (mut out, mut count) = (BufWriter::new(File::create(path)?), 0);
    let seeds = (0..games).map(|game| seed.wrapping_mul(1 << 32).wrapping_add(game));
    let failed = in_order(seeds, workers, |samples| {
        let written = samples.map_err(anyhow::Error::from).and_then(|samples| {
            count += samples.len();
            Ok(samples.iter().try_for_each(|sample| writeln!(out, "{sample}"))?)
        });
        written.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    failed.map_or(Ok(()), Err)?;
    out.flush()?;
    eprintln!("{count} positions of {games} games");
    Ok(())
}

/// Calls `each` with every sample of a file.
pub(crate) fn read<S>(path: &Path, mut each: impl FnMut(&S)) -> Result<()>
where
    S: FromStr<Err = anyhow::Error>,
{
    let file = File::open(path).with_context(|| path.display().to_string())?;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), number + 1);
        each(&line?.parse().with_context(place)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::TrainingSample;

    #[test]
    fn samples_are_written_in_order_and_read_with_the_place_of_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("samples");
        let lines =
            |seed: u64| vec![format!("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -;{};2", seed as u32)];
        let worker = || |seed| Ok::<_, Error>(lines(seed));
        write(&file, 20, 1, vec![worker(), worker()]).unwrap();
        let mut scores = Vec::new();
        read(&file, |sample: &TrainingSample| scores.push(sample.score)).unwrap();
        assert!(scores.into_iter().eq(0..20));
        std::fs::write(&file, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -;1;2\nnone").unwrap();
        let error = read(&file, |_: &TrainingSample| {}).unwrap_err().to_string();
        assert!(error.ends_with(", line 2"), "{error}");
    }
}
