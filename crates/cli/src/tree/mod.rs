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
mod svg;
mod text;
mod words;

pub(crate) use searcher::Searcher;

use crate::args::{TreeArgs, TreeFormat, View, refuse};
use crate::games::{Board, Game, GameArg, Visitor};
use crate::input;
use crate::status::Status;
use anyhow::{Context, Result, ensure};
use clap::error::ErrorKind;
use drawing::Drawing;
use eldest::{Depth, Options};
use searcher::Question;
use std::io::Write;

/// Draws what `args` name.
pub(crate) fn run(args: &TreeArgs) -> Result<Status> {
    let drawing = drawing(args, &args.game.visit(Root { args })?, depth(args))?;
    let picture = match args.format {
        TreeFormat::Text => text::draw(&drawing),
        TreeFormat::Svg => svg::draw(&drawing),
        TreeFormat::Dot => dot::draw(&drawing),
        TreeFormat::Json => json::draw(&drawing)?,
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(picture.as_bytes()).and_then(|()| stdout.flush()).context("stdout")?;
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

/// The position at the root, and options to the end and to a depth.
struct Rooted {
    board: Box<dyn Board>,
    options: [Options; 2],
}

struct Root<'a> {
    args: &'a TreeArgs,
}

impl Visitor for Root<'_> {
    type Output = Result<Rooted>;

    fn visit<G: Game>(self, game: &G) -> Result<Rooted> {
        let position = input::one(game, self.args.position.as_deref())?.parse(game)?;
        let options = [game.options(), game.options_to_depth()];
        Ok(Rooted { board: game.erased(&position), options })
    }
}

fn drawing(args: &TreeArgs, root: &Rooted, depth: Depth) -> Result<Drawing> {
    let Rooted { board, options: [to_end, to_depth] } = root;
    ensure!(board.over().is_none(), "the game is over: there is no tree to draw");
    let options = if depth.is_end() { to_end } else { to_depth };
    let question = Question { board: &**board, options, depth, most: args.max_nodes };
    let records = args.algorithm.iter().map(|searcher| searcher.search(&question));
    let records = records.collect::<Result<Vec<_>>>()?;
    let drawing = Drawing { types: args.types, ..grow::grow(&**board, depth, &records) };
    Ok(if args.view == View::Root { drawing.seen_from_root() } else { drawing })
}
