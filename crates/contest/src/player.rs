//! [`Player`] and its implementations: engines and two simple opponents.

use eldest::selective::{Parameters, Selection, Selective, Tactics};
use eldest::textbook::{GameTree, alpha_beta};
use eldest::{
    Depth, Engine, Error, Evaluator, Limits, Moves, Position, Score, StopToken, Window,
    ZeroEvaluator,
};
use fastrand::Rng;

/// Chooses the moves of a side.
pub trait Player<P: Position>: Send {
    /// Prepares for another game. The player must not keep anything from earlier games: games are
    /// played in any order, and several equal players share them.
    fn begin(&mut self) {}

    /// Returns the move to play in `position`, where the game is not over. Once `stop` is
    /// triggered, any move will do.
    ///
    /// # Errors
    /// The error of an engine.
    fn choose(&mut self, position: &P, stop: &StopToken) -> Result<P::Move, Error>;
}

/// A player whose search uses parameters that can be tuned.
pub trait TunablePlayer<P: Position>: Player<P> {
    /// Sets the parameters of the next searches.
    fn set_parameters(&mut self, parameters: Parameters);
}

impl<P: Position, T: Player<P> + ?Sized> Player<P> for Box<T> {
    fn begin(&mut self) {
        (**self).begin();
    }

    fn choose(&mut self, position: &P, stop: &StopToken) -> Result<P::Move, Error> {
        (**self).choose(position, stop)
    }
}

impl<P: Position, T: TunablePlayer<P> + ?Sized> TunablePlayer<P> for Box<T> {
    fn set_parameters(&mut self, parameters: Parameters) {
        (**self).set_parameters(parameters);
    }
}

/// A player that searches with an engine, whose table is cleared before each game.
#[derive(Debug)]
pub struct EnginePlayer<P: Position, E: Evaluator<P> = ZeroEvaluator> {
    engine: Engine<P, E>,
    limits: Limits,
}

impl<P: Position, E: Evaluator<P>> EnginePlayer<P, E> {
    /// Searches each move with `engine` within `limits`.
    pub fn new(engine: Engine<P, E>, limits: Limits) -> Self {
        Self { engine, limits }
    }
}

impl<P, E> Player<P> for EnginePlayer<P, E>
where
    P: Position<Move: Send, Undo: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn choose(&mut self, position: &P, stop: &StopToken) -> Result<P::Move, Error> {
        let report = self.engine.search(position, &self.limits.clone().stop(stop))?;
        Ok(report.best_move.expect("a game that is not over has a move"))
    }
}

/// An [`EnginePlayer`] whose selective search can be tuned.
#[derive(Debug)]
pub struct SelectivePlayer<P: Position + Tactics, E: Evaluator<P>> {
    player: EnginePlayer<P, Selective<E>>,
    evaluator: Selective<E>,
    selection: Selection,
}

impl<P, E> SelectivePlayer<P, E>
where
    P: Position<Move: Send, Undo: Send> + Tactics + Send + 'static,
    E: Evaluator<P> + Clone + Send + Sync + 'static,
{
    /// Searches each move with `engine` within `limits`. The evaluator of `engine` is replaced by a
    /// [`Selective`] of `evaluator` and `selection`.
    pub fn new(
        mut engine: Engine<P, Selective<E>>,
        limits: Limits,
        evaluator: E,
        selection: Selection,
    ) -> Self {
        let evaluator = Selective::new(evaluator, selection);
        engine.set_evaluator(evaluator.clone());
        Self { player: EnginePlayer::new(engine, limits), evaluator, selection }
    }
}

impl<P, E> Player<P> for SelectivePlayer<P, E>
where
    P: Position<Move: Send, Undo: Send> + Tactics + Send + 'static,
    E: Evaluator<P> + Clone + Send + Sync + 'static,
{
    fn begin(&mut self) {
        self.player.begin();
    }

    fn choose(&mut self, position: &P, stop: &StopToken) -> Result<P::Move, Error> {
        self.player.choose(position, stop)
    }
}

impl<P, E> TunablePlayer<P> for SelectivePlayer<P, E>
where
    P: Position<Move: Send, Undo: Send> + Tactics + Send + 'static,
    E: Evaluator<P> + Clone + Send + Sync + 'static,
{
    fn set_parameters(&mut self, parameters: Parameters) {
        let selection = self.selection.with(|selection| selection.parameters = parameters);
        self.player.engine.set_evaluator(self.evaluator.with(selection));
    }
}

/// A player that chooses random legal moves. The seed and the key of the position determine the
/// move, so results do not depend on the order of games.
#[derive(Copy, Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
}

impl RandomPlayer {
    /// Creates a player with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<P: Position> Player<P> for RandomPlayer {
    fn choose(&mut self, position: &P, _: &StopToken) -> Result<P::Move, Error> {
        let moves = Moves::collect(|out| position.moves(out));
        let mut chance = Rng::with_seed(self.seed.wrapping_add(position.key()));
        Ok(moves[chance.usize(..moves.len())])
    }
}

/// A player that searches a fixed number of plies by plain alpha-beta, without a table, and plays
/// the first of the best moves. It shares no code with the engine's search.
#[derive(Copy, Clone, Debug)]
pub struct DepthPlayer<E = ZeroEvaluator> {
    plies: u16,
    evaluator: E,
}

impl DepthPlayer {
    /// Searches `plies` deep, at least one. All positions at the horizon are even.
    #[must_use]
    pub const fn new(plies: u16) -> Self {
        Self { plies, evaluator: ZeroEvaluator }
    }
}

impl<E> DepthPlayer<E> {
    /// Evaluates positions at the horizon by `evaluator`.
    pub fn evaluator<F>(self, evaluator: F) -> DepthPlayer<F> {
        DepthPlayer { plies: self.plies, evaluator }
    }
}

impl<P: Position, E: Evaluator<P> + Send> Player<P> for DepthPlayer<E> {
    fn choose(&mut self, position: &P, _: &StopToken) -> Result<P::Move, Error> {
        let mut best: Option<(Score, P::Move)> = None;
        for mv in Moves::collect(|out| position.moves(out)) {
            let mut child = position.clone();
            child.play(mv);
            let is_same = child.side() == position.side();
            let mut tree = GameTree::new(child, &self.evaluator);
            let depth = Depth::plies(self.plies.saturating_sub(1));
            let value = alpha_beta(&mut tree, Window::FULL, depth);
            let value = if is_same { value } else { -value };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        }
        Ok(best.expect("a game that is not over has a move").1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_games::nim::Nim;
    use eldest_games::notation::{Notation, OnlyVariant};

    fn chosen(player: &mut impl Player<Nim>, heaps: &str) -> String {
        let position = Nim::parse_position(OnlyVariant, heaps).unwrap();
        position.format_move(player.choose(&position, &StopToken::new()).unwrap())
    }

    #[test]
    fn a_player_of_some_depth_sees_a_win_within_it() {
        assert_eq!(chosen(&mut DepthPlayer::new(1), "3"), "3>0");
        assert_eq!(chosen(&mut DepthPlayer::new(3), "1,2"), "2>1", "leaves equal heaps");
        let engine = Engine::<Nim>::builder().table_bytes(1 << 16).build().unwrap();
        assert_eq!(chosen(&mut EnginePlayer::new(engine, Limits::new().depth(3)), "1,2"), "2>1");
    }

    #[test]
    fn a_random_player_depends_on_its_seed_and_the_position_alone() {
        let moves = |seed| {
            let mut player = RandomPlayer::new(seed);
            ["9,9", "8,9", "7,9", "6,9"].map(|heaps| chosen(&mut player, heaps))
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
