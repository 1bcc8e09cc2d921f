"""The exceptions of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._report import Report

__all__ = ["Error", "Interrupted"]


class Error(Exception):
    """An error of the search, of its input or of a file.

    The message names what was wrong and what would be right. An exception that a game's own method
    raises is not wrapped: it passes through unchanged.
    """

    code: int
    """A number that stays the same in all versions; ``docs/python.md`` links the list."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[Error], tuple[str, int]]:
        return type(self), (str(self), self.code)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search. `report` has what had been found by then."""

    report: Report[Any]
    """The report of the stopped search: its bounds hold, as after any other limit."""

    def __init__(self, report: Report[Any]) -> None:
        super().__init__(f"interrupted: {report}")
        self.report = report

    def __reduce__(self) -> tuple[type[Interrupted], tuple[Report[Any]]]:
        return type(self), (self.report,)
