#!/usr/bin/env bash
# This engine against others, one after the other: gauntlet.sh FOLDER PEERS [OPTIONS OF MATCH...]
#
# PEERS is a file with a line for each opponent: its name, the rules and sizes it plays, and what --engine of
# `tianyuan match` takes. Blank lines and those that begin with # are passed over.
#
#     rapfi     renju-15,freestyle-15,freestyle-20,standard-15  cmd=../rapfi/pbrain-rapfi
#     pentazen  freestyle-20                                    cmd=../pentazen20
#
# Each cell of the table has a journal in FOLDER. Whatever stops this, called again with the same words it goes on
# where it stood, and shows the table of all that is there. CELLS=renju-15 plays only some of them.
# TIANYUAN=PROGRAM plays another build than target/release/tianyuan.
#
#     scripts/gauntlet.sh runs/today peers.txt --turn 200ms --games 200 --concurrency 2
set -euo pipefail

[[ $# -ge 2 && -f $2 ]] || { sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "$0" >&2; exit 2; }
folder=$1 peers=$2 options=("${@:3}")
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TIANYUAN:-$home/target/release/tianyuan}
[[ -x $program ]] || { echo "gauntlet.sh: $program is missing: cargo build --release" >&2; exit 2; }
mkdir -p "$folder"

play() { # play NAME RULE-SIZE ENGINE: plays a cell, or goes on with it
    local name=$1 rule=${2%-*} size=${2##*-} engine=$3
    local file=$folder/$1-$2
    [[ -z ${CELLS:-} || ,$CELLS, == *,$2,* ]] || return 0
    if [[ -s $file.jsonl ]]; then
        "$program" match --resume "$file.jsonl"
    else
        "$program" match --engine "name=tianyuan cmd='$program'" --engine "name=$name $engine" --rule "$rule" \
            --size "$size" --openings "$home/openings/$rule-$size.txt" --journal "$file.jsonl" "${options[@]}"
    fi > "$file.txt" < /dev/null
}

row() { # row NAME RULE-SIZE: what a cell has come to
    local file=$folder/$1-$2.txt
    [[ -s $file ]] || return 0
    # Scores are said after every game; errors, and behind them faults, only with whole results.
    awk -v name="$1" -v cell="$2" '
        /^Score of / { wins = $(NF - 6); losses = $(NF - 4); draws = $(NF - 2); games = $NF
                       score = 100 * substr($(NF - 1), 2) }
        /^Games: / { gsub(/,/, ""); games = $2; wins = $4; losses = $6; draws = $8; score = substr($11, 2) }
        /^Elo: / { elo = $2 " " $3 " " $4; sub(/,$/, "", elo) }
        /^Ptnml/ { faults = "" }
        /lost [0-9]+ by|past the limit|swallowed/ && !/^Finished/ { faults = faults "; " $0 }
        END { printf "%-12s %-13s %5d games  +%d -%d =%d  %5.1f %%  %s%s\n",
              name, cell, games, wins, losses, draws, score, elo, faults }' "$file"
}

each() { # each COMMAND: calls it with the name, the cell and the engine of every cell
    local name cells engine cell
    while read -r name cells engine; do
        [[ -n $name && $name != \#* ]] || continue
        for cell in ${cells//,/ }; do
            "$1" "$name" "$cell" "$engine"
        done
    done < "$peers"
}

each play
each row
