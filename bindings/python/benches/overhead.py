"""Measures the time that the package adds to the methods of a game written in Python.

    python benches/overhead.py [--plies N] [--rounds N]

A tree of width 3 is searched by a game whose methods do next to nothing. The same calls in a loop
of Python take the methods' own time; the rest is the overhead of a node. Prints medians.
"""

from __future__ import annotations

import argparse
import statistics
import time

import eldest


class Counted:
    """A uniform tree of width 3 whose methods count their calls, in the undo style."""

    WIDTH = (1, 2, 3)

    def __init__(self) -> None:
        self.ply, self.path = 0, 0

    def copy(self) -> Counted:
        other = type(self)()
        other.ply, other.path = self.ply, self.path
        return other

    def side(self) -> int:
        return self.ply & 1

    def key(self) -> int:
        return self.path * 64 + self.ply

    def over(self) -> int | None:
        return None

    def moves(self) -> tuple[int, ...]:
        return self.WIDTH

    def play(self, move: int) -> None:
        self.ply += 1
        self.path = self.path * 4 + move

    def undo(self, move: int) -> None:
        self.ply -= 1
        self.path //= 4

    def evaluate(self) -> int:
        return self.path * 2654435761 % 1009 - 504


class Copied:
    """The same tree in the style of copies."""

    WIDTH = (1, 2, 3)
    __slots__ = ("path", "ply")

    def __init__(self, ply: int = 0, path: int = 0) -> None:
        self.ply, self.path = ply, path

    def side(self) -> int:
        return self.ply & 1

    def key(self) -> int:
        return self.path * 64 + self.ply

    def over(self) -> int | None:
        return None

    def moves(self) -> tuple[int, ...]:
        return self.WIDTH

    def child(self, move: int) -> Copied:
        return type(self)(self.ply + 1, self.path * 4 + move)

    def evaluate(self) -> int:
        return self.path * 2654435761 % 1009 - 504


class Calls:
    """Counts the calls of the methods of a game, without changing their time in a search."""

    def __init__(self, game: type[Counted] | type[Copied]) -> None:
        self.counts: dict[str, int] = {}
        methods = ["side", "key", "over", "moves", "evaluate"]
        methods += ["play", "undo"] if game is Counted else ["child"]
        self.game = type("Observed", (game,), {name: self.counted(game, name) for name in methods})

    def counted(self, game: type, name: str) -> object:
        method, counts = getattr(game, name), self.counts

        def call(*arguments: object) -> object:
            counts[name] = counts.get(name, 0) + 1
            return method(*arguments)

        return call


def own_time(game: type[Counted] | type[Copied], calls: dict[str, int]) -> float:
    """Returns the seconds that this many calls of each method take in a loop of Python."""
    total = 0.0
    for name, count in calls.items():
        position = game()
        method = getattr(position, name)
        arguments = (1,) if name in ("play", "undo", "child") else ()
        sample = min(count, 20_000)
        if name == "undo":
            position.path = 4**20
        begun = time.perf_counter()
        for _ in range(sample):
            method(*arguments)
        loop = time.perf_counter() - begun
        begun = time.perf_counter()
        for _ in range(sample):
            pass
        total += (loop - (time.perf_counter() - begun)) / sample * count
        if name == "play":
            position.path = 0
    return total


def measure(game: type[Counted] | type[Copied], plies: int, threads: int) -> tuple[float, float]:
    """Returns the microseconds of a node, and those of its methods."""
    calls = Calls(game)
    eldest.Engine(calls.game(), table_mib=1).search(depth=plies)
    engine = eldest.Engine(game(), threads=threads, table_mib=1)
    report = engine.search(depth=plies)
    seconds = report.seconds
    observed = eldest.Engine(calls.game(), table_mib=1)
    calls.counts.clear()
    nodes = observed.search(depth=plies).nodes
    return seconds / report.nodes * 1e6, own_time(game, calls.counts) / nodes * 1e6


def main() -> None:
    """Prints a row for each style and number of threads."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--plies", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("style    threads   node (µs)   methods (µs)   overhead (µs)")
    for name, game in (("undo", Counted), ("copy", Copied)):
        for threads in (1, 2):
            rows = [measure(game, arguments.plies, threads) for _ in range(arguments.rounds)]
            node = statistics.median(row[0] for row in rows)
            own = statistics.median(row[1] for row in rows)
            print(f"{name:8}{threads:8}{node:12.2f}{own:15.2f}{node - own:16.2f}")


if __name__ == "__main__":
    main()
