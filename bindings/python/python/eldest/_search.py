"""Searches under way: one in the background, or many positions side by side."""

from __future__ import annotations

import math
import sys
import weakref
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from . import _eldest
from ._errors import Interrupted
from ._report import Iteration, Progress, Report, iteration_of, progress_of, report_of

__all__ = ["Handle", "Solving", "given", "limits_of", "observer", "progress_bar", "under_way"]

M = TypeVar("M")

under_way: weakref.WeakSet[Handle[Any] | Solving[Any]] = weakref.WeakSet()
"""What the end of the program closes."""


def given(**fields: Any) -> dict[str, Any]:
    """Returns the fields that are not ``None``."""
    return {name: value for name, value in fields.items() if value is not None}


def limits_of(**limits: Any) -> dict[str, Any]:
    """Returns the limits of a search that are set."""
    fields = given(**limits)
    if "root_moves" in fields:
        fields["root_moves"] = list(fields["root_moves"])
    return fields


def observer(
    on_iteration: Callable[[Iteration[Any]], object],
) -> Callable[[dict[str, Any]], object]:
    """Returns a callback that passes a typed iteration on."""
    return lambda raw: on_iteration(iteration_of(raw))


class Handle(Generic[M]):
    """A search in the background. When it is garbage, the search is stopped."""

    def __init__(self, game: str, native: _eldest.Search) -> None:
        self._game, self._native = game, native
        under_way.add(self)

    def stop(self) -> None:
        """Stops the search. `wait` then returns what it has found."""
        self._native.stop()

    def wait(self, timeout: float | None = None) -> Report[M] | None:
        """Waits for the end of the search.

        Args:
            timeout: waits at most this many seconds.

        Returns:
            The report, at every call after the end; ``None`` if the time was over first.

        Raises:
            Interrupted: Ctrl-C stopped the search; its ``report`` has what was found.
            Error: as `Engine.search`, at every call.
            ValueError: if `timeout` is not a number.
            RuntimeError: within ``on_iteration`` or a method of the game of this search, or of one
                that it waits for: none would end.
        """
        if timeout is not None and math.isnan(timeout):
            raise ValueError(f"timeout is {timeout}; expected seconds, or None to wait for the end")
        try:
            raw = self._native.wait(timeout)
        except KeyboardInterrupt:
            self.stop()
            raise Interrupted(report_of(cast("dict[str, Any]", self._native.wait(None)))) from None
        finally:
            del self  # else an exception would refer to itself, by way of its traceback
        return None if raw is None else report_of(raw)

    def close(self) -> None:
        """Stops the search and waits for its end, whatever it is.

        Raises:
            RuntimeError: as `wait`.
        """
        self._native.close()

    def _finish(self) -> Report[M]:
        """Waits for the end of a search that nothing else can stop."""
        try:
            return cast("Report[M]", self.wait())
        except BaseException:  # also what a handler of a signal raises
            self.stop()
            raise
        finally:
            del self  # as in `wait`

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._native.is_finished()

    @property
    def progress(self) -> Progress:
        """Nodes, time, and the last completed iteration."""
        return progress_of(self._native.progress())

    def __repr__(self) -> str:
        state = "ended" if self.done else "under way"
        return f"<Handle {self._game}, {state}: {self.progress!r}>"


class Solving(Iterator["Report[M]"], Generic[M]):
    """The reports of `Engine.solve_many`, in the order of the positions."""

    def __init__(self, game: str, native: _eldest.Many, bar: Any) -> None:
        self._game, self._native, self._bar = game, native, bar
        self._count = 0
        under_way.add(self)

    def __iter__(self) -> Solving[M]:
        return self

    def __next__(self) -> Report[M]:
        try:
            raw = self._native.next()
        except StopIteration as error:
            # As in a generator: it must not look like the end.
            self._advance()
            raise RuntimeError("StopIteration was raised for a position") from error
        except Exception:
            self._advance()
            raise
        except BaseException:  # Ctrl-C
            self.close()
            raise
        if raw is None:
            self.close()
            raise StopIteration
        self._advance()
        return report_of(raw)

    def _advance(self) -> None:
        self._count += 1
        if self._bar is not None:
            self._bar.update()

    def stop(self) -> None:
        """Stops the searches under way and all that follow; their reports still come."""
        self._native.stop()

    def __repr__(self) -> str:
        return f"<Solving {self._game}: {self._count:,} reports>"

    def close(self) -> None:
        """Stops, and lets the engine do other searches.

        Raises:
            RuntimeError: as `Handle.wait`.
        """
        self._native.close()
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def progress_bar(wanted: bool | None, total: int | None) -> Any:
    """Returns a progress bar of ``tqdm``, or ``None``."""
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return None
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        if wanted:
            raise ImportError("progress=True needs the package tqdm: pip install tqdm") from None
        return None
    return tqdm(total=total, unit="position")
