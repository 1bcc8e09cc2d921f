//! Searches whose token was thrown before they began: what they report, and what they leave alone.

use eldest::report::StopReason;

use eldest::observe::NoTracer;
use eldest::{
    Bounds, Engine, Evaluator, Limits, Moves, Position, Query, Report, Score, SharedTable, Side,
    StopToken, Table,
};
use std::sync::Arc;

/// A heap of which one or three are taken. The side that cannot move has lost a point.
#[derive(Clone, Debug)]
struct Heap {
    left: u8,
    rules: u64,
}

impl Position for Heap {
    type Move = u8;
    type Undo = ();
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        if self.left.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        self.left.into()
    }
    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::new(-1))
    }
    fn moves(&self, out: &mut Moves<'_, u8>) {
        [1, 3].into_iter().filter(|taken| *taken <= self.left).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u8) {
        self.left -= taken;
    }
    fn undo(&mut self, taken: u8, (): ()) {
        self.left += taken;
    }
    fn plies_left(&self) -> Option<u32> {
        Some(self.left.into())
    }
    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-2), Score::new(2))
    }
    /// Narrower than the range, and not exact.
    fn bounds(&self) -> Bounds {
        let bounds = Bounds::new(Score::new(-1), Score::new(1));
        self.over().map_or(bounds, Bounds::exact)
    }
    fn fingerprint(&self) -> u64 {
        self.rules
    }
}

/// Throws a token as soon as a search has begun, and before its first node.
#[derive(Clone, Default)]
struct Stops(Option<StopToken>);

impl Evaluator<Heap> for Stops {
    type State = ();

    fn start(&self, _: &Heap) {
        self.0.iter().for_each(StopToken::stop);
    }
    fn evaluate(&self, _: &Heap, (): &()) -> Score {
        Score::DRAW
    }
}

type Asking<'e> = Query<'e, Heap, Stops, Arc<SharedTable>>;

/// All kinds of questions.
const QUESTIONS: [fn(Asking<'_>) -> Asking<'_>; 5] = [
    |query| query,
    |query| query.to_end(),
    |query| query.to_end().root_moves([3]).multi_pv(2),
    |query| query.to_end().decide(Score::new(1)),
    |query| query.decide(Score::new(1)).limits(&Limits::new().depth(4)),
];

fn engine(
    table: &Arc<SharedTable>,
    threads: usize,
    stops: Stops,
) -> Engine<Heap, Stops, Arc<SharedTable>> {
    let builder = Engine::<Heap>::builder().evaluator(stops).table(Arc::clone(table));
    builder.threads(threads).build().expect("an engine")
}

fn table() -> Arc<SharedTable> {
    Arc::new(SharedTable::new(1 << 14).expect("a small table"))
}

/// All but how long it took.
fn shown(report: &Report<u8>) -> String {
    let Report { best_move, bounds, depth, line, moves, proved, exact, stop_reason, .. } = report;
    let nodes = (report.progress.nodes, report.statistics.nodes, report.workers.len());
    format!(
        "{best_move:?} {bounds:?} {depth:?} {line:?} {moves:?} {proved} {exact} {stop_reason:?} {nodes:?}"
    )
}

#[test]
fn a_search_that_was_stopped_before_reports_what_one_does_that_is_stopped_at_once() {
    let (heap, before) = (Heap { left: 40, rules: 1 }, StopToken::new());
    before.stop();
    for threads in [1, 3] {
        for ask in QUESTIONS {
            let at_once = StopToken::new();
            let mut stops = engine(&table(), threads, Stops(Some(at_once.clone())));
            let limits = Limits::new().depth(4);
            let mut whole = engine(&table(), threads, Stops::default());
            let [at_once, before] =
                [(&mut stops, &at_once), (&mut whole, &before)].map(|(engine, token)| {
                    ask(engine.query(&heap))
                        .limits(&limits.clone().stop(token))
                        .run()
                        .expect("a report")
                });
            assert_eq!(before.stop_reason, StopReason::Stopped);
            assert_eq!(shown(&before), shown(&at_once));
        }
    }
}

#[test]
fn a_search_that_was_stopped_before_leaves_the_table_to_whose_findings_it_holds() {
    let (heap, other) = (Heap { left: 40, rules: 1 }, Heap { left: 40, rules: 2 });
    let (token, table) = (StopToken::new(), table());
    token.stop();
    let mut engines = [1, 3].map(|threads| engine(&table, threads, Stops::default()));
    engines[0].solve(&heap, &Limits::new()).expect("a report");
    let again = engines[0].solve(&heap, &Limits::new()).expect("a report");
    let used = table.hashfull();
    assert!(used > 0 && again.statistics.table_cutoffs > 0);
    for engine in &mut engines {
        for ask in QUESTIONS {
            ask(engine.query(&other))
                .limits(&Limits::new().depth(4).stop(&token))
                .run()
                .expect("a report");
            let query = ask(engine.query(&other)).limits(&Limits::new().depth(4).stop(&token));
            let (report, NoTracer) = query.trace(NoTracer).expect("a report");
            assert_eq!(report.workers.len(), 1);
        }
    }
    assert_eq!(table.hashfull(), used);
    let later = engines[0].solve(&heap, &Limits::new()).expect("a report");
    assert_eq!(later.statistics.nodes, again.statistics.nodes);
}

/// As one that has begun.
#[test]
fn what_is_called_at_the_end_is_called_by_a_search_that_was_stopped_before() {
    let (token, (sender, outcomes)) = (StopToken::new(), std::sync::mpsc::channel());
    token.stop();
    let mut engine = engine(&table(), 2, Stops::default());
    let query = engine.query(&Heap { left: 40, rules: 1 }).limits(&Limits::new().stop(&token));
    let query = query.when_finished(move |outcome| {
        let reason = outcome.as_ref().map(|report| report.stop_reason);
        sender.send(reason.ok()).expect("it is awaited");
    });
    query.run().expect("a report");
    assert_eq!(outcomes.try_iter().collect::<Vec<_>>(), [Some(StopReason::Stopped)]);
}
