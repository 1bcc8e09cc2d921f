"""Forges certificates of every game; both checkers must accept or both refuse each.

One is `eldest check`, the other the one in this folder. ELDEST names the program:

    python3 crates/check/tests/python/differential.py --mutants 20000 --seconds 600 --seed 7

A file that only one checker accepts, or that makes either fail in another way, is written to
--keep; the run then ends with status 1.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import zlib

import certificate
import rules
import writer

PROGRAM = os.environ.get("ELDEST", "target/release/eldest")
# Small certificates of all games, some with proofs of both sides.
CLAIMS = (
    ("tictactoe", "x.o/.x./..o", "--least=0"),
    ("tictactoe", "xo./.../...", "--least=W5"),
    ("tictactoe", "x.o/.../.x.", "--most=0"),
    ("connect4:4x3", "1122", "--least=0"),
    ("connect4:5x4", "11223", "--most=7"),
    ("connect4:7x6", "45461667", "--least=11"),
    ("kalah:2x2", "--least=-4"),
    ("kalah:3x2,no-empty-capture", "0,2,1:2/1,0,2:4 N", "--most=9"),
    ("kalah:2x3", "3,3:0/3,3:0 S", "--least=-12"),
    ("othello:4x4", "--least=-12"),
    ("othello:4x4,discs", "XXXXXOOX-XO-XXOO O", "--most=12"),
    ("nim", "3,2,1", "--most=-1"),
    ("nim", "2,2,1", "--least=1"),
    ("domineering:3x3", "--least=-1"),
    ("domineering:2x4", "--most=1"),
    ("dots:1x2", "--least=0"),
    ("dots:2x2", "a1h,b1h,a2h,a1v 0:0 S", "--least=-4"),
    ("chess:fifty", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "--least=W1"),
    ("chess:fifty", "k7/8/2K5/8/8/8/8/7R w - - 99 80", "--least=0"),
    ("chess:fifty", "1k6/3R4/8/8/8/8/8/R3K3 w Q - 97 1", "--least=W3"),
    ("chess:fifty", "7k/5K2/8/6pP/8/8/8/8 w - g6 98 2", "--least=0"),
)
# Values and heights around the ends of their ranges.
EDGES = (
    0,
    1,
    2,
    4000000,
    5999999,
    6000000,
    7999999,
    8000000,
    2**31 - 1,
    2**31,
    2**32 - 2,
    2**32 - 1,
    2**40,
)
# Alternative spellings of games, positions and numbers, all of which must be refused.
SPELLINGS = (
    (":", ":0"),
    ("x", "x0"),
    (":", ""),
    ("x", "X"),
    ("-", "-0"),
    ("0", "-0"),
    ("0", "00"),
    (" ", "  "),
    ("/", "//"),
    ("4", "04"),
    ("1", "+1"),
    (".", "x"),
    (".", "o"),
    ("x", "."),
    (",", ", "),
    ("1", "1.0"),
    ("S", "s"),
    ("X", "x"),
    ("x", "\u0445"),
    ("1", "\u0661"),
    ("3,2", "2,3"),
    (" w ", " b "),
    ("#", "."),
    (",no-empty-capture", ",empty-capture"),
)


class Forger:
    """One certificate, and random changes of it."""

    def __init__(self, data, chance):
        self.data, self.chance = data, chance
        self.header, self.records = certificate.read(data)
        self.game = rules.find(self.header["game"])

    def forged(self):
        """The kind of change, and the changed file."""
        kinds = (
            self.bytes,
            self.spelling,
            self.claim,
            self.zlib,
            self.columns,
            self.record,
            self.record,
            self.order,
            self.raised,
        )
        kind = self.chance.choice(kinds)
        return kind.__name__, kind()

    def number(self, near):
        """A number near another one, or at the end of a range."""
        if self.chance.random() < 0.7:
            return near + self.chance.choice((-2, -1, 1, 2))
        return self.chance.choice(EDGES) * self.chance.choice((1, -1)) + self.chance.choice(
            (-1, 0, 0, 1)
        )

    def noise(self, data):
        """A few bytes changed, left out, or put in."""
        data = bytearray(data)
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            at = self.chance.randrange(len(data) + 1)
            more = bytes(
                self.chance.randrange(256) for _ in range(self.chance.choice((0, 1, 1, 3)))
            )
            data[at : at + self.chance.choice((0, 1, 1, 2))] = more
        return bytes(data)

    def bytes(self):
        content = self.noise(self.data[:-32])
        return writer.signed(content) if self.chance.random() < 0.8 else content + self.data[-32:]

    def spelling(self):
        """Changes the spelling in the header."""
        head = writer.header(self.header).decode()
        possible = [(one, other) for one, other in SPELLINGS if one in head]
        one, other = self.chance.choice(possible)
        places = [at for at in range(len(head)) if head.startswith(one, at)]
        at = self.chance.choice(places)
        head = head[:at] + other + head[at + len(one) :]
        return writer.file(
            head.encode(), self.packed(self.records, self.header["least"]), len(self.records)
        )

    def claim(self):
        header = dict(self.header)
        what = self.chance.choice(("least", "least", "prover", "bounds", "rules", "position"))
        if what == "least":
            header["least"] = self.number(header["least"])
        elif what == "prover":
            header["prover"] = "second" if header["prover"] == "first" else "first"
        elif what == "bounds":
            header["bounds"] = "trusted"
        elif what == "rules":
            header["rules"] ^= 1 << self.chance.randrange(64)
        else:
            position = self.game.decode(self.chance.choice(self.records)[1])
            header["position"] = self.game.text(position)
        return writer.certificate(header, self.records)

    def zlib(self):
        """Changes a compressed stream; its content may stay the same."""
        blocks = writer.blocks(self.records, self.header["least"])
        at, kind = self.chance.randrange(len(blocks)), self.chance.randrange(7)
        packed = [
            zlib.compress(block, self.chance.choice((0, 1, 9)) if kind == 0 else 6)
            for block in blocks
        ]
        if kind == 1:
            packed[at] += bytes(self.chance.randrange(3)) + self.chance.choice(
                (b"\0", b"x", packed[at])
            )
        elif kind == 2:
            packed[at] = packed[at][: self.chance.randrange(len(packed[at]))]
        elif kind == 3:
            packed[at] = self.noise(packed[at])
        elif kind == 4:
            deflate = zlib.compressobj(wbits=self.chance.choice((-15, 31, 9, 12)))
            packed[at] = deflate.compress(blocks[at]) + deflate.flush()
        elif kind == 5:
            packed.insert(at, self.chance.choice((zlib.compress(b""), b"", b"\0")))
        return writer.file(writer.header(self.header), packed, len(self.records) + (kind == 6))

    def columns(self):
        blocks = writer.blocks(self.records, self.header["least"])
        at = self.chance.randrange(len(blocks))
        blocks[at] = self.noise(blocks[at])
        return writer.file(
            writer.header(self.header), list(map(zlib.compress, blocks)), len(self.records)
        )

    def record(self):
        """Changes one field of one record."""
        records = list(self.records)
        at, field = self.chance.randrange(len(records)), self.chance.randrange(5)
        height, code, least, move = records[at]
        if field == 0:
            height = abs(self.number(height))
        elif field == 1:
            code = self.other_code(code)
        elif field == 2:
            least = self.number(least)
        elif field == 3:
            move = self.other_move(code, move)
        else:
            height += 1000
        records[at] = height, code, least, move
        if self.chance.random() < 0.8:
            records.sort(key=lambda record: (-record[0], record[1]))
        return writer.certificate(self.header, records)

    def other_code(self, code):
        position = self.game.decode(code)
        if self.chance.random() < 0.5:
            return self.noise(code) or b"?"
        moves = self.game.moves(position)
        return self.game.encode(self.game.play(position, self.chance.choice(moves)))

    def other_move(self, code, move):
        position = self.game.decode(code)
        names = [
            self.game.move_text(position, other).encode() for other in self.game.moves(position)
        ]
        return self.chance.choice(
            [b"", move + b"+", b"0" + move, move.upper(), self.noise(move), *names, *names]
        )

    def order(self):
        """Removes, duplicates, exchanges or adds records."""
        records, kind = list(self.records), self.chance.randrange(5)
        at, other = self.chance.randrange(len(records)), self.chance.randrange(len(records))
        if kind == 0:
            del records[at]
        elif kind == 1:
            records.insert(at, records[other])
        elif kind == 2:
            records[at], records[other] = records[other], records[at]
        elif kind == 3:
            height, code, least, _ = records[other]
            child = self.other_code(code)
            records.append((max(height - 1, 0), child, least, self.other_move_of(child)))
            records.sort(key=lambda record: (-record[0], record[1]))
        else:
            least = self.chance.choice((-8000000, -7999999, -5999999, -4000000))
            records = [(height, code, min(own, least), move) for height, code, own, move in records]
            return writer.certificate(self.header | {"least": least}, records)
        return writer.certificate(self.header, records)

    def other_move_of(self, code):
        """A move for a record of that position, if the prover is to move there."""
        position = self.game.decode(code)
        if (
            position is None
            or self.game.side(position) != self.header["prover"]
            or not self.game.moves(position)
        ):
            return b""
        return self.game.move_text(position, self.chance.choice(self.game.moves(position))).encode()

    def raised(self):
        """Shifts the claim with one record or with all records; or shifts all heights."""
        more, records = self.number(0), list(self.records)
        if self.chance.random() < 0.3:
            records = [(abs(height + more), *rest) for height, *rest in records]
            return writer.certificate(self.header, records)
        some = self.chance.choice((1, len(records)))
        records[:some] = [
            (height, code, least + more, move) for height, code, least, move in records[:some]
        ]
        return writer.certificate(self.header | {"least": self.header["least"] + more}, records)

    def packed(self, records, claimed):
        return list(map(zlib.compress, writer.blocks(records, claimed)))


def written(folder):
    """The unchanged certificates."""

    def one(index):
        path = os.path.join(folder, f"certificate-{index}")
        subprocess.run(
            [PROGRAM, "certify", *CLAIMS[index], "--out", path],
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        return pathlib.Path(path).read_bytes()

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, range(len(CLAIMS))))


def own_verdict(data):
    """The verdict of this checker, and its reason; 'crashed' after any other exception."""
    try:
        certificate.check(data)
        return "accepted", ""
    except certificate.Refused as refused:
        return "refused", str(refused)
    except Exception as error:  # pylint: disable=broad-except
        return "crashed", repr(error)


def program_verdict(path):
    """The verdict of the program, its exit status and its message."""
    done = subprocess.run([PROGRAM, "check", path], capture_output=True, timeout=60)
    verdicts = {0: "accepted", 1: "refused", 4: "refused"}
    return (
        verdicts.get(done.returncode, "crashed"),
        done.returncode,
        done.stderr.decode(errors="replace").strip(),
    )


def both(task):
    """The verdicts of both checkers about one file."""
    index, kind, data, folder = task
    path = os.path.join(folder, f"mutant-{index}")
    pathlib.Path(path).write_bytes(data)
    program = program_verdict(path)
    os.remove(path)
    return index, kind, data, own_verdict(data), program


def mutants(options, folder):
    """Forged files, until the time is up."""
    forgers = [Forger(data, None) for data in written(folder)]
    begun = time.monotonic()
    for index in range(options.mutants):
        if time.monotonic() - begun > options.seconds:
            return
        chance = random.Random(f"{options.seed} {index}")
        forger = chance.choice(forgers)
        forger.chance = chance
        yield index, *forger.forged(), folder


def compare(options, folder):
    """Counts verdicts by kind of change, and collects the files on which the checkers disagree."""
    counts, findings = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        tasks = mutants(options, folder)
        while batch := [task for _, task in zip(range(64), tasks)]:
            for index, kind, data, (own, why), (program, status, said) in pool.map(both, batch):
                counts[kind, f"{program} ({status})"] += 1
                if own != program or "crashed" in (own, program):
                    findings.append((index, kind, data, own, why, status, said))
    return counts, findings


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--mutants", type=int, default=2000, help="forge at most this many")
    parser.add_argument("--seconds", type=float, default=20, help="forge none after this time")
    parser.add_argument("--seed", default="1", help="the seed of the random changes")
    parser.add_argument(
        "--keep", default=tempfile.gettempdir(), help="folder for files with different verdicts"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        counts, findings = compare(options, folder)
    verdicts = sorted({verdict for _, verdict in counts})
    print(f"{sum(counts.values())} forged certificates:", ", ".join(verdicts))
    for kind in sorted({kind for kind, _ in counts}):
        print(f"{kind:10}", *(f"{counts[kind, verdict]:6}" for verdict in verdicts))
    for index, kind, data, own, why, status, said in findings:
        path = pathlib.Path(options.keep, f"disagreement-{options.seed}-{index}")
        path.write_bytes(data)
        print(
            f"{path} ({kind}): {own} here ({why}), status {status} of {PROGRAM} ({said})",
            file=sys.stderr,
        )
    missing = {"accepted (0)", "refused (1)", "refused (4)"} - set(verdicts)
    if missing:
        print("verdicts that did not occur:", *missing, file=sys.stderr)
    return 1 if findings or missing else 0


if __name__ == "__main__":
    sys.exit(main())
