#!/bin/sh
# Installs Debian's packages: scripts/apt-install.sh PACKAGE… Two that run at the same time wait for each other, as apt's updates do not.
set -eu
if [ "${LINTEL_APT_LOCK:-}" != held ]; then
  LINTEL_APT_LOCK=held exec flock "${TMPDIR:-/tmp}/lintel-apt-$(id -u).lock" "$0" "$@"
fi
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
echo "Installing $* from Debian's packages…" >&2
$sudo apt-get update -qq >&2
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
