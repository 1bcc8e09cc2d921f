//! Scores as they are typed, which is as the program writes them.

use eldest::Score;

/// A number of points, or a win or a loss in so many plies.
pub(crate) fn score(text: &str) -> Result<Score, String> {
    let plies = |text: &str| text.parse().ok().filter(|plies| *plies <= Score::MAX_DISTANCE);
    let points = |number: &i32| number.abs() <= Score::MAX_VALUE.get();
    let score = match text.split_at_checked(1) {
        Some(("W", rest)) => plies(rest).map(Score::win_in),
        Some(("L", rest)) => plies(rest).map(Score::loss_in),
        _ => text.parse().ok().filter(points).map(Score::new),
    };
    score.ok_or_else(|| {
        "expected a score such as 3 or -12, or W5 for a win in 5 plies, L4".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_written() {
        for known in [Score::new(-3), Score::DRAW, Score::win_in(5), Score::loss_in(0)] {
            assert_eq!(score(&format!("{known:#}")), Ok(known));
        }
        for text in ["", "W", "w5", "4000001", "-4000001", "L2000001", "W-1", "é"] {
            assert!(score(text).is_err(), "{text}");
        }
    }
}
