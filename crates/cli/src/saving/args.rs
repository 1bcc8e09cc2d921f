//! The options that load and save the table.

use std::path::PathBuf;
use std::time::Duration;

/// The options that load and save the table.
#[derive(Debug, clap::Args)]
pub(crate) struct SavingArgs {
    /// Keep the table in FILE, so that the search can be resumed later
    ///
    /// If the file exists, its table is loaded first. The table is saved at the end, on Ctrl-C,
    /// SIGTERM or SIGHUP, and every few minutes. Each time the file is replaced as a whole, so that
    /// it is never left half written. Only one process at a time may save to it.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Start with the table that the same command saved in FILE, and leave the file unchanged
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Minutes between saves during a search; 0 saves only at the end
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = minutes)]
    #[arg(allow_negative_numbers = true)]
    #[arg(requires = "save")]
    pub(crate) save_every: Duration,
}

/// Parses a period in minutes; 0 means never.
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
