//! [`Arena`]: the rules and players of a match, for any game.

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
    pub(super) game: GameName,
    /// The position that openings start from; by default that of stdin, or the start of the game
    ///
    /// If it is left out, it is read from stdin when stdin is a file or a pipe. If stdin is a
    /// terminal or empty, the start of the game is used.
    #[arg(value_parser = position)]
    position: Option<String>,
    /// Number of random moves in each opening
    #[arg(long, value_name = "K", default_value = "6", value_parser = within(0..=u16::MAX))]
    #[arg(allow_negative_numbers = true)]
    opening_plies: u16,
    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value = "1", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Number of games played at the same time
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    concurrency: usize,
    /// Number of plies after which a game is counted as a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    max_plies: usize,
}

/// The rules of the games, and the players of a match.
pub(super) struct Arena<'a> {
    args: &'a PlaceArgs,
    pub(super) rules: MatchRules<PlayPosition>,
    /// The selective search of A.
    pub(super) selection: Selection,
    players: Box<dyn Fn() -> Result<[MatchPlayer; 2]> + 'a>,
}

impl<'a> Arena<'a> {
    /// Prepares the match of `game` that `args` name, in which A and B play with `settings`.
    ///
    /// # Errors
    /// If a setting asks for selective search in a game that has none, or the position is bad.
    pub(super) fn open<C: Catalog>(
        game: &C,
        args: &'a PlaceArgs,
        settings: [&'a PlayerSetting; 2],
        interrupt: &'a Interrupt,
    ) -> Result<Self> {
        game.for_play().visit(Opener { args, settings, interrupt })
    }

    /// Returns openings for `pairs`, or as many as exist.
    pub(super) fn openings(&self, pairs: usize) -> Result<Vec<Opening<PlayPosition>>> {
        let PlaceArgs { opening_plies, seed, .. } = *self.args;
        let found = self.rules.openings(opening_plies, pairs, seed);
        if found.is_empty() {
            let plies = several(opening_plies.into(), "ply", "plies");
            bail!("every opening of {plies} decides the game; expected fewer --opening-plies");
        }
        Ok(found)
    }

    /// Describes the openings, of which `found` exist for `pairs`.
    pub(super) fn summary(&self, found: usize, pairs: usize) -> String {
        let PlaceArgs { opening_plies, seed, .. } = *self.args;
        let openings = several(found, "opening", "openings");
        let plies = several(opening_plies.into(), "random ply", "random plies");
        let enough = if found < pairs { ", all that were found" } else { "" };
        format!("{openings} of {plies}{enough} (seed {seed})")
    }

    /// Returns two players for each thread, for at most `pairs` threads.
    pub(super) fn players(&self, pairs: usize) -> Result<Vec<[MatchPlayer; 2]>> {
        (0..self.args.concurrency.min(pairs)).map(|_| (self.players)()).collect()
    }
}

/// Prepares the parts that depend on the game.
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
                bail!(
                    "'{setting}': with evaluator=even there is no selective search; expected another evaluator, or selective=off"
                );
            }
            if selection.is_any() && game.selective(selection).is_none() {
                bail!(
                    "'{setting}': there is no selective search for {}; expected selective=off, or chess or Othello",
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
