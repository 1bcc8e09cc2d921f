//! Runs a target on a series of random inputs, and minimises failing ones.

use crate::shares::{InputEvents, Shares};
use crate::watch::InputWatch;
use crate::{Chance, FuzzTarget, SplitMix64};
use arbitrary::Unstructured;
use std::any::Any;
use std::fs::{read, read_dir};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::time::{Duration, Instant};

/// The source of inputs.
#[derive(Debug)]
pub struct InputSource {
    seed: u64,
    shortest: usize,
    longest: usize,
    corpus: Vec<Vec<u8>>,
}

impl InputSource {
    /// Random inputs for `target` of at most `longest` bytes. If there is a `corpus`, half of the
    /// inputs are mutations of its files.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn new(
        target: &FuzzTarget,
        seed: u64,
        longest: usize,
        corpus: Option<&Path>,
    ) -> io::Result<Self> {
        let files = corpus.map(inputs_in).transpose()?;
        Ok(Self { seed, shortest: target.shortest, longest, corpus: files.unwrap_or_default() })
    }

    /// Input number `execution`, counted from 0. The files of the corpus come first.
    #[must_use]
    pub fn input(&self, execution: u64) -> Vec<u8> {
        if let Some(bytes) = self.corpus.get(execution as usize) {
            return bytes.clone();
        }
        let mut random = SplitMix64(self.seed << 40 ^ execution);
        if self.corpus.is_empty() || random.odds(50) {
            return random.input_within(self.shortest, self.longest);
        }
        let mut bytes = self.corpus[random.below(self.corpus.len() as u64) as usize].clone();
        vary(&mut bytes, &mut random);
        bytes
    }
}

/// The files of a folder, in the order of their names.
///
/// # Errors
/// If they cannot be read.
pub fn inputs_in(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> =
        read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    paths.iter().filter(|path| path.is_file()).map(read).collect()
}

/// Mutates an input: changes, adds or removes a few bytes.
fn vary(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        match random.below(4) {
            0 => bytes.insert(at, random.bits() as u8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => bytes[at] = random.bits() as u8,
            _ => {}
        }
    }
}

/// An input that failed.
#[derive(Clone, Debug)]
pub struct FailedInput {
    /// The number of the execution, counted from 1.
    pub execution: u64,
    /// The input.
    pub bytes: Vec<u8>,
    /// The message of the check.
    pub message: String,
}

/// The result of a soak.
#[derive(Clone, Debug)]
pub struct Soak {
    /// The number of inputs checked.
    pub executions: u64,
    /// The time taken.
    pub time: Duration,
    /// The first failure.
    pub failure: Option<FailedInput>,
    /// The shares of inputs in which threads interacted, for targets that report them.
    pub shares: Option<Shares>,
}

impl Soak {
    /// Checks `target` on `inputs` until one fails, or after `most` executions or `time`.
    #[must_use]
    pub fn run(
        target: &FuzzTarget,
        inputs: &InputSource,
        most: Option<u64>,
        time: Option<Duration>,
    ) -> Self {
        let (start, watch) = (Instant::now(), InputWatch::start(target.name));
        let on_time = || time.is_none_or(|time| start.elapsed() < time);
        let mut executions = 0;
        let mut failure = None;
        let mut shares = target.examine.map(|_| Shares::default());
        while failure.is_none() && most.is_none_or(|most| executions < most) && on_time() {
            let bytes = inputs.input(executions);
            executions += 1;
            watch.begin(&bytes);
            match examine_once(target, &bytes) {
                Ok(happened) => {
                    let shares = shares.iter_mut().zip(&happened);
                    shares.for_each(|(shares, happened)| shares.add(happened));
                }
                Err(message) => {
                    failure = Some(FailedInput { execution: executions, bytes, message });
                }
            }
        }
        Self { executions, time: start.elapsed(), failure, shares }
    }
}

/// Checks one input.
///
/// # Errors
/// The message of a failed check.
pub fn try_once(target: &FuzzTarget, bytes: &[u8]) -> Result<(), String> {
    examine_once(target, bytes).map(drop)
}

/// The same; returns the events, if the target reports them.
fn examine_once(target: &FuzzTarget, bytes: &[u8]) -> Result<Option<InputEvents>, String> {
    let mut u = Unstructured::new(bytes);
    let check = || match target.examine {
        Some(examine) => examine(&mut u).map(Some),
        None => (target.check)(&mut u).map(|()| None),
    };
    // Bytes that do not form an input pass.
    catch_unwind(AssertUnwindSafe(check))
        .map_or_else(|panic| Err(message_of(&*panic)), |checked| Ok(checked.unwrap_or(None)))
}

/// Suppresses the output of panics, which are caught and reported.
pub fn silence() {
    drop(take_hook());
    set_hook(Box::new(|_| {}));
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Minimises an input for which `fails` holds: removes chunks and lowers bytes.
pub fn minimised(bytes: &[u8], fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut best = bytes.to_vec();
    loop {
        let before = best.clone();
        cut(&mut best, &fails);
        lower(&mut best, &fails);
        if best == before {
            return best;
        }
    }
}

/// Removes chunks, largest first.
fn cut(best: &mut Vec<u8>, fails: &impl Fn(&[u8]) -> bool) {
    let mut chunk = best.len();
    while chunk > 0 {
        let mut at = 0;
        while at < best.len() {
            let mut shorter = best.clone();
            shorter.drain(at..(at + chunk).min(best.len()));
            if fails(&shorter) { *best = shorter } else { at += chunk }
        }
        chunk /= 2;
    }
}

/// Lowers each byte: to 0, to its half, or by one, as often as that still fails.
fn lower(best: &mut [u8], fails: &impl Fn(&[u8]) -> bool) {
    for at in 0..best.len() {
        while lower_one(best, at, fails) {}
    }
}

fn lower_one(best: &mut [u8], at: usize, fails: &impl Fn(&[u8]) -> bool) -> bool {
    let before = best[at];
    for lower in [0, before / 2, before.saturating_sub(1)] {
        best[at] = lower;
        if lower < before && fails(best) {
            return true;
        }
    }
    best[at] = before;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_failing_input_is_found() {
        let bytes: Vec<u8> = (0..200).collect();
        let fails = |bytes: &[u8]| bytes.iter().filter(|byte| **byte >= 17).count() >= 3;
        assert_eq!(minimised(&bytes, fails), [17, 17, 17]);
        assert!(minimised(&bytes, |_| true).is_empty());
    }

    #[test]
    fn a_failure_is_found_and_reported() {
        let check = |bytes: &mut Unstructured<'_>| {
            assert!(bytes.len() < 30, "too long");
            Ok(())
        };
        let target = FuzzTarget {
            name: "short",
            oracle: "none",
            check,
            spelt_out: None,
            examine: None,
            shortest: 0,
        };
        let inputs = InputSource::new(&target, 1, 100, None).expect("no folder");
        let failure = Soak::run(&target, &inputs, Some(1_000), None).failure.expect("one of them");
        assert_eq!(failure.message, "too long");
        assert!(failure.bytes.len() >= 30, "{failure:?}");
    }
}
