//! Writes a dense file.

use super::block::DENSE_BLOCK;
use super::target::{Scores, Target, check};
use super::{FileKind, Heading, Summary, Tally, block};
use crate::code::Code;
use crate::error::WriteError;
use eldest::{Score, StopToken};
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;

/// The blocks that are compressed before they are written: some MiB.
const GROUP: u64 = 2_048;
/// The numbers that a task counts.
const SPAN: u64 = 1 << 18;
const CODES: usize = 1 << 16;

/// Writes the values of all numbers of a slice. `codes` returns the code of each number below
/// `len`; `endless` is what open codes are worth. Calls `codes` twice for each number, in parallel.
///
/// # Errors
/// If the system refuses, a name is too long, or `stop` is set. Nothing is left then; a file that
/// was at `path` before remains.
pub(crate) fn write_dense(
    path: &Path,
    heading: &Heading,
    endless: Score,
    codes: impl Fn(u64) -> Code + Sync,
    len: u64,
    stop: &StopToken,
) -> Result<Summary, WriteError> {
    let mut target = Target::create(path, heading, FileKind::Dense, endless)?;
    let counts = counted(&codes, len, stop)?;
    let scores = scores(&counts, endless);
    for group in (0..len.div_ceil(DENSE_BLOCK as u64)).step_by(GROUP as usize) {
        check(stop)?;
        let blocks = group..len.div_ceil(DENSE_BLOCK as u64).min(group + GROUP);
        let encoded = blocks.into_par_iter().map(|index| encoded(&codes, index, len, &scores));
        let encoded: Vec<Vec<u8>> = encoded.collect();
        encoded.iter().try_for_each(|block| target.push(block, None))?;
    }
    let tally = tally(&codes, len, endless, &counts);
    target.finish(&scores.list, tally, len, DENSE_BLOCK)
}

/// Counts each code.
fn counted(
    codes: &(impl Fn(u64) -> Code + Sync),
    len: u64,
    stop: &StopToken,
) -> Result<Vec<u64>, WriteError> {
    let count = |mut counts: Vec<u64>, span: u64| {
        check(stop)?;
        let numbers = span * SPAN..((span + 1) * SPAN).min(len);
        numbers.for_each(|number| counts[usize::from(codes(number).raw())] += 1);
        Ok(counts)
    };
    let spans = (0..len.div_ceil(SPAN)).into_par_iter();
    spans
        .try_fold(|| vec![0; CODES], count)
        .try_reduce(|| vec![0; CODES], |one, other| Ok(sum(one, other)))
}

fn sum(mut one: Vec<u64>, other: Vec<u64>) -> Vec<u64> {
    one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
    one
}

/// Lists the scores of all codes that occur: frequent ones first, so that few blocks need indices
/// of two bytes.
fn scores(counts: &[u64], endless: Score) -> Scores {
    let mut found: Vec<u16> = (0..=u16::MAX).filter(|&raw| counts[usize::from(raw)] > 0).collect();
    found.sort_by_key(|&raw| std::cmp::Reverse(counts[usize::from(raw)]));
    let mut scores = Scores::default();
    for code in found.into_iter().map(Code::from_raw) {
        if let Some(score) = code.score(endless) {
            scores.add(code, score);
        }
    }
    if scores.list.is_empty() {
        scores.list.push(endless);
    }
    scores
}

/// Returns block `block` as bytes.
fn encoded(codes: &impl Fn(u64) -> Code, block: u64, len: u64, scores: &Scores) -> Vec<u8> {
    let start = block * DENSE_BLOCK as u64;
    let indices = filled(start..len.min(start + DENSE_BLOCK as u64), |n| scores.index(codes(n)));
    let mut out = Vec::new();
    block::encode(&indices, &[], &mut out);
    out
}

/// Returns the index of each number; of those without one, that of the number before, at the start
/// that of the first number with one.
fn filled(numbers: Range<u64>, index: impl Fn(u64) -> Option<u16>) -> Vec<u16> {
    let mut last = numbers.clone().find_map(&index).unwrap_or(0);
    let fill = |number| {
        last = index(number).unwrap_or(last);
        last
    };
    numbers.map(fill).collect()
}

/// Turns the counts of codes into counts of values, and finds the first number with the longest
/// win.
fn tally(codes: &(impl Fn(u64) -> Code + Sync), len: u64, endless: Score, counts: &[u64]) -> Tally {
    let mut tally = tally_of(counts, endless);
    if let Some((plies, number)) = &mut tally.longest_win {
        let is_longest = |&number: &u64| codes(number) == Code::win_in(*plies);
        *number = (0..len).into_par_iter().find_first(is_longest).unwrap_or(0);
    }
    tally
}

/// Turns the counts of codes into counts of values.
fn tally_of(counts: &[u64], endless: Score) -> Tally {
    let mut tally = Tally::default();
    for (raw, &count) in (0..=u16::MAX).zip(counts).filter(|(_, count)| **count > 0) {
        if let Some(score) = Code::from_raw(raw).score(endless) {
            tally.count_all(count, 0, score);
        }
    }
    tally
}
