"""Games written in Python."""

from __future__ import annotations

import itertools
import random
import time
import traceback
import unittest
from typing import Any

import eldest
from tests.games import Coins, Heap, TicTacToe, coins_value


class OwnGameTest(unittest.TestCase):
    def test_both_styles_conform(self) -> None:
        for game in (Heap(21), Coins(), TicTacToe()):
            with self.subTest(game):
                found = eldest.conformance(game)
                self.assertGreater(found.solved, 0)
                self.assertEqual(found.doubts, ())

    def test_heaps_are_solved_on_two_threads(self) -> None:
        engine = eldest.Engine(Heap(21), threads=2, table_mib=1)
        report = engine.solve()
        self.assertEqual((report.value, report.best_move), (eldest.win_in(11), 1))
        for left in range(1, 21):
            value = engine.solve(Heap(left)).value
            assert value is not None
            self.assertEqual(value.is_loss, left % 4 == 0)

    def test_positions_that_undo_moves_have_the_value_of_minimax(self) -> None:
        engine = eldest.Engine(Coins(), threads=2, table_mib=1)
        chance = random.Random(1)
        for _ in range(20):
            row = tuple(chance.randrange(20) for _ in range(8))
            position = Coins(row)
            report = engine.solve(position, find_line=True)
            self.assertEqual(report.value, coins_value(row))
            self.assertIn(report.best_move, ("first", "last"))
            self.assertEqual((position.plies_left(), position.path), (8, []))

    def test_every_algorithm_finds_the_value_of_tic_tac_toe(self) -> None:
        for algorithm, threads in itertools.product(
            ("ybw", "pv-split", "root-split", "abdada", "simplified-abdada", "lazy-smp"), (1, 3)
        ):
            with self.subTest(algorithm=algorithm, threads=threads):
                engine = eldest.Engine(
                    TicTacToe(), threads=threads, table_mib=1, algorithm=algorithm
                )
                self.assertEqual(engine.solve().value, eldest.DRAW)

    def test_tic_tac_toe_has_the_values_of_the_shipped_game(self) -> None:
        own, shipped = eldest.Engine(TicTacToe(), table_mib=1), eldest.Engine("tictactoe")
        self.assertEqual([own.perft(n) for n in range(6)], [shipped.perft(n) for n in range(6)])
        for first, second in itertools.permutations(range(9), 2):
            position = TicTacToe().child(first).child(second)
            rows = str(position).replace("\n", "/")
            self.assertEqual(own.solve(position).value, shipped.solve(rows).value, rows)

    def test_lines_and_moves_are_objects_of_the_game(self) -> None:
        report = eldest.Engine(Heap(7), table_mib=1).solve(find_line=True, multi_pv=3)
        self.assertEqual(report.line[0], 3)
        self.assertEqual(sum(report.line), 7)
        self.assertEqual({move.move for move in report.moves}, {1, 2, 3})
        self.assertEqual(report.position, "Heap(7)")

    def test_a_search_to_a_depth_evaluates(self) -> None:
        row = (3, 9, 1, 2, 7, 5, 4, 8)
        report = eldest.Engine(Coins(row), table_mib=1).search(depth=1)
        self.assertEqual((report.value, report.best_move), (8, "last"))
        self.assertFalse(report.proved)

    def test_moves_and_positions_have_names(self) -> None:
        engine = eldest.Engine(Coins(), table_mib=1)
        self.assertEqual(engine.players, ("Left", "Right"))
        self.assertEqual(engine.game, "Coins")
        after = engine.after(None, "first", "last")
        self.assertEqual(repr(after), "Coins(9, 1, 2, 7, 5, 4)")

    def test_many_positions_are_objects_too(self) -> None:
        engine = eldest.Engine(Heap(21), threads=2, table_mib=1)
        reports = list(engine.solve_many(Heap(left) for left in range(1, 30)))
        values = [report.value for report in reports]
        losses = [value is not None and value.is_loss for value in values]
        self.assertEqual(losses, [left % 4 == 0 for left in range(1, 30)])

    def test_a_search_in_the_background_lets_python_run(self) -> None:
        engine = eldest.Engine(Heap(2000), table_mib=1)
        handle = engine.start(depth=40)
        self.assertIsNone(handle.wait(0.05))
        handle.stop()
        with self.assertRaisesRegex(ValueError, "timeout is nan; expected seconds"):
            handle.wait(float("nan"))
        report = handle.wait()
        assert report is not None
        self.assertIn(report.stop_reason, ("stopped", "proved"))


    def test_moves_may_be_a_list_that_the_game_changes_later(self) -> None:
        class Reusing(Heap):
            found: list[int] = []

            def moves(self) -> list[int]:
                self.found[:] = sorted(super().moves(), key=lambda n: (7 * n + self.left) % 4)
                return self.found

        for left in range(1, 25):
            value = eldest.Engine(Reusing(left), table_mib=1).solve().value
            self.assertEqual(value, eldest.Engine(Heap(left), table_mib=1).solve().value)

    def test_moves_may_be_tuples_within_tuples(self) -> None:
        deep: Any = ()
        for _ in range(1_000_000):
            deep = (deep,)

        class Deep(Heap):
            def moves(self) -> list[Any]:
                return [deep]

            def child(self, _: Any) -> Deep:
                return Deep(self.left - 1, 1 - self.side())

            def name(self, _: Any) -> str:
                return "one"

        self.assertEqual(eldest.Engine(Deep(3), table_mib=1).solve().value, eldest.win_in(3))

    def test_moves_may_be_objects_that_equal_no_other(self) -> None:
        class Move:
            def __init__(self, taken: int) -> None:
                self.taken = taken

            def __str__(self) -> str:
                return f"take {self.taken}"

        class Objects(Heap):
            def moves(self) -> list[Any]:
                return [Move(taken) for taken in super().moves()]

            def child(self, move: Any) -> Heap:
                return super().child(move.taken)

        eldest.conformance(Objects(9))
        engine = eldest.Engine(Objects(9), table_mib=1)
        best = engine.solve().best_move
        self.assertEqual(str(best), "take 1")
        self.assertEqual(repr(engine.after(None, best)), "Objects(8)")
        with self.assertRaisesRegex(eldest.Error, "legal are: take 1, take 2, take 3"):
            engine.after(None, Move(4))
        read, show = (lambda _: "take 1"), (lambda _: None)
        moves = eldest.play(Objects(4), read=read, show=show, depth=9)
        self.assertEqual(moves, ["take 1", "take 3"])


