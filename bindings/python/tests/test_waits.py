"""Waits for a search by what that search calls, and exceptions that end the interpreter."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import eldest
from tests.games import Heap
from tests.scripts import outcome


class Calling(Heap):
    """A heap whose `moves` makes a call once, on a thread of the engine: the main thread calls it
    to write reports."""

    call: Callable[[], object]
    raised: list[BaseException]

    def moves(self) -> list[int]:
        if threading.current_thread() is threading.main_thread():
            return super().moves()
        call, Calling.call = Calling.call, staticmethod(lambda: None)
        try:
            call()
        except BaseException as error:
            Calling.raised.append(error)
        return super().moves()


OWN = r"^this call would wait for the search of Calling, which waits for the callback or method"


class Inner(Heap):
    """A heap whose `moves` makes a call, on threads other than the main one."""

    call: Callable[[], object]

    def moves(self) -> list[int]:
        if threading.current_thread() is not threading.main_thread():
            type(self).call()
        return super().moves()


class Between(Inner):
    """As `Inner`, with a call of its own."""


class WaitTest(unittest.TestCase):
    def setUp(self) -> None:
        Calling.call, Calling.raised = staticmethod(lambda: None), []
        self.engine = eldest.Engine(Calling(30), threads=2, table_mib=1)

    def refused(self, message: str) -> None:
        """Requires that the call of the game was refused with this message."""
        self.assertEqual([type(error) for error in Calling.raised], [RuntimeError])
        self.assertRegex(str(Calling.raised[0]), message)

    def during(self, call: Callable[[eldest.Handle[int]], object]) -> None:
        """Lets the game make this call while it is searched."""
        handles: list[eldest.Handle[int]] = []
        calls = iter([call])

        def on_iteration(_: object) -> None:
            while not handles:
                time.sleep(0.001)
            for once in calls:
                Calling.call = staticmethod(lambda: once(handles[0]))

        handles.append(self.engine.start(depth=30, on_iteration=on_iteration))
        handles[0].wait()

    def test_a_method_cannot_wait_for_its_search(self) -> None:
        for timeout in (None, 0.0, 1000.0):
            Calling.raised.clear()
            self.during(lambda handle: handle.wait(timeout))
            self.refused(OWN)

    def test_a_method_cannot_close_its_search_or_its_engine(self) -> None:
        self.during(lambda handle: handle.close())
        self.refused(OWN)
        Calling.raised.clear()
        self.during(lambda _: self.engine.close())
        self.refused(OWN)

    def test_a_callback_cannot_close_its_engine(self) -> None:
        def on_iteration(_: object) -> None:
            self.engine.close()

        with self.assertRaisesRegex(RuntimeError, OWN):
            self.engine.search(depth=9, on_iteration=on_iteration)

    def test_a_method_cannot_search_on_its_engine(self) -> None:
        self.during(lambda _: self.engine.solve())
        self.assertIn("searching", str(Calling.raised[0]))
        Calling.raised.clear()

        def stop_and_solve(handle: eldest.Handle[int]) -> None:
            handle.stop()
            self.engine.solve()

        self.during(stop_and_solve)
        self.assertIn("searching", str(Calling.raised[0]))

    def test_a_method_can_wait_for_another_engine(self) -> None:
        found: list[Any] = []
        other = eldest.Engine(Heap(21), table_mib=1)
        self.during(lambda _: found.append(other.solve().value))
        self.assertEqual((found, Calling.raised), ([eldest.win_in(11)], []))

    def test_what_a_method_calls_cannot_wait_for_its_search(self) -> None:
        def through(call: Callable[[], object]) -> Callable[[eldest.Handle[int]], object]:
            def begin(handle: eldest.Handle[int]) -> None:
                Inner.call = staticmethod(lambda: handle.wait(20.0))
                call()

            return begin

        def match(player: Any) -> object:
            return eldest.match(Inner(9), player, "random", pairs=2, opening_plies=0, threads=2)

        def two_more() -> object:
            Between.call = staticmethod(eldest.Engine(Inner(9), table_mib=1).solve)
            return eldest.Engine(Between(9), threads=2, table_mib=1).solve()

        def positions() -> Iterator[str]:
            Inner.call()
            yield ""

        calls: dict[str, Callable[[], object]] = {
            "solve": lambda: eldest.Engine(Inner(9), threads=2, table_mib=1).solve(),
            "solve with two more engines": two_more,
            "solve_many": lambda: list(eldest.Engine("connect4").solve_many(positions())),
            "conformance": lambda: eldest.conformance(Inner(9)),
            "perft": lambda: eldest.Engine(Inner(9)).perft(3),
            "match": lambda: match("random"),
            "match of engines": lambda: match({"depth": 2, "threads": 2, "table_mib": 1}),
            "on_pair": lambda: eldest.match(
                "nim", "random", "random", pairs=1, on_pair=lambda *_: Inner.call()
            ),
            "build": self.build,
        }
        for name, call in calls.items():
            with self.subTest(through=name):
                Calling.raised.clear()
                self.engine.clear()
                self.during(through(call))
                # The wait of an outer method is refused if it begins last.
                self.refused(r"^this call would wait for the search of \w+, which waits for the ")

    def build(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            eldest.Database.build(
                "chess", folder, slices=["KQvK"], threads=2, on_progress=lambda *_: Inner.call()
            )

    def test_a_method_and_the_input_cannot_wait_for_many_positions(self) -> None:
        for use in ("method", "input"):
            for call in ("next", "close"):
                with self.subTest(use=use, call=call):
                    Calling.raised.clear()
                    self.solve_many(use, call)
                    self.refused(r"^this call would wait for (the search of Calling|another call)")

    def solve_many(self, use: str, call: str) -> None:
        def wait() -> None:
            next(solving) if call == "next" else solving.close()

        def positions() -> Iterator[Calling]:
            yield Calling(1)
            if use == "method":
                Calling.call = staticmethod(wait)
            else:
                try:
                    wait()
                except RuntimeError as error:
                    Calling.raised.append(error)
            yield from (Calling(left) for left in range(2, 30))

        self.engine.clear()
        solving = self.engine.solve_many(positions())
        self.assertEqual(len(list(solving)), 29)

    def test_an_input_can_stop_many_positions(self) -> None:
        def positions() -> Iterator[Calling]:
            for left in range(1, 30):
                solving.stop()
                yield Calling(left)

        solving = self.engine.solve_many(positions())
        self.assertEqual(len(list(solving)), 29)


class ExitTest(unittest.TestCase):
    def test_threads_may_search_at_the_end_of_the_program(self) -> None:
        script = """
        import eldest, threading, time
        from tests.games import Coins, Heap

        def search(game, threads):
            while True:
                eldest.Engine(game, threads=threads, table_mib=1).solve()

        for game in ("connect4", "tictactoe", Coins(tuple(range(200, 0, -1))), Heap(6)):
            for threads in (1, 2):
                threading.Thread(target=search, args=(game, threads), daemon=True).start()
        for call in (
            lambda: eldest.conformance(Heap(2000), positions=10**6),
            lambda: eldest.Engine("chess", table_mib=1).perft(12),
            lambda: eldest.compare(Heap(60), algorithms=["minimax"], max_nodes=10**12),
            lambda: eldest.match("othello", {"depth": 5}, {"depth": 5}, pairs=1000),
        ):
            threading.Thread(target=call, daemon=True).start()
        time.sleep(0.3)
        """
        for _ in range(3):
            self.assertEqual(outcome(script, 60), ("", "", 0))

    def test_a_process_made_by_fork_has_no_engines_unless_all_were_closed(self) -> None:
        if not hasattr(os, "fork"):
            self.skipTest("there is no fork")
        script = """
        import eldest, os
        from tests.games import Heap
        engines = [eldest.Engine(game, threads=2, table_mib=1) for game in ("connect4", Heap(9))]
        values = [engine.solve("42256746111526565223" if at == 0 else None).value
                  for at, engine in enumerate(engines)]
        process = os.fork()
        if process == 0:
            for engine in engines:
                try:
                    engine.solve()
                except eldest.Error as error:
                    assert "fork" in str(error), error
                else:
                    raise AssertionError("an engine without threads has searched")
            try:
                eldest.Engine(Heap(9), table_mib=1)
            except eldest.Error as error:
                assert "spawn" in str(error), error
            else:
                raise AssertionError("threads were started beside those that are missing")
        else:
            assert os.waitpid(process, 0)[1] == 0
            assert engines[1].solve().value == values[1]
            for engine in engines:
                engine.close()
            process = os.fork()
            if process == 0:
                assert eldest.Engine(Heap(9), table_mib=1).solve().value == values[1]
            else:
                assert os.waitpid(process, 0)[1] == 0
                print("ended")
        """
        self.assertEqual(outcome(script, 60), ("ended\n", "", 0))

    @unittest.skipUnless(sys.platform == "linux", "the memory of a process is limited differently")
    def test_a_call_for_which_no_thread_can_be_started_raises_an_error(self) -> None:
        script = """
        import eldest, resource
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used - (16 << 20), resource.RLIM_INFINITY))
        try:
            eldest.check("none.cert")
        except eldest.Error as error:
            print(error.code, str(error)[:30])
        """
        self.assertEqual(outcome(script, 60), ("5 no thread could be started: Re\n", "", 0))

    def test_what_ended_a_search_is_not_raised_again_at_the_end_of_the_program(self) -> None:
        for kind in ("SystemExit", "KeyboardInterrupt", "GeneratorExit"):
            script = f"""
            import eldest
            from tests.games import Heap

            class Exiting(Heap):
                def moves(self):
                    raise {kind}(7)

            engine, other = eldest.Engine(Exiting(9)), eldest.Engine("connect4", table_mib=1)
            handle, going = engine.start(to_end=True), other.start(to_end=True)
            try:
                handle.wait()
            except {kind}:
                print("once")
            """
            self.assertEqual(outcome(script, 60), ("once\n", "", 0))


if __name__ == "__main__":
    unittest.main()
