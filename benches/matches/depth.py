#!/usr/bin/env python3
"""How much sooner more threads reach a depth, by algorithm: for each position of an EPD suite the depth that one thread
reaches in so many nodes, then the time to it with one thread and with more, in turn. Nothing else is to run."""

import argparse
import json
from math import exp, log
from pathlib import Path
from statistics import fmean, median

import chess
import chess.engine

from engines import OURS
from suite import positions

ALGORITHMS = ["root-split", "pv-split", "ybw", "abdada", "simplified-abdada", "lazy-smp"]


def searched(engine, board, limit, **options):
    """What the engine tells of a search with nothing in its tables."""
    engine.configure(options)
    limit = chess.engine.Limit(**limit)
    return engine.play(board, limit, game=object(), info=chess.engine.INFO_BASIC).info


def pairs(engine, boards, nodes, **more):
    """What it tells with one thread and with more, of each position."""
    for board in boards:
        depth = {"depth": searched(engine, board, {"nodes": nodes}, Threads=1)["depth"]}
        yield searched(engine, board, depth, Threads=1), searched(engine, board, depth, **more)


def told(pairs):
    """How many times as fast: by all time, by the mean of ratios (of their logarithms), by their median. And how many
    times the nodes, and the nodes a second."""
    ratios = [alone["time"] / together["time"] for alone, together in pairs]
    time, nodes = ([sum(info[what] for info in side) for side in zip(*pairs)] for what in ("time", "nodes"))
    faster, larger = time[0] / time[1], nodes[1] / nodes[0]
    return {"total": faster, "mean": exp(fmean(map(log, ratios))), "median": median(ratios),
            "nodes": larger, "nodes a second": larger * faster}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path, help="an EPD file")
    parser.add_argument("--engine", default=str(OURS), help="a path; this repository's engine")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--algorithm", action="append", help="all of them, unless named")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="for the depth; 1,000,000")
    parser.add_argument("--repeat", type=int, default=3, help="each position so often; 3")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def main():
    args = arguments()
    boards = [board for board, _, _ in positions(args.suite)] * args.repeat
    with chess.engine.SimpleEngine.popen_uci(args.engine) as engine:
        for algorithm in args.algorithm or ALGORITHMS:
            result = told(list(pairs(engine, boards, args.nodes, Threads=args.threads, Algorithm=algorithm)))
            if args.format == "json":
                print(json.dumps({"algorithm": algorithm, **result}), flush=True)
            else:
                print(f"{algorithm:18}", *(f"{name} {ratio:.2f}" for name, ratio in result.items()), sep="  ", flush=True)


if __name__ == "__main__":
    main()
