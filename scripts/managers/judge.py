#!/usr/bin/env python3
"""Gomocup's own judge (https://github.com/Gomocup/GomocupJudge), which is not part of this project: its rule
tester, its match code in all leagues and with its swap2 phase, and its judgement of forbidden moves against ours.

  GOMOCUP_JUDGE=path/to/GomocupJudge PYTHON=python3 scripts/managers/judge.py [ENGINE] [OPPONENT]

ENGINE is the release build unless given. OPPONENT plays the other side of the leagues and of swap2; ENGINE itself
unless given. The judge needs psutil: PYTHON names a Python that has it.
  PARTS=tester,leagues,swap2,forbidden   which parts to run
  CLOCK=0.1      part of the real time that the leagues and swap2 give, 1 for all of it; the tester always gives all
  GAMES=3        games of each league, each from another opening, the third from none, and of swap2
  BOARDS=200     boards whose forbidden moves are compared
  OUT=DIR        where logs go; a new folder below the system's temporary one unless given

The judge is written for Windows. It runs here from a copy of its checkout with two additions: what comes out
of a ZIP becomes executable, and the largest memory and the time used are printed when an engine ends. Time,
memory, parsing and rules are the judge's own. With swap2 the dialogue is printed, too.

In swap2 games against OPPONENT both decide for themselves. Before those come games against a small program that
takes each branch in turn, makes the decisions clear that it leaves to ENGINE, and then moves at random. Which
branches ENGINE took is printed; one that it has no use for is not a fault. The judge cannot say what went wrong in
the phase: its client ends then, and the fault shows the last lines of the dialogue.

Exit code 1 if a position is answered wrongly, a game does not end by five or draw (so also if a move is later
than the judge's tolerance of a second, or memory exceeds the limit), the client ends, a game against random moves
is not won, one move in a hundred is later than a tenth of the tolerance, or a judgement differs.
"""

import base64, collections, contextlib, hashlib, os, pathlib, queue, random, re, runpy, shutil, signal, socket
import subprocess, sys, tempfile, zipfile

sys.dont_write_bytecode = True
import common

MEMORY = 350 << 20
# name, rule, size, ms a move, ms a game
LEAGUES = [
    ("freestyle-20", 0, 20, 30_000, 180_000),
    ("freestyle-15", 0, 15, 30_000, 180_000),
    ("fastgame", 0, 20, 5_000, 120_000),
    ("standard", 1, 15, 30_000, 180_000),
    ("renju", 4, 15, 300_000, 1_000_000),
    ("caro", 8, 15, 300_000, 1_000_000),
    ("caro, exact", 9, 15, 300_000, 1_000_000),
]
# The judge has the phase as an option for any league; none of Gomocup's has it.
SWAP2 = ("swap2", 1, 15, 30_000, 180_000)
ENDS = ["five or draw", "forbidden move", "late", "occupied point", "crash, memory or disk"]


# Inside: a script of the judge, with the additions.

def inside(script, arguments):
    extract = zipfile.ZipFile.extractall

    def extract_executable(self, path=None, *rest, **named):
        extract(self, path, *rest, **named)
        for file in pathlib.Path(path or ".").rglob("*.exe"):
            file.chmod(0o755)

    zipfile.ZipFile.extractall = extract_executable
    sys.path.insert(0, str(pathlib.Path(script).parent.joinpath("client")))
    sys.path.insert(0, str(pathlib.Path(script).parent))
    import new_protocol
    clean = new_protocol.new_protocol.clean

    def clean_and_tell(self):
        print(f"used {self.timeused} ms, {self.vms_memory} bytes", flush=True)
        clean(self)

    new_protocol.new_protocol.clean = clean_and_tell
    if "swap2" in arguments:
        tell_dialogue(new_protocol)
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


def tell(line):
    """Prints at once: another thread may be printing."""
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()


