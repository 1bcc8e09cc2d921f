//! Proofs of tic-tac-toe, written without any search.

use eldest::{Moves, Position, Score, Side};
use eldest_check::{
    CertificateWriter, CheckOptions, CheckedProof, Claim, Codec, Error, Header, NodeRecord, check,
};
use eldest_checks::raw::RawRecord;
use eldest_games::notation::Notation;
use eldest_games::tictactoe::TicTacToe;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;

/// Tic-tac-toe by its text.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Noughts;

impl Codec for Noughts {
    type Position = TicTacToe;

    fn game(&self) -> String {
        "tictactoe".to_owned()
    }

    fn encode(&self, position: &TicTacToe, out: &mut Vec<u8>) {
        out.extend_from_slice(position.to_string().as_bytes());
    }

    fn decode(&self, code: &[u8]) -> Option<TicTacToe> {
        std::str::from_utf8(code).ok()?.parse().ok()
    }

    fn encode_move(&self, position: &TicTacToe, mv: eldest_check::Move<Self>, out: &mut Vec<u8>) {
        out.extend_from_slice(position.format_move(mv).as_bytes());
    }

    fn decode_move(&self, position: &TicTacToe, code: &[u8]) -> Option<eldest_check::Move<Self>> {
        position.parse_move(std::str::from_utf8(code).ok()?).ok()
    }

    fn format(&self, position: &TicTacToe) -> String {
        position.to_string()
    }

    fn parse(&self, text: &str) -> Option<TicTacToe> {
        text.parse().ok()
    }
}

/// A certificate with these records.
pub(crate) fn file(header: &Header, lines: &[RawRecord]) -> Vec<u8> {
    let mut writer = CertificateWriter::new(Vec::new(), header).unwrap();
    for RawRecord { height, code, least, mv } in lines {
        let (height, least) = ((*height).try_into().unwrap(), (*least).try_into().unwrap());
        writer.push(NodeRecord::new(height, code, least, mv)).unwrap();
    }
    writer.finish().unwrap().0
}

pub(crate) fn checked<C: Codec>(codec: &C, file: &[u8]) -> Result<CheckedProof, Error> {
    checked_with(codec, file, &CheckOptions::new())
}

pub(crate) fn checked_with<C: Codec>(
    codec: &C,
    file: &[u8],
    options: &CheckOptions,
) -> Result<CheckedProof, Error> {
    check(codec, Cursor::new(file), options, &mut |_| ControlFlow::Continue(()))
}

/// The value for the side to move, by minimax, where distant wins count less.
fn value(position: &TicTacToe) -> Score {
    let best = || {
        let moves = Moves::collect(|out| position.moves(out)).into_iter();
        moves.map(|mv| -value(&after(position, mv)).one_ply_up()).max()
    };
    position.over().or_else(best).expect("a move")
}

fn after(position: &TicTacToe, mv: eldest_check::Move<Noughts>) -> TicTacToe {
    let mut child = *position;
    child.play(mv);
    child
}

/// The header and the records of a proof that `prover` gets a draw or more, with the first move
/// that holds it.
pub(crate) fn draw(text: &str, prover: Side) -> (Header, Vec<RawRecord>) {
    let root: TicTacToe = text.parse().unwrap();
    let claim = Claim { prover, least: Score::DRAW };
    let mut lines = BTreeMap::new();
    prove(&root, prover, &mut lines);
    let mut lines: Vec<RawRecord> = lines.into_values().collect();
    lines.sort_by(|a, b| b.height.cmp(&a.height).then_with(|| a.code.cmp(&b.code)));
    (Header::new(&Noughts, &root, claim, false), lines)
}

fn prove(position: &TicTacToe, prover: Side, lines: &mut BTreeMap<String, RawRecord>) {
    let name = position.to_string();
    if position.over().is_some() || lines.contains_key(&name) {
        return;
    }
    let moves = Moves::collect(|out| position.moves(out));
    let (code, height) = (name.clone().into_bytes(), position.plies_left().unwrap().into());
    let mut line = RawRecord { height, code, least: 0, mv: Vec::new() };
    let mut next = vec![*position];
    if position.side() == prover {
        let holds = |mv: &_| value(&after(position, *mv)) <= Score::DRAW;
        let mv = moves.into_iter().find(holds).expect("a move that holds the draw");
        line.mv = position.format_move(mv).into_bytes();
        next = vec![after(position, mv)];
    }
    lines.insert(name, line);
    for middle in next.iter().filter(|middle| middle.over().is_none()) {
        for mv in Moves::collect(|out| middle.moves(out)) {
            prove(&after(middle, mv), prover, lines);
        }
    }
}
