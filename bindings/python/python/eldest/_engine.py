"""Engines: what solves and searches positions."""

from __future__ import annotations

import atexit
import os
import weakref
from collections.abc import Callable, Iterable, Sized
from contextlib import suppress
from os import PathLike, fspath
from types import TracebackType
from typing import Any, Generic, TypeVar, overload

from . import _eldest
from ._errors import Error
from ._report import Iteration, Report
from ._rules import Rules
from ._search import Handle, Solving, given, limits_of, observer, progress_bar, under_way
from ._wait import finished

__all__ = ["Engine"]

M = TypeVar("M")

_open: weakref.WeakSet[Engine[Any]] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Ends all threads while the interpreter can still run the methods of a game. Other threads of
    Python stay in the call that they have made, as the interpreter ends without them."""
    _eldest.begin_exit()
    for _ in range(100):
        for search in list(under_way):
            search.close()
        for engine in list(_open):
            engine.close()
        if _eldest.settle(0.1):  # other threads of Python run, and may have made an engine
            return


_missed: list[bool] = []
"""In a process made by `fork`: whether each engine of the other process was open."""


def _forget_all() -> None:
    """Closes all engines in a process made by `fork`, which has none of their threads."""
    _missed.extend([engine._native.forget() for engine in list(_open)])
    _eldest.forget_threads()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


class Engine(Generic[M]):
    """Solves and searches positions of one game, a shipped one or one of your own.

    >>> engine = Engine("connect4", table_mib=16)
    >>> engine.solve("42256746111526565223").best_move
    '6'

    An engine remembers what its searches found, which makes later ones faster. It does one search
    at a time, and can be used by several threads of Python: a search while another one is under way
    raises `Error`. Positions are text for a shipped game (`games` describes it), positions of your
    class for your own; ``None`` is the start.

    Threads do not survive a ``fork``: while engines are open, it makes a process that can have none.
    Close them before, or start processes by ``spawn``.
    """

    @overload
    def __init__(
        self: Engine[str],
        game: str,
        *,
        threads: int = ...,
        table_mib: int = ...,
        algorithm: str | None = ...,
        database: str | PathLike[str] | None = ...,
        max_plies: int | None = ...,
        evaluator: str | None = ...,
        selective: bool = ...,
    ) -> None: ...

    @overload
    def __init__(
        self,
        game: Rules[M],
        *,
        threads: int = ...,
        table_mib: int = ...,
        algorithm: str | None = ...,
        max_plies: int | None = ...,
    ) -> None: ...

    def __init__(
        self,
        game: str | Rules[M],
        *,
        threads: int = 1,
        table_mib: int = 64,
        algorithm: str | None = None,
        database: str | PathLike[str] | None = None,
        max_plies: int | None = None,
        evaluator: str | None = None,
        selective: bool = False,
    ) -> None:
        """Creates an engine.

        Args:
            game: the name of a shipped game, with a variant if need be (``connect4:6x5``), or the
                start of a game of your own.
            threads: the number of threads that search; 0 for one on each core. A game written in
                Python gains nothing from a second thread: only one at a time runs Python code.
            table_mib: the memory of the transposition table, in MiB.
            algorithm: how threads share a search: ``ybw`` (the default), ``pv-split``,
                ``root-split``, ``abdada``, ``simplified-abdada`` or ``lazy-smp``.
            database: a directory with a database of the game (see `Database`): the search ends
                where it knows the value.
            max_plies: the most plies (single moves) of a game, if the rules give no bound. To solve
                a game, either this or the method ``plies_left`` is needed.
            evaluator: the name of another evaluator of a shipped game.
            selective: whether searches to a depth leave out unlikely moves; not exact then.

        Raises:
            Error: for an unknown game, an invalid option, or too little memory.
            TypeError: for an object without the methods of a game.
        """
        if any(_missed):  # new threads would wait for those that this process lacks
            reason = "a process made by fork while an engine was open has no engines; close them"
            raise Error(f"{reason} before, or start processes by spawn", 11)
        options = given(
            threads=threads,
            table_mib=table_mib,
            algorithm=algorithm,
            database=None if database is None else fspath(database),
            max_plies=max_plies,
            evaluator=evaluator,
            selective=selective,
        )
        self._native = _eldest.Engine(game, options)
        self._threads, self._table_mib = threads, table_mib
        self._searches: weakref.WeakSet[Handle[M] | Solving[M]] = weakref.WeakSet()
        _open.add(self)

    @property
    def game(self) -> str:
        """The name of the game, with its variant."""
        return self._native.name

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players, the one that moves first in front."""
        return self._native.players

    @property
    def is_busy(self) -> bool:
        """Whether a search is under way."""
        return self._native.is_busy()

    def __repr__(self) -> str:
        return f"<Engine {self.game}: threads={self._threads}, table_mib={self._table_mib}>"

    def solve(
        self,
        position: str | Rules[M] | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        multi_pv: int = 1,
        at_least: int | None = None,
        find_line: bool | None = None,
        root_moves: Iterable[str] | None = None,
    ) -> Report[M]:
        """Finds the value of a position to the end of the game.

        Args:
            position: the position; ``None`` for the start.
            time: ends the search after this many seconds.
            nodes: ends the search after this many positions.
            multi_pv: the number of moves that get exact values.
            at_least: decides only whether the value is at least this, which is faster.
            find_line: whether to find the whole line of best play, even if that takes longer.
            root_moves: considers these moves only, by name.

        Returns:
            The report. If a limit ended the search, its bounds are proved all the same.

        Raises:
            Interrupted: Ctrl-C ended the search; its ``report`` has what is proved.
            Error: for a position that cannot be read, a game without a bound on its length, a game
                whose methods contradict each other, or a busy engine.
        """
        limits = limits_of(
            time=time,
            nodes=nodes,
            multi_pv=multi_pv,
            at_least=at_least,
            find_line=find_line,
            root_moves=root_moves,
        )
        return self._start(position, True, None, limits)._finish()

    def search(
        self,
        position: str | Rules[M] | None = None,
        *,
        depth: int | None = None,
        time: float | None = None,
        soft_time: float | None = None,
        nodes: int | None = None,
        multi_pv: int = 1,
        root_moves: Iterable[str] | None = None,
        on_iteration: Callable[[Iteration[M]], object] | None = None,
    ) -> Report[M]:
        """Searches a position deeper and deeper, until a limit is reached or its value is proved.

        Args:
            position: the position; ``None`` for the start.
            depth: the last depth, in plies.
            time: ends the search after this many seconds.
            soft_time: begins no iteration after this many seconds.
            nodes: ends the search after this many positions.
            multi_pv: the number of moves that get exact values.
            root_moves: considers these moves only, by name.
            on_iteration: is called after each iteration, on another thread. What it raises ends
                the search, and is raised here.

        Raises:
            Interrupted: Ctrl-C ended the search; its ``report`` has the last iteration.
            Error: as `solve`; without any limit, only Ctrl-C might end the search.
        """
        return self.start(
            position,
            depth=depth,
            time=time,
            soft_time=soft_time,
            nodes=nodes,
            multi_pv=multi_pv,
            root_moves=root_moves,
            on_iteration=on_iteration,
        )._finish()

    def start(
        self,
        position: str | Rules[M] | None = None,
        *,
        to_end: bool = False,
        depth: int | None = None,
        time: float | None = None,
        soft_time: float | None = None,
        nodes: int | None = None,
        multi_pv: int = 1,
        root_moves: Iterable[str] | None = None,
        on_iteration: Callable[[Iteration[M]], object] | None = None,
    ) -> Handle[M]:
        """Begins a search in the background, and returns at once.

        Args:
            to_end: whether to solve the position, as `solve` does.

        The other arguments and the errors are those of `search`.
        """
        limits = limits_of(
            depth=depth,
            time=time,
            soft_time=soft_time,
            nodes=nodes,
            multi_pv=multi_pv,
            root_moves=root_moves,
        )
        return self._start(position, to_end, on_iteration, limits)

    def _start(
        self,
        position: str | Rules[M] | None,
        to_end: bool,
        on_iteration: Callable[[Iteration[M]], object] | None,
        limits: dict[str, Any],
    ) -> Handle[M]:
        callback = None if on_iteration is None else observer(on_iteration)
        native = self._native.start(position, to_end, limits, callback)
        handle: Handle[M] = Handle(self.game, native)
        self._searches.add(handle)
        return handle

    def solve_many(
        self,
        positions: Iterable[str | Rules[M]],
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: bool | None = None,
    ) -> Solving[M]:
        """Solves many positions, several at the same time on the threads of the engine.

        Args:
            positions: the positions. They are taken as they are needed, on another thread.
            time: ends each search after this many seconds.
            nodes: ends each search after this many positions.
            progress: whether to show a progress bar; needs the package ``tqdm``. The default is to
                show one on a terminal if there is that package.

        Returns:
            An iterator over the reports, in the order of the positions. A position that cannot be
            solved raises its error in its place; the iterator can be continued after it.

        Raises:
            ImportError: if `progress` is set and ``tqdm`` is not installed.
            Error: for a busy engine.
        """
        bar = progress_bar(progress, len(positions) if isinstance(positions, Sized) else None)
        native = self._native.many(positions, limits_of(time=time, nodes=nodes))
        solving: Solving[M] = Solving(self.game, native, bar)
        self._searches.add(solving)
        return solving

    def moves(self, position: str | Rules[M] | None = None) -> list[M]:
        """Returns the legal moves of a position, in the order of the game."""
        return [move for _, move in self._native.session(position).moves()]

    def after(self, position: str | Rules[M] | None, *moves: M) -> Any:
        """Returns the position after some moves: text, or a position of your class.

        Raises:
            Error: if one of the moves is not legal.
        """
        session = self._native.session(position)
        for move in moves:
            session = session.after(name_of(session, move))
        return session.given()

    def draw(self, position: str | Rules[M] | None = None) -> str:
        """Returns the position as text of several lines."""
        return self._native.session(position).drawing()

    def perft(self, plies: int, position: str | Rules[M] | None = None) -> int:
        """Counts the games of this many plies from a position.

        Published counts of many games ("perft" of chess programs) are the customary test of rules.
        """
        return int(finished(self._native.session(position).perft(plies)))

    def clear(self) -> None:
        """Forgets what earlier searches have found.

        Raises:
            Error: if a search is under way.
        """
        self._native.clear()

    def close(self) -> None:
        """Stops a search under way, frees the table and ends the threads.

        Using the engine later raises `Error`. The same happens when the engine is garbage.

        Raises:
            RuntimeError: as `Handle.wait`, if a search is under way.
        """
        for search in list(self._searches):
            search.close()
        self._native.close()

    def __enter__(self) -> Engine[M]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def name_of(session: _eldest.Session, move: object) -> str:
    """Returns the name of a legal move: of one that is equal to `move`, or called like it.

    Moves are compared by name too, as objects of a class without ``__eq__`` are never equal.

    Raises:
        Error: if there is none.
    """
    moves = session.moves()
    for name, known in moves:
        if known == move or name == move:
            return name
    written, names = _written(session, move), [name for name, _ in moves]
    if written in names:
        return written
    raise Error(f"{move!r} is not a legal move here; legal are: {', '.join(names) or 'none'}", 3)


def _written(session: _eldest.Session, move: object) -> str:
    """Returns the name that a game gives to an object; its text, if it cannot name it."""
    named = getattr(session.given(), "name", str)
    with suppress(Exception):
        return str(named(move))
    return str(move)
