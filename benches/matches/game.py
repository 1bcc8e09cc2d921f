"""One game between two engines, move by move, and what goes wrong in it."""

import asyncio
import threading
import time
from dataclasses import dataclass, field

import chess
import chess.engine
import chess.pgn

RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
"""By White's points."""

SILENT = 20.0
"""Seconds beyond its clock after which an engine that says nothing has lost. Some know no limit on nodes, and search on."""


@dataclass
class Side:
    """An engine, and how it plays."""

    name: str
    command: list
    options: dict
    control: "Control"
    ponders: bool = False


@dataclass
class Control:
    """What a side may spend: a clock (seconds, increment, moves until more), or nodes, or a time for each move."""

    seconds: float | None = None
    increment: float = 0.0
    moves: int | None = None
    nodes: int | None = None
    move_time: float | None = None

    @classmethod
    def clock(cls, text):
        """`[MOVES/]SECONDS[+INCREMENT]`."""
        moves, _, rest = text.rpartition("/")
        seconds, _, increment = rest.partition("+")
        return cls(float(seconds), float(increment or 0), int(moves) if moves else None)


@dataclass
class Result:
    """How a game ended, for the side that had White."""

    white: float
    reason: str
    board: chess.Board
    faults: list = field(default_factory=list)
    depths: tuple = ((), ())
    scores: list = field(default_factory=list)

    def pgn(self, white, black):
        """The game as PGN, with what each side thought of its moves."""
        game = chess.pgn.Game.from_board(self.board)
        game.headers.update(White=white, Black=black, Result=RESULTS[self.white], Termination=self.reason)
        # Neither engine has thought about the moves of the opening.
        played = list(game.mainline())[-len(self.scores):] if self.scores else []
        for node, (score, depth) in zip(played, self.scores):
            if score is not None:
                node.set_eval(score, depth)
        return str(game)


class Fault(Exception):
    """A side has lost by something else than chess."""


class Player:
    """An engine in a game, with its clock."""

    def __init__(self, side):
        self.side, self.depths, self.left, self.is_killed = side, [], side.control.seconds, False
        self.engine = chess.engine.SimpleEngine.popen_uci(side.command, timeout=SILENT)
        self.engine.configure(side.options)

    def limit(self, board, other):
        """What `go` is to say."""
        control = self.side.control
        if control.nodes:
            return chess.engine.Limit(nodes=control.nodes)
        if control.move_time:
            return chess.engine.Limit(time=control.move_time)
        clocks = {chess.WHITE: self, chess.BLACK: other}
        if board.turn == chess.BLACK:
            clocks = {chess.WHITE: other, chess.BLACK: self}
        white, black = clocks[chess.WHITE], clocks[chess.BLACK]
        to_go = control.moves and control.moves - (board.fullmove_number - 1) % control.moves
        return chess.engine.Limit(
            white_clock=max(white.left or 0, 0.001), black_clock=max(black.left or 0, 0.001),
            white_inc=white.side.control.increment, black_inc=black.side.control.increment,
            remaining_moves=to_go)

    def move(self, board, other, margin, game):
        """The move that it plays, after its clock has been looked at."""
        begun = time.perf_counter()
        watch = threading.Timer(SILENT + (self.left or self.side.control.move_time or 0.0), self.kill)
        watch.start()
        try:
            played = self.engine.play(board, self.limit(board, other), game=game, ponder=self.side.ponders,
                                      info=chess.engine.INFO_BASIC | chess.engine.INFO_SCORE)
        except chess.engine.EngineTerminatedError as error:
            raise Fault("silence" if self.is_killed else "crash") from error
        except (TimeoutError, asyncio.TimeoutError) as error:
            raise Fault("silence") from error
        except chess.engine.EngineError as error:
            raise Fault("illegal move" if "illegal" in str(error) else "protocol") from error
        finally:
            watch.cancel()
        if played.move is None:
            raise Fault("no move")
        self.spend(time.perf_counter() - begun, played.info.get("time"), board, margin)
        self.depths.append(played.info.get("depth", 0))
        return played.move, (played.info.get("score"), self.depths[-1])

    def kill(self):
        """It has been silent for too long."""
        self.is_killed = True
        self.engine.transport.kill()

    def spend(self, seconds, reported, board, margin):
        """Takes `seconds` off the clock. The time that the engine `reported` shows whether it was late or had no processor."""
        control = self.side.control
        if self.left is None:
            return
        self.left -= seconds
        if self.left < -margin:
            own = "unknown" if reported is None else f"{reported * 1000:.0f} ms"
            raise Fault("time", f"{-self.left * 1000:.0f} ms late, after {seconds * 1000:.0f} ms; by its own account {own}")
        self.left += control.increment
        if control.moves and board.fullmove_number % control.moves == 0:
            self.left += control.seconds

    def close(self):
        """Ends the engine, also one that does not want to."""
        try:
            self.engine.quit()
        except (chess.engine.EngineError, TimeoutError, asyncio.TimeoutError):
            self.engine.close()


def ended(board, most_plies):
    """White's points and why, if the game is over. Draws are claimed as soon as they can be."""
    if board.is_checkmate():
        return (0.0 if board.turn == chess.WHITE else 1.0), "mate"
    drawn = {
        "stalemate": board.is_stalemate(),
        "material": board.is_insufficient_material(),
        "repetition": board.is_repetition(3),
        "fifty moves": board.halfmove_clock >= 100,
        "length": board.ply() >= most_plies,
    }
    return next(((0.5, reason) for reason, is_drawn in drawn.items() if is_drawn), None)


def play(white, black, opening, margin=0.0, most_plies=500):
    """A game from `opening`, a board; the engines begin anew."""
    board, game = opening.copy(), object()
    players = {}
    try:
        for color, side in ((chess.WHITE, white), (chess.BLACK, black)):
            players[color] = Player(side)
        return play_on(board, players, margin, most_plies, game)
    finally:
        for player in players.values():
            player.close()


def play_on(board, players, margin, most_plies, game):
    """The game from here on."""
    scores = []
    facts = lambda faults=(): dict(
        board=board, faults=list(faults), scores=scores,
        depths=tuple(tuple(players[color].depths) for color in (chess.WHITE, chess.BLACK)))
    while (end := ended(board, most_plies)) is None:
        player, other = players[board.turn], players[not board.turn]
        try:
            move, score = player.move(board, other, margin, game)
        except Fault as fault:
            white = 0.0 if board.turn == chess.WHITE else 1.0
            kind, *details = fault.args
            return Result(white, kind, **facts([(player.side.name, kind, *details, board.fen())]))
        board.push(move)
        scores.append(score)
    return Result(*end, **facts())
