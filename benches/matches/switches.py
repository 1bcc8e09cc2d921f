#!/usr/bin/env python3
"""What each switch of the selective search is worth in chess: with it against without it, by the sequential test of
`eldest match`, both sides with as much CPU time a move. A row of Markdown for each."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "target" / "release" / "eldest"
ON = ["signed-history", "null-move", "reductions", "exchanges", "extensions", "late-moves", "reverse-futility",
      "futility", "internal-reductions"]
"""What is on by default; each is taken away."""
OFF = ["singular"]
"""What is off by default; each is added."""


def setting(nodes, *switches):
    return ",".join([f"nodes={nodes}", "selective=on", "depth-match=deeper", *switches])


def match(program, a, b, games, *more):
    """The output of `eldest match`, an object for each line."""
    command = [program, "match", "chess", "--a", a, "--b", b, "--games", str(games), "--format", "json", *more]
    # Without a position, the program would read one from stdin.
    run = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return [json.loads(line) for line in run.stdout.splitlines()]


def cpu_a_move(program, args, *switches):
    """Milliseconds of CPU time that a move takes, over some games of a setting against itself."""
    one = setting(args.nodes, *switches)
    before = os.times()
    lines = match(program, one, one, args.timed_games, "--seed", "2")
    after = os.times()
    moves = sum(len(game["moves"]) for line in lines for game in line.get("games", []))
    return 1000 * (after.children_user - before.children_user) / moves


def row(program, args, switch, default):
    """The default against the default with one switch turned."""
    turned = f"{switch}={'on' if switch in OFF else 'off'}"
    other = cpu_a_move(program, args, turned)
    nodes = round(args.nodes * default / other / 100) * 100
    with_it, without = setting(args.nodes), setting(nodes, turned)
    if switch in OFF:
        with_it, without = without, with_it
    result = match(program, with_it, without, args.games, "--elo0", "0", "--elo1", "15",
                   "--concurrency", str(args.concurrency))[-1]
    elo, games = result["elo"], result["wins"] + result["draws"] + result["losses"]
    bars = [f"{end:+.1f}" if end is not None else "?" for end in (elo["low"], elo["high"])]
    verdict = result["test"]["verdict"] if isinstance(result["test"], dict) else result["test"]
    return f"| `{switch}` | {other / default:.2f} | {games} | {elo['value']:+.1f} [{', '.join(bars)}] | {verdict} |"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("switches", nargs="*", metavar="SWITCH", help="all, if none is named")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="eldest")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes a move of the default; 20000")
    parser.add_argument("--games", type=int, default=3_000, help="at most; 3000")
    parser.add_argument("--timed-games", type=int, default=10, help="to measure CPU time by; 10")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once; 1")
    args = parser.parse_args()
    unknown = set(args.switches) - set(ON + OFF)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; expected some of {', '.join(ON + OFF)}")
    return args


def main():
    args = arguments()
    print("| with, against without it | CPU a node when turned, by the default's | games | Elo (95 %) | 0 or 15 |")
    print("|---|---:|---:|---:|---|", flush=True)
    default = cpu_a_move(args.program, args)
    for switch in args.switches or ON + OFF:
        print(row(args.program, args, switch, default), flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
