//! [`Args`]: the complete command line.

use crate::bench::args::BenchArgs;
use crate::certificate_args::{CertifyArgs, CheckArgs};
use crate::database::DatabaseArgs;
use crate::matches::MatchArgs;
use crate::matches::spsa::SpsaArgs;
use crate::play::PlayArgs;
use crate::search::SearchArgs;
use crate::solve::SolveArgs;
use crate::tree::TreeArgs;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use eldest_catalog::games::{Catalog, GameParser};
use eldest_jobs::prove::ProveArgs;

/// The part of the program's help that follows the list of games.
const EXAMPLES: &str = "\
If no position is given, it is read from stdin when stdin is a file or a pipe: any number of \
positions for solve, one for the other commands. If stdin is a terminal or empty, the start of \
the game is used. play reads moves from stdin, never a position.

Scores are given for the side to move. Connect Four: 1 for a win with its last stone, 2 with the \
last but one, and so on; negative for a loss. Othello: its discs minus the opponent's. Kalah: the \
seeds in its store at the end minus the opponent's. Dots and Boxes: its boxes minus the \
opponent's. Domineering: 1 for a win, -1 for a loss. Chess: hundredths of a pawn. Tic-tac-toe, \
Nim, dobutsu and chess: W5 is a win in 5 plies, L4 a loss in 4, 0 a draw. A score that is not \
known exactly is printed as its bounds, [-3,5].

Examples:
  eldest solve connect4 45461667 --best-move
  eldest solve connect4 --input positions.txt --format json
  echo 4444 | eldest search connect4
  eldest search connect4:6x5 - --time 5000
  eldest prove connect4 - --store connect4.proof
  eldest solve othello --input endgames.obf --best-move
  eldest play othello
  eldest match othello --a depth=4 --b depth=4,evaluator=iago
  eldest spsa othello --setting nodes=2000,selective=on --pairs 5000
  eldest search chess 'k7/8/2K5/8/8/8/8/7R w - -' --depth 5
  eldest bench
  eldest bench --scaling --threads 1,2,4 --format csv
  eldest bench --report report.html
  eldest tree 'tree:[[3 5] [2 9]]' --algorithm alpha-beta,scout
  eldest certify connect4:6x5 --least 0 --out draw.certificate
  eldest check draw.certificate
  eldest database chess --men 4 --out endings

Exit status:
  0    success
  1    an error, such as bad input, a failed check or a refused proof
  2    the command line is wrong
  3    a limit was reached before the solution
  4    check: the file is damaged, or not a certificate of a known game
  5    prove --check: the value is proved, but an answer is not confirmed
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP";

/// Solve, search and play two-player games with the eldest search core.
#[derive(Debug, Parser)]
#[command(name = "eldest", version, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Prove(ProveArgs),
    Search(SearchArgs),
    Play(PlayArgs),
    Match(Box<MatchArgs>),
    Spsa(Box<SpsaArgs>),
    Bench(BenchArgs),
    Tree(TreeArgs),
    Certify(CertifyArgs),
    Check(CheckArgs),
    Database(DatabaseArgs),
    /// Write a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Returns the command line for the games of `C`. If that is a single game, the help names no
/// other.
pub(crate) fn command<C: Catalog>() -> clap::Command {
    let command = Args::command();
    let Some(game) = C::only() else {
        return command.after_help(format!("Games:\n{}\n{EXAMPLES}", C::help()));
    };
    let names: Vec<_> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |sub| with_only_game::<C>(sub, game))
    });
    command.name(game).after_help(None::<&str>)
}

fn with_only_game<C: Catalog>(sub: clap::Command, game: &str) -> clap::Command {
    sub.after_help(None::<&str>).mut_args(|arg| {
        if arg.get_id() != "game" {
            return arg;
        }
        arg.value_parser(GameParser::<C>::new())
            .help(format!("The game: {game}, or {game}:VARIANT"))
    })
}

/// Adds a hint to `error` if more than one position was given to a command that takes one.
pub(crate) fn explained(mut error: clap::Error) -> clap::Error {
    let word = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let is_word = error.kind() == ErrorKind::UnknownArgument && !word.starts_with('-');
    if is_word && usage.ends_with("[POSITION]") {
        let tip = "give one position, in quotes if it contains blanks".to_owned();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_catalog::games::GameArg;

    #[test]
    fn the_command_line_is_sound() {
        command::<GameArg>().debug_assert();
    }

    /// Wrapped lines would break the tables, and examples could not be copied.
    #[test]
    fn tables_and_examples_in_the_help_fit_in_eighty_columns() {
        let mut lines = 0;
        let command = command::<GameArg>();
        for command in [&command].into_iter().chain(command.get_subcommands()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with("  ")) {
                assert!(line.len() <= 80, "{line}");
                lines += 1;
            }
        }
        assert!(lines > 50, "{lines}");
    }
}
