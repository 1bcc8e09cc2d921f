"""Test the engine with python-chess, which knows which moves are legal.

    python -m unittest discover -s crates/uci/tests/python        with ELDEST_UCI naming the program
"""

import os
import unittest

import chess
import chess.engine

PROGRAM = os.environ.get("ELDEST_UCI", "target/release/eldest-uci")


def nodes(count):
    return chess.engine.Limit(nodes=count)


class Engine(unittest.TestCase):
    """python-chess refuses illegal moves, and lines that are not of the protocol."""

    def setUp(self):
        self.engine = chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=60)
        self.engine.configure({"Hash": 8})

    def tearDown(self):
        self.engine.quit()
        self.assertEqual(self.engine.returncode.result(), 0)

    def play_out(self, board, limit, most=300, **how):
        while not board.is_game_over() and board.ply() < most:
            played = self.engine.play(board, limit, **how)
            self.assertIn(played.move, board.legal_moves)
            board.push(played.move)
        return board

    def test_a_whole_game_is_legal(self):
        for count in (1, 300, 3_000):
            self.play_out(chess.Board(), nodes(count), game=count)

    def test_a_game_goes_on_without_a_claim_of_a_draw(self):
        board = chess.Board("8/8/8/3k4/8/8/8/R3K3 w - - 95 80")
        self.play_out(board, nodes(20), most=200)
        self.assertGreater(board.halfmove_clock, 100)

    def test_a_game_on_the_clock_with_pondering_is_legal(self):
        limit = chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.01, black_inc=0.01)
        self.play_out(chess.Board(), limit, most=60, ponder=True)

    def test_several_lines_are_legal_and_in_order(self):
        board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        lines = self.engine.analyse(board, chess.engine.Limit(depth=6), multipv=4)
        self.assertEqual(len({line["pv"][0] for line in lines}), 4)
        scores = [line["score"].pov(board.turn) for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        for line in lines:
            board.variation_san(line["pv"])
            self.assertGreaterEqual(line["seldepth"], line["depth"])

    def test_an_analysis_is_stopped(self):
        with self.engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 5:
                    break
        self.assertIn(analysis.wait().move, chess.Board().legal_moves)

    def test_only_root_moves_that_are_asked_for_are_played(self):
        board = chess.Board()
        moves = [chess.Move.from_uci("a2a4"), chess.Move.from_uci("h2h3")]
        self.assertIn(self.engine.play(board, nodes(1_000), root_moves=moves).move, moves)

    def test_mates_are_reported_in_moves(self):
        # The first one is a zugzwang: a selective search to a few plies may miss it, `go mate` must not.
        board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        info = self.engine.analyse(board, chess.engine.Limit(mate=3))
        self.assertEqual(info["score"].white(), chess.engine.Mate(2))
        board = chess.Board("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
        info = self.engine.analyse(board, chess.engine.Limit(depth=8))
        self.assertEqual(info["score"].white(), chess.engine.Mate(3))
        board.push(info["pv"][0])
        info = self.engine.analyse(board, chess.engine.Limit(depth=8))
        self.assertEqual(info["score"].white(), chess.engine.Mate(2))

    def test_mates_of_a_problem_collection_by_depth(self):
        mates = {
            "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1": 3,
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1": 1,
            "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1": 1,
        }
        for fen, moves in mates.items():
            info = self.engine.analyse(chess.Board(fen), chess.engine.Limit(mate=moves + 1))
            self.assertEqual(info["score"].white(), chess.engine.Mate(moves), fen)

    def test_chess960_is_played(self):
        castled = 0
        for number in (0, 342, 518, 690, 959):
            board = chess.Board.from_chess960_pos(number)
            while not board.is_game_over() and board.ply() < 80:
                castling = [move for move in board.legal_moves if board.is_castling(move)]
                played = self.engine.play(board, nodes(200), root_moves=castling or None, game=number)
                self.assertTrue(not castling or played.move in castling)
                castled += bool(castling)
                board.push(played.move)
        self.assertGreater(castled, 0)

    def test_every_algorithm_plays_with_two_threads(self):
        for algorithm in self.engine.options["Algorithm"].var:
            self.engine.configure({"Threads": 2, "Algorithm": algorithm})
            self.play_out(chess.Board(), nodes(500), most=20, game=algorithm)

    def test_options_are_set_and_ranges_are_listed(self):
        self.assertEqual(self.engine.options["Hash"].min, 1)
        self.assertIn("Clear Hash", self.engine.options)
        self.engine.configure({"Selective": False, "Move Overhead": 10, "Clear Hash": None})
        self.assertIsNotNone(self.engine.play(chess.Board(), nodes(100)).move)
        self.engine.ping()


if __name__ == "__main__":
    unittest.main()
