#!/bin/sh
# Tests several implementations on one machine, one after the other, and compares their results on one page. It needs a
# shell and Node.js. The arguments of the script, such as --only or --seed, are passed to every run. Variables:
#   TARGETS  the folder of target files, each named after its implementation (default targets)
#   SITE     the folder to publish (default site): index.html is the comparison, and each implementation has a folder
#            with its report and badge.json
#   LEVEL    smoke, standard (the default) or thorough
#   and a variable for each secret to which the target files refer as ${NAME}
# The exit code is the highest of all runs: 0 if all conform, 1 if one does not, 2 if one could not be tested.
set -u

TARGETS="${TARGETS:-targets}"
SITE="${SITE:-site}"
LEVEL="${LEVEL:-standard}"
PATH="$PWD/node_modules/.bin:$PATH"

# Keep the previous results in a folder of their own.
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
