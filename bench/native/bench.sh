#!/usr/bin/env bash
# Builds the native benchmark in a temporary folder and prints its speeds.
# Exit status 3: there is no Rust compiler. PYTHON names the Python to use.
set -eu
if ! command -v rustc >/dev/null 2>&1; then
    echo "bench: rustc is missing, so there is no native benchmark to compare with" >&2
    exit 3
fi
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp "$here/main.rs" "$out/"
"${PYTHON:-python3}" "$here/tables.py" > "$out/tables.rs"
cd "$out"
rustc -C opt-level=3 -C target-cpu=native -A warnings main.rs -o bench
./bench
