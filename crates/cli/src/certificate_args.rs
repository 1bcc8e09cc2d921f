//! What can be typed after `eldest certify` and `eldest check`.

use eldest::{Score, Side};
use eldest_catalog::games::GameName;
use eldest_check::Claim;
use eldest_jobs::prove::ProveArgs;
use eldest_terminal::Format;
use eldest_terminal::args::CommonArgs;
use eldest_terminal::args::LimitArgs;
use eldest_terminal::args::MemoryArgs;
use eldest_terminal::args::SharingArgs;
use eldest_terminal::typed::position;
use eldest_terminal::typed::score;
use std::path::{Path, PathBuf};

/// Writes a proof of what a position is worth, which anybody can check
///
/// For one side a move at each of its positions, for the other side all moves, down to positions where the game
/// is over. The position is searched first. A value takes two proofs: that it is at least this score, and at most
/// this score.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:\n  \
eldest certify connect4:6x5 --least 0 --out least.certificate\n  \
eldest certify connect4:6x5 --most 0 --out most.certificate\n  \
eldest check least.certificate most.certificate")]
pub(crate) struct CertifyArgs {
    /// The game, as in connect4, connect4:6x4 or othello:6x6
    pub(crate) game: GameName,
    /// The position; without one, that of stdin, or the start of the game
    ///
    /// Without one the position is that of stdin, if stdin is a file or a pipe; if it is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) claim: ClaimArgs,
    /// The file that the proof is written to; one that is there is replaced if it is a certificate
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Ends the proof where static bounds of the game decide: shorter, and proves that much less
    #[arg(long)]
    pub(crate) trust_bounds: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// What is to be proved, for the side to move.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ClaimArgs {
    /// That the side to move gets at least this: a score, or W5 for a win in 5 plies, L4 for a loss in 4
    #[arg(short, long, value_name = "SCORE", value_parser = score)]
    #[arg(allow_negative_numbers = true)]
    least: Option<Score>,
    /// That it gets no more
    #[arg(short, long, value_name = "SCORE", value_parser = score)]
    #[arg(allow_negative_numbers = true)]
    most: Option<Score>,
}

impl ClaimArgs {
    /// The claim about a position where `side` is to move.
    pub(crate) fn of(&self, side: Side) -> Claim {
        match (self.least, self.most) {
            (_, Some(most)) => Claim { prover: side.other(), least: -most },
            (least, None) => Claim { prover: side, least: least.expect("one of both is required") },
        }
    }
}

/// Checks a proof, by the rules of the game alone
///
/// Two proofs of the same position are checked one after the other, and their common result is printed: the value, if
/// they meet.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 if all is proved, 1 if a proof is refused (the wrong record is printed, with the reason), 4 if a \
file is no certificate, is damaged, or is of a game that is not known.\n\n\
JSON: an object for each proof with game, rules, position, prover (first or second), least, trusts_bounds, \
records, bytes, height and seconds; for two an object with lower and upper, for the player who moves first.\n\n\
Examples:\n  \
eldest check least.certificate most.certificate\n  \
zcat win.certificate.gz | eldest check -\n  \
eldest check win.certificate --play")]
pub(crate) struct CheckArgs {
    /// One certificate, or two about the same position; - for stdin
    ///
    /// What comes through a pipe is copied into a temporary file, where TMPDIR says.
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Accepts a proof that ends where static bounds of the game decide
    #[arg(long)]
    pub(crate) trust_bounds: bool,
    /// Plays against the proof, when it has been checked
    #[arg(long)]
    pub(crate) play: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl CheckArgs {
    /// Returns what would be typed after `eldest check` to play against the proof at `path`, which was typed after
    /// `eldest prove`.
    pub(crate) fn played(args: &ProveArgs, path: &Path) -> Self {
        let (files, trust_bounds) = (vec![path.to_owned()], args.trust_bounds);
        let (memory, format) = (args.memory, args.common.format);
        Self { files, trust_bounds, play: true, memory, format }
    }
}
