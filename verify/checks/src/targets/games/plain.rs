//! [`Plain`]: the rules of a game once more, and what is asked of both.

use crate::shares::Coverage;
use eldest::{Moves, Position, Score, Side, Window};
use std::fmt::{Debug, Display};

/// The rules of a game once more, as plainly as can be: the oracle for [`Game`](Self::Game).
pub trait Plain: Clone + Debug {
    /// The game that is held against these rules.
    type Game: Position<Undo: Clone> + Debug + Display;
    /// What a key must tell apart, and nothing more.
    type Name: Eq + Ord + Debug;

    /// The nodes that minimax may visit for one value.
    const NODES: u32 = 400;

    /// The positions among which keys are compared.
    const KEYS: usize = 150;
    /// The most plies of a playout.
    const PLIES: u32 = 64;

    /// What the game's move `mv` at this position is called here.
    fn move_of(&self, mv: <Self::Game as Position>::Move) -> u32;
    /// Who moves.
    fn side(&self) -> Side;
    /// The score for the side to move, if the game is over.
    fn over(&self) -> Option<Score>;
    /// All legal moves in rising order; not asked if the game is over.
    fn moves(&self) -> Vec<u32>;
    /// Plays a legal move.
    fn play(&mut self, mv: u32);
    /// What a key must tell apart.
    fn name(&self) -> Self::Name;
    /// How many plies the game can still last; `None` where the game states only a bound of it.
    fn longest(&self) -> Option<u32>;

    /// The mover's points so far less those of its opponent, if the game leaves them out of its
    /// keys.
    fn taken(&self) -> Option<i32> {
        None
    }

    /// Whatever else this game promises.
    fn check_more(&self, _game: &Self::Game) {}

    /// The position as the game writes it, with everything that the rules need; `None` if the game
    /// has no such text.
    fn text(&self) -> Option<String> {
        None
    }

    /// Moves of special kinds, one of which a playout chooses every second time.
    fn rare(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Counts the special events of the move `mv`, which leads to `after`.
    fn count(&self, _mv: u32, _after: &Self, _met: &mut Coverage) {}

    /// The same, where it takes longer.
    fn check_slowly(&self, _game: &Self::Game) {}

    /// The position after `mv`.
    #[must_use]
    fn after(&self, mv: u32) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }

    /// V(p, END) by minimax; `None` if that takes more than `nodes`.
    fn value(&self, nodes: &mut u32) -> Option<Score> {
        *nodes = nodes.checked_sub(1)?;
        match self.over() {
            Some(score) => Some(score),
            None => self.best(&self.moves(), nodes),
        }
    }

    /// The best that one of `moves` leads to; `None` without moves, or if the nodes run out.
    fn best(&self, moves: &[u32], nodes: &mut u32) -> Option<Score> {
        let values = moves.iter().map(|mv| {
            let child = self.after(*mv);
            let value = child.value(nodes)?;
            let value = if Self::Game::WIN_DISTANCE { one_ply_up(value) } else { value };
            Some(if child.side() == self.side() { value } else { -value })
        });
        values.collect::<Option<Vec<_>>>()?.into_iter().max()
    }
}

/// A win or a loss is one ply more distant from the node above. Written here once more, as all that
/// these rules need.
fn one_ply_up(score: Score) -> Score {
    match score.distance() {
        None => score,
        Some(plies) if score > Score::DRAW => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
    }
}

/// All that can be compared at one position without searching.
pub(super) fn agree<P: Plain>(plain: &P, game: &P::Game) {
    assert_eq!(game.side(), plain.side(), "the side to move of {plain:?}");
    assert_eq!(game.over(), plain.over(), "the score of {plain:?}");
    assert_eq!(game.taken(), plain.taken(), "what was taken before {plain:?}");
    if let Some(plies) = plain.longest() {
        assert_eq!(game.plies_left(), Some(plies), "the plies left at {plain:?}");
    }
    if let Some(text) = plain.text() {
        assert_eq!(game.to_string(), text, "the text of {plain:?}");
    }
    if let Some(score) = game.over() {
        assert_eq!(game.bounds().value(), Some(score), "the bounds of {plain:?}, which is over");
        for window in null_windows(score) {
            let told = game.bounds_for(window);
            let answered = told.decide(window).is_some() && told.contains(score);
            assert!(answered, "{told:?} for {window:?} at {plain:?}, which is over with {score}");
        }
        return;
    }
    let moves = Moves::collect(|out| game.moves(out));
    let mut named: Vec<u32> = moves.iter().copied().map(|mv| plain.move_of(mv)).collect();
    named.sort_unstable();
    assert_eq!(named, plain.moves(), "the legal moves of {plain:?}");
    let mut move_codes: Vec<u16> = moves.iter().map(|mv| game.move_code(*mv)).collect();
    move_codes.sort_unstable();
    move_codes.dedup();
    assert!(move_codes.len() == moves.len() && move_codes[0] > 0, "the move_codes of {plain:?}");
    plain.check_more(game);
}

/// Null windows on both sides of `value`, four each.
pub fn null_windows(value: Score) -> impl Iterator<Item = Window> {
    (-4..4).map(move |distance| Window::null(Score::new(value.get() + distance)))
}

/// The hints against minimax, if that takes no more than `nodes`; `met` hears what was compared.
/// Returns whether it was.
pub(super) fn check_hints<P: Plain>(
    plain: &P,
    game: &P::Game,
    nodes: u32,
    met: &mut Coverage,
) -> bool {
    let Some(value) = plain.value(&mut { nodes }) else { return false };
    let (bounds, range) = (game.bounds(), game.range());
    assert!(bounds.contains(value), "{value} is not within {bounds:?} at {plain:?}");
    assert!(range.contains(value), "{value} is not within {range:?} at {plain:?}");
    for window in null_windows(value) {
        let told = game.bounds_for(window);
        assert!(told.contains(value), "{value} is not within {told:?} for {window:?} at {plain:?}");
        met.add("decided for a window", u64::from(told != bounds));
    }
    let above = value.get().abs_diff(range.lower().get());
    assert!(above.is_multiple_of(game.granularity()), "{value} is off the grid at {plain:?}");
    if game.over().is_none() {
        met.add("values", 1);
        met.add("decided ahead", u64::from(bounds.value().is_some()));
    }
    if bounds.value().is_none() {
        check_relevant(plain, game, value, nodes, met);
    }
    true
}

/// The best of the relevant moves is worth `value`.
fn check_relevant<P: Plain>(
    plain: &P,
    game: &P::Game,
    value: Score,
    nodes: u32,
    met: &mut Coverage,
) {
    let relevant = Moves::collect(|out| game.relevant_moves(out));
    let relevant: Vec<u32> = relevant.into_iter().map(|mv| plain.move_of(mv)).collect();
    let best = plain.best(&relevant, &mut { nodes });
    assert_eq!(best, Some(value), "the relevant moves {relevant:?} of {plain:?}");
    met.add("relevant moves", 1);
    met.add("moves left out", u64::from(relevant.len() < plain.moves().len()));
}
