#!/usr/bin/env python3
"""The dialogue of Piskvork (https://github.com/plastovicka/Piskvork) with an engine, played again by a script:
what it sends and in which order, and how it reads the answers, worked out from its sources. Needs it not.

  scripts/managers/piskvork.py [ENGINE] [CASE ...]

ENGINE is the release build unless given; CASE a part of the names of cases, all of them unless given.

Piskvork keeps every line that does not begin with `MESSAGE ` or `DEBUG ` until it asks the next question, and
takes the oldest for the answer; stderr runs into the same pipe. The script fails on a line that nobody asked
for, on anything but OK after START, RESTART and TAKEBACK, on a move that is not legal, on one that is later than
Piskvork's tolerance of a second or one in a hundred later than its smallest tolerance, and on an exit slower
than the 700 ms that Piskvork waits.
"""

import random, re, signal, sys, time

sys.dont_write_bytecode = True
import common
from common import Fault

CASES, OVERTIMES = [], []
TOO_LATE = 1.0  # s past the limit that Piskvork tolerates unless told otherwise; 0.1 at the least
NOW = 0.05  # s from "move now" to the move, counted as a limit like others
EXIT = 0.7
UNLIMITED = 2147483647
FOLDER = b"INFO folder C:\\ProgramData\\Some Author's AI \xe1\xff\r\n"


def case(function):
    CASES.append(function)
    return function


class Player:
    """A process of an engine with the board it was told."""

    def __init__(self, size=15, rule=0, turn=300, match=0):
        self.engine = common.Engine([ENGINE])
        self.size, self.rule, self.limit, self.match = size, rule, turn, match
        self.path, self.walls = [], set()

    def send(self, line):
        self.engine.say(line, "\r\n")

    def answer(self, timeout=10.0):
        """The oldest line that is kept."""
        until = time.perf_counter() + timeout
        while (line := self.engine.line(until - time.perf_counter())) is not None:
            if len(line) > 8000:
                raise Fault(f"a line of {len(line)} characters, 8000 are read")
            if line.lower().startswith(("debug ", "message ")) or line == "":
                continue
            return line
        return None

    def quiet(self, seconds=0.05):
        """Nothing may be kept for the next question."""
        if (line := self.answer(seconds)) is not None:
            raise Fault(f"nobody asked for: {line}")

    def ok(self, question):
        self.quiet(0.01)
        self.send(question)
        line = self.answer()
        if line is None or line.lower() != "ok":
            raise Fault(f"{question} is answered by {line}")

    def start(self):
        self.ok(f"START {self.size}")
        self.send_info()

    def restart(self):
        self.ok("RESTART")
        self.send_info()
        self.path, self.walls = [], set()

    def send_info(self):
        self.send(f"INFO max_memory {350 << 20}")
        self.send(f"INFO timeout_match {self.match}")
        self.send(f"INFO timeout_turn {self.limit}")
        self.send("INFO game_type 1")
        self.send(f"INFO rule {self.rule}")
        self.send_time()
        self.engine.say_bytes(FOLDER)

    def send_time(self):
        self.send(f"INFO time_left {self.match or UNLIMITED}")

    def ask(self):
        """The question for a move that fits the number of stones after START or RESTART."""
        if not self.path:
            self.send("BEGIN")
        elif len(self.path) == 1 and not self.walls:
            self.send("TURN {},{}".format(*self.path[0]))
        else:
            self.send("BOARD")
            for i, (x, y) in enumerate(self.path):
                field = 1 if i % 2 == len(self.path) % 2 else 2
                self.send(f"{x},{y},{3 if (x, y) in self.walls else field}")
            self.send("DONE")
        return self.hear()

    def turn(self, point):
        self.path.append(point)
        self.send_time()
        self.send("TURN {},{}".format(*point))
        return self.hear()

    def hear(self, limit=None):
        """The move."""
        start, limit = time.perf_counter(), self.limit / 1000 if limit is None else limit
        line = self.answer(limit + 5)
        took = time.perf_counter() - start
        if line is None or not (match := re.match(r"\s*(\d+),(\d+)", line)):
            raise Fault(f"has not returned coordinates: {line}")
        if match[0] != line:
            raise Fault(f"more than a move: {line}")
        point = int(match[1]), int(match[2])
        if not all(0 <= number < self.size for number in point) or point in self.path:
            raise Fault(f"no empty point: {line}")
        OVERTIMES.append(took - limit)
        if took > limit + TOO_LATE:
            raise Fault(f"the move took {took:.3f} s, {limit} s are allowed")
        self.path.append(point)
        return point

    def over(self):
        stones = {point: i % 2 for i, point in enumerate(self.path) if point not in self.walls}
        return bool(self.path) and common.five(stones, *self.path[-1], exact=self.rule & 1 == 1)

    def end(self):
        self.quiet()
        self.engine.end(limit=EXIT)


def near(player, rng):
    free = [(x, y) for x in range(player.size) for y in range(player.size) if (x, y) not in player.path]
    close = [(x, y) for x, y in free if any(abs(x - i) < 3 and abs(y - j) < 3 for i, j in player.path)]
    return rng.choice(close or free)


