//! The contract of an algorithm that searches with a window.

use crate::Chance;
use eldest::textbook::{Algorithm, NullWindows, Research, Scouting};
use eldest::{Score, Window};
use std::fmt::Debug;

/// Windows around `value`: open, null, one-sided, far away, at the extremes.
pub fn windows(chance: &mut impl Chance, value: Score) -> Vec<Window> {
    let near = |by: i32| Score::new((value.get() + by).clamp(-8_388_607, 8_388_607));
    let mut ends: Vec<Score> = (-2..=2).map(near).collect();
    ends.extend([-Score::INFINITY, Score::INFINITY, Score::new(chance.below(41) as i32 - 20)]);
    ends.extend([chance.pick(&[Score::WIN, Score::LOSS, Score::MAX_VALUE, Score::DRAW])]);
    ends.sort();
    ends.dedup();
    let after = |alpha: &Score| ends.iter().filter(|beta| *beta > alpha).copied().collect();
    let pairs = ends.iter().flat_map(|alpha| {
        let betas: Vec<Score> = after(alpha);
        betas.into_iter().map(|beta| Window::new(*alpha, beta))
    });
    pairs.collect()
}

/// The full window and five others.
pub fn sample(chance: &mut impl Chance, windows: &[Window]) -> Vec<Window> {
    let others = (0..5).map(|_| chance.pick(windows));
    [Window::FULL].into_iter().chain(others).collect()
}

/// All ways to use null windows and re-searches.
#[must_use]
pub fn scoutings(trusted_plies: u16) -> Vec<Scouting> {
    let starts = [NullWindows::SecondMove, NullWindows::AlphaRaised];
    let windows = [Research::FromAlpha, Research::FromScore];
    let pairs = starts.into_iter().flat_map(|s| windows.map(|r| (s, r)));
    pairs.map(|(start, research)| Scouting { start, research, trusted_plies }).collect()
}

/// Checks the contract: at or below alpha the answer is an upper bound, at or above beta a lower
/// bound, else exact.
///
/// # Panics
/// If the contract is broken.
#[track_caller]
pub fn assert_answers(answer: Score, window: Window, value: Score, about: &dyn Debug) {
    assert!(answers(answer, window, value), "{answer} for {value} in {window:?}: {about:?}");
}

/// Whether the contract is kept. Written out here, so that the test does not depend on the
/// library's own [`Window`].
#[must_use]
pub fn answers(answer: Score, window: Window, value: Score) -> bool {
    if answer <= window.alpha() {
        answer >= value
    } else if answer >= window.beta() {
        answer <= value
    } else {
        answer == value
    }
}

/// Whether the contract of `algorithm` is kept; for some it covers only the side of the window.
#[must_use]
pub fn answers_as(algorithm: Algorithm, answer: Score, window: Window, value: Score) -> bool {
    let side = |score: Score| score.clamp(window.alpha(), window.beta());
    if algorithm.returns_bounds() {
        answers(answer, window, value)
    } else {
        side(answer) == side(value)
    }
}

/// Checks the contract of `algorithm`.
///
/// # Panics
/// If the contract is broken.
#[track_caller]
pub fn assert_answers_as(
    algorithm: Algorithm,
    answer: Score,
    window: Window,
    value: Score,
    about: &dyn Debug,
) {
    let kept = answers_as(algorithm, answer, window, value);
    assert!(kept, "{algorithm}: {answer} for {value} in {window:?}: {about:?}");
}
