"""Chess by the FIDE Laws (2023), articles 3 and 5.

In `chess:fifty` a hundred plies without a capture or a pawn's move are a draw; `chess` has no such
rule. A move is legal if the opponent cannot take the king after it.

A position is (squares, side, rights, behind, clock, number). The squares are a string of FEN letters
and '.' from a1, rank by rank; rights are some of "KQkq"; behind is the square behind a pawn that has
just gone two steps, or None.
"""

import re

from .game import Game

NAME = "chess"
LEAPS = {"n": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]}
LINES = {"r": [(1, 0), (-1, 0), (0, 1), (0, -1)], "b": [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
LINES["q"] = LEAPS["k"] = LINES["r"] + LINES["b"]
# By right: the squares of king and rook before castling, and after it.
CASTLING = {"K": (4, 7, 6, 5), "Q": (4, 0, 2, 3), "k": (60, 63, 62, 61), "q": (60, 56, 58, 59)}


def read(variant):
    return Chess(variant == "fifty") if variant in ("", "fifty") else None


def name(square):
    return f"{chr(97 + square % 8)}{square // 8 + 1}"


def is_white(piece):
    return piece.isupper()


def owned(piece, side):
    return piece != "." and is_white(piece) == (side == 0)


def targets(squares, square):
    """The squares that the piece on `square` attacks."""
    piece, found = squares[square], []
    kind, (rank, file) = piece.lower(), divmod(square, 8)
    steps, far = LINES.get(kind), kind in LINES
    if kind == "p":
        up = 1 if is_white(piece) else -1
        steps = [(up, -1), (up, 1)]
    for up, right in steps or LEAPS[kind]:
        r, f = rank + up, file + right
        while 0 <= r < 8 and 0 <= f < 8:
            found.append(8 * r + f)
            if not far or squares[8 * r + f] != ".":
                break
            r, f = r + up, f + right
    return found


def attackers(squares, target, side):
    """The pieces of `side` that attack `target`."""
    return [
        at
        for at, piece in enumerate(squares)
        if owned(piece, side) and target in targets(squares, at)
    ]


def king(squares, side):
    return squares.index("Kk"[side])


def in_check(position, side):
    return bool(attackers(position[0], king(position[0], side), 1 - side))


class Chess(Game):
    COUNTS_DISTANCE = True

    def __init__(self, counts):
        self.counts = counts

    def rules(self):
        """The clock at which keys begin to include it; 255 for never."""
        return 0 if self.counts else 255

    def parse(self, text):
        found = re.fullmatch(
            r"([1-8PNBRQKpnbrqk/]+) ([wb]) (-|K?Q?k?q?) (-|[a-h][36])"
            r" ([0-9]{1,3}) ([1-9][0-9]{0,4})",
            text,
        )
        ranks = (
            [
                re.sub("[1-8]", lambda digit: "." * int(digit[0]), rank)
                for rank in found[1].split("/")
            ]
            if found
            else []
        )
        if [len(rank) for rank in ranks] != [8] * 8 or not found[3]:
            return None
        rights, behind = found[3].strip("-"), (
            None if found[4] == "-" else ord(found[4][0]) - 97 + 8 * int(found[4][1]) - 8
        )
        position = (
            "".join(reversed(ranks)),
            "wb".index(found[2]),
            rights,
            behind,
            int(found[5]),
            int(found[6]),
        )
        return (
            position
            if position[4] <= 100 and position[5] <= 65535 and self.possible(position)
            else None
        )

    def possible(self, position):
        squares, side, rights, behind, _, _ = position
        for pieces in str.isupper, str.islower:
            own = "".join(filter(pieces, squares)).lower()
            if len(own) > 16 or own.count("k") != 1 or own.count("p") > 8:
                return False
        kings = king(squares, 0), king(squares, 1)
        checkers = attackers(squares, kings[side], 1 - side)
        wrong_castling = any(
            squares[CASTLING[r][0]] != "kK"[r.isupper()]
            or squares[CASTLING[r][1]] != "rR"[r.isupper()]
            for r in rights
        )
        wrong = (
            "p" in (squares[:8] + squares[56:]).lower(),
            kings[1] in targets(squares, kings[0]),
            in_check(position, 1 - side),
            len(checkers) > 2,
            wrong_castling,
        )
        return not any(wrong) and (
            behind is None or self.can_be_behind(squares, side, behind, checkers)
        )

    def can_be_behind(self, squares, side, behind, checkers):
        """Whether a pawn can just have passed that square.

        A piece that gives check is that pawn, or a line piece to which the pawn opened a line.
        """
        up = 8 if side == 0 else -8
        pawn, origin = behind - up, behind + up
        if (
            behind // 8 != (5 if side == 0 else 2)
            or squares[behind] + squares[origin] != ".."
            or squares[pawn] != "pP"[side]
        ):
            return False
        return all(at == pawn or origin in self.between(at, king(squares, side)) for at in checkers)

    def between(self, one, other):
        ranks, files = other // 8 - one // 8, other % 8 - one % 8
        if ranks and files and abs(ranks) != abs(files):
            return []
        count = max(abs(ranks), abs(files))
        return [one + n * (8 * ranks + files) // count for n in range(1, count)]

    def text(self, position):
        squares, side, rights, _, clock, number = position
        ranks = "/".join(squares[at : at + 8] for at in range(56, -1, -8))
        ranks = re.sub(r"\.+", lambda empty: str(len(empty[0])), ranks)
        passing = [move for move in self.moves(position) if self.takes_in_passing(position, move)]
        square = name(position[3]) if passing else "-"
        return f"{ranks} {'wb'[side]} {rights or '-'} {square} {clock} {number}"

    def side(self, position):
        return ("first", "second")[position[1]]

    def takes_in_passing(self, position, move):
        return (
            position[0][move[0]].lower() == "p"
            and move[1] == position[3]
            and (move[0] - move[1]) % 8 != 0
        )

    def over(self, position):
        if not self.moves(position):
            return -8000000 if in_check(position, position[1]) else 0
        return 0 if self.is_dead(position[0]) or self.counts and position[4] >= 100 else None

    def is_dead(self, squares):
        """Whether at most one knight, or only bishops on squares of one colour, are left."""
        pieces = squares.replace(".", "").lower()
        bishops = {(at // 8 + at) % 2 for at, piece in enumerate(squares) if piece in "bB"}
        knights = pieces.count("n")
        few = len(bishops) < 2 if knights == 0 else knights == 1 and not bishops
        return few and not set(pieces) & set("pqr")

    def moves(self, position):
        """Moves as (from, to, promotion piece); castling is a move of the king."""
        side, squares = position[1], position[0]
        pseudo = [
            move
            for at, piece in enumerate(squares)
            if owned(piece, side)
            for move in self.steps(position, at)
        ]
        pseudo += [
            CASTLING[right][::2] + ("",) for right in position[2] if self.castles(position, right)
        ]
        return [move for move in pseudo if not in_check(self.play(position, move), side)]

    def steps(self, position, at):
        squares, side, _, behind, _, _ = position
        if squares[at].lower() != "p":
            return [(at, to, "") for to in targets(squares, at) if not owned(squares[to], side)]
        up, home = (8, 1) if side == 0 else (-8, 6)
        to = [to for to in targets(squares, at) if to == behind or owned(squares[to], 1 - side)]
        if squares[at + up] == ".":
            to.append(at + up)
            if at // 8 == home and squares[at + 2 * up] == ".":
                to.append(at + 2 * up)
        return [
            (at, square, piece)
            for square in to
            for piece in ("nbrq" if square // 8 in (0, 7) else ("",))
        ]

    def castles(self, position, right):
        squares, side = position[0], position[1]
        start, rook, goal, passed = CASTLING[right]
        is_free = all(squares[at] == "." for at in range(min(start, rook) + 1, max(start, rook)))
        mine = right.isupper() == (side == 0)
        return (
            mine
            and is_free
            and not any(attackers(squares, at, 1 - side) for at in (start, passed, goal))
        )

    def play(self, position, move):
        squares, side, rights, _, clock, number = position
        start, goal, piece = move
        board, moved = list(squares), squares[start]
        is_pawn = moved.lower() == "p"
        resets = is_pawn or squares[goal] != "."
        board[start], board[goal] = ".", (piece.upper() if side == 0 else piece) or moved
        if self.takes_in_passing(position, move):
            board[start // 8 * 8 + goal % 8] = "."
        for king_from, rook, king_to, rook_to in CASTLING.values():
            if moved.lower() == "k" and (start, goal) == (king_from, king_to):
                board[rook], board[rook_to] = ".", squares[rook]
        rights = "".join(r for r in rights if not {start, goal} & set(CASTLING[r][:2]))
        behind = (start + goal) // 2 if is_pawn and abs(start - goal) == 16 else None
        clock = 0 if resets else min(clock + 1, 100)
        return "".join(board), 1 - side, rights, behind, clock, min(number + side, 65535)

    def move_text(self, position, move):
        """Standard Algebraic Notation."""
        squares, (start, goal, piece) = position[0], move
        after = self.play(position, move)
        kind = squares[start].upper()
        takes = squares[goal] != "." or self.takes_in_passing(position, move)
        if kind == "K" and abs(start - goal) == 2:
            text = "O-O" if goal > start else "O-O-O"
        else:
            origin = self.origin(position, move) if kind != "P" else name(start)[0] if takes else ""
            text = (
                kind.strip("P")
                + origin
                + "x" * takes
                + name(goal)
                + ("=" + piece.upper() if piece else "")
            )
        if in_check(after, after[1]):
            text += "+" if self.moves(after) else "#"
        return text

    def origin(self, position, move):
        """What distinguishes the move from those of like pieces: file, else rank, else both."""
        others = {
            start
            for start, goal, _ in self.moves(position)
            if start != move[0] and goal == move[1] and position[0][start] == position[0][move[0]]
        }
        file, rank = name(move[0])
        if not others:
            return ""
        if all(name(at)[0] != file for at in others):
            return file
        return rank if all(name(at)[1] != rank for at in others) else file + rank
