#!/bin/sh
# Tests staging from any CI system that has a shell and Node.js. Put into the environment of the job:
#   CONFORMANCE_TARGET  path of the target file, which names staging (docs/target-file.md)
#   SUITE               what npm installs: a packed file, or the git URL of the suite with a tag
#   …                   the secrets that the target file takes from the environment
# Keep $OUT as an artifact, whatever the exit code: 0 conforms, 1 does not conform, 2 could not run.
set -u

OUT="${OUT:-conformance}"
LEVEL="${LEVEL:-standard}"
KNOWN="${KNOWN:-conformance/known.json}"

# Without a target the suite would test the reference that comes with it.
if [ -z "${CONFORMANCE_TARGET:-}" ]; then
  echo "CONFORMANCE_TARGET is not set: it names the target file" >&2
  exit 2
fi

if [ -n "${SUITE:-}" ]; then
  npm install --no-save --no-audit --no-fund "$SUITE" || exit 2
fi

set -- --level "$LEVEL" --out "$OUT"
if [ -f "$KNOWN" ]; then
  set -- "$@" --known "$KNOWN"
fi
# What changed since the last run is told where its folder is still there.
if [ -d previous ]; then
  set -- "$@" --previous previous
fi

npx --no-install ledger-conformance run "$@"
