"""Yixin-Board under the opening rules of its menu, and the cases of yixin_board.py that play them.

The board checks little there, so this is stricter: besides an answer that the board does not read or was not asked
for, an incomplete, late or second one, and a point off the board or occupied, it is a fault if the engine's first
three stones are no opening of soosorv, if it declares less than 1 or more than 8 fifth moves, offers two that are
the same by the symmetry of the four stones, or chooses one that was not offered.

Left out is what upsets the board whatever the engine says: taking back a stone, or beginning anew without another
step, in a step whose answer the board then takes for one about the new position.
"""

import functools, itertools, random, time

from common import Fault
from yixin_gui import CASES, OVERTIMES, STOP_LIMIT, Step, case, expect, read_answer
import yixin_gui

# What each item of the menu makes of the rule. RIF is in no menu, but a settings file can name it.
RULES = {"swap2": 1, "soosorv": 2, "swap1": 0, "rif": 2}
TURN = 200  # ms
LATEST = 1.0  # s past the limit after which an answer to a step is a fault at once
PATIENCE = 12.0  # s for a step without a limit: no user knows that he has to stop it


class Board(yixin_gui.Board):
    """The board with its opening rules, and what its user has decided to say in their dialogues."""

    def __init__(self, report, original, special=None, **settings):
        # His choice after three stones of swap2, the numbers of stones after which he swaps, and his number of fifth
        # moves; the coin that the board tosses.
        self.third, self.swaps, self.n_by_user, self.coin = "stay", (), 1, False
        super().__init__(report, original, **settings)
        self.special, self.rule = special, RULES.get(special, self.rule)
        self.swap2_done = False
        # Whether offers are on the board, or being placed; whether they have been in this game.
        self.offering = self.offered = False
        self.n_fifths, self.step, self.heard = 0, None, []

    # What it sends.

    def choose(self, special):
        """An item of the menu."""
        self.special = special
        self.set_rule(RULES[special])

    def ask(self, line):
        self.send(line)
        path = [] if line.endswith("step1") else self.path[:5 if "swap2" in line else 4]
        if "soosorv" in line and path:
            self.send_path()
        self.step = Step(self, line, self.n_fifths, path)

    def ask_swap2(self, line):
        self.thinking, self.need_restart = True, False
        self.send_time()
        self.send_board(False)
        self.ask(line)

    # What its user does.

    def new_game(self, by_user=True):
        super().new_game(by_user)
        if by_user:
            self.offering = self.offered = self.swap2_done = False
        if by_user and self.special in ("swap2", "soosorv") and self.computer == 1:
            self.ask(f"yx{self.special}step1")

    def undo(self, n=1):
        self.offering = False
        super().undo(n)

    def click(self, point=(0, 0)):
        n = len(self.path)
        if self.special is None or self.thinking or self.over:
            super().click(point)
        elif self.special == "swap2" and (n < 3 or n < 5 and not self.swap2_done):
            self.place_for_swap2(point, n)
        else:
            if not self.offering and self.may_think() and self.computer_moves():
                self.begin_by_click(n)
            elif self.is_picking():
                self.pick(point)
            elif self.is_free(point):
                self.place_by_user(point)
            self.query_database()

    def may_think(self):
        return self.special in ("swap1", "swap2") or len(self.path) == 0 or len(self.path) >= 3

    def is_picking(self):
        return self.special == "soosorv" and self.offering and self.computer != 2

    def is_free(self, point):
        return super().is_free(point) or self.offering and point not in self.path

    def place_for_swap2(self, point, n):
        """The engine hears of these stones when they are all there."""
        if point in self.path or self.computer & (1 if n < 3 else 2):
            return
        self.place(point)
        if n in (2, 4):
            self.ask_swap2("yxswap2step2" if n == 2 else "yxswap2step3")

    def begin_by_click(self, n):
        if self.special != "swap1" or n > 0 or self.computer == 3:
            return self.move_at_once()
        # The board has a first stone of its own.
        self.need_restart = True
        self.place((2, 3) if self.original else (1, 7))
        self.ask_user_to_swap()

    def pick(self, point):
        """One of the offers. The board would take the fourth stone, too, which no user means."""
        if point in self.path[4:]:
            self.need_restart = True
            self.keep_four()
            self.place(point)

    def keep_four(self):
        while len(self.path) >= 5:
            self.undo()

    def place_by_user(self, point):
        self.place(point)
        waits = {"swap1": self.after_first, "soosorv": self.after_stone}.get(self.special, lambda: False)()
        self.show_forbidden()
        if not self.over and not waits and self.may_think() and self.computer_moves():
            self.answer_move(point)

    def after_first(self):
        """The board itself decides that the computer takes a good first stone."""
        row, column = (min(number, self.size - 1 - number) for number in self.path[0])
        is_good = min(row, column) > 1 and row + column > 5 or {row, column} == {2, 3} and self.coin
        if len(self.path) == 1 and self.computer and is_good:
            self.exchange_sides()
        return False

    def after_stone(self):
        """Whether the board waits for something else than the next move."""
        n = len(self.path)
        if n == 3 and self.computer != 1 and not self.is_opening():
            self.new_game(by_user=False)
            return True
        if n == 3 and self.computer & 2:
            self.ask("yxsoosorvstep2")
            return True
        if n == 4 and self.computer & 1:
            self.n_fifths = self.n_by_user
            self.ask(f"yxsoosorvstep4 {self.n_fifths}")
            return True
        return self.computer & 2 and 5 <= n <= 4 + self.n_fifths and self.after_offer(n)

    def after_offer(self, n):
        if self.offered:
            return self.offering
        self.offering = n < 4 + self.n_fifths
        if not self.offering:
            self.offered = self.need_restart = True
            self.ask("yxsoosorvstep6")
        return True

    def is_opening(self):
        center = self.size // 2
        off = [max(abs(row - center), abs(column - center)) for row, column in self.path]
        return off[0] == 0 and off[1] <= 1 and off[2] <= 2

    # Its dialogues.

    def exchange_sides(self):
        self.computer = 1 if self.computer == 2 else 2
        self.need_restart = True

    def ask_user_for_third(self):
        if self.third == "swap":
            self.exchange_sides()
            self.think_by_board()
        self.swap2_done = self.third != "two"

    def ask_user_to_swap(self):
        n = len(self.path)
        swaps = n in self.swaps
        if self.special == "swap2":
            self.think_by_board() if swaps else self.exchange_sides()
        elif swaps:
            if self.special == "swap1":
                self.place((4, 5))
            self.exchange_sides()
            if self.special == "soosorv":
                self.ask("yxsoosorvstep3" if n == 3 else f"yxsoosorvstep5 {self.n_fifths}")

    # What it reads.

    def asked(self):
        return super().asked() or self.step

    def read_refusal(self, raw):
        if self.step:
            raise Fault(f"{raw}, where an answer to {self.step.line} is owed")
        super().read_refusal(raw)

    def read_opening(self, line, raw):
        step = self.step
        if step is None:
            raise Fault(f"an answer that was not asked for: {raw}")
        if self.block is not None:
            raise Fault(f"an answer inside a block of INFO lines: {raw}")
        family, head, value = read_answer(line, raw)
        is_all = step.take(family, head, raw)
        if is_all:
            self.step = None
            self.check_time(step)
        # Where the engine has to move next, its clock runs on.
        runs_on = value == "N" or head == "MOVE5C"
        if is_all and not runs_on:
            self.read_clock(step, self.increment)
        self.take_line(family, head, value, raw)
        if is_all and runs_on:
            self.read_clock(step, 0)

    def check_time(self, step):
        late = time.perf_counter() - step.begin - step.limit / 1000
        if step.is_timed:
            OVERTIMES.append(late)
        if step.is_timed and late > LATEST:
            raise Fault(f"the answer to {step.line} is {late:.1f} s past the limit")

    def read_clock(self, step, increment):
        """The board does not take the other steps for thinking."""
        if step.word in ("yxswap2step2", "yxswap2step3"):
            self.used += round(1000 * (time.perf_counter() - step.begin))
        self.used -= increment

    def take_line(self, family, head, value, raw):
        self.heard.append(f"{head} {value}" if head.startswith("SWAP") else head)
        if head == "MOVE5C":
            self.take_choice((value[0], value[1]), raw)
        elif head.startswith("MOVE"):
            self.take_stone((value[0], value[1]), raw)
            (self.after_stone_of_swap2 if family == "SWAP2" else self.after_stone_of_soosorv)(head, value, raw)
        elif family == "SWAP2":
            self.take_decision_of_swap2(head, value == "Y")
        else:
            self.take_word_of_soosorv(head, value)

    def take_stone(self, point, raw):
        if not self.on_board(point) or point in self.path:
            raise Fault(f"{point} is no empty point: {raw}")
        self.place(point)
        if self.over:
            raise Fault(f"the board takes the game to be over: {raw}")

    def after_stone_of_swap2(self, head, _, raw):
        if head == "MOVE3":
            self.ask_user_for_third()
        elif head == "MOVE5":
            self.swap2_done, self.thinking = True, False
            self.ask_user_to_swap()

    def after_stone_of_soosorv(self, head, numbers, raw):
        if head == "MOVE3" and not self.is_opening():
            raise Fault(f"{self.path} is no opening of soosorv: {raw}")
        if head == "MOVE5":
            self.check_offer(raw)
        if head == "MOVE4":
            self.n_fifths = numbers[2]
            if not 1 <= self.n_fifths <= 8:
                raise Fault(f"{self.n_fifths} fifth moves: {raw}")
            self.offering = self.offering or not self.offered
        if head in ("MOVE3", "MOVE4"):
            self.ask_user_to_swap()

    def check_offer(self, raw):
        *earlier, point = self.path[4:]
        same = images(self.path[:4], point) & set(earlier)
        if same:
            raise Fault(f"{point} and {min(same)} are the same by the symmetry of the stones: {raw}")

    def take_choice(self, point, raw):
        if point not in self.path[4:]:
            raise Fault(f"{point} was not offered: {raw}")
        self.keep_four()
        self.place(point)
        self.think_by_board()

    def take_decision_of_swap2(self, head, yes):
        self.swap2_done = self.swap2_done or head == "SWAP1"
        self.thinking = False
        if yes == (head == "SWAP1"):
            self.exchange_sides()
        if not yes:
            self.think_by_board()

    def take_word_of_soosorv(self, head, letter):
        if head == "REFRESH":
            self.offering = True
        elif head == "DONE":
            self.offering, self.offered = self.n_fifths > 1, True
        elif letter == "Y":
            self.exchange_sides()
        else:
            self.ask("yxsoosorvstep3" if head == "SWAP1" else f"yxsoosorvstep5 {self.n_fifths}")

    def wait_for_answer(self, timeout):
        """Reads until the step has its answer, whatever follows."""
        step = self.step
        self.read_while(lambda: step if self.step is step else None, timeout)


