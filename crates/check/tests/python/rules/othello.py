"""Othello. A position is (the cells of X, those of O, side).

Cells are pairs of column and row, from the left and the top; the side is 0 for X.
"""

import re

from .game import Game

NAME = "othello"
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def read(variant):
    found = re.fullmatch(r"([468])x\1(,discs)?", variant)
    return Othello(int(found[1]), bool(found[2])) if found else None


class Othello(Game):
    def __init__(self, size, to_neither):
        self.size, self.to_neither = size, to_neither
        self.cells = [(x, y) for y in range(size) for x in range(size)]

    def rules(self):
        return 2 * self.size + self.to_neither

    def parse(self, text):
        if not re.fullmatch(rf"[XO-]{{{len(self.cells)}}} [XO]", text):
            return None
        of = [
            frozenset(cell for cell, disc in zip(self.cells, text) if disc == mark) for mark in "XO"
        ]
        return of[0], of[1], "XO".index(text[-1])

    def text(self, position):
        marks = (
            "X" if cell in position[0] else "O" if cell in position[1] else "-"
            for cell in self.cells
        )
        return "".join(marks) + " " + "XO"[position[2]]

    def images(self, cells):
        last = self.size - 1
        for turned in (lambda x, y: (x, y)), (lambda x, y: (y, x)):
            for flip_x in False, True:
                for flip_y in False, True:
                    moved = (turned(x, y) for x, y in cells)
                    yield {(last - x if flip_x else x, last - y if flip_y else y) for x, y in moved}

    def rows(self, cells):
        return bytes(
            sum(1 << x for x in range(self.size) if (x, y) in cells) for y in range(self.size)
        )

    def encode(self, position):
        images = zip(self.images(position[0]), self.images(position[1]))
        return min(self.rows(x) + self.rows(o) for x, o in images) + bytes((position[2],))

    def decode(self, code):
        size = self.size
        if len(code) != 2 * size + 1 or code[-1] > 1 or any(row >> size for row in code[:-1]):
            return None
        x, o = (
            frozenset((x, y) for x, y in self.cells if rows[y] >> x & 1)
            for rows in (code[:size], code[size:-1])
        )
        return None if x & o else (x, o, code[-1])

    def side(self, position):
        return ("first", "second")[position[2]]

    def flips(self, mine, theirs, cell):
        turned = set()
        for dx, dy in STEPS if cell not in mine and cell not in theirs else ():
            line, (x, y) = [], cell
            while (x := x + dx, y := y + dy) in theirs:
                line.append((x, y))
            turned.update(line if (x, y) in mine else ())
        return turned

    def playable(self, mine, theirs):
        return [cell for cell in self.cells if self.flips(mine, theirs, cell)]

    def over(self, position):
        mine, theirs = position[position[2]], position[1 - position[2]]
        if self.playable(mine, theirs) or self.playable(theirs, mine):
            return None
        lead, left = len(mine) - len(theirs), len(self.cells) - len(mine) - len(theirs)
        return lead if self.to_neither or lead == 0 else lead + (left if lead > 0 else -left)

    def moves(self, position):
        return self.playable(position[position[2]], position[1 - position[2]]) or [None]

    def move_text(self, _, cell):
        return "pass" if cell is None else f"{chr(97 + cell[0])}{cell[1] + 1}"

    def play(self, position, cell):
        both, side = list(position[:2]), position[2]
        if cell is not None:
            turned = self.flips(both[side], both[1 - side], cell)
            both[side], both[1 - side] = both[side] | turned | {cell}, both[1 - side] - turned
        return both[0], both[1], 1 - side
