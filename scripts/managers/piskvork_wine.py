#!/usr/bin/env python3
"""Piskvork itself (https://github.com/plastovicka/Piskvork), which is not part of this project, with the engine's
Windows build, both under wine and on a screen that nobody sees: whole games of every rule that it knows, at short
and at long time, from a folder with blanks and foreign letters in its name, and a tournament.

  PISKVORK=path/to/piskvork.exe scripts/managers/piskvork_wine.py [ENGINE] [OPPONENT]

ENGINE is what scripts/release.sh built for Windows unless given. OPPONENT, another Windows program, plays the
other side; ENGINE itself unless given. Needs wine, Xvfb, openbox, xdotool and ImageMagick.
  GAMES=10   games of the tournament
  LONG=5000  ms a move of the games at long time
  OUT=DIR    where logs, games and a picture go; a new folder unless given

A fault is a game that Piskvork could not play to its end, a move that is late or not legal, an answer that the
protocol does not know; in the tournament also more memory than was granted, where Piskvork knows it.
"""

import os, pathlib, re, shutil, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
import common
from common import Fault
from screen import Screen, Window

MEMORY = 350  # MB
TOLERANCE = 1000  # ms, Piskvork's own
RULES = [("freestyle", 0, 20), ("standard", 1, 15), ("renju", 2, 15)]  # name, Piskvork's number, size
SETTINGS = r"HKCU\Software\Petr Lastovicka\piskvorky"
GAME_LIMIT = 400  # s
EXIT_LIMIT = 5  # s from the record to Piskvork's end
ANSWER = re.compile(r"OK|\d+,\d+|MESSAGE .*|DEBUG .*|name=.*|_+[\w ]+_+|")
COMMANDS = ("START", "RESTART", "INFO", "BEGIN", "TURN", "BOARD", "DONE", "END", "TAKEBACK", "ABOUT")


class Piskvork:
    """A Windows of its own with Piskvork and both engines in one folder."""

    def __init__(self, out, name, engine, opponent):
        self.wine = out / "wine"
        self.folder = out / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.program = self.copy(os.environ["PISKVORK"], "piskvork.exe")
        self.engines = [self.copy(engine, "pbrain-tianyuan64.exe"), self.copy(opponent, "pbrain-opponent64.exe")]

    def copy(self, file, name):
        return shutil.copy(file, self.folder / name)

    def start(self, program, *arguments):
        """Wine's output goes to a file, for whatever it starts keeps a pipe open."""
        with (self.folder / "wine.log").open("ab") as log:
            command = [common.ROOT / "scripts" / "wine.sh", self.wine, program, *arguments]
            return subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def run_game(self, record, *arguments):
        """The exit code; None if Piskvork wrote the record and then stood still, as it does now and then."""
        process, written = self.start(self.program, *arguments), None
        until = time.monotonic() + GAME_LIMIT
        while process.poll() is None and time.monotonic() < until:
            written = written or (time.monotonic() if record.exists() else None)
            if written and time.monotonic() > written + EXIT_LIMIT:
                break
            time.sleep(0.05)
        code = process.poll()
        process.kill()
        self.end()
        if code is None and not written:
            raise Fault(f"no end of the game within {GAME_LIMIT} s")
        return code

    def end(self):
        """Ends all that still runs: Piskvork leaves the engine behind that it has stopped while the other one moved."""
        subprocess.run([common.ROOT / "scripts" / "wine.sh", self.wine, "--end"], check=False)

    def set(self, **settings):
        for name, value in settings.items():
            kind = "REG_DWORD" if isinstance(value, int) else "REG_SZ"
            self.start(self.wine / "prefix/drive_c/windows/system32/reg.exe", "add", SETTINGS, "/v", name, "/t", kind,
                     "/d", str(value), "/f").wait(60)

    def game(self, rule, size, turn, match, swapped=False):
        """Plays a game by the command line; the record."""
        self.set(height=size, sirka=size, tolerance=TOLERANCE, checkTimeOut=1)
        for file in self.folder.glob("pipe-*.log"):
            file.unlink()
        record = self.folder / "game.psq"
        record.unlink(missing_ok=True)
        # By name alone: Piskvork reads its command line in the code page of its Windows.
        players = [pathlib.Path(engine).name for engine in (self.engines[::-1] if swapped else self.engines)]
        said = (self.folder / "wine.log").stat().st_size
        code = self.run_game(record, "-p", *players, "-rule", str(rule), "-timeturn", str(turn),
                        "-timematch", str(match), "-memory", str(MEMORY), "-opening", "-1", "-outfile", "game.psq",
                        "-outfileformat", "1", "-logpipe", "pipe-")
        said = (self.folder / "wine.log").read_text("latin-1")[said:].strip()
        if "Can't create process" in said:
            raise NotStarted(said)
        if said or not record.exists():
            raise Fault(f"exit code {code}: {said or 'no record'}")
        self.check_answers()
        return Record(record.read_text("latin-1"), rule, turn, code)

    def check_answers(self):
        for log in self.folder.glob("pipe-*.log"):
            for line in log.read_text("latin-1").splitlines():
                if not line.startswith(COMMANDS) and not ANSWER.fullmatch(line):
                    raise Fault(f"{log.name}: {line}")


