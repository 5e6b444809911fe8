#!/usr/bin/env bash
# What the world can do to the program: hold it, close its output, fill the disk, take its memory, turn the
# clock, flood it. It has to play on or to end cleanly, and to use no processor while it is idle.
#
#   scripts/robustness.sh [ENGINE] [SECONDS] [WORD]
#
# ENGINE is the release build unless given (any program that speaks the Gomocup protocol), SECONDS how long
# it is held, 60 unless given. With WORD only checks with that word in their names are made. Each check
# prints a line: ok, FAULT or skip, and what was seen; after a FAULT the exit code is 1. Linux only; needs
# python3. Full disks and granted memory need root, clocks that jump need faketime: without them these
# checks are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ $(uname) == Linux ]] || { echo "robustness.sh: this needs Linux" >&2; exit 2; }
engine=${1:-}
if [[ -z $engine ]]; then
    cargo build --release --quiet
    engine=${CARGO_TARGET_DIR:-target}/release/tianyuan
fi

# As root in a place of its own, where file systems can be mounted and are gone at the end.
alone=()
if [[ $(id -u) == 0 ]] && unshare --mount true 2>/dev/null; then
    alone=(unshare --mount --propagation private)
fi
exec "${alone[@]}" python3 - "$(realpath "$engine")" "${2:-60}" "${3:-}" <<'PY'
import contextlib, fcntl, os, pathlib, re, select, shutil, signal, subprocess, sys, tempfile, threading, time

ENGINE, HELD, WORD = sys.argv[1], float(sys.argv[2]), sys.argv[3]
HANGS = 60  # s: only a program that hangs takes so long for an answer
SOON = 2  # s: for what has to happen at once, on a busy machine too
ENDLESS = 600000  # ms
POSITION = "7,7,1 8,8,2 6,8,1 8,6,2 5,9,1 4,10,2"
TEMPORARY = pathlib.Path(tempfile.mkdtemp(prefix="tianyuan-robustness-"))
TICK = os.sysconf("SC_CLK_TCK")
CHECKS = []


class Fault(Exception):
    pass


class Skip(Exception):
    pass


def check(function):
    CHECKS.append(function)
    return function


def want(is_so, what):
    if not is_so:
        raise Fault(what)


class Engine:
    """A process and the lines it says."""

    def __init__(self, *arguments, before=(), stdout=subprocess.PIPE, env=None):
        command = [*before, ENGINE, *arguments]
        self.process = subprocess.Popen(command, cwd=TEMPORARY, stdin=subprocess.PIPE, stdout=stdout,
                                        stderr=subprocess.PIPE, env=env, bufsize=0)
        self.rest = b""

    def say(self, *lines):
        self.send("".join(line + "\n" for line in lines).encode())

    def send(self, data):
        """Bytes as they are. An engine that has ended reads no more, and how it ended is seen later."""
        with contextlib.suppress(BrokenPipeError):
            while data:
                data = data[self.process.stdin.write(data):]

    def line(self, within=HANGS):
        """The next line, None at the end."""
        until = time.monotonic() + within
        while b"\n" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Fault(f"no line within {within:.0f} s")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                return None
            self.rest += chunk
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def hear(self, within=HANGS, start=""):
        """The next answer, or the next message that begins so."""
        while (line := self.line(within)) is not None:
            is_message = line.startswith(("MESSAGE ", "INFO "))
            if line.startswith(start) if start else not is_message:
                return line
        raise Fault(f"the engine has ended with code {self.process.wait()}")

    def expect(self, start, within=HANGS):
        answer = self.hear(within)
        want(answer.startswith(start), f"{answer!r} instead of {start}")

    def move(self, within=HANGS):
        answer = self.hear(within)
        want(re.fullmatch(r"\d+,\d+", answer), f"{answer!r} instead of a move")
        return answer

    def start(self, *lines, size=15):
        self.say(f"START {size}", *lines)
        self.expect("OK")
        return self

    def think(self, limit, word="BOARD"):
        """Begins to think for so many milliseconds about a position in which nothing is plain."""
        self.say(f"INFO timeout_turn {limit}", f"{word} {POSITION} DONE")
        return self

    def play_on(self, within=HANGS):
        """Whether it is still one to play with."""
        self.say("ABOUT")
        self.expect("name=", within)
        self.say("START 15", "INFO timeout_turn 100", "TURN 7,7")
        self.expect("OK", within)
        self.move(within)

    def end(self, say="END", code=0, within=SOON + 5):
        """Says the last word, closes the input and waits. Gives what was said on stderr."""
        if say:
            self.say(say)
        self.process.stdin.close()
        return self.ends(code, within)

    def ends(self, code=0, within=SOON + 5, complaint=""):
        try:
            found = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault(f"no end within {within} s") from None
        said = self.process.stderr.read().decode()
        want(found == code, f"it ended with code {found}, stderr {said!r}")
        want(re.fullmatch(complaint, said), f"stderr {said!r}")
        return said.strip()

    def hold(self):
        self.process.send_signal(signal.SIGSTOP)

    def let_go(self):
        self.process.send_signal(signal.SIGCONT)

    def seconds(self):
        """Processor time so far, all threads."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self, key="VmHWM"):
        """MB of memory; VmHWM is the most there ever was."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{key}:\s*(\d+)", text)[1]) / 1024


