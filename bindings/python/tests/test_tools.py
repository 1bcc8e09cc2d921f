"""Certificates, trees, comparisons, matches, games at the terminal, and databases."""

from __future__ import annotations

import pathlib
import tempfile
import unittest
import xml.etree.ElementTree
from typing import Any

import eldest
from tests.games import Coins, Heap, TicTacToe


class CertificateTest(unittest.TestCase):
    def test_two_certificates_prove_a_value(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            least, most = pathlib.Path(folder, "least.cert"), pathlib.Path(folder, "most.cert")
            engine = eldest.Engine("connect4:4x4", table_mib=16)
            written = eldest.certify(engine, least, at_least=0)
            eldest.certify(engine, most, at_most=0)
            self.assertEqual(written.size, least.stat().st_size)
            checked = eldest.check(least, most)
            self.assertEqual((checked.lower, checked.upper, checked.bounds), (0, 0, "0"))
            self.assertEqual(checked.game, "connect4:4x4")
            damaged = bytearray(least.read_bytes())
            damaged[len(damaged) // 2] ^= 1
            least.write_bytes(damaged)
            with self.assertRaises(eldest.Error):
                eldest.check(least)

    def test_a_game_of_ones_own_is_certified_if_it_has_texts(self) -> None:
        class Written(TicTacToe):
            def child(self, square: int) -> TicTacToe:
                child = super().child(square)
                return type(self)(child.own, child.other, child.count)

            def text(self) -> str:
                return f"{self.own} {self.other} {self.count}"

            def parse(self, text: str) -> TicTacToe:
                return type(self)(*map(int, text.split()))

        class Other(Written):
            FINGERPRINT = 1

        class Dependent(Written):
            PATH_DEPENDENT = True

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "draw.cert")
            eldest.certify(Written(), path, at_least=0)
            self.assertEqual(eldest.check(path, game=Written()).lower, 0)
            Other.__name__ = Dependent.__name__ = "Written"
            with self.assertRaises(eldest.Error):
                eldest.check(path, game=Other())
            with self.assertRaisesRegex(eldest.Error, "how a position was reached"):
                eldest.certify(Dependent(), path, at_least=0)
            with self.assertRaisesRegex(eldest.Error, "no texts"):
                eldest.certify(TicTacToe(), path, at_least=0)
        report = eldest.Engine(Dependent(), table_mib=1).solve()
        self.assertEqual((report.value, report.proved, report.exact), (0, False, False))

    def test_a_false_claim_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "false.cert")
            with self.assertRaises(eldest.Error) as raised:
                eldest.certify("connect4:4x4", path, at_least=1)
            self.assertEqual(raised.exception.code, 12)
            self.assertFalse(path.exists())
            with self.assertRaisesRegex(eldest.Error, "either at_least or at_most"):
                eldest.certify("connect4:4x4", path)


class TreeTest(unittest.TestCase):
    def test_a_tree_is_a_picture(self) -> None:
        tree = eldest.tree("tree:[[3 5] [2 9]]", algorithms=["alpha-beta", "minimax"])
        self.assertTrue(tree._repr_svg_().lstrip().startswith("<svg"))
        xml.etree.ElementTree.fromstring(tree.svg)
        self.assertIn("SVG", repr(tree))
        self.assertTrue(str(tree))
        with self.assertRaises(eldest.Error):
            eldest.tree("tictactoe", algorithms="nonsense")

    def test_a_game_of_ones_own_is_drawn(self) -> None:
        self.assertIn("<svg", eldest.tree(Heap(5), depth=2).svg)

    def test_a_name_may_have_any_character(self) -> None:
        name = "".join(map(chr, (0, 1, 7, 9, 10, 27, 38, 60, 127, 133, 0xFFFE, 0xFFFF)))
        named = type("Named", (Heap,), {"name": lambda self, move: name + str(move)})
        tree = eldest.tree(named(5), depth=2)
        xml.etree.ElementTree.fromstring(tree.svg)
        self.assertNotIn("\a", str(tree))


class CompareTest(unittest.TestCase):
    def test_algorithms_agree_on_the_value(self) -> None:
        for game in ("tictactoe", TicTacToe(), Coins((3, 9, 1, 2, 7, 5))):
            rows = eldest.compare(game, depth=4)
            self.assertGreaterEqual(len(rows), 5)
            values = {row["value"] for row in rows if row["value"] is not None}
            self.assertEqual(len(values), 1, rows)
            self.assertTrue({"algorithm", "threads", "nodes", "seconds"} <= rows[0].keys())

    def test_unknown_algorithms_are_refused(self) -> None:
        self.assertIn("alpha-beta", eldest.algorithms())
        with self.assertRaisesRegex(eldest.Error, "nonsense"):
            eldest.compare("tictactoe", algorithms=["nonsense"])


