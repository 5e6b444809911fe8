#!/usr/bin/env python3
"""The dialogue of Yixin-Board with an engine, played again by a script: what it sends and in which order, and
how it reads the answers, worked out from the sources of both Yixin-Board 2.1
(https://github.com/accreator/Yixin-Board) and the fork for Rapfi (https://github.com/dhbloo/Yixin-Board).
Needs neither of them.

  scripts/managers/yixin_board.py [ENGINE] [CASE ...]

ENGINE is the release build unless given; CASE a part of the names of cases, all of them unless given.
  STEPS=40   random clicks, undos, stops, new games and searches in the random games
  SEED=1     of the random games

Coordinates are row,column here, as the board counts them. The script fails on anything that would upset the
board: a move line too many or too few, a line that it would take for a move, FORBID without its full stop,
points that are off the board or occupied, words where it expects numbers, blocks of INFO lines out of order,
an answer late after `yxstop`, an exit slower than half a second. Commands that are answered by ERROR or
UNKNOWN and that the board can live without are listed as notes. Dialogues of the opening rules in its menu are
played with all that its user can choose in them; of the engine's choices as many as it makes. What they fail on
is said in yixin_openings.py.
"""

import functools, os, random, sys

sys.dont_write_bytecode = True
import common
from common import Fault
from yixin_gui import CASES, OVERTIMES, TOLD, case, expect
from yixin_openings import Board

UNLIMITED = {"level": 0}


# The cases, but those of openings. Each gets a function that opens a board with settings.

STOP_A_FOUR = [(8, 2), (8, 1), (8, 3), (3, 10), (8, 4), (4, 12), (8, 5)]
MAKE_A_FIVE = [(3, 5), (3, 4), (3, 6), (10, 2), (3, 7), (11, 2), (3, 8), (9, 12)]
TWO_FIVES = [(6, 4), (2, 9), (6, 5), (12, 3), (6, 6), (11, 12), (6, 7), (1, 1)]
OPEN_THREE = [(4, 6), (9, 3), (4, 7), (10, 11), (4, 8)]
MIDDLE = [(7, 7), (6, 8), (8, 8), (6, 6), (8, 6)]
FOULS = [
    ([(7, 7), (8, 7), (6, 8), (8, 8), (9, 7), (5, 8), (10, 8), (11, 8)], {(8, 6)}),
    ([(3, 5), (0, 0), (3, 6), (0, 5), (5, 7), (0, 9), (4, 7), (0, 14), (9, 2), (13, 0), (9, 3), (13, 4), (9, 5),
      (13, 9), (9, 6), (13, 13), (9, 7), (14, 2)], {(3, 7), (9, 4)}),
]


@case
def opening_the_window(new):
    for rule in (0, 1, 2):
        board = new(rule=rule, **UNLIMITED)
        for key in ("MAX_THREAD_NUM", "MAX_HASH_SIZE"):
            if key not in board.maxima:
                raise Fault(f"no MESSAGE INFO {key}: the board shows no slider for it")
        board.quit()


@case
def every_size(new):
    for size in (10, 15, 19, 20, 22):
        board = new(size=size, turn=200, computer=2)
        board.click((size - 2, size - 5))
        board.wait()
        board.quit()


