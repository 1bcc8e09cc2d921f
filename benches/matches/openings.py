#!/usr/bin/env python3
"""Holds the openings against this repository's engine: each legal, of eight plies, none twice, none far from even.

With `--more N` it makes N others, and prints them."""

import argparse
import random
import sys

import chess
import chess.engine

from engines import OURS
from match import OPENINGS, openings

MOST = 80
"""Hundredths of a pawn."""
DEPTH = 12
PLIES = 8
CHOICE = (6, 50)
"""A random move is one of the N best, and worse than the best by at most M: these are N and M."""
SHALLOW = 6


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--more", type=int, default=0, metavar="N", help="print N more openings")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes others; 1")
    return parser.parse_args()


def worth(engine, board):
    """What a position is worth to White."""
    info = engine.analyse(board, chess.engine.Limit(depth=DEPTH), game=object())
    return info["score"].white().score(mate_score=100_000)


def by_chance(engine, chance):
    """A position after moves that are chosen among the good ones."""
    board, (count, worse) = chess.Board(), CHOICE
    for _ in range(PLIES):
        lines = engine.analyse(board, chess.engine.Limit(depth=SHALLOW), multipv=count, game=object())
        scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
        good = [line["pv"][0] for line, score in zip(lines, scores) if score >= scores[0] - worse]
        board.push(chance.choice(good))
    return board


def more(engine, count, seed, known):
    """Prints this many openings that are not among those known."""
    chance = random.Random(seed)
    while count:
        board = by_chance(engine, chance)
        if board.epd() not in known and abs(worth(engine, board)) <= MOST:
            known.add(board.epd())
            count -= 1
            sans = chess.Board().variation_san(board.move_stack).split()
            print(" ".join(san for san in sans if not san.endswith(".")), flush=True)


def check(engine, boards):
    """Whether none is far from even."""
    uneven = [(score, board) for board in boards if abs(score := worth(engine, board)) > MOST]
    for score, board in uneven:
        print(score, chess.Board().variation_san(board.move_stack))
    print(f"{len(boards)} openings, {len(uneven)} worth more than {MOST} to a side at depth {DEPTH}")
    return not uneven


def main():
    args, boards = arguments(), openings(OPENINGS)
    known = {board.epd() for board in boards}
    assert all(board.ply() == PLIES for board in boards), "a line has another length"
    assert len(known) == len(boards), "a position is there twice"
    with chess.engine.SimpleEngine.popen_uci(str(OURS)) as engine:
        if args.more:
            more(engine, args.more, args.seed, known)
        elif not check(engine, boards):
            sys.exit(1)


if __name__ == "__main__":
    main()
