#!/usr/bin/env python3
"""Whether an engine wins the won endings against a bare king with few nodes a move.

The positions are drawn at random, with either colour and either side to move, among those that a table
made by retrograde analysis calls won (`retrograde.py`). The defender is an engine, or the table itself,
which always holds out the longest."""

import argparse
import json
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import chess

from engines import OURS, command, options
from game import Control, Player, Side, play_on
from retrograde import Table

ENDINGS = {"KQK": "Q", "KRK": "R", "KBBK": "BB", "KBNK": "BN"}
"""What the stronger side has beside its king."""
PERFECT = "table"
"""The name of the defender that is no engine."""


class Perfect:
    """A defender that plays by the table: a move that saves the game, or delays the mate the longest."""

    def __init__(self, side, table, strong):
        self.side, self.table, self.strong, self.depths, self.left = side, table, strong, [], None

    def move(self, board, other, margin, game):
        return max(board.legal_moves, key=lambda move: self.holds_out(board, move)), (None, 0)

    def holds_out(self, board, move):
        board.push(move)
        moves = self.table.moves_to_mate(board, self.strong)
        board.pop()
        return float("inf") if moves is None else moves

    def close(self):
        pass


@cache
def table(pieces):
    return Table(pieces)


def placed(pieces, chance):
    """The stronger side's king and `pieces` and a bare king, legal or not; and the stronger side."""
    board, strong = chess.Board(None), chance.choice(chess.COLORS)
    men = [(strong, "K"), (not strong, "K"), *((strong, piece) for piece in pieces)]
    for square, (color, piece) in zip(chance.sample(chess.SQUARES, len(men)), men):
        board.set_piece_at(square, chess.Piece.from_symbol(piece if color else piece.lower()))
    board.turn = chance.choice(chess.COLORS)
    return board, strong


def won_positions(pieces, count, seed):
    """`count` won positions, each with the stronger side."""
    chance, found = random.Random(f"{seed} {pieces}"), []
    while len(found) < count:
        board, strong = placed(pieces, chance)
        is_on = board.is_valid() and not board.is_game_over()
        if is_on and table(pieces).moves_to_mate(board, strong):
            found.append((board, strong))
    return found


def attempt(ours, other, pieces, board, strong):
    """How a game from `board` ends, the moves of the stronger side, those that are needed, and faults."""
    best, players = table(pieces).moves_to_mate(board, strong), {}
    try:
        players[strong] = Player(ours)
        is_perfect = other.command == [PERFECT]
        players[not strong] = Perfect(other, table(pieces), strong) if is_perfect else Player(other)
        result = play_on(board.copy(), players, 0.0, 500, object())
    finally:
        for player in players.values():
            player.close()
    return result.reason, len(players[strong].depths), best, result.faults


def ending(args, ours, other, pieces):
    """All games of one ending, with the positions that they began from."""
    positions = won_positions(pieces, args.positions, args.seed)
    # The processes have the table from this one, which has made it.
    with ProcessPoolExecutor(args.concurrency, mp_context=get_context("fork")) as pool:
        asked = [pool.submit(attempt, ours, other, pieces, *position) for position in positions]
        return [(board.fen(), *future.result()) for (board, _), future in zip(positions, asked)]


def summary(name, games):
    """What the games of one ending show."""
    mates = [(moves, best) for _, reason, moves, best, _ in games if reason == "mate"]
    return {
        "ending": name,
        "positions": len(games),
        "mated": len(mates),
        "mean_moves": sum(moves for moves, _ in mates) / max(len(mates), 1),
        "mean_needed": sum(best for _, best in mates) / max(len(mates), 1),
        "longest": max((moves for moves, _ in mates), default=0),
        "ends": dict(Counter(reason for _, reason, *_ in games)),
        "not_mated": [(fen, reason) for fen, reason, *_ in games if reason != "mate"],
        "faults": [fault for *_, faults in games for fault in faults],
    }


def text(result):
    """A row of Markdown, and a line for each game that was not won."""
    lines = [f"| {result['ending']} | {result['mated']} of {result['positions']} | {result['mean_moves']:.1f} "
             f"| {result['mean_needed']:.1f} | {result['longest']} |"]
    lines += [f"not mated: {fen}: {reason}" for fen, reason in result["not_mated"]]
    lines += [f"fault: {' '.join(map(str, fault))}" for fault in result["faults"]]
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("endings", nargs="*", metavar="ENDING", help=f"some of {', '.join(ENDINGS)}; all")
    parser.add_argument("--engine", default=str(OURS), help="a path or a package; this repository's engine")
    parser.add_argument("--engine-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--opponent", default="stockfish", help=f"a path or a package, or '{PERFECT}'; stockfish")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the opponent")
    parser.add_argument("--nodes", type=int, default=40_000, help="nodes a move, for either engine; 40000")
    parser.add_argument("--positions", type=int, default=200, help="for each ending; 200")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other positions; 1")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once; 1")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    args = parser.parse_args()
    if unknown := [name for name in args.endings if name not in ENDINGS]:
        parser.error(f"there is no ending {unknown[0]}; expected some of {', '.join(ENDINGS)}")
    return args


def main():
    args, is_complete = arguments(), True
    control = Control(nodes=args.nodes)
    ours = Side("engine", command(args.engine), options(args.engine_option), control)
    defender = [PERFECT] if args.opponent == PERFECT else command(args.opponent)
    other = Side("opponent", defender, options(args.option), control)
    if args.format == "text":
        print("| ending | mated | moves, mean | needed, mean | longest |\n|---|---:|---:|---:|---:|", flush=True)
    for name in args.endings or ENDINGS:
        result = summary(name, ending(args, ours, other, ENDINGS[name]))
        is_complete &= result["mated"] == result["positions"]
        print(json.dumps(result) if args.format == "json" else text(result), flush=True)
    sys.exit(0 if is_complete else 1)


if __name__ == "__main__":
    main()
