#!/usr/bin/env python3
"""How much sooner more threads reach a depth, by algorithm: the time to it with one thread and with more, in turn, for each
position of an EPD suite. Nothing else is to run.

The depths are the same for all positions. With `--nodes` the depth of each position is the one
that a thread reaches within that number of nodes: this favours the thread's luck, and against itself it loses that contest
(`--control`)."""

import argparse
import json
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, median, stdev

import chess
import chess.engine

from engines import OURS
from suite import positions

ALGORITHMS = ["root-split", "pv-split", "ybw", "abdada", "simplified-abdada", "lazy-smp"]
CONTROL = "one thread"


def searched(engine, board, limit, before=None, **options):
    """The engine's report of a search with nothing in its tables, or with what little it keeps of the board `before`."""
    engine.configure(options)
    game = object()
    if before:
        engine.play(before, chess.engine.Limit(nodes=1000), game=game)
    limit = chess.engine.Limit(**limit)
    return engine.play(board, limit, game=game, info=chess.engine.INFO_BASIC).info


def reached(engine, board, nodes):
    """The last depth that one thread completes within a number of nodes. The depth printed last may be incomplete."""
    depth = searched(engine, board, {"nodes": nodes}, Threads=1)["depth"]
    return depth if searched(engine, board, {"depth": depth}, Threads=1)["nodes"] <= nodes else depth - 1


def contests(engine, boards, args, algorithm):
    """Its reports on each position, with one thread and with more: a list of pairs."""
    for board, other in zip(boards, boards[1:] + boards[:1]):
        more = {"Threads": args.threads, "Algorithm": algorithm}
        more = {"Threads": 1, "before": other} if algorithm == CONTROL else more
        depths = [reached(engine, board, args.nodes)] if args.nodes else args.depth
        yield [(searched(engine, board, {"depth": depth}, Threads=1), searched(engine, board, {"depth": depth}, **more))
               for depth in depths for _ in range(args.repeat)]


def gain(pair):
    """How many times as fast more threads are: its logarithm. Clocks count milliseconds."""
    alone, together = (max(info["time"], 0.001) for info in pair)
    return log(alone / together)


def summary(of_positions):
    """How many times as fast: by the mean of ratios, with the standard error that comes from positions being few, by their
    median, and by all time. And how many times the nodes, and the nodes a second."""
    gains = [[gain(pair) for pair in pairs] for pairs in of_positions]
    means = [fmean(of_one) for of_one in gains]
    spread = stdev(means) if len(means) > 1 else 0
    mean = exp(fmean(means))
    time, nodes = ([sum(info[what] for info in side) for side in zip(*sum(of_positions, []))] for what in ("time", "nodes"))
    faster, larger = time[0] / time[1], nodes[1] / nodes[0]
    return {"mean": mean, "error": mean * spread / sqrt(len(means)), "median": exp(median(sum(gains, []))),
            "total": faster, "nodes": larger, "nodes a second": larger * faster}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path, help="an EPD file")
    parser.add_argument("--engine", default=str(OURS), help="a path; this repository's engine")
    parser.add_argument("--threads", type=int, default=2)
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--algorithm", action="append", help="all of them, unless named")
    other.add_argument("--control", action="store_true", help="instead of more threads: one thread, after another position")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--depth", type=int, nargs="+", default=[16, 17, 18], help="to each of them; 16 17 18")
    limit.add_argument("--nodes", type=int, help="to the depth that one thread reaches within this many nodes: not a fair contest")
    parser.add_argument("--repeat", type=int, default=1, help="each so often; once")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def main():
    args = arguments()
    boards = [board for board, _, _ in positions(args.suite)]
    with chess.engine.SimpleEngine.popen_uci(args.engine) as engine:
        for algorithm in [CONTROL] if args.control else args.algorithm or ALGORITHMS:
            result = summary(list(contests(engine, boards, args, algorithm)))
            if args.format == "json":
                print(json.dumps({"algorithm": algorithm, **result}), flush=True)
            else:
                print(f"{algorithm:18}", *(f"{name} {times:.2f}" for name, times in result.items()), sep="  ", flush=True)


if __name__ == "__main__":
    main()
