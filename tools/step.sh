#!/bin/sh
# A step of the installation: `sh tools/step.sh LOG COMMAND…`. What the command prints goes to the log. If it fails,
# one line says what to do; if it is interrupted, make says so in its own line.
set -u

log=$1
shift
mkdir -p "$(dirname "$log")"
interrupted=
trap 'interrupted=yes' INT TERM
"$@" >"$log" 2>&1 </dev/null
status=$?
if [ -n "$interrupted" ]; then
    trap - INT
    kill -INT $$ # make then says "Interrupt", not "Error 130"
fi
if [ "$status" -ne 0 ]; then
    if grep -qiE "connection|resolution|resolve|network|timed out|No matching distribution" "$log"; then
        echo "make: a package could not be fetched: connect to the network and type make again ($log)" >&2
    else
        echo "make: this step failed; $log says why" >&2
    fi
fi
exit "$status"
