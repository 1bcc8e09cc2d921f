//! [`NotationCodec`]: a codec for any game with a notation.

use eldest::{Engine, Limits, Score};
use eldest_check::{CheckOptions, CheckedProof, Claim, Codec, Error, check};
use eldest_games::notation::Notation;
use std::io::Cursor;
use std::ops::ControlFlow;

/// A codec made of the notation of a game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct NotationCodec<N: Notation>(pub(crate) N::Variant);

impl<N: Notation> Codec for NotationCodec<N> {
    type Position = N;

    fn game(&self) -> String {
        format!("{}:{}", N::NAME, self.0).trim_end_matches(':').to_owned()
    }

    fn encode(&self, position: &N, out: &mut Vec<u8>) {
        Notation::encode(position, out);
    }

    fn decode(&self, code: &[u8]) -> Option<N> {
        N::decode(self.0, code)
    }

    fn encode_move(&self, position: &N, mv: N::Move, out: &mut Vec<u8>) {
        out.extend_from_slice(position.format_move(mv).as_bytes());
    }

    fn decode_move(&self, position: &N, code: &[u8]) -> Option<N::Move> {
        position.parse_move(std::str::from_utf8(code).ok()?).ok()
    }

    fn format(&self, position: &N) -> String {
        position.to_string()
    }

    fn parse(&self, text: &str) -> Option<N> {
        N::parse_position(self.0, text).ok()
    }
}

impl<N> NotationCodec<N>
where
    N: Notation<Move: Send, Undo: Send> + Send + 'static,
{
    /// Solves a position. Returns the position, its value, and the engine with the table of the
    /// search.
    pub(crate) fn solved(&self, text: &str) -> (N, Score, Engine<N>) {
        let position = self.parse(text).expect("a position");
        let mut engine = Engine::<N>::builder().table_bytes(1 << 22).build().unwrap();
        let value = engine.solve(&position, &Limits::new()).unwrap().value().expect("no limit");
        (position, value, engine)
    }

    /// Writes the certificate of `claim`.
    pub(crate) fn written(
        &self,
        position: &N,
        claim: Claim,
        engine: &mut Engine<N>,
        options: &eldest_certify::CheckOptions,
    ) -> Result<Vec<u8>, eldest_certify::Error> {
        let mut oracle = eldest_certify::SearchOracle::new(engine, &Limits::new());
        let mut file = Vec::new();
        let mut go_on = |_: &_| ControlFlow::Continue(());
        eldest_certify::write(self, position, claim, &mut oracle, options, &mut file, &mut go_on)?;
        Ok(file)
    }

    pub(crate) fn checked(
        &self,
        file: &[u8],
        options: &CheckOptions,
    ) -> Result<CheckedProof, Error> {
        check(self, Cursor::new(file), options, &mut |_| ControlFlow::Continue(()))
    }
}