class NotStarted(Fault):
    """Wine did not start an engine, which happens once in some fifty games."""


class Record:
    """A psq file of one game, and the exit code of its Piskvork: 1 and 2 for the side that won, 3 for a draw, None
    where it did not leave."""

    def __init__(self, text, rule, turn, code):
        first, *lines = text.splitlines()
        self.size = int(re.match(r"Piskvorky (\d+)x", first)[1])
        rows = [re.fullmatch(r"(\d+),(\d+),(\d+)", line) for line in lines]
        self.moves = [tuple(map(int, row.groups())) for row in rows if row]
        self.rule, self.turn, self.code, self.end = rule, turn, code, int(lines[-1])

    def check(self):
        stones, has_five = {}, False
        for i, (x, y, ms) in enumerate(self.moves):
            point = (x - 1, y - 1)
            if point in stones or not all(0 <= number < self.size for number in point):
                raise Fault(f"move {i + 1} is no empty point: {x},{y}")
            stones[point] = i % 2
            if ms > self.turn + TOLERANCE:
                raise Fault(f"move {i + 1} took {ms} ms of {self.turn}")
            has_five = common.five(stones, *point, exact=self.rule == 1 or (self.rule == 2 and i % 2 == 0))
            if has_five and i + 1 < len(self.moves):
                raise Fault(f"the game goes on behind the five of move {i + 1}")
        if self.end != 0 or self.code not in (1, 2, 3, None):
            raise Fault(f"ended by {self.end}, exit code {self.code}, after {len(self.moves)} moves")
        # Piskvork calls it a draw when 25 points are left; it also leaves with 3 when it gives up.
        if self.code == 3 and len(self.moves) < self.size ** 2 - 25:
            raise Fault(f"given up after {len(self.moves)} moves")
        if self.code != 3 and not has_five:
            raise Fault(f"exit code {self.code} without a five after {len(self.moves)} moves")
        if self.code in (1, 2) and self.code - 1 != (len(self.moves) - 1) % 2:
            raise Fault(f"exit code {self.code}, but the other side made the five")

    def slowest(self):
        return max(ms for _, _, ms in self.moves)


def games(report, piskvork, label, turn, match, swaps=(False, True)):
    for name, rule, size in RULES:
        for swapped in swaps:
            def play():
                try:
                    record = piskvork.game(rule, size, turn, match, swapped)
                except NotStarted as why:
                    report.note(f"once more, for wine said: {why}")
                    record = piskvork.game(rule, size, turn, match, swapped)
                record.check()
                if record.code is None:
                    report.note("Piskvork itself did not leave after a game")
                print(f"  {label}, {name} {size}: {len(record.moves)} moves, exit code {record.code},"
                      f" slowest move {record.slowest()} ms of {turn}", flush=True)
            report.case(f"{label}, {name}{', sides changed' if swapped else ''}", play)