def images(four, point):
    """What a fifth move is the same as: its images by the movements of the plane, whose edges do not count, that take
    black stones onto black ones and white onto white ones."""
    found, stones, at = set(), [complex(*stone) for stone in four], complex(*point)
    for unit, is_mirrored, to in itertools.product((1, -1, 1j, -1j), (False, True), stones[::2]):
        def moved(stone):
            offset = stone - stones[0]
            return to + unit * (offset.conjugate() if is_mirrored else offset)
        if all({moved(stone) for stone in stones[i::2]} == set(stones[i::2]) for i in (0, 1)):
            found.add((int(moved(at).real), int(moved(at).imag)))
    return found


# The user of the cases.


def near(board):
    """Empty points near the stones, in an order that is the same each time."""
    numbers, stones = range(board.size), board.path or [(board.size // 2, board.size // 2)]
    points = [point for point in itertools.product(numbers, numbers) if board.is_free(point)
              and min(distance(point, stone) for stone in stones) <= 2]
    random.Random(len(board.path)).shuffle(points)
    return points


def distance(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


def next_click(board, stones):
    """The stone that the user has planned, a fifth move of those that are offered or another one to offer, or any."""
    n = len(board.path)
    if n < len(stones):
        return stones[n]
    if board.is_picking():
        return board.path[4 + (n - 4) // 2]
    offers = board.path[4:] if board.special == "soosorv" and not board.offered else []
    return next(point for point in near(board) if not offers or not images(board.path[:4], point) & set(offers))


def is_through(board, n):
    """Whether the opening is over, and so many stones are there; or the game is over."""
    if board.special == "soosorv" and not (board.offered and not board.offering):
        return board.over
    return board.over or len(board.path) >= n and not board.step


def play(board, stones=(), n=9, limit=10.0):
    """The opening, with the user's planned stones, and the game after it up to `n` stones."""
    for _ in range(40):
        board.wait(timeout=limit)
        if is_through(board, n):
            return board
        board.click(next_click(board, stones))
    raise Fault(f"the game stands still at {len(board.path)} stones")


def begin(new, special, computer, **settings):
    """A window with a new game."""
    board = new(special=special, computer=computer, **{"turn": TURN, "n_by_user": 3, **settings})
    board.new_game()
    return board


def finish(board, words=(), sides=(1, 2)):
    for word in words:
        if word not in board.heard:
            raise Fault(f"no {word} but {', '.join(board.heard)}")
    expect("the computer's side", board.computer, sides)
    board.quit()


# The cases. The better side after these stones is plain, with the fourth move whatever the number of fifth moves.
# Those after which the computer offers fifth moves are symmetric to a column.

BLACK_AHEAD, WHITE_AHEAD = [(7, 7), (0, 0), (7, 8)], [(0, 0), (7, 7), (14, 14)]
EVEN = [[(7, 7), (6, 7), (10, 3)], [(0, 7), (1, 8), (2, 5)], [(3, 3), (4, 4), (11, 10)]]
BLACK_OPENING, WHITE_OPENING = [(7, 7), (6, 7), (5, 7)], [(7, 7), (6, 7), (8, 7)]
BLACK_FOURTH, WHITE_FOURTH = [*BLACK_OPENING, (0, 7)], [(7, 7), (6, 8), (9, 5), (6, 7)]
WAYS = [("swap2", BLACK_AHEAD), ("swap2", WHITE_AHEAD), ("soosorv", BLACK_FOURTH), ("soosorv", WHITE_FOURTH),
        ("soosorv", WHITE_OPENING)]


def all_ways(new, **settings):
    """Boards on which the computer begins, or the user with his stones."""
    for (special, stones), computer in itertools.product(WAYS, (1, 2)):
        yield begin(new, special, computer, third="two", **settings), stones if computer == 2 else []


@case
def swap2_begun_by_the_computer(new):
    for third, sides in [("stay", {1}), ("swap", {2}), ("two", {1, 2})]:
        board = begin(new, "swap2", 1, third=third)
        board.wait()
        expect("stones after the first step", len(board.path), {4 if third == "swap" else 3})
        finish(play(board), ["MOVE3"], sides)


@case
def swap2_two_more_stones_of_the_user(new):
    for is_black_ahead in (True, False):
        board = begin(new, "swap2", 1, third="two")
        board.wait()
        corner = max([(0, 0), (0, 14), (14, 0)], key=lambda point: min(distance(point, at) for at in board.path))
        good = next(point for point in near(board) if any(distance(point, at) == 1 for at in board.path[::2]))
        play(board, [*board.path, *([corner, good] if is_black_ahead else [good, corner])])
        finish(board, ["SWAP2 Y"] if is_black_ahead else [], {1 if "SWAP2 Y" in board.heard else 2})


@case
def swap2_begun_by_the_user(new):
    """Without a new game, which the board does not need for it."""
    for stones, word in [(BLACK_AHEAD, "SWAP1 Y"), (WHITE_AHEAD, "SWAP1 N")]:
        board = new(special="swap2", computer=2, turn=TURN)
        finish(play(board, stones), [word], {1 if word == "SWAP1 Y" else 2})
    for stones, swaps in itertools.product(EVEN, [(5,), ()]):
        board = play(begin(new, "swap2", 2, swaps=swaps), stones)
        board.report.note(f"swap2: even stones were answered by {board.heard[0]}")
        finish(board)


@case
def swap2_with_other_sides(new):
    """Both are the computer's: nothing happens. None is: it is asked all the same, and may get one by it."""
    board = begin(new, "swap2", 3)
    board.click((7, 7))
    board.settle()
    expect("stones", len(board.path), {0})
    finish(board, sides={3})
    finish(play(begin(new, "swap2", 0), BLACK_AHEAD), ["SWAP1 Y"], {2})
    finish(play(begin(new, "swap2", 0), WHITE_AHEAD), ["SWAP1 N"], {0})


@case
def soosorv_begun_by_the_computer(new):
    for swaps, n in itertools.product([(), (3,), (4,), (3, 4)], [2, 5]):
        finish(play(begin(new, "soosorv", 1, swaps=swaps, n_by_user=n)), ["MOVE3"])


@case
def soosorv_numbers_declared_by_the_user(new):
    """He offers so many, or the computer."""
    for n in range(1, 9):
        for stones, word, side in [(WHITE_FOURTH, "SWAP2 Y", 2), (BLACK_FOURTH, "SWAP2 N", 1)]:
            board = play(new(special="soosorv", computer=2, turn=TURN, n_by_user=n), stones)
            expect("offers", board.heard.count("MOVE5"), {n if side == 1 else 0})
            finish(board, ["SWAP1 Y", word, "MOVE5C" if side == 2 else "DONE"], {side})


@case
def soosorv_numbers_declared_by_the_computer(new):
    for swaps in [(), (4,)]:
        board = play(begin(new, "soosorv", 2, swaps=swaps), WHITE_OPENING)
        expect("offers", board.heard.count("MOVE5"), {board.n_fifths if swaps else 0})
        finish(board, ["SWAP1 N", "MOVE4"], {1 if swaps else 2})


@case
def soosorv_with_every_choice_by_chance(new):
    rng = random.Random(1)
    for _ in range(6):
        board = begin(new, "soosorv", rng.choice([1, 2]), n_by_user=rng.randint(1, 8), swaps=rng.sample([3, 4], 1))
        second = rng.choice([(6, 7), (8, 8), (7, 6), (6, 6)])
        third = rng.choice([(r, c) for r in range(5, 10) for c in range(5, 10) if (r, c) not in [(7, 7), second]])
        finish(play(board, [(7, 7), second, third] if board.computer == 2 else []))


@case
def soosorv_stones_that_are_no_opening(new):
    """The board says so, and begins anew without a word to the engine but for forbidden points."""
    board = begin(new, "soosorv", 2)
    for stones in [[(7, 7), (6, 7), (4, 7)], [(7, 6), (6, 7), (7, 7)], [(7, 7), (5, 7), (6, 7)]]:
        for stone in stones:
            board.click(stone)
        board.settle()
        expect("stones", len(board.path), {0})
    finish(play(board, BLACK_FOURTH), ["SWAP2 N"])


@case
def soosorv_with_other_sides(new):
    """Both are the computer's, or none: no step is asked. Black is, and no new game was begun: it moves at once."""
    board = begin(new, "soosorv", 3, level=2)
    board.click()
    board.wait(timeout=240)
    expect("the game is over", board.over, {True})
    finish(board, sides={3})
    board = begin(new, "soosorv", 0)
    for stone in [*BLACK_FOURTH, (9, 9), (9, 5)]:
        board.click(stone)
        board.settle()
    expect("stones", len(board.path), {6})
    finish(board, sides={0})
    board = new(special="soosorv", computer=1, turn=TURN, n_by_user=3)
    board.click()
    board.wait()
    expect("the first move", board.path, [[(7, 7)]])
    finish(play(board, BLACK_OPENING))


@case
def openings_on_every_size(new):
    """The board takes the lower and right of the middle points for the center of an even board."""
    for size in (5, 6, 10, 12, 13, 19, 20, 22):
        finish(play(begin(new, "swap2", 1, size=size, third="swap"), n=7), ["MOVE3"], {2})
        finish(play(begin(new, "swap2", 2, size=size), [(0, size - 1), (size // 2, 1), (1, size - 2)], n=7))
        if size >= 10:
            finish(play(begin(new, "soosorv", 1, size=size, swaps=(3, 4))), ["MOVE4"])
            at = size // 2
            finish(play(begin(new, "soosorv", 2, size=size), [(at, at), (at - 1, at), (at, at + 2)]))


@case
def openings_with_all_that_is_said_between(new):
    """Queries of the database while a step is thought about, the hash cleared, a clock for the game."""
    for board, stones in all_ways(new, database=True, auto_clear=True, auto_reset=True, pondering=1, threads=2,
                                  match=8_000, increment=100, swaps=(5,)):
        play(board, stones)
        board.listen(0.2)
        if board.left() < 0:
            raise Fault(f"the clock shows {board.left()} ms")
        finish(board)


@case
def openings_by_nodes_and_depth(new):
    for settings in [{"level": 2}, {"turn": 2_000, "nodes": 1_000}, {"turn": 1_000, "depth": 2}]:
        for board, stones in all_ways(new, **settings):
            finish(play(board, stones, limit=30.0))


@case
def openings_without_a_limit(new):
    """A move is thought about until it is stopped; a step is answered."""
    for board, stones in all_ways(new, level=0):
        while board.searches or not is_through(board, 8):
            board.wait_for_answer(PATIENCE)
            if board.searches:
                board.listen(0.2)
                board.stop()
                board.wait_stopped()
            elif not board.step and not is_through(board, 8):
                board.click(next_click(board, stones))
        finish(board)


@case
def a_step_is_stopped(new):
    """At once, or while it is thought about; also the choice of a fifth move."""
    for pause in (0, 0.1):
        for board, stones in all_ways(new, turn=5_000):
            for stone in stones[:3]:
                board.click(stone)
            stop_step(board, pause)
            board.quit()
        for n in (1, 2, 3, 8):
            board = begin(new, "soosorv", 2, turn=5_000, n_by_user=n)
            while not board.offered:
                board.wait()
                board.click(next_click(board, WHITE_FOURTH))
            stop_step(board, pause)
            board.quit()


def stop_step(board, pause):
    board.listen(pause)
    board.stop()
    board.wait_for_answer(STOP_LIMIT + 0.4)
    if board.searches:
        board.listen(0.1)
        board.stop()
    board.wait()


@case
def two_new_games_at_once(new):
    """The stones of the first would lie on the board when those of the second are placed on it. The step takes about a
    second if there is so much time, without a sign of it: its user may well begin anew."""
    for pause in (0, 0.1):
        board = begin(new, "swap2", 1, turn=5_000)
        board.listen(pause)
        board.new_game()
        board.wait()
        board.listen(2.0)
        expect("stones", len(board.path), {3})
        board.quit()


@case
def quitting_in_an_opening(new):
    """In steps that take some time: one that is answered at once may be before the engine reads `end`."""
    for special, stones in WAYS[:3]:
        board = begin(new, special, 2, level=0)
        for stone in stones[:-1]:
            board.click(stone)
            board.wait()
        board.quit(functools.partial(board.click, stones[-1]))


@case
def games_one_after_the_other(new):
    """The rule is chosen in the menu, sides stay as the last game left them, and stones are taken back after it."""
    board = new(rule=0, computer=2, turn=TURN, n_by_user=2, swaps=(3,), third="swap")
    board.click((7, 7))
    board.wait()
    for special in ("swap2", "soosorv", "swap2", "soosorv", "swap1", "soosorv"):
        board.choose(special)
        board.new_game()
        board.wait()
        play(board, BLACK_OPENING if board.computer == 2 else [])
        board.undo(2)
        board.settle()
        play(board, n=10)
    board.quit()


@case
def swap_after_the_first_move(new):
    for swaps, side in [((), 1), ((1,), 2)]:
        finish(play(begin(new, "swap1", 1, swaps=swaps)), sides={side})
    for stone, coin, side in [((7, 7), False, 1), ((0, 3), True, 2), ((2, 3), True, 1), ((11, 12), False, 2)]:
        finish(play(begin(new, "swap1", 2, coin=coin), [stone]), sides={side})
    board = begin(new, "swap1", 3, level=2)
    board.click()
    board.wait(timeout=240)
    finish(board, sides={3})


@case
def rif_by_a_settings_file(new):
    """The engine moves when three stones are there. If it has moved first, it is told of the fourth stone alone and
    plays on a board without the two before: the stones are far from each other here."""
    finish(play(begin(new, "rif", 2), BLACK_OPENING), sides={2})
    board = begin(new, "rif", 1)
    board.click()
    board.wait()
    finish(play(board, [*board.path, (0, 0), (14, 14), (0, 14)], n=7), sides={1})
