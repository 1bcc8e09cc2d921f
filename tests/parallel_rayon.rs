//! Helpers on the threads of a lent pool. Needs the feature `rayon`.

use eldest::options::Sharing;
use eldest::{Algorithm, Engine, Error, Limits, Moves, Options, Position, Report, Score, Side};
use eldest_games::connect4::{AnySize, Column, ConnectFour};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread::{ThreadId, current};

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
    assert!(steals > 0, "no worker has helped");
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

/// Take one or two from a heap; each position holds the gate.
#[derive(Clone)]
struct Heap {
    left: u8,
    side: Side,
    gate: Arc<Gate>,
}

/// Where the thread that plays first waits, after some moves, until another one plays; if it is to.
#[derive(Default)]
struct Gate {
    first: OnceLock<ThreadId>,
    moves: AtomicU32,
    is_open: AtomicBool,
    came: (Mutex<bool>, Condvar),
}

/// By then the helpers have been called.
const MOVES: u32 = 120;

impl Gate {
    fn pass(&self) {
        let here = current().id();
        let (came, arrives) = &self.came;
        if *self.first.get_or_init(|| here) != here {
            *came.lock().expect("no panic") = true;
            arrives.notify_all();
        } else if !self.is_open.load(Ordering::Relaxed)
            && self.moves.fetch_add(1, Ordering::Relaxed) == MOVES
        {
            let came = came.lock().expect("no panic");
            drop(arrives.wait_while(came, |came| !*came).expect("no panic"));
        }
    }
}

impl Position for Heap {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        self.left.into()
    }
    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::LOSS)
    }
    fn moves(&self, out: &mut Moves<'_, u8>) {
        (1..=self.left.min(2)).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u8) {
        self.gate.pass();
        (self.left, self.side) = (self.left - taken, self.side.other());
    }
    fn undo(&mut self, taken: u8, (): ()) {
        (self.left, self.side) = (self.left + taken, self.side.other());
    }
    fn plies_left(&self) -> Option<u32> {
        Some(self.left.into())
    }
}

#[test]
fn a_pool_that_is_busy_keeps_nothing_of_the_searches_that_did_without_it() {
    let (pool, gate) = (pool(1), Arc::new(Gate::default()));
    let (free, is_free) = channel::<()>();
    pool.spawn(move || is_free.recv().expect("it gets free"));
    let options = Options::default().with(|o| {
        (o.algorithm, o.threads, o.sharing.call_after) = (Algorithm::Abdada, 4, 0);
        o.sharing.defer_depth = Some(0);
    });
    let builder = Engine::<Heap>::builder().options(options).table_bytes(1 << 12);
    let mut engine = builder.rayon(Arc::clone(&pool), STACK).build().expect("an engine");
    gate.is_open.store(true, Ordering::Relaxed);
    for left in (10..40).cycle().take(200) {
        let heap = Heap { left, side: Side::First, gate: Arc::clone(&gate) };
        engine.clear();
        let report = engine.solve(&heap, &Limits::new()).expect("a report");
        assert_eq!(report.statistics.steals, 0, "the pool had time");
        drop(heap);
        assert_eq!(Arc::strong_count(&gate), 1);
    }
    free.send(()).expect("it waits");
    engine.clear();
    // Its first thread may be a new one, with a larger stack.
    let heap = Heap { left: 100, side: Side::First, gate: Arc::default() };
    let report = engine.solve(&heap, &Limits::new()).expect("a report");
    assert!(report.statistics.steals > 0, "the pool has time again");
}

/// One thread is the engine's own, and takes one position after the other.
#[test]
fn a_batch_does_without_a_pool_that_is_busy_and_leaves_nothing_there() {
    let (pool, gate) = (pool(1), Arc::new(Gate::default()));
    let (free, is_free) = channel::<()>();
    pool.spawn(move || is_free.recv().expect("it gets free"));
    gate.is_open.store(true, Ordering::Relaxed);
    let builder = Engine::<Heap>::builder().threads(4).table_bytes(1 << 12);
    let mut engine = builder.rayon(Arc::clone(&pool), STACK).build().expect("an engine");
    let heaps = || {
        let gate = Arc::clone(&gate);
        (1..40).map(move |left| Heap { left, side: Side::First, gate: Arc::clone(&gate) })
    };
    let values = |engine: &mut Engine<Heap>| -> Vec<_> {
        let reports = engine.solve_all(heaps(), &Limits::new());
        reports.map(|report| report.expect("a report").value() > Some(Score::DRAW)).collect()
    };
    let won: Vec<_> = (1..40).map(|left| left % 3 > 0).collect();
    assert_eq!(values(&mut engine), won);
    assert_eq!(Arc::strong_count(&gate), 1);
    free.send(()).expect("it waits");
    assert_eq!(values(&mut engine), won);
}

#[test]
fn a_pool_with_small_stacks_is_refused() {
    let error = solve(&pool(1), 1 << 16).map(|_| ()).expect_err("the stack is too small");
    assert!(matches!(error, Error::PoolStack { stack: 65_536, needed } if needed > 1 << 16));
    assert!(error.to_string().contains("stack_size"));
}
