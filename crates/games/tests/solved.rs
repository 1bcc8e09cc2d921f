//! Solves positions.

use eldest::{Engine, Limits, Options, Position};

/// Returns the value of `start`, found with `options`.
pub(crate) fn value<P>(start: &P, options: Options) -> i32
where
    P: Position<Move: Send> + Send + 'static,
{
    let builder = Engine::<P>::builder().table_bytes(1 << 22).options(options);
    let mut engine = builder.build().expect("an engine");
    let report = engine.solve(start, &Limits::new()).expect("a report");
    report.value().expect("a value").get()
}
