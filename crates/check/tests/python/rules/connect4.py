"""Connect Four. A position is a tuple of columns: strings of 'x' and 'o' from the bottom."""

from .game import Game, size

NAME = "connect4"


def read(variant):
    board = size(variant)
    fits = board and 4 <= board[0] <= 9 and board[0] * (board[1] + 1) <= 64
    return ConnectFour(*board) if fits else None


class ConnectFour(Game):
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.bits = 8 if (width, height) == (7, 6) else height + 1

    def rules(self):
        return self.width << 16 | self.height << 8 | self.bits

    def parse(self, text):
        rows = text.split("/")
        if len(rows) != self.height or any(
            len(row) != self.width or row.strip("xo.") for row in rows
        ):
            return None
        board = tuple(
            "".join(row[c] for row in reversed(rows)).rstrip(".") for c in range(self.width)
        )
        return None if any("." in column for column in board) else self.possible(board)

    def possible(self, board):
        """The board, if the numbers of stones fit and the mover has no four; else None."""
        counts = [sum(column.count(stone) for column in board) for stone in "xo"]
        mover = "x" if self.side(board) == "first" else "o"
        return (
            board if counts[0] - counts[1] in (0, 1) and not self.has_four(board, mover) else None
        )

    def text(self, board):
        full = [column.ljust(self.height, ".") for column in board]
        return "/".join("".join(c[row] for c in full) for row in reversed(range(self.height)))

    def encode(self, board):
        mine = "x" if self.side(board) == "first" else "o"

        def key(columns):
            total = 0
            for index, column in enumerate(columns):
                own = sum(1 << row for row, stone in enumerate(column) if stone == mine)
                total += (2 ** len(column) - 1 + own) << (self.bits * index)
            return total

        return min(key(board), key(board[::-1])).to_bytes((self.bits * self.width + 7) // 8, "big")

    def decode(self, code):
        if len(code) != (self.bits * self.width + 7) // 8:
            return None
        key, parts = int.from_bytes(code, "big"), []
        for _ in range(self.width):
            column = key % 2**self.bits
            key >>= self.bits
            stones = (column + 1).bit_length() - 1
            parts.append((stones, column - (2**stones - 1)))
        if key or any(stones > self.height for stones, _ in parts):
            return None
        mine, other = "xo" if sum(stones for stones, _ in parts) % 2 == 0 else "ox"
        return self.possible(
            tuple(
                "".join(mine if own >> row & 1 else other for row in range(stones))
                for stones, own in parts
            )
        )

    def side(self, board):
        return "first" if sum(map(len, board)) % 2 == 0 else "second"

    def over(self, board):
        left = self.width * self.height - sum(map(len, board))
        if self.has_four(board, "o" if self.side(board) == "first" else "x"):
            return -((left + 2) // 2)
        return 0 if left == 0 else None

    def has_four(self, board, stone):
        cells = {
            (c, r) for c, column in enumerate(board) for r, s in enumerate(column) if s == stone
        }
        steps = (1, 0), (0, 1), (1, 1), (1, -1)
        return any(
            all((c + i * dc, r + i * dr) in cells for i in range(1, 4))
            for c, r in cells
            for dc, dr in steps
        )

    def moves(self, board):
        return [c for c, column in enumerate(board) if len(column) < self.height]

    def move_text(self, _, column):
        return str(column + 1)

    def play(self, board, column):
        stone = "x" if self.side(board) == "first" else "o"
        return board[:column] + (board[column] + stone,) + board[column + 1 :]
