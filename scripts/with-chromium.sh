#!/usr/bin/env bash
# Runs a command with Chromium, its path in CHROMIUM_PATH: scripts/with-chromium.sh COMMAND…
# Installs Debian's package when there is none.
set -euo pipefail

path=${CHROMIUM_PATH:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$path" ]; then
  "$(dirname "$0")/apt-install.sh" chromium
  path=$(command -v chromium)
fi

export CHROMIUM_PATH="$path"
"$@"
