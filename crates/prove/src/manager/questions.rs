//! [`Questions`]: what the root is asked, one null window after the other, or several side by side.
//!
//! That processors ask different windows is as old as the first parallel alpha-beta (Baudet 1978, "The design and
//! analysis of algorithms for asynchronous multiprocessors"). Where each has a table of its own, it costs the fewest nodes:
//! of the last two questions, that the value is not less and not more, each has a tree to itself.

use crate::job::settled;
use crate::rules::GraphPosition;
use eldest::options::Driver;
use eldest::{Bounds, Score};

/// Beside a question that steps on from a guess another one lies ahead, by this part of what is open there. Measured:
/// `docs/cluster.md`.
const PART: i32 = 8;

/// What the root is asked. One at a time, the windows are those that one search of the value would ask, and the same each
/// time the same answers come: a proof that goes on finds its question again.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    driver: Driver,
    /// The only question, if the value is not wanted.
    only: Option<i32>,
    root: GraphPosition,
    /// What is open. The first is asked anyway, the others if there is room.
    asked: Vec<i32>,
    /// The value, as the last answer has it.
    guess: Score,
    /// So many have been answered.
    answered: u32,
}

impl Questions {
    /// About the value of `root`, which lies in `known`, in the order of `driver`, or `only` this one.
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

    /// Whether the value is at least which numbers is being asked; empty if nothing is open.
    pub(super) fn asked(&self) -> &[i32] {
        &self.asked
    }

    /// The value is known to lie in `known`. A question stays until that answers it.
    pub(super) fn hear(&mut self, known: Bounds) {
        let mut answers = self.asked.iter().filter_map(|least| settled(known, *least));
        if let Some(yes) = answers.next_back() {
            self.guess = if yes { known.lower() } else { known.upper() };
            self.answered += 1;
            self.asked.retain(|least| settled(known, *least).is_none());
            self.ask(known, 1);
        }
    }

    /// Up to so many are asked from now on, as far as answers to them could differ.
    pub(super) fn ask(&mut self, known: Bounds, most: usize) {
        while self.asked.len() < most
            && let Some(least) = self.next(known)
        {
            self.asked.push(least);
        }
    }

    /// On how many of `all` places the search of one question may count. What halves will probably have to be asked anyway,
    /// and is worth large jobs of its own; what steps on from a guess is of use if the guess was right.
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
        // Of a window that is not null a job could not say whether it is above or below.
        let windows = [(self.driver, self.answered), (Driver::Bisection, 0)];
        let windows = windows.map(|(driver, pass)| driver.window(open, self.guess, pass));
        let window = windows.into_iter().find(|window| window.is_null())?;
        open.value().is_none().then(|| window.beta().get())
    }

    /// What is asked beside the others: halved, where the guess lies or most is open; or a step ahead of where one search
    /// would go on.
    fn beside(&self, known: Bounds) -> Option<i32> {
        let open = self.left_open(known);
        let around = |open: &&Bounds| open.lower() <= self.guess && self.guess <= open.upper();
        let widest = open.iter().max_by_key(|open| width(**open));
        match self.driver {
            Driver::Bisection => self.as_one_would(*open.iter().find(around).or(widest)?),
            _ => widest.map(|widest| ahead(*widest, widest.lower() > known.lower())),
        }
    }

    /// What is possible, cut where questions are open, and has more than one value.
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

/// A question within `open`, which lies above or below another question, a part away from that.
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

    /// About a value within `known` whose values are multiples of `step`.
    fn questions(driver: Driver, only: Option<i32>, known: Bounds, step: u32) -> Questions {
        let root = GraphPosition::new("root", "root", known).with(|place| place.step = step);
        Questions::new(driver, only, &root, known)
    }

    /// Asks until the value is known; each answer tells `more` than was asked. What was asked.
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
            questions.hear(known);
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
    fn what_an_answer_tells_beside_is_the_next_guess() {
        assert_eq!(asked(Driver::MtdF, 64, 6, 2), [0, 3, 6, 7]);
        assert_eq!(asked(Driver::MtdF, 64, -7, 64), [0, -7]);
        assert_eq!(asked(Driver::MtdF, 64, 6, 64), [0, 7]);
    }

    #[test]
    fn a_question_stays_until_it_is_answered() {
        let mut questions = questions(Driver::MtdF, None, bounds(-64, 64), 1);
        questions.hear(bounds(-9, 10));
        assert_eq!(questions.asked(), [0]);
        questions.hear(bounds(4, 10));
        assert_eq!(questions.asked(), [5]);
        let mut one = self::questions(Driver::MtdF, Some(3), bounds(-64, 64), 1);
        assert_eq!(one.asked(), [3]);
        one.hear(bounds(-64, 2));
        assert_eq!(one.asked(), [0; 0]);
    }

    /// The questions that are asked side by side, after `answers`.
    fn beside(driver: Driver, step: u32, answers: &[Bounds]) -> Vec<i32> {
        let mut questions = questions(driver, None, bounds(-64, 64), step);
        questions.ask(bounds(-64, 64), 2);
        for answer in answers {
            questions.hear(*answer);
            questions.ask(*answer, 2);
        }
        questions.asked().to_vec()
    }

    #[test]
    fn what_is_asked_beside_the_first_is_halved_or_lies_ahead() {
        assert_eq!(beside(Driver::MtdF, 2, &[]), [0, 8]);
        // A question stays, and comes first when that before it has been answered.
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-64, 6)]), [0, -8]);
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-64, 6), bounds(-64, -2)]), [-8, -15]);
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-64, -2)]), [-2, -10]);
        assert_eq!(beside(Driver::Bisection, 1, &[]), [-31, 33]);
        assert_eq!(beside(Driver::Bisection, 1, &[bounds(4, 6)]), [6, 5]);
        // Two that have the same answer are one.
        assert_eq!(beside(Driver::MtdF, 2, &[bounds(-14, -12)]).len(), 1);
        assert_eq!(beside(Driver::Bisection, 1, &[bounds(5, 6)]).len(), 1);
    }

    /// However many are asked, and whichever of them is answered first.
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
                    let told =
                        if value >= least { bounds(least, 64) } else { bounds(-64, least - 1) };
                    known = known.intersect(told).unwrap().on_grid(origin, step as u32);
                    questions.hear(known);
                    assert!(round < 100);
                }
                assert_eq!(known.value(), Some(Score::new(value)), "{driver:?}");
            }
        }
    }

    #[test]
    fn who_asks_one_question_asks_none_beside_it() {
        let mut one = questions(Driver::MtdF, Some(3), bounds(-64, 64), 1);
        one.ask(bounds(-64, 64), 5);
        assert_eq!((one.asked(), one.places(4)), (&[3][..], 4));
        let mut two = questions(Driver::Bisection, None, bounds(-64, 64), 1);
        two.ask(bounds(-64, 64), 2);
        assert_eq!(two.places(4), 2);
    }
}
