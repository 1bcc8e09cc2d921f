"""Tests a second checker on the output of `eldest certify`, and both checkers on forged files.

ELDEST names the program. `python3 -m unittest discover -s crates/check/tests/python`
"""

import hashlib
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import zlib

from certificate import Refused, check, read
import writer

PROGRAM = os.environ.get("ELDEST", "target/release/eldest")
PLY20 = pathlib.Path(__file__).parents[4] / "crates/games/suites/connect4/ply20.txt"


def certificate(game, *claim):
    """The certificate that the program writes and accepts."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificate")
        subprocess.run(
            [PROGRAM, "certify", game, *claim, "--out", path],
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        subprocess.run([PROGRAM, "check", path], check=True, capture_output=True)
        return pathlib.Path(path).read_bytes()


def verdict(data):
    """The exit status of `eldest check` for this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificate")
        pathlib.Path(path).write_bytes(data)
        return subprocess.run([PROGRAM, "check", path], capture_output=True).returncode


# Mates that count their distance, the fifty-move rule, en passant, promotion, and castling.
CHESS = (
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "--least=W1"),
    ("k7/8/2K5/8/8/8/8/7R w - - 97 80", "--most=W3"),
    ("8/8/8/8/8/k7/7r/K7 w - - 99 80", "--least=0"),
    ("7k/5K2/8/6pP/8/8/8/8 w - g6 98 2", "--least=0"),
    ("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "--least=W1"),
    ("1k6/3R4/8/8/8/8/8/R3K3 w Q - 97 1", "--least=W3"),
)


def signed(content):
    return content + hashlib.sha256(content).digest()


class Certificates(unittest.TestCase):
    def meet(self, game, *position):
        solved = subprocess.run(
            [PROGRAM, "solve", game, *position],
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        value = int(solved.stdout.split()[-1])
        least = check(certificate(game, *position, f"--least={value}"))
        most = check(certificate(game, *position, f"--most={value}"))
        self.assertEqual({least["prover"], most["prover"]}, {"first", "second"})
        self.assertEqual((least["least"], most["least"]), (value, -value))

    def test_tic_tac_toe(self):
        self.meet("tictactoe")

    def test_wins_that_count_their_distance(self):
        check(certificate("tictactoe", "x.o/.../...", "--least=W5"))
        check(certificate("nim", "5,3,1", "--least=1"))

    def test_nim(self):
        check(certificate("nim", "3,2,1", "--most=-1"))
        check(certificate("nim", "4,3,2,2", "--least=1"))

    def test_domineering(self):
        for board in "3x3", "4x4", "2x5", "1x4":
            self.meet(f"domineering:{board}")

    def test_dots_and_boxes(self):
        for board in "1x1", "1x3", "2x2", "3x1":
            self.meet(f"dots:{board}")
        self.meet("dots:2x3", "a1h,b1h,c1h,a2h,a1v 0:0 S")

    def test_chess(self):
        for position, claim in CHESS:
            check(certificate("chess:fifty", position, claim))

    def test_connect_four(self):
        self.meet("connect4:5x4")
        self.meet("connect4:4x5")

    def test_kalah(self):
        self.meet("kalah:4x3")
        self.meet("kalah:3x2,no-empty-capture")

    def test_othello(self):
        self.meet("othello:4x4")
        self.meet("othello:4x4,discs")

    def test_connect_four_on_the_ordinary_board(self):
        for line in PLY20.read_text().splitlines()[:40:10]:
            self.meet("connect4", line.split()[0])

    def test_both_checkers_refuse_forged_files(self):
        data = certificate("tictactoe", "x.o/.x./..o", "--least=0")
        _, records = read(data)
        content = data[:-32]
        count = struct.pack("<Q", len(records))
        self.assertTrue(content.endswith(count))
        forged = [
            data[:-1],
            data + b"\0",
            data[:60] + b"#" + data[61:],
            signed(content.replace(b"at least 0", b"at least 1")),
            signed(content.replace(b"claim first", b"claim second")),
            signed(content.replace(b"x.o/.x./..o", b"x.o/.../x.o")),
            signed(content.replace(b"rules 0", b"rules 1")),
            signed(content[:-8] + struct.pack("<Q", len(records) + 1)),
        ]
        for changed in forged:
            self.assertNotEqual(changed, data)
            with self.assertRaises(Refused):
                check(changed)
            self.assertIn(verdict(changed), (1, 4))

    def assert_refused(self, data, why):
        """Both checkers refuse it, this one for the given reason."""
        with self.assertRaisesRegex(Refused, why):
            check(data)
        self.assertIn(verdict(data), (1, 4))

    def test_there_is_one_way_to_write_a_header(self):
        header, records = read(certificate("connect4:4x3", "1122", "--least=0"))
        self.assertEqual(header["position"], "..../oo../xx..")
        for key, wrong, why in (
            ("game", "connect4:4x03", "no game"),
            ("game", "connect4:4x3:", "no game"),
            ("game", "connect4:3x4", "no game"),
            ("position", "1122", "another way"),
            ("position", "oo../..../xx..", "another way"),
            ("position", "..../oo../xx", "another way"),
            ("position", "\u0661", "another way"),
            ("least", "-0", "header is wrong"),
            ("least", "00", "header is wrong"),
            ("least", "+1", "header is wrong"),
            ("least", "9" * 5000, "header is wrong"),
            ("least", "8000001", "beyond all values"),
        ):
            with self.subTest(wrong):
                head = writer.header(header | {key: wrong})
                packed = [zlib.compress(block) for block in writer.blocks(records, 0)]
                self.assert_refused(writer.file(head, packed, len(records)), why)
        head = writer.header(header).replace(b"position", b"position\xff")
        self.assert_refused(writer.file(head, [], 0), "UTF-8")

    def test_a_block_is_one_stream(self):
        header, records = read(certificate("tictactoe", "x.o/.x./..o", "--least=0"))
        packed = [zlib.compress(block) for block in writer.blocks(records, 0)]
        self.assertEqual(check(writer.file(writer.header(header), packed, len(records))), header)
        for wrong, why in (
            (packed[0] + b"\0", "left over"),
            (packed[0] + packed[0], "left over"),
            (packed[0][:-1], "decompressed"),
            (b"no stream", "decompressed"),
            (zlib.compress(bytes(1 << 23)), "decompressed"),
        ):
            self.assert_refused(
                writer.file(writer.header(header), [wrong, *packed[1:]], len(records)), why
            )

    def test_values_and_heights_have_ends(self):
        header, records = read(certificate("tictactoe", "x.o/.x./..o", "--least=0"))
        (_, code, _, move), rest = records[0], records[1:]

        def forged(height, least, claim):
            return writer.certificate(
                header | {"least": claim}, [(height, code, least, move), *rest]
            )

        self.assertEqual(check(forged(2**32 - 2, 0, 0)), header)
        self.assertEqual(verdict(forged(2**32 - 2, 0, 0)), 0)
        self.assert_refused(forged(2**32 - 1, 0, 0), "height")
        for least in (8000001, -8000001, 2**31 - 1, 2**31, -(2**31), 2**61):
            self.assert_refused(forged(9, least, 0), "beyond all values")
        # No position is worth more than a win, one ply further down.
        self.assert_refused(forged(9, 8000000, 8000000), "too little|ends with")


if __name__ == "__main__":
    unittest.main()
