"""What the scripts of this folder share: an engine in a pipe, its transcript, a list of faults, and somebody to
play the swap2 phase with."""

import importlib.util, os, pathlib, queue, shutil, subprocess, sys, threading, time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOWN = 25  # lines of a dialogue shown with a fault


class Fault(Exception):
    """Something that would upset the manager."""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


def need(module, why):
    """Goes on under the Python that PYTHON names if this one lacks `module`; skips if that lacks it too."""
    if importlib.util.find_spec(module):
        return
    other = shutil.which(os.environ.get("PYTHON", "")) if os.environ.get("PYTHON") else None
    if other is None or os.environ.get("MANAGERS_PYTHON") == other:
        skip(f"{why}; PYTHON names a Python that has {module}")
    os.environ["MANAGERS_PYTHON"] = other
    os.execv(other, [other, *sys.argv])


def engine_path():
    """The first argument, or the release build."""
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    path = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / target / "release" / "tianyuan")
    found = shutil.which(path)
    if found is None:
        print(f"{path} is no program: build it with cargo build --release, or name another")
        sys.exit(2)
    return os.path.abspath(found)


class Engine:
    """A process whose output is read in chunks as they come, with the time of each."""

    def __init__(self, command, cwd=None):
        self.begin = time.perf_counter()
        self.transcript = []
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.chunks = queue.Queue()
        self.stderr = b""
        for reader in (self._read_stdout, self._read_stderr):
            threading.Thread(target=reader, daemon=True).start()
        self._rest = b""
        self._lines = []

    def _read_stdout(self):
        while chunk := os.read(self.process.stdout.fileno(), 65536):
            self.chunks.put((time.perf_counter(), chunk))
        self.chunks.put((time.perf_counter(), b""))

    def _read_stderr(self):
        while chunk := os.read(self.process.stderr.fileno(), 65536):
            self.stderr += chunk

    def _note(self, arrow, text, at=None):
        at = (at or time.perf_counter()) - self.begin
        self.transcript.append(f"{at:9.3f} {arrow} {text}")

    def say_bytes(self, data):
        """Writes bytes at once."""
        for line in data.decode(errors="backslashreplace").splitlines():
            self._note("->", line)
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Fault("the engine has ended")

    def say(self, line, end="\n"):
        self.say_bytes((line + end).encode())

    def chunk(self, timeout):
        """The next chunk as it was read; None if none came in time."""
        try:
            at, chunk = self.chunks.get(timeout=max(timeout, 0.001))
        except queue.Empty:
            return None
        for line in chunk.decode(errors="backslashreplace").splitlines():
            self._note("<-", line, at)
        if not chunk:
            self.chunks.put((at, b""))
            raise Fault("the engine has ended")
        return chunk

    def line(self, timeout):
        """The next line, with its end taken off; None if none came in time."""
        until = time.perf_counter() + timeout
        while not self._lines:
            chunk = self.chunk(until - time.perf_counter())
            if chunk is None:
                return None
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            if any(line.endswith(b"\r") for line in lines) and not all(line.endswith(b"\r") for line in lines):
                raise Fault("the ends of lines are mixed")
            self._lines += [line.decode(errors="backslashreplace").rstrip("\r") for line in lines]
        return self._lines.pop(0)

    def end(self, limit=0.5, command="END"):
        """Says END; the seconds until the exit. Anything printed after it, or an exit code, is a fault."""
        start = time.perf_counter()
        if command:
            self.say(command)
        else:
            self.process.stdin.close()
        try:
            code = self.process.wait(timeout=limit + 5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault("no exit within 5 s of the end")
        took = time.perf_counter() - start
        if took > limit:
            raise Fault(f"the exit took {took:.3f} s, {limit} s are allowed")
        if code != 0:
            raise Fault(f"exit code {code}")
        time.sleep(0.05)
        if self.stderr:
            raise Fault(f"stderr is not silent: {self.stderr[:200]!r}")
        return took

    def kill(self):
        self.process.kill()
        self.process.wait()


class Report:
    """Runs named cases, and prints what went wrong."""

    def __init__(self, name):
        self.name, self.cases, self.faults, self.notes = name, 0, 0, []

    def note(self, text):
        """Something worth a line that is no fault."""
        if text not in self.notes:
            self.notes.append(text)

    def case(self, name, function):
        """Runs a case. It returns its engine, or the engine is found on the exception."""
        self.cases += 1
        try:
            function()
        except Fault as fault:
            self.faults += 1
            print(f"FAULT in {name}: {fault}")
            for line in getattr(fault, "transcript", [])[-SHOWN:]:
                print(f"    {line}")

    def play(self, name, function, make, opened=lambda player: player):
        """Runs a case that makes players with `make` as it goes, each `opened` before the case has it, and ends
        their engines; the players. Nothing is run, and none returned, if the command line names other cases."""
        if sys.argv[2:] and not any(word in name for word in sys.argv[2:]):
            return []
        players = []

        def new(**settings):
            players.append(make(**settings))
            return opened(players[-1])

        def run():
            try:
                function(new)
            except Fault as fault:
                fault.transcript = players[-1].engine.transcript if players else []
                raise
            finally:
                for player in players:
                    player.engine.kill()

        self.case(name, run)
        return players

    def finish(self):
        for text in self.notes:
            print(f"note: {text}")
        print(f"{self.name}: {self.cases} cases, {self.faults} with a fault")
        sys.exit(1 if self.faults else 0)


LATE = 0.1  # s past a limit that a loaded machine may cost now and then


def overtime(overtimes):
    """What is to be said of moves' seconds past their limits, and whether one in a hundred is late."""
    late = sum(seconds > LATE for seconds in overtimes)
    text = (f"{len(overtimes)} moves with a limit, {sum(seconds > 0 for seconds in overtimes)} past it, {late} by more"
            f" than {1000 * LATE:.0f} ms, the slowest by {1000 * max(overtimes, default=0):.0f} ms")
    return text, 100 * late > len(overtimes)


def check_overtime(report, overtimes):
    """A case of its own at the end."""
    text, is_late = overtime(overtimes)
    report.note(text)
    if is_late:
        raise Fault("too many late moves")


def five(stones, x, y, exact=False):
    """Whether the stone at (x, y) stands in a row of five or more, or of exactly five; `stones` maps
    points to colors."""
    def run(dx, dy):
        n = 0
        while stones.get((x + (n + 1) * dx, y + (n + 1) * dy)) == stones[x, y]: n += 1
        return n
    lengths = [run(dx, dy) + run(-dx, -dy) + 1 for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]]
    return any(length == 5 or (length > 5 and not exact) for length in lengths)