@case
def games_of_every_rule(new):
    """Two processes, several games in each, every other one begun by RESTART on a board with an opening."""
    for size, rule in [(15, 0), (20, 0), (15, 1), (15, 4), (15, 8), (15, 9)]:
        players = [new(size=size, rule=rule, turn=100), new(size=size, rule=rule, turn=100)]
        for game, opening in enumerate([[], [(8, 7)], [(7, 6), (8, 8), (9, 6)]]):
            for player in players:
                player.start() if game == 0 else player.restart()
                player.path = list(opening)
            asked = [False, False]
            while len(players[0].path) < 120:
                side = len(players[0].path) % 2
                mover, other = players[side], players[1 - side]
                if mover.over():
                    break
                move = mover.turn(mover.path.pop()) if asked[side] else mover.ask()
                asked[side] = True
                other.path.append(move)
        for player in players:
            player.end()


@case
def stones_are_taken_back(new):
    """Newest first, each with its OK; the next TURN is the other side's new stone."""
    rng = random.Random(5)
    player = new()
    player.start()
    player.path = [(7, 7)]
    player.ask()
    for n in (2, 2, 4):
        for _ in range(2):
            player.turn(near(player, rng))
        for _ in range(n):
            player.ok("TAKEBACK {},{}".format(*player.path.pop()))
        player.turn(near(player, rng))
    player.end()


@case
def the_board_is_sent_anew_after_a_restart(new):
    rng = random.Random(6)
    player = new()
    player.start()
    player.ask()
    for _ in range(3):
        player.turn(near(player, rng))
    path = player.path[:-3]
    player.restart()
    player.path = path + [(1, 1)] if len(path) % 2 == 0 else path
    player.ask()
    player.turn(near(player, rng))
    player.end()


QUIET = [(7, 7), (8, 8), (6, 8), (8, 6)]


def think(player):
    """A board that takes longer than any case waits."""
    player.path = list(QUIET)
    player.send("BOARD")
    for i, (x, y) in enumerate(QUIET):
        player.send(f"{x},{y},{1 + i % 2}")
    player.send("DONE")
    player.quiet(0.4)


@case
def move_now(new):
    """The button sends a limit of 0; the limit comes back before the next TURN."""
    player = new(turn=60_000)
    player.start()
    for _ in range(3):
        think(player)
        player.send("INFO timeout_turn 0")
        player.hear(limit=NOW)
        player.quiet()
        player.send("INFO timeout_turn 300")
        player.limit = 300
        player.turn(near(player, random.Random(len(player.path))))
        player.limit = 60_000
        player.restart()
    player.end()


@case
def limits_change_while_it_thinks(new):
    player = new(turn=60_000)
    player.start()
    think(player)
    for setting in ["max_memory 100000000", "timeout_match 600000", "time_left 500000", "game_type 0"]:
        player.send(f"INFO {setting}")
        player.quiet(0.1)
    player.send("INFO timeout_turn 1000")
    player.hear(limit=0.6)
    player.end()


@case
def the_mouse_moves(new):
    player = new()
    player.start()
    player.path = [(7, 7)]
    player.ask()
    for i in range(200):
        player.send(f"INFO evaluate {i % 15},{i // 15}")
    player.quiet(0.3)
    player.turn(near(player, random.Random(1)))
    player.end()


@case
def threads_are_suspended(new):
    """The opponent's turn: nothing of the process runs, but bytes arrive."""
    player = new(turn=200)
    player.start()
    player.ask()
    for i in range(3):
        player.engine.process.send_signal(signal.SIGSTOP)
        time.sleep(0.7)
        player.path.append(near(player, random.Random(i)))
        player.send_time()
        player.send("TURN {},{}".format(*player.path[-1]))
        player.engine.process.send_signal(signal.SIGCONT)
        player.hear()
    player.end()


@case
def a_continuous_game(new):
    """After a five play goes on: RESTART, and the stones of the line are walls."""
    player = new(rule=2)
    player.start()
    line = [(x, 4) for x in range(5, 10)]
    others = [(3, 9), (5, 9), (9, 9), (12, 11)]
    player.path = [point for pair in zip(line, others) for point in pair] + line[4:]
    player.walls = set(line)
    player.ok("RESTART")
    player.send_info()
    player.ask()
    player.turn(near(player, random.Random(2)))
    player.end()


@case
def sizes_that_are_refused(new):
    """No OK ends the start; an ERROR that names 20 would make Piskvork offer that size."""
    player = new()
    for question in ["START 80", "START 4", "RECTSTART 10,12"]:
        player.send(question)
        line = player.answer()
        if line is None or not line.startswith("ERROR") or "20" in line:
            raise Fault(f"{question} is answered by {line}")
        player.quiet()
    player.start()
    player.ask()
    player.end()


@case
def the_clock_of_the_game(new):
    """Piskvork counts down its clock; it may fall below nothing."""
    rng = random.Random(8)
    player = new(turn=5_000, match=3_000)
    player.start()
    player.ask()
    for left in (2_000, 800, 200, 50, 0, -700):
        player.path.append(near(player, rng))
        player.send(f"INFO time_left {left}")
        player.send("TURN {},{}".format(*player.path[-1]))
        player.hear(limit=max(left, 10) / 1000)
    player.end()


@case
def stopped_while_it_thinks(new):
    player = new(turn=60_000)
    player.start()
    think(player)
    player.engine.end(limit=EXIT)


def main():
    global ENGINE
    ENGINE = common.engine_path()
    report = common.Report("piskvork")
    for function in CASES:
        report.play(function.__name__, function, Player)
    report.case("times of all moves", lambda: common.check_overtime(report, OVERTIMES))
    report.finish()


main()
