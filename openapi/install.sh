#!/usr/bin/env bash
# Installs the packages of this folder, unless they are those of the lock file already.
set -euo pipefail
cd "$(dirname "$0")"
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
  npm ci --ignore-scripts --silent
  cp package-lock.json node_modules/.installed-lock.json
fi
