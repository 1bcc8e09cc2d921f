//! Games that panic, that never end, that are deep, wide or broken: always a report or an error
//! that says what is wrong, and an engine that can be used again.

use crate::common::engines::{Estimate, options, plain_engine, tree_engine};
use crate::common::{Alarm, trees, value};
use eldest::KeyKind;
use eldest::conformance::perft;
use eldest::observe::Observer;
use eldest::options::Driver;
use eldest::report::{CapSource, LineEnd, StopReason};
use eldest::table::{MapTable, NoTable, OneWordTable};
use eldest::{
    Depth, Engine, Error, Limits, Moves, Options, Position, Report, Score, SharedTable, Side,
    Table, ZeroEvaluator, forward_position,
};
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_games::trees::{Branch, Tree};
use std::sync::mpsc::channel;
use std::time::Duration;

/// A game that goes straight on: one move at each ply, or as many as `width`.
#[derive(Clone, Copy, Debug)]
struct Straight {
    ply: u32,
    end: u32,
    width: u32,
    /// Whether it plies_left how many plies are left.
    plies_left: bool,
    /// The ply at which it has no moves, against the rules.
    stuck: u32,
    /// The ply at which its moves panic.
    panics: u32,
}

impl Straight {
    fn new(end: u32, width: u32) -> Self {
        Self { ply: 0, end, width, plies_left: true, stuck: u32::MAX, panics: u32::MAX }
    }
}

impl Position for Straight {
    type Move = u32;
    type Undo = ();

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        u64::from(self.ply)
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 20 }
    }

    fn over(&self) -> Option<Score> {
        (self.ply == self.end).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, u32>) {
        assert!(self.ply != self.panics, "no moves today");
        let width = if self.ply == self.stuck { 0 } else { self.width };
        (0..width).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, _: u32) {
        self.ply += 1;
    }

    fn undo(&mut self, _: u32, (): ()) {
        self.ply -= 1;
    }

    fn plies_left(&self) -> Option<u32> {
        self.plies_left.then_some(self.end - self.ply)
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.end)
    }
}

fn engine() -> Engine<Straight, ZeroEvaluator, MapTable> {
    Engine::<Straight>::builder().table(MapTable::new()).build().expect("an engine")
}

fn message<M: std::fmt::Debug>(outcome: Result<Report<M>, Error>) -> String {
    match outcome {
        Err(Error::Panicked { message }) => message,
        other => panic!("expected a panic, found {other:?}"),
    }
}

/// The promise that the search has seen broken.
fn promise<M: std::fmt::Debug>(outcome: Result<Report<M>, Error>) -> String {
    match outcome {
        Err(Error::BrokenContract { message }) => message,
        other => panic!("expected a broken contract, found {other:?}"),
    }
}

#[test]
fn a_panic_anywhere_is_an_error_and_leaves_the_engine_whole() {
    let mut panics = 0;
    for (mut random, tree) in trees(60, 10).filter(|(_, tree)| tree.over().is_none()) {
        let alarm = Alarm::panicking();
        let builder = Engine::<Tree>::builder().evaluator(alarm.clone());
        let table = SharedTable::new(1024).expect("a table");
        let mut engine =
            builder.table(table).options(options(&mut random)).build().expect("an engine");
        for calls in (1..).step_by(3).take(40) {
            alarm.set(calls);
            let outcome = engine.search(&tree, &Limits::new());
            if alarm.is_set() {
                break;
            }
            assert_eq!(message(outcome), "the alarm went off");
            let found = engine.solve(&tree, &Limits::new()).expect("a report").value();
            let estimate = Tree::estimate as Estimate;
            assert_eq!(found, Some(value(&tree, &estimate, Depth::END)), "{tree}");
            let found = engine.search(&tree, &Limits::new().depth(2)).expect("a report").value();
            assert_eq!(found, Some(value(&tree, &estimate, Depth::plies(2))), "{tree}");
            engine.clear();
            panics += 1;
        }
    }
    assert!(panics > 300, "{panics}");
}

/// The rules may panic too, already when the root is looked at.
#[test]
fn a_panic_of_the_rules_is_an_error() {
    let mut engine = engine();
    for panics in [0, 1, 4] {
        let broken = Straight { panics, ..Straight::new(9, 2) };
        assert_eq!(message(engine.solve(&broken, &Limits::new())), "no moves today");
        assert_eq!(message(engine.search(&broken, &Limits::new())), "no moves today");
        let report = engine.solve(&Straight::new(4, 2), &Limits::new()).expect("a report");
        assert_eq!(report.value(), Some(Score::loss_in(4)));
    }
}

/// What the user gave is dropped when the search has ended, on the thread that searched.
#[test]
fn a_panic_on_dropping_an_observer_is_an_error() {
    struct Fragile;
    impl<M> Observer<M> for Fragile {}
    impl Drop for Fragile {
        fn drop(&mut self) {
            panic!("not dropped");
        }
    }
    let (game, (sender, receiver)) = (Straight::new(4, 2), channel());
    std::thread::spawn(move || {
        let mut engine = engine();
        let text = message(engine.query(&game).to_end().observer(Fragile).run());
        let report = engine.solve(&game, &Limits::new()).expect("a report");
        sender.send((text, report.value())).expect("the receiver lives");
    });
    let received = receiver.recv_timeout(Duration::from_secs(20)).expect("an end");
    assert_eq!(received, ("not dropped".to_owned(), Some(Score::loss_in(4))));
}

