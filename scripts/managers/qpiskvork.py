#!/usr/bin/env python3
"""The dialogue of qpiskvork (https://github.com/Joker2770/qpiskvork) with an engine, played again by a script:
what it sends and in which order, and how it reads the answers, worked out from its sources. Needs it not.

  scripts/managers/qpiskvork.py [ENGINE] [CASE ...]

ENGINE is the release build unless given; CASE a part of the names of cases, all of them unless given.

qpiskvork takes whatever bytes it gets at a time: bytes without an end of line are dropped, the rest is cut at
CR LF if both are there, and the first character of each piece says what it is. A piece that begins like ERROR
or UNKNOWN, which is also one that begins with a blank or an N, ends the game. The script fails on those, on a
move that is not legal, missing, or a second one, on a piece that is taken for something that it is not, and
on an exit slower than half a second.

With swap2, which it combines with any rule, only the first player is asked for three stones. A piece that begins
with one of the letters of SWAP is SWAP, pairs after single blanks are two or three stones, and an answer that is
not due at that number of stones is passed over: the game stands still. When the colors are settled the stones go
to the side to move as a whole board, after its move to the other, and from then on one by one. Which branches the
engine took is told; one that it has no use for is not a fault.
"""

import collections, random, re, sys, time

sys.dont_write_bytecode = True
import common
from common import Fault

CASES = []
BRANCHES = collections.Counter()  # of swap2, as the engine took them
RULES = (0, 1, 4, 8, 9)


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
        # Of SWAP2BOARD: with how many stones, until it is answered, and the stones of the answer.
        self.asked, self.answer = None, []
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
        self.hand_over(self.as_board)
        self.as_board = False

    def hand_over(self, as_board):
        self.send_time()
        if as_board:
            self.send_board()
        else:
            self.send("TURN {},{}".format(*self.path[-1]))
            self.owed += 1

    def send_board(self, continuous=False):
        own = len(self.path) % 2
        fields = [3 if continuous else 1 if i % 2 == own else 2 for i in range(len(self.path))]
        # Inner lines end with LF only.
        lines = [f"{x},{y},{field}" for (x, y), field in zip(self.path, fields)]
        self.send("\n".join(["BOARD", *lines, "DONE"]))
        self.owed += 1

    def ask_swap2(self):
        self.send("\n".join(["SWAP2BOARD", *(f"{x},{y}" for x, y in self.path), "DONE"]))
        self.asked = len(self.path)
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
            self.read_swap(piece)
        elif comma in (1, 2) and len(words) >= 2 and "," in words[1]:
            self.read_stones(piece)
        elif comma in (1, 2) and len(integers(piece)) == 2:
            self.read_move(piece)
        elif "name" in piece:
            names = [pair for pair in piece.split(",") if "name" in pair and "=" in pair]
            self.name = re.sub('^[^"]*"([^"]*)".*$', r"\1", names[0].split("=")[1]) if names else self.name
            if not piece.startswith("name="):
                raise Fault(f"taken for the engine's name: {piece}")
        elif not piece.startswith(("MESSAGE ", "DEBUG ", "INFO ")):
            raise Fault(f"no line of the protocol: {piece}")

    def read_swap(self, piece):
        if piece != "SWAP":
            raise Fault(f"taken for SWAP: {piece}")
        self.take_answer([], piece)

    def read_stones(self, piece):
        if not re.fullmatch(r"\d+,\d+( \d+,\d+){1,2}", piece):
            raise Fault(f"taken for two or three moves: {piece}")
        self.take_answer([tuple(integers(pair)) for pair in piece.split(" ")], piece)

    def read_move(self, piece):
        if not re.fullmatch(r"\d+,\d+", piece):
            raise Fault(f"taken for a move: {piece}")
        if self.owed == 0:
            raise Fault(f"a move too many: {piece}")
        point = tuple(integers(piece))
        if self.asked is not None:
            return self.take_answer([point], piece)
        self.owed -= 1
        self.place([point], piece)
        self.moves.append(point)

    def take_answer(self, points, piece):
        """What SWAP2BOARD is answered with."""
        due = {0: [3], 3: [0, 1, 2], 5: [0, 1]}.get(self.asked, [])
        if len(points) not in due:
            raise Fault(f"passed over, for it is not due with {self.asked} stones: {piece}" if due else
                        f"an answer that nothing asked for: {piece}")
        self.place(points, piece)
        if self.asked:
            BRANCHES[self.asked, len(points)] += 1
        self.owed, self.asked, self.answer = self.owed - 1, None, points

    def place(self, points, piece):
        for point in points:
            if not all(0 <= number < self.size for number in point) or point in self.path:
                raise Fault(f"no empty point: {piece}")
            self.path.append(point)

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


