"""Domineering, as in Martin Gardner's column of February 1974.

Vertical, the first player, puts dominoes on two free squares one above the other, Horizontal on two
side by side. The side that cannot move loses.

A position is (useful squares, side). The squares are pairs of row and column from the top left,
which are free and have a free neighbour. The side is 0 for Vertical.
"""

import re

from .game import Game, size

NAME = "domineering"


def read(variant):
    board = size(variant)
    fits = board and board[1] <= 26 and board[0] * board[1] <= 128
    return Domineering(*board) if fits else None


class Domineering(Game):
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns

    def rules(self):
        return self.rows << 8 | self.columns

    def parse(self, text):
        row = rf"[.#]{{{self.columns}}}"
        if not re.fullmatch(rf"{row}(/{row}){{{self.rows - 1}}} [VH]", text):
            return None
        rows = text[:-2].split("/")
        free = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."}
        return self.useful(free), "VH".index(text[-1])

    def useful(self, free):
        steps = (0, 1), (1, 0), (0, -1), (-1, 0)
        return frozenset(
            (r, c) for r, c in free if any((r + down, c + right) in free for down, right in steps)
        )

    def text(self, position):
        def row(r):
            return "".join(".#"[(r, c) not in position[0]] for c in range(self.columns))

        return "/".join(map(row, range(self.rows))) + " " + "VH"[position[1]]

    def side(self, position):
        return ("first", "second")[position[1]]

    def other(self, position, square):
        return (square[0] + 1, square[1]) if position[1] == 0 else (square[0], square[1] + 1)

    def over(self, position):
        return None if self.moves(position) else -1

    def moves(self, position):
        return [square for square in position[0] if self.other(position, square) in position[0]]

    def move_text(self, _, square):
        return f"{chr(97 + square[1])}{square[0] + 1}"

    def play(self, position, square):
        return self.useful(position[0] - {square, self.other(position, square)}), 1 - position[1]
