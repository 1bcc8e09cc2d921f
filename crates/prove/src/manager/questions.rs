//! [`Questions`]: the null windows at the root, one after the other or several at the same time.
//!
//! Searching different windows on different processors is as old as parallel alpha-beta (Baudet
//! 1978, "The design and analysis of algorithms for asynchronous multiprocessors"). Where each
//! processor has its own table, this costs the fewest nodes: the last two questions (the value is
//! not lower, and not higher) have separate trees.

use crate::job::settled;
use crate::rules::GraphPosition;
use eldest::options::Driver;
use eldest::{Bounds, Score};

/// A parallel question lies ahead of a question that steps from a guess, by the open range divided
/// by this. Measured: `docs/cluster.md`.
const PART: i32 = 8;

/// The questions at the root. One at a time, they are the windows of one search for the value. They
/// depend on the answers alone, so a resumed proof continues with the same question.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    driver: Driver,
    /// The only question, if the proof does not find the value.
    only: Option<i32>,
    root: GraphPosition,
    /// The open questions. The first is always searched, the others if there is room.
    asked: Vec<i32>,
    /// The value that the last answer suggests.
    guess: Score,
    /// The number of answers.
    answered: u32,
}

impl Questions {
    /// Creates the questions for the value of `root`, which lies in `known`, in the order of
    /// `driver`, or for `only` this question.
    pub(super) fn new(
        driver: Driver,
        only: Option<i32>,
        root: &GraphPosition,
        known: Bounds,
    ) -> Self {
        let (root, asked, guess) = (root.clone(), Vec::new(), Score::DRAW);
        let mut first = Self { driver, only, root, asked, guess, answered: 0 };
        first.ask(known, 1);
        first
    }

    /// Returns the open questions, each the number that the value may reach; empty if none is open.
    pub(super) fn asked(&self) -> &[i32] {
        &self.asked
    }

    /// Updates the bounds of the value. A question stays open until they answer it.
    pub(super) fn update(&mut self, known: Bounds) {
        let mut answers = self.asked.iter().filter_map(|least| settled(known, *least));
        if let Some(yes) = answers.next_back() {
            self.guess = if yes { known.lower() } else { known.upper() };
            self.answered += 1;
            self.asked.retain(|least| settled(known, *least).is_none());
            self.ask(known, 1);
        }
    }

    /// Adds questions up to `most`, as far as their answers can differ.
    pub(super) fn ask(&mut self, known: Bounds, most: usize) {
        while self.asked.len() < most
            && let Some(least) = self.next(known)
        {
            self.asked.push(least);
        }
    }

    /// Returns how many of `all` places one question may use. Bisecting questions probably all need
    /// an answer, so each gets its share and larger jobs. A question that steps from a guess helps
    /// only if the guess is right.
    pub(super) fn places(&self, all: usize) -> usize {
        let halves = self.driver == Driver::Bisection;
        if halves { all.div_ceil(self.asked.len().max(1)) } else { all }
    }

    fn next(&self, known: Bounds) -> Option<i32> {
        match (self.only, self.asked.is_empty()) {
            (None, true) => self.as_one_would(known),
            (None, false) => self.beside(known),
            (Some(least), true) => settled(known, least).is_none().then_some(least),
            (Some(_), false) => None,
        }
    }

    fn as_one_would(&self, open: Bounds) -> Option<i32> {
        // A job cannot decide a window that is not null, so bisection replaces it.
        let windows = [(self.driver, self.answered), (Driver::Bisection, 0)];
        let windows = windows.map(|(driver, pass)| driver.window(open, self.guess, pass));
        let window = windows.into_iter().find(|window| window.is_null())?;
        open.value().is_none().then(|| window.beta().get())
    }

    /// Returns a parallel question: one that bisects the range of the guess or else the widest
    /// range, or one that lies a step ahead of the next question of one search.
    fn beside(&self, known: Bounds) -> Option<i32> {
        let open = self.left_open(known);
        let around = |open: &&Bounds| open.lower() <= self.guess && self.guess <= open.upper();
        let widest = open.iter().max_by_key(|open| width(**open));
        match self.driver {
            Driver::Bisection => self.as_one_would(*open.iter().find(around).or(widest)?),
            _ => widest.map(|widest| ahead(*widest, widest.lower() > known.lower())),
        }
    }

    /// Returns the ranges between the open questions that have more than one possible value.
    fn left_open(&self, known: Bounds) -> Vec<Bounds> {
        let (lower, upper) = (known.lower().get(), known.upper().get());
        let mut ends = [self.asked.as_slice(), &[lower, upper + 1]].concat();
        ends.sort_unstable();
        let cut = ends.windows(2).map(|ends| (Score::new(ends[0]), Score::new(ends[1] - 1)));
        let cut = cut.map(|(lower, upper)| self.root.on_grid(Bounds::new(lower, upper)));
        cut.filter(|open| open.value().is_none()).collect()
    }
}

fn width(open: Bounds) -> i32 {
    open.upper().get() - open.lower().get()
}

