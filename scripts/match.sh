#!/usr/bin/env bash
# A match of two engines under c-gomoku-cli (https://github.com/dhbloo/c-gomoku-cli), which is not part of
# this project.
#
#   C_GOMOKU_CLI=path/to/c-gomoku-cli scripts/match.sh ENGINE_A ENGINE_B
#
# Settings are variables:
#   RULE=0          0 freestyle, 1 standard, 4 renju
#   SIZE=15         points on a side
#   TIME=0.2        seconds a move; or NODES=20000, nodes a move instead
#   OPENINGS=FILE   openings, one a line, such as h8i9g7 (rows from the top); each is played with both colors
#   GAMES=200       games, two for each opening
#   CONCURRENCY=1   games at the same time
#   THREADS=1       threads of each engine
#   TOLERANCE=0.1   seconds past the limit that are no loss; start-up must be as fast
#   OUT=DIR         where log, PGN and SGF go; a new folder below the system's temporary one unless given
#
# Prints the score (wins - losses - draws of ENGINE_A), who lost games by time, crash or a forbidden move, and
# the folder. Exit code 1 if ENGINE_A lost such a game.
set -euo pipefail

usage() { # the text above
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2
    exit 2
}

[[ $# == 2 ]] || usage
cli=${C_GOMOKU_CLI:-c-gomoku-cli}
command -v "$cli" >/dev/null || { echo "match.sh: $cli is not there; C_GOMOKU_CLI names it" >&2; exit 2; }
for engine in "$1" "$2"; do
    command -v "$engine" >/dev/null || { echo "match.sh: $engine is no program" >&2; exit 2; }
done

out=${OUT:-$(mktemp -d -t tianyuan-match.XXXXXX)}
mkdir -p "$out"

# With a limit in nodes time is only a guard against engines that hang.
limit=(tc=0/60 "nodes=${NODES:-}" tolerance=6)
[[ -n ${NODES:-} ]] || limit=("tc=0/${TIME:-0.2}" "tolerance=${TOLERANCE:-0.1}")
openings=()
[[ -z ${OPENINGS:-} ]] || openings=(-openings "file=$OPENINGS" type=pos order=sequential)
# Two builds of the same name are told apart by a letter.
names=("a-$(basename "$1")" "b-$(basename "$2")")

"$cli" -each "${limit[@]}" "thread=${THREADS:-1}" \
    -engine "name=${names[0]}" "cmd=$1" -engine "name=${names[1]}" "cmd=$2" \
    -rule "${RULE:-0}" -boardsize "${SIZE:-15}" -games "${GAMES:-200}" -repeat \
    -concurrency "${CONCURRENCY:-1}" -drawafter 200 "${openings[@]}" \
    -pgn "$out/games.pgn" -sgf "$out/games.sgf" >"$out/log" 2>&1 ||
    { tail -n 20 "$out/log" >&2; exit 2; }

grep "^Score of" "$out/log" | tail -n 1
# Who lost by a fault, how, and how often. Black is named first.
faults=$(sed -nE \
    -e 's/.*\((.*) vs .*\): .*\{Black play (.*)\}/\1: \2/p' \
    -e 's/.*\((.*) vs .*\): .*\{White win by (time forfeit|opponent.*)\}/\1: \2/p' \
    -e 's/.*\(.* vs (.*)\): .*\{Black win by (time forfeit|opponent.*)\}/\1: \2/p' \
    "$out/log" | sed 's/opponent //' | sort | uniq -c)
echo "games lost by time, crash or rule:"
echo "${faults:-      0}"
echo "log and games: $out"
! grep -qF " ${names[0]}: " <<<"$faults"
