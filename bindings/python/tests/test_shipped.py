"""Shipped games through the package."""

from __future__ import annotations

import math
import os
import pathlib
import pickle
import sys
import threading
import unittest
import unittest.mock
from typing import Any

import eldest
from tests.games import Heap

EASY = "42256746111526565223"
"""A position with 20 stones whose value is 3."""

ROOT = pathlib.Path(__file__).parents[3]
SUITES = ROOT / "crates" / "games" / "suites" / "connect4"


HANG = 120.0
"""A search that goes on for this many seconds after its stop does not end."""

MOST_AFTER = 2 * 17 * 1024
"""The most nodes that two threads visit after a stop: each checks for one every 1,024 nodes, and
publishes its count at every 16th check."""


def suite(name: str, count: int) -> list[tuple[str, int]]:
    """Returns positions of Connect Four with their published scores."""
    lines = (SUITES / f"{name}.txt").read_text().split("\n")
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [(row[0], int(row[1])) for row in rows[:count]]


class SolvingTest(unittest.TestCase):
    engine: eldest.Engine[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine = eldest.Engine("connect4", threads=2, table_mib=64)

    def test_a_report_has_value_bounds_moves_and_cost(self) -> None:
        report = self.engine.solve(EASY)
        self.assertEqual(report.value, 3)
        self.assertEqual((report.lower, report.upper, report.bounds), (3, 3, "3"))
        self.assertTrue(report.proved and report.exact)
        self.assertEqual(report.best_move, report.moves[0].move)
        self.assertEqual(len(report.moves), len(self.engine.moves(EASY)))
        self.assertEqual(report.line[0], report.best_move)
        self.assertGreater(report.nodes, 0)
        self.assertGreater(report.seconds, 0)
        self.assertEqual(report.stop_reason, "proved")
        self.assertEqual(report.position, EASY)

    def test_reports_can_be_read_compared_and_pickled(self) -> None:
        report = self.engine.solve(EASY)
        self.assertRegex(repr(report), rf"^<Report {EASY}: 3 \(proved\), best move")
        self.assertIn("<table>", report._repr_html_())
        self.assertEqual(pickle.loads(pickle.dumps(report)), report)
        interrupted = pickle.loads(pickle.dumps(eldest.Interrupted(report)))
        self.assertEqual(interrupted.report, report)
        self.assertEqual(str(interrupted), f"interrupted: {report}")
        row = report.as_dict()
        self.assertEqual((row["value"], row["position"]), (3, EASY))

    def test_many_positions_are_solved_in_their_order(self) -> None:
        rows = suite("ply20", 560)
        reports = self.engine.solve_many(position for position, _ in rows)
        found = [(report.position, report.value) for report in reports]
        self.assertEqual(found, rows)

    def test_an_error_stands_in_the_place_of_its_position(self) -> None:
        solving = self.engine.solve_many([EASY, "88", "67614716114765117474"])
        self.assertEqual(next(solving).value, 3)
        with self.assertRaisesRegex(eldest.Error, "'88' is no position"):
            next(solving)
        self.assertEqual(next(solving).value, next_value("67614716114765117474"))
        self.assertEqual(list(solving), [])
        self.assertEqual(repr(solving), "<Solving connect4:7x6: 3 reports>")
        self.assertFalse(self.engine.is_busy)

    def test_threads_may_share_the_reports_of_many_positions(self) -> None:
        rows = dict(suite("ply28", 200))
        solving = self.engine.solve_many(rows)
        found: dict[str, eldest.Score | None] = {}
        before = sys.getswitchinterval()

        def take() -> None:
            found.update((report.position, report.value) for report in solving)

        threads = [threading.Thread(target=take) for _ in range(8)]
        try:
            sys.setswitchinterval(1e-6)
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            sys.setswitchinterval(before)
        self.assertEqual(found, rows)

    def test_a_progress_bar_needs_tqdm(self) -> None:
        with unittest.mock.patch.dict(sys.modules, {"tqdm.auto": None}):
            with self.assertRaisesRegex(ImportError, "pip install tqdm"):
                self.engine.solve_many([EASY], progress=True)
            self.assertEqual(len(list(self.engine.solve_many([EASY]))), 1)
        bar = unittest.mock.Mock()
        fake = unittest.mock.Mock(tqdm=unittest.mock.Mock(return_value=bar))
        with unittest.mock.patch.dict(sys.modules, {"tqdm.auto": fake}):
            list(self.engine.solve_many([EASY, EASY], progress=True))
        self.assertEqual(fake.tqdm.call_args.kwargs["total"], 2)
        self.assertEqual(bar.update.call_count, 2)
        bar.close.assert_called_once()

    def test_a_search_reports_its_iterations(self) -> None:
        seen: list[eldest.Iteration[str]] = []
        self.engine.clear()
        report = self.engine.search("4453", depth=5, multi_pv=3, on_iteration=seen.append)
        self.assertEqual([iteration.depth for iteration in seen], [1, 2, 3, 4, 5])
        self.assertEqual(report.depth, 5)
        exact = [move for move in report.moves if move.value is not None]
        self.assertGreaterEqual(len(exact), 3)
        self.assertFalse(report.proved)

    def test_what_a_callback_raises_is_raised(self) -> None:
        def refuse(iteration: eldest.Iteration[str]) -> None:
            raise LookupError(f"depth {iteration.depth}")

        with self.assertRaisesRegex(LookupError, "depth 1"):
            self.engine.search("4453", depth=5, on_iteration=refuse)
        self.assertEqual(self.engine.solve(EASY).value, 3)

    def test_limits_end_a_search_with_proved_bounds(self) -> None:
        self.engine.clear()
        report = self.engine.solve(nodes=10_000)
        self.assertIsNone(report.value)
        self.assertEqual(report.stop_reason, "node limit")
        report = self.engine.solve(time=0.1)
        self.assertEqual(report.stop_reason, "time limit")

    def test_a_question_is_decided(self) -> None:
        self.assertGreaterEqual(self.engine.solve(EASY, at_least=3).lower, 3)
        self.assertLess(self.engine.solve(EASY, at_least=4).upper, 4)

    def test_root_moves_restrict_the_search(self) -> None:
        report = self.engine.search("4453", depth=3, root_moves=["1", "2"])
        self.assertIn(report.best_move, ("1", "2"))

    def test_positions_are_played_and_drawn(self) -> None:
        self.assertEqual(self.engine.moves(), list("1234567"))
        after = self.engine.after(EASY[:-1], EASY[-1])
        self.assertEqual(self.engine.solve(after).value, 3)
        self.assertIn("x", self.engine.draw(EASY))
        self.assertEqual(self.engine.perft(4), 7**4)
        with self.assertRaisesRegex(eldest.Error, "'8' is not a legal move"):
            self.engine.after(None, "8")


def next_value(position: str) -> eldest.Score | None:
    """Returns the value of a position, from a new engine."""
    return eldest.Engine("connect4", table_mib=16).solve(position).value


class HandleTest(unittest.TestCase):
    def test_a_search_is_stopped_within_some_nodes(self) -> None:
        engine = eldest.Engine("connect4", threads=2, table_mib=16)
        handle = engine.start(to_end=True)
        while handle.progress.nodes < 1000:
            self.assertFalse(handle.done)
        self.assertIsNone(handle.wait(0.0))
        self.assertTrue(engine.is_busy)
        self.assertIn("under way", repr(handle))
        handle.stop()
        before = handle.progress.nodes
        report = handle.wait(HANG)
        assert report is not None
        self.assertEqual(report.stop_reason, "stopped")
        self.assertLess(report.nodes - before, MOST_AFTER)
        self.assertEqual(handle.wait(0), report)
        self.assertTrue(handle.done)

    def test_a_busy_engine_refuses_a_second_search(self) -> None:
        engine = eldest.Engine("connect4", table_mib=16)
        handle = engine.start(to_end=True)
        with self.assertRaises(eldest.Error) as raised:
            engine.solve(EASY)
        self.assertEqual(raised.exception.code, 9)
        handle.stop()
        self.assertEqual(engine.solve(EASY).value, 3)

    def test_python_runs_during_a_search(self) -> None:
        engine = eldest.Engine("connect4", table_mib=16)
        handle = engine.start(to_end=True)
        for _ in range(1000):
            self.assertFalse(handle.done)
        handle.stop()

    def test_engines_come_and_go_without_growth(self) -> None:
        def resident() -> int:
            pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
            return int(pages) * os.sysconf("SC_PAGE_SIZE")

        if not pathlib.Path("/proc/self/statm").exists():
            self.skipTest("no /proc")

        def make(count: int) -> None:
            for _ in range(count):
                eldest.Engine("tictactoe", threads=2, table_mib=1).solve()

        make(200)
        before = resident()
        make(1000)
        self.assertLess(resident() - before, 8 << 20)

    def test_a_closed_engine_says_so(self) -> None:
        with eldest.Engine("connect4", table_mib=1) as engine:
            engine.solve(EASY)
        for call in (
            engine.solve,
            engine.moves,
            engine.draw,
            engine.clear,
            lambda: engine.perft(2),
            lambda: engine.after(None, "4"),
            lambda: engine.is_busy,
            lambda: engine.solve_many([EASY]),
            lambda: eldest.tree(engine),
            lambda: eldest.compare(engine, depth=1),
            lambda: eldest.certify(engine, "none.cert", at_least=1),
            lambda: eldest.match(engine, "random", "random"),
            lambda: eldest.play(engine),
        ):
            with self.assertRaisesRegex(eldest.Error, "closed"):
                call()
        engine.close()


class ErrorTest(unittest.TestCase):
    def test_errors_name_what_was_wrong(self) -> None:
        for message, code, call in (
            ("chess4", 1, lambda: eldest.Engine("chess4")),
            ("'88' is no position of connect4", 2, lambda: eldest.Engine("connect4").solve("88")),
            ("threads is -1", 4, lambda: eldest.Engine("connect4", threads=-1)),
            ("time is -1", 4, lambda: eldest.Engine("connect4").solve(time=-1)),
            ("algorithm: .*nonsense", 4, lambda: eldest.Engine("nim", algorithm="nonsense")),
            ("plies is -1", 4, lambda: eldest.Engine("nim").perft(-1)),
            ("plies is 1000000; expected at most", 4, lambda: eldest.Engine("chess").perft(10**6)),
            ("positions is -1", 4, lambda: eldest.conformance(Heap(3), positions=-1)),
            ("at_least is 10", 4, lambda: eldest.certify("nim", "none.cert", at_least=10**10)),
        ):
            with self.subTest(message), self.assertRaisesRegex(eldest.Error, message) as raised:
                call()
            self.assertEqual(raised.exception.code, code)
            copied = pickle.loads(pickle.dumps(raised.exception))
            self.assertEqual((str(copied), copied.code), (str(raised.exception), code))

    def test_scores_are_ordered_integers_with_text(self) -> None:
        self.assertEqual(str(eldest.win_in(5)), "win in 5")
        self.assertEqual(repr(-eldest.win_in(5)), "loss_in(5)")
        self.assertLess(eldest.win_in(5), eldest.WIN)
        self.assertGreater(eldest.win_in(5), eldest.Score(eldest.MAX_VALUE))
        self.assertTrue(eldest.WIN.is_win and eldest.LOSS.is_loss)
        self.assertEqual((eldest.win_in(3).plies, eldest.Score(3).plies), (3, None))
        self.assertEqual(f"{eldest.Score(3)} {eldest.Score(3):+d}", "3 +3")
        for plies in (-1, 2_000_001):
            with self.assertRaisesRegex(ValueError, "expected 0 to 2000000"):
                eldest.win_in(plies)
        wrong: Any
        for wrong in (1.5, "3", None):
            with self.assertRaisesRegex(TypeError, "expected an int from 0 to 2000000"):
                eldest.loss_in(wrong)
        self.assertTrue(math.isclose(eldest.Score(3), 3))


if __name__ == "__main__":
    unittest.main()
