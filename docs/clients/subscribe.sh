#!/bin/sh
# Prints a line for each arrival and departure. Needs socat and jq.
# Usage: subscribe.sh [SOCKET]
socket=${1:-/run/placed/placed.sock}
# The pipe stays open, so that socat stays connected.
{ echo '{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["arrived","departed"]}}'; cat; } |
    socat - "UNIX-CONNECT:$socket" |
    jq --unbuffered -r 'select(.method) | [.params.time, .method, .params.visit.place.name // "somewhere"] | @tsv'
