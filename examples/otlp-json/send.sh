#!/bin/sh
# One span with nothing but curl. Usage: sh send.sh [http://127.0.0.1:6006]
set -eu
url="${1:-${OTEL_EXPORTER_OTLP_ENDPOINT:-http://127.0.0.1:6006}}"
hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
now="$(date +%s)"
curl --fail-with-body -sS "$url/v1/traces" -H 'content-type: application/json' -H 'x-project-name: curl' -d "{
  \"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [{
    \"traceId\": \"$(hex 16)\", \"spanId\": \"$(hex 8)\", \"name\": \"hello from curl\",
    \"startTimeUnixNano\": \"${now}000000000\", \"endTimeUnixNano\": \"${now}250000000\",
    \"attributes\": [
      {\"key\": \"openinference.span.kind\", \"value\": {\"stringValue\": \"CHAIN\"}},
      {\"key\": \"input.value\", \"value\": {\"stringValue\": \"Is anybody there?\"}},
      {\"key\": \"output.value\", \"value\": {\"stringValue\": \"Yes.\"}}]
  }]}]}]}"
echo