@contextlib.contextmanager
def small_disk(kilobytes, options=""):
    """A file system of its own in memory."""
    if os.geteuid() != 0:
        raise Skip("a file system can only be mounted by root")
    folder = pathlib.Path(tempfile.mkdtemp(dir=TEMPORARY))
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder],
                           capture_output=True, text=True)
    if mount.returncode:
        raise Skip(f"nothing can be mounted here: {mount.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def told(engine, line):
    """What is said of a table that is written or read."""
    engine.say(line)
    return engine.hear(start="MESSAGE table").removeprefix("MESSAGE ")


@check
def held_and_let_go():
    idle, thinking = Engine().start(), Engine().start().think(ENDLESS)
    limited, ponders = Engine().start().think(3000), Engine().start("INFO pondering 1").think(200)
    ponders.move()
    time.sleep(0.5)
    engines = [idle, thinking, limited, ponders]
    for engine in engines:
        engine.hold()
    want(all(engine.seconds() > 0.03 for engine in engines[1:]), "they do not think, nothing could be seen")
    time.sleep(HELD)
    for engine in engines:
        engine.let_go()
    start = time.monotonic()
    if HELD > 3:
        limited.move(SOON)
    late = time.monotonic() - start
    thinking.say("YXSTOP")
    thinking.move(SOON)
    for engine in engines:
        engine.play_on()
        engine.end()
    return f"{HELD:.0f} s idle, thinking, pondering; a move past its limit came after {1000 * late:.0f} ms"


@check
def reader_gone():
    seen = []
    for name in ["idle", "thinking"]:
        engine = Engine().start()
        if name == "thinking":
            engine.think(700)
        time.sleep(0.3)
        engine.process.stdout.close()
        if name == "idle":
            engine.say("ABOUT")
        start = time.monotonic()
        engine.ends()
        seen.append(f"{name}: ended {1000 * (time.monotonic() - start):.0f} ms later")
    return "; ".join(seen)


@check
def output_on_a_full_disk():
    with open("/dev/full", "wb") as full:
        engine = Engine(stdout=full)
        engine.say("START 15", "BEGIN")
        engine.ends()
    return "ended with code 0 and no word on stderr"


@check
def log_on_a_full_disk():
    engine = Engine("--log", "/dev/full")
    engine.process.stdin.close()
    complaint = engine.ends(code=2, complaint="[^\n]+\n")
    return f"refused at the start: {complaint}"


@check
def log_on_a_disk_that_fills():
    with small_disk(16) as disk:
        engine = Engine("--log", str(disk / "log")).start("INFO max_node 100")
        for _ in range(300):
            engine.say("Q" + "x" * 200)
            engine.expect("UNKNOWN")
        engine.play_on()
        engine.end()
        size = (disk / "log").stat().st_size
    return f"played on with a record of {size} bytes"


@check
def table_on_a_full_disk():
    with small_disk(64) as disk:
        engine = Engine().start(f"INFO folder {disk}").think(1000)
        engine.move()
        said = told(engine, "yxhashdump x.bin")
        want("not written" in said, said)
        left = [path.name for path in (disk / "tianyuan").iterdir()]
        want(not left, f"left behind: {left}")
        engine.play_on()
        engine.end()
    return said


@check
def folder_to_read_only():
    with contextlib.ExitStack() as stack:
        if os.geteuid() == 0:
            folder = stack.enter_context(small_disk(64))
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        else:
            folder = pathlib.Path(tempfile.mkdtemp(dir=TEMPORARY))
            folder.chmod(0o555)
        engine = Engine().start(f"INFO folder {folder}", "INFO max_node 500", "BEGIN")
        engine.move()
        said = told(engine, "yxhashdump x.bin")
        want("not written" in said, said)
        read = told(engine, "yxhashload x.bin")
        want("not read" in read, read)
        engine.play_on()
        engine.end()
    return said


def moves_on_a_large_board(engine, n):
    """Moves with all the memory that is granted."""
    engine.start("INFO max_memory 367001600", "INFO timeout_turn 300", "BEGIN", size=20)
    engine.move()
    for i in range(n):
        engine.say(f"TURN {i % 20},{19 * (i // 20)}")
        if engine.hear().startswith("ERROR"):
            continue
    engine.play_on()


@check
def address_space_of_300_mb():
    if not shutil.which("prlimit"):
        raise Skip("prlimit is missing")
    engine = Engine(before=["prlimit", f"--as={300 << 20}"])
    moves_on_a_large_board(engine, 6)
    seen = f"played on; address space {engine.memory('VmPeak'):.0f} MB, resident {engine.memory():.0f} MB"
    engine.end()
    return seen


@contextlib.contextmanager
def memory_group(megabytes):
    """A group of processes that get so much memory, and the file where they are listed."""
    root = pathlib.Path("/sys/fs/cgroup")
    old = root / "memory"
    name = f"tianyuan-robustness-{os.getpid()}"
    group, limit = (old / name, "memory.limit_in_bytes") if old.is_dir() else (root / name, "memory.max")
    try:
        group.mkdir()
        (group / limit).write_text(str(megabytes << 20))
    except OSError as error:
        if group.is_dir():
            group.rmdir()
        raise Skip(f"no group of processes can be made: {error.strerror}") from None
    try:
        yield group / "cgroup.procs"
    finally:
        for _ in range(50):
            with contextlib.suppress(OSError):
                group.rmdir()
                break
            time.sleep(0.1)


@check
def memory_of_300_mb():
    with memory_group(300) as members:
        engine = Engine(before=["sh", "-c", f'echo $$ > {members} && exec "$@"', "sh"])
        moves_on_a_large_board(engine, 12)
        seen = f"played on; resident {engine.memory():.0f} MB at most"
        engine.end()
    return seen


@check
def clock_jumps():
    library = next(pathlib.Path("/usr/lib").glob("**/faketime/libfaketime.so.1"), None)
    if library is None:
        raise Skip("faketime is missing")
    turned = TEMPORARY / "clock"
    turned.write_text("+0")
    # What is turned is the time of day; a clock that is steady by its nature stays as it is.
    env = {**os.environ, "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(turned),
           "FAKETIME_NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    year = lambda: int(subprocess.run(["date", "+%Y"], env=env, capture_output=True, text=True).stdout)
    first, engine, took = year(), Engine(env=env).start(), []
    for jump in ["+0", "-3000d", "+3000d", "-1h", "+1h"]:
        engine.say("START 15", "INFO timeout_turn 1000", "TURN 7,7")
        engine.expect("OK")
        start = time.monotonic()
        time.sleep(0.3)
        turned.write_text(jump)
        engine.move(SOON)
        took.append(time.monotonic() - start)
    turned.write_text("+3000d")
    want(year() > first, "the clock could not be turned")
    want(max(took) < 1 + SOON / 2, f"moves with a second each took {[round(t, 2) for t in took]} s")
    engine.play_on()
    engine.end()
    return f"moves with a second each took {min(took):.2f} to {max(took):.2f} s"


@check
def idle():
    fresh = Engine()
    moved = Engine().start("INFO timeout_turn 300", "BEGIN")
    pondered = Engine().start("INFO timeout_turn 300", "INFO pondering 1", "BEGIN")
    for engine in (moved, pondered):
        engine.move()
    time.sleep(0.5)
    before = pondered.seconds()
    time.sleep(1)
    want(pondered.seconds() > before, "it does not ponder, nothing could be seen")
    pondered.say("INFO pondering 0")
    time.sleep(1)
    engines = {"before the game": fresh, "while the opponent thinks": moved, "after pondering": pondered}
    before = {name: engine.seconds() for name, engine in engines.items()}
    time.sleep(10)
    used = {name: engine.seconds() - before[name] for name, engine in engines.items()}
    want(not any(used.values()), f"processor seconds within 10: {used}")
    for engine in engines.values():
        engine.play_on()
        engine.end()
    return "no processor time in 10 s " + ", ".join(engines)


def feed(engine, data):
    """Sends bytes from a thread of their own."""
    thread = threading.Thread(target=engine.send, args=(data,), daemon=True)
    thread.start()
    return thread


def count_answers(engine, start, last):
    """How many lines begin so until one begins with `last`, read in large pieces."""
    n, rest, engine.rest = 0, engine.rest, b""
    until = time.monotonic() + 5 * HANGS
    while time.monotonic() < until:
        if not select.select([engine.process.stdout], [], [], HANGS)[0]:
            raise Fault(f"it hangs after {n} answers")
        chunk = os.read(engine.process.stdout.fileno(), 1 << 20)
        if not chunk:
            raise Fault(f"it ended after {n} answers with code {engine.process.wait()}")
        *lines, rest = (rest + chunk).split(b"\n")
        n += sum(line.startswith(start) for line in lines)
        if any(line.startswith(last) for line in lines):
            return n
    raise Fault(f"too slow: {n} answers")


MILLION = 10**6
MOST_MEMORY = 100  # MB for an engine that only talks


@check
def flood_of_garbage():
    engine = Engine().start()
    start = time.monotonic()
    feed(engine, b"".join(b"Q%d \xff\x00 garbage\n" % i for i in range(MILLION)) + b"ABOUT\n")
    n = count_answers(engine, b"UNKNOWN command Q", b"name=")
    took, memory = time.monotonic() - start, engine.memory()
    want(n == MILLION, f"{n} answers to {MILLION} lines")
    want(memory < MOST_MEMORY, f"{memory:.0f} MB")
    engine.play_on()
    engine.end()
    return f"{n} answers in {took:.1f} s, {memory:.0f} MB at most"


@check
def flood_of_chores():
    engine = Engine().start("INFO hash_size 4096")
    start = time.monotonic()
    feed(engine, b"yxprintfeature\nyxshowhashusage\n" * (MILLION // 2) + b"ABOUT\n")
    count_answers(engine, b"MESSAGE", b"name=")
    engine.say("START 15", "INFO timeout_turn 1000", "TURN 7,7")
    engine.expect("OK")
    asked = time.monotonic()
    engine.move()
    late, took, memory = time.monotonic() - asked, time.monotonic() - start, engine.memory()
    want(memory < MOST_MEMORY, f"{memory:.0f} MB after {MILLION} lines, a move with 1 s took {late:.1f} s")
    want(late < 1 + SOON, f"a move with 1 s took {late:.1f} s behind {MILLION} chores")
    engine.end(within=HANGS)
    return f"{MILLION} chores in {took:.1f} s, {memory:.0f} MB at most"


@check
def flood_while_thinking():
    engine = Engine().start("INFO hash_size 4096").think(ENDLESS)
    lines = b"INFO timeout_turn 500000\nINFO timeout_turn 600000\nINFO folder x\nYXFOO x\n"
    start = time.monotonic()
    settings = lines.rpartition(b"YXFOO")[0]
    thread = feed(engine, settings * (MILLION // 3))
    thread.join(HANGS)
    want(not thread.is_alive(), "settings are not read while it thinks")
    took = time.monotonic() - start
    feed(engine, lines * (MILLION // 4) + b"ABOUT\n")
    engine.move(SOON)
    n = count_answers(engine, b"UNKNOWN command YXFOO", b"name=")
    want(n == MILLION // 4, f"{n} answers to {MILLION // 4} lines")
    memory = engine.memory()
    want(memory < MOST_MEMORY, f"{memory:.0f} MB")
    engine.play_on()
    engine.end()
    return f"{MILLION} settings in {took:.1f} s, as many lines that wait, {memory:.0f} MB at most"


@check
def reader_asleep():
    engine = Engine().start()
    garbage = b"".join(b"Q%d garbage\n" % i for i in range(MILLION // 2))
    thread = feed(engine, garbage + b"TURN 7,7\nABOUT\n")
    time.sleep(3)
    memory = engine.memory()
    want(thread.is_alive(), "all lines were taken and nobody has read an answer")
    want(memory < MOST_MEMORY, f"{memory:.0f} MB")
    before = engine.seconds()
    time.sleep(2)
    want(engine.seconds() == before, "it is busy while nobody reads")
    n = count_answers(engine, b"UNKNOWN command Q", b"name=")
    want(n == MILLION // 2, f"{n} answers to {MILLION // 2} lines")
    engine.end()
    return f"all {n} answers came later, {memory:.0f} MB at most"


@check
def reader_asleep_while_it_thinks():
    engine = Engine().start("INFO show_detail 3", f"yxboard {POSITION} DONE")
    fcntl.fcntl(engine.process.stdout, fcntl.F_SETPIPE_SZ, 4096)
    engine.say("INFO timeout_turn 2000", "yxnbest 200")
    time.sleep(4)
    before = engine.seconds()
    time.sleep(1)
    want(engine.seconds() == before, "it is busy past its limit")
    engine.move(SOON)
    engine.play_on()
    engine.end()
    return "it stopped at its limit, and the move came later"


@check
def half_a_line():
    engine = Engine()
    engine.send(b"START 15\nABO")
    engine.process.stdin.close()
    engine.expect("OK")
    engine.expect("UNKNOWN command ABO")
    engine.ends()
    engine = Engine().start().think(ENDLESS)
    time.sleep(0.3)
    engine.send(b"BOARD\n7,7,")
    engine.process.stdin.close()
    engine.ends()
    return "the half line was answered, and the end was heard, within a block and while thinking too"


@check
def long_lines():
    engine = Engine().start()
    engine.send(b"X" * (1 << 20) + b"\n")
    engine.expect("UNKNOWN command XXX")
    engine.send(b"INFO folder " + b"x" * (1 << 20) + b"\nTURN " + b"7" * (1 << 20) + b",7\n")
    engine.expect("ERROR ")
    thread = feed(engine, b"Y" * (200 << 20) + b"\nABOUT\n")
    engine.expect("UNKNOWN command YYY")
    engine.expect("name=")
    thread.join(HANGS)
    memory = engine.memory()
    want(memory < MOST_MEMORY, f"{memory:.0f} MB")
    engine.play_on()
    engine.end()
    return f"lines of 1 and 200 MB were cut and answered, {memory:.0f} MB at most"


n_faults = 0
try:
    for function in CHECKS:
        name = function.__name__.replace("_", " ")
        if WORD not in name:
            continue
        try:
            verdict, seen = "ok", function()
        except Fault as fault:
            verdict, seen = "FAULT", fault
            n_faults += 1
        except Skip as reason:
            verdict, seen = "skip", reason
        print(f"{verdict:<6} {name}: {seen}", flush=True)
finally:
    shutil.rmtree(TEMPORARY, ignore_errors=True)
sys.exit(1 if n_faults else 0)
PY
