"""Ctrl-C during a search."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys
import textwrap
import time
import unittest

PACKAGE = pathlib.Path(__file__).parents[1]


def interrupted(script: str) -> tuple[str, float, int]:
    """Runs a script, sends Ctrl-C when it prints a line; returns the rest of its output, the time
    until it ended, and its exit status."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=PACKAGE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    rest = process.communicate(timeout=30)[0]
    return rest, time.monotonic() - begun, process.returncode


@unittest.skipIf(sys.platform == "win32", "signals are sent differently there")
class InterruptTest(unittest.TestCase):
    def test_ctrl_c_stops_a_search_and_returns_what_is_proved(self) -> None:
        rest, seconds, status = interrupted(
            """
            import eldest, time
            engine = eldest.Engine("connect4", threads=2, table_mib=16)
            print("begun", flush=True)
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
        self.assertLess(seconds, 5)

    def test_ctrl_c_stops_a_game_written_in_python(self) -> None:
        rest, seconds, status = interrupted(
            """
            import eldest
            from tests.games import Coins
            engine = eldest.Engine(Coins(tuple(range(200, 0, -1))), threads=2)
            print("begun", flush=True)
            try:
                engine.solve()
            except eldest.Interrupted as stopped:
                print(stopped.report.stop_reason)
            """
        )
        self.assertEqual((rest.strip(), status), ("stopped", 0))
        self.assertLess(seconds, 5)

    def test_ctrl_c_ends_many_positions(self) -> None:
        rest, _, status = interrupted(
            """
            import eldest
            engine = eldest.Engine("connect4", threads=2, table_mib=16)
            print("begun", flush=True)
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
            print("begun", flush=True)
            time.sleep(0.2)
            """
            ended = subprocess.run(
                [sys.executable, "-c", textwrap.dedent(script)],
                capture_output=True,
                text=True,
                timeout=30,
                cwd=PACKAGE,
            )
            self.assertEqual((ended.stdout, ended.stderr, ended.returncode), ("begun\n", "", 0))


if __name__ == "__main__":
    unittest.main()
