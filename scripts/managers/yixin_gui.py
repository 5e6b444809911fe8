"""What Yixin-Board keeps, sends and reads, for yixin_board.py, which says more."""

import collections, re, tempfile, time

import common
from common import Fault

LONGEST_LOG_LINE = 500  # the board formats it into 8192 bytes; older ones had less
LONGEST_BESTLINE = 22 * 22 * 5
ANSWER_LIMIT = 2.0  # s for OK and FORBID
STOP_LIMIT = 0.1  # s from yxstop to the move, a loaded machine allowed for
VALUE = re.compile(r"[+-]?\d+|[+-]M(\d+|\*)")
NUMBER = re.compile(r"\d+")
NUMBERS = {"NUMPV", "DEPTH", "SELDEPTH", "NODES", "TOTALNODES", "TOTALTIME", "SPEED"}
TOLD = {"REALTIME BEST": [0, 0], "INFO BESTLINE": [0, 0]}  # moves other than told last, and as told
OVERTIMES = []  # s past the limit, of moves and answers that had no search before them in the queue
CASES = []


def case(function):
    """A case of yixin_board.py."""
    CASES.append(function)
    return function


def expect(what, got, allowed):
    if got not in allowed:
        raise Fault(f"{what}: {got}, and not {' or '.join(map(str, allowed))}")


