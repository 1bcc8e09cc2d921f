"""Waiting for calls of the compiled part, so that Ctrl-C ends them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from . import _eldest

__all__ = ["finished"]


def finished(task: _eldest.Task) -> Any:
    """Returns the result of `task`. Ctrl-C stops it."""
    try:
        return task.wait()
    except KeyboardInterrupt:
        task.stop()
        with suppress(BaseException):  # what it was stopped for is raised
            task.wait(1.0)
        raise