class MatchTest(unittest.TestCase):
    def test_a_search_does_not_lose_to_chance(self) -> None:
        seen: list[tuple[int, int, int]] = []
        result = eldest.match(
            "tictactoe",
            {"depth": 9, "table_mib": 1},
            "random",
            pairs=3,
            on_pair=lambda *counts: seen.append(counts),
        )
        self.assertEqual(result.losses, 0)
        self.assertEqual(len(result.games), 6)
        self.assertEqual(len(seen), 3)
        self.assertEqual(result.wins + result.draws, 6)
        self.assertIn(f"+{result.wins}", repr(result))

    def test_a_game_of_ones_own_plays_matches(self) -> None:
        result = eldest.match(Heap(21), {"depth": 21, "table_mib": 1}, "random", pairs=2)
        self.assertGreaterEqual(result.wins, result.losses)

    def test_a_player_without_a_limit_is_refused(self) -> None:
        with self.assertRaises(eldest.Error):
            eldest.match("tictactoe", {}, "random")
        option: Any
        for option in ("dept", "at_least", 3):
            message = f"no option {option!r}; expected threads, .*depth"
            with self.assertRaisesRegex(TypeError, message):
                eldest.match("tictactoe", {"depth": 1, option: 1}, "random")
        with self.assertRaisesRegex(eldest.Error, "threads is 4097; expected at most 4096"):
            eldest.match("tictactoe", "random", "random", threads=4097)
        with self.assertRaisesRegex(eldest.Error, "a player is 3"):
            eldest.match("tictactoe", 3, "random")  # type: ignore[arg-type]


class PlayTest(unittest.TestCase):
    def played(self, game: object, commands: list[str]) -> tuple[list[str], list[str]]:
        shown: list[str] = []
        script = iter(commands)

        def read(prompt: str) -> str:
            shown.append(prompt)
            try:
                return next(script)
            except StopIteration:
                raise EOFError from None

        moves = eldest.play(game, read=read, show=shown.append, depth=9)  # type: ignore[arg-type]
        return moves, shown

    def test_a_person_plays_against_the_engine(self) -> None:
        moves, shown = self.played(Heap(6), ["7", "hint", "2", "undo", "2", "quit"])
        self.assertEqual(moves[0], "2")
        self.assertTrue(any("7" in line and "legal" in line for line in shown))
        self.assertEqual(shown[-1], "The game was ended.")

    def test_the_engine_wins_a_won_game(self) -> None:
        moves, shown = self.played(Heap(4), ["1"])
        self.assertEqual(moves, ["1", "3"])
        self.assertEqual(shown[-1], "You lose.")

    def test_another_side_is_refused(self) -> None:
        for side in (7, -1, "0", None):
            with self.assertRaisesRegex(ValueError, "expected 0 or 1"):
                eldest.play("nim", side=side)  # type: ignore[arg-type]

    def test_a_shipped_game_is_played(self) -> None:
        moves, _ = self.played("connect4", ["4", "4"])
        self.assertEqual((moves[0], len(moves)), ("4", 4))


class DatabaseTest(unittest.TestCase):
    def test_a_game_with_cycles_is_solved(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            planned = eldest.Database.planned("chess", slices=["KRvK"])
            self.assertIn("KRvK", [slice.name for slice in planned])
            steps: list[str] = []
            database = eldest.Database.build(
                "chess",
                folder,
                slices=["KQvK"],
                threads=2,
                on_progress=lambda slice, task, done, all: steps.append(slice),
            )
            self.assertIn("KQvK", database.slices)
            self.assertIn("KQvK", steps)
            mate_in_one = "7k/8/6K1/8/8/8/8/1Q6 w - -"
            self.assertEqual(database.probe(mate_in_one), eldest.win_in(1))
            values = database.probe_moves(mate_in_one)
            self.assertEqual(max(v for v in values.values() if v is not None), eldest.win_in(1))
            database.check("KQvK")
            for call in (
                lambda: eldest.Database.build("chess", folder, slices=["KQvK"], threads=4097),
                lambda: database.check("KQvK", threads=4097),
            ):
                with self.assertRaisesRegex(eldest.Error, "threads is 4097; expected at most 4096"):
                    call()
            engine = eldest.Engine("chess", database=folder)
            far = engine.search("8/8/8/8/3k4/8/8/KQ6 w - -", depth=2)
            self.assertTrue(far.proved)
            self.assertIn("KQvK", repr(database))

    def test_a_game_without_databases_is_refused(self) -> None:
        with self.assertRaises(eldest.Error):
            eldest.Database.planned("connect4")
        for name in ("KvK", "KQRBNvK", "nonsense"):
            with self.assertRaises(eldest.Error) as refused:
                eldest.Database.planned("chess", slices=[name])
            self.assertRegex(str(refused.exception), f"^no slice of this name: .*'{name}' is")
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(eldest.Error):
            eldest.Database("chess", folder)


if __name__ == "__main__":
    unittest.main()
