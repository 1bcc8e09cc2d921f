//! [`Excluded`]: positions that must not be learnt, because they measure what was learnt.

use anyhow::{Context, Result};
use eldest_games::notation::Notation;
use eldest_games::othello::{Othello, OthelloRules};
use std::collections::HashSet;
use std::path::Path;

/// Positions by their codes, which their mirror images share, each with both colours.
#[derive(Debug, Default)]
pub(crate) struct Excluded(HashSet<Vec<u8>>);

impl Excluded {
    /// Reads files of endgames: a position, then anything after a semicolon.
    pub(crate) fn read(paths: &[impl AsRef<Path>]) -> Result<Self> {
        let mut excluded = Self::default();
        for path in paths {
            let path = path.as_ref();
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            lines.try_for_each(|line| excluded.add(line))?;
        }
        Ok(excluded)
    }

    fn add(&mut self, line: &str) -> Result<()> {
        let board = line.split(';').next().unwrap_or_default().trim();
        let exchanged = board.replace('X', "x").replace('O', "X").replace('x', "O");
        for text in [board, &exchanged] {
            self.0.insert(code(&Othello::parse_position(OthelloRules::default(), text)?));
        }
        Ok(())
    }

    pub(crate) fn contains(&self, position: &Othello) -> bool {
        self.0.contains(&code(position))
    }
}

fn code(position: &Othello) -> Vec<u8> {
    let mut code = Vec::new();
    Notation::encode(position, &mut code);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FFO 40, and the same position mirrored, transposed, and with colours exchanged.
    #[test]
    fn an_endgame_is_excluded_with_its_images_and_both_colours() {
        let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;";
        let mut excluded = Excluded::default();
        excluded.add(line).unwrap();
        let cells: Vec<char> = line.chars().take(64).collect();
        let board = |place: fn(usize) -> usize, side: char| {
            let text: String = (0..64).map(|at| cells[place(at)]).collect();
            let text = format!("{text} {side}");
            Othello::parse_position(OthelloRules::default(), &text).unwrap()
        };
        for image in [|at| at, |at| at ^ 7, |at| at ^ 56, |at| at % 8 * 8 + at / 8] {
            let position = board(image, 'X');
            assert!(excluded.contains(&position));
            let exchanged = position.to_string().replace('X', "x").replace('O', "X");
            let exchanged = exchanged.replace('x', "O");
            let exchanged = Othello::parse_position(OthelloRules::default(), &exchanged).unwrap();
            assert!(excluded.contains(&exchanged));
            assert!(!excluded.contains(&board(image, 'O')));
        }
    }
}