class Swap2:
    """A swap2 game. Of the two seats the first is asked for three stones. `None` is a person: what an engine hears is
    the same whether a person or another engine sits there. `wishes` are a person's, by the number of stones."""

    def __init__(self, seats, wishes):
        self.seats, self.wishes, self.rng = seats, wishes, random.Random(7)
        self.engine = next(game for game in seats if game)
        self.path, self.black, self.boards_due = [], 0, 2
        for game in filter(None, seats):
            game.path = self.path
            game.send_time()

    def play(self, n_stones):
        """The phase, and moves until so many stones stand, by turns of the seats."""
        self.choose(0)
        answer = self.choose(1, with_time=True)
        if len(answer) == 2:
            # Colors are exchanged: the first player is asked as White.
            self.black = 1
            answer = self.choose(0, with_time=True)
        if not answer:
            self.black = 1 - self.black
        while len(self.path) < n_stones and not self.engine.over():
            self.move()
        for game in filter(None, self.seats):
            game.listen(0.02)
            game.end()

    def choose(self, seat, with_time=False):
        """The stones of an answer; at first the time has been told to both."""
        game = self.seats[seat]
        if game is None:
            points = common.swap2_answer(self.path, self.engine.size, self.wishes[len(self.path)])
            self.path.extend(points)
            return points
        game.listen(0.01)
        if with_time:
            game.send_time()
        game.ask_swap2()
        game.wait()
        return game.answer

    def move(self):
        game = self.seats[self.black if len(self.path) % 2 == 0 else 1 - self.black]
        as_board, self.boards_due = self.boards_due > 0, self.boards_due - 1
        if game is None:
            self.path.append(near(self.engine, self.rng))
            return
        game.listen(0.01)
        game.hand_over(as_board)
        game.wait()


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
    for rule in RULES:
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


@case
def swap2_against_a_person(new):
    """The engine places three stones; each choice of the person's."""
    for rule in RULES:
        for size, choice in [(15, "swap"), (20, "one"), (15, "two for Black"), (20, "two for White")]:
            Swap2([new(size=size, rule=rule, turn=150), None], {3: choice}).play(10)


@case
def swap2_after_a_person(new):
    """The person places three stones, and chooses if the engine places two more."""
    for rule in RULES:
        for opening in common.SWAP2_OPENINGS:
            for size, choice in [(15, "swap"), (20, "one")]:
                game = new(size=size, rule=rule, turn=150)
                Swap2([None, game], {0: opening, 5: choice}).play(10)


@case
def swap2_of_two_engines(new):
    for rule in RULES:
        for size in (15, 20):
            Swap2([new(size=size, rule=rule, turn=150), new(size=size, rule=rule, turn=150)], {}).play(12)


@case
def swap2_is_begun_again(new):
    """`Continue` in the phase clears the board: the first player is asked anew in a new process, whose INFO lines
    lack the time that is left if the second one was to choose."""
    game = new(turn=30_000)
    game.path = [(7, 7), (8, 8), (9, 6)]
    game.send_time()
    game.send_time()
    game.ask_swap2()
    game.listen(0.2)
    game.end()
    game = new(turn=200)
    game.ask_swap2()
    game.wait()
    game.end()


@case
def swap2_with_little_time(new):
    for left, limit in [(400, 0.5), (60, 0.2), (1, 0.15)]:
        for opening in ([], *common.SWAP2_OPENINGS.values()):
            game = new(turn=30_000, match=3_000)
            game.path, game.time_left = list(opening), left
            game.send_time()
            game.listen(0.05)
            start = time.perf_counter()
            game.ask_swap2()
            game.wait()
            if time.perf_counter() - start - 0.03 > limit:
                raise Fault(f"time_left {left} ms, the answer took {time.perf_counter() - start:.3f} s")
            game.end()


def main():
    global ENGINE
    ENGINE = common.engine_path()
    report = common.Report("qpiskvork")
    for function in CASES:
        report.play(function.__name__, function, Game)
    if BRANCHES:
        report.note(f"of swap2 {common.swap2_branches(BRANCHES)}")
    report.finish()


main()
