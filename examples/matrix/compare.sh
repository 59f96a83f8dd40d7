#!/bin/sh
# Compares the results in the folders of SITE, and writes the page SITE/index.html. A folder without a result is
# reported and left out.
set -u

SITE="${SITE:-site}"
PATH="$PWD/node_modules/.bin:$PATH"

set --
for folder in "$SITE"/*/; do
  if [ -f "${folder}results.json" ]; then
    set -- "$@" "$folder"
  else
    echo "$(basename "$folder"): no result" >&2
  fi
done

ledger-conformance compare "$@" --out "$SITE/index.html"
