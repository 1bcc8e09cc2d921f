//! Where the table comes from, and where it goes.

use std::path::PathBuf;
use std::time::Duration;

/// Where the table comes from, and where it goes.
#[derive(Debug, clap::Args)]
pub(crate) struct SavingArgs {
    /// Keeps the table in a file, so that the search can go on another day
    ///
    /// If the file is there, the search goes on from it. It is written anew at the end, when Ctrl-C is
    /// pressed or SIGTERM or SIGHUP comes, and every few minutes; always as a whole, so that there is a
    /// sound file at any time. One process at a time may save in it.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Begins with the table that the same command saved in a file, which stays as it is
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Minutes between two savings while it searches; 0 saves at the end only
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = minutes)]
    #[arg(allow_negative_numbers = true)]
    #[arg(requires = "save")]
    pub(crate) save_every: Duration,
}

/// So many minutes; for ever, if there are none.
fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse().ok().filter(|minutes: &f64| *minutes >= 0.0);
    let minutes = minutes.ok_or("expected a number of minutes, 0 or more")?;
    let every = Duration::try_from_secs_f64(60.0 * minutes).unwrap_or(Duration::MAX);
    Ok(if every.is_zero() { Duration::MAX } else { every })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_may_be_parts_of_one_and_no_minutes_are_for_ever() {
        assert_eq!(minutes("10"), Ok(Duration::from_secs(600)));
        assert_eq!(minutes("0.5"), Ok(Duration::from_secs(30)));
        assert_eq!(["0", "1e300", "inf"].map(minutes), [const { Ok(Duration::MAX) }; 3]);
        assert!(["-1", "nan", "ten", ""].map(minutes).iter().all(Result::is_err));
    }
}
