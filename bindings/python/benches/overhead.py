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

MASK = (1 << 50) - 1
"""The bits of a path that count: a key must have at most 64."""

SAMPLE = 5_000
"""Calls of a method in a row."""


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
        self.path = self.path * 4 + move & MASK

    def undo(self, move: int) -> None:
        self.ply -= 1
        self.path >>= 2

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
        return type(self)(self.ply + 1, self.path * 4 + move & MASK)

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
    return sum(count * seconds_of(game, name) for name, count in calls.items())


def seconds_of(game: type[Counted] | type[Copied], name: str) -> float:
    """Returns the seconds of a call of a method, without those of the loop around it."""
    position = game()
    position.path = 4**20
    method = getattr(position, name)
    arguments = (1,) if name in ("play", "undo", "child") else ()

    def loop(call: bool) -> float:
        if isinstance(position, Counted):
            position.path = 4**20
        begun = time.process_time()
        if call:
            for _ in range(SAMPLE):
                method(*arguments)
        else:
            for _ in range(SAMPLE):
                pass
        return time.process_time() - begun

    rounds = [loop(True) - loop(False) for _ in range(5)]
    return statistics.median(rounds) / SAMPLE


def measure(
    game: type[Counted] | type[Copied], plies: int, threads: int
) -> tuple[float, float, float]:
    """Returns the microseconds of a node by the clock and of the processors, and those of its
    methods."""
    engine = eldest.Engine(game(), threads=threads, table_mib=1)
    cost = time.process_time()
    report = engine.search(depth=plies)
    cost = time.process_time() - cost
    calls = Calls(game)
    nodes = eldest.Engine(calls.game(), table_mib=1).search(depth=plies).nodes
    own = own_time(game, calls.counts) / nodes
    return report.seconds / report.nodes * 1e6, cost / report.nodes * 1e6, own * 1e6


def main() -> None:
    """Prints a row for each style and number of threads."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--plies", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("microseconds a node")
    print("style  threads   clock     CPU  methods  overhead (CPU - methods)")
    for name, game in (("undo", Counted), ("copy", Copied)):
        for threads in (1, 2):
            rows = [measure(game, arguments.plies, threads) for _ in range(arguments.rounds)]
            clock, cost, own = (statistics.median(column) for column in zip(*rows))
            print(f"{name:6}{threads:8}{clock:8.2f}{cost:8.2f}{own:9.2f}{cost - own:10.2f}")


if __name__ == "__main__":
    main()
