"""Scores: the values of positions."""

from __future__ import annotations

from operator import index

__all__ = ["DRAW", "LOSS", "MAX_VALUE", "WIN", "Score", "loss_in", "win_in"]

_WIN = 8_000_000
_FARTHEST = 2_000_000

MAX_VALUE = 4_000_000
"""The largest number of points that a game may return. The smallest is its negative."""


class Score(int):
    """The value of a position for the side to move: an integer.

    Between ``-MAX_VALUE`` and ``MAX_VALUE`` it counts points, in the unit of the game. Beyond them
    it is a win or a loss, and `plies` is its distance. Scores compare like integers: a near win is
    above a distant one, and any win is above any number of points.

    >>> Score(3), win_in(5), -win_in(5)
    (Score(3), win_in(5), loss_in(5))
    >>> str(win_in(5)), win_in(5) > Score(100), win_in(5) < WIN
    ('win in 5', True, True)
    """

    __slots__ = ()

    @property
    def plies(self) -> int | None:
        """The distance of the win or loss in plies (single moves); ``None`` for points."""
        distance = _WIN - abs(int(self))
        return distance if 0 <= distance <= _FARTHEST else None

    @property
    def is_win(self) -> bool:
        """Whether the side to move wins, in a game of wins and losses."""
        return self > 0 and self.plies is not None

    @property
    def is_loss(self) -> bool:
        """Whether the side to move loses, in a game of wins and losses."""
        return self < 0 and self.plies is not None

    def __neg__(self) -> Score:
        return Score(-int(self))

    def __str__(self) -> str:
        plies = self.plies
        if plies is None:
            return str(int(self))
        return f"{'win' if self > 0 else 'loss'} in {plies}"

    def __repr__(self) -> str:
        plies = self.plies
        if plies is None:
            return f"Score({int(self)})"
        return f"{'win' if self > 0 else 'loss'}_in({plies})"

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)


def win_in(plies: int) -> Score:
    """Returns the score of a win after this many plies.

    Raises:
        TypeError: if `plies` is not an integer.
        ValueError: if it is not between 0 and 2,000,000.
    """
    try:
        plies = index(plies)
    except TypeError:
        raise TypeError(f"plies is {plies!r}; expected an int from 0 to {_FARTHEST}") from None
    if not 0 <= plies <= _FARTHEST:
        raise ValueError(f"plies is {plies}; expected 0 to {_FARTHEST}")
    return Score(_WIN - plies)


def loss_in(plies: int) -> Score:
    """Returns the score of a loss after this many plies.

    Raises:
        TypeError, ValueError: as `win_in`.
    """
    return -win_in(plies)


WIN = win_in(0)
"""What `over` returns where the side to move has won."""

LOSS = loss_in(0)
"""What `over` returns where the side to move has lost."""

DRAW = Score(0)
"""What `over` returns where neither side has won."""
