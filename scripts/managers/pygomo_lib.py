#!/usr/bin/env python3
"""The engine under the real pygomo-lib (https://pypi.org/project/pygomo-lib), which is not part of this
project.

  PYTHON=path/to/python scripts/managers/pygomo_lib.py [ENGINE]

ENGINE is the release build unless given. PYTHON names a Python that has pygomo-lib (pip install pygomo-lib).
  LIMIT=1000   ms a move

Fails if the library's START, INFO, BEGIN, TURN, BOARD, YXBOARD, YXNBEST, STOP, TAKEBACK, RESTART, ABOUT or END
does not work, and if what it reads from the MESSAGE lines (in the form that `--messages ucilike` or
`INFO show_detail 4` chooses) lacks depth, evaluation, nodes, speed, time or line of play, or names points other
than the engine's own coordinates do.
"""

import os, sys, threading, time

sys.dont_write_bytecode = True
import common
from common import Fault

LIMIT = int(os.environ.get("LIMIT", "1000"))
SLACK = 0.2  # s: the library asks every 0.1 s
MIDDLE = [(7, 7), (6, 8), (8, 8), (6, 6), (8, 6)]
TWO_FIVES = [(6, 4), (2, 9), (6, 5), (12, 3), (6, 6), (11, 12), (6, 7), (1, 1)]
MAKE_A_FIVE = [(3, 5), (3, 4), (3, 6), (10, 2), (3, 7), (11, 2), (3, 8), (9, 12)]
CASES = []


def case(function):
    CASES.append(function)
    return function


def check(what, true):
    if not true:
        raise Fault(what)


def position(path):
    """The library's position: field 1 is the side to move."""
    from pygomo import BoardPosition, Move
    board = BoardPosition()
    for i, point in enumerate(path):
        board.add_move(Move(point), 1 if i % 2 == len(path) % 2 else 2)
    return board


def opened(way):
    """A client, in the form of messages that it reads whole."""
    from pygomo import EngineClient
    client = EngineClient(ENGINE, args=["--messages", "ucilike"] if way == "flag" else [])
    client.connect()
    if way == "setting":
        client.configure(show_detail=4)
    check("START fails", client.start(15, timeout=5))
    client.configure(timeout_turn=LIMIT, timeout_match=0, rule=0)
    return client


def check_move(result, path, what):
    check(f"{what}: no move", result is not None)
    point = result.move.to_tuple()
    check(f"{what}: {point} is no empty point", point not in path and all(0 <= n < 15 for n in point))
    return point


def check_info(result, path, what):
    """Everything the library can read is there, in the last message as in the ones before."""
    check(f"{what}: no message was read", result and result.all_info)
    for info in result.all_info:
        for name, value in [("depth", info.depth), ("selective depth", info.sel_depth), ("nodes", info.nodes),
                            ("speed", info.nps), ("line of play", info.pv)]:
            early = name in ("speed",) and info.time_ms < 20
            check(f"{what}: {name} is empty in {info}", value or early)
        check(f"{what}: depth {info.sel_depth} below {info.depth}", info.sel_depth >= info.depth)
        line = [move.to_tuple() for move in info.pv]
        is_new = len(set(line + path)) == len(line + path)
        check(f"{what}: {line} names a point twice, or one of the board", is_new)
        check(f"{what}: {line} leaves the board", all(0 <= n < 15 for point in line for n in point))
    values = {info.eval.raw_value for info in result.all_info}
    check(f"{what}: every evaluation is 0", values - {"0", ""})
    last = result.search_info
    check(f"{what}: time {last.time_ms} ms of {LIMIT}", 0 < last.time_ms <= LIMIT + 1000 * SLACK)
    first = [info for info in result.all_info if info.multipv == 1][-1]
    told = first.pv[0]
    check(f"{what}: the move is {result.move}, the line of play begins with {told}", told == result.move)


@case
def life(client, way):
    about = client.about(timeout=3)
    check(f"ABOUT gives {about}", about and about.startswith('name="'))
    check("RESTART fails", client.restart(timeout=3))
    for size in (20, 15):
        check(f"START {size} fails", client.start(size, timeout=3))


