#!/usr/bin/env bash
# Builds what users download, one file for each system, and tries it.
#
#   scripts/release.sh                   builds all into target/packages
#   scripts/release.sh --verify          builds, and tries what was built (some five minutes more)
#   scripts/release.sh --check-windows   only has the compiler read the code as for Windows; skipped with a word
#                                        where there is none and none can be installed
#
# On Debian 12 and its like the script installs what it lacks, if it is run by root: the compiler's sources and the
# linker for Windows, and wine for the trial. Elsewhere it says what is missing. The Linux build is made by the
# toolchain that `cargo` is, the Windows one by Debian's, which comes with the sources of the standard library.
#
#   TARGET=DIR    where it builds, target unless given
#   LEVEL=v3      builds for newer processors (x86-64-v3: AVX2, BMI2), v2 unless given: SSE4.2, POPCNT
#
# Exit code 1 if something is missing or a trial fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=$(realpath -m "${TARGET:-target}")
level=x86-64-${LEVEL:-v2}
packages=$target/packages
windows=x86_64-pc-windows-gnu
linux=x86_64-unknown-linux-gnu
oldest_compiler=1.95
start_limit=50    # ms from START to OK
wine_limit=300    # ms, under wine
memory_limit=262  # MB, where a manager grants 350

fail() {
    echo "release.sh: $*" >&2
    exit 1
}

# Packages and compilers.

install() { # install PACKAGE...: Debian packages
    if [[ ! -e /etc/debian_version || $(id -u) != 0 ]]; then
        fail "missing: $*; on Debian: apt-get install $*"
    fi
    echo "== installing $*"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
        >"$target/apt.log" 2>&1 </dev/null ||
        fail "apt-get failed, see $target/apt.log"
}

need_windows_compiler() {
    has_windows_compiler ||
        install rustc-web cargo-web rust-web-src gcc-mingw-w64-x86-64 binutils-mingw-w64-x86-64
    has_windows_compiler || fail "Debian's rustc-web is older than $oldest_compiler, or has no sources"
}

