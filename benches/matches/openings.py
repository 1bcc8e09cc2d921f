#!/usr/bin/env python3
"""Holds the openings against this repository's engine: each legal, of eight plies, none twice, none far from even."""

import sys

import chess.engine

from engines import OURS
from match import OPENINGS, openings

MOST = 80
"""Hundredths of a pawn."""
DEPTH = 12
PLIES = 8


def main():
    boards = openings(OPENINGS)
    assert all(board.ply() == PLIES for board in boards), "a line has another length"
    assert len({board.epd() for board in boards}) == len(boards), "a position is there twice"
    uneven = 0
    with chess.engine.SimpleEngine.popen_uci(str(OURS)) as engine:
        for board in boards:
            info = engine.analyse(board, chess.engine.Limit(depth=DEPTH), game=object())
            score = info["score"].white().score(mate_score=100_000)
            if abs(score) > MOST:
                uneven += 1
                print(score, chess.Board().variation_san(board.move_stack))
    print(f"{len(boards)} openings, {uneven} worth more than {MOST} to a side at depth {DEPTH}")
    sys.exit(uneven > 0)


if __name__ == "__main__":
    main()
