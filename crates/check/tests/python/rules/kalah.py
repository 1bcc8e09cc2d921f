"""Kalah, by Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.

A position is (houses of South, of North), stores, side: 0 for South, 1 for North.
"""

import re

from .game import Game, size

NAME = "kalah"


def read(variant):
    board, _, capture = variant.partition(",")
    found = size(board)
    known = variant == board or capture == "no-empty-capture"
    fits = found and found[0] <= 7 and 2 * found[0] * found[1] <= 254
    return Kalah(*found, bool(capture)) if known and fits else None


class Kalah(Game):
    def __init__(self, houses, seeds, only_nonempty):
        self.houses, self.seeds, self.only_nonempty = houses, seeds, only_nonempty

    def rules(self):
        return self.houses << 16 | self.seeds << 8 | self.only_nonempty

    def parse(self, text):
        half = rf"[0-9]{{1,3}}(?:,[0-9]{{1,3}}){{{self.houses - 1}}}:[0-9]{{1,3}}"
        if not re.fullmatch(rf"{half}/{half} [SN]", text):
            return None
        sides = [half.split(":") for half in text[:-2].split("/")]
        houses = tuple(tuple(map(int, half[0].split(","))) for half in sides)
        stores = tuple(int(half[1]) for half in sides)
        is_whole = sum(map(sum, houses)) + sum(stores) == 2 * self.houses * self.seeds
        return (houses, stores, "SN".index(text[-1])) if is_whole else None

    def text(self, position):
        houses, stores, side = position
        halves = (",".join(map(str, h)) + f":{s}" for h, s in zip(houses, stores))
        return "/".join(halves) + " " + "SN"[side]

    def encode(self, position):
        houses, _, side = position
        return bytes(houses[0] + houses[1] + (side,))

    def decode(self, code):
        missing = 2 * self.houses * self.seeds - sum(code[:-1])
        if len(code) != 2 * self.houses + 1 or code[-1] > 1 or missing < 0:
            return None
        return (tuple(code[: self.houses]), tuple(code[self.houses : -1])), (missing, 0), code[-1]

    def taken(self, position, prover):
        south, north = position[1]
        return south - north if prover == "first" else north - south

    def side(self, position):
        return ("first", "second")[position[2]]

    def over(self, position):
        houses, stores, side = position
        if any(houses[0]) and any(houses[1]):
            return None
        totals = [sum(h) + s for h, s in zip(houses, stores)]
        return totals[side] - totals[1 - side]

    def moves(self, position):
        return [h for h in range(self.houses) if position[0][position[2]][h]]

    def move_text(self, _, house):
        return str(house + 1)

    def play(self, position, house):
        houses, stores, side = [list(h) for h in position[0]], list(position[1]), position[2]
        hand, houses[side][house] = houses[side][house], 0
        ring, at = 2 * self.houses + 1, house
        while hand:
            at, hand = (at + 1) % ring, hand - 1
            if at < self.houses:
                houses[side][at] += 1
            elif at == self.houses:
                stores[side] += 1
            else:
                houses[1 - side][at - self.houses - 1] += 1
        if at != self.houses:
            if at < self.houses and houses[side][at] == 1:
                opposite = self.houses - 1 - at
                if houses[1 - side][opposite] or not self.only_nonempty:
                    stores[side] += 1 + houses[1 - side][opposite]
                    houses[side][at] = houses[1 - side][opposite] = 0
            side = 1 - side
        return tuple(map(tuple, houses)), tuple(stores), side
