//! Which thread did what when: recorded after every search, whatever ended it, and in keeping with
//! its counts.

use crate::common::engines::tree_engine;
use crate::common::faulty::{CALLS, Faulty, Fuse, expect_panics};
use crate::common::interrupted::{larger_trees, shared};
use crate::common::{Alarm, Chance, in_time, restless};
use eldest::timeline::{Activity, Recorder, Span, SpanOutcome, Timeline};
use eldest::{Algorithm, Engine, Limits, StopToken};
use eldest_checks::sharing::{SharingTally, shared_options, team};
use eldest_checks::timeline::{check_recorded, check_timeline};
use eldest_games::trees::Tree;

fn spans(timeline: &Timeline) -> impl Iterator<Item = &Span> {
    timeline.tracks.iter().flat_map(|track| &track.spans)
}

fn count(timeline: &Timeline, is_it: impl Fn(&Activity) -> bool) -> usize {
    spans(timeline).filter(|span| is_it(&span.activity)).count()
}

#[test]
fn what_is_recorded_is_what_is_counted() {
    let tally = in_time(|| {
        let (mut tally, recorder) = (SharingTally::default(), Recorder::new());
        for (mut random, tree) in larger_trees(1_500) {
            let options = shared_options(&mut random);
            let mut engine = tree_engine(restless(shared()));
            engine.set_options(options);
            let query = engine.query(&tree).record(&recorder);
            let query = if random.odds(50) { query.to_end() } else { query };
            let limits = if random.odds(70) { Limits::new() } else { Limits::new().nodes(20) };
            let report = query.limits(&limits).run().expect("a report");
            check_recorded(&recorder.take(), options.algorithm, &report);
            tally.add(&options, &report);
        }
        tally
    });
    // What each algorithm does is held to its counts; how often threads meet depends on the
    // machine.
    let all = tally.sum(&Algorithm::ALL);
    assert!(all.splits > 50 && all.steals > 50 && all.aborts > 0, "{all:?}");
}

#[test]
fn one_thread_has_iterations_and_passes() {
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]]]".parse().expect("a tree");
    let mut engine = tree_engine(shared());
    let recorder = Recorder::new();
    let report = engine.query(&tree).record(&recorder).run().expect("a report");
    let timeline = recorder.take();
    let [track] = &timeline.tracks[..] else { panic!("{timeline:#?}") };
    assert_eq!((track.worker, track.dropped), (0, 0));
    let iterations = count(&timeline, |activity| matches!(activity, Activity::Iteration { .. }));
    let passes = count(&timeline, |activity| matches!(activity, Activity::Pass { .. }));
    assert!(
        iterations == 3 && passes >= 3 && iterations + passes == track.spans.len(),
        "{track:#?}"
    );
    let iterations = track.spans.iter().filter(|span| span.level == 0);
    assert_eq!(iterations.map(|span| span.nodes).sum::<u64>(), report.progress.nodes);
    assert_eq!(recorder.take(), Timeline::default(), "it has been taken");
}

#[test]
fn searches_one_after_the_other_are_added_and_what_is_not_asked_for_is_not_recorded() {
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]]]".parse().expect("a tree");
    let mut engine = tree_engine(shared());
    let recorder = Recorder::new();
    for _ in 0..2 {
        engine.query(&tree).to_end().record(&recorder).run().expect("a report");
        engine.query(&tree).to_end().run().expect("a report");
    }
    let timeline = recorder.take();
    check_timeline(&timeline);
    assert_eq!(count(&timeline, |activity| matches!(activity, Activity::Iteration { .. })), 2);
}

#[test]
fn what_there_is_no_room_for_is_counted() {
    let tree = larger_trees(200).last().expect("a tree").1;
    for algorithm in Algorithm::ALL {
        let mut engine = tree_engine(restless(shared()));
        engine.set_options(team(algorithm, 3));
        let recorder = Recorder::with_limit(3);
        engine.query(&tree).record(&recorder).run().expect("a report");
        let timeline = recorder.take();
        check_timeline(&timeline);
        let first = &timeline.tracks[0];
        assert!(first.spans.len() == 3 && first.dropped > 0, "{algorithm:?}: {first:#?}");
        let full_at = first.full_at.expect("something was dropped");
        assert!(first.spans.iter().all(|span| span.begin <= full_at), "{first:#?}");
    }
}

#[test]
fn a_search_that_was_stopped_is_recorded_to_its_end() {
    let tree = larger_trees(40).last().expect("a tree").1;
    for algorithm in Algorithm::ALL {
        let token = StopToken::new();
        let alarm = Alarm::stopping(&token);
        let builder = Engine::<Tree>::builder().evaluator(alarm.clone());
        let mut engine = builder.table(shared()).build().expect("an engine");
        engine.set_options(team(algorithm, 2));
        let recorder = Recorder::new();
        let limits = Limits::new().stop(&token);
        alarm.set(20);
        engine.query(&tree).limits(&limits).record(&recorder).run().expect("a report");
        let timeline = recorder.take();
        check_timeline(&timeline);
        let is_aborted = |span: &Span| span.outcome == SpanOutcome::Aborted;
        assert!(spans(&timeline).any(is_aborted), "{algorithm:?}: {timeline:#?}");
    }
}

#[test]
fn nothing_is_recorded_of_a_search_that_was_stopped_before_it_began() {
    let token = StopToken::new();
    token.stop();
    let tree = larger_trees(40).last().expect("a tree").1;
    for algorithm in Algorithm::ALL {
        let mut engine = tree_engine(shared());
        engine.set_options(team(algorithm, 2));
        let recorder = Recorder::new();
        let limits = Limits::new().stop(&token);
        engine.query(&tree).to_end().limits(&limits).record(&recorder).run().expect("a report");
        assert_eq!(recorder.take(), Timeline::default(), "{algorithm:?}");
    }
}

#[test]
fn a_search_in_which_the_game_has_panicked_is_recorded_up_to_there() {
    expect_panics();
    let broken = in_time(|| {
        let mut broken = 0;
        for (mut random, tree) in larger_trees(300) {
            let game = Faulty { tree, fuse: Fuse::default() };
            let (call, calls) = (random.pick(&CALLS), 1 + random.below(40));
            let builder = Engine::<Faulty>::builder().evaluator(game.fuse.clone());
            let builder = builder.options(shared_options(&mut random));
            let mut engine = builder.table(restless(shared())).build().expect("an engine");
            let recorder = Recorder::new();
            let query = engine.query(&game).record(&recorder);
            game.fuse.set(call, calls, false);
            let outcome = query.run();
            let timeline = recorder.take();
            check_timeline(&timeline);
            let aborted = spans(&timeline).any(|span| span.outcome == SpanOutcome::Aborted);
            broken += u64::from(game.fuse.take_out() && outcome.is_err() && aborted);
        }
        broken
    });
    assert!(broken > 50, "{broken} searches were broken off");
}
