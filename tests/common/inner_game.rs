//! What a position that wraps another leaves to it.

/// Side, key, end, moves and their play are those of the position inside, `self.0`.
macro_rules! inner_game {
    () => {
        fn side(&self) -> eldest::Side {
            self.0.side()
        }

        fn key(&self) -> u64 {
            self.0.key()
        }

        fn over(&self) -> Option<eldest::Score> {
            self.0.over()
        }

        fn moves(&self, out: &mut eldest::Moves<'_, Self::Move>) {
            self.0.moves(out);
        }

        fn play(&mut self, mv: Self::Move) -> Self::Undo {
            self.0.play(mv)
        }

        fn undo(&mut self, mv: Self::Move, undo: Self::Undo) {
            self.0.undo(mv, undo);
        }
    };
}
pub(crate) use inner_game;
