"""What ends with a search: signals, exceptions that lead back to it, and what refers to its engine."""

from __future__ import annotations

import gc
import signal
import sys
import time
import unittest
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import eldest
from tests.games import Heap

EASY = "42256746111526565223"


class Broken(Heap):
    def moves(self) -> list[int]:
        if self.left < 9:
            raise LookupError("no moves")
        return super().moves()


class Counting(Heap):
    count = 0

    def moves(self) -> list[int]:
        Counting.count += 1
        return super().moves()


def is_quiet() -> bool:
    """Whether nothing calls the game for a while."""
    before = Counting.count
    time.sleep(0.1)
    return Counting.count == before


class Alarm(Exception):
    """What the handler of a signal raises."""


@unittest.skipIf(sys.platform == "win32", "there is no timer that sends signals")
class SignalTest(unittest.TestCase):
    def setUp(self) -> None:
        def ring(*_: object) -> None:
            raise Alarm

        before = signal.signal(signal.SIGALRM, ring)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)

    def test_a_search_ends_when_a_handler_of_a_signal_raises(self) -> None:
        engine = eldest.Engine("connect4", table_mib=16)
        calls: tuple[Callable[[], object], ...] = (engine.solve, lambda: engine.search(depth=40))
        for call in calls:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            try:
                call()
            except Alarm as alarm:
                # The exception still refers to all that the call had.
                self.assertEqual(engine.solve(EASY).value, 3)
                del alarm

    def test_a_call_without_a_report_ends_likewise(self) -> None:
        calls: tuple[Callable[[], object], ...] = (
            lambda: eldest.Engine(Counting(40), table_mib=1).perft(40),
            lambda: eldest.compare(Counting(40), algorithms=["minimax"], max_nodes=10**12),
            lambda: eldest.match(Counting(40), {"depth": 6}, {"depth": 6}, pairs=10_000),
        )
        for call in calls:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(Alarm):
                call()
            self.assertTrue(any(is_quiet() for _ in range(50)))


class GarbageTest(unittest.TestCase):
    def freed(self, use: Callable[[], object]) -> None:
        """Requires that what was used is freed, though it may refer to itself."""
        used = weakref.ref(use())

        def is_freed() -> bool:
            gc.collect()
            if used() is None:
                return True
            time.sleep(0.1)
            return False

        # A thread of the search may end a little later than its outcome is known.
        self.assertTrue(any(is_freed() for _ in range(50)), used())

    def test_an_exception_of_a_game_keeps_no_engine(self) -> None:
        def solved() -> eldest.Engine[Any]:
            engine = eldest.Engine(Broken(21), table_mib=1)
            with self.assertRaises(LookupError):
                engine.solve()
            return engine

        def searched() -> eldest.Engine[Any]:
            engine = eldest.Engine(Broken(21), table_mib=1)
            try:
                engine.search(depth=20)
            except LookupError as error:
                self.assertEqual(str(error), "no moves")
            return engine

        def waited() -> eldest.Engine[Any]:
            engine = eldest.Engine(Broken(21), table_mib=1)
            handle = engine.start(to_end=True)
            for _ in range(2):
                try:
                    handle.wait()
                except LookupError as error:
                    raised = error
            self.assertEqual(str(raised), "no moves")
            return engine

        for use in (solved, searched, waited):
            with self.subTest(use.__name__):
                self.freed(use)

    def test_positions_may_refer_to_their_reports(self) -> None:
        def use() -> eldest.Solving[str]:
            def positions() -> Iterator[str]:
                while True:
                    yield EASY
                    solving.stop()

            solving = eldest.Engine("connect4", table_mib=1).solve_many(positions())
            next(solving)
            return solving

        self.freed(use)

    def test_a_position_may_have_its_engine(self) -> None:
        class Owning(Heap):
            engine: eldest.Engine[int]

        def use() -> eldest.Engine[int]:
            game = Owning(9)
            game.engine = eldest.Engine(game, table_mib=1)
            self.assertEqual(game.engine.solve().value, eldest.win_in(5))
            gc.collect()
            self.assertEqual(game.engine.solve().value, eldest.win_in(5))
            return game.engine

        self.freed(use)

    def test_a_position_that_others_use_is_no_garbage(self) -> None:
        class Owning(Heap):
            engine: eldest.Engine[int]

        def begin() -> Iterator[eldest.Report[int]]:
            game = Owning(9)
            game.engine = eldest.Engine(game, table_mib=1)
            return game.engine.solve_many([None, game, None, None])  # type: ignore[list-item]

        solving = begin()
        for _ in range(4):
            gc.collect()
            self.assertEqual(next(solving).value, eldest.win_in(5))


if __name__ == "__main__":
    unittest.main()
