#!/usr/bin/env bash
# All that a change has to pass: tests, format, lints, documentation, signature. Each step says how long it
# took; the first one that fails ends the check. `cargo bench` and matches are not part of it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

need() { # need COMMAND HINT: ends the check with a hint where a tool is missing
    command -v "$1" >/dev/null || { echo "check.sh: $1 is missing: $2" >&2; exit 1; }
}

step() { # step NAME COMMAND...: runs a command and says how long it took
    local name=$1 start=$SECONDS
    shift
    echo "== $name: $*"
    "$@"
    echo "== $name: $((SECONDS - start)) s"
}

signature() { # the search visits the same nodes as ever
    local wanted found
    wanted=$(cat tests/signature.txt)
    found=$(cargo run --release --quiet -- bench | sed -n 's/^Signature: //p')
    [[ $found == "${wanted#Signature: }" ]] || {
        echo "check.sh: the signature is '$found', tests/signature.txt says '$wanted'." >&2
        echo "If the search was meant to change, write the new number there and into the commit." >&2
        return 1
    }
    echo "Signature: $found"
}

jobs() { # games that many processes have played are those that one has played; needs GNU parallel
    command -v parallel >/dev/null || apt-get install -y -qq parallel >/dev/null 2>&1 || true
    command -v parallel >/dev/null || { echo "skipped: GNU parallel is not here"; return; }
    local folder one many
    folder=$(mktemp -d)
    local game=(--rule renju --nodes 200 --openings openings/renju-15.txt)
    scripts/train_parallel.sh "$folder/many" 10 3 "${game[@]}" -- --will-cite -j2 >/dev/null
    target/release/tianyuan train play "${game[@]}" --games 10 --concurrency 1 --output "$folder/one" >/dev/null
    one=$(sha256sum <"$folder/one") many=$(sha256sum <"$folder/many")
    rm -rf "$folder"
    [[ $one == "$many" ]] || { echo "check.sh: scripts/train_parallel.sh plays other games" >&2; return 1; }
}

need cargo "install Rust 1.95 or later, https://rustup.rs"
need cargo-fmt "rustup component add rustfmt"
need cargo-clippy "rustup component add clippy"

step tests cargo test
step format cargo fmt --all --check
step lints cargo clippy --workspace --all-targets --quiet -- -D warnings
step documentation env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace --quiet
step signature signature
step jobs jobs
echo "== all: $SECONDS s"
