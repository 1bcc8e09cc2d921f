//! Connect Four as the search by hand knows it: without `bounds_for`, and all else the same.

use eldest::{Position, forward_position};
use eldest_games::connect4::{Column, ConnectFour};

#[derive(Copy, Clone, Default)]
pub(crate) struct Plain(pub(crate) ConnectFour);

impl Position for Plain {
    forward_position!(self.0: ConnectFour; except Undo, play, undo, bounds_for);

    type Undo = Self;

    #[inline(always)]
    fn play(&mut self, mv: Column) -> Self {
        Self(self.0.play(mv))
    }

    #[inline(always)]
    fn undo(&mut self, mv: Column, before: Self) {
        self.0.undo(mv, before.0);
    }
}
