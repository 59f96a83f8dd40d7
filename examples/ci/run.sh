#!/bin/sh
# Tests a staging system from any CI system that has a shell and Node.js. Set these variables for the job:
#   CONFORMANCE_TARGET  the path of the target file (see docs/target-file.md)
#   SUITE               the package to install: a tarball, or a git URL with a tag; if unset, it is installed already
#   KNOWN               the path of the file of known deviations (default conformance/known.json, if it exists)
#   LEVEL, OUT          the level (default standard) and the result folder (default reports/conformance)
#   and a variable for each secret to which the target file refers as ${NAME}
# Keep $OUT as an artifact whatever the exit code is: 0 conforms, 1 does not conform, 2 the run could not be completed.
set -u

OUT="${OUT:-reports/conformance}"
LEVEL="${LEVEL:-standard}"
KNOWN="${KNOWN:-conformance/known.json}"

# Without a target, the suite would test its embedded reference.
if [ -z "${CONFORMANCE_TARGET:-}" ]; then
  echo "CONFORMANCE_TARGET is not set: set it to the path of the target file" >&2
  exit 2
fi

if [ -n "${SUITE:-}" ]; then
  npm install --no-save --no-audit --no-fund "$SUITE" || exit 2
fi

set -- --level "$LEVEL" --out "$OUT"
if [ -f "$KNOWN" ]; then
  set -- "$@" --known "$KNOWN"
fi
# If the result of the last run is available, the summary shows what changed since.
if [ -d previous ]; then
  set -- "$@" --previous previous
fi

npx --no-install ledger-conformance run "$@"
