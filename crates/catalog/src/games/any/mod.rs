//! Games behind a shared type, so that generic code is compiled once and not for each of them.
//!
//! A [`Board`] is a position whose game is not known at compile time, [`GameBoard`] implements it
//! for any game, and [`AnyPosition`] makes it a position for a search. A move is its
//! [number](Ordinal). This costs a move list at each node, unless the game numbers its moves, and
//! dynamic dispatch for each call, which does not matter for drawings and small games
//! ([`AnyGame`]).

mod board;
mod game;
mod held;
mod position;

pub use board::{Board, Ordinal};
pub(super) use game::AnyGame;
pub use held::GameBoard;
pub use position::{AnyPosition, PlayPosition};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Catalog, Game, GameArg, Visitor};
    use eldest::textbook::{GameTree, NodeCounts, alpha_beta};
    use eldest::{Depth, MoveList, Moves, Position, Score, Window, ZeroEvaluator};

    /// Returns the value of alpha-beta at four plies, and its node counts.
    fn searched<P: Position>(position: P) -> (Score, NodeCounts) {
        let mut tree = GameTree::new(position, &ZeroEvaluator);
        (alpha_beta(&mut tree, Window::FULL, Depth::plies(4)), tree.counts())
    }

    /// Searches the start of a game with its own type, and behind the shared type.
    struct BothWays;

    impl Visitor for BothWays {
        type Output = [(Score, NodeCounts); 2];

        fn visit<G: Game>(self, game: &G) -> Self::Output {
            let (start, _) = game.start();
            let board = game.erased(&start);
            let erased = match (board.counts_distance(), board.is_path_dependent()) {
                (false, _) => searched(AnyPosition::<false>::new(board)),
                (true, false) => searched(AnyPosition::<true>::new(board)),
                (true, true) => searched(AnyPosition::<true, true>::new(board)),
            };
            [searched(start), erased]
        }
    }

    #[test]
    fn a_game_behind_one_type_is_searched_node_by_node_as_it_is() {
        for game in ["connect4", "othello", "kalah", "chess", "chess:full"] {
            let [own, erased] = game.parse::<GameArg>().unwrap().visit(BothWays);
            assert_eq!(own, erased, "{game}");
        }
    }

    /// Returns the names of the moves that `generate` pushes, and their ranks.
    fn ranked<M: Copy>(
        generate: impl FnOnce(&mut Moves<'_, M>),
        name: impl Fn(M) -> String,
    ) -> Vec<(String, i32)> {
        let mut list = MoveList::default();
        list.refill(generate);
        list.iter_ranked().map(|(mv, rank)| (name(mv), rank)).collect()
    }

    /// Compares the ranks of a game's moves with those behind the shared type, on one line of play.
    struct Ranks;

    impl Visitor for Ranks {
        type Output = ();

        fn visit<G: Game>(self, game: &G) {
            let (mut position, _) = game.start();
            while position.over().is_none() {
                let board = game.erased(&position);
                let name = |mv| game.format_move(&position, mv);
                let relevant = ranked(|out| position.relevant_moves(out), name);
                let moves = ranked(|out| position.moves(out), name);
                let erased = |mv| board.format_move(mv);
                assert_eq!(ranked(|out| board.relevant_moves(out), erased), relevant);
                assert_eq!(ranked(|out| board.moves(out), erased), moves);
                assert_eq!(ranked(|out| board.copy().moves(out), erased), moves);
                let relevant = Moves::collect(|out| board.relevant_moves(out));
                for mv in board.all_moves().into_iter().chain(relevant) {
                    assert_eq!(board.copy().parse_move(&board.format_move(mv)).unwrap(), mv);
                }
                let mv = game.parse_move(&position, &moves[moves.len() / 2].0).unwrap();
                G::advance(&mut position, mv);
            }
        }
    }

    #[test]
    fn moves_behind_one_type_have_one_number_and_the_ranks_of_the_game() {
        for game in ["connect4", "othello", "kalah", "domineering", "domineering:5x6", "dots"] {
            game.parse::<GameArg>().unwrap().visit(Ranks);
        }
    }

    /// Plays a line of moves. Returns the legal moves after it, and the drawing.
    struct LineVisitor(&'static [&'static str]);

    impl Visitor for LineVisitor {
        type Output = (Vec<String>, String);

        fn visit<G: Game>(self, game: &G) -> Self::Output {
            let mut board = game.erased(&game.start().0);
            for name in self.0 {
                let mv = board.parse_move(name).unwrap();
                assert_eq!(board.format_move(mv), *name);
                board.play(mv);
                board.undo();
                board.copy().play(mv);
                board.advance(mv);
            }
            let moves = Moves::collect(|out| board.moves(out));
            (moves.into_iter().map(|mv| board.format_move(mv)).collect(), board.drawing())
        }
    }

    #[test]
    fn moves_are_named_wherever_they_are_played() {
        let line = |game: &str, line| game.parse::<GameArg>().unwrap().visit(LineVisitor(line));
        let (moves, drawing) = line("nim", &["5>1", "4>0"]);
        assert_eq!((moves.join(" "), drawing), ("3>0 3>1 3>2 1>0".into(), "  3 ***\n  1 *".into()));
        let (moves, _) = line("tree:[[3 5] [2 9 4]]", &["1"]);
        assert_eq!(moves.join(" "), "0 1 2");
    }
}
