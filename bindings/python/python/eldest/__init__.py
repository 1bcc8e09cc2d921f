"""Exact, parallel game-tree search for two-player games, shipped ones or your own.

>>> import eldest
>>> engine = eldest.Engine("connect4", table_mib=16)
>>> report = engine.solve("42256746111526565223")
>>> report.value
Score(3)

- `Engine` solves and searches positions; `Report` is the result, `Handle` a search in the
  background.
- A game of your own is a class with the methods of `Undoable` or `Copying`; `conformance` checks
  it.
- `play` and `match` play games; `certify` and `check` write and check proofs; `tree` draws,
  `compare` compares algorithms; `Database` solves games with cycles.

Scores are integers for the side to move, see `Score`. Searches release the interpreter's lock, and
take it only while a method of your game runs.
"""

from ._database import Database, Slice
from ._eldest import __version__
from ._engine import Engine
from ._errors import Error, Interrupted
from ._match import Match, Played, match, play
from ._report import Iteration, Progress, Report, RootMove
from ._rules import Copying, Rules, Undoable
from ._score import DRAW, LOSS, MAX_VALUE, WIN, Score, loss_in, win_in
from ._search import Handle, Solving
from ._tools import (
    Certificate,
    Checked,
    Conformance,
    Game,
    Tree,
    algorithms,
    certify,
    check,
    compare,
    conformance,
    games,
    tree,
)

__all__ = [
    "DRAW",
    "LOSS",
    "MAX_VALUE",
    "WIN",
    "Certificate",
    "Checked",
    "Conformance",
    "Copying",
    "Database",
    "Engine",
    "Error",
    "Game",
    "Handle",
    "Interrupted",
    "Iteration",
    "Match",
    "Played",
    "Progress",
    "Report",
    "RootMove",
    "Rules",
    "Score",
    "Slice",
    "Solving",
    "Tree",
    "Undoable",
    "__version__",
    "algorithms",
    "certify",
    "check",
    "compare",
    "conformance",
    "games",
    "loss_in",
    "match",
    "play",
    "tree",
    "win_in",
]
