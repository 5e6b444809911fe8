#!/usr/bin/env python3
"""The dialogue of qpiskvork (https://github.com/Joker2770/qpiskvork) with an engine, played again by a script:
what it sends and in which order, and how it reads the answers, worked out from its sources. Needs it not.

  scripts/managers/qpiskvork.py [ENGINE] [CASE ...]

ENGINE is the release build unless given; CASE a part of the names of cases, all of them unless given.

qpiskvork takes whatever bytes it gets at a time: bytes without an end of line are dropped, the rest is cut at
CR LF if both are there, and the first character of each piece says what it is. A piece that begins like ERROR
or UNKNOWN, which is also one that begins with a blank or an N, ends the game. The script fails on those, on a
move that is not legal, missing, or a second one, on a piece that is taken for something that it is not, and
on an exit slower than half a second. The swap2 dialogue is left out: the engine does not play it yet.
"""

import random, re, sys, time

sys.dont_write_bytecode = True
import common
from common import Fault

CASES = []


def case(function):
    CASES.append(function)
    return function


def integers(text):
    """Numbers as a C++ stream reads them, one separator let through after each."""
    numbers = []
    while match := re.match(r"\s*([+-]?\d+)", text):
        numbers.append(int(match[1]))
        text = text[match.end():]
        text = text[1:] if text[:1] == "," else text
    return numbers


class Game:
    """One engine under qpiskvork."""

    def __init__(self, size=15, rule=0, turn=500, match=900_000):
        self.engine = common.Engine([ENGINE])
        self.size, self.rule, self.path, self.as_board = size, rule, [], False
        self.match, self.owed, self.moves, self.name, self.oks = match, 0, [], None, 0
        self.time_left = match
        # All at once: qpiskvork does not wait for OK.
        self.send(f"START {size}")
        self.send("ABOUT")
        self.send(f"INFO timeout_match {match}")
        self.send(f"INFO timeout_turn {turn}")
        self.send(f"INFO max_memory {1 << 30}")
        self.send("INFO game_type 0")
        self.send(f"INFO rule {rule}")

    def send(self, text):
        """The command, and then its end, are two writes."""
        self.engine.say_bytes(text.encode())
        self.engine.say_bytes(b"\r\n")

    def send_time(self):
        self.send(f"INFO time_left {self.time_left}")

    def begin(self):
        self.send_time()
        self.send("BEGIN")
        self.owed += 1

    def turn(self, point):
        """The other side's stone; the second after a restored game comes with the whole board."""
        self.path.append(point)
        self.send_time()
        if self.as_board:
            self.send_board()
            self.as_board = False
        else:
            self.send(f"TURN {point[0]},{point[1]}")
            self.owed += 1

    def send_board(self, continuous=False):
        own = len(self.path) % 2
        fields = [3 if continuous else 1 if i % 2 == own else 2 for i in range(len(self.path))]
        # Inner lines end with LF only.
        lines = [f"{x},{y},{field}" for (x, y), field in zip(self.path, fields)]
        self.send("\n".join(["BOARD", *lines, "DONE"]))
        self.owed += 1

    def read(self, chunk):
        text = chunk.decode("latin-1")
        if "\r" in text and "\n" in text:
            pieces = text.split("\r\n")
        elif "\r" in text:
            pieces = text.split("\r")
        elif "\n" in text:
            pieces = text.split("\n")
        else:
            raise Fault(f"dropped, for it came without an end of line: {chunk!r}")
        if text[-1] not in "\r\n":
            raise Fault(f"a line came in two chunks, the second will be read as a line of its own: {chunk!r}")
        for piece in pieces:
            if piece:
                self.read_piece(piece)

    def read_piece(self, piece):
        first, words, comma = piece[0], piece.split(" "), piece.find(",")
        if first in "OK":
            if piece != "OK":
                raise Fault(f"taken for OK: {piece}")
            self.oks += 1
        elif first in "ER ":
            raise Fault(f"ends the game as ERROR: {piece}")
        elif first in "UNW":
            raise Fault(f"ends the game as UNKNOWN: {piece}")
        elif first in "SWAP":
            raise Fault(f"taken for SWAP: {piece}")
        elif comma in (1, 2) and len(words) >= 2 and "," in words[1]:
            raise Fault(f"taken for two or three moves: {piece}")
        elif comma in (1, 2) and len(integers(piece)) == 2:
            self.read_move(piece)
        elif "name" in piece:
            names = [pair for pair in piece.split(",") if "name" in pair and "=" in pair]
            self.name = re.sub('^[^"]*"([^"]*)".*$', r"\1", names[0].split("=")[1]) if names else self.name
            if not piece.startswith("name="):
                raise Fault(f"taken for the engine's name: {piece}")
        elif not piece.startswith(("MESSAGE ", "DEBUG ", "INFO ")):
            raise Fault(f"no line of the protocol: {piece}")

    def read_move(self, piece):
        if not re.fullmatch(r"\d+,\d+", piece):
            raise Fault(f"taken for a move: {piece}")
        if self.owed == 0:
            raise Fault(f"a move too many: {piece}")
        self.owed -= 1
        point = tuple(integers(piece))
        if not all(0 <= number < self.size for number in point) or point in self.path:
            raise Fault(f"no empty point: {piece}")
        self.path.append(point)
        self.moves.append(point)

    def listen(self, seconds):
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            if (chunk := self.engine.chunk(left)) is not None:
                self.read(chunk)

    def wait(self, timeout=5.0):
        until = time.perf_counter() + timeout
        while self.owed:
            chunk = self.engine.chunk(until - time.perf_counter())
            if chunk is None:
                raise Fault(f"no move within {timeout} s")
            self.read(chunk)
        self.listen(0.03)

    def over(self):
        stones = {point: i % 2 for i, point in enumerate(self.path)}
        return bool(self.path) and common.five(stones, *self.path[-1], exact=self.rule & 1 == 1)

    def end(self):
        self.send("END")
        self.engine.end(command=None)


