#!/usr/bin/env bash
# Checks the OpenAPI document with Redocly and Spectral: an error or a warning of either fails. Installs them on its first run.
set -euo pipefail
cd "$(dirname "$0")"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

bash install.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PATH="$PWD/../node_modules/.bin:$PATH"
node write-document.ts /openapi.json "$folder/openapi.json"
node node_modules/@redocly/cli/bin/cli.js lint "$folder/openapi.json" --config redocly.yaml --max-problems 50
node node_modules/@stoplight/spectral-cli/dist/index.js lint "$folder/openapi.json" --ruleset .spectral.yaml --fail-severity warn
