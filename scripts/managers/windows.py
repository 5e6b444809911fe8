#!/usr/bin/env python3
"""The windows of qpiskvork (https://github.com/Joker2770/qpiskvork) and Yixin-Board
(https://github.com/dhbloo/Yixin-Board), which are not part of this project, with the engine behind them, on a
screen that nobody sees: the engine is chosen, a game begun, a position looked at. What was said to the engine and
what it answered is checked; pictures are left for a person to look at.

  QPISKVORK=path/to/qpiskvork YIXIN_BOARD=folder/of/Yixin scripts/managers/windows.py [ENGINE]

ENGINE is the release build unless given. Needs Xvfb, openbox, xdotool and ImageMagick.
  OUT=DIR   where pictures and logs go; a new folder unless given
"""

import os, pathlib, re, shutil, sys, tempfile, time

sys.dont_write_bytecode = True
import common
from common import Fault
from screen import Screen, Window, start

# Black may not play g9, a double-three, and has many good moves.
POSITION, FOUL = "h8h9i7i9h10i6i11i12", "0606"
# As the fork keeps them, in its order: size 15, renju, the computer has no side, 2 s a move, 10 minutes a game, log,
# numbers and analysis shown, 64 MB, 3 lines, ...
YIXIN_SETTINGS = ("15 0 2 0 0 1 2 600 100 -1 1 0 1 1 1 0 1 1 64 3 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 100 0 50 50 30 70 90"
                  .split() + ["Sans 10", "Monospace 9", "Sans 9", "Sans 9"])


def engine_with_log(folder, name):
    """A program of that name in the folder, which is the engine and keeps a log."""
    program, log = folder / name, folder / "engine.log"
    log.unlink(missing_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{common.engine_path()}" --log "{log}"\n')
    program.chmod(0o755)
    return program, log


def await_line(log, pattern, seconds, begin=0):
    """The first line that matches, behind the first `begin` characters of a log."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        text = log.read_text()[begin:] if log.exists() else ""
        for line in text.splitlines():
            if re.search(pattern, line):
                return line
            if re.search(r"< (ERROR|UNKNOWN)", line):
                raise Fault(line)
        time.sleep(0.1)
    raise Fault(f"no {pattern} within {seconds} s")


def qpiskvork(out):
    """Renju, the engine has White."""
    folder = out / "qpiskvork"
    folder.mkdir(parents=True, exist_ok=True)
    program, log = engine_with_log(folder, "tianyuan")
    manager = start(os.environ["QPISKVORK"], cwd=folder)
    try:
        window = Window("qpiskvork")
        window.key("r")
        window.key("t")
        dialog = Window("Turn Timeout")
        dialog.key("ctrl+a")
        dialog.write("5000")  # ms, the least it takes
        dialog.key("Return")
        window.key("p")
        dialog = Window("Player Setting")
        dialog.click(235, 189)  # the second player is a program
        dialog.click(180, 227)
        dialog.write(str(program))
        dialog.picture(out / "qpiskvork-engine.png")
        dialog.click(313, 276)
        window.key("ctrl+s")
        for row, column in [(7, 7), (9, 5), (5, 9)]:
            begin = len(log.read_text()) if log.exists() else 0
            window.click(36 + 36 * column + 18, 94 + 36 * row + 18)
            await_line(log, rf"> TURN {column},{row}$", 3, begin)
            await_line(log, r"< \d+,\d+$", 8, begin)
            time.sleep(0.5)
        window.picture(out / "qpiskvork.png")
        window.key("ctrl+e")
        await_line(log, "> END", 3)
    finally:
        manager.kill()


def yixin_board(out):
    """Forbidden marks, three lines at once, and a game of the engine with itself, begun by hand."""
    folder = out / "yixin"
    shutil.copytree(os.environ["YIXIN_BOARD"], folder, ignore=shutil.ignore_patterns(".git"), dirs_exist_ok=True)
    shutil.copy(folder / "skin" / "skin_1.bmp", folder / "piece.bmp")
    (folder / "settings.txt").write_text("".join(f"{value}\t;\n" for value in YIXIN_SETTINGS))
    _, log = engine_with_log(folder, "engine")
    manager = start(str(folder / "Yixin"), cwd=folder)
    try:
        window = Window("Yixin")
        def command(text):
            window.click(-100, -30)
            window.key("ctrl+a")
            window.write(text)
            begin = len(log.read_text())
            window.key("Return")
            return begin
        await_line(log, "< FORBID", 5)
        begin = command(f"putpos {POSITION}")
        await_line(log, rf"< FORBID {FOUL}\.", 3, begin)
        begin = command("nbest 3")
        await_line(log, "< INFO PV 2", 3, begin)
        time.sleep(1.2)
        window.picture(out / "yixin-board.png", colors=96)
        await_line(log, r"< \d+,\d+$", 5, begin)
        command("putpos h8i9g7")
        for _ in range(4):
            begin = command("thinking start")
            await_line(log, r"< \d+,\d+$", 5, begin)
            time.sleep(0.5)
        window.picture(out / "yixin-board-game.png", colors=96)
    finally:
        manager.kill()


def main():
    out = pathlib.Path(os.environ.get("OUT") or tempfile.mkdtemp(prefix="tianyuan-windows.")).resolve()
    cases = [case for case, name in [(qpiskvork, "QPISKVORK"), (yixin_board, "YIXIN_BOARD")] if os.environ.get(name)]
    if not cases:
        common.skip("neither QPISKVORK nor YIXIN_BOARD names a manager")
    report = common.Report("windows")
    with Screen(1400, 860):
        for case in cases:
            report.case(case.__name__, lambda: case(out))
    print(f"pictures and logs: {out}")
    report.finish()


main()