class Board:
    """The state that Yixin-Board keeps, with what it sends on each action of its user."""

    def __init__(self, report, original, **settings):
        self.report, self.original = report, original
        self.size, self.rule, self.level, self.computer, self.threads, self.pondering = 15, 0, 1, 0, 1, 0
        self.turn, self.match, self.nodes, self.depth = 500, 1_000_000, 1 << 30, 100
        self.increment, self.used = 0, 0
        self.database = self.auto_clear = self.auto_reset_path = self.auto_reset = False
        self.__dict__.update(settings)
        self.folder = tempfile.TemporaryDirectory(prefix="tianyuan-yixin.")
        self.engine = common.Engine([common.engine_path()], cwd=self.folder.name)
        self.path, self.forbidden = [], set()
        self.over = self.thinking = self.need_restart = False
        self.omit = 0
        # What the engine owes, oldest first: OK lines, FORBID lists with position and rule, searches.
        self.oks, self.lists, self.searches = 0, [], []
        self.block, self.last_block, self.best = None, None, None
        self.maxima, self.refused, self.moves, self.last_words = {}, [], [], ["nothing"]
        self.seconds = collections.Counter()
        self.n_lines, self.n_blocks, self.n_realtime = 0, 0, 0

    # What it sends.

    def send(self, line):
        word = line.split()[0].lower() if line.split() else ""
        if word[:1].isalpha() and word != "done":
            self.last_words.append(line.strip())
        if word == "start":
            self.oks += 1
        self.engine.say(line)

    def start_line(self):
        return f"{self.size} {self.size}" if self.original else f"{self.size}"

    def open(self):
        """All that is said before the window is there."""
        self.send("info show_detail 1" if self.original else "info show_detail 3")
        self.send("yxshowinfo")
        self.send(f"START {self.start_line()}")
        self.set_level()
        self.send("INFO caution_factor 1")
        self.send(f"INFO thread_num {self.threads}")
        self.send("INFO hash_size 524288" if self.original else f"INFO hash_size {64 << 10}")
        self.send(f"INFO pondering {self.pondering}")
        self.send("INFO vcthread 0")
        self.set_rule(self.rule)
        if self.database:
            self.send("info usedatabase 1")
            self.query_database()
        self.query_database()
        self.settle()
        return self

    def set_level(self):
        if self.level == 1:
            self.send(f"INFO timeout_turn {self.turn}")
            self.send(f"INFO timeout_match {self.match}")
            self.send(f"INFO time_left {self.left()}")
            self.send(f"INFO max_node {self.nodes}")
            self.send(f"INFO max_depth {self.depth}")
            self.send(f"INFO time_increment {self.increment}")
        else:
            self.send(f"INFO max_node {-1 if self.level == 0 else 10_000 * self.level}")
            self.match, self.increment = 100_000_000, 0
            self.send(f"INFO timeout_match {self.match}")
            self.send(f"INFO time_left {self.match}")
            self.send("INFO timeout_turn 2000000")
            self.send(f"INFO max_depth {self.size * self.size}")
            self.send("INFO time_increment 0")

    def set_rule(self, rule):
        self.rule = rule
        self.send(f"INFO rule {rule}")
        self.need_restart = True
        self.show_forbidden()
        self.query_database()

    def send_board(self, think):
        self.send(f"start {self.start_line()}")
        self.send("board" if think else "yxboard")
        self.send_path(lambda i: f",{1 if len(self.path) % 2 == i % 2 else 2}")
        if think:
            self.searches.append(Search(self, 1))

    def send_path(self, suffix=lambda i: ""):
        for i, (row, column) in enumerate(self.path):
            self.send(f"{row},{column}{suffix(i)}")
        self.send("done")

    def query_database(self):
        if self.database:
            self.send("yxquerydatabaseall" if self.original else "yxquerydatabaseallt")
            self.send_path()

    def show_forbidden(self):
        if self.computer & 1 or len(self.path) % 2:
            self.forbidden = set()
            return
        self.send_board(False)
        self.ask_forbidden()

    def ask_forbidden(self):
        self.lists.append((list(self.path), self.rule))
        self.send("yxshowforbid")

    # What its user does.

    def new_game(self, by_user=True):
        self.path, self.over, self.forbidden = [], False, set()
        self.omit += self.thinking
        self.thinking, self.need_restart = False, True
        if by_user:
            self.used = 0
        if by_user and not self.original:
            self.query_database()

    def place(self, point):
        self.path.append(point)
        self.over = len(self.path) == self.size ** 2 or self.has_five()

    def has_five(self):
        stones = {point: i % 2 for i, point in enumerate(self.path)}
        return common.five(stones, *self.path[-1], exact=self.rule == 1)

    def put(self, points):
        """A position typed in, as by `putpos`."""
        self.new_game(by_user=False)
        for point in points:
            self.place(point)
        self.show_forbidden()
        self.query_database()

    def computer_moves(self):
        return bool(self.computer & (1 if len(self.path) % 2 == 0 else 2))

    def click(self, point=(0, 0)):
        """A click on a point: the user's move, or the word to the computer to move."""
        if self.thinking or self.over:
            return
        if self.computer_moves():
            self.move_at_once()
        elif self.is_free(point):
            self.place(point)
            self.show_forbidden()
            if not self.over and self.computer_moves():
                self.answer_move(point)
        self.query_database()

    def is_free(self, point):
        """Whether a click there is a move, and no word that the point is forbidden."""
        return point not in self.path and (len(self.path) % 2 == 1 or point not in self.forbidden)

    def move_at_once(self):
        self.think_by_board()
        if not self.original:
            self.send(f"INFO time_left {self.left()}")

    def answer_move(self, point):
        if self.need_restart:
            self.move_at_once()
            return
        self.send_time()
        self.send(f"turn {point[0]},{point[1]}")
        self.searches.append(Search(self, 1))
        self.thinking = True

    def left(self):
        """What the computer's clock shows, increments included."""
        return self.match - self.used

    def send_time(self):
        self.send(f"INFO time_left {self.left()}")
        if self.auto_clear:
            self.send("yxhashclear")

    def think_by_board(self):
        self.thinking, self.need_restart = True, False
        self.send_time()
        self.send_board(True)

    def start_thinking(self):
        """The button: the computer moves once, whoever's turn it is, and plays no side afterwards."""
        if self.thinking:
            return
        self.computer = 1 if len(self.path) % 2 == 0 else 2
        self.click()
        self.computer = 0

    def stop(self):
        self.send("yxstop")
        if not self.original:
            self.thinking = False
        else:
            self.query_database()

    def undo(self, n=1):
        left = self.path[:max(len(self.path) - n, 0)]
        if not self.original and self.thinking:
            self.omit += 1
            self.stop()
        self.new_game(by_user=False)
        for point in left:
            self.place(point)
        self.show_forbidden()
        self.query_database()
        if self.original:
            self.stop()

    def n_best(self, n):
        self.send("info nbestsym 0")
        self.send_board(False)
        self.searches.append(Search(self, n))
        self.thinking = not self.original or self.thinking
        self.send(f"yxnbest {n}")

    def search_word(self, line, n_points=1, n=None):
        self.send_board(False)
        self.searches.append(Search(self, n, n_points))
        self.thinking = not self.original or self.thinking
        self.send(line)

    def quit(self, last=lambda: None):
        """Does a last thing and closes the window. Its `end` comes together with that: no answer can cross it, and no
        move and nothing of an opening may be said after it."""
        say, lines = self.engine.say, []
        self.engine.say = lines.append
        last()
        self.send("end")
        say("\n".join(lines))
        self.engine.end(command=None)
        answers = [line for line in self.rest() if re.match(r"\d+,\d+$|MESSAGE (SWAP2|SOOSORV)", line)]
        if answers:
            raise Fault(f"an answer after end: {answers[0]}")

    def rest(self):
        """What the engine has said up to its exit and nobody has read."""
        lines = []
        try:
            while (line := self.engine.line(0.05)) is not None:
                lines.append(line)
        except Fault:
            pass  # That is the exit.
        return lines

    # What it reads.

    def settle(self, timeout=0.15):
        """Reads until no OK and no list is owed, and nothing has come for some time."""
        until = time.perf_counter() + ANSWER_LIMIT
        while True:
            owed = (self.oks or self.lists) and time.perf_counter() < until
            line = self.engine.line(until - time.perf_counter() if owed else timeout)
            if line is not None:
                self.read(line)
            elif not owed:
                break
        if self.oks:
            raise Fault(f"{self.oks} OK missing")
        if self.lists:
            raise Fault("FORBID missing")

    def asked(self):
        """What the engine thinks about; None if that is nothing."""
        return self.searches[0] if self.searches else None

    def read_while(self, owed, timeout):
        """Reads as long as `owed` gives a question."""
        until = time.perf_counter() + timeout
        while question := owed():
            line = self.engine.line(until - time.perf_counter())
            if line is None:
                raise Fault(f"no {question.due()} within {timeout} s")
            self.read(line)

    def wait(self, timeout=10.0):
        """Reads until nothing is owed."""
        self.read_while(self.asked, timeout)
        self.settle()

    def listen(self, seconds):
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            if (line := self.engine.line(left)) is not None:
                self.read(line)

    def wait_stopped(self):
        """The move after `yxstop`, in time."""
        self.wait(timeout=STOP_LIMIT + 0.4)

    def read(self, raw):
        self.n_lines += 1
        self.seconds[int(time.perf_counter())] += 1
        line = raw.upper()
        if not raw.isascii() or not raw.isprintable():
            raise Fault(f"control or foreign characters: {raw!r}")
        if line.startswith("OK"):
            self.read_ok(line)
        elif line.startswith(("MESSAGE SWAP2", "MESSAGE SOOSORV")):
            self.read_opening(line, raw)
        elif line.startswith("MESSAGE DATABASE"):
            self.read_database(line[17:], raw)
        elif line.startswith("MESSAGE REALTIME"):
            self.read_realtime(line[17:], raw)
        elif line.startswith("MESSAGE INFO"):
            self.read_maximum(line[13:], raw)
        elif line.startswith("MESSAGE") or line.startswith("DEBUG"):
            self.read_log(raw)
        elif line.startswith("INFO") and not self.original:
            self.read_info(line[5:], raw)
        elif line.startswith(("ERROR", "UNKNOWN")):
            self.read_refusal(raw)
        elif line.startswith("FORBID"):
            self.read_forbid(line, raw)
        elif line.startswith("DETAIL"):
            self.read_log(raw)
        else:
            self.read_move(line, raw)

    def read_opening(self, line, raw):
        raise Fault(f"an answer to a dialogue that was not begun: {raw}")

    def read_ok(self, line):
        if line != "OK":
            raise Fault(f"more than OK: {line}")
        if self.oks == 0:
            raise Fault("an OK too many")
        self.oks -= 1

    def read_log(self, raw):
        if len(raw) > LONGEST_LOG_LINE:
            raise Fault(f"a line of {len(raw)} characters for the log")
        self.check_letters(raw)

    def check_letters(self, raw):
        """A line of play in letters has to name points as the board's labels do."""
        if not self.asked() or not re.search(r"depth", raw, re.I):
            return
        words = re.findall(r"(?<![\w+-])([A-V])(\d\d?)(?!\w)", raw)
        points = [(self.size - int(number), ord(letter) - ord("A")) for letter, number in words]
        taken = [point for point in points if point in self.asked().path or not self.on_board(point)]
        if taken:
            raise Fault(f"the log names {taken[0]} by the board's labels, which is no empty point: {raw}")
        if points:
            self.best = points[0]

    def read_refusal(self, raw):
        """ERROR and UNKNOWN are printed to the log."""
        word = self.last_words[-1].split()[0].lower()
        basic = {"start", "board", "turn", "yxboard", "yxshowforbid", "yxstop", "info", "yxshowinfo", "end"}
        if word in basic:
            raise Fault(f"{raw}, after {self.last_words[-1]}")
        self.refused.append(raw)
        self.report.note(f"{self.last_words[-1].split()[0]} is answered by {raw}")
        self.drop_refused_search(word)

    def drop_refused_search(self, word):
        if word in {"yxnbest", "yxsearchdefend", "yxbalanceone", "yxbalancetwo"} and self.searches:
            self.searches.pop()
            self.thinking = False

    def read_forbid(self, line, raw):
        if not re.fullmatch(r"FORBID (\d{4})*\.", line):
            raise Fault(f"the board runs off its buffer: {raw}")
        if not self.lists:
            raise Fault("a FORBID too many")
        path, rule = self.lists.pop(0)
        digits = line[7:-1]
        points = [(int(digits[i:i + 2]), int(digits[i + 2:i + 4])) for i in range(0, len(digits), 4)]
        for point in points:
            if not self.on_board(point) or point in path:
                raise Fault(f"forbidden {point} is no empty point: {raw}")
        if points and (rule != 2 or len(path) % 2):
            raise Fault(f"forbidden points where there are none, rule {rule}, {len(path)} stones: {raw}")
        self.forbidden = set(points)

    def on_board(self, point):
        return all(0 <= number < self.size for number in point)

    def read_move(self, line, raw):
        match = re.fullmatch(r"(\d+),(\d+)(?: (\d+),(\d+))?", line)
        if match is None:
            raise Fault(f"taken for a move: {raw}")
        numbers = [int(number) for number in match.groups() if number]
        points = list(zip(numbers[::2], numbers[1::2]))
        if not self.searches:
            raise Fault(f"a move too many: {raw}")
        if self.block is not None:
            raise Fault("a move inside a block of INFO lines")
        search = self.searches.pop(0)
        search.check(points)
        if search.is_timed:
            OVERTIMES.append(time.perf_counter() - search.begin - search.limit / 1000)
        self.moves.append(points[0])
        self.take_move(search, points[:1] if self.original else points)

    def take_move(self, search, points):
        if self.omit > 0:
            self.omit -= 1
            return
        self.thinking = False
        self.used += round(1000 * (time.perf_counter() - search.begin)) - self.increment
        if self.auto_reset:
            self.send("yxblockreset")
        if self.auto_reset_path:
            self.send("yxblockpathreset")
        if points[0] in self.path or not self.on_board(points[0]):
            raise Fault(f"{points[0]} is no empty point: game over")
        for point in points:
            if point not in self.path:
                self.place(point)
        self.ask_after_move()
        if not self.over and self.computer_moves():
            self.think_by_board()

    def ask_after_move(self):
        if not self.original:
            self.query_database()
        if self.rule == 2 and not self.computer & 1:
            self.ask_forbidden()
        if self.original:
            self.query_database()

    def read_maximum(self, text, raw):
        match = re.fullmatch(r"(MAX_THREAD_NUM|MAX_HASH_SIZE) (\d+)", text)
        if match is None:
            raise Fault(f"the board drops this line silently: {raw}")
        self.maxima[match[1]] = int(match[2])
        # The fork computes 1 << (k - 10) in an int.
        if match[1] == "MAX_HASH_SIZE" and not 10 < int(match[2]) <= 40:
            raise Fault(f"the fork computes 1 << {int(match[2]) - 10} from it: {raw}")

    def read_point(self, text, raw):
        match = re.fullmatch(r"(\d+),(\d+)", text)
        if match is None:
            raise Fault(f"no row,column: {raw}")
        point = int(match[1]), int(match[2])
        if not self.asked():
            raise Fault(f"outside a search: {raw}")
        if not self.on_board(point) or point in self.asked().path:
            raise Fault(f"{point} is no empty point: {raw}")
        return point

    def read_realtime(self, text, raw):
        self.n_realtime += 1
        word, _, rest = text.partition(" ")
        if word == "REFRESH" and not rest:
            return
        if word in {"POS", "DONE", "BEST", "LOSE", "LOST"}:
            point = self.read_point(rest, raw)
            if word == "BEST":
                self.asked().realtime_best = point
        elif word == "VAL":
            if not re.fullmatch(r"-?\d+", rest):
                raise Fault(f"a number is due: {raw}")
        elif word == "PV":
            if len(rest) > LONGEST_BESTLINE:
                raise Fault(f"a line of {len(rest)} characters for a buffer of {LONGEST_BESTLINE}")
        else:
            raise Fault(f"no REALTIME line that the board knows: {raw}")

    def read_info(self, text, raw):
        key, _, value = text.partition(" ")
        if not value:
            raise Fault(f"the fork reads through a null pointer: {raw}")
        if not self.asked():
            raise Fault(f"outside a search: {raw}")
        if key == "PV" and value == "DONE":
            self.finish_block(raw)
        elif key == "PV":
            if self.block is not None:
                raise Fault(f"a block begins before the last one is done: {raw}")
            self.block = {"PV": int(self.need(NUMBER, value, raw))}
        elif self.block is None:
            raise Fault(f"outside a block: {raw}")
        elif key in self.block:
            raise Fault(f"twice in a block: {raw}")
        else:
            self.block[key] = self.info_value(key, value, raw)

    def need(self, pattern, value, raw):
        if pattern.fullmatch(value) is None:
            raise Fault(f"a number is due: {raw}")
        return value

    def info_value(self, key, value, raw):
        if key in NUMBERS:
            return int(self.need(NUMBER, value, raw))
        if key == "EVAL":
            return self.need(VALUE, value, raw)
        if key == "WINRATE":
            if not re.fullmatch(r"\d(\.\d+)?", value) or not 0 <= float(value) <= 1:
                raise Fault(f"a number from 0 to 1 is due: {raw}")
            return float(value)
        if key == "BESTLINE":
            points = [self.read_point(word, raw) for word in value.split(" ")]
            if len(set(points)) != len(points):
                raise Fault(f"a point twice: {raw}")
            return points
        raise Fault(f"no key that the board knows: {raw}")

    def finish_block(self, raw):
        block, self.block = self.block, None
        missing = {"NUMPV", "DEPTH", "EVAL", "WINRATE", "BESTLINE"} - set(block or {})
        if block is None or missing:
            raise Fault(f"a block without {missing or 'its beginning'}: {raw}")
        if block["PV"] >= block["NUMPV"]:
            raise Fault(f"line {block['PV']} of {block['NUMPV']}")
        self.n_blocks += 1
        self.asked().take_block(block)

    def read_database(self, text, raw):
        more = r"( -?\d+ \d+ ?.*)?" if self.original else r" -?\d+ \d+ ?.*"
        numbers = r"(\d+) (\d+) -?\d+ -?\d+ -?\d+" + more
        if text in {"REFRESH", "DONE", "LOAD DONE", "SAVE DONE"}:
            return
        if text.startswith(("LOAD START ", "SAVE START ")):
            return
        if text.startswith("ONE"):
            if not re.fullmatch(r"ONE -?\d+ -?\d+ -?\d+( -?\d+( .*)?)?", text):
                raise Fault(f"numbers are due: {raw}")
        elif text.startswith("TEXT"):
            if not re.fullmatch(r'TEXT "([^"\\]|\\.)*"', text):
                raise Fault(f"the board reads on for a closing quote: {raw}")
        elif match := re.fullmatch(numbers, text):
            if not self.on_board((int(match[1]), int(match[2]))):
                raise Fault(f"off the board: {raw}")
        else:
            raise Fault(f"numbers are due: {raw}")


