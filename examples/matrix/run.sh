#!/bin/sh
# Tests many implementations on one machine, one after the other, and lays their results side by side: a shell and Node.js
# are all it needs. What stands behind the name of the script goes to every run, as --only or --seed. From the environment:
#   TARGETS  folder of target files; the name of a file is that of its implementation (targets)
#   SITE     folder to publish: index.html compares, and each implementation has a folder with report and badge.json (site)
#   LEVEL    smoke, standard or thorough (standard)
#   …        the secrets that the target files take from the environment
# The exit code is the highest of all runs: 0 all conform, 1 one does not, 2 one could not be tested.
set -u

TARGETS="${TARGETS:-targets}"
SITE="${SITE:-site}"
LEVEL="${LEVEL:-standard}"
PATH="$PWD/node_modules/.bin:$PATH"

# The pages of the last night are put aside.
if [ -d "$SITE" ]; then
  rm -rf "$SITE.previous" && mv "$SITE" "$SITE.previous" || exit 2
fi
mkdir -p "$SITE" || exit 2

worst=0
for target in "$TARGETS"/*.json; do
  name=$(basename "$target" .json)
  echo "== $name"
  code=0
  ledger-conformance run --target "$target" --level "$LEVEL" --out "$SITE/$name" "$@" || code=$?
  if [ "$code" -gt "$worst" ]; then worst=$code; fi
done

SITE="$SITE" sh "$(dirname "$0")/compare.sh" || exit 2
exit "$worst"
