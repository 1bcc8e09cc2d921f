//! A query is checked, a worker set up, and handed to the engine's thread.

use super::outcome::{caught, search};
use super::shared::{Finish, Shared, Watch};
use super::{Engine, Error, Handle, Query, UnderWay};
use crate::position::{Evaluator, Moves, Position};
use crate::search::control::Control;
use crate::search::observer::Observer;
use crate::search::options::{DepthMatch, Options};
use crate::search::root_moves::Root;
use crate::search::siblings::Sequential;
use crate::search::stack::{Cap, CapSource, bytes_for};
use crate::search::trace::{NoTracer, Tracer};
use crate::search::worker::{Link, Move, SearchTypes, Types, WorkerContext};
use crate::sync::Arc;
use crate::table::{Table, mix};
use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The stack is sized for this depth at least, so that limits can be raised while a search runs.
const LEAST_MAX_PLY: u32 = 1000;

/// A query that has been checked.
pub(super) struct Ready<'e, P: Position, E, T> {
    pub(super) engine: &'e mut Engine<P, E, T>,
    pub(super) position: P,
    pub(super) root: Root<P::Move>,
    pub(super) shared: Arc<Shared<P::Move>>,
    pub(super) control: Arc<Control>,
    pub(super) observer: Box<dyn Observer<P::Move> + Send>,
    pub(super) finish: Option<Finish<P::Move>>,
    pub(super) context: SearchContext<E, T>,
}

/// What all workers of a search are equipped with.
pub(super) struct SearchContext<E, T> {
    evaluator: Arc<E>,
    table: Arc<T>,
    control: Arc<Control>,
    options: Options,
    cap: Cap,
    fingerprint: u64,
    stack: usize,
}

impl<E, T> Clone for SearchContext<E, T> {
    fn clone(&self) -> Self {
        Self {
            evaluator: Arc::clone(&self.evaluator),
            table: Arc::clone(&self.table),
            control: Arc::clone(&self.control),
            ..*self
        }
    }
}

impl<E, T> SearchContext<E, T> {
    /// The context of one worker.
    pub(super) fn for_worker<C: SearchTypes<Evaluator = E, Table = T>>(
        self,
        tracer: C::Tracer,
        observer: Box<dyn Observer<Move<C>> + Send>,
        link: Link<C>,
    ) -> WorkerContext<C> {
        let Self { evaluator, table, control, options, cap, fingerprint, stack } = self;
        WorkerContext {
            evaluator,
            table,
            control,
            options,
            cap,
            fingerprint,
            stack,
            tracer,
            observer,
            link,
        }
    }
}

impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins to search, with as many threads as the options say. One thread has nobody to share with,
    /// whatever the algorithm, and searches in turn: the question alone would cost a few instructions
    /// in each node.
    pub(super) fn launch(self) -> Result<Handle<P::Move>, Error> {
        if self.engine.options.workers() == 1 {
            self.launch_serial(NoTracer, |NoTracer| ())
        } else if T::END_ONLY || self.goal.to_end {
            self.launch_parallel::<true>()
        } else {
            self.launch_parallel::<false>()
        }
    }

    /// Begins to search with one thread and `tracer`, which goes to `hand_back` when all has gone
    /// well.
    pub(super) fn launch_serial<R>(
        self,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Handle<P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        // A table for the end only is refused for anything else, and nothing else is compiled with it.
        if T::END_ONLY || self.goal.to_end {
            self.launch_compiled::<R, true>(tracer, hand_back)
        } else {
            self.launch_compiled::<R, false>(tracer, hand_back)
        }
    }

    fn launch_compiled<R, const TO_END: bool>(
        self,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Handle<P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        let (goal, ready) = (self.goal, self.prepare()?);
        let Ready { engine, position, root, shared, finish, context, observer, .. } = ready;
        let (memories, tell) = (Arc::clone(&engine.memories), Arc::clone(&shared));
        engine.threads.main().run(Box::new(move || {
            // What the game's code drops is dropped in here too: whoever waits is always told.
            let outcome = caught(|| {
                let _lease = Lease::take(&context)?;
                let context = context.for_worker::<Types<P, E, T, Sequential, R, TO_END>>(
                    tracer,
                    observer,
                    (),
                );
                let (report, worker) = search(position, root, context, memories.take(0), goal);
                memories.put(0, worker.ordering.memory);
                hand_back(worker.tracer);
                report
            });
            tell.end(outcome, finish);
        }));
        Ok(Handle { shared })
    }

    /// Checks the query, and makes ready what every search needs.
    pub(super) fn prepare(self) -> Result<Ready<'e, P, E, T>, Error> {
        // The game's own code is asked here too.
        let (root, cap, fingerprint) =
            caught(|| Ok((self.root()?, self.cap()?, self.fingerprint())))?;
        let Self { engine, position, limits, observer, finish, .. } = self;
        let stack = bytes_for(cap.plies, size_of::<(P::Undo, P::Move)>());
        let control = Arc::new(Control::new(&limits));
        let shared = Shared::new(Arc::clone(&control));
        engine.under_way = UnderWay(Some(Arc::clone(&control)));
        engine.threads.reserve(engine.options.workers(), stack, cap)?;
        let context = SearchContext {
            evaluator: Arc::clone(&engine.evaluator),
            table: Arc::clone(&engine.table),
            control: Arc::clone(&control),
            options: engine.options,
            cap,
            fingerprint,
            stack,
        };
        let observer = Box::new(Watch { shared: Arc::clone(&shared), next: observer });
        Ok(Ready { engine, position, root, shared, control, observer, finish, context })
    }

    /// The moves to search, checked.
    fn root(&self) -> Result<Root<P::Move>, Error> {
        if self.position.over().is_some() {
            return Ok(Root::new(&[], false));
        }
        let legal = if self.engine.options.ranks {
            Moves::collect_ranked(|out| self.position.moves(out))
        } else {
            Moves::collect(|out| self.position.moves(out))
        };
        let Some(wanted) = &self.root_moves else {
            return Ok(Root::new(&legal, false));
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
        if unique.is_empty() { Err(Error::NoRootMoves) } else { Ok(Root::new(&unique, true)) }
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
        if self.goal.to_end {
            return left.ok_or(Error::Endless);
        }
        if T::END_ONLY {
            return Err(Error::TableServesEndOnly);
        }
        let quiet = u32::from(self.engine.evaluator.quiescence_plies());
        let asked = self.limits.max_depth().to_plies().map_or(0, u32::from).max(LEAST_MAX_PLY);
        let asked = Cap { plies: asked + quiet, set_by: CapSource::Depth };
        Ok(left.map_or(asked, |left| left.min(asked)))
    }

    /// The most plies that there are, for all that anybody says.
    fn plies_left(&self) -> Option<Cap> {
        let set = self.engine.max_ply.map(|plies| Cap { plies, set_by: CapSource::MaxPly });
        let left = || self.position.plies_left();
        set.or_else(|| left().map(|plies| Cap { plies, set_by: CapSource::PliesLeft }))
    }
}

/// A table that is held for a search, until this is dropped.
pub(super) struct Lease<T: Table>(Arc<T>);

impl<T: Table> Lease<T> {
    /// Takes the table for findings about this game and this evaluator only.
    pub(super) fn take<E>(context: &SearchContext<E, T>) -> Result<Self, Error> {
        context.table.bind(context.fingerprint)?;
        let lease = Self(Arc::clone(&context.table));
        lease.0.new_search();
        Ok(lease)
    }
}

impl<T: Table> Drop for Lease<T> {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// Whose findings a search of this program keeps, of all that declare `findings`. Two closures declare the
/// same, and two games may: their types tell them apart.
pub(super) fn fingerprint<P: 'static, E: 'static>(findings: u64) -> u64 {
    let mut types = DefaultHasher::new();
    TypeId::of::<(P, E)>().hash(&mut types);
    mix(findings ^ types.finish())
}

/// What game, evaluator and options of a search with a table of type `T` declare about its findings. What
/// rests on deeper entries is no value of its depth, and is kept apart from what is.
pub(super) fn findings<P: Position, E: Evaluator<P>, T: Table>(
    position: &P,
    evaluator: &E,
    options: &Options,
) -> u64 {
    let rules = mix(position.fingerprint());
    let value = mix(rules ^ evaluator.fingerprint());
    let deeper = !T::END_ONLY && options.depth_match == DepthMatch::AtLeast;
    mix(value ^ u64::from(deeper)) | 1
}
