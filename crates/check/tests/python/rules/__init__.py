"""The rules of the games, written from docs/certificates.md and the published rules."""

from . import chess, connect4, domineering, dots, kalah, nim, othello, tictactoe

GAMES = {
    module.NAME: module.read
    for module in (chess, connect4, domineering, dots, kalah, nim, othello, tictactoe)
}


def find(name):
    """Finds a game by a name such as `connect4:6x5`; None if there is no such game."""
    kind, colon, variant = name.partition(":")
    if kind not in GAMES or bool(colon) != bool(variant):
        return None
    return GAMES[kind](variant)
