"""Reports: the results of searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Generic, TypeVar

from ._score import LOSS, WIN, Score

__all__ = ["Iteration", "Progress", "Report", "RootMove"]

M = TypeVar("M")


def bounds_text(lower: Score, upper: Score) -> str:
    """Returns bounds on a value as text."""
    if lower == upper:
        return str(lower)
    has_lower, has_upper = lower > LOSS, upper < WIN
    if has_lower and has_upper:
        return f"{lower} to {upper}"
    if has_lower:
        return f"at least {lower}"
    return f"at most {upper}" if has_upper else "unknown"


@dataclass(frozen=True)
class _Bounds:
    lower: Score
    """The value is at least this, for the side to move at the root."""
    upper: Score
    """The value is at most this."""

    @property
    def value(self) -> Score | None:
        """The value for the side to move, if `lower` and `upper` agree; otherwise ``None``."""
        return self.lower if self.lower == self.upper else None

    @property
    def bounds(self) -> str:
        """The bounds as text: ``win in 5``, ``3``, ``at least 1``, ``-2 to 5`` or ``unknown``."""
        return bounds_text(self.lower, self.upper)


@dataclass(frozen=True)
class RootMove(_Bounds, Generic[M]):
    """A move at the root of a search, with bounds on its value."""

    move: M
    """The move: text for a shipped game, the game's own object otherwise."""
    line: tuple[M, ...]
    """The line of best play from this move on; of moves with exact values only."""

    def __repr__(self) -> str:
        return f"<{self.move}: {self.bounds}>"


@dataclass(frozen=True)
class Progress(_Bounds):
    """The state of a search that has not ended."""

    depth: int | None
    """The depth of the last completed iteration in plies; ``None`` before the first."""
    nodes: int
    """The number of positions visited."""
    seconds: float
    """The time since the search began."""

    def __repr__(self) -> str:
        return f"<{self.bounds}, {self.nodes:,} nodes, {self.seconds:.2f} s>"


@dataclass(frozen=True)
class Iteration(_Bounds, Generic[M]):
    """A completed iteration of a search."""

    depth: int | None
    """Its depth in plies; ``None`` for the end of the game."""
    best_move: M | None
    """The best move so far."""
    moves: tuple[RootMove[M], ...]
    """All moves at the root, the best first."""
    proved: bool
    """Whether the value is that of the game itself."""
    nodes: int
    """The number of positions visited so far."""
    seconds: float
    """The time so far."""

    def __repr__(self) -> str:
        depth = "end" if self.depth is None else f"depth {self.depth}"
        return f"<{depth}: {self.bounds}, best move {self.best_move}, {self.nodes:,} nodes>"


@dataclass(frozen=True)
class Report(_Bounds, Generic[M]):
    """The result of a search."""

    position: str
    """The position, as text."""
    best_move: M | None
    """A best move; ``None`` if the game is over."""
    line: tuple[M, ...]
    """The line of best play, from the root on."""
    moves: tuple[RootMove[M], ...]
    """All moves at the root, the best first."""
    depth: int | None
    """The depth of the last completed iteration, in plies; ``None`` if there is none, or if the
    search went to the end of the game."""
    proved: bool
    """Whether the value is that of the game itself: no deeper search can change it."""
    exact: bool
    """Whether the value is exactly what minimax returns at this depth."""
    stop_reason: str
    """Why the search ended: ``complete``, ``proved``, ``node limit``, ``time limit``, ``stopped``,
    ``too deep`` or ``beyond plies left``."""
    nodes: int
    """The number of positions visited, by all threads."""
    seconds: float
    """The time of the search."""

    @property
    def nodes_per_second(self) -> float:
        """Positions visited in a second; 0 for a search too short to measure."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Returns one row for a table: plain numbers, text and ``None``."""
        value = self.value
        return {
            "position": self.position,
            "value": None if value is None else int(value),
            "bounds": self.bounds,
            "best_move": None if self.best_move is None else str(self.best_move),
            "line": " ".join(map(str, self.line)),
            "depth": self.depth,
            "proved": self.proved,
            "exact": self.exact,
            "stop_reason": self.stop_reason,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        best = "" if self.best_move is None else f", best move {self.best_move}"
        known = " (proved)" if self.proved else ""
        return f"{self.bounds}{known}{best}, {self.nodes:,} nodes, {self.seconds:.3f} s"

    def __repr__(self) -> str:
        return f"<Report {self.position}: {self}>"

    def _repr_html_(self) -> str:
        """Returns the report as a table, for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(str(move.move))}</td><td>{escape(move.bounds)}</td>"
            f"<td>{escape(' '.join(map(str, move.line)))}</td></tr>"
            for move in self.moves
        )
        head = "<tr><th>move</th><th>value</th><th>line</th></tr>"
        return f"<p>{escape(self.position)}: {escape(str(self))}</p><table>{head}{rows}</table>"


def root_move_of(raw: tuple[M, int, int, list[M]]) -> RootMove[M]:
    """Returns a root move from what the compiled module returns."""
    move, lower, upper, line = raw
    return RootMove(Score(lower), Score(upper), move, tuple(line))


def _typed(raw: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(raw)
    fields["lower"] = Score(fields["lower"])
    fields["upper"] = Score(fields["upper"])
    if "line" in fields:
        fields["line"] = tuple(fields["line"])
    if "moves" in fields:
        fields["moves"] = tuple(map(root_move_of, fields["moves"]))
    return fields


def report_of(raw: Mapping[str, Any]) -> Report[Any]:
    """Returns a report from what the compiled module returns."""
    return Report(**_typed(raw))


def iteration_of(raw: Mapping[str, Any]) -> Iteration[Any]:
    """Returns an iteration from what the compiled module returns."""
    return Iteration(**_typed(raw))


def progress_of(raw: Mapping[str, Any]) -> Progress:
    """Returns the progress from what the compiled module returns."""
    return Progress(**_typed(raw))
