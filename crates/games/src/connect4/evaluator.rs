//! [`OpenFours`]: what a position of Connect Four may be worth at the horizon.

use super::{ConnectFour, Shape};
use eldest::{Evaluator, Moves, Score};

/// Counts the empty cells in which a side completes four: one point each, the mover's less the
/// opponent's. Noisy are the moves that win and, where there are none, the answers to threats.
///
/// For experiments with horizons and quiescence. The points tell who is ahead, on no scale that
/// compares with the exact scores of won games.
///
/// ```
/// use eldest::{Evaluator, Score};
/// use eldest_games::connect4::{ConnectFour, OpenFours};
///
/// let position: ConnectFour = "415162".parse().unwrap(); // three in a row, open on both sides
/// assert_eq!(OpenFours::default().evaluate(&position, &()), Score::new(2));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenFours {
    /// The most plies of quiescence; 0 for none.
    pub quiescence: u16,
}

impl<S: Shape> Evaluator<ConnectFour<S>> for OpenFours {
    type State = ();

    fn start(&self, _: &ConnectFour<S>) {}

    fn evaluate(&self, position: &ConnectFour<S>, (): &()) -> Score {
        let open = |fours: u64| (fours & position.empty()).count_ones() as i32;
        Score::new(open(position.my_fours) - open(position.their_fours))
    }

    fn quiescence_plies(&self) -> u16 {
        self.quiescence
    }

    fn noisy_moves(&self, position: &ConnectFour<S>, out: &mut Moves<'_, super::Column>) {
        let threats = position.their_fours & position.playable();
        let wins = position.wins();
        position.push(if wins == 0 { threats } else { wins }, wins, out);
    }

    /// Not while a stone wins or must be answered.
    fn stands_pat(&self, _: &ConnectFour<S>) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        0x4F50_454E_0000 + u64::from(self.quiescence)
    }
}