def tell_dialogue(new_protocol):
    """Makes the judge print the lines it hears, and what it asked for, with how many stones, and what came of it."""
    class Queue(queue.Queue):
        def put(self, line):
            tell(f"<- {line}")
            super().put(line)

    def telling(word, function):
        def ask(self, *stone):
            n_stones, used, answer = len(self.piece) + len(stone) // 2, self.timeused, "none"
            try:
                message, x, y = function(self, *stone)
                answer = len(y) if word == "swap2board" else 1
                return message, x, y
            finally:
                tell(f"asked {pathlib.Path(self.cmd).name} {word} {n_stones} {answer} {self.timeused - used}")

        return ask

    new_protocol.Queue = Queue
    for word in ("swap2board", "start", "turn"):
        setattr(new_protocol.new_protocol, word, telling(word, getattr(new_protocol.new_protocol, word)))


def run_inside(copy, script, arguments, log, **named):
    command = [sys.executable, "-u", __file__, "--inside", str(copy / script), *arguments]
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=copy, **named)


def peak(log):
    """The largest memory in a log, in MB."""
    sizes = [int(size) for size in re.findall(r"used \d+ ms, (\d+) bytes", log.read_text())]
    return max(sizes, default=0) / (1 << 20)


def package(engine, name, folder):
    """A ZIP as authors send it."""
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.write(engine, f"pbrain-{name}64.exe")
    return path


# The rule tester.

def tester(copy, zip_file, out):
    """The faults that the judge's test_zip_rules.py finds."""
    log = out / "tester.log"
    with log.open("w") as file:
        run_inside(copy, "test_zip_rules.py", [str(zip_file)], file).wait()
    text = log.read_text()
    for line in re.findall(r"^(?:--- Testing|Check status|Self-play status).*$", text, re.M):
        print(f"  {line}")
    table = [line for line in text.splitlines() if line.startswith(zip_file.name)]
    verdicts = [cell.strip() for cell in table[-1].split("|")[1:]] if table else []
    print(f"tester: {verdicts.count('PASSED')} of 6 formats passed, most memory {peak(log):.0f} MB")
    return verdicts.count("PASSED") != 6


# The leagues: the judge's client is the real one, this is the server that it asks for matches.

