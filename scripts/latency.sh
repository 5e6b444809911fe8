#!/usr/bin/env bash
# How fast the program answers and how much memory it takes, each beside what is aimed at.
#
#   scripts/latency.sh [ENGINE] [MOVES]
#
# ENGINE is the release build unless given (any program that speaks the Gomocup protocol), MOVES the number
# of moves measured for each limit, half of them freestyle and half renju, 1000 unless given, which takes
# some eight minutes. Runs on an otherwise idle machine; needs python3. The exit code is 1 if an aim is
# missed. Memory is measured on Linux only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

engine=${1:-}
if [[ -z $engine ]]; then
    cargo build --release --quiet
    engine=${CARGO_TARGET_DIR:-target}/release/tianyuan
fi

exec python3 - "$engine" "${2:-1000}" <<'PY'
import random, re, statistics, subprocess, sys, time

ENGINE, MOVES = sys.argv[1], int(sys.argv[2])
LIMITS = [10, 50, 100, 500]  # ms
RULES = [(0, "freestyle"), (4, "renju")]
SIZE = 15
GRANTED = 367001600  # bytes, Gomocup's
QUIET = ["7,7,1", "8,8,2", "6,8,1", "8,6,2", "5,9,1", "4,10,2"]  # nothing is plain here
random.seed(1)


class Engine:
    def __init__(self, size=SIZE):
        self.start = time.perf_counter()
        self.process = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(f"START {size}\n".encode())
        self.process.stdin.flush()
        self.started = self.hear()[1]

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()
        self.start = time.perf_counter()

    def hear(self):
        """The next line that is an answer, and the ms since something was said."""
        while True:
            line = self.process.stdout.readline().decode()
            took = 1000 * (time.perf_counter() - self.start)
            if not line:
                sys.exit("latency.sh: the engine has ended")
            if not line.startswith(("MESSAGE", "INFO", "DEBUG")):
                return line.strip(), took

    def think(self, limit):
        self.say(f"INFO timeout_turn {limit}", "BOARD", *QUIET, "DONE")

    def end(self):
        self.say("END")
        self.process.wait()
        return 1000 * (time.perf_counter() - self.start)


def has_five(stones, last):
    """Whether the last stone stands in a row of five or more."""
    x, y = last
    def run(dx, dy):
        n = 1
        while (x + n * dx, y + n * dy) in stones: n += 1
        return n - 1
    return any(run(dx, dy) + run(-dx, -dy) >= 4 for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)])


def opening():
    """Three stones near the middle."""
    near = [(x, y) for x in range(5, 10) for y in range(5, 10)]
    return random.sample(near, 3)


def ask(engine, moves):
    """The engine's move in a position given whole."""
    own = len(moves) % 2
    lines = [f"{x},{y},{1 if i % 2 == own else 2}" for i, (x, y) in enumerate(moves)]
    engine.say("BOARD", *lines, "DONE")
    line, took = engine.hear()
    x, y = map(int, line.split(","))
    return (x, y), took


def times_of_moves(limit, rule, n):
    """Moves of games of the engine against itself."""
    engine, times, moves = Engine(), [], opening()
    engine.say(f"INFO rule {rule}", f"INFO timeout_turn {limit}", "INFO timeout_match 0")
    while len(times) < n:
        move, took = ask(engine, moves)
        times.append(took)
        moves.append(move)
        if has_five(set(moves[-1::-2]), move) or len(moves) > 60:
            moves = opening()
    engine.end()
    return times


def time_of_start():
    engine = Engine()
    engine.end()
    return engine.started


def time_of_move_now():
    engine = Engine()
    engine.think(60000)
    time.sleep(0.3)
    engine.say("INFO timeout_turn 0")
    took = engine.hear()[1]
    engine.end()
    return took


def time_of_move_after_pondering(limit):
    """How long a move takes that interrupts the pondering."""
    engine = Engine()
    engine.say("INFO pondering 1")
    engine.think(200)
    engine.hear()
    time.sleep(0.3)
    engine.say(f"INFO timeout_turn {limit}", "TURN 14,14")
    took = engine.hear()[1]
    engine.end()
    return took


def time_of_end(doing):
    engine = Engine()
    if doing == "pondering":
        engine.say("INFO pondering 1")
        engine.think(200)
        engine.hear()
    elif doing == "thinking":
        engine.think(60000)
    time.sleep(0.3)
    return engine.end()


def own_memory():
    """MB, of 2^20 bytes as Gomocup counts, that are the process's alone after 20 moves of 2 s with all the
    memory that is granted; None where that cannot be seen."""
    if sys.platform != "linux":
        return None
    engine = Engine(20)
    engine.say(f"INFO max_memory {GRANTED}", "INFO timeout_turn 2000", "BEGIN")
    taken = set()
    for i in range(20):
        line, _ = engine.hear()
        taken.add(line)
        if i == 19:
            break
        free = (f"{x},{y}" for y in range(5, 20, 3) for x in range(4, 20, 5))
        point = next(point for point in free if point not in taken)
        taken.add(point)
        engine.say(f"TURN {point}")
    with open(f"/proc/{engine.process.pid}/smaps_rollup") as file:
        kilobytes = sum(int(n) for n in re.findall(r"Private_\w+:\s*(\d+)", file.read()))
    engine.end()
    return kilobytes / 1024


def row(name, aim, measured, unit="ms"):
    """A row of the table. Aims are upper limits; what could not be measured is not missed."""
    if measured is None:
        print(f"{name:<34} {'-':>9} {aim:>9} {unit:<6} skipped")
        return 0
    is_missed = measured > aim
    print(f"{name:<34} {measured:>9.1f} {aim:>9} {unit:<6} {'MISSED' if is_missed else 'kept'}")
    return is_missed


print(f"{'move with limit and rule, ms':<34} {'median':>9} {'longest':>9} {'moves':>6} {'past the limit':>15}")
late = {limit: 0 for limit in LIMITS}
for limit in LIMITS:
    for rule, name in RULES:
        times = times_of_moves(limit, rule, max(1, MOVES // len(RULES)))
        n_late = sum(took > limit for took in times)
        late[limit] += n_late
        print(f"{f'{limit} ms, {name}':<34} {statistics.median(times):>9.1f} {max(times):>9.1f}"
              f" {len(times):>6} {n_late:>15}", flush=True)

print(f"\n{'the longest of several':<34} {'measured':>9} {'aim':>9}")
n_missed = row("start to OK", 50, max(time_of_start() for _ in range(20)))
n_missed += row("move now", 20, max(time_of_move_now() for _ in range(20)))
n_missed += row("move at once after pondering", 20, max(time_of_move_after_pondering(0) for _ in range(10)))
n_missed += row("move of 100 ms after pondering", 100, max(time_of_move_after_pondering(100) for _ in range(10)))
for doing in ["idle", "thinking", "pondering"]:
    n_missed += row(f"END to exit, {doing}", 300, max(time_of_end(doing) for _ in range(10)))
for limit in LIMITS:
    n_missed += row(f"moves past {limit} ms", 0, late[limit], "moves")
n_missed += row("own memory after 20 moves", 262, own_memory(), "MB")
sys.exit(1 if n_missed else 0)
PY
