#!/usr/bin/env bash
# Instructions per node of the kernel and of the search by hand, counted by callgrind, and their
# ratio.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v valgrind >/dev/null || { echo "valgrind is not installed: skipped"; exit 0; }
bench=$(cargo bench --bench generic --no-run 2>&1 | sed -n 's/.*(\(.*generic-[0-9a-f]*\)).*/\1/p')
count() { # MODE -> "nodes instructions", without start-up and the zeroing of the table
    local run empty
    run=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$1" 2>&1)
    empty=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$1-empty" 2>&1)
    local counted='s/.*Collected : //p'
    echo "$(sed -n 's/^nodes //p' <<<"$run")" \
        "$(($(sed -n "$counted" <<<"$run") - $(sed -n "$counted" <<<"$empty")))"
}
read -r kernel_nodes kernel <<<"$(count --kernel)"
read -r hand_nodes hand <<<"$(count --hand)"
awk -v kn="$kernel_nodes" -v k="$kernel" -v hn="$hand_nodes" -v h="$hand" 'BEGIN {
    printf "kernel  %d nodes, %.1f instructions a node\n", kn, k / kn
    printf "by hand %d nodes, %.1f instructions a node\n", hn, h / hn
    printf "ratio %.3f\n", (k / kn) / (h / hn)
}'