/// No moves, although the game is not over: at the root, at its child, further down.
#[test]
fn a_position_without_moves_breaks_a_contract() {
    for stuck in [0, 1, 5] {
        let broken = Straight { stuck, ..Straight::new(9, 2) };
        let text = promise(engine().solve(&broken, &Limits::new()));
        assert!(text.contains("no moves"), "{text}");
        let text = promise(engine().search(&broken, &Limits::new()));
        assert!(text.contains("no moves"), "{text}");
    }
}

#[test]
fn an_evaluation_beyond_all_values_breaks_a_contract() {
    for points in [Score::MAX_VALUE.get() + 1, -8_000_000] {
        let builder = Engine::<Straight>::builder();
        let builder = builder.evaluator(move |_: &Straight| Score::new(points)).table(NoTable);
        let mut engine = builder.build().expect("an engine");
        let text = promise(engine.search(&Straight::new(9, 2), &Limits::new().depth(1)));
        assert!(text.contains("`evaluate` gave"), "{text}");
        assert!(engine.solve(&Straight::new(9, 2), &Limits::new()).is_ok());
    }
}

/// The number of plies that a cutoff spares is squared, and may be any that can be asked for.
#[test]
fn a_cutoff_at_a_great_depth_is_rewarded() {
    #[derive(Clone, Debug)]
    struct Named(Straight);
    impl Position for Named {
        forward_position!(self.0: Straight; except move_code);
        fn move_code(&self, mv: u32) -> u16 {
            mv as u16 + 1
        }
    }
    let mut engine = Engine::<Named>::builder().table(NoTable).build().expect("an engine");
    let game = Named(Straight::new(60_000, 1));
    let query = engine.query(&game).limits(&Limits::new().depth(47_000));
    assert_eq!(
        query.decide(Score::DRAW).run().expect("an answer").decides(Score::DRAW),
        Some(true)
    );
}

/// Looking shallower for a move to try first costs nothing where none can be remembered: without a
/// table, and in a game that gives its moves no move codes.
#[test]
fn a_look_that_can_show_nothing_is_not_taken() {
    fn nodes<T: Table + 'static>(table: T, iid: bool) -> u64 {
        let builder = Engine::<Straight>::builder().table(table);
        let mut engine =
            builder.options(Options::default().with(|o| o.iid = iid)).build().expect("");
        let report = engine.search(&Straight::new(100, 2), &Limits::new().depth(14));
        report.expect("a report").statistics.nodes
    }
    let shared = || SharedTable::new(1 << 16).expect("a table");
    assert_eq!(nodes(shared(), true), nodes(shared(), false));
    assert_eq!(nodes(NoTable, true), nodes(NoTable, false));
}

#[test]
fn a_game_of_200_000_plies_is_solved() {
    let game = Straight::new(200_000, 1);
    let mut engine = engine();
    engine.set_options(Options::default().with(|o| o.driver_to_end = Driver::Pvs));
    let report = engine.query(&game).to_end().line(true).run().expect("a report");
    assert_eq!(report.value(), Some(Score::loss_in(200_000)));
    assert_eq!((report.line.moves.len(), report.line.end), (200_000, LineEnd::GameOver));
}

#[test]
fn the_games_of_200_000_plies_are_counted() {
    let mut game = Straight::new(200_000, 1);
    assert_eq!([199_999, 200_000, 200_001].map(|plies| perft(&mut game, plies)), [1, 1, 0]);
}

/// The cap is looked at every 1,024 nodes: a game that is longer by more than that is found out,
/// one that just fits is solved.
#[test]
fn a_game_deeper_than_the_cap_is_an_error() {
    for (cap, plies) in [(1, 1_100), (10, 2_000), (1_000, 100_000)] {
        let builder = Engine::<Straight>::builder().table(MapTable::new()).max_ply(cap);
        let mut engine = builder.build().expect("an engine");
        let outcome = engine.solve(&Straight::new(plies, 1), &Limits::new());
        assert!(
            matches!(outcome, Err(Error::TooDeep { max_ply, set_by: CapSource::MaxPly }) if max_ply == cap),
            "{outcome:?}"
        );
        let report = engine.solve(&Straight::new(cap, 1), &Limits::new()).expect("just fits");
        assert_eq!(report.value().and_then(Score::distance), Some(cap));
    }
}

