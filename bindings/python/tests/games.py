"""Games for the tests, in both styles."""

from __future__ import annotations

import eldest


class Heap:
    """Take one, two or three from a heap; taking the last one wins. A move makes another heap."""

    def __init__(self, left: int = 21, side: int = 0) -> None:
        self.left, self._side = left, side

    def side(self) -> int:
        return self._side

    def key(self) -> int:
        return self.left * 2 + self._side

    def over(self) -> int | None:
        return eldest.LOSS if self.left == 0 else None

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.left) + 1))

    def child(self, taken: int) -> Heap:
        return type(self)(self.left - taken, 1 - self._side)

    def plies_left(self) -> int:
        return self.left

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.left})"


class Coins:
    """A row of coins; a move takes one from either end. It plays on itself, and has texts."""

    PLAYERS = ("Left", "Right")

    def __init__(self, row: tuple[int, ...] = (3, 9, 1, 2, 7, 5, 4, 8)) -> None:
        self.row, self.ends, self.taken_by = row, [0, len(row)], [0, 0]
        self.path: list[tuple[str, int]] = []

    def copy(self) -> Coins:
        other = type(self)(self.row)
        other.ends, other.taken_by = list(self.ends), list(self.taken_by)
        other.path = list(self.path)
        return other

    def side(self) -> int:
        return (len(self.row) - self.plies_left()) % 2

    def key(self) -> bytes:
        points = self.taken_by[0] - self.taken_by[1]
        return bytes([*self.ends, points & 255, *self.row])

    def over(self) -> int | None:
        if self.plies_left() > 0:
            return None
        lead = self.taken_by[0] - self.taken_by[1]
        return lead if self.side() == 0 else -lead

    def moves(self) -> tuple[str, ...]:
        return ("first", "last")

    def play(self, move: str) -> None:
        coin = self.row[self.ends[0] if move == "first" else self.ends[1] - 1]
        self.taken_by[self.side()] += coin
        self.path.append((move, coin))
        self.ends[0] += move == "first"
        self.ends[1] -= move == "last"

    def undo(self, move: str) -> None:
        played, coin = self.path.pop()
        assert played == move
        self.ends[0] -= move == "first"
        self.ends[1] += move == "last"
        self.taken_by[self.side()] -= coin

    def plies_left(self) -> int:
        return self.ends[1] - self.ends[0]

    def evaluate(self) -> int:
        lead = self.taken_by[0] - self.taken_by[1]
        return lead if self.side() == 0 else -lead

    def name(self, move: str) -> str:
        return move[0].upper()

    def __repr__(self) -> str:
        return f"Coins{self.row[self.ends[0] : self.ends[1]]}"


class TicTacToe:
    """Tic-tac-toe on integers; moves are squares, 0 to 8."""

    LINES = (7, 56, 448, 73, 146, 292, 273, 84)

    def __init__(self, own: int = 0, other: int = 0, count: int = 0) -> None:
        self.own, self.other, self.count = own, other, count

    def side(self) -> int:
        return self.count % 2

    def key(self) -> int:
        return self.own << 9 | self.other

    def over(self) -> int | None:
        if any(self.other & line == line for line in self.LINES):
            return eldest.LOSS
        return eldest.DRAW if self.count == 9 else None

    def moves(self) -> list[int]:
        taken = self.own | self.other
        return [square for square in range(9) if not taken >> square & 1]

    def child(self, square: int) -> TicTacToe:
        return TicTacToe(self.other, self.own | 1 << square, self.count + 1)

    def plies_left(self) -> int:
        return 9 - self.count

    def __str__(self) -> str:
        marks = "xo" if self.count % 2 == 0 else "ox"
        cells = [
            marks[0] if self.own >> at & 1 else marks[1] if self.other >> at & 1 else "."
            for at in range(9)
        ]
        return "\n".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def coins_value(row: tuple[int, ...]) -> int:
    """Returns the value of a row of coins, by plain minimax."""
    if not row:
        return 0
    return max(row[0] - coins_value(row[1:]), row[-1] - coins_value(row[:-1]))
