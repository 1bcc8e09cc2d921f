//! Errors while a certificate is written.

use crate::codec::NotationCodec;
use eldest::{Engine, Limits, Score};
use eldest_certify::{CheckOptions, Error, SearchOracle, WriteProgress, write};
use eldest_check::Claim;
use eldest_games::connect4::ConnectFour;
use eldest_games::notation::Notation;
use eldest_games::tictactoe::TicTacToe;
use std::io;
use std::ops::ControlFlow;

fn engine<N: Notation>() -> Engine<N> {
    Engine::<N>::builder().table_bytes(1 << 16).build().unwrap()
}

#[test]
fn a_limit_leaves_no_certificate() {
    let (game, root) = (NotationCodec::<ConnectFour>(Default::default()), ConnectFour::default());
    let (mut engine, claim) = (engine(), Claim::at_least(&root, Score::new(1)));
    let mut oracle = SearchOracle::new(&mut engine, &Limits::new().nodes(100));
    let mut go_on = |_: &WriteProgress| ControlFlow::Continue(());
    let error =
        write(&game, &root, claim, &mut oracle, &CheckOptions::new(), io::sink(), &mut go_on);
    assert!(matches!(error, Err(Error::Unfinished)), "{error:?}");
}

#[test]
fn the_callback_can_stop_the_writer() {
    let (game, root) = (NotationCodec::<TicTacToe>(Default::default()), TicTacToe::new());
    let (mut engine, claim) = (engine(), Claim::at_least(&root, Score::DRAW));
    let mut oracle = SearchOracle::new(&mut engine, &Limits::new());
    let mut heights = Vec::new();
    let mut watch = |progress: &WriteProgress| {
        heights.push(progress.height);
        if heights.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let error =
        write(&game, &root, claim, &mut oracle, &CheckOptions::new(), io::sink(), &mut watch);
    assert!(matches!(error, Err(Error::Stopped)), "{error:?}");
    assert!(heights.len() == 3 && heights.is_sorted_by(|a, b| a >= b), "{heights:?}");
}

/// A full disk.
struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported() {
    let (game, root) = (NotationCodec::<TicTacToe>(Default::default()), TicTacToe::new());
    let (mut engine, claim) = (engine(), Claim::at_least(&root, Score::DRAW));
    let mut oracle = SearchOracle::new(&mut engine, &Limits::new());
    let mut go_on = |_: &WriteProgress| ControlFlow::Continue(());
    let error = write(&game, &root, claim, &mut oracle, &CheckOptions::new(), Full, &mut go_on);
    assert!(matches!(error, Err(Error::Io(_))), "{error:?}");
}
