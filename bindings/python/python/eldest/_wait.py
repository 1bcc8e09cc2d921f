"""Waiting for calls of the compiled part, so that Ctrl-C and other signals end them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from . import _eldest

__all__ = ["finished"]


def finished(task: _eldest.Task) -> Any:
    """Returns the result of `task`. What a handler of a signal raises, as Ctrl-C does, stops it."""
    try:
        return task.wait()
    except BaseException:
        task.stop()
        with suppress(BaseException):  # what it was stopped for is raised
            task.wait(1.0)  # returns at once if the exception is the result
        raise
