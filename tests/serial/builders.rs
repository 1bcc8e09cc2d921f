//! A query does not depend on the order in which it is built.

use eldest::doc::Countdown;
use eldest::options::Driver;
use eldest::timeline::Recorder;
use eldest::{
    Builder, Depth, DepthMatch, Engine, Limits, Options, Query, Report, Score, SharedTable,
    StopToken, Table, ZeroEvaluator,
};
use std::time::Duration;

/// Every pair of `setters`, in both orders, made by `make` of what both have set.
fn in_both_orders<S: Copy, R: PartialEq + std::fmt::Debug>(
    setters: &[S],
    make: impl Fn([S; 2]) -> R,
) {
    for (at, &first) in setters.iter().enumerate() {
        for (number, &second) in setters.iter().enumerate().skip(at + 1) {
            let [one, other] = [[first, second], [second, first]].map(&make);
            assert_eq!(one, other, "setters {at} and {number}");
        }
    }
}

type Asked<'e> = Query<'e, Countdown, ZeroEvaluator, SharedTable>;

/// Everything of a report that is the same each time.
fn facts(report: &Report<u8>) -> String {
    let Report { best_move, bounds, depth, line, moves, proved, exact, stop_reason, .. } = report;
    let nodes = report.statistics.nodes;
    format!(
        "{best_move:?} {bounds:?} {depth:?} {line:?} {moves:?} {proved} {exact} {stop_reason:?} {nodes}"
    )
}

#[test]
fn queries_ask_the_same_in_any_order() {
    let setters: [fn(Asked<'_>) -> Asked<'_>; 9] = [
        |query| query.to_end(),
        |query| query.line(true),
        |query| query.line(false).root_moves([3, 2]),
        |query| query.multi_pv(2),
        |query| query.limits(&Limits::new().depth(6).nodes(200)),
        |query| query.decide(Score::new(1)),
        |query| query.observer(()),
        |query| query.record(&Recorder::new()),
        |query| query.when_finished(|_| ()),
    ];
    // The two about the line are one setting.
    for setters in
        [&[&setters[..2], &setters[3..]].concat()[..], &[&setters[..1], &setters[2..]].concat()]
    {
        in_both_orders(setters, |[first, second]| {
            // Values are found by null windows, which show no line.
            let options =
                Options::default().with(|options| options.driver_to_end = Driver::Bisection);
            let builder = Engine::<Countdown>::builder().table_bytes(1 << 12).options(options);
            let mut engine = builder.build().expect("a small table");
            let query = second(first(engine.query(&Countdown::new(11))));
            facts(&query.run().expect("a report"))
        });
    }
}

#[test]
fn a_requested_line_is_reported() {
    let options = Options::default().with(|options| options.driver_to_end = Driver::Bisection);
    let builder = Engine::<Countdown>::builder().table_bytes(1 << 12).options(options);
    let mut engine = builder.build().expect("a small table");
    let report = engine.query(&Countdown::new(11)).line(true).to_end().run().expect("a report");
    assert!(report.line.moves.len() > 1, "{report:?}");
}

#[test]
fn a_decision_goes_to_the_end_unless_a_depth_is_among_the_limits() {
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 12).build().expect("a table");
    let mut depth = |ask: fn(Asked<'_>) -> Asked<'_>| {
        ask(engine.query(&Countdown::new(11))).run().expect("a report").depth
    };
    let before = depth(|query| query.limits(&Limits::new().depth(2)).decide(Score::new(1)));
    let after = depth(|query| query.decide(Score::new(1)).limits(&Limits::new().depth(2)));
    assert_eq!([before, after], [Some(Depth::plies(2)); 2]);
    assert_eq!(depth(|query| query.decide(Score::new(1))), Some(Depth::END));
}

#[test]
fn engines_are_the_same_in_any_order() {
    type Made = Builder<Countdown, ZeroEvaluator, SharedTable>;
    let setters: [fn(Made) -> Made; 5] = [
        |builder| builder.evaluator(ZeroEvaluator),
        |builder| builder.table_bytes(1 << 12),
        |builder| {
            let deeper = |options: &mut Options| options.depth_match = DepthMatch::AtLeast;
            builder.options(Options::default().with(deeper))
        },
        |builder| builder.threads(2),
        |builder| builder.max_ply(4),
    ];
    in_both_orders(&setters, |[first, second]| {
        let mut engine = second(first(Engine::<Countdown>::builder().table_bytes(1 << 13)))
            .build()
            .expect("a small table");
        let report = engine.search(&Countdown::new(60), &Limits::new().depth(7)).expect("a report");
        (*engine.options(), engine.table().bytes(), report.depth)
    });
}

#[test]
fn limits_are_the_same_in_any_order() {
    // One token: no report distinguishes tokens.
    let setters: [fn(Limits) -> Limits; 5] = [
        |limits| limits.depth(3),
        |limits| limits.nodes(5),
        |limits| limits.time(Duration::from_secs(7)),
        |limits| limits.soft_time(Duration::from_secs(2)),
        |limits| limits.stop(&StopToken::new()),
    ];
    in_both_orders(&setters, |[first, second]| format!("{:?}", second(first(Limits::new()))));
}
