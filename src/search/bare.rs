//! What tests and models make workers of: no table, no tracer, nobody who listens.

use super::control::Control;
use super::log::Log;
use super::options::Options;
use super::stack::{Cap, CapSource};
use super::trace::NoTracer;
use super::worker::{Link, SearchTypes, WorkerContext};
use crate::sync::Arc;
use crate::table::NoTable;

impl<C: SearchTypes<Table = NoTable, Tracer = NoTracer>> WorkerContext<C> {
    /// A context with room for a hundred plies.
    pub(crate) fn bare(
        evaluator: C::Evaluator,
        control: Arc<Control>,
        options: Options,
        link: Link<C>,
    ) -> Self {
        Self {
            evaluator: Arc::new(evaluator),
            table: Arc::new(NoTable),
            control,
            options,
            cap: Cap { plies: 100, set_by: CapSource::MaxPly },
            fingerprint: 0,
            stack: usize::MAX,
            tracer: NoTracer,
            observer: Box::new(()),
            link,
            log: Log::default(),
        }
    }
}