def tournament(report, piskvork, n_games):
    """Two engines and n games by the menu, as a user starts one."""
    results = piskvork.folder / "_result.txt"
    results.unlink(missing_ok=True)
    def windows_path(path):
        return "Z:" + str(path).replace("/", "\\")
    def play():
        players = "\n".join(windows_path(engine) for engine in piskvork.engines)
        piskvork.set(height=15, sirka=15, exactFive=2, timeMove0=200, timeMove1=200, timeGame0=60,
                     timeGame1=60, maxMemory=MEMORY, tolerance=TOLERANCE, tournamentRepeat=n_games, matchRepeat=1,
                     tournamentRule=0, tournamentDelay=100, autoBegin=0, tournamentRec=1, tournamentPlayers=players,
                     tournamentFolder=windows_path(piskvork.folder) + "\\")
        process = piskvork.start(piskvork.program)
        try:
            window = Window("Piskvork")
            window.key("F12")
            Window("Tournament").key("Return")
            wait_for(results, rf"Games played: {n_games // 2}\b", GAME_LIMIT)
            time.sleep(3.5)  # the next game is under way
            window.picture(piskvork.folder.parent / "piskvork.png")
            text = wait_for(results, rf"Games played: {n_games}\b", GAME_LIMIT)
        finally:
            process.kill()
        print("  tournament: " + " | ".join(line for line in text.splitlines() if ":" in line))
        check_tournament(text)
    report.case(f"tournament of {n_games} games", play)


def check_tournament(text):
    if found := re.search(r"losses: \d+=\d+\+\d+\+\d+|\d+ errors", text):
        raise Fault(f"lost by time or by an error: {found[0]}")
    if "Games played" not in text:
        raise Fault(f"no result: {text}")
    for megabytes in re.findall(r"memory: ([\d.]+) MB", text):
        if float(megabytes) > MEMORY:
            raise Fault(f"{megabytes} MB of {MEMORY}")


def wait_for(file, pattern, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        text = file.read_text("latin-1") if file.exists() else ""
        if re.search(pattern, text):
            return text
        time.sleep(0.5)
    raise Fault(f"{file.name} has no {pattern} after {seconds} s: {text}")


def windows_build():
    """What scripts/release.sh built."""
    target = pathlib.Path(os.environ.get("TARGET", common.ROOT / "target")) / "windows"
    return target / "x86_64-pc-windows-gnu" / "release" / "tianyuan.exe"


def main():
    if not pathlib.Path(os.environ.get("PISKVORK", "")).is_file():
        common.skip("PISKVORK names no piskvork.exe")
    if shutil.which("wine") is None:
        common.skip("no wine")
    engine = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else windows_build())
    opponent = sys.argv[2] if len(sys.argv) > 2 else engine
    if not engine.is_file():
        common.skip(f"no {engine}: scripts/release.sh builds it")
    out = pathlib.Path(os.environ.get("OUT") or tempfile.mkdtemp(prefix="tianyuan-piskvork.")).resolve()
    report = common.Report("piskvork_wine")
    with Screen(1100, 800):
        plain = Piskvork(out, "plain", engine, opponent)
        games(report, plain, "short time", 200, 60)
        long = int(os.environ.get("LONG", "5000"))
        games(report, plain, "long time", long, 60, swaps=(False,))
        strange = Piskvork(out, "Größere Spiele è più", engine, opponent)
        games(report, strange, "strange path", 200, 60, swaps=(False,))
        tournament(report, plain, int(os.environ.get("GAMES", "10")))
        plain.end()
    print(f"logs: {out}")
    report.finish()


main()
