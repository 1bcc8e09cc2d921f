//! Caps on plies: the error names the setting that a search runs into, or for which the stack is
//! too large.

use eldest::observe::{Iteration, Observer};
use eldest::report::{CapSource, StopReason};
use eldest::selective::{Selection, Selective, Tactics};
use eldest::table::NoTable;
use eldest::{
    Builder, Depth, Engine, Error, Handle, Limits, Moves, Position, Score, Side, ZeroEvaluator,
};
use std::sync::mpsc::{Receiver, channel};

/// One move at each ply, and no end; `plies_left` may claim one. An undo takes `BYTES`.
#[derive(Clone, Debug)]
struct Road<const BYTES: usize> {
    ply: u32,
    plies_left: Option<u32>,
}

impl<const BYTES: usize> Position for Road<BYTES> {
    type Move = u8;
    type Undo = [u8; BYTES];

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        self.ply.into()
    }

    fn over(&self) -> Option<Score> {
        None
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        out.push(0);
    }

    fn play(&mut self, _: u8) -> [u8; BYTES] {
        self.ply += 1;
        [0; BYTES]
    }

    fn undo(&mut self, _: u8, _: [u8; BYTES]) {
        self.ply -= 1;
    }

    fn plies_left(&self) -> Option<u32> {
        self.plies_left
    }
}

/// Danger at every turn: every line is extended as far as lines are.
impl Tactics for Road<0> {
    fn pass(&mut self) -> Option<[u8; 0]> {
        None
    }

    fn take_back_pass(&mut self, _: [u8; 0]) {}

    fn is_urgent(&self) -> bool {
        true
    }

    fn is_quiet(&self, _: u8) -> bool {
        true
    }
}

/// A road, and an engine with a cap on plies.
fn road<const BYTES: usize>(
    plies_left: Option<u32>,
    max_ply: Option<u32>,
) -> (Road<BYTES>, Engine<Road<BYTES>, eldest::ZeroEvaluator, NoTable>) {
    let builder = Engine::<Road<BYTES>>::builder().table(NoTable);
    let builder = max_ply.into_iter().fold(builder, Builder::max_ply);
    (Road { ply: 0, plies_left }, builder.build().expect("an engine"))
}

#[test]
fn the_source_of_too_few_plies_is_named() {
    for (plies_left, max_ply, most, set_by) in [
        (Some(3), None, 3, CapSource::PliesLeft),
        (Some(3), Some(3), 3, CapSource::PliesLeft),
        (Some(3), Some(9), 3, CapSource::PliesLeft),
        (Some(9), Some(3), 3, CapSource::MaxPly),
        (None, Some(3), 3, CapSource::MaxPly),
    ] {
        let (road, mut engine) = road::<0>(plies_left, max_ply);
        let report = engine.search(&road, &Limits::new()).expect("a report");
        let by_rules = set_by == CapSource::PliesLeft;
        let ending = if by_rules { StopReason::BeyondPliesLeft } else { StopReason::TooDeep };
        let depth = Depth::plies(max_ply.unwrap_or(most) as u16);
        assert_eq!((report.depth, report.stop_reason), (Some(depth), ending));
        let error = engine.solve(&road, &Limits::new()).expect_err("it has no end");
        let named = matches!(error, Error::TooDeep { max_ply, set_by: by } if (max_ply, by) == (most, set_by));
        assert!(named, "{error:?}");
        let text = error.to_string();
        assert_eq!(text.contains("Position::plies_left gave"), by_rules, "{text}");
        assert_eq!(text.contains("raise Builder::max_ply"), !by_rules, "{text}");
    }
}

/// Lets the search go far deeper than it was prepared for.
struct Deeper(Receiver<Handle<u8>>);

impl Observer<u8> for Deeper {
    fn iteration(&mut self, iteration: &Iteration<u8>) {
        if iteration.depth == Depth::plies(1) {
            let handle = self.0.recv().expect("a handle");
            handle.change_limits(&Limits::new().depth(2_000));
        }
    }
}

#[test]
fn limits_may_be_raised_to_what_the_stack_was_sized_for() {
    let (road, mut engine) = road::<0>(None, None);
    let (give, given) = channel();
    let query = engine.query(&road).limits(&Limits::new().depth(1)).observer(Deeper(given));
    let running = query.start().expect("a search");
    give.send(running.handle().clone()).expect("it waits");
    let report = running.wait().expect("a report");
    assert_eq!(
        (report.depth, report.stop_reason),
        (Some(Depth::plies(1_000)), StopReason::TooDeep)
    );
}

/// Moves that take a megabyte to undo, thousands of millions of them: no machine has room for that.
#[test]
fn the_setting_that_needs_too_large_a_stack_is_named() {
    const MEGABYTE: usize = 1 << 20;
    let most = Some(u32::MAX);
    for (plies_left, max_ply, set_by, text) in [
        (most, None, CapSource::PliesLeft, "4294967295 plies, which Position::plies_left gave"),
        (None, most, CapSource::MaxPly, "4294967295 plies, which Builder::max_ply allows"),
    ] {
        let (road, mut engine) = road::<MEGABYTE>(plies_left, max_ply);
        let error = engine.solve(&road, &Limits::new()).expect_err("no machine is that large");
        let Error::Thread { plies, set_by: by, stack, .. } = error else { panic!("{error:?}") };
        assert_eq!((plies, by), (u32::MAX, set_by));
        assert!(stack >= (plies as usize).saturating_mul(MEGABYTE), "{stack}");
        assert!(error.to_string().contains(text), "{error}");
    }
}

/// Whether it is decided at `depth` by a search that extends lines, in an engine with a cap on
/// plies.
fn extended(depth: u16, max_ply: Option<u32>) -> Result<bool, Error> {
    let selection = Selection::NONE.with(|selection| selection.extensions = true);
    let builder = Engine::<Road<0>>::builder().table(NoTable);
    let builder = builder.evaluator(Selective::new(ZeroEvaluator, selection));
    let mut engine =
        max_ply.into_iter().fold(builder, Builder::max_ply).build().expect("an engine");
    let (road, limits) = (Road { ply: 0, plies_left: None }, Limits::new().depth(depth));
    let report = engine.query(&road).limits(&limits).decide(Score::new(1)).run()?;
    Ok(report.depth == Some(Depth::plies(depth)))
}

/// They are three times as long as the search is deep.
#[test]
fn extended_lines_have_room() {
    for depth in [600, 700, 1_000, 1_100] {
        assert!(matches!(extended(depth, None), Ok(true)), "{depth}");
    }
}

#[test]
fn a_cap_counts_every_ply_of_an_extended_line() {
    assert!(matches!(extended(6, Some(18)), Ok(true)));
    for most in [12, 17] {
        let found = extended(6, Some(most));
        let named = matches!(found, Err(Error::TooDeep { max_ply, set_by: CapSource::MaxPly }) if max_ply == most);
        assert!(named, "{most}: {found:?}");
    }
}
