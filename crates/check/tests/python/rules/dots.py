"""Dots and Boxes (Lucas, "La Pipopipette", 1889).

The side that draws the fourth edge of a box gets it and moves again.

A position is (edges, boxes of both players, side). An edge is (row, column, direction): the place
of its upper or left dot from the top left, and 'h' if it leads to the right, 'v' if it leads down.
"""

import re

from .game import Game, size

NAME = "dots"


def read(variant):
    board = size(variant)
    return Dots(*board) if board and max(board) <= 5 else None


class Dots(Game):
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        right = [(r, c, "h") for r in range(rows + 1) for c in range(columns)]
        down = [(r, c, "v") for c in range(columns + 1) for r in range(rows)]
        # In the order in which the text names them.
        self.edges = right + down

    def rules(self):
        return self.rows << 8 | self.columns

    def boxes(self, edges):
        """The number of boxes with all four edges."""
        return sum(
            edges.issuperset(((r, c, "h"), (r + 1, c, "h"), (r, c, "v"), (r, c + 1, "v")))
            for r in range(self.rows)
            for c in range(self.columns)
        )

    def parse(self, text):
        found = re.fullmatch(
            r"(-|[a-f][1-6][hv](?:,[a-f][1-6][hv])*) ([0-9]{1,2}):([0-9]{1,2}) ([FS])", text
        )
        if not found:
            return None
        names = [] if found[1] == "-" else found[1].split(",")
        edges = frozenset((int(name[1]) - 1, ord(name[0]) - 97, name[2]) for name in names)
        points = int(found[2]), int(found[3])
        is_right = (
            len(edges) == len(names)
            and edges.issubset(self.edges)
            and sum(points) == self.boxes(edges)
        )
        return (edges, points, "FS".index(found[4])) if is_right else None

    def text(self, position):
        edges, points, side = position
        names = ",".join(self.move_text(position, edge) for edge in self.edges if edge in edges)
        return f"{names or '-'} {points[0]}:{points[1]} {'FS'[side]}"

    def taken(self, position, prover):
        first, second = position[1]
        return first - second if prover == "first" else second - first

    def side(self, position):
        return ("first", "second")[position[2]]

    def over(self, position):
        edges, points, side = position
        return points[side] - points[1 - side] if len(edges) == len(self.edges) else None

    def moves(self, position):
        return [edge for edge in self.edges if edge not in position[0]]

    def move_text(self, _, edge):
        return f"{chr(97 + edge[1])}{edge[0] + 1}{edge[2]}"

    def play(self, position, edge):
        edges, points, side = position[0] | {edge}, list(position[1]), position[2]
        closed = self.boxes(edges) - sum(points)
        points[side] += closed
        return edges, tuple(points), side if closed else 1 - side
