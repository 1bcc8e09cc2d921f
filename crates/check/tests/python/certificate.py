"""A second checker of certificates, from docs/certificates.md alone, with the standard library.

`python3 crates/check/tests/python/certificate.py FILE` ends with status 0 if the file proves its
claim, 1 if it does not, and 4 if it cannot be read.
"""

import hashlib
import re
import struct
import sys
import zlib

import rules

# The greatest value, that of a win on the board; the least is its negative.
MOST = 8000000
# A need that no record meets.
UNMET = MOST + 1
# The greatest sum of points.
POINTS = 4000000
MOST_HEIGHT = 2**32 - 2
MOST_HEADER = 1 << 20
MOST_BLOCK = 1 << 22
MOST_CODE = 1 << 15


class Refused(Exception):
    """The file proves nothing; the message gives the reason."""


def refuse(condition, why):
    if condition:
        raise Refused(why)


class Numbers:
    """The bytes of a block that are still to be read."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = 0
        for shift in range(0, 63, 7):
            (byte,) = self.take(1)
            value |= (byte & 127) << shift
            if byte < 128:
                refuse(byte == 0 and shift > 0, "a number that is too long")
                return value
        raise Refused("a number that is too long")

    def numbers(self, count):
        return [self.number() for _ in range(count)]

    def take(self, count):
        refuse(self.at + count > len(self.data), "a block ends too early")
        self.at += count
        return self.data[self.at - count : self.at]


def read(data):
    """The header, and all records as (height, code, least, move)."""
    refuse(not data.startswith(b"eldest certificate "), "no certificate")
    refuse(hashlib.sha256(data[:-32]).digest() != data[-32:], "the digest is wrong")
    end = data.find(b"\n\n", 0, MOST_HEADER)
    refuse(end < 0, "the header does not end")
    header, records, at = header_of(data[:end]), [], end + 2
    while True:
        refuse(at + 4 > len(data), "the file ends too early")
        (size,) = struct.unpack_from("<I", data, at)
        at += 4
        if size == 0:
            break
        refuse(size > MOST_BLOCK + 65536 or at + size > len(data), "a block is too long")
        records += block(unpacked(data[at : at + size]), header["least"])
        at += size
    refuse(at + 40 != len(data), "the length of the file is wrong")
    refuse(
        struct.unpack_from("<Q", data, at)[0] != len(records),
        "the file states another number of records",
    )
    return header, records


def header_of(data):
    """Parses the lines, without the empty one."""
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise Refused("the header is not UTF-8") from None
    pattern = (
        r"eldest certificate 1",
        r"game (.*)",
        r"rules ([0-9a-f]{16})",
        r"position (.*)",
        r"claim (first|second) at least (0|-?[1-9][0-9]{0,6})",
        r"bounds (trusted|untrusted)",
    )
    refuse(len(lines) != len(pattern), "the header has other lines")
    found = [re.fullmatch(p, line) for p, line in zip(pattern, lines)]
    refuse(not all(found), "a line of the header is wrong")
    refuse(abs(int(found[4][2])) > MOST, "the claim is beyond all values")
    return {
        "game": found[1][1],
        "rules": int(found[2][1], 16),
        "position": found[3][1],
        "prover": found[4][1],
        "least": int(found[4][2]),
        "bounds": found[5][1],
    }


def unpacked(data):
    """The columns of a block: one zlib stream, and nothing after it."""
    inflater = zlib.decompressobj()
    try:
        columns = inflater.decompress(data, MOST_BLOCK + 1)
    except zlib.error as error:
        raise Refused(f"a block cannot be decompressed: {error}") from None
    refuse(
        len(columns) > MOST_BLOCK or not inflater.eof,
        "a block cannot be decompressed, or is too long",
    )
    refuse(inflater.unused_data != b"", "bytes are left over after a zlib stream")
    return columns


def block(columns, claimed):
    source = Numbers(columns)
    height, count = source.number(), source.number()
    refuse(height > MOST_HEIGHT or not 1 <= count <= 65536, "a block's height or count is wrong")
    shared, rests = source.numbers(count), source.numbers(count)
    codes, before, total = [], b"", 0
    for common, rest in zip(shared, rests):
        total += common + rest
        refuse(
            common > len(before) or not 1 <= common + rest <= MOST_CODE,
            "the length of a code is wrong",
        )
        refuse(total > MOST_BLOCK, "the codes of a block are too long")
        before = before[:common] + source.take(rest)
        codes.append(before)
    leasts = [claimed + (n >> 1 ^ -(n & 1)) for n in source.numbers(count)]
    refuse(any(abs(least) > MOST for least in leasts), "a value is beyond all values")
    lengths = source.numbers(count)
    refuse(any(length > MOST_CODE for length in lengths), "a move is too long")
    moves = [source.take(length) for length in lengths]
    refuse(source.at != len(columns), "bytes are left over in a block")
    return [(height, code, least, move) for code, least, move in zip(codes, leasts, moves)]


def check(data):
    """Checks a certificate. Returns its header; raises Refused if it proves nothing."""
    header, records = read(data)
    refuse(header["bounds"] != "untrusted", "bounds would have to be trusted")
    game = rules.find(header["game"])
    refuse(game is None, "no game has this name here")
    root = game.parse(header["position"])
    refuse(
        root is None or game.text(root) != header["position"],
        "the claim's position is illegal, or written in another way",
    )
    refuse(header["rules"] != game.rules(), "the rules are others")
    Proof(game, header["prover"], records).settle(root, header["least"])
    return header


class Proof:
    """Records in order, and the positions that they need."""

    def __init__(self, game, prover, records):
        self.game, self.prover, self.records, self.proved = game, prover, records, {}
        last = None
        for number, (height, code, least, _) in enumerate(records, 1):
            refuse(
                last is not None and not (height < last[0] or height == last[0] and code > last[1]),
                f"record {number} is not in order",
            )
            refuse(code in self.proved, f"record {number}: the position has a record already")
            last = (height, code)
            self.proved[code] = (height, least)

    def settle(self, root, least):
        """Checks the claim, which stands above all heights, and then all records."""
        self.need(root, least, MOST_HEIGHT + 1, "the claim")
        for number, record in enumerate(self.records, 1):
            self.record(f"record {number}", *record)

    def record(self, which, height, code, least, move):
        game = self.game
        position = game.decode(code)
        refuse(
            position is None or game.encode(position) != code, f"{which}: no position has this code"
        )
        refuse(game.over(position) is not None, f"{which}: the game is over")
        is_prover = game.side(position) == self.prover
        refuse(is_prover != bool(move), f"{which}: a move is missing, or must not be there")
        if is_prover:
            after = {game.move_text(position, mv).encode(): mv for mv in game.moves(position)}
            refuse(move not in after, f"{which}: the move is not legal")
            position, least = game.play(position, after[move]), self.down(least)
            if game.side(position) == self.prover or game.over(position) is not None:
                self.need(position, least, height, which)
                return
        for mv in game.moves(position):
            self.need(game.play(position, mv), self.down(least), height, which)

    def need(self, position, least, height, which):
        """Compares a position with its score or its record, which must be below `height`."""
        game, over = self.game, self.game.over(position)
        if over is not None:
            score = over if game.side(position) == self.prover else -over
            refuse(score < least, f"{which}: the game ends with {score}, {least} is required")
            return
        code = game.encode(position)
        refuse(code not in self.proved, f"{which}: there is no record for {game.text(position)}")
        own_height, own_least = self.proved[code]
        refuse(own_height >= height, f"{which}: {game.text(position)} is no lower")
        least = self.of_stand_in(position, code, least)
        refuse(own_least < least, f"{which}: too little is proved for {game.text(position)}")

    def of_stand_in(self, position, code, least):
        """The value needed of the position with this code, corrected by the points taken."""
        if abs(least) > POINTS:
            return least
        stand_in = self.game.decode(code)
        taken = self.game.taken(position, self.prover) - self.game.taken(stand_in, self.prover)
        return min(max(least - taken, -POINTS), POINTS + 1)

    def down(self, least):
        """The value needed of a child, one ply further down."""
        away = 1 if least >= 6000000 else -1 if least <= -5999999 else 0
        return min(max(least + away * self.game.COUNTS_DISTANCE, -MOST), UNMET)


def main(path):
    try:
        with open(path, "rb") as file:
            header = check(file.read())
    except OSError as error:
        print(f"{path}: {error.strerror}; expected a certificate", file=sys.stderr)
        return 4
    except Refused as refused:
        print(f"{path}: refused: {refused}", file=sys.stderr)
        return 1
    print(f"{path}: {header['prover']} gets at least {header['least']}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("expected one file, a certificate")
    sys.exit(main(sys.argv[1]))
