//! Stable discs: those that no sequence of moves can flip.

use super::bits::{line, step};
use super::{Othello, OthelloRules};
use eldest::Score;

impl Othello {
    /// Returns the upper bound that the opponent's stable discs give, if it is at most `alpha`.
    #[inline]
    pub(super) fn held_to(&self, alpha: Score) -> Option<Score> {
        let squares = self.rules.squares() as i32;
        let enough = (squares - alpha.get() + 1) / 2;
        // Almost all stable discs depend on a corner.
        if (self.theirs.count_ones() as i32) < enough || self.theirs & self.rules.corners() == 0 {
            return None;
        }
        let stable = stable(self.theirs, self.empty(), self.rules).count_ones() as i32;
        (stable >= enough).then(|| Score::new(squares - 2 * stable))
    }
}

/// Returns the `discs` that are safe on all four lines through them: the line is full, it ends
/// there, or the next disc is stable and of the same colour.
fn stable(discs: u64, empty: u64, rules: OthelloRules) -> u64 {
    let (sides, ends) = (rules.sides(), rules.ends());
    let level = sides | !open::<1, -1>(empty);
    let upright = ends | !open::<8, -8>(empty);
    let across = sides | ends | !open::<7, -7>(empty);
    let other = sides | ends | !open::<9, -9>(empty);
    let mut stable = 0;
    loop {
        let more = discs
            & (level | beside::<1, -1>(stable))
            & (upright | beside::<8, -8>(stable))
            & (across | beside::<7, -7>(stable))
            & (other | beside::<9, -9>(stable));
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// Returns the squares on a line with an empty square, that square included.
fn open<const UP: i32, const DOWN: i32>(empty: u64) -> u64 {
    fn reach<const BY: i32>(empty: u64) -> u64 {
        let line = empty | line::<BY>(empty, u64::MAX);
        line | step::<BY>(line)
    }
    reach::<UP>(empty) | reach::<DOWN>(empty)
}

/// Returns the neighbours along a line. A step may wrap around the board, here as in `open`, but
/// only to the rim, which is safe on that line anyway.
fn beside<const UP: i32, const DOWN: i32>(discs: u64) -> u64 {
    step::<UP>(discs) | step::<DOWN>(discs)
}

#[cfg(test)]
mod tests {
    use super::super::Empties;
    use super::*;
    use crate::draw;
    use crate::notation::Notation;
    use eldest::{Moves, Position};

    /// Asserts that the discs in `kept` are still there, and adds the stable discs of each side.
    fn look(board: &Othello, kept: &mut [u64; 2]) {
        for (side, discs) in [(board.side, board.mine), (board.side.other(), board.theirs)] {
            let kept = &mut kept[side.index()];
            assert_eq!(*kept & !discs, 0, "{board:?}");
            *kept |= stable(discs, board.empty(), board.rules);
        }
    }

    fn parsed(rules: &str, board: &str) -> Othello {
        Othello::parse_position(rules.parse().expect("rules"), board).expect("a board")
    }

    /// A corner makes adjacent discs stable, on all board sizes. The last two discs of each board
    /// are not stable: the first lacks support on a diagonal, the second on all lines. (The boards
    /// have discs X and O, and empty squares -.)
    #[test]
    fn a_corner_keeps_a_triangle() {
        let boards = [
            ("4x4", "XXX-XX--XX----X- O"),
            ("6x6", "XXX---XX----XX----------X----------- O"),
            ("8x8", "XXX-----XX------XX------------------X--------------------------- O"),
        ];
        for (rules, board) in boards {
            let board = parsed(rules, board);
            assert_eq!(stable(board.theirs, board.empty(), board.rules), 0x01_0307, "{board:?}");
        }
    }

    #[test]
    fn stable_discs_say_no_as_soon_as_they_can() {
        let board = parsed("4x4", "XXX-XXO-XO------ O");
        let held = |alpha| board.held_to(Score::new(alpha));
        assert_eq!([held(3), held(4), held(16)], [None, Some(Score::new(4)), Some(Score::new(4))]);
    }

    #[test]
    fn stable_discs_stay_whatever_is_played() {
        let mut drawn = 0;
        let mut random = |below: usize| {
            drawn += 1;
            draw(drawn, 0, below as u64) as usize
        };
        for size in [4, 6, 8] {
            let rules = OthelloRules::new(size, Empties::Winner).expect("a size");
            let mut before_the_end = 0_u32;
            for _ in 0..300 {
                let (mut board, mut kept) = (Othello::new(rules), [0_u64; 2]);
                while board.over().is_none() {
                    let moves = Moves::collect(|out| board.moves(out));
                    board.play(moves[random(moves.len())]);
                    before_the_end = before_the_end.max((kept[0] | kept[1]).count_ones());
                    look(&board, &mut kept);
                }
                let full = board.empty() == 0;
                assert!(!full || kept[0] | kept[1] == rules.board(), "{board:?}");
            }
            assert!(before_the_end >= rules.squares() / 2, "{before_the_end} on {rules}");
        }
    }
}
