//! Weights as Rust source.

use crate::args::FitArgs;
use crate::model::{Fitted, WeightPair};
use anyhow::Result;
use eldest_games::chess::evaluation::Term;
use std::fmt::Write;

/// Writes `crates/games/src/chess/evaluation/weights.rs`.
pub(crate) fn write(fitted: &Fitted, args: &FitArgs) -> Result<()> {
    Ok(std::fs::write(&args.out, text(fitted, args))?)
}

fn text(fitted: &Fitted, args: &FitArgs) -> String {
    let mut text = head(fitted, args);
    for term in Term::ALL {
        let _ = writeln!(text, "    // {term:?}");
        let weights = &fitted.weights.pairs[term.first()..term.first() + term.size()];
        for row in weights.chunks(8) {
            let pairs: Vec<_> = row.iter().map(pair).collect();
            let _ = writeln!(text, "    {}", pairs.join(" "));
        }
    }
    text += SCALES;
    for row in fitted.weights.scales[..1].chunks(1).chain(fitted.weights.scales[1..].chunks(8)) {
        let scales: Vec<_> =
            row.iter().map(|s| format!("{:3},", s.round().clamp(0.0, 255.0))).collect();
        let _ = writeln!(text, "    {}", scales.join(" "));
    }
    text + "];\n"
}

const SCALES: &str = "];

/// By the number of the scale, in 64ths.
#[rustfmt::skip]
pub(super) const SCALES: [u8; COUNT] = [
";

fn head(fitted: &Fitted, args: &FitArgs) -> String {
    let FitArgs { lambda, epochs, step, ridge, .. } = args;
    let names: Vec<_> = args.data.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    let Fitted { target, positions, errors: [training, validation], .. } = fitted;
    format!(
        "\
//! Weights for the middle game and for the endgame, in hundredths of a pawn. Written by a program:
//!
//! ```text
//! eldest-tune fit --data {} --lambda {lambda} --epochs {epochs} \\
//!     --step {step} --ridge {ridge} --out crates/games/src/chess/evaluation/weights.rs
//! ```
//!
//! {positions} positions, steepness {:.6}; mean squared error {training:.6} in training,
//! {validation:.6} in validation.

use super::{{SCALES as COUNT, Term}};

/// In the order of [`Term`]. Squares are seen from the side that owns the piece, a1 first.
#[rustfmt::skip]
pub(super) const WEIGHTS: [(i16, i16); Term::COUNT] = [
",
        names.join(" "),
        target.steepness,
    )
}

fn pair([middle_game, endgame]: &WeightPair) -> String {
    let round = |number: f32| number.round().clamp(-9_999.0, 9_999.0) as i16;
    format!("({:4}, {:4}),", round(*middle_game), round(*endgame))
}
