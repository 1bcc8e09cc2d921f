//! The arguments of `eldest prove`.

use eldest::Score;
use eldest_catalog::games::GameName;
use eldest_prove::part::place;
use eldest_terminal::args::{CommonArgs, KnownArgs, MemoryArgs, SharingArgs};
use eldest_terminal::typed::{position, score, within};
use std::path::{Path, PathBuf};

/// Prove the value of one hard position by many searches, resuming an earlier run
///
/// A position whose search exhausts --budget nodes is expanded into its successors. Each result is
/// in the --store before it counts, so the same command resumes the proof after Ctrl-C, a full disk
/// or a power cut.
///
/// The output has the columns of solve; with --least, the question and its answer follow: yes, no,
/// or open.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object with score, distance, lower, upper, solved, best_move, nodes and seconds as in solve; and open_question (is \
the value at least this? null if nothing is open), least (that of --least) and answer (whether the value is at least \
that; null if it is open), positions in the graph and the numbers of proved, expanded \
and open ones, results, nodes_per_second, checked (checks that ended), unconfirmed (answers whose check ran \
out of nodes), unchecked (answers whose check is due), and line, the moves of the \
principal line as far as the graph goes. best_move is null and line is empty if no search has reported a move with \
that value.\n\n\
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
    /// The position; by default read from stdin, or the start of the game
    ///
    /// By default the position is read from stdin, if stdin is a file or a pipe. If stdin is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// Keep the results in a file, and resume from it
    ///
    /// One process at a time can prove in a file; others can read it with --status.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) known: KnownArgs,
    /// Only decide whether the value is at least SCORE, in the notation of solve: 5, -3, W7, L4
    #[arg(long, value_name = "SCORE", value_parser = score)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) least: Option<Score>,
    /// Node limit per search; a position that exhausts it is expanded into its successors
    #[arg(long, value_name = "NODES", default_value = "50000000", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) budget: u64,
    /// Node limit for this run
    #[arg(short, long, value_name = "N", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Keep up to N intermediate results from each search that exhausts its budget
    ///
    /// They are accepted without a check, and save searches that another table would repeat, as
    /// with eldest-cluster.
    #[arg(long, value_name = "N", default_value = "0", value_parser = within(0..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) facts: u16,
    /// Re-search this percentage of answers with an empty table
    ///
    /// With eldest-cluster, another worker does the check. A check that runs out of nodes is
    /// repeated without a limit. If answers stay unconfirmed, the exit status is 5.
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = percent)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) check: f64,
    /// Write certificates of the proof, for eldest check
    ///
    /// With --least, one certificate of the answer. Otherwise two certificates of the value, with
    /// least and most before the extension: c4.least.certificate and c4.most.certificate for
    /// c4.certificate.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// End certificates where static bounds of the game decide: they are shorter, but rely on these
    /// bounds
    #[arg(long)]
    pub trust_bounds: bool,
    /// The memory for sorting.
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Show the progress of a proof without proving, even while another process proves there
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "position", "database", "store", "least", "budget", "nodes", "facts", "check", "certificate"])]
    pub(crate) status: Option<PathBuf>,
    /// Check a proof and play against it, as eldest check --play does
    #[arg(long, value_name = "CERTIFICATE")]
    #[arg(conflicts_with_all = ["game", "position", "database", "store", "least", "budget", "nodes", "facts", "check", "certificate", "status", "report"])]
    pub play: Option<PathBuf>,
    /// Draw the growth of the graph, at the end
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    /// The size of the table, and the format of results.
    #[command(flatten)]
    pub common: CommonArgs,
}

impl ProveArgs {
    /// Returns an error message if two options name the same file, by any path, if the store is
    /// `-`, or if a certificate would rely on a database.
    #[must_use]
    pub fn conflict(&self) -> Option<String> {
        if self.store.as_deref() == Some(Path::new("-")) {
            return Some(
                "--store - is not a file name; expected a file (write ./- for a file of that name)"
                    .to_owned(),
            );
        }
        if self.known.is_given() && self.certificate.is_some() {
            let reason = "--database cannot be used with --certificate, whose checker has none";
            return Some(reason.to_owned());
        }
        let named = self.files();
        named.iter().enumerate().find_map(|(number, (option, path))| {
            let is_it = |(_, other): &&(_, PathBuf)| place(other) == place(path);
            let (first, other) = named[..number].iter().find(is_it)?;
            let (other, path) = (other.display(), path.display());
            Some(format!(
                "{first} and {option} name the same file, {other} and {path}; expected a separate file for each"
            ))
        })
    }

    /// Returns the options that name files to read or write, with these files.
    fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let options =
            [("--store", &self.store), ("--status", &self.status), ("--report", &self.report)];
        let files = options.into_iter().filter_map(|(name, path)| Some((name, path.clone()?)));
        let certificates = self.certificate.iter().flat_map(|path| paths(path, self.least));
        files.chain(certificates.map(|path| ("--certificate", path))).collect()
    }
}

/// Returns the paths of the certificates: two for a value, with `least` and `most` before the
/// extension.
pub(super) fn paths(path: &Path, least: Option<Score>) -> Vec<PathBuf> {
    let name = |word: &str| match path.extension() {
        Some(extension) => path.with_extension(format!("{word}.{}", extension.display())),
        None => path.with_extension(word),
    };
    if least.is_some() { vec![path.to_owned()] } else { ["least", "most"].map(name).into() }
}

/// Reads a percentage, and converts it to a share from 0 to 1.
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
