#!/usr/bin/env python3
"""Games under c-gomoku-cli (https://github.com/dhbloo/c-gomoku-cli), which is not part of this project: does
the program come through hundreds of games in one process without a fault? For strength see tianyuan match.

  C_GOMOKU_CLI=path/to/c-gomoku-cli scripts/managers/c_gomoku_cli.py [ENGINE] [OPPONENT]

ENGINE is the release build unless given. OPPONENT is ENGINE itself unless given.
  GAMES=200       games of all rules together
  TIME=0.1        seconds a move
  CONCURRENCY=1   games at the same time
  TOLERANCE=0.3   seconds past the limit after which c-gomoku-cli kills an engine; start-up must be as fast
  OUT=DIR         where logs and games go; a new folder below the system's temporary one unless given

Exit code 1 if ENGINE loses a game by time, crash, illegal or forbidden move, answers one move in a hundred
more than 100 ms after the limit, or prints a line that is no answer (its stderr is read too).
"""

import collections, os, pathlib, random, re, shutil, subprocess, sys, tempfile

sys.dont_write_bytecode = True
import common

# rule, size, part of the games
KINDS = [(0, 20, 0.2), (0, 15, 0.2), (1, 15, 0.3), (4, 15, 0.3)]
NAMES = {0: "freestyle", 1: "standard", 4: "renju"}
ANSWER = re.compile(r"OK|\d+,\d+|MESSAGE .+|name=\".+")


def write_openings(path, size, number, rng):
    """Openings of three to six stones near the middle, each played with both colors."""
    middle = range(size // 2 - 3, size // 2 + 4)
    points = [f"{chr(97 + x)}{y + 1}" for x in middle for y in middle]
    path.write_text("".join("".join(rng.sample(points, rng.randint(3, 6))) + "\n" for _ in range(number)))


def play(cli, engines, rule, size, games, folder):
    """Plays games of a kind; the text that c-gomoku-cli prints."""
    folder.mkdir(parents=True)
    write_openings(folder / "openings.txt", size, (games + 1) // 2, random.Random(rule * 100 + size))
    time, tolerance = os.environ.get("TIME", "0.1"), os.environ.get("TOLERANCE", "0.3")
    command = [
        cli, "-each", f"tc=0/{time}", f"tolerance={tolerance}",
        "-engine", "name=a", f"cmd={engines[0]}", "-engine", "name=b", f"cmd={engines[1]}",
        "-rule", str(rule), "-boardsize", str(size), "-games", str(games), "-repeat", "-drawafter", "200",
        "-concurrency", os.environ.get("CONCURRENCY", "1"), "-log",
        "-openings", f"file={folder}/openings.txt", "type=pos", "order=sequential",
        "-sgf", f"{folder}/games.sgf", "-msg", f"{folder}/messages.txt"]
    with (folder / "output.txt").open("w") as file:
        subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, cwd=folder)
    return (folder / "output.txt").read_text()


def faults_of(text):
    """Who lost by a fault, and which."""
    found = collections.Counter()
    pattern = r"Finished game \d+ \((\w) vs (\w)\): \S+ \{(Black|White) (win by|play) (.*)\}"
    for black, white, side, verb, reason in re.findall(pattern, text):
        if verb == "play":
            found[black, reason] += 1
        elif "five" not in reason and "adjudication" not in reason:
            found[white if side == "Black" else black, reason] += 1
    return found


def timings(folder, limit):
    """From c-gomoku-cli's logs: ms of each move of each engine, and lines that are no answer."""
    times, odd, asked = collections.defaultdict(list), collections.Counter(), {}
    for log in folder.glob("c-gomoku-cli.*.log"):
        for line in log.read_text(errors="backslashreplace").splitlines():
            match = re.match(r"(\d+): (\w) (->|<-) (.*)", line)
            if not match:
                continue
            at, name, arrow, text = int(match[1]), match[2], match[3], match[4]
            if arrow == "<-":  # said to the engine
                if text.startswith(("BEGIN", "TURN", "DONE")):
                    asked[log, name] = at
            elif re.fullmatch(r"\d+,\d+", text) and (log, name) in asked:
                times[name].append(at - asked.pop((log, name)))
            elif not ANSWER.fullmatch(text):
                odd[name, text] += 1
    return times, odd


def main():
    cli = shutil.which(os.environ.get("C_GOMOKU_CLI", "c-gomoku-cli"))
    if cli is None:
        common.skip("C_GOMOKU_CLI names no c-gomoku-cli")
    engine = common.engine_path()
    opponent = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else engine
    out = pathlib.Path(os.environ.get("OUT") or tempfile.mkdtemp(prefix="tianyuan-c-gomoku-cli.")).resolve()
    limit = 1000 * float(os.environ.get("TIME", "0.1"))
    n_games, ours = 0, "a" if opponent != engine else "ab"
    faulty = False
    for rule, size, part in KINDS:
        games = max(2, 2 * round(part * int(os.environ.get("GAMES", "200")) / 2))
        folder = out / f"{NAMES[rule]}-{size}"
        text = play(os.path.abspath(cli), (engine, opponent), rule, size, games, folder)
        finished = len(re.findall("Finished game", text))
        score = re.findall(r"^Score of a vs b: (.*?) \[", text, re.M)
        times, odd = timings(folder, limit)
        mine = [ms for name in ours for ms in times[name]]
        overtime, is_late = common.overtime([(ms - limit) / 1000 for ms in mine])
        points = score[-1].strip() if score else "none scored"
        print(f"  {NAMES[rule]} {size}: {finished} games, {points} (wins - losses - draws), {overtime}")
        for (name, reason), number in faults_of(text).items():
            print(f"  {number} x {name} lost: {reason}")
            faulty |= name in ours
        for (name, line), number in odd.items():
            print(f"  {number} x {name} printed: {line}")
            faulty |= name in ours
        faulty |= finished != games or is_late
        n_games += finished
    print(f"logs and games: {out}")
    print(f"c-gomoku-cli: {n_games} games, " + ("with faults" if faulty else "no fault"))
    sys.exit(1 if faulty else 0)


main()