# The swap2 phase as somebody without thought plays it. An answer of no points is SWAP.

SWAP2_OPENINGS = {
    "for Black": [(7, 7), (0, 0), (7, 8)],
    "for White": [(0, 0), (7, 7), (14, 14)],
    "even": [(12, 12), (8, 8), (11, 9)],
}
SWAP2_BRANCHES = {  # stones on the board, stones of the answer
    (3, 0): "swap at 3", (3, 1): "one stone at 3", (3, 2): "two stones at 3",
    (5, 0): "swap at 5", (5, 1): "one stone at 5",
}


def swap2_answer(stones, size, wish):
    """The points of an answer as wished: a key of SWAP2_OPENINGS, then "swap", "one", "two for Black" or "two for
    White". Two stones waste one of a side and help the other, so that the decision at five is mostly clear."""
    if not stones:
        return SWAP2_OPENINGS[wish]
    if wish == "swap":
        return []
    free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in stones]
    middle = (size // 2, size // 2)

    def distance(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def beside(stone):
        return min(free, key=lambda point: (distance(point, stone), distance(point, middle)))

    far = max(free, key=lambda point: min(distance(point, stone) for stone in stones))
    if wish == "two for Black":
        return [far, beside(stones[0])]
    return [beside(stones[1]), far] if wish == "two for White" else [beside(stones[1])]


def swap2_branches(seen):
    """What is to be said of an engine's choices, counted by the keys of SWAP2_BRANCHES."""
    return ", ".join(f"{name}: {seen[branch] or 'never'}" for branch, name in SWAP2_BRANCHES.items())