@case
def a_game(client, way):
    for rule in (0, 1, 4):
        client.set_rule(rule)
        check("RESTART fails", client.restart(timeout=3))
        path = [check_move(client.begin(timeout=10), [], "BEGIN")]
        for point in [(6, 8), (9, 5), (5, 10)]:
            if point in path:
                continue
            path.append(point)
            path.append(check_move(client.turn(point, timeout=10), path, "TURN"))
        for point in reversed(path[-2:]):
            from pygomo import Move
            check(f"TAKEBACK {point} fails", client.takeback(Move(point), timeout=3))


@case
def what_it_reads_of_a_search(client, way):
    heard = []
    result = client.board(position(MIDDLE), timeout=10, on_info=heard.append)
    check_move(result, MIDDLE, "BOARD")
    check_info(result, MIDDLE, "BOARD")
    check("the callback hears nothing while it thinks", heard)
    path = [*MIDDLE, result.move.to_tuple()]
    point = next((x, 11) for x in range(15) if (x, 11) not in path)
    result = client.turn(point, timeout=10)
    check_move(result, [*path, point], "TURN")
    check_info(result, [*path, point], "TURN")


@case
def several_lines(client, way):
    client.board(position(MIDDLE), start_thinking=False)
    result = client.nbest(3, timeout=10)
    check_move(result, MIDDLE, "YXNBEST 3")
    check_info(result, MIDDLE, "YXNBEST 3")
    numbers = {info.multipv for info in result.all_info}
    check(f"YXNBEST 3: lines {numbers}", numbers == {1, 2, 3})
    deepest = max(info.depth for info in result.all_info if info.multipv == 3)
    firsts = [info.pv[0].to_tuple() for info in result.all_info if info.depth == deepest]
    check(f"YXNBEST 3: lines begin with {firsts}", len(set(firsts[-3:])) == 3)


@case
def a_win(client, way):
    result = client.board(position(MAKE_A_FIVE), timeout=10)
    check(f"BOARD: the five is at 3,9, the move {result.move.to_tuple()}", result.move.to_tuple() == (3, 9))
    client.board(position(TWO_FIVES), start_thinking=False)
    result = client.nbest(2, timeout=10)
    check_move(result, TWO_FIVES, "YXNBEST")
    check(f"YXNBEST: {result.move.to_tuple()} makes no five", result.move.to_tuple() in {(6, 3), (6, 8)})
    for info in result.all_info:
        check(f"a win is evaluated as {info.eval.raw_value}", info.multipv > 2 or info.eval.is_winning())


@case
def stop(client, way):
    client.set_time(turn_time_ms=600_000)
    client.board(position(MIDDLE), start_thinking=False)
    for think in (lambda: client.nbest(2, timeout=10), lambda: client.board(position(MIDDLE), timeout=10)):
        stopped = []
        threading.Timer(0.6, lambda: (stopped.append(time.perf_counter()), client.stop())).start()
        result = think()
        took = time.perf_counter() - stopped[0] if stopped else 0
        check("no move after STOP", result is not None)
        check(f"the move came {took:.3f} s after STOP", took < SLACK)
        check_info_of_stopped(result)
    client.stop()
    time.sleep(0.2)
    left = client.router.get_all("coord") + client.router.get_all("output")
    check(f"an idle STOP is answered by {left}", not left)
    check("RESTART after STOP fails", client.restart(timeout=3))


def check_info_of_stopped(result):
    check("no message before STOP", result.all_info and all(info.depth for info in result.all_info))


@case
def nothing_is_left_over(client, way):
    """Channels that nobody reads would be taken for the answer to the next question."""
    client.board(position(MIDDLE), timeout=10)
    time.sleep(0.2)
    for channel in ("coord", "error", "output"):
        left = client.router.get_all(channel)
        check(f"left in the channel {channel}: {left}", not left)


def main():
    global ENGINE, PyGomoError
    common.need("pygomo", "pygomo-lib is not there")
    from pygomo.transport import TransportError as PyGomoError
    ENGINE = common.engine_path()
    report = common.Report("pygomo-lib")
    for way in ("setting", "flag"):
        for function in CASES:
            report.case(f"{function.__name__}, ucilike by {way}", lambda: run(function, way))
    report.finish()


def run(function, way):
    try:
        client = opened(way)
    except PyGomoError as error:
        raise Fault(f"the library cannot start the engine: {error}")
    process = client._transport._process
    try:
        function(client, way)
    except PyGomoError as error:
        raise Fault(f"{type(error).__name__}: {error}")
    finally:
        client.quit()
    if process.stderr.read():
        raise Fault("stderr is not silent: the library never reads it")


main()
