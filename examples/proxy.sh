#!/bin/sh
# Runs an end-to-end suite through the proxy, which judges every answer that the suite gets (docs/proxy.md):
#   BASE_URL  the ledger queries of the service; the suite gets it too, with the address of the proxy in it
#   OUT       the result folder, to be kept as an artifact
# The suite is given as arguments: examples/proxy.sh npm run e2e
# The exit code is that of the suite where it fails, else that of the proxy: 0 conforms, 1 does not, 2 could not judge.
set -u

OUT="${OUT:-e2e}"
PORT="${PORT:-8099}"
LOG="${LOG:-proxy.log}"

# What an earlier run left in the log would say that the proxy is ready before it is.
: > "$LOG"
./node_modules/.bin/ledger-conformance proxy --base-url "$BASE_URL" --port "$PORT" --out "$OUT" > "$LOG" &
PROXY=$!
until grep -q "Nothing is asked" "$LOG"; do
  kill -0 "$PROXY" 2> /dev/null || exit 2
  sleep 1
done

# The path of the service stays, its origin becomes that of the proxy.
BASE_URL="$(printf '%s' "$BASE_URL" | sed "s|^[a-z]*://[^/]*|http://127.0.0.1:$PORT|")" "$@"
SUITE=$?

kill -TERM "$PROXY"
wait "$PROXY"
VERDICT=$?
cat "$LOG"

if [ "$SUITE" -ne 0 ]; then
  exit "$SUITE"
fi
exit "$VERDICT"
