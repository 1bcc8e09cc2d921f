//! Checks a query and hands its search to the engine's thread.

use super::outcome::caught;
use super::ready::{Ready, SearchContext};
use super::shared::{Finish, ProgressObserver, SearchState};
use super::team_search::HelperThread;
use super::{Engine, Error, Handle, LatestSearch, Query};
use crate::position::{Evaluator, Moves, Position, Selector, mixed};
use crate::search::control::{Control, Limits};
use crate::search::memory::MemorySource;
use crate::search::observer::{NoTracer, Tracer};
use crate::search::options::{DepthMatch, Options};
use crate::search::root_moves::RootMoves;
use crate::search::stack::{Cap, CapSource, bytes_for, longest_line};
use crate::sync::Arc;
use crate::table::Table;
use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The minimum depth that the stack is sized for, so that limits can be raised while a search runs.
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
    /// Begins to search, with the number of threads in the options.
    pub(super) fn launch(self) -> Result<Handle<P::Move>, Error> {
        let helpers = self.engine.options.workers() - 1;
        self.launch_traced::<_, true>(helpers, NoTracer, drop)
    }

    /// Begins to search on the engine's thread with this many `helpers`. If there are none,
    /// `tracer` watches the search; it goes to `hand_back` after a successful search.
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
        // This ends whatever the engine did before.
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

    /// Checks the query, and prepares what every search needs.
    pub(super) fn prepare(self) -> Result<Prepared<'e, P, E, T>, Error> {
        // This calls the game's own code too.
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
        let learnt = MemorySource::Own(Arc::clone(&engine.memories));
        let ready =
            Ready { position, root, goal, observer, recorder, context, learnt, tenancy: None };
        Ok(Prepared { engine, ready, limits, finish })
    }

    /// Returns the root moves to search, after checking them.
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

    /// Returns the cap on the plies of the search.
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

    /// Returns the maximum number of plies of a line to the depth limit, with quiescence.
    fn longest_line(&self) -> u32 {
        let depth = self.limits.max_depth().to_plies().map_or(0, u32::from).max(LEAST_MAX_PLY);
        longest_line(&*self.engine.evaluator, depth)
    }

    /// Raises a cap on plies of the game by the passes of a selective search between them. A cap
    /// set by the user already includes passes.
    fn with_passes(&self, left: Cap) -> Cap {
        let passes = self.engine.evaluator.selector().selection().null_move
            && left.set_by == CapSource::PliesLeft;
        let each = if passes { 2 } else { 1 };
        Cap { plies: left.plies.saturating_mul(each), ..left }
    }

    /// Returns the cap of the user, or else the plies left by the rules.
    fn plies_left(&self) -> Option<Cap> {
        let set = self.engine.max_ply.map(|plies| Cap { plies, set_by: CapSource::MaxPly });
        let left = || self.position.plies_left();
        set.or_else(|| left().map(|plies| Cap { plies, set_by: CapSource::PliesLeft }))
    }
}

/// Mixes the types of the game and the evaluator into `findings`. Two closures declare the same
/// findings, and so may two games; their types distinguish them.
pub(super) fn fingerprint<P: 'static, E: 'static>(findings: u64) -> u64 {
    let mut types = DefaultHasher::new();
    TypeId::of::<(P, E)>().hash(&mut types);
    mixed([findings, types.finish()])
}

/// Returns the fingerprint that game, evaluator and options declare for the entries of a search
/// with a table of type `T`. Values that may rest on deeper entries are not values of their depth,
/// so they get another fingerprint.
pub(super) fn findings<P: Position, E: Evaluator<P>, T: Table>(
    position: &P,
    evaluator: &E,
    options: &Options,
) -> u64 {
    // Where `taken` returns points, entries store the value still to come.
    let to_come = position.taken().is_some();
    let deeper = !T::END_ONLY && options.depth_match == DepthMatch::AtLeast;
    let declared = [position.fingerprint(), evaluator.fingerprint()];
    mixed(declared.into_iter().chain([to_come.into(), deeper.into()])) | 1
}
