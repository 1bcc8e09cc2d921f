"""Nim: the side that takes the last piece wins. A position is (heaps, side).

The largest heap comes first, and empty ones are left out.
"""

import re

from .game import Game

NAME = "nim"
MOST_HEAPS = 8


def read(variant):
    return Nim() if not variant else None


class Nim(Game):
    COUNTS_DISTANCE = True

    def rules(self):
        return 0

    def parse(self, text):
        """The text has no side to move: it is always the first."""
        if text == "-":
            return (), 0
        if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3}){0,7}", text):
            return None
        heaps = self.sorted(map(int, text.split(",")))
        return (heaps, 0) if not heaps or heaps[0] < 256 else None

    def sorted(self, heaps):
        return tuple(sorted((heap for heap in heaps if heap), reverse=True))

    def text(self, position):
        return ",".join(map(str, position[0])) or "-"

    def encode(self, position):
        heaps, side = position
        return bytes(heaps) + bytes(MOST_HEAPS - len(heaps)) + bytes((side,))

    def decode(self, code):
        if len(code) != MOST_HEAPS + 1 or code[-1] > 1:
            return None
        return self.sorted(code[:-1]), code[-1]

    def side(self, position):
        return ("first", "second")[position[1]]

    def over(self, position):
        return None if position[0] else -8000000

    def moves(self, position):
        return [(heap, left) for heap in set(position[0]) for left in range(heap)]

    def move_text(self, _, move):
        return f"{move[0]}>{move[1]}"

    def play(self, position, move):
        heaps = list(position[0])
        heaps.remove(move[0])
        return self.sorted(heaps + [move[1]]), 1 - position[1]
