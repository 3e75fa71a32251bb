#!/bin/sh
# Proves starts of the atlas and checks the proofs, as many at a time as are named:
#
#   OUT=results scripts/prove_starts.sh 38 7 12
#
# Leaves $OUT/proofs.jsonl: the number, what proving took, the bytes of the proof, and what the checker says of it (with
# the plain Python rules, which need nothing but Python itself).
set -eu
cd "$(dirname "$0")/.."
out=${OUT:-build/atlas}
build=${BUILD:-build/tools}
work=$(mktemp -d)
mkdir -p "$out"
cmake -S native -B "$build" -G Ninja -DTAFELRUNDE_TOOLS=ON -DTAFELRUNDE_ARCH=native >"$work/build.log"
cmake --build "$build" --target tokan_prove >>"$work/build.log" || { cat "$work/build.log"; exit 1; }
for number in "$@"; do
  (
    "$build/tokan_prove" --number "$number" --memory "${MEMORY:-2048}" >"$work/$number" 2>"$work/$number.took"
    gzip -n "$work/$number"
    PYTHONPATH=src python3 - "$work/$number.gz" "$number" "$(cat "$work/$number.took")" >>"$out/proofs.jsonl" <<'CHECK'
import json, sys, time
from tafelrunde.games.tokan.proof import check

file, number, took = sys.argv[1:]
data = open(file, "rb").read()
begin = time.perf_counter()
checked = check(data)
seconds = round(time.perf_counter() - begin, 1)
answer = {"number": int(number), **json.loads(took), "bytes": len(data), "verified": checked.result}
print(json.dumps({**answer, "walked": checked.positions, "checked": seconds}), flush=True)
CHECK
  ) &
done
wait
