//! Connect Four as the search by hand knows it: without `bounds_for`, and all else the same.

use eldest::{Bounds, KeyKind, Moves, Position, Score, Side};
use eldest_games::connect4::{Column, ConnectFour};

#[derive(Copy, Clone, Default)]
pub(crate) struct Plain(pub(crate) ConnectFour);

/// Methods that ask the game itself.
macro_rules! forward {
    ($($name:ident(&self $(, $argument:ident: $type:ty)?) -> $answer:ty;)*) => {
        $(
            #[inline(always)]
            fn $name(&self $(, $argument: $type)?) -> $answer {
                self.0.$name($($argument)?)
            }
        )*
    };
}

impl Position for Plain {
    type Move = Column;
    type Undo = Self;

    const ALTERNATES: bool = <ConnectFour>::ALTERNATES;
    const WIN_DISTANCE: bool = <ConnectFour>::WIN_DISTANCE;

    forward! {
        side(&self) -> Side;
        key(&self) -> u64;
        key_kind(&self) -> KeyKind;
        over(&self) -> Option<Score>;
        moves(&self, out: &mut Moves<'_, Column>) -> ();
        move_code(&self, mv: Column) -> u16;
        relevant_moves(&self, out: &mut Moves<'_, Column>) -> ();
        bounds(&self) -> Bounds;
        key_after(&self, mv: Column) -> Option<u64>;
        plies_left(&self) -> Option<u32>;
        range(&self) -> Bounds;
        fingerprint(&self) -> u64;
    }

    #[inline(always)]
    fn play(&mut self, mv: Column) -> Self {
        Self(self.0.play(mv))
    }

    #[inline(always)]
    fn undo(&mut self, mv: Column, before: Self) {
        self.0.undo(mv, before.0);
    }
}
