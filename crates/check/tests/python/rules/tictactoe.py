"""Tic-tac-toe. A position is its text without the strokes: nine of 'x', 'o' and '.'."""

import re

from .game import Game

NAME = "tictactoe"
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)


def read(variant):
    return TicTacToe() if not variant else None


class TicTacToe(Game):
    COUNTS_DISTANCE = True

    def rules(self):
        return 0

    def parse(self, text):
        if not re.fullmatch(r"[xo.]{3}(/[xo.]{3}){2}", text):
            return None
        board = text.replace("/", "")
        mover = "x" if self.side(board) == "first" else "o"
        return (
            board
            if board.count("x") - board.count("o") in (0, 1) and not self.has_three(board, mover)
            else None
        )

    def text(self, board):
        return "/".join((board[:3], board[3:6], board[6:]))

    def side(self, board):
        return "first" if board.count("x") == board.count("o") else "second"

    def has_three(self, board, mark):
        return any(all(board[i] == mark for i in line) for line in LINES)

    def over(self, board):
        if self.has_three(board, "o" if self.side(board) == "first" else "x"):
            return -8000000
        return None if "." in board else 0

    def moves(self, board):
        return [i for i in range(9) if board[i] == "."]

    def move_text(self, _, cell):
        return str(cell + 1)

    def play(self, board, cell):
        return board[:cell] + ("x" if self.side(board) == "first" else "o") + board[cell + 1 :]
