"""How soon the stronger side mates a bare king, for every position: a table made by retrograde analysis
(Thompson 1986).

A state is the squares of the stronger side's men, its king first; for each, one word has a bit for every
square of the bare king. The bare king blocks no piece: where it stands on the way of one it is in check, and
then it is its own turn."""

import chess
import numpy as np

WAYS = {"R": ((0, 1), (0, -1), (1, 0), (-1, 0)), "B": ((1, 1), (1, -1), (-1, 1), (-1, -1))}
WAYS["Q"] = WAYS["K"] = WAYS["R"] + WAYS["B"]
WAYS["N"] = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
"""Steps along files and ranks."""
REACH = {"K": 1, "N": 1, "B": 7, "R": 7, "Q": 7}
A, H = np.uint64(chess.BB_FILE_A), np.uint64(chess.BB_FILE_H)
ONE, EIGHT = np.uint64(1), np.uint64(8)


def bit(squares):
    return np.left_shift(ONE, squares.astype(np.uint64))


def beside(squares):
    """The squares a king's step away from any of these, in each word."""
    sides = (squares & ~H) << ONE | (squares & ~A) >> ONE
    row = squares | sides
    return sides | row << EIGHT | row >> EIGHT


class Table:
    """The stronger side's king and `pieces` ("Q", "BN") against a king."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.men = np.indices((64,) * (1 + len(pieces)), dtype=np.int64).reshape(1 + len(pieces), -1)
        self.attacked, self.moves = np.zeros(self.men.shape[1], np.uint64), []
        for man in range(len(self.men)):
            self.look(man, ("K" + pieces)[man])
        self.occupied = np.bitwise_or.reduce(bit(self.men))
        pairs = [(a, b) for b in range(len(self.men)) for a in range(b)]
        self.stands = np.logical_and.reduce([self.men[a] != self.men[b] for a, b in pairs])
        self.solve()

    def look(self, man, piece):
        """What one man attacks, and where it can go: for each way and number of steps one move."""
        others = [square for other, square in enumerate(self.men) if other != man]
        for files, ranks in WAYS[piece]:
            is_open = np.ones(self.men.shape[1], bool)
            for step in range(1, REACH[piece] + 1):
                file, rank = self.men[man] % 8 + step * files, self.men[man] // 8 + step * ranks
                is_open = is_open & (file >= 0) & (file < 8) & (rank >= 0) & (rank < 8)
                to = np.where(is_open, rank * 8 + file, 0)
                self.attacked |= np.where(is_open, bit(to), np.uint64(0))
                is_open = is_open & np.logical_and.reduce([to != square for square in others])
                target = [to if other == man else square for other, square in enumerate(self.men)]
                self.moves.append((is_open, self.index(target)))

    @staticmethod
    def index(squares):
        number = squares[0]
        for square in squares[1:]:
            number = number * 64 + square
        return number

    def solve(self):
        """Fills `lost`, whose row n has the bare kings that are to move and are mated within n moves, and
        `won`, those that are mated within n when the stronger side is to move."""
        here = np.where(self.stands, ~self.occupied, np.uint64(0))
        free, waits = ~self.attacked, here & ~self.attacked
        meets = here & ~beside(bit(self.men[0]))
        ends = beside(free) | self.attacked  # There is a move, or it is check: no stalemate.
        self.won, self.lost = [np.zeros_like(here)], [meets & ends & ~beside(free)]
        while len(self.won) < 2 or (self.won[-1] != self.won[-2]).any():
            now = np.zeros_like(here)
            for is_open, target in self.moves:
                now |= np.where(is_open, self.lost[-1][target], np.uint64(0))
            self.won.append(now & waits)
            self.lost.append(meets & ends & ~beside(free & ~self.won[-1]))

    def moves_to_mate(self, board, strong):
        """How many moves of the stronger side the mate takes; `None` if there is none."""
        men = [board.king(strong)]
        for piece in self.pieces:
            kind = chess.PIECE_SYMBOLS.index(piece.lower())
            men += [square for square in board.pieces(kind, strong) if square not in men][:1]
        if len(men) <= len(self.pieces):
            return None
        state, king = int(self.index(men)), board.king(not strong)
        levels = self.won if board.turn == strong else self.lost
        return next((n for n, level in enumerate(levels) if int(level[state]) >> king & 1), None)
