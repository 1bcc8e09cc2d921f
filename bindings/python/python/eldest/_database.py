"""Databases of all values of a set of positions, for games with cycles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from . import _eldest
from ._score import Score
from ._search import given
from ._wait import finished

__all__ = ["Database", "Slice"]

OnProgress = Callable[[str, str, int, int], object]
"""Is called with a slice, a task, the positions done and all of them (0 if unknown)."""


@dataclass(frozen=True)
class Slice:
    """A part of a database, with a file of its own."""

    name: str
    """The name, as in ``KRvK``."""
    numbers: int
    """The number of positions in it, or of numbers that may be positions."""
    memory_bytes: int
    """The memory that building it takes at least, in bytes."""
    file_bytes: int
    """The size of its file at most, in bytes."""


class Database:
    """The values of all positions of a set, found by retrograde analysis.

    In a game with cycles, as chess, a search to the end of the game does not end. A database has
    the exact values all the same. `Engine` takes its directory too.
    """

    def __init__(self, game: str, directory: str | PathLike[str]) -> None:
        """Opens the files of a game in a directory.

        Raises:
            Error: if there are none, if one is damaged, or for a game without databases.
        """
        self._native = _eldest.Database(game, fspath(directory))
        self._game, self._directory = game, Path(directory)

    @staticmethod
    def planned(
        game: str, *, slices: Iterable[str] = (), men: int | None = None
    ) -> tuple[Slice, ...]:
        """Returns the slices that `build` would build, in their order.

        Raises:
            Error: for a game without databases, or an unknown slice.
        """
        options = given(slices=list(slices), men=men)
        return tuple(Slice(*row) for row in _eldest.Database.planned(game, options))

    @classmethod
    def build(
        cls,
        game: str,
        directory: str | PathLike[str],
        *,
        slices: Iterable[str] = (),
        men: int | None = None,
        threads: int = 1,
        memory_mib: int = 1024,
        on_progress: OnProgress | None = None,
    ) -> Database:
        """Builds a database, and opens it. Files that are complete already are not built again.

        Args:
            game: the game.
            directory: where the files are written.
            slices: the names of slices; those that their moves lead to are added.
            men: all slices with at most this many men, for games that count them.
            threads: the number of threads; 0 for one on each core.
            memory_mib: the most memory, in MiB.
            on_progress: is called now and then. What it raises ends the call.

        Raises:
            Error: as `planned`; if the memory does not suffice; if a file cannot be written.
            KeyboardInterrupt: Ctrl-C ended it. The files that are complete remain.
        """
        options = given(slices=list(slices), men=men, threads=threads, memory_mib=memory_mib)
        finished(_eldest.Database.build(game, fspath(directory), options, on_progress))
        return cls(game, directory)

    @property
    def slices(self) -> tuple[str, ...]:
        """The names of the slices that have a file."""
        return tuple(self._native.slices())

    def probe(self, position: str) -> Score | None:
        """Returns the value of a position for the side to move; ``None`` if it is in no slice.

        Raises:
            Error: if the text is not a position of the game.
        """
        return _value(self._native.probe(position))

    def probe_moves(self, position: str) -> dict[str, Score | None]:
        """Returns the value of each legal move, for the side that makes it.

        Raises:
            Error: if the text is not a position of the game.
        """
        return {move: _value(bounds) for move, bounds in self._native.probe_moves(position)}

    def check(
        self, slice: str, *, threads: int = 1, on_progress: OnProgress | None = None
    ) -> None:
        """Verifies the file of a slice by the rules alone.

        Raises:
            Error: if a value is wrong, with its position.
        """
        finished(self._native.check(slice, threads, on_progress))

    def __repr__(self) -> str:
        return f"<Database {self._game} in {self._directory}: {', '.join(self.slices)}>"


def _value(bounds: Any) -> Score | None:
    return None if bounds is None else Score(bounds[0])
