//! The arguments of `eldest certify` and `eldest check`.

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

/// Write a proof of a position's value that anyone can check
///
/// The proof has one move for each position of the proving side and all moves of the other side,
/// down to positions where the game is over. The position is searched first. An exact value takes
/// two proofs: that it is at least, and that it is at most, the score.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:\n  \
eldest certify connect4:6x5 --least 0 --out least.certificate\n  \
eldest certify connect4:6x5 --most 0 --out most.certificate\n  \
eldest check least.certificate most.certificate")]
pub(crate) struct CertifyArgs {
    /// The game, as in connect4, connect4:6x4 or othello:6x6
    pub(crate) game: GameName,
    /// The position; by default that of stdin, or the start of the game
    ///
    /// If it is left out, it is read from stdin when stdin is a file or a pipe. If stdin is a
    /// terminal or empty, the start of the game is used.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) claim: ClaimArgs,
    /// The file to write; an existing file is replaced only if it is a certificate or empty
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// End the proof where static bounds of the game decide: it is shorter, but relies on them
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

/// The claim to prove, for the side to move.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ClaimArgs {
    /// Prove that the side to move gets at least SCORE, as in 3, W5 (a win in 5 plies) or L4 (a
    /// loss in 4)
    #[arg(short, long, value_name = "SCORE", value_parser = score)]
    #[arg(allow_negative_numbers = true)]
    least: Option<Score>,
    /// Prove that the side to move gets at most SCORE
    #[arg(short, long, value_name = "SCORE", value_parser = score)]
    #[arg(allow_negative_numbers = true)]
    most: Option<Score>,
}

impl ClaimArgs {
    /// Returns the claim about a position with `side` to move.
    pub(crate) fn of(&self, side: Side) -> Claim {
        match (self.least, self.most) {
            (_, Some(most)) => Claim { prover: side.other(), least: -most },
            (least, None) => Claim { prover: side, least: least.expect("one of both is required") },
        }
    }
}

/// Check a proof using only the rules of the game
///
/// Given two proofs of the same position, checks both and prints their combined result: the exact
/// value, if they meet.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 if all is proved, 1 if a proof is refused (the offending record is printed, with the reason), 4 if \
a file is not a certificate, is damaged, or is about an unknown game.\n\n\
JSON: one object per proof, with game, rules, position, prover (first or second), least, trusts_bounds, records, \
bytes, height and seconds; after two proofs, one with lower and upper, the bounds for the first player.\n\n\
Examples:\n  \
eldest check least.certificate most.certificate\n  \
zcat win.certificate.gz | eldest check -\n  \
eldest check win.certificate --play")]
pub(crate) struct CheckArgs {
    /// One certificate, or two about the same position; - for stdin
    ///
    /// Input from a pipe is copied to a temporary file in the folder TMPDIR.
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Accept a proof that ends where static bounds of the game decide
    #[arg(long)]
    pub(crate) trust_bounds: bool,
    /// Play against the proof once it has been checked
    #[arg(long)]
    pub(crate) play: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl CheckArgs {
    /// Returns the arguments of `eldest check` that play against the proof at `path`, which was
    /// given to `eldest prove`.
    pub(crate) fn played(args: &ProveArgs, path: &Path) -> Self {
        let (files, trust_bounds) = (vec![path.to_owned()], args.trust_bounds);
        let (memory, format) = (args.memory, args.common.format);
        Self { files, trust_bounds, play: true, memory, format }
    }
}