class WrongGameTest(unittest.TestCase):
    def check(self, game: Any, kind: type[Exception], message: str, threads: int = 2) -> None:
        engine = eldest.Engine(game, threads=threads, table_mib=1)
        with self.assertRaisesRegex(kind, message):
            engine.solve()

    def test_an_exception_of_a_method_passes_through(self) -> None:
        class Broken(Heap):
            def moves(self) -> list[int]:
                if self.left < 9:
                    raise LookupError(f"no moves for {self.left}")
                return super().moves()

        self.check(Broken(21), LookupError, "no moves for [0-9]")
        engine = eldest.Engine(Broken(21), table_mib=1)
        for _ in range(3):
            try:
                engine.solve()
            except LookupError as error:
                frames = traceback.extract_tb(error.__traceback__)
            self.assertIn("moves", [frame.name for frame in frames])

    def test_what_a_method_returns_is_checked(self) -> None:
        for name, wrong, kind, message in (
            ("side", 2, ValueError, r"side\(\) returned 2; expected 0 or 1"),
            ("key", "x", TypeError, r"key\(\) returned 'x'; expected an int or bytes"),
            ("over", 5_000_000, ValueError, r"over\(\) returned 5000000; expected None, WIN"),
            ("over", -(2**31), ValueError, r"over\(\) returned -2147483648; expected None, WIN"),
            ("over", False, ValueError, r"over\(\) returned False; expected None, WIN"),
            ("plies_left", -1, ValueError, r"plies_left\(\) returned -1; expected an int from 0"),
            ("plies_left", "9", TypeError, r"plies_left\(\) returned '9'; expected an int from 0"),
            ("taken", eldest.WIN, ValueError, r"taken\(\) returned win_in\(0\); expected points"),
            ("text", None, TypeError, r"text\(\) returned None; expected a str"),
            ("text", "\ud800", TypeError, r"text\(\) returned '\\ud800'; expected a str that UTF-8"),
            ("name", 5, ValueError, r"name\(\) returned 5; expected a str"),
            ("moves", None, TypeError, r"moves\(\) returned None; expected a sequence"),
        ):
            with self.subTest(name):
                broken = type("Broken", (Heap,), {name: lambda self, *_, wrong=wrong: wrong})
                with self.assertRaisesRegex(kind, message):
                    eldest.Engine(broken(21), table_mib=1).solve()

    def test_stop_iteration_of_a_method_is_not_the_end_of_many_positions(self) -> None:
        class Broken(Heap):
            def moves(self) -> list[int]:
                if self.left == 2:
                    raise StopIteration
                return super().moves()

        solving = eldest.Engine(Broken(21), table_mib=1).solve_many([Broken(3), Broken(1)])
        with self.assertRaises(RuntimeError):
            next(solving)
        self.assertEqual(next(solving).value, eldest.win_in(1))
        self.assertEqual(list(solving), [])

    def test_a_position_of_another_class_is_refused(self) -> None:
        class Misere(Heap):
            def over(self) -> int | None:
                return eldest.WIN if self.left == 0 else None

        engine = eldest.Engine(Heap(21), table_mib=1)
        self.assertEqual(engine.solve(Heap(4)).value, eldest.loss_in(2))
        for other in (Misere(4), TicTacToe(), Coins(), 3):
            with self.assertRaisesRegex(TypeError, "expected one of class Heap, or another engine"):
                engine.solve(other)  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, f"of class {type(other).__name__};"):
                next(engine.solve_many([other]))  # type: ignore[list-item]

    def test_a_position_may_be_of_a_class_that_the_game_has_returned(self) -> None:
        class First(Heap):
            def child(self, taken: int) -> Heap:
                return Heap(self.left - taken, 1 - self.side())

        engine = eldest.Engine(First(21), table_mib=1)
        with self.assertRaises(TypeError):
            engine.solve(Heap(20, 1))
        after = engine.after(None, 1)
        self.assertIs(type(after), Heap)
        self.assertEqual(engine.solve(after).value, eldest.loss_in(10))
        moves = eldest.play(First(4), read=lambda _: "1", show=lambda _: None, depth=9)
        self.assertEqual(moves, ["1", "3"])

    def test_a_search_cannot_be_waited_for_by_its_own_callback(self) -> None:
        engine = eldest.Engine("connect4", table_mib=1)
        raised: list[str] = []

        def on_iteration(_: object) -> None:
            while not handles:
                time.sleep(0.001)
            try:
                handles[0].wait()
            except RuntimeError as error:
                raised.append(str(error))
            handles[0].stop()

        handles: list[eldest.Handle[str]] = []
        handles.append(engine.start(depth=30, on_iteration=on_iteration))
        handles[0].wait()
        self.assertRegex(raised[0], "stop a search instead")

    def test_a_class_without_a_method_is_refused(self) -> None:
        class Nothing:
            pass

        with self.assertRaisesRegex(TypeError, "Nothing'?>? has no method side"):
            eldest.Engine(Nothing())  # type: ignore[call-overload]

    def test_conformance_finds_a_broken_promise(self) -> None:
        class Unread(Heap):
            def text(self) -> str:
                return f"{self.left} {self.side()}"

            @staticmethod
            def parse(text: str) -> Heap | None:
                raise LookupError(text)

        with self.assertRaisesRegex(LookupError, "9 0"):
            eldest.conformance(Unread(9))

        class Keyless(Heap):
            def key(self) -> int:
                return self.left // 2

            def name(self, taken: int) -> str:
                return f"take {taken}"

        class Shared(Heap):
            def child(self, taken: int) -> Heap:
                self.left -= 1
                return super().child(taken - 1)

        class Turning(Coins):
            order = 1

            def moves(self) -> tuple[str, ...]:
                return ("first", "last")[:: self.order]

            def undo(self, move: str) -> None:
                super().undo(move)
                self.order = -1

        class Lasting(Heap):
            def plies_left(self) -> int:
                return 9

        class Stuck(Coins):
            def undo(self, move: str) -> None:
                super().undo(move)
                self.taken_by[0] += 1

        class Twice(Heap):
            def moves(self) -> list[int]:
                return [*super().moves(), 1] if self.left == 5 else super().moves()

        class TwiceInLists(Coins):
            def moves(self) -> Any:
                return [["first"], ["last"], ["first"]]

            def play(self, move: Any) -> None:
                super().play(move[0])

            def undo(self, move: Any) -> None:
                super().undo(move[0])

        for game, message in (
            (Twice(9), r"^after the moves \[[123].*\]: 1 is among the moves twice$"),
            (TwiceInLists(), r"^after the moves \[\]: FIRST is among the moves twice$"),
            (Keyless(9), r"^after the moves \[take [123].*: after the moves \[take [123].* the key"),
            (Shared(9), r"^after the moves \[\]: 1, played and undone, does not lead back: `key` was"),
            (Turning(), r"does not lead back: `moves` gives other moves, or the same in another order"),
            (Lasting(3), r"plies_left is 9, and 9 after [123]; expected less$"),
            (Stuck(), r"^after the moves \[\]: F, played and undone, does not lead back: `"),
        ):
            with self.assertRaisesRegex(eldest.Error, message) as raised:
                eldest.conformance(game)
            self.assertEqual(raised.exception.code, 6)
            self.assertNotIn("::", str(raised.exception))

    def test_a_game_without_a_bound_on_its_length_is_refused(self) -> None:
        class Endless(Heap):
            plies_left = None  # type: ignore[assignment]

        with self.assertRaises((eldest.Error, TypeError)):
            eldest.Engine(Endless(5), table_mib=1).solve()

    def test_keys_of_any_size_work(self) -> None:
        for keyed in (
            lambda self: -1 - self.left,
            lambda self: self.left << 100,
            lambda self: str(self.left).encode(),
        ):
            game = type("Keyed", (Heap,), {"key": keyed})
            self.assertEqual(eldest.Engine(game(21), table_mib=1).solve().value, eldest.win_in(11))


if __name__ == "__main__":
    unittest.main()
