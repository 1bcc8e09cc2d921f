"""The methods of a game of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, Union

__all__ = ["Copying", "Rules", "Undoable"]

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class _Position(Protocol[M_co]):
    """What positions of both styles have."""

    def side(self) -> int:
        """Returns the side to move: 0 for the player that moves first, 1 for the other."""

    def key(self) -> int | bytes:
        """Returns what distinguishes this position from others.

        An integer from 0 to 2**64 - 1 is used as it is; other integers and bytes are hashed.
        Positions with equal keys must have equal values: in most games the side to move belongs
        in the key.
        """

    def over(self) -> int | None:
        """Returns ``None`` while the game goes on, otherwise the score for the side to move.

        `WIN`, `LOSS`, `DRAW`, or points within ±`MAX_VALUE`.
        """

    def moves(self) -> Sequence[M_co]:
        """Returns all legal moves, at least one. Not called where the game is over.

        The likely best come first: that order makes a search faster.
        """


class Undoable(_Position[M], Protocol[M]):
    """A position that plays moves on itself and undoes them.

    Each thread searches a copy of it: what `copy` returns if the class has that method, otherwise
    ``copy.deepcopy``.

    Optional methods of both styles:

    - ``plies_left() -> int``: at most this many plies until the game is over. Without it, give
      `Engine` a `max_plies` to solve the game.
    - ``evaluate() -> int``: the score for the side to move where a search to a depth stops. The
      default is 0.
    - ``bounds() -> tuple[int, int]``: bounds on the value at the end of the game, if they can be
      seen without a search.
    - ``taken() -> int``: in a game of points, those of the side to move so far, less those of its
      opponent; leave them out of the key then. It speeds up the search.
    - ``name(move) -> str``: the text of a move. The default is ``str(move)``.
    - ``text() -> str`` and ``parse(text)``: the position as text, and a position from text or
      ``None``. Then positions can be text too.
    - ``__str__``: the drawing of a position in `play`.

    Optional attributes of the class:

    - ``PLAYERS``: the names of the players, the one that moves first in front.
    - ``MAX_PLIES``: the plies of the longest game.
    - ``RANGE``: the least and the greatest value, in a game of points; ``GRANULARITY``: the step
      between values.
    - ``KEY_BITS``: the bits of a key, if different positions never have equal keys.
    - ``PATH_DEPENDENT``: whether values depend on how a position was reached, in a way that the
      key does not express. Reports are then neither proved nor exact, and there are no
      certificates.
    - ``ENDLESS``: the worth of a play without end for the first player.
    - ``FINGERPRINT``: an integer from 0 to 2**64 - 1 that distinguishes variants of the rules in
      certificates. The default is 0.
    """

    def play(self, move: M, /) -> object:
        """Plays a legal move."""

    def undo(self, move: M, /) -> object:
        """Undoes `move`, the last move played."""


class Copying(_Position[M], Protocol[M]):
    """A position that does not change: a move makes another one.

    The optional methods are those of `Undoable`.
    """

    def child(self, move: M, /) -> object:
        """Returns the position after a legal move, and leaves this one as it is."""


Rules = Union[Undoable[M], Copying[M]]
"""A position of a game of one's own, in either style."""
