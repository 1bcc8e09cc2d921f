#!/usr/bin/env python3
"""Solves the same Connect Four positions with eldest and with BitBully 0.0.79, in turn.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install bitbully==0.0.79
    cargo build --release -p eldest-cli
    /tmp/peers/bin/python benches/peers/connect4.py [--pairs N] [--suites ply08,ply10,ply12]
        [--threads N] [--json]

A table of 64 MiB, cold at the start of each file and kept within it, no opening book; BitBully by
its `mtdf`. Every value is compared with the suite; `empty` is the empty board. BitBully has one
thread. Of one thread CPU seconds are taken, of several the time that passes: of eldest the whole
process, of BitBully the solving alone. The last line gives the median over all pairs of the ratio
of the sums.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITES = ROOT / "crates" / "games" / "suites" / "connect4"


def positions(suite):
    """Moves and score of each position."""
    text = "- 1" if suite == "empty" else (SUITES / f"{suite}.txt").read_text()
    return [line.split() for line in text.splitlines()]


def bitbully(suite):
    """Child process: CPU seconds of BitBully on the positions of `suite`."""
    from bitbully import bitbully_core

    solver = bitbully_core.BitBullyCore()
    start = time.process_time()
    for moves, score in positions(suite):
        board = bitbully_core.BoardCore()
        board.setBoard([int(column) - 1 for column in moves.strip("-")])
        value = solver.mtdf(board, 0)
        if value != int(score):
            sys.exit(f"BitBully: {moves} has {value}, the suite {score}")
    print(time.process_time() - start)


def peer_seconds(suite):
    command = [sys.executable, __file__, "--child", suite]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def eldest_seconds(suite, threads):
    """Seconds of the whole process; its values are checked."""
    program = ROOT / "target" / "release" / "eldest"
    command = [program, "solve", "connect4", "--input", "-", "--table-mib", "64"]
    command += ["--threads", str(threads)]
    lines = "".join(f"{moves} {score}\n" for moves, score in positions(suite))
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    run = subprocess.run(command, check=True, capture_output=True, text=True, input=lines)
    passed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.stdout.split() != lines.split():
        sys.exit(f"eldest: values differ from {suite}")
    if threads > 1:
        return passed
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--suites", default="ply08,ply10,ply12")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return bitbully(args.child)
    suites = args.suites.split(",")
    pairs = []
    for number in range(args.pairs):
        pair = {s: (eldest_seconds(s, args.threads), peer_seconds(s)) for s in suites}
        pairs.append(pair)
        if not args.json:
            shown = "  ".join(f"{k} {a:.2f}/{b:.2f}" for k, (a, b) in pair.items())
            print(f"pair {number + 1}: eldest/BitBully s  {shown}", flush=True)
    sums = [[sum(times) for times in zip(*pair.values())] for pair in pairs]
    ratio = statistics.median(ours / theirs for ours, theirs in sums)
    if args.json:
        run = {"suites": args.suites, "threads": args.threads}
        print(json.dumps({**run, "pairs": pairs, "median_ratio": ratio}))
    else:
        print(f"median ratio over {args.pairs} pairs: {ratio:.3f}")


if __name__ == "__main__":
    main()
