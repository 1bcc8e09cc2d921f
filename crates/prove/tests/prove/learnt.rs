//! Exchange of findings between two tables.

use crate::written::game;
use eldest::batch::Executor;
use eldest::doc::Countdown;
use eldest::{Bounds, Engine, Limits, MoveList, Position, Score, SharedTable, ZeroEvaluator};
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_prove::doc::Heaps;
use eldest_prove::{Exchange, Finding, Job, JobEnd, JobReport, SharingTable, TextGame, Threads};
use std::cell::Cell;
use std::collections::HashMap;

const ENOUGH: u64 = 10_000_000;
/// The number of findings that are verified.
const MOST: usize = 60;

type ExchangeEngine<P> = Engine<P, ZeroEvaluator, SharingTable<SharedTable>>;

/// Creates an engine with the exchange of its table.
fn engine<P: Position>(bytes: usize) -> (ExchangeEngine<P>, Exchange) {
    let (table, exchange) = SharingTable::new(SharedTable::new(bytes).unwrap());
    (Engine::<P>::builder().table(table).max_ply(128).build().unwrap(), exchange)
}

fn asked(threads: &mut Threads<'_>, job: Job) -> JobReport {
    threads.begin(0, job);
    threads.answer().unwrap().1
}

/// Returns whether this heap is won, by a search with the table or afresh.
fn is_won(threads: &mut Threads<'_>, heap: &str, afresh: bool) -> bool {
    let job = Job::new("countdown", 1, heap, 1, ENOUGH).with(|job| job.afresh = afresh);
    let outcome = asked(threads, job);
    assert_eq!(outcome.end, JobEnd::Decided);
    outcome.lower >= 1
}

/// Returns the positions up to `plies` below `root`, by their keys.
fn below<P: Position>(root: &P, plies: usize) -> HashMap<u64, P> {
    let mut found = HashMap::from([(root.key(), root.clone())]);
    let mut row = vec![root.clone()];
    for _ in 0..plies {
        let mut next = Vec::new();
        for position in row.iter().filter(|position| position.over().is_none()) {
            let mut moves = MoveList::default();
            moves.refill(|out| position.moves(out));
            for mv in moves.iter() {
                let mut child = position.clone();
                child.play(mv);
                if found.insert(child.key(), child.clone()).is_none() {
                    next.push(child);
                }
            }
        }
        row = next;
    }
    found
}

/// Publishes the findings of a job of `budget` nodes and verifies them. Another table learns them,
/// and then needs fewer nodes for the value than an empty table. Returns the number of findings
/// verified.
fn published_and_learnt<N>(variant: N::Variant, text: &str, budget: u64) -> usize
where
    N: Notation<Variant: Send + Sync, Move: Send, Undo: Send> + Send + 'static,
{
    let game = game::<N>(variant, 1);
    let [(mut one, sender), (mut other, receiver), (mut third, _)] =
        [(); 3].map(|()| engine::<N>(1 << 20));
    let mut publisher = Threads::new(&mut one, &game).exchanging(sender);
    let mut learner = Threads::new(&mut other, &game).exchanging(receiver);
    asked(&mut publisher, Job::new(N::NAME, 1, text, 1, 20));
    assert_eq!(publisher.news(), [], "news are off");
    publisher.share_from(Some(4));
    asked(&mut publisher, Job::new(N::NAME, 1, text, 1, budget));
    let news = publisher.news();
    assert_eq!(publisher.news(), [], "published twice");
    assert_eq!(learner.learn(&news), news.len());

    let root = N::parse_position(variant, text).unwrap();
    let places = below(&root, 8);
    let known = news.iter().filter_map(|found| Some((found, places.get(&found.key())?)));
    let looked_at = known.take(MOST).map(|(found, position)| {
        let value = third.solve(position, &Limits::new()).unwrap().value().unwrap();
        let to_come = value.get() - position.taken().unwrap_or(0);
        assert!(
            found.bounds().unwrap().contains(Score::new(to_come)),
            "{found:?} is not {to_come}"
        );
    });
    let looked_at = looked_at.count();
    third.clear();
    let solved = third.solve(&root, &Limits::new()).unwrap();
    let learnt = asked(&mut learner, Job::new(N::NAME, 1, text, None, ENOUGH));
    let value = solved.value().unwrap().get();
    assert_eq!((learnt.lower, learnt.upper), (value, value));
    let afresh = solved.progress.nodes;
    assert!(learnt.nodes < afresh, "{} nodes, {afresh} with an empty table", learnt.nodes);
    looked_at
}