def near(game, rng):
    free = [(x, y) for x in range(game.size) for y in range(game.size) if (x, y) not in game.path]
    close = [(x, y) for x, y in free if any(abs(x - i) < 3 and abs(y - j) < 3 for i, j in game.path)]
    return rng.choice(close or free)


@case
def the_first_answers(new):
    game = new()
    game.listen(0.5)
    if game.oks != 1 or game.name is None:
        raise Fault(f"{game.oks} OK, name {game.name}")
    game.end()


@case
def games_against_a_person(new):
    rng = random.Random(2)
    for rule in (0, 1, 4, 8, 9):
        for size, black in [(15, True), (20, False)]:
            game = new(size=size, rule=rule, turn=200)
            if black:
                game.begin()
            else:
                game.turn((size // 2 - 2, size // 2 + 1))
            game.wait()
            for _ in range(8):
                if game.over():
                    break
                game.turn(near(game, rng))
                if game.over():
                    break
                game.wait()
            game.end()


@case
def a_game_is_continued(new):
    """`Continue` sends START and the INFO lines to a new process, then the board, and the board once more."""
    rng = random.Random(3)
    game = new(turn=200)
    game.begin()
    game.wait()
    game.turn(near(game, rng))
    game.wait()
    path = list(game.path)
    game.end()
    game = new(turn=200)
    game.path = path + [(1, 13)]
    game.send_time()
    game.send_board()
    game.as_board = True
    game.wait()
    for point in [(2, 13), (3, 13)]:
        game.turn(point)
        game.wait()
    game.end()


@case
def two_engines(new):
    """Both processes hear START and INFO at once, and each has the other's moves as TURN."""
    for rule in (0, 4):
        games = [new(rule=rule, turn=150), new(rule=rule, turn=150)]
        games[1].send_time()
        games[0].begin()
        games[0].wait()
        for i in range(1, 40):
            game, other = games[i % 2], games[1 - i % 2]
            if other.over():
                break
            game.turn(other.moves[-1])
            game.wait()
        for game in games:
            game.end()


@case
def a_continuous_game(new):
    """Rule bit 2: every stone of the game before is a wall, which the board says with field 3."""
    game = new(rule=2, turn=200)
    game.path = [(7, 7), (7, 8), (8, 8), (6, 6)]
    game.send_time()
    game.send_board(continuous=True)
    game.wait()
    game.end()


@case
def a_pause_while_it_thinks(new):
    game = new(turn=30_000)
    game.begin()
    game.wait(40)
    game.turn((2, 12))
    game.listen(0.3)
    game.end()


@case
def little_time(new):
    """The user's time runs out; at nothing left qpiskvork itself ends the game."""
    game = new(turn=30_000, match=3_000)
    game.begin()
    game.wait()
    for left, limit in [(400, 0.5), (60, 0.2), (1, 0.15)]:
        game.time_left = left
        start = time.perf_counter()
        game.turn(near(game, random.Random(left)))
        game.wait()
        if time.perf_counter() - start - 0.03 > limit:
            raise Fault(f"time_left {left} ms, the move took {time.perf_counter() - start:.3f} s")
    game.end()


def main():
    global ENGINE
    ENGINE = common.engine_path()
    report = common.Report("qpiskvork")
    for function in CASES:
        report.play(function.__name__, function, Game)
    report.finish()


main()