/// Returns a question within `open`, a step away from the question below or above that range.
fn ahead(open: Bounds, is_above: bool) -> i32 {
    let (lower, upper) = (open.lower().get(), open.upper().get());
    let step = (width(open) / PART).max(1);
    if is_above { lower + step } else { upper + 1 - step }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds::new(Score::new(lower), Score::new(upper))
    }

    /// Creates questions for a value within `known` that is a multiple of `step`.
    fn questions(driver: Driver, only: Option<i32>, known: Bounds, step: u32) -> Questions {
        let root = GraphPosition::new("root", "root", known).with(|place| place.step = step);
        Questions::new(driver, only, &root, known)
    }

    /// Returns the questions until the value is known. Each answer exceeds the question by up to
    /// `more`.
    fn asked(driver: Driver, range: i32, value: i32, more: i32) -> Vec<i32> {
        let mut known = Bounds::new(Score::new(-range), Score::new(range));
        let mut questions = questions(driver, None, known, 1);
        let mut asked = Vec::new();
        while let Some(&least) = questions.asked().first() {
            asked.push(least);
            known = match value >= least {
                true => Bounds::new(Score::new(value.min(least + more)), known.upper()),
                false => Bounds::new(known.lower(), Score::new(value.max(least - 1 - more))),
            };
            questions.update(known);
        }
        assert_eq!(known.value(), Some(Score::new(value)));
        asked
    }

    #[test]
    fn every_value_is_found() {
        let windows = [Driver::Bisection, Driver::MtdF, Driver::Pvs];
        for driver in windows.into_iter().chain([Driver::Aspiration { delta: 3 }]) {
            for (value, range) in
                [(0, 0), (1, 21), (-21, 21), (21, 21), (7_999_991, 8_000_000), (0, 8_000_000)]
            {
                assert!(asked(driver, range, value, 0).len() < 250, "{driver:?}");
            }
        }
    }

    #[test]
    fn a_value_beside_an_answer_is_the_next_guess() {
        assert_eq!(asked(Driver::MtdF, 64, 6, 2), [0, 3, 6, 7]);
        assert_eq!(asked(Driver::MtdF, 64, -7, 64), [0, -7]);
        assert_eq!(asked(Driver::MtdF, 64, 6, 64), [0, 7]);
    }

    #[test]
    fn a_question_stays_until_it_is_answered() {
        let mut questions = questions(Driver::MtdF, None, bounds(-64, 64), 1);
        questions.update(bounds(-9, 10));
        assert_eq!(questions.asked(), [0]);
        questions.update(bounds(4, 10));
        assert_eq!(questions.asked(), [5]);
        let mut one = self::questions(Driver::MtdF, Some(3), bounds(-64, 64), 1);
        assert_eq!(one.asked(), [3]);
        one.update(bounds(-64, 2));
        assert_eq!(one.asked(), [0; 0]);
    }

    /// Returns the questions open at the same time, after `answers`.
    fn beside(driver: Driver, step: u32, answers: &[Bounds]) -> Vec<i32> {
        let mut questions = questions(driver, None, bounds(-64, 64), step);
        questions.ask(bounds(-64, 64), 2);
        for answer in answers {
            questions.update(*answer);
            questions.ask(*answer, 2);
        }
        questions.asked().to_vec()
    }

    #[test]
    fn what_is_asked_beside_the_first_is_halved_or_lies_ahead() {
        assert_eq!(beside(Driver::MtdF, 2, &[]), [0, 8]);
        // A question stays open, and comes first after the one before it is answered.
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-64, 6)]), [0, -8]);
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-64, 6), bounds(-64, -2)]), [-8, -15]);
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-64, -2)]), [-2, -10]);
        assert_eq!(beside(Driver::Bisection, 1, &[]), [-31, 33]);
        assert_eq!(beside(Driver::Bisection, 1, &[bounds(4, 6)]), [6, 5]);
        // Two questions with the same answer are one.
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-14, -12)]).len(), 1);
        assert_eq!(beside(Driver::Bisection, 1, &[bounds(5, 6)]).len(), 1);
    }

    /// For any number of parallel questions and any order of answers.
    #[test]
    fn every_value_is_found_side_by_side() {
        for (driver, step) in [(Driver::Bisection, 1), (Driver::MtdF, 2), (Driver::MtdF, 1)] {
            for (value, most, order) in (-5..=5).flat_map(|value| {
                (1..5).flat_map(move |most| (0..3).map(move |order| (value * 2, most, order)))
            }) {
                let mut known = bounds(-64, 64);
                let mut questions = questions(driver, None, known, step);
                for round in 0.. {
                    questions.ask(known, most);
                    let open = questions.asked();
                    assert!(
                        open.len() <= most && open.iter().all(|x| settled(known, *x).is_none())
                    );
                    let Some(&least) = open.get(round * order % open.len().max(1)) else { break };
                    let (step, origin) = (step as i32, Score::DRAW);
                    let answer =
                        if value >= least { bounds(least, 64) } else { bounds(-64, least - 1) };
                    known = known.intersect(answer).unwrap().on_grid(origin, step as u32);
                    questions.update(known);
                    assert!(round < 100);
                }
                assert_eq!(known.value(), Some(Score::new(value)), "{driver:?}");
            }
        }
    }

    #[test]
    fn one_question_has_none_beside_it() {
        let mut one = questions(Driver::MtdF, Some(3), bounds(-64, 64), 1);
        one.ask(bounds(-64, 64), 5);
        assert_eq!((one.asked(), one.places(4)), (&[3][..], 4));
        let mut two = questions(Driver::Bisection, None, bounds(-64, 64), 1);
        two.ask(bounds(-64, 64), 2);
        assert_eq!(two.places(4), 2);
    }
}
