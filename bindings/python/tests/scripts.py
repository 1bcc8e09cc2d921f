"""Scripts that tests run in a process of their own."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import textwrap

PACKAGE = pathlib.Path(__file__).parents[1]


def command(script: str) -> list[str]:
    """Returns the command that runs a script; its folder must be `PACKAGE`."""
    return [sys.executable, "-c", textwrap.dedent(script)]


def outcome(script: str, timeout: float) -> tuple[str, str, int]:
    """Runs a script; returns what it wrote to stdout and stderr, and its exit status. Fails if it
    does not end within `timeout` seconds."""
    ended = subprocess.run(
        command(script), capture_output=True, text=True, timeout=timeout, cwd=PACKAGE
    )
    return ended.stdout, ended.stderr, ended.returncode
