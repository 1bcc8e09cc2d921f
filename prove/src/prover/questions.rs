//! [`Questions`]: what the root is asked, one null window after the other.

use crate::job::settled;
use eldest::options::Driver;
use eldest::{Bounds, Score};

/// What the root is asked. The windows are those that one search of the value would ask, and the same each time the
/// same answers come: a proof that goes on finds its question again.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    driver: Driver,
    /// The only question, if the value is not wanted.
    only: Option<i32>,
    asked: Option<i32>,
    /// The value, as the last answer has it.
    guess: Score,
    /// So many have been answered.
    answered: u32,
}

impl Questions {
    /// About a value that lies in `known`, in the order of `driver`, or `only` this one.
    pub(super) fn new(driver: Driver, only: Option<i32>, known: Bounds) -> Self {
        let first = Self { driver, only, asked: None, guess: Score::DRAW, answered: 0 };
        Self { asked: first.next(known), ..first }
    }

    /// Whether the value is at least which number is being asked; `None` if nothing is open.
    pub(super) fn asked(&self) -> Option<i32> {
        self.asked
    }

    /// The value is known to lie in `known`. The question stays until that answers it.
    pub(super) fn hear(&mut self, known: Bounds) {
        if let Some(yes) = self.asked.and_then(|least| settled(known, least)) {
            self.guess = if yes { known.lower() } else { known.upper() };
            self.answered += 1;
            self.asked = self.next(known);
        }
    }

    fn next(&self, known: Bounds) -> Option<i32> {
        if let Some(least) = self.only {
            return settled(known, least).is_none().then_some(least);
        }
        // Of a window that is not null a job could not say whether it is above or below.
        let windows = [(self.driver, self.answered), (Driver::Bisection, 0)];
        let windows = windows.map(|(driver, pass)| driver.window(known, self.guess, pass));
        let window = windows.into_iter().find(|window| window.is_null())?;
        known.value().is_none().then(|| window.beta().get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until the value is known; each answer tells `more` than was asked. What was asked.
    fn asked(driver: Driver, range: i32, value: i32, more: i32) -> Vec<i32> {
        let mut known = Bounds::new(Score::new(-range), Score::new(range));
        let mut questions = Questions::new(driver, None, known);
        let mut asked = Vec::new();
        while let Some(least) = questions.asked() {
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
        let bounds = |lower, upper| Bounds::new(Score::new(lower), Score::new(upper));
        let mut questions = Questions::new(Driver::MtdF, None, bounds(-64, 64));
        questions.hear(bounds(-9, 10));
        assert_eq!(questions.asked(), Some(0));
        questions.hear(bounds(4, 10));
        assert_eq!(questions.asked(), Some(5));
        let mut one = Questions::new(Driver::MtdF, Some(3), bounds(-64, 64));
        assert_eq!(one.asked(), Some(3));
        one.hear(bounds(-64, 2));
        assert_eq!(one.asked(), None);
    }
}
