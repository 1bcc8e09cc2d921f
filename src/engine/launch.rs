//! A query is checked, and its search handed to the engine's thread.

use super::outcome::caught;
use super::ready::{Ready, SearchContext};
use super::shared::{Finish, ProgressObserver, SearchState};
use super::team_search::HelperThread;
use super::{Engine, Error, Handle, LatestSearch, Query};
use crate::position::{Evaluator, Moves, Position, Selector, mixed};
use crate::search::control::{Control, Limits};
use crate::search::memory::Learnt;
use crate::search::observer::{NoTracer, Tracer};
use crate::search::options::{DepthMatch, Options};
use crate::search::root_moves::RootMoves;
use crate::search::stack::{Cap, CapSource, bytes_for, longest_line};
use crate::sync::Arc;
use crate::table::Table;
use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The stack is sized for this depth at least, so that limits can be raised while a search runs.
const LEAST_MAX_PLY: u32 = 1000;

/// A query that has been checked.
pub(super) struct Prepared<'e, P: Position, E, T> {
    pub(super) engine: &'e mut Engine<P, E, T>,
    pub(super) ready: Ready<P, E, T>,
    pub(super) limits: Limits,
    finish: Option<Finish<P::Move>>,
}

impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins to search, with as many threads as the options say.
    pub(super) fn launch(self) -> Result<Handle<P::Move>, Error> {
        let helpers = self.engine.options.workers() - 1;
        self.launch_traced::<_, true>(helpers, NoTracer, drop)
    }

    /// Begins to search on the engine's thread with this many `helpers`; `tracer` watches the search if there are none,
    /// and goes to `hand_back` when all has gone well.
    pub(super) fn launch_traced<R, const HELPED: bool>(
        self,
        helpers: usize,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Handle<P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        let Prepared { engine, mut ready, limits, finish } = self.prepare()?;
        let control = Arc::new(Control::new(&limits).recording(ready.recorder.take()));
        let shared = SearchState::new(Arc::clone(&control));
        // Whatever the engine did before ends here.
        engine.under_way = LatestSearch::new(control.token());
        let SearchContext { stack, cap, .. } = ready.context;
        engine.threads.reserve(engine.options.workers(), stack, cap)?;
        let next = ready.observer;
        ready.observer = Box::new(ProgressObserver { shared: Arc::clone(&shared), next });
        let helpers = engine.threads.helpers(helpers);
        let helpers = helpers.into_iter().map(HelperThread::OfEngine).collect();
        let ended = Arc::clone(&shared);
        engine.threads.main().run(Box::new(move || {
            ended.end(ready.run::<_, HELPED>(control, helpers, tracer, hand_back), finish);
        }));
        Ok(Handle { shared })
    }

    /// Checks the query, and makes ready what every search needs.
    pub(super) fn prepare(self) -> Result<Prepared<'e, P, E, T>, Error> {
        // The game's own code is asked here too.
        let (root, cap, fingerprint) =
            caught(|| Ok((self.root()?, self.cap()?, self.fingerprint())))?;
        let goal = self.goal();
        let Self { engine, position, limits, observer, recorder, finish, .. } = self;
        let context = SearchContext {
            evaluator: Arc::clone(&engine.evaluator),
            table: Arc::clone(&engine.table),
            options: engine.options,
            cap,
            fingerprint,
            stack: bytes_for(cap.plies, size_of::<(P::Undo, P::Move)>()),
        };
        let learnt = Learnt::Own(Arc::clone(&engine.memories));
        let ready =
            Ready { position, root, goal, observer, recorder, context, learnt, tenancy: None };
        Ok(Prepared { engine, ready, limits, finish })
    }

    /// The moves to search, checked.
    fn root(&self) -> Result<RootMoves<P::Move>, Error> {
        if self.position.over().is_some() {
            return Ok(RootMoves::new(&[], false));
        }
        let legal = if self.engine.options.ranks {
            Moves::collect_ranked(|out| self.position.moves(out))
        } else {
            Moves::collect(|out| self.position.moves(out))
        };
        let Some(wanted) = &self.root_moves else {
            return Ok(RootMoves::new(&legal, false));
        };
        let mut unique = Vec::new();
        for mv in wanted {
            if !legal.contains(mv) {
                return Err(Error::IllegalRootMove { mv: format!("{mv:?}") });
            }
            if !unique.contains(mv) {
                unique.push(*mv);
            }
        }
        if unique.is_empty() { Err(Error::NoRootMoves) } else { Ok(RootMoves::new(&unique, true)) }
    }

    fn fingerprint(&self) -> u64 {
        let Engine { evaluator, options, .. } = &*self.engine;
        fingerprint::<P, E>(findings::<P, E, T>(&self.position, evaluator, options))
    }

    /// The most plies that the search can play.
    fn cap(&self) -> Result<Cap, Error> {
        let left = self.plies_left();
        if !self.engine.table.serves(self.position.key_kind(), self.position.range()) {
            return Err(Error::TableServesAnother);
        }
        if self.goal().to_end {
            return left.ok_or(Error::Endless);
        }
        if T::END_ONLY {
            return Err(Error::TableServesEndOnly);
        }
        let asked = Cap { plies: self.longest_line(), set_by: CapSource::Depth };
        Ok(left.map_or(asked, |left| self.with_passes(left).min(asked)))
    }

    /// The most plies of a line to the greatest depth that is asked for, with quiescence.
    fn longest_line(&self) -> u32 {
        let depth = self.limits.max_depth().to_plies().map_or(0, u32::from).max(LEAST_MAX_PLY);
        longest_line(&*self.engine.evaluator, depth)
    }

    /// A cap of N plies of the game, between which a selective search passes. A cap that the user has set counts
    /// passes too.
    fn with_passes(&self, left: Cap) -> Cap {
        let passes = self.engine.evaluator.selector().selection().null_move
            && left.set_by == CapSource::PliesLeft;
        let each = if passes { 2 } else { 1 };
        Cap { plies: left.plies.saturating_mul(each), ..left }
    }

    /// The most plies that there are, for all that anybody says.
    fn plies_left(&self) -> Option<Cap> {
        let set = self.engine.max_ply.map(|plies| Cap { plies, set_by: CapSource::MaxPly });
        let left = || self.position.plies_left();
        set.or_else(|| left().map(|plies| Cap { plies, set_by: CapSource::PliesLeft }))
    }
}

/// Whose findings a search of this program keeps, of all that declare `findings`. Two closures declare the
/// same, and two games may: their types tell them apart.
pub(super) fn fingerprint<P: 'static, E: 'static>(findings: u64) -> u64 {
    let mut types = DefaultHasher::new();
    TypeId::of::<(P, E)>().hash(&mut types);
    mixed([findings, types.finish()])
}

/// What game, evaluator and options of a search with a table of type `T` declare about its findings. What
/// rests on deeper entries is no value of its depth, and is kept apart from what is.
pub(super) fn findings<P: Position, E: Evaluator<P>, T: Table>(
    position: &P,
    evaluator: &E,
    options: &Options,
) -> u64 {
    // Where points are told beside the key, entries are about what is still to come.
    let to_come = position.taken().is_some();
    let deeper = !T::END_ONLY && options.depth_match == DepthMatch::AtLeast;
    let declared = [position.fingerprint(), evaluator.fingerprint()];
    mixed(declared.into_iter().chain([to_come.into(), deeper.into()])) | 1
}
