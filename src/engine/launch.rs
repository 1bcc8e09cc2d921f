//! A query is checked, a worker set up, and handed to the engine's thread.

use super::outcome::{caught, search};
use super::running::{Shared, Watch};
use super::{Engine, Error, Query, Running};
use crate::position::{Evaluator, Moves, Position};
use crate::search::brothers::InTurn;
use crate::search::control::Control;
use crate::search::options::DepthMatch;
use crate::search::root_moves::Root;
use crate::search::stack;
use crate::search::trace::Tracer;
use crate::search::worker::{Gear, Of, Parts};
use crate::sync::{Arc, Background, lock};
use crate::table::{Table, mix};
use std::marker::PhantomData;

/// The stack is sized for this depth at least, so that limits can be raised while a search runs.
const LEAST_MAX_PLY: u32 = 1000;

impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins to search with `tracer`, which goes to `hand_back` when all has gone well.
    pub(super) fn launch<R>(
        self,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Running<'e, P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        if self.goal.to_end {
            self.launch_compiled::<R, true>(tracer, hand_back)
        } else {
            self.launch_compiled::<R, false>(tracer, hand_back)
        }
    }

    fn launch_compiled<R, const TO_END: bool>(
        self,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Running<'e, P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        // The game's own code is asked here too.
        let (root, max_ply) = caught(|| Ok((self.root()?, self.max_ply()?)))?;
        let Self { engine, position, limits, goal, observer, .. } = self;
        let stack = stack::bytes_for(max_ply, size_of::<(P::Undo, P::Move)>());
        let thread = engine.thread(stack)?;
        let (shared, control) = (Shared::new(), Arc::new(Control::new(&limits)));
        let memory = Arc::clone(&engine.memory);
        let gear = Gear::<Of<P, E, T, InTurn, R, TO_END>> {
            evaluator: Arc::clone(&engine.evaluator),
            table: Arc::clone(&engine.table),
            control: Arc::clone(&control),
            options: engine.options,
            max_ply,
            stack,
            tracer,
            observer: Box::new(Watch { shared: Arc::clone(&shared), next: observer }),
        };
        if let Some(leaked) = engine.under_way.replace(Arc::clone(&control)) {
            leaked.token().stop();
        }
        let tell = Arc::clone(&shared);
        thread.run(move || {
            // What the game's code drops is dropped in here too: whoever waits is always told.
            tell.end(caught(|| {
                bind_table(&position, &gear);
                let learnt = lock(&memory).take().unwrap_or_default();
                let (report, worker) = search(position, root, gear, learnt, goal);
                *lock(&memory) = Some(worker.memory);
                hand_back(worker.tracer);
                report
            }));
        });
        Ok(Running { shared, control, engine: PhantomData })
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

    /// The most plies that the search can play.
    fn max_ply(&self) -> Result<u32, Error> {
        let left = self.engine.max_ply.or_else(|| self.position.plies_left());
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
        Ok(left.unwrap_or(u32::MAX).min(asked + quiet))
    }
}

/// The table is made to hold findings about this game and this evaluator only. What rests on deeper
/// entries is no value of its depth, and is kept apart from what is.
fn bind_table<C: Parts>(position: &C::Position, gear: &Gear<C>) {
    let rules = mix(position.fingerprint());
    let value = mix(rules ^ gear.evaluator.fingerprint());
    let deeper = !C::Table::END_ONLY && gear.options.depth_match == DepthMatch::AtLeast;
    gear.table.bind(mix(value ^ u64::from(deeper)) | 1);
    gear.table.new_search();
}

impl<P: Position, E, T> Engine<P, E, T> {
    /// The engine's thread, with a stack of at least `stack` bytes.
    fn thread(&mut self, stack: usize) -> Result<Arc<Background>, Error> {
        if let Some(thread) = self.thread.as_ref().filter(|thread| thread.stack() >= stack) {
            return Ok(Arc::clone(thread));
        }
        self.thread = None;
        let thread = Background::new(stack).map_err(|source| Error::Thread { stack, source })?;
        Ok(Arc::clone(self.thread.insert(Arc::new(thread))))
    }
}
