//! Positions whose `drop` panics: a search of several threads still ends with an error.

use eldest::options::Sharing;
use eldest::{Algorithm, Engine, Limits, Options, Position, forward_position};
use eldest_games::trees::Synthetic;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A position that panics when the engine's threads have dropped it so often.
#[derive(Clone, Debug)]
struct Brittle {
    tree: Synthetic,
    left: Arc<AtomicI64>,
}

impl Drop for Brittle {
    fn drop(&mut self) {
        let is_engine = std::thread::current().name() == Some("eldest");
        if is_engine && !std::thread::panicking() {
            assert_ne!(self.left.fetch_sub(1, Ordering::Relaxed), 1, "dropped");
        }
    }
}

impl Position for Brittle {
    forward_position!(self.tree: Synthetic);
}

#[test]
fn a_panic_while_a_position_is_dropped_leaves_the_engine_whole() {
    for algorithm in [Algorithm::YoungBrothersWait, Algorithm::Abdada, Algorithm::LazySmp] {
        let sharing = Sharing::default().with(|sharing| {
            (sharing.split_work, sharing.call_after, sharing.split_depth) = (0, 0, 1);
        });
        let options = Options::default().with(|options| {
            (options.algorithm, options.threads, options.sharing) = (algorithm, 3, sharing);
        });
        for drops in (1..60).chain((60..400).step_by(37)) {
            let tree: Synthetic = "uniform:width=4,depth=5,range=100".parse().expect("a spec");
            let brittle = Brittle { tree, left: Arc::new(AtomicI64::new(drops)) };
            let builder = Engine::<Brittle>::builder().table_bytes(1 << 16);
            let mut engine = builder.options(options).build().expect("an engine");
            for _ in 0..3 {
                // An error, or a report if the panic came too late for one.
                let _ = engine.solve(&brittle, &Limits::new());
            }
            brittle.left.store(i64::MAX, Ordering::Relaxed);
            engine.solve(&brittle, &Limits::new()).expect("the engine is whole");
        }
    }
}