class Search:
    """A question that is owed one move line."""

    def __init__(self, board, n_lines, n_points=1):
        self.board, self.path, self.n_lines, self.n_points = board, list(board.path), n_lines, n_points
        self.blocks, self.realtime_best = {}, None
        self.begin, self.is_timed = time.perf_counter(), board.level == 1 and not board.searches
        self.limit = min(board.turn, board.left())

    def due(self):
        return "move"

    def take_block(self, block):
        if self.n_lines and block["NUMPV"] > self.n_lines:
            raise Fault(f"{block['NUMPV']} lines where {self.n_lines} were asked for")
        if block["PV"] == 0:
            self.blocks = {}
        first = block["BESTLINE"][0]
        if any(first == other["BESTLINE"][0] for pv, other in self.blocks.items() if pv != block["PV"]):
            raise Fault(f"two lines of depth {block['DEPTH']} begin with {first}")
        self.blocks[block["PV"]] = block

    def check(self, points):
        if len(points) > self.n_points:
            raise Fault(f"{len(points)} moves where {self.n_points} were asked for")
        for point in points:
            if not self.board.on_board(point) or point in self.path:
                raise Fault(f"{point} is no empty point of the position that was searched")
        if self.n_points == 1:
            TOLD["REALTIME BEST"][self.realtime_best == points[0]] += self.realtime_best is not None
            if 0 in self.blocks:
                TOLD["INFO BESTLINE"][self.blocks[0]["BESTLINE"][0] == points[0]] += 1


