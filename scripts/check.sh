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

need cargo "install Rust 1.95 or later, https://rustup.rs"
need cargo-fmt "rustup component add rustfmt"
need cargo-clippy "rustup component add clippy"

step tests cargo test
step format cargo fmt --all --check
step lints cargo clippy --workspace --all-targets --quiet -- -D warnings
step documentation env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace --quiet
step signature signature
echo "== all: $SECONDS s"