has_windows_compiler() {
    local tool
    for tool in x86_64-w64-mingw32-gcc x86_64-w64-mingw32-objdump /usr/bin/cargo; do
        command -v "$tool" >/dev/null || return 1
    done
    ! older_than /usr/bin/rustc && [[ -e $(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]]
}

older_than() { # older_than COMPILER: whether it is absent or too old
    local version
    version=$("$1" --version 2>/dev/null | cut -d' ' -f2) || return 0
    [[ $(printf '%s\n' "$oldest_compiler" "$version" | sort -V | head -n 1) != "$oldest_compiler" ]]
}

for_windows() { # for_windows COMMAND ARGUMENT...: cargo for Windows, which builds the standard library too
    # The shims of rustup come first in PATH, and know no Windows.
    RUSTC_BOOTSTRAP=1 PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc /usr/bin/cargo "$@" -Zbuild-std=std,panic_abort \
        --target "$windows" --target-dir "$target/windows" --locked
}

flags() { # flags FLAG...: as cargo takes them, where blanks may be in paths
    local home=${CARGO_HOME:-$HOME/.cargo} IFS=$'\x1f'
    # No path of the building machine in what is given away.
    set -- "$@" "--remap-path-prefix=$PWD=." "--remap-path-prefix=$home=cargo" "-Cstrip=symbols"
    echo "-Ctarget-cpu=$level$IFS$*"
}

# Building.

build_linux() {
    echo "== Linux, $level, static"
    CARGO_ENCODED_RUSTFLAGS=$(flags -Ctarget-feature=+crt-static) \
        cargo build --release --locked --target "$linux" --target-dir "$target/linux"
    linux_program=$target/linux/$linux/release/tianyuan
}

build_windows() {
    echo "== Windows, $level"
    CARGO_ENCODED_RUSTFLAGS=$(flags) for_windows build --release
    windows_program=$target/windows/$windows/release/tianyuan.exe
}

version() { # of the program
    sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1
}

pack() {
    local version date folder
    version=$(version)
    date=$(git log -1 --format=%cI 2>/dev/null || date -Is)
    rm -rf "$packages"
    for system in linux windows; do
        folder=$packages/tianyuan-$version-$system-x86_64
        mkdir -p "$folder"
        # With all that the texts point at.
        cp -r README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md LICENSE-APACHE LICENSE-MIT docs "$folder"
    done
    cp "$linux_program" "$packages/tianyuan-$version-linux-x86_64/tianyuan"
    # Managers know an engine by this name, and a program of 64 bits by the number.
    cp "$windows_program" "$packages/tianyuan-$version-windows-x86_64/pbrain-tianyuan64.exe"
    find "$packages" -exec touch -d "$date" {} +
    (
        cd "$packages"
        tar --sort=name --owner=0 --group=0 --numeric-owner -cf - "tianyuan-$version-linux-x86_64" | gzip -9n \
            >"tianyuan-$version-linux-x86_64.tar.gz"
        zip -q -9 -X -r "tianyuan-$version-windows-x86_64.zip" "tianyuan-$version-windows-x86_64"
        # As Gomocup wants it: the program in the root, the name of the file without the prefix.
        zip -q -9 -X -j tianyuan64.zip "tianyuan-$version-windows-x86_64/pbrain-tianyuan64.exe"
        sha256sum -- *.tar.gz *.zip >SHA256SUMS
        stat -c '%s bytes: %n' -- */tianyuan */*.exe *.tar.gz *.zip
    )
    (($(stat -c %s "$packages/tianyuan64.zip") < 8 << 20)) || fail "Gomocup takes 8 MB"
}

# Trials. Each function is given a name and the command that runs the program.

signature() { # the search visits the nodes that it visits everywhere
    local name=$1 log=$target/$1-bench.log found
    shift
    "$@" bench >"$log" 2>&1 </dev/null || fail "$name: bench failed, see $log"
    found=$(tr -d '\r' <"$log" | sed -n 's/^Signature: //p')
    [[ $found == "$(<tests/signature.txt)" ]] || fail "$name: another signature, $found"
    echo "$name: signature $found, $(tr -d '\r' <"$log" | sed -n 's/^Nodes.second: //p') nodes a second"
}

milliseconds() { # since the epoch
    echo $((${EPOCHREALTIME/[.,]/} / 1000))
}

start_to_ok() { # the longest of five starts; the caller's sixth is not counted, files are read from the disk in it
    local name=$1 limit=$2 longest=0 begin took answer
    shift 2
    for i in 0 1 2 3 4 5; do
        begin=$(milliseconds)
        coproc engine { exec "$@" 2>/dev/null; }
        # shellcheck disable=SC2154 # what coproc sets
        local input=${engine[1]:-} output=${engine[0]:-} id=${engine_PID:-}
        [[ -n $input && -n $output ]] || fail "$name: ended at once"
        echo "START 15" >&"$input" || fail "$name: takes no word"
        read -r -t 60 answer <&"$output" || fail "$name: no answer to START"
        took=$(($(milliseconds) - begin))
        [[ ${answer%$'\r'} == OK ]] || fail "$name: START is answered by $answer"
        echo END >&"$input"
        wait "$id" || fail "$name: exit code $? after END"
        ((i > 0 && took > longest)) && longest=$took
    done
    echo "$name: start to OK $longest ms"
    ((longest <= limit)) || fail "$name: $limit ms are allowed"
}

games() { # against itself as a manager would have it, both colors
    local name=$1 player=$2 log=$target/$1-games.log memory
    "$linux_program" match -e "name=first $player" -e "name=second $player" --rule renju --games 2 --turn 200ms \
        --memory 350 --margin 1s >"$log" 2>&1 </dev/null || fail "$name: match failed, see $log"
    grep -q 'Games: 2,' "$log" || fail "$name: two games were due, see $log"
    ! grep -q 'lost .* by' "$log" || fail "$name: a fault, see $log"
    memory=$(sed -n 's/^Memory at most: //p' "$log" | grep -oE '[0-9]+\.[0-9]+ MB' | cut -d. -f1 | sort -n | tail -n 1)
    [[ -n $memory ]] || fail "$name: no memory was measured, see $log"
    echo "$name: two games, $memory MB at most"
    ((memory <= memory_limit)) || fail "$name: $memory_limit MB are aimed at"
}

check_version() { # check_version NAME TEXT: it is the program that was to be built
    echo "$2"
    [[ $2 == "tianyuan $(version) (commit $(git rev-parse --short=7 HEAD) for $level)" ]] || fail "$1: another version"
}

verify_linux() {
    local root needed said alone=()
    needed=$(readelf -d "$linux_program") || fail "readelf says nothing"
    ! grep NEEDED <<<"$needed" || fail "the Linux build needs libraries"
    root=$target/empty
    rm -rf "$root"
    mkdir "$root"
    cp "$linux_program" "$root"
    [[ $(id -u) == 0 ]] || alone=(unshare -r)
    said=$("${alone[@]}" chroot "$root" /tianyuan --version) || fail "the Linux build does not run in an empty folder"
    check_version linux "$said"
    signature linux "$linux_program"
    start_to_ok linux "$start_limit" "$linux_program"
    games linux "cmd=$linux_program"
}

verify_windows() {
    local program=$target/wine/pbrain-tianyuan64.exe needed foreign
    local run=(scripts/wine.sh "$target/wine" "$program")
    needed=$(x86_64-w64-mingw32-objdump -p "$windows_program" | sed -n 's/.*DLL Name: //p')
    grep -qi '^kernel32.dll$' <<<"$needed" || fail "objdump does not say what the Windows build needs"
    foreign=$(grep -viE '^(kernel32|msvcrt|ntdll|userenv|ws2_32|bcryptprimitives|api-ms-win-.*)\.dll$' <<<"$needed" || true)
    [[ -z $foreign ]] || fail "the Windows build needs ${foreign//$'\n'/ }"
    command -v wine >/dev/null || install wine wine64
    mkdir -p "$target/wine"
    cp "$windows_program" "$program"
    trap 'scripts/wine.sh "$target/wine" --end' EXIT
    # Into files: what reads a pipe would wait for all that wine starts.
    "${run[@]}" --version >"$target/wine/version.log" 2>&1 </dev/null || fail "the Windows build does not start"
    check_version windows "$(tr -d '\r' <"$target/wine/version.log")"
    signature windows "${run[@]}"
    start_to_ok windows "$wine_limit" "${run[@]}"
    games windows "cmd=$PWD/scripts/wine.sh args='$target/wine $program'"
}

mkdir -p "$target"
case ${1:-} in
    --check-windows)
        (need_windows_compiler) || { echo "release.sh: skipped, no compiler for Windows" && exit 0; }
        CARGO_ENCODED_RUSTFLAGS=-Dwarnings for_windows check
        ;;
    "" | --verify)
        command -v zip >/dev/null || install zip
        need_windows_compiler
        build_linux
        build_windows
        pack
        if [[ ${1:-} == --verify ]]; then
            verify_linux
            verify_windows
        fi
        echo "packages: $packages"
        ;;
    *) fail "unknown: $1; --verify, --check-windows or nothing" ;;
esac