class Server:
    """Runs the judge's client while a `with` block lasts; `arguments` are the client's."""

    def __init__(self, copy, folder, log, *arguments):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.settimeout(60)
        address = ["--host", "127.0.0.1", "--port", str(self.socket.getsockname()[1]), "--dir", str(folder)]
        with log.open("w") as file:
            self.client = run_inside(
                copy, "client/client.py", [*address, *arguments], file, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        # A client that fails leaves its engines behind, suspended; one that has ended may leave none.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.client.pid, signal.SIGKILL)
        self.client.wait()

    def begin(self, *zip_files):
        """What the judge's server says to a new client; the engines' names."""
        self.connection, _ = self.socket.accept()
        self.lines = self.connection.makefile("r", newline="\n")
        self.ask("blacklist", "blacklist None")
        engines = [self.send(zip_file) for zip_file in zip_files]
        self.ask("set real_time_pos 1", "ok")
        self.ask("set real_time_message 1", "ok")
        return engines

    def say(self, text):
        self.connection.sendall((text + "\n").encode())

    def hear(self):
        line = self.lines.readline()
        if not line:
            raise ConnectionError("the judge's client has ended")
        return line.strip()

    def ask(self, text, answer):
        self.say(text)
        heard = self.hear()
        assert heard == answer, f"{text[:60]}: {heard}"

    def send(self, zip_file):
        """Sends an engine unless the client has it; its digest is its name from then on."""
        data = zip_file.read_bytes()
        digest = hashlib.md5(data).hexdigest()
        self.say(f"engine exist {digest}")
        if self.hear() == "no":
            name = base64.b64encode(zip_file.name.encode()).decode()
            self.ask(f"engine send {name} {base64.b64encode(data).decode()}", "received")
        return digest

    def match(self, engines, league, opening):
        """Plays a game: the moves as (x, y, ms), the winner 0, 1 or 2, how it ended, and whether the second engine
        came to have Black."""
        _, rule, size, turn, match = league
        clock = f"{turn} {match} {rule} 1000"
        self.ask(f"match new {engines[0]} {engines[1]} {clock} {opening} {size} {MEMORY}", "ok")
        swapped = False
        while True:
            word, _, rest = self.hear().partition(" ")
            self.say("received")
            swapped = swapped or (word, rest) == ("pos", "swap")
            if word == "match":
                _, moves, _, winner, ended_by = rest.split(" ")
                lines = base64.b64decode(moves).decode().split()
                moves = [tuple(map(int, line.split(","))) for line in lines]
                return moves, int(winner), int(ended_by), swapped


def openings(size, number):
    """Openings near the middle, by turns of three, four and no stones: then the board is sent empty."""
    rng = random.Random(size)
    middle = range(size // 2 - 3, size // 2 + 4)
    points = [(x, y) for x in middle for y in middle]
    for n in range(number):
        stones = rng.sample(points, (3, 4, 0)[n % 3])
        yield "".join(f"{chr(97 + x)}{y + 1}" for x, y in stones)


def scaled(league):
    name, rule, size, turn, match = league
    part = float(os.environ.get("CLOCK", "0.1"))
    return name, rule, size, max(int(turn * part), 100), max(int(match * part), 1000)


def leagues(copy, engine, opponent, out):
    """The faults in games that the judge's client plays."""
    log = out / "leagues.log"
    faulty, overtimes = False, []
    with Server(copy, out / "client", log) as server:
        engines = server.begin(engine, opponent)
        for league in LEAGUES:
            if play_league(server, engines, scaled(league), overtimes):
                faulty = True
                used = re.findall(r"used (\d+) ms", log.read_text())[-2:]
                print(f"    the judge's count of the last game: {' and '.join(used)} ms")
    text, is_late = common.overtime(overtimes)
    print(f"leagues: {text}; most memory {peak(log):.0f} MB of {MEMORY >> 20}")
    return faulty or is_late


def play_league(server, engines, league, overtimes):
    name, _, size, turn, match = league
    score, faulty, slowest, longest_game = [0, 0, 0], False, 0, 0
    for n, opening in enumerate(openings(size, int(os.environ.get("GAMES", "3")))):
        black_first = n % 2 == 0
        moves, winner, ended_by, _ = server.match(engines if black_first else engines[::-1], league, opening)
        n_stones = len(re.findall("[a-z]", opening))
        # The judge counts sides from the color that moves first after the opening, results by color.
        first = winner - 1 if n_stones % 2 == 0 else 2 - winner
        score[2 if winner == 0 else first if black_first else 1 - first] += 1
        times = [ms for _, _, ms in moves]
        slowest = max([slowest, *times])
        used = max(sum(times[::2]), sum(times[1::2]))
        longest_game = max(longest_game, used)
        overtimes += [(ms - turn) / 1000 for ms in times]
        if ended_by != 0:
            faulty = True
            print(f"FAULT in {name}: {ENDS[ended_by]}, winner {winner}, opening {opening}, moves {moves}")
    print(f"  {name:<13} {turn:>6} ms a move, {match:>7} a game: +{score[0]} -{score[1]} ={score[2]},"
          f" slowest move {slowest} ms, most used {longest_game} ms")
    return faulty


# Swap2: each game has a client of its own, for a failure in the phase ends it.

# The small program, after lines that name this folder and its wishes by the number of stones.
STEERS = '''
import random
import common

stones = []


def hear():
    return input().rstrip()


def read_stones():
    stones.clear()
    while (line := hear()) != "DONE":
        stones.append(tuple(map(int, line.split(",")[:2])))


def say(points):
    stones.extend(points)
    print(" ".join(f"{x},{y}" for x, y in points) or "SWAP", flush=True)


def move():
    say([random.choice([(x, y) for x in range(15) for y in range(15) if (x, y) not in stones])])


while (line := hear()) != "END":
    if line == "SWAP2BOARD":
        read_stones()
        say(common.swap2_answer(stones, 15, WISHES[len(stones)]))
    elif line == "BOARD":
        read_stones()
        move()
    elif line.startswith("TURN "):
        stones.append(tuple(map(int, line[5:].split(","))))
        move()
'''
# Whether ENGINE places the first stones, and the other's wishes.
STEERED = [
    *((True, {3: at_3}) for at_3 in ("swap", "one", *2 * ("two for Black", "two for White"))),
    *((False, {0: opening, 5: at_5}) for opening in common.SWAP2_OPENINGS for at_5 in ("swap", "one")),
]


def swap2(copy, engine, opponent, out):
    """The faults in games that begin with the judge's swap2 phase."""
    folder = out / "swap2"
    folder.mkdir()
    sessions = Sessions(copy, folder, scaled(SWAP2))
    faulty = False
    for n, (opens, wishes) in enumerate(STEERED):
        other = package(steering_program(wishes, folder / f"steers-{n}.py"), f"steers-{n}", folder)
        name = f"{n} against {', '.join(wishes.values())}"
        score = sessions.play(name, engine, other, opens)
        if score not in (None, 1):
            print(f"FAULT in swap2, {name}: a game against random moves is not won")
        faulty |= score != 1
    n_games = int(os.environ.get("GAMES", "3"))
    scores = [sessions.play(f"game {n}", engine, opponent, n % 2 == 0) for n in range(n_games)]
    print(f"  against the opponent +{scores.count(1)} -{scores.count(-1)} ={scores.count(0)}")
    print(f"  {common.swap2_branches(sessions.branches)}")
    boards = ", ".join(f"{n} stones: {count}" for n, count in sorted(sessions.boards.items()))
    print(f"  the first board with {boards}")
    text, is_late = common.overtime(sessions.overtimes)
    most = max(map(peak, folder.glob("*.log")))
    print(f"swap2: {len(STEERED) + n_games} games, {text}; most memory {most:.0f} MB")
    return faulty or is_late or None in scores


def steering_program(wishes, path):
    folder = str(pathlib.Path(__file__).resolve().parent)
    path.write_text(f"#!{sys.executable}\nimport sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, {folder!r})\n"
                    f"WISHES = {wishes!r}\n{STEERS}")
    return path


class Sessions:
    """Plays swap2 games, and counts what ENGINE did in them."""

    def __init__(self, copy, folder, league):
        self.copy, self.folder, self.league = copy, folder, league
        self.branches, self.boards, self.overtimes = collections.Counter(), collections.Counter(), []

    def play(self, name, engine, other, opens):
        """1, 0 or -1 for `engine`, which places the first stones if it `opens`; None if there was a fault."""
        log = self.folder / f"{name}.log"
        with Server(self.copy, self.folder / "client", log, "--rule", "swap2") as server:
            try:
                players = server.begin(*(engine, other) if opens else (other, engine))
                moves, winner, ended_by, swapped = server.match(players, self.league, "")
            except (ConnectionError, TimeoutError, AssertionError):
                # It says nothing more; what it had to say is in the log soon.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    server.client.wait(10)
                moves = None
        lines = log.read_text().splitlines()
        self.count(lines, f"pbrain-{engine.stem}64.exe")
        why = None
        if moves is None:
            why = "the judge's client ended"
        elif ended_by != 0:
            why = f"{ENDS[ended_by]}, winner {winner}, moves {moves}"
        elif has_more_answers(lines):
            # The judge takes what is too much for the next answer.
            why = "more answers than questions"
        if why:
            print(f"FAULT in swap2, {name}: {why}")
            # Of the judge's own words those that begin an exception.
            dialogue = [line for line in lines if re.match(r"<- |asked |\w+(Error|Exception)\b", line)]
            print("\n".join(f"    {line}" for line in dialogue[-common.SHOWN:]))
            return None
        if winner == 0:
            return 0
        # Results are counted by color, 1 is Black, which is the first's unless it changed hands.
        return 1 if ((winner == 1) != swapped) == opens else -1

    def count(self, lines, program):
        """Counts what a program answered in a game."""
        turn = self.league[3]
        for line in lines:
            asked = re.fullmatch(r"asked (\S+) (\w+) (\d+) (\w+) (\d+)", line)
            if asked is None or asked[1] != program:
                continue
            word, n_stones, answer = asked[2], int(asked[3]), asked[4]
            self.overtimes.append((int(asked[5]) - turn) / 1000)
            if word == "start":
                self.boards[n_stones] += 1
            elif word == "swap2board" and answer != "none":
                self.branches[n_stones, int(answer)] += 1


def has_more_answers(lines):
    answers = [line for line in lines if re.fullmatch(r"<- (SWAP|\d+,\d+( \d+,\d+)*)", line, re.I)]
    return len(answers) > sum(line.startswith("asked ") for line in lines)


# Forbidden moves.

def forbidden(copy, engine, _out):
    """Whether the engine's FORBID lists differ from what the judge calls foul."""
    sys.path.insert(0, str(copy / "client"))
    from check_forbid import check_forbid
    rng = random.Random(4)
    asked, listed, faulty = 0, 0, False
    program = common.Engine([engine])
    program.say("START 15")
    program.say("INFO rule 4")
    for _ in range(int(os.environ.get("BOARDS", "200"))):
        stones = board_of_fours(rng)
        expected = {(x, y) for x in range(15) for y in range(15)
                    if (x, y) not in stones and is_foul(check_forbid, stones, x, y)}
        got = ask_forbidden(program, stones)
        if got is None:
            print("FAULT in forbidden: yxshowforbid is not answered by a list")
            faulty = True
            break
        asked, listed = asked + 225 - len(stones), listed + len(expected)
        if got != expected:
            faulty = True
            print(f"FAULT in forbidden: {stones}\n    only here {got - expected}, only there {expected - got}")
    program.kill()
    print(f"forbidden: {asked} points compared, {listed} forbidden")
    return faulty


def board_of_fours(rng):
    """A crowded board without a five and with Black to move."""
    while True:
        points = rng.sample([(x, y) for x in range(3, 12) for y in range(3, 12)], rng.choice([16, 24, 32, 40]))
        stones = {point: i % 2 for i, point in enumerate(points)}
        if not any(common.five(stones, x, y) for x, y in points):
            return stones


def is_foul(check_forbid, stones, x, y):
    board = [[0] * 15 for _ in range(15)]
    for (i, j), color in stones.items():
        board[i][j] = color + 1
    return bool(check_forbid(board, x, y))


def ask_forbidden(program, stones):
    """The points of the list, as (x, y): the words are those of Yixin-Board, the first number is the row."""
    program.say("yxboard")
    for (x, y), color in stones.items():
        program.say(f"{y},{x},{color + 1}")
    program.say("done")
    program.say("yxshowforbid")
    while (line := program.line(5)) is not None:
        if match := re.fullmatch(r"FORBID ((?:\d{4})*)\.", line):
            digits = match[1]
            return {(int(digits[i + 2:i + 4]), int(digits[i:i + 2])) for i in range(0, len(digits), 4)}
        if line.startswith(("ERROR", "UNKNOWN")):
            return None
    return None


def main():
    if sys.argv[1:2] == ["--inside"]:
        return inside(sys.argv[2], sys.argv[3:])
    source = pathlib.Path(os.environ.get("GOMOCUP_JUDGE") or common.skip("GOMOCUP_JUDGE names no checkout"))
    if not (source / "client" / "ai_match.py").is_file():
        common.skip(f"{source} is no checkout of GomocupJudge")
    common.need("psutil", "the judge needs psutil")
    engine = common.engine_path()
    opponent = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else engine
    out = pathlib.Path(os.environ.get("OUT") or tempfile.mkdtemp(prefix="tianyuan-judge.")).resolve()
    copy = out / "judge"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns(".git", "BayesElo", "cup20special", "*.zip"))
    packages = out / "packages"
    packages.mkdir()
    ours = package(engine, "tianyuan", packages)
    theirs = ours if opponent == engine else package(opponent, "opponent", packages)
    parts = {
        "tester": lambda: tester(copy, ours, out),
        "leagues": lambda: leagues(copy, ours, theirs, out),
        "swap2": lambda: swap2(copy, ours, theirs, out),
        "forbidden": lambda: forbidden(copy, engine, out),
    }
    wanted = os.environ.get("PARTS", ",".join(parts)).split(",")
    faulty = [name for name in wanted if parts[name]()]
    print(f"logs: {out}")
    print(f"judge: {len(wanted)} parts, " + (f"faults in {', '.join(faulty)}" if faulty else "0 with a fault"))
    sys.exit(1 if faulty else 0)


main()
