#!/bin/sh
# Plays training games in many processes with GNU parallel and merges them: on this machine, or on those that parallel is told of.
#
#   scripts/train_parallel.sh OUTPUT GAMES GAMES_A_JOB [words for train play…] [-- words for parallel…]
#
# Jobs that are done are not played again: a run that was broken off goes on with the same command. TIANYUAN names the program.
set -eu
if [ $# -lt 3 ]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
output=$1 games=$2 step=$3
shift 3
program=${TIANYUAN:-$(dirname "$0")/../target/release/tianyuan}
parts=$output.parts
play=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    # Each word is quoted once more: parallel hands them to a shell.
    play="$play '$(printf %s "$1" | sed "s/'/'\\\\''/g")'"
    shift
done
[ $# -eq 0 ] || shift
mkdir -p "$parts"
seq 0 "$step" $((games - 1)) | parallel "$@" \
    "from={}; n=$step; [ \$((from + n)) -le $games ] || n=\$(($games - from)); \
     '$program' train play $play --from \$from --games \$n --concurrency 1 --output '$parts'/\$from.games"
rm -f "$output"
"$program" train merge "$parts"/*.games --output "$output"
