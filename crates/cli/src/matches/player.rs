//! [`BoardPlayer`]: an engine as a player, with the type of the game erased.

use anyhow::{Result, bail};
use eldest::selective::{Parameters, Selection};
use eldest::{Engine, Error, StopToken};
use eldest_catalog::games::{Game, Ordinal, PlayPosition};
use eldest_contest::{Evaluation, Player, PlayerSetting, TunablePlayer};

/// A player of any game, with any evaluator.
pub(super) type MatchPlayer = Box<dyn TunablePlayer<PlayPosition>>;

/// An engine for one type of game.
pub(super) struct BoardPlayer<G: Game> {
    game: G,
    setting: PlayerSetting,
    engine: Engine<G::Position, G::Evaluator>,
}

impl<G: Game> BoardPlayer<G> {
    /// Creates the player of `setting`.
    ///
    /// # Errors
    /// If its table cannot be allocated, or there is no such evaluator.
    pub(super) fn boxed(game: &G, setting: &PlayerSetting) -> Result<MatchPlayer> {
        let builder = Engine::<G::Position>::builder().table_bytes(setting.table_bytes());
        let builder = builder.options(setting.options(game.options_to_depth()));
        let engine = builder.evaluator(evaluator(setting, game)?).build()?;
        Ok(Box::new(Self { game: game.clone(), setting: setting.clone(), engine }))
    }
}

impl<G: Game> Player<PlayPosition> for BoardPlayer<G> {
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn choose(&mut self, position: &PlayPosition, stop: &StopToken) -> Result<Ordinal, Error> {
        let limits = self.setting.limits().clone().stop(stop);
        let report = self.engine.search(&G::position_of(position.board()), &limits)?;
        let best = report.best_move.expect("a game that is not over has a move");
        Ok(G::ordinal_of(position.board(), best))
    }
}

impl<G: Game> TunablePlayer<PlayPosition> for BoardPlayer<G> {
    fn set_parameters(&mut self, parameters: Parameters) {
        let selection = self.setting.selection(self.game.selection());
        let selection = selection.with(|selection| selection.parameters = parameters);
        let evaluator = evaluator_with(&self.setting, selection, &self.game);
        self.engine.set_evaluator(evaluator.expect("the setting had an evaluator before"));
    }
}

/// Returns the evaluator of `game` that `setting` names.
///
/// # Errors
/// If there is no such evaluator.
pub(crate) fn evaluator<G: Game>(setting: &PlayerSetting, game: &G) -> Result<G::Evaluator> {
    evaluator_with(setting, setting.selection(game.selection()), game)
}

/// Returns the same evaluator with another `selection`.
fn evaluator_with<G: Game>(
    setting: &PlayerSetting,
    selection: Selection,
    game: &G,
) -> Result<G::Evaluator> {
    let named = match setting.evaluation() {
        Evaluation::Named(name) => game.judged_by(name),
        Evaluation::Own | Evaluation::Even => Some(game.clone()),
    };
    let Some(game) = named else {
        let names: String = Evaluation::names()
            .filter(|name| game.judged_by(name).is_some())
            .map(|name| format!(", {name}"))
            .collect();
        bail!(
            "'{setting}': {} has no such evaluator; expected one of own, even{names}",
            game.name()
        );
    };
    let own = || game.selective(selection).unwrap_or_else(|| game.evaluator());
    Ok(if setting.evaluation() == Evaluation::Even { game.even() } else { own() })
}
