//! What can be typed after `eldest prove`.

use eldest::Score;
use eldest_catalog::games::GameName;
use eldest_prove::part::place;
use eldest_terminal::args::{CommonArgs, MemoryArgs, SharingArgs};
use eldest_terminal::typed::{position, score, within};
use std::path::{Path, PathBuf};

/// Proves the value of one hard position by many searches, and goes on where it was
///
/// A search that takes more than --budget nodes is broken up: the position is replaced by what it leads to. What each
/// search has found is in the --store before it counts, so that the proof goes on from there, by the same command,
/// whatever has ended it: Ctrl-C, a full disk, a power cut.
///
/// The line that is written is that of solve; with --least, the question and its answer follow: yes, no, or open.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object with score, distance, lower, upper, solved, best_move, nodes and seconds as by solve; and asked (is \
the value at least this? null if nothing is open), least (that of --least) and answer (whether the value is at least \
that; null if it is open), positions in the graph and how many of them are proved, expanded \
and open, results, nodes_per_second, checked (checks that were made), unconfirmed (answers that a check did not confirm because \
its nodes ran out), unchecked (answers whose check is due), and line, the moves of the \
principal line as far as the graph goes. best_move is null and line empty where no search has told of a move that is \
worth the value.\n\n\
Examples:\n  \
eldest prove connect4 - --store connect4.proof\n  \
eldest prove kalah --least 1 --store kalah.proof --table-mib 4096\n  \
eldest prove --status connect4.proof\n  \
eldest prove --status connect4.proof --report growth.svg\n  \
eldest prove connect4:6x5 --store small.proof --certificate small.certificate\n  \
eldest prove --play small.least.certificate")]
pub struct ProveArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    #[arg(required_unless_present_any = ["status", "play"])]
    pub(crate) game: Option<GameName>,
    /// The position; without one, that of stdin, or the start of the game
    ///
    /// Without one the position is that of stdin, if stdin is a file or a pipe; if it is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// Keeps what is proved in a file, and goes on from what is there
    ///
    /// One process at a time may prove there; any may look at it with --status.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Only whether the value is at least this, written as solve writes it: 5, -3, W7, L4
    #[arg(long, value_name = "SCORE", value_parser = score)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) least: Option<Score>,
    /// Breaks a search up that takes more nodes
    #[arg(long, value_name = "NODES", default_value = "50000000", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) budget: u64,
    /// Node limit for this run
    #[arg(short, long, value_name = "N", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Keeps up to N results about positions below from each search that is broken up
    ///
    /// They are believed, and save searches where the next one is made by another table: by eldest-cluster.
    #[arg(long, value_name = "N", default_value = "0", value_parser = within(0..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) facts: u16,
    /// Searches this percentage of the answers again, with an empty table
    ///
    /// With eldest-cluster by another worker than the one that gave the answer. A check whose nodes run out is searched once more,
    /// to the end. Where answers stay unconfirmed, the exit status is 5.
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = percent)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) check: f64,
    /// Writes what is proved as certificates, which eldest check accepts
    ///
    /// With --least one certificate, of the answer; else two, of the value, whose names have least and most before the
    /// extension: c4.least.certificate and c4.most.certificate for c4.certificate.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Ends certificates where static bounds of the game decide: shorter, and proves that much less
    #[arg(long)]
    pub trust_bounds: bool,
    /// How much is sorted in memory.
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Says how far a proof is, and proves nothing; also while another process is proving there
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "position", "store", "least", "budget", "nodes", "facts", "check", "certificate"])]
    pub(crate) status: Option<PathBuf>,
    /// Plays against a proof, when it has been checked: eldest check --play
    #[arg(long, value_name = "CERTIFICATE")]
    #[arg(conflicts_with_all = ["game", "position", "store", "least", "budget", "nodes", "facts", "check", "certificate", "status", "report"])]
    pub play: Option<PathBuf>,
    /// Draws how the graph grew, at the end, as a picture
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    /// The table, and how results are written.
    #[command(flatten)]
    pub common: CommonArgs,
}

impl ProveArgs {
    /// Returns what is wrong if two options name one file, by whatever way, of which one would be lost; or if the store is
    /// to be on stdout.
    #[must_use]
    pub fn conflict(&self) -> Option<String> {
        if self.store.as_deref() == Some(Path::new("-")) {
            return Some(
                "--store - names no file; expected a file (one of that name is ./-)".to_owned(),
            );
        }
        let named = self.files();
        named.iter().enumerate().find_map(|(number, (option, path))| {
            let is_it = |(_, other): &&(_, PathBuf)| place(other) == place(path);
            let (first, other) = named[..number].iter().find(is_it)?;
            let (other, path) = (other.display(), path.display());
            Some(format!(
                "{first} and {option} name the same file, {other} and {path}; expected a file of its own for each"
            ))
        })
    }

    /// Returns the options that name a file that is read or written here, and which.
    fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let options =
            [("--store", &self.store), ("--status", &self.status), ("--report", &self.report)];
        let files = options.into_iter().filter_map(|(name, path)| Some((name, path.clone()?)));
        let certificates = self.certificate.iter().flat_map(|path| paths(path, self.least));
        files.chain(certificates.map(|path| ("--certificate", path))).collect()
    }
}

/// Of a value there are two, named `least` and `most` before the extension.
pub(super) fn paths(path: &Path, least: Option<Score>) -> Vec<PathBuf> {
    let name = |word: &str| match path.extension() {
        Some(extension) => path.with_extension(format!("{word}.{}", extension.display())),
        None => path.with_extension(word),
    };
    if least.is_some() { vec![path.to_owned()] } else { ["least", "most"].map(name).into() }
}

/// A share of a hundred, as one of one.
fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_a_hundred() {
        assert_eq!((percent("1"), percent("100")), (Ok(0.01), Ok(1.0)));
        assert!(["-1", "101", "x", "nan"].map(percent).iter().all(Result::is_err));
    }

    #[test]
    fn the_files_of_a_value_are_named_after_what_they_prove() {
        let named = |path: &str, least| paths(Path::new(path), least);
        let value = named("a/c4.certificate", None);
        assert_eq!(
            value,
            [Path::new("a/c4.least.certificate"), Path::new("a/c4.most.certificate")]
        );
        assert_eq!(named("c4", None), [Path::new("c4.least"), Path::new("c4.most")]);
        assert_eq!(named("a/c4", Some(Score::DRAW)), [Path::new("a/c4")]);
    }
}
