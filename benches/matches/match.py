#!/usr/bin/env python3
"""A match of this repository's engine against another one, in pairs of games with colours swapped."""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from collections import Counter
from pathlib import Path
from statistics import median

import chess

from elo import of_pairs
from engines import OURS, command, options
from game import Control, Side, play

OPENINGS = Path(__file__).with_name("openings.txt")


def openings(path):
    """The positions after the lines of a file."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [after(line) for line in lines]


def after(line):
    """The position after a line of SAN."""
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    return board


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=str(OURS), help="a path, with arguments; this repository's engine")
    parser.add_argument("--engine-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--opponent", required=True, help="a package (engines.py lists them), or a path")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the opponent")
    parser.add_argument("--games", type=int, default=100, help="an even number; 100")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once; 1")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--tc", default="1+0.1", help="[MOVES/]SECONDS[+INCREMENT]; 1+0.1")
    limit.add_argument("--nodes", type=int, help="nodes a move")
    limit.add_argument("--movetime", type=int, help="milliseconds a move")
    parser.add_argument("--opponent-nodes", type=int, help="nodes a move for the opponent alone")
    parser.add_argument("--ponder", action="store_true", help="both think in the other's time")
    parser.add_argument("--margin", type=int, default=0, help="milliseconds that a clock may be late; 0")
    parser.add_argument("--openings", type=Path, default=OPENINGS)
    parser.add_argument("--pgn", type=Path, help="a file to append the games to, with what the engines thought")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def sides(args):
    """Both sides, ours first."""
    control = Control.clock(args.tc)
    if args.nodes or args.movetime:
        control = Control(nodes=args.nodes, move_time=args.movetime and args.movetime / 1000)
    theirs = Control(nodes=args.opponent_nodes) if args.opponent_nodes else control
    return (
        Side("engine", command(args.engine), options(args.engine_option), control, args.ponder),
        Side("opponent", command(args.opponent), options(args.option), theirs, args.ponder),
    )


def pair(ours, other, opening, margin):
    """Two games from one opening: the points that we gain, and the results."""
    first = play(ours, other, opening, margin)
    second = play(other, ours, opening, margin)
    return first.white + (1.0 - second.white), [(first.white, first), (1.0 - second.white, second)]


def append(path, results):
    """Both games of a pair, ours as White first."""
    names = ["engine", "opponent"]
    with path.open("a") as file:
        for (_, game), (white, black) in zip(results, [names, names[::-1]]):
            print(game.pgn(white, black), end="\n\n", file=file)


def summary(points, games):
    """What the match says."""
    outcomes = Counter(score for score, _ in games)
    mine, theirs = [], []
    for index, (_, game) in enumerate(games):
        mine.extend(game.depths[index % 2])
        theirs.extend(game.depths[1 - index % 2])
    return {
        "games": len(games),
        "won": outcomes[1.0], "drawn": outcomes[0.5], "lost": outcomes[0.0],
        "pairs": [sum(point == half / 2 for point in points) for half in range(5)],
        **(of_pairs(points) or {}),
        "ends": dict(Counter(game.reason for _, game in games)),
        "faults": dict(Counter(f"{name}: {kind}" for _, game in games for name, kind, *_ in game.faults)),
        "median_depth": {"engine": median(mine or [0]), "opponent": median(theirs or [0])},
    }


def text(result):
    bars = [result.get(key) for key in ("low", "high")]
    bars = " [%+.0f, %+.0f]" % tuple(bars) if None not in bars else ""
    lines = [
        f"games   {result['games']}: won {result['won']}, drawn {result['drawn']}, lost {result['lost']}",
        f"pairs   that gained 0, 1/2, 1, 3/2, 2: {result['pairs']}",
        f"Elo     {result.get('elo', 0):+.0f}{bars} (95 %)",
        f"ends    {result['ends']}",
        f"faults  {result['faults'] or 'none'}",
        f"depths  {result['median_depth']}",
    ]
    return "\n".join(lines)


def main():
    args = arguments()
    ours, other = sides(args)
    boards = openings(args.openings)
    count = (args.games + 1) // 2
    if (args.nodes or args.opponent_nodes) and count > len(boards):
        raise SystemExit(f"{args.games} games need {count} openings, and there are {len(boards)}: "
                         "where nodes are counted an opening is played the same way again")
    points, games = [], []
    # In one process a game would wait for what another one makes Python do, with its clock running.
    with ProcessPoolExecutor(args.concurrency) as pool:
        asked = [pool.submit(pair, ours, other, boards[index % len(boards)], args.margin / 1000) for index in range(count)]
        for done, future in enumerate(asked, 1):
            gained, results = future.result()
            points.append(gained)
            if args.pgn:
                append(args.pgn, results)
            games.extend(results)
            print(f"\r{done} of {count} pairs, {sum(points):g} points", end="", file=sys.stderr)
            for _, game in results:
                for fault in game.faults:
                    print("\nfault:", *fault, file=sys.stderr)
    print(file=sys.stderr)
    result = summary(points, games)
    print(json.dumps(result) if args.format == "json" else text(result))


if __name__ == "__main__":
    main()
