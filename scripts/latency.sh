#!/usr/bin/env bash
# How fast the program answers: start to OK, "move now", END to exit, and moves later than their limit.
#
#   scripts/latency.sh [ENGINE] [MOVES]
#
# ENGINE is the release build unless given (any program that speaks the Gomocup protocol), MOVES the number
# of moves measured for each limit, 40 unless given. Runs on an otherwise idle machine; needs python3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

engine=${1:-}
if [[ -z $engine ]]; then
    cargo build --release --quiet
    engine=${CARGO_TARGET_DIR:-target}/release/tianyuan
fi

exec python3 - "$engine" "${2:-40}" <<'PY'
import random, statistics, subprocess, sys, time

ENGINE, MOVES = sys.argv[1], int(sys.argv[2])
LIMITS = [10, 50, 100, 500]  # ms
SIZE = 15
random.seed(1)


class Engine:
    def __init__(self):
        self.start = time.perf_counter()
        self.process = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

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
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line.strip(), took

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


def times_of_moves(engine, limit, rule):
    """MOVES moves of games of the engine against itself."""
    engine.say(f"START {SIZE}")
    engine.hear()
    engine.say(f"INFO rule {rule}", f"INFO timeout_turn {limit}", "INFO timeout_match 0")
    times, moves = [], opening()
    while len(times) < MOVES:
        move, took = ask(engine, moves)
        times.append(took)
        moves.append(move)
        if has_five(set(moves[-1::-2]), move) or len(moves) > 60:
            moves = opening()
    return times


def time_of_start():
    engine = Engine()
    engine.process.stdin.write(b"START 15\n")
    engine.process.stdin.flush()
    took = engine.hear()[1]
    engine.end()
    return took


def time_of_move_now():
    engine = Engine()
    engine.say(f"START {SIZE}")
    engine.hear()
    engine.say("INFO timeout_turn 60000", "BOARD", "7,7,1", "8,8,2", "6,8,1", "8,6,2", "DONE")
    time.sleep(0.3)
    engine.say("INFO timeout_turn 0")
    took = engine.hear()[1]
    engine.end()
    return took


def time_of_end(thinking):
    engine = Engine()
    engine.say(f"START {SIZE}")
    engine.hear()
    if thinking:
        engine.say("INFO timeout_turn 60000", "BOARD", "7,7,1", "8,8,2", "DONE")
        time.sleep(0.3)
    return engine.end()


def row(name, times):
    print(f"{name:<24} {statistics.median(times):8.1f} {max(times):8.1f}")


print(f"{'ms':<24} {'median':>8} {'longest':>8}")
row("start to OK", [time_of_start() for _ in range(10)])
row("move now", [time_of_move_now() for _ in range(10)])
row("END to exit, idle", [time_of_end(False) for _ in range(5)])
row("END to exit, thinking", [time_of_end(True) for _ in range(5)])
print(f"\n{'limit and rule':<24} {'median':>8} {'longest':>8} {'moves':>6} {'late':>5} {'late by > 50 ms':>16}")
n_late = 0
for limit in LIMITS:
    for rule, name in [(0, "freestyle"), (4, "renju")]:
        engine = Engine()
        times = times_of_moves(engine, limit, rule)
        engine.end()
        late, very_late = sum(t > limit for t in times), sum(t > limit + 50 for t in times)
        n_late += very_late
        print(f"{f'{limit} ms, {name}':<24} {statistics.median(times):8.1f} {max(times):8.1f}"
              f" {len(times):6} {late:5} {very_late:16}")
sys.exit(1 if n_late else 0)
PY
