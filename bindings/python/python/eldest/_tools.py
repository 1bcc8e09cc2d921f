"""Checks of games, certificates, trees and comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from . import _eldest
from ._engine import Engine
from ._report import bounds_text
from ._rules import Rules
from ._score import Score
from ._search import given, limits_of
from ._wait import finished

__all__ = [
    "Certificate",
    "Checked",
    "Conformance",
    "Game",
    "Tree",
    "algorithms",
    "certify",
    "check",
    "compare",
    "conformance",
    "games",
    "tree",
]

Subject = str | Rules[Any] | Engine[Any]
"""A game: the name of a shipped one, the start of your own, or an engine for either."""


def engine_of(subject: Subject) -> Engine[Any]:
    """Returns the engine for a game; a small one, unless there is one."""
    return subject if isinstance(subject, Engine) else Engine(subject, table_mib=1)


@dataclass(frozen=True)
class Game:
    """A shipped game."""

    name: str
    """The name before the colon."""
    variants: tuple[str, ...]
    """Some of the variants after it; an empty text is the game without one."""
    title: str
    """The name in the documentation."""
    help: str
    """How its positions are written."""


def games() -> tuple[Game, ...]:
    """Returns the shipped games.

    >>> [game.name for game in games()][:3]
    ['tictactoe', 'connect4', 'nim']
    """
    rows = _eldest.games()
    return tuple(Game(name, tuple(variants), *rest) for name, variants, *rest in rows)


def algorithms() -> tuple[str, ...]:
    """Returns the names of the algorithms for `compare`."""
    return tuple(_eldest.algorithms()[0])


@dataclass(frozen=True)
class Conformance:
    """What `conformance` has checked."""

    positions: int
    """Positions on which all checks were made."""
    games: int
    """Random games that were played."""
    longest: int
    """The plies of the longest one."""
    solved: int
    """Positions whose value was found by plain minimax, and compared with keys and bounds."""
    repeated_keys: int
    """Positions with the key of an earlier one, which were compared."""
    repetitions: int
    """How often a game came back to an earlier position; above 0, the game has cycles."""
    texts: int
    """Positions that were printed and read again."""
    doubts: tuple[str, ...]
    """Reasons not to rely on the check; none for most games."""


def conformance(game: Rules[Any], *, positions: int = 2_000) -> Conformance:
    """Checks the promises of a game that a search relies on: call this first, in a test.

    It plays random games, undoes their moves, compares everything that the methods return, and
    finds values near the ends of games by plain minimax. It cannot see whether the rules are the
    intended ones: `Engine.perft` counts games, to be compared with published numbers.

    Args:
        game: the game, at the position from which the check begins.
        positions: about this many positions are checked.

    Raises:
        Error: for a broken promise, with the moves that lead there.
        Exception: what a method of the game raises.
    """
    counts, doubts = finished(_eldest.conformance(engine_of(game)._native, None, positions))
    names = [field.name for field in fields(Conformance)]
    return Conformance(**dict(zip(names, [*counts, tuple(doubts)])))


@dataclass(frozen=True)
class Certificate:
    """A certificate that was written."""

    path: Path
    """The file."""
    records: int
    """The number of positions in it."""
    size: int
    """The size of the file, in bytes."""


def certify(
    game: Subject,
    path: str | PathLike[str],
    position: str | None = None,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
) -> Certificate:
    """Proves a bound on the value of a position, and writes the proof to a file.

    Args:
        game: a game, or an engine for it. A game of your own needs ``plies_left``, ``text`` and
            ``parse``; its name and ``FINGERPRINT`` stand in the file.
        path: the file. It is replaced only when the proof is complete.
        position: the position; ``None`` for the start.
        at_least: proves that the value for the side to move is at least this. Either this or
            `at_most` is needed.
        at_most: proves that the value is at most this.
        time: seconds for each search of the proof.
        nodes: positions for each search of the proof.

    Raises:
        Error: if the claim is false, a limit ended the proof, the file cannot be written, or values
            depend on how a position was reached (``chess:full``, ``PATH_DEPENDENT``).
    """
    limits = limits_of(time=time, nodes=nodes)
    native = engine_of(game)._native
    task = _eldest.certify(native, position, at_least, at_most, fspath(path), limits)
    return Certificate(Path(path), *finished(task))


@dataclass(frozen=True)
class Checked:
    """What certificates prove."""

    game: str
    """The game."""
    position: str
    """The position, as text."""
    lower: Score
    """The value is at least this, for the player that begins the game."""
    upper: Score
    """The value is at most this."""
    records: int
    """The number of positions that were checked."""

    @property
    def bounds(self) -> str:
        """The bounds as text."""
        return bounds_text(self.lower, self.upper)


def check(*paths: str | PathLike[str], game: Subject | None = None) -> Checked:
    """Checks certificates about one position by the rules alone, without any search.

    Args:
        paths: the files. Two can prove both bounds of a value.
        game: the game; the shipped one that the files name without it.

    Raises:
        Error: if a file proves nothing, with the place in it; if it cannot be read.
    """
    name = game.game if isinstance(game, Engine) else game
    result = finished(_eldest.check([fspath(path) for path in paths], name))
    checked_game, position, lower, upper, records = result
    return Checked(checked_game, position, Score(lower), Score(upper), records)


@dataclass(frozen=True)
class Tree:
    """A drawing of a search tree, shown in notebooks."""

    svg: str
    """The picture."""
    text: str
    """The tree as lines for a terminal."""

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Tree: {len(self.svg):,} bytes of SVG>"


def tree(
    game: Subject,
    position: str | Rules[Any] | None = None,
    *,
    algorithms: str | Sequence[str] = "alpha-beta",
    depth: int | None = 2,
    max_nodes: int = 300,
    seen_from_root: bool = False,
    types: bool = False,
) -> Tree:
    """Draws the tree that an algorithm searches below a position.

    Args:
        game: the game.
        position: the position; ``None`` for the start.
        algorithms: one algorithm, or two, whose trees are then compared.
        depth: the depth in plies; ``None`` for the end of the game.
        max_nodes: the most visits that are drawn.
        seen_from_root: whether values are those for the side to move at the root.
        types: whether the types of the nodes of the minimal tree are shown.

    Raises:
        Error: for an unknown algorithm, or a tree with more than `max_nodes` visits.
    """
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    options = given(
        algorithms=names,
        depth=depth,
        max_nodes=max_nodes,
        seen_from_root=seen_from_root,
        types=types,
    )
    native = engine_of(game)._native
    svg = finished(_eldest.tree(native, position, "svg", options))
    text = finished(_eldest.tree(native, position, "text", options))
    return Tree(svg, text)


def compare(
    game: Subject,
    position: str | Rules[Any] | None = None,
    *,
    algorithms: Iterable[str] | None = None,
    depth: int | None = None,
    threads: Iterable[int] = (1, 2),
    table_mib: int = 64,
    max_nodes: int = 10_000_000,
) -> list[dict[str, Any]]:
    """Searches a position with several algorithms, one after the other.

    Args:
        game: the game.
        position: the position; ``None`` for the start.
        algorithms: their names; all without it.
        depth: the depth in plies; ``None`` for the end of the game.
        threads: the numbers of threads for parallel algorithms.
        table_mib: the memory for the table of each, in MiB.
        max_nodes: each search ends after this many positions.

    Returns:
        A row for each, with ``algorithm``, ``threads``, ``value``, ``bounds``, ``best_move``,
        ``nodes``, ``seconds`` and ``complete``: ``pandas.DataFrame(rows)`` makes a table of them.

    Raises:
        Error: for an unknown algorithm, and as `Engine.search`.
    """
    names = None if algorithms is None else list(algorithms)
    options = given(
        algorithms=names,
        depth=depth,
        threads=list(threads),
        table_mib=table_mib,
        max_nodes=max_nodes,
    )
    rows = finished(_eldest.compare(engine_of(game)._native, position, options))
    return [_row(*found, *cost) for found, cost in rows]


def _row(
    algorithm: str,
    threads: int,
    lower: int,
    upper: int,
    best_move: str | None,
    nodes: int,
    seconds: float,
    is_complete: bool,
) -> dict[str, Any]:
    return {
        "algorithm": algorithm,
        "threads": threads,
        "value": lower if lower == upper else None,
        "bounds": bounds_text(Score(lower), Score(upper)),
        "best_move": best_move,
        "nodes": nodes,
        "seconds": seconds,
        "complete": is_complete,
    }


