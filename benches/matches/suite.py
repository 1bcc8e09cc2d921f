#!/usr/bin/env python3
"""How many positions of an EPD suite an engine solves (bm, am), how deep it looks, and how fast."""

import argparse
import json
from pathlib import Path
from statistics import median

import chess
import chess.engine

from engines import OURS, command, options


def positions(path):
    """The positions of a suite, with their name, best moves and moves to be avoided. Read more leniently than by the
    standard: some collections have NUL bytes in their names, and checks apart from their moves, as in `bm Qd1 +`."""
    for line in path.read_text(errors="replace").replace("\0", "").splitlines():
        words = line.split()
        if len(words) >= 4:
            board = chess.Board(" ".join(words[:4]) + " 0 1")
            operations = dict(operation.strip().partition(" ")[::2] for operation in " ".join(words[4:]).split(";"))
            moves = {code: [board.parse_san(san) for san in operations.get(code, "").split() if san != "+"]
                     for code in ("bm", "am")}
            yield board, operations.get("id", line), moves


def is_solved(move, moves):
    """Whether the move is one of the best, and none of those to be avoided."""
    return (not moves["bm"] or move in moves["bm"]) and move not in moves["am"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path, help="an EPD file")
    parser.add_argument("--engine", default=str(OURS), help="a path or a package; this repository's engine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--movetime", type=int, help="milliseconds a position")
    limit.add_argument("--nodes", type=int, help="nodes a position")
    parser.add_argument("--most", type=int, help="at most this many positions")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def main():
    args = arguments()
    limit = chess.engine.Limit(nodes=args.nodes, time=args.movetime and args.movetime / 1000)
    solved, depths, speeds, missed = 0, [], [], []
    with chess.engine.SimpleEngine.popen_uci(command(args.engine)) as engine:
        engine.configure(options(args.option))
        for board, name, moves in list(positions(args.suite))[: args.most]:
            played = engine.play(board, limit, game=object(), info=chess.engine.INFO_BASIC)
            depths.append(played.info.get("depth", 0))
            speeds.append(played.info.get("nps", 0))
            if is_solved(played.move, moves):
                solved += 1
            else:
                missed.append(name)
    result = {"positions": len(depths), "solved": solved, "median_depth": median(depths or [0]),
              "median_nodes_per_second": median(speeds or [0]), "missed": missed}
    if args.format == "json":
        print(json.dumps(result))
    else:
        print(f"{solved} of {len(depths)} solved, median depth {result['median_depth']:g}, "
              f"{result['median_nodes_per_second']:,.0f} nodes a second")


if __name__ == "__main__":
    main()
