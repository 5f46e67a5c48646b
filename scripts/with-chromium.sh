#!/usr/bin/env bash
# Runs a command with Chromium, its path in CHROMIUM_PATH: scripts/with-chromium.sh COMMAND…
# Installs Debian's package when there is none.
set -euo pipefail

path=${CHROMIUM_PATH:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$path" ]; then
  echo "Installing Chromium from Debian's packages…" >&2
  sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium >&2
  path=$(command -v chromium)
fi

export CHROMIUM_PATH="$path"
"$@"
