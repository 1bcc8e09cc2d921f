//! Values of real games, each proved by two certificates that meet.

use crate::codec::NotationCodec;
use eldest::{Bounds, Side};
use eldest_check::{CheckOptions, Claim, Meeting, meet};
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_games::domineering::Domineering;
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::nim::Nim;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_games::tictactoe::TicTacToe;

/// Certificates for both bounds are written, accepted, and meet; a claim beyond the value is
/// refused.
#[track_caller]
fn meets<N>(variant: &str, text: &str)
where
    N: Notation<Move: Send, Undo: Send> + Send + 'static,
{
    let game = NotationCodec::<N>(variant.parse().expect("a variant"));
    let (position, value, mut engine) = game.solved(text);
    for trust in [false, true] {
        let options = eldest_certify::CheckOptions::new().trust_bounds(trust).memory_bytes(1 << 16);
        let checking = CheckOptions::new().trust_bounds(trust).memory_bytes(1 << 15);
        let proofs = [Claim::at_least(&position, value), Claim::at_most(&position, value)];
        let proofs = proofs.map(|claim| {
            let file = game.written(&position, claim, &mut engine, &options).unwrap();
            let proof = game.checked(&file, &checking).unwrap();
            assert_eq!((proof.claim, proof.trusts_bounds), (claim, trust));
            assert_eq!(trust, game.checked(&file, &CheckOptions::new()).is_err());
            proof
        });
        let seen = if position.side() == Side::First { value } else { -value };
        assert_eq!(meet(&proofs[0], &proofs[1]), Meeting::Within(Bounds::exact(seen)));
    }
    let more = eldest::Score::new(value.get() + 1);
    let error =
        game.written(&position, Claim::at_least(&position, more), &mut engine, &Default::default());
    assert!(matches!(error, Err(eldest_certify::Error::False { .. })), "{error:?}");
    let less = eldest::Score::new(value.get() - 1);
    let error =
        game.written(&position, Claim::at_most(&position, less), &mut engine, &Default::default());
    assert!(error.is_err());
}

#[test]
fn tic_tac_toe() {
    meets::<TicTacToe>("", "-");
    meets::<TicTacToe>("", "x.o/.../...");
    meets::<TicTacToe>("", "xoo/.x./...");
}

#[test]
fn nim_where_wins_count_their_distance() {
    meets::<Nim>("", "3,4,5");
    meets::<Nim>("", "1,2,3");
}

#[test]
fn connect_four() {
    meets::<ConnectFour<AnySize>>("4x4", "-");
    meets::<ConnectFour<AnySize>>("5x4", "33");
    meets::<ConnectFour>("", "3154656552113412565247733337");
}

#[test]
fn othello_on_four_by_four() {
    meets::<Othello>("4x4", "-----OX--XO----- X");
}

#[test]
fn kalah_where_a_side_moves_twice_and_points_are_taken() {
    meets::<Kalah>("4x2", "2,2,2,2:0/2,2,2,2:0 S");
    meets::<Kalah>("3x3", "3,0,4:2/3,3,3:0 N");
}

#[test]
fn domineering() {
    meets::<Domineering>("4x4", "..../..../..../.... V");
}

#[test]
fn dots_and_boxes() {
    meets::<Dots>("2x2", "- 0:0 F");
}
