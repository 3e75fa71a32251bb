#!/bin/sh
# Solves starts of TOKAN for the atlas, on a machine that needs nothing but cmake, ninja and g++:
#
#   OUT=results scripts/atlas.sh --to 1000 --seconds 120 --memory 100000 --wall 520
#
# builds native/tools/tokan_atlas for this very processor and runs it with the words given, on all cores. What it finds
# goes to $OUT/atlas-DATE.jsonl at once; all *.jsonl in $OUT and in $KNOWN (a folder) count as known already.
set -eu
cd "$(dirname "$0")/.."
out=${OUT:-build/atlas}
build=${BUILD:-build/tools}
mkdir -p "$out"
cmake -S native -B "$build" -G Ninja -DTAFELRUNDE_TOOLS=ON -DTAFELRUNDE_ARCH=native >"$out/build.log"
cmake --build "$build" --target tokan_atlas >>"$out/build.log" || { cat "$out/build.log"; exit 1; }
known=
for file in "$out"/*.jsonl ${KNOWN:+"$KNOWN"/*.jsonl}; do
  if [ -f "$file" ]; then known="$known --known $file"; fi
done
# shellcheck disable=SC2086  # names of result files have no spaces
exec "$build/tokan_atlas" --out "$out/atlas-$(date -u +%m%d-%H%M%S).jsonl" $known "$@"
