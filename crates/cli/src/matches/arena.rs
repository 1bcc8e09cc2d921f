//! [`Arena`]: the rules and the players of games, whatever the game.

use super::player::{BoardPlayer, MatchPlayer};
use anyhow::{Result, bail};
use eldest::selective::Selection;
use eldest_catalog::games::{Catalog, Game, GameName, PlayPosition, Visitor};
use eldest_catalog::text::several;
use eldest_contest::{Evaluation, MatchRules, Opening, PlayerSetting};
use eldest_terminal::typed::{at_least_one, position, within};
use eldest_terminal::{Interrupt, input};

/// The game and its openings.
#[derive(Debug, clap::Args)]
pub(super) struct PlaceArgs {
    /// The game, as in connect4, connect4:6x4 or othello:6x6
    game: GameName,
    /// The position that openings begin in; without one, that of stdin, or the start of the game
    ///
    /// Without one the position is that of stdin, if stdin is a file or a pipe; if it is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    position: Option<String>,
    /// Random moves at the beginning of each opening
    #[arg(long, value_name = "K", default_value = "6", value_parser = within(0..=u16::MAX))]
    #[arg(allow_negative_numbers = true)]
    opening_plies: u16,
    /// Another seed gives other openings
    #[arg(long, value_name = "N", default_value = "1", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Games that are played side by side
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    concurrency: usize,
    /// Plies after which a game counts as a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    max_plies: usize,
}

/// Where games begin, and the players of a match.
pub(super) struct Arena<'a> {
    args: &'a PlaceArgs,
    pub(super) rules: MatchRules<PlayPosition>,
    /// What A leaves out.
    pub(super) selection: Selection,
    players: Box<dyn Fn() -> Result<[MatchPlayer; 2]> + 'a>,
}

impl<'a> Arena<'a> {
    /// The arena that `args` name, where A and B play as `settings` say.
    ///
    /// # Errors
    /// If something is to be left out in a game that leaves nothing out, or the position is bad.
    pub(super) fn open<C: Catalog>(
        args: &'a PlaceArgs,
        settings: [&'a PlayerSetting; 2],
        interrupt: &'a Interrupt,
    ) -> Result<Self> {
        args.game.of::<C>().for_play().visit(Opener { args, settings, interrupt })
    }

    /// Openings for `pairs`: as many as there are, if they are not enough.
    pub(super) fn openings(&self, pairs: usize) -> Result<Vec<Opening<PlayPosition>>> {
        let PlaceArgs { opening_plies, seed, .. } = *self.args;
        let found = self.rules.openings(opening_plies, pairs, seed);
        if found.is_empty() {
            let plies = several(opening_plies.into(), "ply", "plies");
            bail!("every opening of {plies} decides the game; expected fewer --opening-plies");
        }
        Ok(found)
    }

    /// Describes the openings, of which `found` were found for `pairs`.
    pub(super) fn summary(&self, found: usize, pairs: usize) -> String {
        let PlaceArgs { opening_plies, seed, .. } = *self.args;
        let openings = several(found, "opening", "openings");
        let plies = several(opening_plies.into(), "random ply", "random plies");
        let enough = if found < pairs { ", all that were found" } else { "" };
        format!("{openings} of {plies}{enough} (seed {seed})")
    }

    /// Two players for each thread, but no more threads than `pairs`.
    pub(super) fn players(&self, pairs: usize) -> Result<Vec<[MatchPlayer; 2]>> {
        (0..self.args.concurrency.min(pairs)).map(|_| (self.players)()).collect()
    }
}

/// Prepares what depends on the game.
struct Opener<'a> {
    args: &'a PlaceArgs,
    settings: [&'a PlayerSetting; 2],
    interrupt: &'a Interrupt,
}

impl<'a> Visitor for Opener<'a> {
    type Output = Result<Arena<'a>>;

    fn visit<G: Game>(self, game: &G) -> Result<Arena<'a>> {
        let Self { args, settings, interrupt } = self;
        let selections = settings.map(|setting| setting.selection(game.selection()));
        for (setting, selection) in settings.into_iter().zip(selections) {
            if selection.is_any() && setting.evaluation() == Evaluation::Even {
                bail!("'{setting}': where all is even nothing is left out");
            }
            if selection.is_any() && game.selective(selection).is_none() {
                bail!(
                    "'{setting}': searches of {} leave nothing out; chess's and Othello's may",
                    game.name()
                );
            }
        }
        let read = || input::one(game, args.position.as_deref());
        let position = interrupt.while_waiting(read)?.parse(game)?;
        let board = game.erased(&position);
        let has_points = !board.counts_distance();
        let rules = MatchRules::new(PlayPosition::to_play(board))
            .advance_with(PlayPosition::advance)
            .max_plies(args.max_plies)
            .points(has_points);
        let game = game.clone();
        let players = move || {
            let [a, b] = settings.map(|setting| BoardPlayer::boxed(&game, setting));
            Ok([a?, b?])
        };
        Ok(Arena { args, rules, selection: selections[0], players: Box::new(players) })
    }
}
