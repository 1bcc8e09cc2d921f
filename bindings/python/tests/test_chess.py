"""The board of python-chess as a game: its rules, searched by this core."""

from __future__ import annotations

import unittest
from typing import Any

import eldest

try:
    import chess
except ImportError:
    chess = None  # type: ignore[assignment]


class ChessGame:
    """A board of python-chess. The moves are those of python-chess."""

    def __init__(self, board: Any = None) -> None:
        self.board = chess.Board() if board is None else board

    def copy(self) -> ChessGame:
        return ChessGame(self.board.copy(stack=False))

    def side(self) -> int:
        return 0 if self.board.turn else 1

    def key(self) -> int:
        return hash(self.board._transposition_key()) & (1 << 64) - 1

    def over(self) -> int | None:
        if any(self.board.generate_legal_moves()):
            return None
        return eldest.LOSS if self.board.is_check() else eldest.DRAW

    def moves(self) -> list[Any]:
        return list(self.board.legal_moves)

    def play(self, move: Any) -> None:
        self.board.push(move)

    def undo(self, move: Any) -> None:
        assert self.board.pop() == move

    def name(self, move: Any) -> str:
        return str(move.uci())

    def __repr__(self) -> str:
        return f"ChessGame({self.board.fen()!r})"


MATES_IN_TWO = (
    "3R4/8/8/2p3K1/2p5/5B2/R1pPNB2/1b1k4 w - -",
    "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -",
    "7B/5R2/3p3N/3P4/1K2k2r/4N3/4Q3/8 w - -",
    "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - -",
    "8/8/8/2p1R3/1p3p2/1p1k1p2/1B5p/1K2Q3 w - -",
    "8/8/8/8/8/8/4QRb1/R3K2k w Q -",
)
"""Published problems: White mates in two moves, three plies."""


@unittest.skipIf(chess is None, "no package chess")
class ChessTest(unittest.TestCase):
    def test_perft_is_that_of_the_shipped_game(self) -> None:
        own, shipped = eldest.Engine(ChessGame(), table_mib=1), eldest.Engine("chess", table_mib=1)
        self.assertEqual(own.perft(3), 8_902)
        self.assertEqual((own.perft(4), shipped.perft(4)), (197_281, 197_281))

    def test_mates_in_two_are_those_of_the_shipped_game(self) -> None:
        own, shipped = eldest.Engine(ChessGame()), eldest.Engine("chess")
        for fen in MATES_IN_TWO:
            with self.subTest(fen):
                ours = own.search(ChessGame(chess.Board(fen)), depth=3)
                theirs = shipped.search(fen, depth=3)
                self.assertEqual((ours.value, theirs.value), (eldest.win_in(3), eldest.win_in(3)))
                board = chess.Board(fen)
                assert ours.best_move is not None
                self.assertTrue(board.is_legal(ours.best_move))


if __name__ == "__main__":
    unittest.main()
