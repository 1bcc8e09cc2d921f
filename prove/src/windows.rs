//! Which null window the root is asked for.

use eldest::Bounds;

/// Whether the value is at least which number is to be asked next, of a value within `known`; `None` if it is known.
///
/// Halves what is possible; but on one side of zero half the far end, so that small values, which are cheap to
/// refute, are ruled out first: the same as [`Driver::Bisection`](eldest::options::Driver::Bisection).
pub(crate) fn next(known: Bounds) -> Option<i32> {
    let (lower, upper) = (known.lower().get(), known.upper().get());
    let middle = (lower + upper).div_euclid(2);
    let above = if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    };
    (lower < upper).then(|| above.min(upper - 1) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Score;

    #[test]
    fn every_value_is_found() {
        for (value, range) in
            [(0, 0), (1, 21), (-21, 21), (21, 21), (7_999_991, 8_000_000), (0, 8_000_000)]
        {
            let mut known = Bounds::new(Score::new(-range), Score::new(range));
            let mut asked = 0;
            while let Some(least) = next(known) {
                asked += 1;
                let (lower, upper) = (known.lower(), known.upper());
                known = if value >= least {
                    Bounds::new(Score::new(least), upper)
                } else {
                    Bounds::new(lower, Score::new(least - 1))
                };
            }
            assert_eq!(known.value(), Some(Score::new(value)));
            assert!(asked < 50, "{asked}");
        }
    }
}
