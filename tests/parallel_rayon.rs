//! Helpers on the threads of a lent pool. Needs the feature `rayon`.

use eldest::{Algorithm, Engine, Error, Limits, Options, Report, Sharing};
use eldest_games::connect4::{AnySize, Column, ConnectFour};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

const STACK: usize = 64 << 20;

fn pool(threads: usize) -> Arc<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    Arc::new(builder.build().expect("a pool"))
}

/// Four threads on a board of 5 by 4, helpers called at once.
fn solve(pool: &Arc<ThreadPool>, stack: usize) -> Result<Report<Column>, Error> {
    let options = Options::default().with(|o| {
        (o.algorithm, o.threads) = (Algorithm::YoungBrothersWait, 4);
        o.sharing = Sharing::default().with(|s| (s.call_after, s.split_work) = (0, 10));
    });
    let builder = Engine::<ConnectFour<AnySize>>::builder().options(options);
    let mut engine = builder.table_bytes(1 << 20).rayon(Arc::clone(pool), stack).build()?;
    let size: AnySize = "5x4".parse().expect("a size");
    engine.solve(&ConnectFour::new(size), &Limits::new())
}

#[test]
fn helpers_search_on_the_threads_of_a_pool() {
    let pool = pool(3);
    let steals: u64 =
        (0..20).map(|_| solve(&pool, STACK).expect("a report").statistics.steals).sum();
    assert!(steals > 0, "nobody has helped");
}

#[test]
fn a_pool_with_too_few_threads_is_not_waited_for() {
    for threads in [1, 2] {
        let report = solve(&pool(threads), STACK).expect("a report");
        assert!(report.proved);
    }
    // The only thread of the pool searches itself: there is none left for helpers.
    let pool = pool(1);
    assert!(pool.install(|| solve(&pool, STACK)).expect("a report").proved);
}

#[test]
fn a_pool_with_small_stacks_is_refused() {
    let error = solve(&pool(1), 1 << 16).map(|_| ()).expect_err("the stack is too small");
    assert!(matches!(error, Error::PoolStack { stack: 65_536, needed } if needed > 1 << 16));
    assert!(error.to_string().contains("stack_size"));
}
