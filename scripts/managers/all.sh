#!/usr/bin/env bash
# All managers, one after the other, with a line of summary each. Not part of check.sh: it takes an hour on an
# otherwise idle machine (on a busy one moves are late through no fault of the engine), and the clients are not
# part of this project.
#
#   scripts/managers/all.sh [ENGINE]
#
# ENGINE is the release build unless given. A client that is absent is skipped with a word. Variables say where
# the clients are; the head of each script says more.
#   GOMOCUP_JUDGE=DIR    a checkout of GomocupJudge
#   C_GOMOKU_CLI=FILE    the program c-gomoku-cli
#   PYTHON=FILE          a Python that has pygomo-lib and psutil
#   PISKVORK=FILE        piskvork.exe, which runs under wine with what scripts/release.sh built
#   QPISKVORK=FILE       the program qpiskvork
#   YIXIN_BOARD=DIR      a folder with Yixin, the fork for Rapfi
#   OUT=DIR              where the logs go; a new folder below the system's temporary one unless given
#
# Exit code 1 if a manager found a fault.
set -euo pipefail
folder=$(dirname "${BASH_SOURCE[0]}")
out=${OUT:-$(mktemp -d -t tianyuan-managers.XXXXXX)}
mkdir -p "$out"
status=0
for script in pygomo_lib qpiskvork piskvork yixin_board c_gomoku_cli judge windows piskvork_wine; do
    log=$out/$script.log
    arguments=("$@")
    # This one takes the program for Windows.
    [[ $script == piskvork_wine ]] && arguments=()
    if OUT=$out/$script python3 "$folder/$script.py" "${arguments[@]}" >"$log" 2>&1; then
        line=$(tail -n 1 "$log")
        [[ $line == skipped:* ]] && line="$script: $line"
        echo "$line"
    else
        echo "$(tail -n 1 "$log") <- see $log"
        status=1
    fi
done
echo "logs: $out"
exit $status