#[test]
fn published_findings_are_true_and_useful() {
    let start = |text: &str| Kalah::start(text.parse().unwrap()).to_string();
    let looked_at = [
        published_and_learnt::<ConnectFour<AnySize>>("5x4".parse().unwrap(), "-", 3000),
        published_and_learnt::<Othello>("4x4".parse().unwrap(), "-----OX--XO----- X", 3000),
        published_and_learnt::<Kalah>("3x3".parse().unwrap(), &start("3x3"), 3000),
        published_and_learnt::<Dots>(
            "2x2".parse().unwrap(),
            &Dots::start("2x2".parse().unwrap()).to_string(),
            3000,
        ),
    ];
    assert!(looked_at.iter().all(|count| *count > 20), "{looked_at:?}");
}

/// A finding from an untrusted sender. `bound`: 0 for a lower bound, 1 for an upper one, 2 for
/// exact.
fn finding(key: u64, value: i32, bound: u8) -> Finding {
    let bytes = postcard::to_stdvec(&(key, value, bound, 0_u16, 1_u64)).unwrap();
    postcard::from_bytes(&bytes).unwrap()
}

/// Uses heaps, whose values are known without a search.
#[test]
fn what_is_learnt_is_believed_and_not_by_checks() {
    let game = TextGame::new("countdown", 1, Heaps);
    let ((mut engine, exchange), (mut checker, _)) = (engine(1 << 16), engine(1 << 16));
    let is_made = Cell::new(false);
    let (is_made_now, place) = (&is_made, &mut checker);
    let make = move || {
        is_made_now.set(true);
        Ok(place)
    };
    let mut threads = Threads::checking_by(&mut engine, make, &game).exchanging(exchange);
    let heap = |left: u8| Countdown::new(left).key();
    let none = [i32::MAX, i32::MIN, Score::INFINITY.get(), -Score::INFINITY.get()];
    assert_eq!(threads.learn(&none.map(|value| finding(heap(40), value, 2))), 0);
    assert_eq!(finding(heap(40), i32::MIN, 0).bounds(), None);
    // A multiple of four is lost.
    assert!(!is_won(&mut threads, "40", false));
    assert!(!is_made.get(), "no check was requested");
    // A false finding is believed, except by a search afresh.
    let lie = finding(heap(80), 1, 0);
    assert_eq!(lie.bounds(), Some(Bounds::new(Score::new(1), Bounds::FULL.upper())));
    assert_eq!((is_won(&mut threads, "81", true), threads.learn(&[lie])), (true, 1));
    assert!(is_made.get());
    assert!(!is_won(&mut threads, "81", false));
    assert!(is_won(&mut threads, "81", true));
}

/// Without an exchange, there is no news and nothing is learned.
#[test]
fn without_another_end_nothing_is_published() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let mut threads = Threads::new(&mut engine, &game);
    threads.share_from(Some(1));
    assert!(is_won(&mut threads, "81", false));
    assert_eq!((threads.news(), threads.learn(&[finding(80, 1, 0)])), (Vec::new(), 0));
}

#[test]
fn a_checker_that_cannot_check_reports_why() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let make = || Err("there is no memory for it".to_owned());
    let mut threads = Threads::checking_by(&mut engine, make, &game);
    for _ in 0..3 {
        let job = Job::new("countdown", 1, "40", 1, 1000).with(|job| job.afresh = true);
        let outcome = asked(&mut threads, job);
        assert_eq!(outcome.end, JobEnd::Failed("there is no memory for it".to_owned()));
    }
    assert!(!is_won(&mut threads, "40", false), "other jobs still run");
}
