//! `eldest tree`: the tree that an algorithm searches, drawn.

use crate::args::{TreeArgs, TreeFormat, View, refuse};
use anyhow::{Context, Result, anyhow};
use clap::error::ErrorKind;
use eldest::{Depth, Options};
use eldest_catalog::games::{AnyPosition, Board, Catalog, Game, Visitor};
use eldest_draw::tree::{Drawer, Drawing, TreeError};
use eldest_terminal::Status;
use eldest_terminal::input;
use std::io::Write;

/// Draws what `args` name.
pub(crate) fn run<C: Catalog>(args: &TreeArgs) -> Result<Status> {
    let drawing = drawing(args, args.game.of::<C>().visit(Root { args })?, depth::<C>(args))?;
    let picture = match args.format {
        TreeFormat::Text => drawing.text(),
        TreeFormat::Svg => drawing.svg(),
        TreeFormat::Dot => drawing.dot(),
        TreeFormat::Json => drawing.json(),
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(picture.as_bytes()).and_then(|()| stdout.flush()).context("stdout")?;
    Ok(Status::Done)
}

/// How deep the search goes. Of games it must be said: their trees are too large to be drawn whole.
fn depth<C: Catalog>(args: &TreeArgs) -> Depth {
    match args.depth {
        Some(plies) => Depth::plies(plies),
        None if args.game.of::<C>().is_synthetic() => Depth::END,
        None => {
            let reason = "a game needs --depth N: how many plies of it are to be drawn";
            refuse::<TreeArgs>("tree", ErrorKind::MissingRequiredArgument, reason)
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

fn drawing(args: &TreeArgs, root: Rooted, depth: Depth) -> Result<Drawing> {
    let kind = (root.board.counts_distance(), root.board.is_path_dependent());
    let drawn = match kind {
        (false, false) => drawn::<false, false>(args, root, depth),
        (true, false) => drawn::<true, false>(args, root, depth),
        (_, true) => drawn::<true, true>(args, root, depth), // chess with all its draws
    };
    let drawing = drawn.map_err(|error| match error {
        TreeError::TooLarge { searcher, most } => anyhow!(
            "{searcher} visits more than {most} nodes, too many to look at; \
             try a smaller --depth, or a larger --max-nodes"
        ),
        error => error.into(),
    })?;
    let drawing = drawing.with_types(args.types);
    Ok(if args.view == View::Root { drawing.seen_from_root() } else { drawing })
}

fn drawn<const DISTANCE: bool, const PATH: bool>(
    args: &TreeArgs,
    Rooted { board, options: [to_end, to_depth] }: Rooted,
    depth: Depth,
) -> Result<Drawing, TreeError> {
    Drawer::new(&AnyPosition::<DISTANCE, PATH>::new(board), depth)
        .evaluator(AnyPosition::estimate)
        .move_names(AnyPosition::format_move)
        .options(if depth.is_end() { to_end } else { to_depth })
        .most_visits(args.max_nodes)
        .draw(&args.algorithm)
}
