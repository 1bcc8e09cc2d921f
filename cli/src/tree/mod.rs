//! `eldest tree`: the tree that an algorithm searches, drawn.
//!
//! A [`recorder`] listens to each [`searcher`]; what it has heard [grows](grow) into a [`drawing`],
//! which the formats write: [`text`], [`svg`], [`dot`], [`json`].

mod dot;
mod drawing;
mod grow;
mod json;
mod recorder;
mod searcher;
mod standing;
mod svg;
mod text;
mod words;

pub(crate) use searcher::Searcher;

use crate::args::{TreeArgs, TreeFormat, View, refuse};
use crate::games::{Game, GameArg, Visitor};
use crate::input;
use crate::status::Status;
use anyhow::{Context, Result, ensure};
use clap::error::ErrorKind;
use drawing::Drawing;
use eldest::{Depth, Position};
use std::io::Write;

/// Draws what `args` name.
pub(crate) fn run(args: &TreeArgs) -> Result<Status> {
    let drawing = args.game.visit(Grow { args, depth: depth(args) })?;
    let picture = match args.format {
        TreeFormat::Text => text::draw(&drawing),
        TreeFormat::Svg => svg::draw(&drawing),
        TreeFormat::Dot => dot::draw(&drawing),
        TreeFormat::Json => json::draw(&drawing)?,
    };
    anstream::stdout().write_all(picture.as_bytes()).context("stdout")?;
    Ok(Status::Done)
}

/// How deep the search goes. Of games it must be said: their trees are too large to be drawn whole.
fn depth(args: &TreeArgs) -> Depth {
    match (args.depth, &args.game) {
        (Some(plies), _) => Depth::plies(plies),
        (None, GameArg::Tree(_)) => Depth::END,
        (None, _) => {
            let reason = "a game needs --depth N: how many plies of it are to be drawn";
            refuse("tree", ErrorKind::MissingRequiredArgument, reason)
        }
    }
}

struct Grow<'a> {
    args: &'a TreeArgs,
    depth: Depth,
}

impl Visitor for Grow<'_> {
    type Output = Result<Drawing>;

    fn visit<G: Game>(self, game: &G) -> Result<Drawing> {
        let Self { args, depth } = self;
        let position = input::position(game, args.position.as_deref())?;
        ensure!(position.over().is_none(), "the game is over: there is no tree to draw");
        let searchers = args.algorithm.iter();
        let records = searchers.map(|one| one.search(game, &position, depth, args.max_nodes));
        let records = records.collect::<Result<Vec<_>>>()?;
        let drawing = Drawing { types: args.types, ..grow::grow(game, &position, depth, &records) };
        Ok(if args.view == View::Root { drawing.seen_from_root() } else { drawing })
    }
}
