"""From an empty file to a game that is tested, solved, played and compared.

Run it with ``python tutorial.py``, or open it in an editor that runs the cells (``# %%``) one by
one. It takes a few seconds.
"""

# %% [markdown]
# ## A shipped game
# An engine is opened by the name of a game. Positions are text.

# %%
from __future__ import annotations

import pathlib
import tempfile

import eldest

connect4 = eldest.Engine("connect4", threads=2, table_mib=64)
report = connect4.solve("42256746111526565223")
print(report)
print("value:", report.value, "best:", report.best_move, "moves:", report.moves)

# %% [markdown]
# The value is positive if the side to move wins. A search to a depth is faster, and reports each
# iteration as it completes.

# %%
connect4.search("4453", depth=8, on_iteration=print)

# %% [markdown]
# Many positions are solved side by side; the reports come in their order.

# %%
for report in connect4.solve_many(["67614716114765117474", "42256746111526565223"]):
    print(report.position, report.bounds)

# %% [markdown]
# A search in the background can be watched and stopped. What it has proved remains.

# %%
handle = connect4.start(to_end=True)
handle.wait(0.2)
print(handle)
handle.stop()
print(handle.wait())


# %% [markdown]
# ## A game of your own
# Take one, two or three from a heap; taking the last one wins. A position is a class with five
# methods for the rules; `child` makes the position after a move. `plies_left` bounds the length of
# the game, so that it can be solved.


# %%
class Heap:
    """A heap, and the side to move."""

    def __init__(self, left: int, side: int = 0) -> None:
        self.left, self.to_move = left, side

    def side(self) -> int:
        return self.to_move

    def key(self) -> int:
        return 2 * self.left + self.to_move

    def over(self) -> int | None:
        # The other side took the last one: the side to move has lost.
        return eldest.LOSS if self.left == 0 else None

    def moves(self) -> list[int]:
        return [taken for taken in (1, 2, 3) if taken <= self.left]

    def child(self, taken: int) -> Heap:
        return Heap(self.left - taken, 1 - self.to_move)

    def plies_left(self) -> int:
        return self.left

    def __str__(self) -> str:
        return "*" * self.left


# %% [markdown]
# First check what a search relies on. The check plays random games, and names the first promise
# that is broken, with the moves that lead there.

# %%
print(eldest.conformance(Heap(21)))

# %%
heaps = eldest.Engine(Heap(21), table_mib=1)
print(heaps.solve())

# %% [markdown]
# Every fourth heap is lost for the side to move.

# %%
print([heap for heap in range(1, 22) if (heaps.solve(Heap(heap)).value or 0) < 0])

# %% [markdown]
# ## Trees, comparisons, matches
# A tree is shown as a picture in a notebook, as lines elsewhere.

# %%
tree = eldest.tree(Heap(4), depth=None)
print(tree)

# %% [markdown]
# The rows of a comparison make a table: `pandas.DataFrame(rows)`.

# %%
for row in eldest.compare(Heap(12), algorithms=["minimax", "alpha-beta", "pvs"]):
    print(row["algorithm"], row["nodes"], row["bounds"])

# %%
print(eldest.match(Heap(21), {"depth": 8, "table_mib": 1}, "random", pairs=5))

# %% [markdown]
# `eldest.play(Heap(21))` plays at the terminal. Here a script takes the place of the keyboard.

# %%
answers = iter(["1", "2", "quit"])
eldest.play(Heap(10), read=lambda prompt: next(answers), depth=10)

# %% [markdown]
# ## Proofs
# A certificate proves a bound by the rules alone: its check needs no search.

# %%
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "draw.cert")
    print(eldest.certify("tictactoe", path, at_least=0).records, "positions")
    print(eldest.check(path).bounds)
