"""Games against the engine, and matches between players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from . import _eldest
from ._engine import Engine, name_of
from ._errors import Error
from ._rules import Rules
from ._score import Score
from ._search import given
from ._tools import Subject, engine_of
from ._wait import finished

__all__ = ["Match", "Played", "match", "play"]

Player = Mapping[str, Any] | Literal["random"]
"""A player: the options of `Engine` and the limits of `Engine.search` together, or ``"random"``."""


@dataclass(frozen=True)
class Played:
    """A game of a match."""

    moves: tuple[str, ...]
    """The moves by name, with those of the opening."""
    side: int
    """The side of player a: 0 if it moved first, 1 otherwise."""
    result: int
    """1 if player a won, 0 for a draw, -1 if it lost."""
    score: Score | None
    """The score at the end for player a; ``None`` if the game was ended by its length."""


@dataclass(frozen=True)
class Match:
    """The result of a match, as player a sees it."""

    wins: int
    """Games that a won."""
    draws: int
    """Drawn games."""
    losses: int
    """Games that b won."""
    elo: tuple[float, float, float] | None
    """The difference in Elo, with the least and the greatest of its interval of 95 %; ``None``
    if the games permit no estimate."""
    games: tuple[Played, ...]
    """All games."""

    def __str__(self) -> str:
        elo = "no Elo" if self.elo is None else "Elo {:+.0f} ({:+.0f} to {:+.0f})".format(*self.elo)
        return f"+{self.wins} ={self.draws} -{self.losses}, {elo}"

    def __repr__(self) -> str:
        return f"<Match {self}>"


def match(
    game: Subject,
    a: Player,
    b: Player,
    *,
    pairs: int = 10,
    opening_plies: int = 2,
    seed: int = 1,
    threads: int = 1,
    max_plies: int = 1000,
    on_pair: Callable[[int, int, int], object] | None = None,
) -> Match:
    """Plays a match between two players.

    >>> result = match("tictactoe", {"depth": 9, "table_mib": 1}, "random", pairs=2)
    >>> result.losses
    0

    Args:
        game: the game.
        a: the first player: a mapping with arguments of `Engine` and of `Engine.search`, such as
            ``{"depth": 4}`` or ``{"time": 0.1, "table_mib": 16}``; or ``"random"``.
        b: the second player.
        pairs: the number of pairs of games with the same opening and swapped sides.
        opening_plies: the number of random moves that begin a game.
        seed: the seed of the openings.
        threads: the number of pairs played at the same time.
        max_plies: a longer game is a draw.
        on_pair: is called after each pair with the wins, draws and losses of a.

    Raises:
        Error: for invalid options, and as `Engine.search`.
        TypeError: for an unknown option of a player.
    """
    options = given(
        pairs=pairs,
        opening_plies=opening_plies,
        seed=seed,
        threads=threads,
        max_plies=max_plies,
    )
    first, second = (dict(player) if isinstance(player, Mapping) else player for player in (a, b))
    task = _eldest.play_match(engine_of(game)._native, (first, second), options, on_pair)
    wins, draws, losses, elo, games = finished(task)
    return Match(wins, draws, losses, None if elo is None else tuple(elo), _played(games))


def _played(games: list[tuple[list[str], int, int, int | None]]) -> tuple[Played, ...]:
    return tuple(
        Played(tuple(moves), side, result, None if score is None else Score(score))
        for moves, side, result, score in games
    )


def play(
    game: Subject,
    position: str | Rules[Any] | None = None,
    *,
    side: int = 0,
    read: Callable[[str], str] = input,
    show: Callable[[str], object] = print,
    **limits: Any,
) -> list[str]:
    """Plays a game with a person at the terminal.

    Moves are entered by name; ``undo`` takes back the last move of both sides, ``hint`` shows what
    the engine would play, and ``quit`` ends the game.

    Args:
        game: the game.
        position: where it begins; ``None`` for the start.
        side: the side of the person: 0 moves first.
        read: returns a line of input, like ``input``.
        show: shows a line of output, like ``print``.
        limits: the limits of `Engine.search` for each move of the engine; one second without any.

    Returns:
        The moves of the game, by name.

    Raises:
        ValueError: for another side.
    """
    if side not in (0, 1):
        raise ValueError(f"side is {side!r}; expected 0 or 1")
    table = _Table(engine_of(game), position, side, limits or {"time": 1.0}, read, show)
    return table.run()


class _Table:
    """A game between a person and an engine."""

    def __init__(
        self,
        engine: Engine[Any],
        position: str | Rules[Any] | None,
        side: int,
        limits: dict[str, Any],
        read: Callable[[str], str],
        show: Callable[[str], object],
    ) -> None:
        self.engine, self.side, self.limits = engine, side, limits
        self.read, self.show = read, show
        self.path = [(engine._native.session(position), "")]

    @property
    def now(self) -> _eldest.Session:
        return self.path[-1][0]

    def run(self) -> list[str]:
        """Plays until the game is over or the person ends it."""
        while self.now.over() is None:
            if self.now.side() != self.side:
                self.answer()
                continue
            self.show(self.now.drawing())
            command = self.command()
            if command == "quit":
                break
            self.obey(command)
        self.show(self.now.drawing())
        self.show(self.result())
        return [move for _, move in self.path[1:]]

    def command(self) -> str:
        """Returns what the person enters; the end of the input ends the game."""
        names = " ".join(name for name, _ in self.now.moves())
        try:
            return self.read(f"{names}\n> ").strip()
        except EOFError:
            return "quit"

    def obey(self, command: str) -> None:
        """Does what the person entered."""
        if command == "undo":
            self.undo()
        elif command == "hint":
            self.show(f"{self.search()}")
        else:
            try:
                self.path.append((self.now.after(command), command))
            except Error as error:
                self.show(str(error))

    def search(self) -> Any:
        """Searches the present position."""
        return self.engine.search(self.now.given(), **self.limits)

    def answer(self) -> None:
        """Plays the move of the engine."""
        report = self.search()
        name = name_of(self.now, report.best_move)
        self.show(f"{self.engine.players[self.now.side()]} plays {name} ({report.bounds})")
        self.path.append((self.now.after(name), name))

    def undo(self) -> None:
        """Takes back moves until it is the person's turn again."""
        while len(self.path) > 1:
            self.path.pop()
            if self.now.side() == self.side:
                return

    def result(self) -> str:
        """Returns how the game ended."""
        score = self.now.over()
        if score is None:
            return "The game was ended."
        mine = score if self.now.side() == self.side else -score
        return "You win." if mine > 0 else "You lose." if mine < 0 else "A draw."
