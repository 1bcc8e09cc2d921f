//! The target `shared`. Its oracle: the table of all values of a graph, computed from the
//! definition, for each engine's own game and evaluator.
//!
//! Two or three engines share two tables. Their games, evaluators (some of which differ only by
//! type) and options may be equal or different, and they search in turn and at the same time. A
//! search that is held keeps its table while others come and go. During that time exactly the
//! searches with other rules, evaluators or depth matching must be refused; every report must be
//! true; and entries left in a table must be true for the engine that it is bound to. At the end
//! one engine changes its evaluator and its selection at once.

mod chosen;
mod engine;
mod gate;
mod owner;
mod setting;

use crate::shares::Coverage;
use crate::{Chance, SplitMix64};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Depth, Error, Report, Table};
use engine::{Identity, NodeQuestion};
use gate::Gate;
use owner::{Admission, OwnedTable, Player};
use setting::{GAMES, TablesAndEngines, some_options};

/// The oracle of the target.
pub const ORACLE: &str =
    "values from the definition, for each engine's own game and evaluator; and the rules of leases";

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    run(u)
}

/// A search that is being held.
struct HeldSearch {
    table: usize,
    identity: Identity,
}

/// The state of a trial.
struct Script {
    chance: SplitMix64,
    tables: [OwnedTable; 2],
    /// Whether deeper entries count in most searches.
    deeper: bool,
    held: Vec<HeldSearch>,
    met: Coverage,
}

/// Runs a trial: the first bytes determine the order of events, the others the games.
fn run(bytes: &mut Unstructured<'_>) -> Result<Coverage> {
    let mut chance = SplitMix64(u32::arbitrary(bytes)?.into());
    let TablesAndEngines { tables, mut players, deeper } =
        TablesAndEngines::some(&mut chance, bytes)?;
    let mut script = Script { chance, tables, deeper, held: Vec::new(), met: Coverage::default() };
    for _ in 0..=script.chance.below(12) {
        script.act(&mut players);
    }
    let entries: u64 = script.tables.iter().map(|shared| shared.check(&players)).sum();
    script.met.add("entries", entries);
    let changed = chosen::check(&mut script.chance);
    script.met.add("another evaluator and selection", changed);
    Ok(script.met)
}

impl Script {
    /// Performs a random action with one of `players`, if there is one.
    fn act(&mut self, players: &mut [Player]) {
        if players.is_empty() {
            return;
        }
        players.swap(0, self.chance.below(players.len() as u64) as usize);
        match self.chance.below(8) {
            0..=2 => self.search(players, None),
            3..=5 => {
                let events = self.chance.below(6);
                self.search(players, Some(events));
            }
            _ => self.between(&mut players[0]),
        }
    }

    /// An action of an engine that is not searching.
    fn between(&mut self, player: &mut Player) {
        match self.chance.below(5) {
            0 => player.engine.set_options(some_options(&mut self.chance, self.deeper)),
            1 => player.engine.new_game(),
            2 => {
                player.engine.clear();
                self.tables[player.table].forget();
            }
            3 => {
                self.tables[player.table].table.clear();
                self.tables[player.table].forget();
            }
            _ => {
                player.table = 1 - player.table;
                player.engine.set_table(&self.tables[player.table].table);
            }
        }
    }

    /// Searches with the first of `players`. The search is held after `hold_after` events while the
    /// others act.
    fn search(&mut self, players: &mut [Player], hold_after: Option<u64>) {
        let (player, others) = players.split_first_mut().expect("at least one player");
        let question = self.some_question(player);
        if !player.engine.serves(question.game) {
            return;
        }
        let identity = player.engine.identity(question.game);
        let admission = self.admit(player, &question, identity);
        let gate = Gate::new(hold_after);
        let running = player.engine.start(&question, &gate).expect("a valid query");
        // Opened before waiting for the search, even if a check fails.
        let opened = gate.opened();
        let mut cut = question.nodes.is_some();
        if hold_after.is_some() && gate.holds(&running) {
            self.held.push(HeldSearch { table: player.table, identity });
            for _ in 0..=self.chance.below(3) {
                self.act(others);
            }
            self.held.pop();
            cut |= self.chance.odds(20);
            if cut {
                running.stop();
            }
        }
        drop(opened);
        if let Some(report) = self.outcome(admission, running.wait(), &question) {
            player.engine.check(&question, &report, cut);
            let alone =
                hold_after.is_none() && admission.is_some_and(|admission| admission.is_guest);
            let found = if alone { self.tables[player.table].foreign() } else { 0 };
            self.met.add("findings of others", found);
        }
    }

    fn some_question(&mut self, player: &Player) -> NodeQuestion {
        let end_only = self.tables[player.table].table.inner().is_end_only();
        let plies = self.chance.below(8) as u16;
        NodeQuestion {
            game: (self.chance.below(4) as usize).saturating_sub(4 - GAMES),
            at: (self.chance.below(24) as u16).saturating_sub(8),
            depth: if end_only || plies > 4 { Depth::END } else { Depth::plies(plies + 1) },
            nodes: self.chance.odds(15).then(|| self.chance.below(40)),
        }
    }

    /// The state of the table for a search that is about to begin; `None` if it must be refused,
    /// because a search with another identity is held at its table.
    fn admit(
        &mut self,
        player: &Player,
        question: &NodeQuestion,
        identity: Identity,
    ) -> Option<Admission> {
        let shared = &mut self.tables[player.table];
        if !shared.table.inner().keeps_findings() {
            return Some(Admission::default());
        }
        let here: Vec<_> = self.held.iter().filter(|held| held.table == player.table).collect();
        if here.iter().any(|held| held.identity != identity) {
            return None;
        }
        self.met.add("side by side", u64::from(!here.is_empty()));
        let admission = shared.take(player.number, question.game, identity);
        self.met.add("handed over", u64::from(admission.is_handed_over));
        Some(admission)
    }

    /// The report, if the search was not to be refused.
    fn outcome(
        &mut self,
        admission: Option<Admission>,
        outcome: std::result::Result<Report<u16>, Error>,
        question: &NodeQuestion,
    ) -> Option<Report<u16>> {
        match (admission, outcome) {
            (None, Err(Error::TableInUse(_))) => {
                self.met.add("refused", 1);
                None
            }
            (Some(_), Ok(report)) => {
                self.met.add("completed", 1);
                Some(report)
            }
            (None, outcome) => panic!("not refused: {question:?}: {outcome:#?}"),
            (Some(_), outcome) => panic!("{question:?}: {outcome:?}"),
        }
    }
}