/// Positions may promise less than they keep; the cap is the promise.
#[test]
fn a_game_longer_than_it_says_is_an_error() {
    #[derive(Clone, Debug)]
    struct Liar(Straight);
    impl Position for Liar {
        forward_position!(self.0: Straight; except plies_left);
        fn plies_left(&self) -> Option<u32> {
            Some(3)
        }
    }
    let mut engine = Engine::<Liar>::builder().table(NoTable).build().expect("an engine");
    let outcome = engine.solve(&Liar(Straight::new(100_000, 1)), &Limits::new());
    assert!(
        matches!(outcome, Err(Error::TooDeep { max_ply: 3, set_by: CapSource::PliesLeft })),
        "{outcome:?}"
    );
    let text = outcome.unwrap_err().to_string();
    assert!(text.contains("the 3 plies that Position::plies_left gave"), "{text}");
}

#[test]
fn a_node_may_have_10_000_moves() {
    let moves = 10_000;
    let reply = |mv: i32| Branch::from([mv % 977, 1000]);
    let tree = Tree::from(Branch::inner((0..moves).map(reply)));
    let mut engine = tree_engine(MapTable::new());
    let report = engine.solve(&tree, &Limits::new()).expect("a report");
    assert_eq!((report.value(), report.moves.len()), (Some(Score::new(976)), moves as usize));
    assert_eq!(report.best_move, Some(976));
    let report = engine.search(&tree, &Limits::new()).expect("a report");
    assert_eq!(report.value(), Some(Score::new(976)));
}

#[test]
fn a_search_to_the_end_needs_to_know_an_end() {
    let unknown = Straight { plies_left: false, ..Straight::new(5, 2) };
    let outcome = engine().solve(&unknown, &Limits::new());
    assert!(matches!(outcome, Err(Error::Endless)), "{outcome:?}");
    let report = engine().search(&unknown, &Limits::new()).expect("deeper and deeper is possible");
    assert_eq!((report.value(), report.proved), (Some(Score::win_in(5)), true));
    let builder = Engine::<Straight>::builder().table(MapTable::new()).max_ply(5);
    let report = builder.build().expect("an engine").solve(&unknown, &Limits::new());
    assert_eq!(report.expect("a report").value(), Some(Score::win_in(5)));
}

#[test]
fn a_finished_game_has_its_score_and_no_move() {
    for score in [Score::WIN, Score::LOSS, Score::DRAW, Score::new(-7)] {
        let tree = Tree::from(Branch::leaf(score));
        let mut engine = tree_engine(MapTable::new());
        for report in [engine.search(&tree, &Limits::new()), engine.solve(&tree, &Limits::new())] {
            let report = report.expect("a report");
            assert_eq!((report.value(), report.best_move), (Some(score), None));
            assert!(report.proved && report.moves.is_empty() && report.line.moves.is_empty());
            assert_eq!((report.line.end, report.depth), (LineEnd::GameOver, Some(Depth::END)));
        }
        assert_eq!(
            engine.query(&tree).decide(score).run().expect("an answer").decides(score),
            Some(true)
        );
    }
}

#[test]
fn one_move_is_searched_like_many() {
    let game = Straight::new(3, 1);
    let report = engine().search(&game, &Limits::new()).expect("a report");
    assert_eq!((report.best_move, report.value()), (Some(0), Some(Score::win_in(3))));
}

#[test]
fn the_one_word_table_refuses_searches_to_a_depth() {
    let tree: Tree = "[[1 2] 3]".parse().expect("a tree");
    let mut engine = plain_engine(OneWordTable::new(1024, &tree).expect("a table"));
    let outcome = engine.search(&tree, &Limits::new());
    assert!(matches!(outcome, Err(Error::TableServesEndOnly)), "{outcome:?}");
    let outcome = engine.query(&tree).limits(&Limits::new().depth(1)).decide(Score::DRAW).run();
    assert!(matches!(outcome, Err(Error::TableServesEndOnly)), "{outcome:?}");
    assert_eq!(
        engine.query(&tree).decide(Score::DRAW).run().expect("an answer").decides(Score::DRAW),
        Some(true)
    );
}

/// Keys with more bits than the table plies_left apart would be taken for one another.
#[test]
fn the_one_word_table_refuses_another_variant() {
    let board = |width, height| ConnectFour::new(AnySize::new(width, height).expect("it fits"));
    let table = OneWordTable::new(1 << 20, &board(4, 4)).expect("a table");
    let mut engine = Engine::<ConnectFour<AnySize>>::builder().table(table).build().expect("");
    for larger in [board(6, 4), board(4, 5), board(5, 4)] {
        let outcome = engine.solve(&larger, &Limits::new());
        assert!(matches!(outcome, Err(Error::TableServesAnother)), "{outcome:?}");
    }
    let report = engine.solve(&board(4, 4), &Limits::new()).expect("a report");
    assert_eq!(report.value(), Some(Score::DRAW));
}

/// The cap on plies ends a search deeper and deeper with what it knows by then.
#[test]
fn a_cap_on_plies_keeps_the_last_iteration() {
    let builder = Engine::<Straight>::builder().table(NoTable).max_ply(20);
    let mut engine = builder.build().expect("an engine");
    let report = engine.search(&Straight::new(100, 1), &Limits::new()).expect("a report");
    assert_eq!((report.depth, report.stop_reason), (Some(Depth::plies(20)), StopReason::TooDeep));
}
