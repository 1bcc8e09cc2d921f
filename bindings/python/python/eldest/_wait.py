"""Waiting for calls of the compiled part, so that Ctrl-C ends them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from . import _eldest

__all__ = ["STEP", "finished"]

STEP = 0.05
"""Seconds between two looks for Ctrl-C."""


def finished(task: _eldest.Task) -> Any:
    """Returns the result of `task`. Ctrl-C stops it."""
    try:
        while True:
            has_ended, result = task.wait(STEP)
            if has_ended:
                return result
    except KeyboardInterrupt:
        task.stop()
        with suppress(BaseException):  # what it was stopped for is raised
            task.wait(1.0)
        raise