@case
def unlimited_thinking_is_stopped(new):
    board = new(computer=2, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(1.0)
    if not board.searches:
        raise Fault("thinking without a limit ended by itself on a quiet board")
    board.stop()
    board.wait_stopped()
    board.stop()
    board.settle()
    board.click((2, 12))
    board.listen(0.5)
    board.stop()
    board.wait_stopped()
    board.quit()


@case
def a_second_stop_is_not_answered(new):
    board = new(computer=2, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(0.3)
    board.stop()
    board.stop()
    board.wait_stopped()
    board.quit()


@case
def points_are_row_and_column(new):
    """Positions with one good move, none of it symmetrical about the diagonal."""
    for rule in (0, 1, 2):
        board = new(rule=rule, computer=3)
        for path, moves in [(STOP_A_FOUR, {(8, 6)}), (MAKE_A_FIVE, {(3, 9)}),
                            (OPEN_THREE, {(4, 4), (4, 5), (4, 9), (4, 10)})]:
            board.computer = 0
            board.put(path)
            board.settle()
            board.start_thinking()
            board.wait()
            expect(f"board, rule {rule}", board.moves[-1], moves)
            board.put(path)
            board.n_best(2)
            board.wait()
            expect(f"yxnbest, rule {rule}", board.moves[-1], moves)
        board.quit()


@case
def points_of_turn_are_row_and_column(new):
    board = new(computer=2)
    board.put(STOP_A_FOUR[:-1])
    board.computer = 0
    board.put(STOP_A_FOUR[:-2])
    board.computer = 2
    # The computer's answer to a first stone makes `turn` the next word.
    board.click()
    board.wait()
    board.put([])
    for point in [(2, 11), (2, 12)]:
        board.click(point)
        board.wait()
    if "turn 2,12" not in board.last_words:
        raise Fault("this script did not come to say turn")
    expect("answer to turn", board.moves[-1] in {(2, 12), (12, 2)}, {False})
    board.quit()


@case
def forbidden_points_of_known_boards(new):
    board = new(rule=2, computer=0)
    for path, fouls in FOULS:
        board.put(path)
        board.settle()
        if board.forbidden != fouls:
            raise Fault(f"forbidden are {sorted(board.forbidden)}, and not {sorted(fouls)}")
    for rule in (0, 1):
        board.set_rule(rule)
        board.settle()
        if board.forbidden:
            raise Fault(f"forbidden points under rule {rule}")
    board.set_rule(2)
    board.settle()
    if board.forbidden != FOULS[-1][1]:
        raise Fault("a change of the rule does not bring the forbidden points back")
    board.quit()


@case
def forbidden_points_after_the_computers_move(new):
    """The list is asked for after a move of White without the board being sent again."""
    board = new(rule=2, computer=2, turn=300)
    for point in [(7, 7), (5, 7), (7, 5), (9, 9), (3, 9), (11, 4)]:
        if board.over:
            break
        if point in board.path or point in board.forbidden:
            continue
        board.click(point)
        board.wait()
        after_turn = set(board.forbidden)
        board.show_forbidden()
        board.settle()
        if board.forbidden != after_turn:
            raise Fault(f"forbidden after the move {after_turn}, after yxboard {board.forbidden}")
    board.quit()


@case
def a_game_against_itself(new):
    for rule in (0, 1, 2):
        board = new(rule=rule, computer=3, level=2)
        board.click()
        board.wait(timeout=240)
        if not board.over:
            raise Fault("the game stands still")
        board.quit()


@case
def the_hash_is_cleared_before_every_move(new):
    board = new(rule=2, computer=3, level=2, auto_clear=True)
    board.click()
    board.wait(timeout=240)
    board.quit()


@case
def undo_while_thinking(new):
    for rule, computer in [(0, 2), (2, 2), (0, 1), (2, 1)]:
        board = new(rule=rule, computer=computer, **UNLIMITED)
        board.put(MIDDLE if computer == 2 else MIDDLE[:4])
        board.click()
        board.listen(0.4)
        board.undo()
        board.wait_stopped()
        if board.omit:
            raise Fault("the move of the search that was undone is missing")
        board.undo(2)
        board.settle()
        board.start_thinking()
        board.listen(0.3)
        board.stop()
        board.wait_stopped()
        board.quit()


@case
def undo_and_think_again_at_once(new):
    board = new(rule=2, computer=2, **UNLIMITED)
    for _ in range(5):
        board.put(MIDDLE)
        board.click()
        board.listen(0.05)
        board.undo()
        board.click((3, 3))
    board.listen(0.2)
    board.stop()
    board.wait_stopped()
    board.quit()


@case
def new_game_while_thinking(new):
    """The board says nothing then; the engine hears of it by the next position."""
    board = new(computer=2, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(0.3)
    board.new_game()
    board.listen(0.3)
    board.click((3, 11))
    board.listen(0.3)
    board.stop()
    board.wait_stopped()
    if board.omit:
        raise Fault("the move of the search of the old game is missing")
    board.quit()


@case
def settings_while_thinking(new):
    board = new(computer=2, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(0.3)
    board.send("INFO caution_factor 2")
    board.send("INFO thread_num 2")
    board.send("INFO hash_size 131072")
    board.send("INFO pondering 0")
    board.listen(0.3)
    if not board.searches:
        raise Fault("a setting ended the search")
    board.level, board.turn, board.match = 1, 600, 1_000_000
    board.set_level()
    board.wait(timeout=2.0)
    board.click((2, 2))
    board.wait(timeout=2.0)
    board.quit()


@case
def the_rule_is_changed_while_thinking(new):
    board = new(computer=2, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(0.2)
    board.set_rule(2)
    board.listen(0.3)
    board.stop()
    board.wait_stopped()
    board.quit()


@case
def best_lines(new):
    for n in (1, 2, 5, 300):
        board = new(computer=0, turn=1000)
        board.put(MIDDLE)
        board.n_best(n)
        search = board.searches[0]
        board.wait()
        if not board.original and not board.refused and board.n_blocks == 0:
            raise Fault("no INFO PV block although they were asked for")
        if not board.original and not board.refused and len(search.blocks) != min(n, search_width(search)):
            raise Fault(f"{len(search.blocks)} lines where {n} were asked for")
        if not board.refused and board.n_realtime == 0:
            raise Fault("no REALTIME line although they were asked for")
        board.quit()


def search_width(search):
    """Lines there can be: as many as the engine announces, all of them once it stops short of the number."""
    return max((block["NUMPV"] for block in search.blocks.values()), default=0)


@case
def best_lines_are_stopped_and_undone(new):
    board = new(computer=0, **UNLIMITED)
    board.put(MIDDLE)
    board.n_best(3)
    board.listen(0.5)
    board.stop()
    board.wait_stopped()
    if board.original:
        return board.quit()
    board.put(MIDDLE)
    board.n_best(3)
    board.listen(0.3)
    board.undo()
    board.wait_stopped()
    board.n_best(2)
    board.listen(0.3)
    board.stop()
    board.wait_stopped()
    board.quit()


@case
def searchdefend(new):
    board = new(computer=0, turn=1500)
    board.put(OPEN_THREE)
    board.search_word("yxsearchdefend")
    board.wait(timeout=20)
    if not board.refused:
        expect("yxsearchdefend", board.moves[-1], {(4, 4), (4, 5), (4, 9), (4, 10)})
    board.quit()


@case
def balance(new):
    for word, n in [("yxbalanceone", 1), ("yxbalancetwo", 2)]:
        board = new(computer=0, turn=1000)
        board.put([(7, 7), (6, 8)])
        board.search_word(f"{word} 0", n_points=n)
        board.wait(timeout=20)
        board.quit()


@case
def blocked_points(new):
    board = new(computer=0, turn=500)
    for blocked, allowed in [([(6, 3)], {(6, 8)}), ([(6, 8)], {(6, 3)})]:
        board.put(TWO_FIVES)
        block(board, "yxblock", blocked)
        board.settle()
        board.n_best(1)
        board.wait()
        if not board.refused:
            expect(f"with {blocked} blocked", board.moves[-1], allowed)
        block(board, "yxblockundo", blocked)
    board.put(TWO_FIVES)
    block(board, "yxblock", [(6, 3)])
    block(board, "yxblock", [(6, 8)])
    board.send("yxblockreset")
    board.settle()
    board.start_thinking()
    board.wait()
    expect("after yxblockreset", board.moves[-1], {(6, 3), (6, 8)})
    board.quit()


def block(board, word, points):
    board.send(word)
    for row, column in points:
        board.send(f"{row},{column}")
    board.send("done")


@case
def blocks_are_reset_after_the_move(new):
    board = new(computer=0, turn=500, auto_reset=True, auto_reset_path=True)
    board.put(TWO_FIVES)
    block(board, "yxblock", [(6, 3)])
    board.n_best(1)
    board.wait()
    board.put(TWO_FIVES)
    board.n_best(1)
    board.wait()
    if not board.refused:
        expect("after the reset", board.moves[-1], {(6, 3), (6, 8)})
    board.quit()


@case
def blocked_paths(new):
    board = new(computer=0, turn=500)
    board.put(TWO_FIVES)
    block(board, "yxblockpath", [*TWO_FIVES, (6, 3)])
    board.settle()
    board.n_best(1)
    board.wait()
    if not board.refused:
        expect("with the path to (6, 3) blocked", board.moves[-1], {(6, 8)})
    board.put(TWO_FIVES)
    block(board, "yxblockpathundo", [*TWO_FIVES, (6, 3)])
    # All but one: the board sends a block for every point up to 22x22, whatever its size.
    for row in range(22):
        for column in range(22):
            if (row, column) != (6, 8):
                block(board, "yxblockpath", [*TWO_FIVES, (row, column)])
    board.settle()
    board.n_best(1)
    board.wait()
    if not board.refused:
        expect("with all paths but (6, 8) blocked", board.moves[-1], {(6, 8)})
    board.send("yxblockpathreset")
    board.put(MAKE_A_FIVE)
    board.n_best(1)
    board.wait()
    if not board.refused:
        expect("after yxblockpathreset", board.moves[-1], {(3, 9)})
    board.quit()


@case
def points_forbidden_by_the_user(new):
    board = new(computer=0, turn=500)
    board.put(TWO_FIVES)
    board.send("yxforbid add 6 3 0")
    board.settle()
    board.n_best(1)
    board.wait()
    if not board.refused:
        expect("with (6, 3) forbidden for Black", board.moves[-1], {(6, 8)})
    board.send("yxforbid del 6 3 0")
    board.settle()
    board.quit()


@case
def the_hash_table(new):
    board = new(computer=0, turn=300)
    board.put(MIDDLE)
    board.start_thinking()
    board.wait()
    for words in [["yxhashclear"], ["yxshowhashusage"], ["yxhashdump", "a table.bin"],
                  ["yxhashload", "a table.bin"], ["yxhashload", "no such file"],
                  ["yxhashdump", "no/such/folder/end"]]:
        for word in words:
            board.send(word)
        board.settle()
        alive(board, words[0])
    board.quit()


@case
def words_without_a_move(new):
    board = new(computer=0, turn=300)
    board.put(MIDDLE)
    for word in ["yxdraw", "yxresign", "yxprintfeature", "yxdbcheck", "yxdbfix", "yxsavedatabase", "yxstop",
                 "info start_depth 5", "info database_readonly 1", "info nbestsym 1", "yxblockreset",
                 "yxblockpathreset"]:
        board.send(word)
        board.settle()
        alive(board, word)
    board.quit()


@case
def the_database(new):
    board = new(computer=2, turn=300, database=True)
    board.put(MIDDLE[:4])
    board.click((4, 4))
    board.wait()
    for word in ["yxquerydatabaseone", "yxquerydatabasetext", "yxsetbestmovedatabase",
                 "yxclearbestmovedatabase", "yxeditlabeldatabase 7,9 abc", "yxeditlabeldatabase 7,9 ",
                 "yxedittvddatabase 1 87 0 0",
                 "yxedittvddatabase 2 -1 30 0", "yxdeletedatabaseone", "yxdeletedatabaseall",
                 "yxdeletedatabaseall wlinsteprecursive 3"]:
        board.send(word)
        board.send_path()
        board.settle()
        alive(board, word)
    for word in ["yxsetdatabase", "yxdbtopos", "yxdbtotxt", "yxdbtotxtall", "yxtxttodb", "yxlibtodb",
                 "yxdbmerge", "yxdbsplit"]:
        board.send(word)
        board.send("begin")
        board.settle()
        alive(board, word)
    board.quit()


@case
def the_database_is_queried_while_thinking(new):
    """The board does so after every click. It is on unless the settings say otherwise."""
    board = new(computer=2, database=True, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(0.5)
    if not board.searches:
        raise Fault("the query of the database after the click ended the search")
    board.stop()
    board.wait_stopped()
    board.quit()


@case
def a_comment_without_an_end_of_line(new):
    """The fork sends the comment and the first stone, or the `done` of an empty board, on one line."""
    board = new(computer=0, turn=300, database=True)
    for path in (MIDDLE[:2], []):
        board.put(path)
        board.settle()
        first, *rest = [f"{row},{column}" for row, column in path] + ["done"]
        board.send('yxedittextdatabase "a \\"comment\\", done"' + first)
        for line in rest:
            board.send(line)
        board.settle()
        alive(board, f"yxedittextdatabase with {len(path)} stones")
    board.quit()


def alive(board, word):
    """Whether the engine still hears: the board asks for forbidden points, which is always answered."""
    computer, board.computer = board.computer, 0
    path, board.path = board.path, MIDDLE[:4]
    board.show_forbidden()
    try:
        board.settle()
    except Fault as fault:
        raise Fault(f"{fault}, after {word}")
    board.computer, board.path = computer, path


@case
def a_clock_for_the_game(new):
    """Both sides are the computer's, and its one clock runs for both; the increment is small."""
    board = new(computer=3, turn=3_000, match=6_000, increment=100)
    board.click()
    board.wait(timeout=60)
    if board.left() < 0:
        raise Fault(f"the clock shows {board.left()} ms")
    board.quit()


@case
def pondering(new):
    """What is thought in the user's time may not be told: the board would mark points with it."""
    board = new(computer=2, turn=400, pondering=1, rule=2)
    for point in [(7, 7), (5, 8), (9, 6), (10, 10)]:
        if point not in board.path and not board.over:
            board.click(point)
            board.wait()
            board.listen(0.6)
    board.undo()
    board.settle()
    board.n_best(2)
    board.wait()
    board.listen(0.3)
    board.quit()


@case
def quitting_while_thinking(new):
    board = new(computer=2, **UNLIMITED)
    board.put(MIDDLE)
    board.click()
    board.listen(0.3)
    board.quit()


@case
def quitting_while_best_lines_are_searched(new):
    board = new(computer=0, **UNLIMITED)
    board.put(MIDDLE)
    board.n_best(3)
    board.listen(0.3)
    board.quit()


@case
def random_games(new):
    rng = random.Random(int(os.environ.get("SEED", "1")))
    for rule in (0, 1, 2):
        board = new(rule=rule, turn=150, computer=rng.choice([0, 1, 2]), threads=rng.choice([1, 2]),
                    pondering=rng.choice([0, 0, 1]))
        for _ in range(int(os.environ.get("STEPS", "40"))):
            step(board, rng)
            board.listen(rng.choice([0, 0, 0.02, 0.2]))
            # Nobody clicks in the instant between `yxstop` and the move.
            if len(board.searches) > board.omit and not board.thinking or rng.random() < 0.1:
                board.wait()
        board.stop()
        board.wait()
        board.quit()


def step(board, rng):
    free = [(r, c) for r in range(15) for c in range(15) if (r, c) not in board.path]
    near = [(r, c) for r, c in free if any(abs(r - i) < 3 and abs(c - j) < 3 for i, j in board.path)]
    what = rng.choice(["click"] * 6 + ["undo", "undo", "stop", "think", "new", "rule", "nbest", "side"])
    if what == "click":
        board.click(rng.choice(near or [(7, 7)]))
    elif what == "undo":
        board.undo(rng.choice([1, 1, 2, 500]))
    elif what == "stop":
        board.stop()
    elif what == "think":
        board.start_thinking()
    elif what == "new" and rng.random() < 0.3:
        board.new_game()
    elif what == "rule" and not board.searches:
        board.set_rule(rng.choice([0, 1, 2]))
    elif what == "nbest" and not (board.thinking or board.over or board.searches or board.original):
        board.n_best(rng.choice([1, 2, 4]))
    elif what == "side":
        board.computer = rng.choice([0, 1, 2])
        board.need_restart = True


def main():
    common.engine_path()
    report = common.Report("yixin_board")
    lines = blocks = most = 0
    for original in (True, False):
        for function in CASES:
            name = f"{function.__name__}, {'2.1' if original else 'fork'}"
            boards = report.play(name, function, functools.partial(Board, report, original), Board.open)
            lines += sum(board.n_lines for board in boards)
            blocks += sum(board.n_blocks for board in boards)
            most = max([most, *(max(board.seconds.values(), default=0) for board in boards)])
    report.case("times of all moves", lambda: common.check_overtime(report, OVERTIMES))
    report.note(f"{lines} lines read, {most} of them in the fullest second, {blocks} blocks of INFO lines")
    for what, (other, same) in TOLD.items():
        report.note(f"the move was another than the last {what} {other} of {other + same} times")
    report.finish()


main()
