//! What one table tells, and another one learns.

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
use eldest_prove::{Exchange, Finding, Job, JobEnd, JobReport, Telling, TextGame, Threads};
use std::cell::Cell;
use std::collections::HashMap;

const ENOUGH: u64 = 10_000_000;
/// So many findings are looked at.
const MOST: usize = 60;

type Told<P> = Engine<P, ZeroEvaluator, Telling<SharedTable>>;

/// An engine whose table tells.
fn telling<P: Position>(bytes: usize) -> (Told<P>, Exchange) {
    let (table, exchange) = Telling::new(SharedTable::new(bytes).unwrap());
    (Engine::<P>::builder().table(table).max_ply(128).build().unwrap(), exchange)
}

fn asked(threads: &mut Threads<'_>, job: Job) -> JobReport {
    threads.begin(0, job);
    threads.answer().unwrap().1
}

/// Whether this heap is won, by what the table has learnt or afresh.
fn is_won(threads: &mut Threads<'_>, heap: &str, afresh: bool) -> bool {
    let job = Job::new("countdown", 1, heap, 1, ENOUGH).with(|job| job.afresh = afresh);
    let outcome = asked(threads, job);
    assert_eq!(outcome.end, JobEnd::Decided);
    outcome.lower >= 1
}

/// Positions up to some plies below `root`, by their keys.
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

/// One table tells what a job of `budget` nodes finds, and all of it is true; another one learns it, and finds the value by
/// less nodes than one that knows nothing: how many findings were looked at.
fn told_and_learnt<N>(variant: N::Variant, text: &str, budget: u64) -> usize
where
    N: Notation<Variant: Send + Sync, Move: Send, Undo: Send> + Send + 'static,
{
    let game = game::<N>(variant, 1);
    let [(mut one, told), (mut other, learnt), (mut third, _)] =
        [(); 3].map(|()| telling::<N>(1 << 20));
    let mut teller = Threads::new(&mut one, &game).exchanging(told);
    let mut learner = Threads::new(&mut other, &game).exchanging(learnt);
    asked(&mut teller, Job::new(N::NAME, 1, text, 1, 20));
    assert_eq!(teller.news(), [], "nobody has asked for news");
    teller.tells_from(Some(4));
    asked(&mut teller, Job::new(N::NAME, 1, text, 1, budget));
    let news = teller.news();
    assert_eq!(teller.news(), [], "told twice");
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
    assert!(learnt.nodes < afresh, "{} nodes, {afresh} by one that knows nothing", learnt.nodes);
    looked_at
}

#[test]
fn what_is_told_is_true_and_of_use() {
    let start = |text: &str| Kalah::start(text.parse().unwrap()).to_string();
    let looked_at = [
        told_and_learnt::<ConnectFour<AnySize>>("5x4".parse().unwrap(), "-", 3000),
        told_and_learnt::<Othello>("4x4".parse().unwrap(), "-----OX--XO----- X", 3000),
        told_and_learnt::<Kalah>("3x3".parse().unwrap(), &start("3x3"), 3000),
        told_and_learnt::<Dots>(
            "2x2".parse().unwrap(),
            &Dots::start("2x2".parse().unwrap()).to_string(),
            3000,
        ),
    ];
    assert!(looked_at.iter().all(|count| *count > 20), "{looked_at:?}");
}

/// What somebody says who may be a liar. `says`: 0 that the value is at least this, 1 at most, 2 this.
fn said(key: u64, value: i32, says: u8) -> Finding {
    let told = postcard::to_stdvec(&(key, value, says, 0_u16, 1_u64)).unwrap();
    postcard::from_bytes(&told).unwrap()
}

/// Of heaps, whose values are known without a search.
#[test]
fn what_is_learnt_is_believed_and_not_by_checks() {
    let game = TextGame::new("countdown", 1, Heaps);
    let ((mut engine, exchange), (mut checker, _)) = (telling(1 << 16), telling(1 << 16));
    let is_made = Cell::new(false);
    let (is_made_now, place) = (&is_made, &mut checker);
    let make = move || {
        is_made_now.set(true);
        Ok(place)
    };
    let mut threads = Threads::checking_by(&mut engine, make, &game).exchanging(exchange);
    let heap = |left: u8| Countdown::new(left).key();
    let none = [i32::MAX, i32::MIN, Score::INFINITY.get(), -Score::INFINITY.get()];
    assert_eq!(threads.learn(&none.map(|value| said(heap(40), value, 2))), 0);
    assert_eq!(said(heap(40), i32::MIN, 0).bounds(), None);
    // A multiple of four is lost.
    assert!(!is_won(&mut threads, "40", false));
    assert!(!is_made.get(), "nobody has asked for a check");
    // A lie is believed, but where nothing that was found before is.
    let lie = said(heap(80), 1, 0);
    assert_eq!(lie.bounds(), Some(Bounds::new(Score::new(1), Bounds::FULL.upper())));
    assert_eq!((is_won(&mut threads, "81", true), threads.learn(&[lie])), (true, 1));
    assert!(is_made.get());
    assert!(!is_won(&mut threads, "81", false));
    assert!(is_won(&mut threads, "81", true));
}

/// Without an exchange there is nothing to be told and nobody to learn it.
#[test]
fn who_has_no_other_end_tells_nothing() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let mut threads = Threads::new(&mut engine, &game);
    threads.tells_from(Some(1));
    assert!(is_won(&mut threads, "81", false));
    assert_eq!((threads.news(), threads.learn(&[said(80, 1, 0)])), (Vec::new(), 0));
}

#[test]
fn who_cannot_check_says_why() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let make = || Err("there is no memory for it".to_owned());
    let mut threads = Threads::checking_by(&mut engine, make, &game);
    for _ in 0..3 {
        let job = Job::new("countdown", 1, "40", 1, 1000).with(|job| job.afresh = true);
        let outcome = asked(&mut threads, job);
        assert_eq!(outcome.end, JobEnd::Failed("there is no memory for it".to_owned()));
    }
    assert!(!is_won(&mut threads, "40", false), "others are answered as ever");
}
