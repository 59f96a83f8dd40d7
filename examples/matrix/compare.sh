#!/bin/sh
# Lays the results in the folders of SITE side by side in SITE/index.html. A folder without a
# result is named, and keeps no other from being shown.
set -u

SITE="${SITE:-site}"
PATH="$PWD/node_modules/.bin:$PATH"

set --
for folder in "$SITE"/*/; do
  if [ -f "${folder}results.json" ]; then
    set -- "$@" "$folder"
  else
    echo "$(basename "$folder"): there is no result" >&2
  fi
done

ledger-conformance compare "$@" --out "$SITE/index.html"
