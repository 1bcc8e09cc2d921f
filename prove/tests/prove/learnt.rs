//! What one table has proved, and another one learns.

use crate::written::game;
use eldest::batch::Executor;
use eldest::doc::Countdown;
use eldest::{Engine, Limits, Score};
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_prove::doc::Heaps;
use eldest_prove::{End, Fact, Game, Job, Outcome, Threads};
use std::cell::Cell;

const ENOUGH: u64 = 10_000_000;
const MOST: usize = 60;

fn engine<N: Notation>() -> Engine<N> {
    Engine::<N>::builder().table_bytes(1 << 20).build().unwrap()
}

fn asked(threads: &mut Threads<'_>, job: Job) -> Outcome {
    threads.begin(0, job);
    threads.answer().unwrap().1
}

/// Whether this heap is won, by what the table has learnt or afresh.
fn is_won(threads: &mut Threads<'_>, heap: &str, afresh: bool) -> bool {
    let job = Job::new("countdown", 1, heap, 1, ENOUGH).with(|job| job.afresh = afresh);
    let outcome = asked(threads, job);
    assert_eq!(outcome.end, End::Decided);
    outcome.lower >= 1
}

/// One table proves what it can within `budget` nodes; another learns it, and finds the same values as a search that knows
/// nothing, by less nodes: how many facts there were.
fn told_and_learnt<N>(variant: N::Variant, text: &str, budget: u64) -> usize
where
    N: Notation<Variant: Send + Sync, Move: Send, Undo: Send> + Send + 'static,
{
    let game = game::<N>(variant, 1);
    let [mut one, mut other, mut checker] = [(); 3].map(|()| engine::<N>());
    let (mut teller, mut learner) =
        (Threads::new(&mut one, &game), Threads::new(&mut other, &game));
    asked(&mut teller, Job::new(N::NAME, 1, text, 1, budget));
    let facts = teller.news(text, MOST);
    assert!(teller.news(text, 1).iter().all(|fact| !facts.contains(fact)), "told twice");
    assert!(learner.learn(&facts) > 0);
    assert_eq!(learner.learn(&facts), 0, "nothing of it is new");
    assert_eq!(learner.news(text, MOST), [], "who has told it knows it");
    let (mut afresh, mut learnt) = (0, 0);
    for fact in &facts {
        checker.clear();
        let position = N::parse_position(variant, &fact.position).unwrap();
        let solved = checker.solve(&position, &Limits::new()).unwrap();
        let value = solved.value().unwrap();
        assert!(fact.bounds().unwrap().contains(value), "{fact:?} is not {value}");
        let again = asked(&mut learner, Job::new(N::NAME, 1, &fact.position, None, ENOUGH));
        assert_eq!((again.lower, again.upper), (value.get(), value.get()), "{}", fact.position);
        (afresh, learnt) = (afresh + solved.progress.nodes, learnt + again.nodes);
    }
    assert!(learnt < afresh, "{learnt} nodes, {afresh} by one that knows nothing");
    facts.len()
}

#[test]
fn facts_are_true_and_of_use() {
    let start = |text: &str| Kalah::start(text.parse().unwrap()).to_string();
    let facts = [
        told_and_learnt::<ConnectFour<AnySize>>("5x4".parse().unwrap(), "-", 3000),
        told_and_learnt::<Othello>("4x4".parse().unwrap(), "-----OX--XO----- X", 3000),
        told_and_learnt::<Kalah>("3x3".parse().unwrap(), &start("3x3"), 3000),
        told_and_learnt::<Dots>(
            "2x2".parse().unwrap(),
            &Dots::start("2x2".parse().unwrap()).to_string(),
            3000,
        ),
    ];
    assert!(facts.iter().all(|facts| *facts > 20), "{facts:?}");
}

/// Of heaps, whose values are known without a search.
#[test]
fn what_is_learnt_is_believed_within_the_rules_and_not_by_checks() {
    let game = Game::new("countdown", 1, Heaps);
    let build = || Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let (mut engine, mut checker) = (build(), build());
    let is_made = Cell::new(false);
    let (is_made_now, place) = (&is_made, &mut checker);
    let make = move || {
        is_made_now.set(true);
        Ok(place)
    };
    let mut threads = Threads::checking_by(&mut engine, make, &game);
    let fact = |position: &str, lower: i32, upper: i32| {
        let mut fact = Fact::new(position, eldest::Bounds::FULL);
        (fact.lower, fact.upper) = (lower, upper);
        fact
    };
    let (win, loss) = (Score::win_in(9).get(), Score::LOSS.get());
    let broken = [
        fact("900", win, win),
        fact("", win, win),
        fact("40", win, -win),
        fact("40", i32::MAX, i32::MAX),
        fact("40", i32::MIN, i32::MIN),
        // The game is over, and lost.
        fact("0", win, win),
        // It says nothing.
        fact("40", loss, Score::WIN.get()),
    ];
    assert_eq!(threads.learn(&broken), 0);
    // A multiple of four is lost.
    assert!(!is_won(&mut threads, "40", false));
    assert!(!is_made.get(), "nobody has asked for a check");
    // A lie is believed, but where nothing that was found before is.
    let lie = fact("80", 1, Score::WIN.get());
    assert_eq!((is_won(&mut threads, "81", true), threads.learn(&[lie])), (true, 1));
    assert!(is_made.get());
    assert!(!is_won(&mut threads, "81", false));
    assert!(is_won(&mut threads, "81", true));
}

#[test]
fn who_cannot_check_says_why() {
    let game = Game::new("countdown", 1, Heaps);
    let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 16).build().unwrap();
    let make = || Err("there is no memory for it".to_owned());
    let mut threads = Threads::checking_by(&mut engine, make, &game);
    for _ in 0..3 {
        let job = Job::new("countdown", 1, "40", 1, 1000).with(|job| job.afresh = true);
        let outcome = asked(&mut threads, job);
        assert_eq!(outcome.end, End::Failed("there is no memory for it".to_owned()));
    }
    assert!(!is_won(&mut threads, "40", false), "others are answered as ever");
}
