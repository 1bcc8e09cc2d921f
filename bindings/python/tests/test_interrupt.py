"""Ctrl-C during a search."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
import unittest
from typing import Any

import eldest
from tests.scripts import PACKAGE, command, outcome


def announce(engine: eldest.Engine[Any]) -> None:
    """Prints a line when a search of the engine is under way."""

    def watch() -> None:
        while not any(is_under_way(search) for search in list(engine._searches)):
            time.sleep(0.001)
        print("begun", flush=True)

    threading.Thread(target=watch, daemon=True).start()


def is_under_way(search: eldest.Handle[Any] | eldest.Solving[Any]) -> bool:
    return isinstance(search, eldest.Solving) or search.progress.nodes > 1000


def interrupted(script: str) -> tuple[str, int]:
    """Runs a script, sends Ctrl-C after it has printed a line; returns the rest of its output and
    its exit status. Fails if it does not end."""
    process = subprocess.Popen(
        command(script),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=PACKAGE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=120)[0], process.returncode


@unittest.skipIf(sys.platform == "win32", "signals are sent differently there")
class InterruptTest(unittest.TestCase):
    def test_ctrl_c_stops_a_search_and_returns_what_is_proved(self) -> None:
        rest, status = interrupted(
            """
            import eldest
            from tests.test_interrupt import announce
            engine = eldest.Engine("connect4", threads=2, table_mib=16)
            announce(engine)
            try:
                engine.solve()
            except KeyboardInterrupt as stopped:
                assert isinstance(stopped, eldest.Interrupted)
                report = stopped.report
                assert report.stop_reason == "stopped" and report.nodes > 1000
                assert -18 <= report.lower < report.upper <= 18, report.bounds
                assert engine.solve("42256746111526565223").value == 3
                print("stopped")
            """
        )
        self.assertEqual((rest.strip(), status), ("stopped", 0))

    def test_ctrl_c_stops_a_game_written_in_python(self) -> None:
        rest, status = interrupted(
            """
            import eldest
            from tests.games import Coins
            from tests.test_interrupt import announce
            engine = eldest.Engine(Coins(tuple(range(200, 0, -1))), threads=2)
            announce(engine)
            try:
                engine.solve()
            except eldest.Interrupted as stopped:
                print(stopped.report.stop_reason)
            """
        )
        self.assertEqual((rest.strip(), status), ("stopped", 0))

    def test_ctrl_c_ends_many_positions(self) -> None:
        rest, status = interrupted(
            """
            import eldest
            from tests.test_interrupt import announce
            engine = eldest.Engine("connect4", threads=2, table_mib=16)
            announce(engine)
            try:
                list(engine.solve_many(["-"] * 9))
            except KeyboardInterrupt:
                assert engine.solve("42256746111526565223").value == 3
                print("stopped")
            """
        )
        self.assertEqual((rest.strip(), status), ("stopped", 0))

    def test_a_program_may_end_during_a_search(self) -> None:
        for game in ('"connect4"', "Coins(tuple(range(200, 0, -1)))"):
            script = f"""
            import eldest, time
            from tests.games import Coins
            engine = eldest.Engine({game}, threads=2, table_mib=16)
            handle = engine.start(to_end=True)
            while handle.progress.nodes < 1000:
                time.sleep(0.001)
            print("begun", flush=True)
            """
            self.assertEqual(outcome(script, 120), ("begun\n", "", 0))


if __name__ == "__main__":
    unittest.main()
