"""A second checker of certificates, from docs/certificates.md alone, with Python's standard library."""

import hashlib
import re
import struct
import zlib


class Refused(Exception):
    """The file proves nothing; says why."""


def refuse(condition, why):
    if condition:
        raise Refused(why)


class Numbers:
    """What is still to be read of a block."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            refuse(self.at >= len(self.data), "a block ends too early")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                refuse(shift > 63 or byte == 0 and shift > 7, "a number that is too long")
                return value

    def numbers(self, count):
        return [self.number() for _ in range(count)]

    def take(self, count):
        refuse(self.at + count > len(self.data), "a block ends too early")
        self.at += count
        return self.data[self.at - count:self.at]


def read(data):
    """The header, and all records as (height, code, least, move)."""
    refuse(not data.startswith(b"eldest certificate "), "no certificate")
    refuse(hashlib.sha256(data[:-32]).digest() != data[-32:], "the digest is wrong")
    end = data.find(b"\n\n")
    refuse(end < 0, "the header does not end")
    lines = data[:end].decode("utf-8").split("\n")
    pattern = (r"eldest certificate 1", r"game (.*)", r"rules ([0-9a-f]{16})", r"position (.*)",
               r"claim (first|second) at least (-?[0-9]+)", r"bounds (trusted|untrusted)")
    refuse(len(lines) != len(pattern), "the header has other lines")
    found = [re.fullmatch(p, line) for p, line in zip(pattern, lines)]
    refuse(not all(found), "a line of the header is wrong")
    header = {"game": found[1][1], "rules": int(found[2][1], 16), "position": found[3][1],
              "prover": found[4][1], "least": int(found[4][2]), "bounds": found[5][1]}
    records, at = [], end + 2
    while True:
        refuse(at + 4 > len(data), "the file ends too early")
        (size,) = struct.unpack_from("<I", data, at)
        at += 4
        if size == 0:
            break
        refuse(size > 4259840 or at + size > len(data), "a block is too long")
        inflater = zlib.decompressobj()
        columns = inflater.decompress(data[at:at + size], 4194305)
        refuse(len(columns) > 4194304 or not inflater.eof, "a block is too long, unpacked")
        records += block(columns, header["least"])
        at += size
    refuse(at + 40 != len(data), "the end is not the end")
    refuse(struct.unpack_from("<Q", data, at)[0] != len(records), "another number of records is told")
    return header, records


def block(columns, claimed):
    source = Numbers(columns)
    height, count = source.number(), source.number()
    refuse(height >= 2**32 or not 1 <= count <= 65536, "a block's height or count is wrong")
    shared, rests = source.numbers(count), source.numbers(count)
    codes, before = [], b""
    for common, rest in zip(shared, rests):
        refuse(common > len(before) or not 1 <= common + rest <= 32768, "the length of a code is wrong")
        before = before[:common] + source.take(rest)
        codes.append(before)
    leasts = [claimed + (n >> 1 ^ -(n & 1)) for n in source.numbers(count)]
    moves = [source.take(length) for length in source.numbers(count)]
    refuse(source.at != len(columns), "bytes are left over in a block")
    return [(height, code, least, move) for code, least, move in zip(codes, leasts, moves)]


def check(data, game=None):
    """Checks a certificate; its header if it proves what it claims, else Refused."""
    header, records = read(data)
    refuse(header["bounds"] != "untrusted", "bounds would have to be trusted")
    game = game or game_of(header["game"])
    refuse(header["rules"] != game.rules(), "other rules")
    proved, last = {}, None
    for number, (height, code, least, _) in enumerate(records, 1):
        refuse(last is not None and not (height < last[0] or height == last[0] and code > last[1]),
               f"record {number} is not in order")
        refuse(code in proved, f"record {number}: the position has a record already")
        last = (height, code)
        proved[code] = (height, least)

    def need(position, least, height, who):
        over = game.over(position)
        if over is not None:
            score = over if game.side(position) == header["prover"] else -over
            refuse(score < least, f"{who}: the game ends with {score}, needed is {least}")
            return
        code = game.encode(position)
        stand_in = game.decode(code)
        taken = game.taken(position, header["prover"]) - game.taken(stand_in, header["prover"])
        refuse(code not in proved, f"{who}: nothing is proved of {game.text(position)}")
        own_height, own_least = proved[code]
        refuse(own_height >= height, f"{who}: {game.text(position)} is no lower")
        if abs(least) <= 4000000:
            least = min(max(least - taken, -4000000), 4000001)
        refuse(own_least < least, f"{who}: too little is proved of {game.text(position)}")

    def down(least):
        if not game.COUNTS_DISTANCE:
            return least
        return least + (1 if least >= 6000000 else -1 if least <= -5999999 else 0)

    need(game.parse(header["position"]), header["least"], 2**32, "the claim")
    for number, (height, code, least, move) in enumerate(records, 1):
        who = f"record {number}"
        position = game.decode(code)
        refuse(position is None or game.encode(position) != code, f"{who}: no position has this code")
        refuse(game.over(position) is not None, f"{who}: the game is over")
        is_prover = game.side(position) == header["prover"]
        refuse(is_prover != bool(move), f"{who}: a move too few, or too many")
        if is_prover:
            after = {game.move_text(position, mv).encode(): mv for mv in game.moves(position)}
            refuse(move not in after, f"{who}: the move is not legal")
            position, least = game.play(position, after[move]), down(least)
            if game.side(position) == header["prover"] or game.over(position) is not None:
                need(position, least, height, who)
                continue
        for mv in game.moves(position):
            need(game.play(position, mv), down(least), height, who)
    return header


def game_of(name):
    kind, _, variant = name.partition(":")
    makers = {"tictactoe": TicTacToe, "connect4": ConnectFour, "kalah": Kalah, "othello": Othello}
    refuse(kind not in makers, f"no rules of {name} here")
    return makers[kind](variant)


class TicTacToe:
    """A position is its text without the strokes: nine of 'x', 'o' and '.'."""

    COUNTS_DISTANCE = True
    LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)

    def __init__(self, _):
        pass

    def rules(self):
        return 0

    def parse(self, text):
        return text.replace("/", "") if text != "-" else "." * 9

    def text(self, board):
        return "/".join((board[:3], board[3:6], board[6:]))

    def encode(self, board):
        return self.text(board).encode()

    def decode(self, code):
        return self.parse(code.decode()) if re.fullmatch(rb"[xo.]{3}(/[xo.]{3}){2}", code) else None

    def taken(self, _board, _prover):
        return 0

    def side(self, board):
        return "first" if board.count("x") == board.count("o") else "second"

    def over(self, board):
        other = "o" if self.side(board) == "first" else "x"
        if any(all(board[i] == other for i in line) for line in self.LINES):
            return -8000000
        return None if "." in board else 0

    def moves(self, board):
        return [i for i in range(9) if board[i] == "."]

    def move_text(self, _, cell):
        return str(cell + 1)

    def play(self, board, cell):
        return board[:cell] + ("x" if self.side(board) == "first" else "o") + board[cell + 1:]


class ConnectFour:
    """A position is a tuple of columns from the left, each a string of 'x' and 'o' from the bottom."""

    COUNTS_DISTANCE = False

    def __init__(self, variant):
        self.width, self.height = map(int, (variant or "7x6").split("x"))
        self.bits = 8 if (self.width, self.height) == (7, 6) else self.height + 1

    def rules(self):
        return self.width << 16 | self.height << 8 | self.bits

    def parse(self, text):
        rows = text.split("/")
        if text and text[0] in ".xo":
            return tuple("".join(row[c] for row in reversed(rows)).rstrip(".") for c in range(self.width))
        board = ("",) * self.width
        for digit in text.replace("-", ""):
            board = self.play(board, int(digit) - 1)
        return board

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
        return tuple("".join(mine if own >> row & 1 else other for row in range(stones))
                     for stones, own in parts)

    def taken(self, _board, _prover):
        return 0

    def side(self, board):
        return "first" if sum(map(len, board)) % 2 == 0 else "second"

    def over(self, board):
        left = self.width * self.height - sum(map(len, board))
        other = "o" if self.side(board) == "first" else "x"
        if self.has_four(board, other):
            return -((left + 2) // 2)
        return 0 if left == 0 else None

    def has_four(self, board, stone):
        cells = {(c, r) for c, column in enumerate(board) for r, s in enumerate(column) if s == stone}
        steps = (1, 0), (0, 1), (1, 1), (1, -1)
        return any(all((c + i * dc, r + i * dr) in cells for i in range(1, 4))
                   for c, r in cells for dc, dr in steps)

    def moves(self, board):
        return [c for c, column in enumerate(board) if len(column) < self.height]

    def move_text(self, _, column):
        return str(column + 1)

    def play(self, board, column):
        stone = "x" if self.side(board) == "first" else "o"
        return board[:column] + (board[column] + stone,) + board[column + 1:]


class Kalah:
    """A position is (houses of South, of North, stores, side): 0 for South, 1 for North."""

    COUNTS_DISTANCE = False

    def __init__(self, variant):
        size, _, capture = variant.partition(",")
        self.houses, self.seeds = map(int, size.split("x"))
        self.only_nonempty = capture == "no-empty-capture"

    def rules(self):
        return self.houses << 16 | self.seeds << 8 | self.only_nonempty

    def parse(self, text):
        both, side = text.split(" ")
        sides = [half.split(":") for half in both.split("/")]
        houses = tuple(tuple(map(int, half[0].split(","))) for half in sides)
        return houses, tuple(int(half[1]) for half in sides), "SN".index(side)

    def text(self, position):
        houses, stores, side = position
        halves = (",".join(map(str, h)) + f":{s}" for h, s in zip(houses, stores))
        return "/".join(halves) + " " + "SN"[side]

    def encode(self, position):
        houses, _, side = position
        return bytes(houses[0] + houses[1] + (side,))

    def decode(self, code):
        missing = 2 * self.houses * self.seeds - sum(code[:-1])
        if len(code) != 2 * self.houses + 1 or code[-1] > 1 or missing < 0:
            return None
        return (tuple(code[:self.houses]), tuple(code[self.houses:-1])), (missing, 0), code[-1]

    def taken(self, position, prover):
        south, north = position[1]
        return south - north if prover == "first" else north - south

    def side(self, position):
        return ("first", "second")[position[2]]

    def over(self, position):
        houses, stores, side = position
        if any(houses[0]) and any(houses[1]):
            return None
        totals = [sum(h) + s for h, s in zip(houses, stores)]
        return totals[side] - totals[1 - side]

    def moves(self, position):
        return [h for h in range(self.houses) if position[0][position[2]][h]]

    def move_text(self, _, house):
        return str(house + 1)

    def play(self, position, house):
        houses, stores, side = [list(h) for h in position[0]], list(position[1]), position[2]
        hand, houses[side][house] = houses[side][house], 0
        ring, at = 2 * self.houses + 1, house
        while hand:
            at, hand = (at + 1) % ring, hand - 1
            if at < self.houses:
                houses[side][at] += 1
            elif at == self.houses:
                stores[side] += 1
            else:
                houses[1 - side][at - self.houses - 1] += 1
        if at != self.houses:
            if at < self.houses and houses[side][at] == 1:
                opposite = self.houses - 1 - at
                if houses[1 - side][opposite] or not self.only_nonempty:
                    stores[side] += 1 + houses[1 - side][opposite]
                    houses[side][at] = houses[1 - side][opposite] = 0
            side = 1 - side
        return tuple(map(tuple, houses)), tuple(stores), side


class Othello:
    """A position is (the cells of X, those of O, side): cells are pairs of column and row, from the left and the top; 0 for X."""

    COUNTS_DISTANCE = False
    STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def __init__(self, variant):
        size, _, empties = (variant or "8x8").partition(",")
        self.size, self.to_nobody = int(size.split("x")[0]), empties == "discs"
        self.cells = [(x, y) for y in range(self.size) for x in range(self.size)]

    def rules(self):
        return 2 * self.size + self.to_nobody

    def parse(self, text):
        board, side = text.split(" ")
        of = [frozenset(cell for cell, disc in zip(self.cells, board) if disc == mark) for mark in "XO"]
        return of[0], of[1], "XO".index(side)

    def text(self, position):
        marks = ("X" if cell in position[0] else "O" if cell in position[1] else "-" for cell in self.cells)
        return "".join(marks) + " " + "XO"[position[2]]

    def images(self, cells):
        last = self.size - 1
        for turned in (lambda x, y: (x, y)), (lambda x, y: (y, x)):
            for flip_x in False, True:
                for flip_y in False, True:
                    moved = (turned(x, y) for x, y in cells)
                    yield {(last - x if flip_x else x, last - y if flip_y else y) for x, y in moved}

    def rows(self, cells):
        return bytes(sum(1 << x for x in range(self.size) if (x, y) in cells) for y in range(self.size))

    def encode(self, position):
        images = zip(self.images(position[0]), self.images(position[1]))
        return min(self.rows(x) + self.rows(o) for x, o in images) + bytes((position[2],))

    def decode(self, code):
        size = self.size
        if len(code) != 2 * size + 1 or code[-1] > 1 or any(row >> size for row in code[:-1]):
            return None
        x, o = (frozenset((x, y) for x, y in self.cells if rows[y] >> x & 1) for rows in (code[:size], code[size:-1]))
        return None if x & o else (x, o, code[-1])

    def taken(self, _position, _prover):
        return 0

    def side(self, position):
        return ("first", "second")[position[2]]

    def flips(self, mine, theirs, cell):
        turned = set()
        for dx, dy in self.STEPS if cell not in mine and cell not in theirs else ():
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
        return lead if self.to_nobody or lead == 0 else lead + (left if lead > 0 else -left)

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