THREE = ["MOVE1", "MOVE2", "MOVE3"]
# What may be the answer to each step of an opening. Fifth moves are as many as were declared.
ANSWERS = {
    "yxswap2step1": [THREE], "yxswap2step2": [["SWAP1"], ["MOVE4", "MOVE5"]], "yxswap2step3": [["SWAP2"]],
    "yxsoosorvstep1": [THREE], "yxsoosorvstep2": [["SWAP1"]], "yxsoosorvstep3": [["MOVE4"]],
    "yxsoosorvstep4": [["SWAP2"]], "yxsoosorvstep5": [["REFRESH", "MOVE5", "DONE"]], "yxsoosorvstep6": [["MOVE5C"]],
}


class Step(Search):
    """A question of an opening that is owed an answer, of one or more lines."""

    def __init__(self, board, line, n_fifths, path):
        super().__init__(board, None)
        self.line, self.word, self.path = line, line.split()[0], path
        self.ways = [list(way) for way in ANSWERS[self.word]]
        if self.word == "yxsoosorvstep5":
            self.ways[0][1:2] = ["MOVE5"] * n_fifths

    def due(self):
        return f"{' or '.join(way[0] for way in self.ways)}, after {self.line},"

    def take(self, family, head, raw):
        """Whether the answer is complete with a line."""
        ways = [way[1:] for way in self.ways if way[0] == head]
        if not ways or not self.word.startswith(f"yx{family.lower()}"):
            raise Fault(f"no {self.due()} but {raw}")
        self.ways = ways
        return ways == [[]]


def read_answer(line, raw):
    """The family of a line of an answer, its head, and its numbers or the first letter of its word, as the board reads
    them: numbers between blanks, of soosorv's words only the letter, of swap2's all of it."""
    family, head, *rest = line.split(" ")[1:] if line.count(" ") > 1 else ("", "")
    if head.startswith("MOVE") and rest and all(word.isdecimal() for word in rest):
        if len(rest) == (3 if (family, head) == ("SOOSORV", "MOVE4") else 2):
            return family, head, [int(word) for word in rest]
    elif (family, head) == ("SOOSORV", "MOVE5") and rest in (["REFRESH"], ["DONE"]):
        return family, rest[0], None
    elif head.startswith("SWAP") and len(rest) == 1:
        if rest[0] in ("YES", "NO") or family == "SOOSORV" and rest[0][:1] in ("Y", "N"):
            return family, head, rest[0][0]
    raise Fault(f"the board does not read this answer: {raw}")
