#!/bin/sh
# Check the types of the pages' JavaScript, where there is a Node; the product itself needs none.
set -eu
cd "$(dirname "$0")/js"

if ! command -v npm >/dev/null; then
    echo "check_js: the types of the pages are not checked: that needs Node (nodejs and npm)" >&2
    exit 0
fi
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --silent --no-audit --no-fund
    touch node_modules/.package-lock.json
fi
exec node_modules/.bin/tsc -p ../../tsconfig.json
