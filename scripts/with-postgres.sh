#!/bin/sh
# Runs a command with a temporary PostgreSQL: scripts/with-postgres.sh [--if-installed] [--unsafe] COMMAND…
# A new cluster in a temporary folder, on a free port of 127.0.0.1, in DATABASE_URL; deleted afterwards.
# Installs Debian's packages when there is no PostgreSQL 15 or newer.
#   --if-installed  installs nothing: without PostgreSQL the command runs without DATABASE_URL. A DATABASE_URL that is set is kept.
#   --unsafe        no fsync, and in memory where there is enough: for tests, whose databases need not survive a power failure.
set -eu

if_installed=false
unsafe=false
while [ $# -gt 0 ]; do
  case $1 in
    --if-installed) if_installed=true ;;
    --unsafe) unsafe=true ;;
    *) break ;;
  esac
  shift
done

# Debian has one folder per version; elsewhere the one in PATH is used.
find_bin() {
  found=$(find /usr/lib/postgresql -maxdepth 2 -name bin -path '*/1[5-9]/*' 2>/dev/null | sort -V | tail -n 1)
  if [ -z "$found" ] && initdb --version 2>/dev/null | grep -qE ' (1[5-9]|[2-9][0-9])[.0-9]*'; then
    found=$(dirname "$(command -v initdb)")
  fi
  echo "$found"
}

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
if [ "$if_installed" = true ] && [ -n "${DATABASE_URL:-}" ]; then exec "$@"; fi

bin=$(find_bin)
if [ -z "$bin" ] && [ "$if_installed" = true ]; then
  echo "No PostgreSQL 15 or newer is installed: everything runs on the embedded database, which takes longer." >&2
  exec "$@"
fi
if [ -z "$bin" ]; then
  sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  # Without the package's own cluster: a temporary one is used.
  $sudo mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' | $sudo tee /etc/postgresql-common/createcluster.d/lintel.conf >/dev/null
  "$(dirname "$0")/apt-install.sh" postgresql
  bin=$(find_bin)
fi

options=""
parent=${TMPDIR:-/tmp}
if [ "$unsafe" = true ]; then
  options="-c fsync=off -c full_page_writes=off"
  free_kb=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  if [ "${free_kb:-0}" -gt 4000000 ]; then parent=/dev/shm; fi
fi
folder=$(mktemp -d "$parent/lintel-postgres-XXXXXX")
port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi

as "$bin/initdb" -D "$folder/data" -U lintel -A trust -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
as "$bin/pg_ctl" -D "$folder/data" -l "$folder/postgres.log" -w -o "-p $port -k $folder -h 127.0.0.1 $options ${POSTGRES_OPTIONS:-}" start >/dev/null || { cat "$folder/postgres.log" >&2; exit 1; }
stop() { as "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# For proofs that start servers of their own.
export POSTGRES_BIN="$bin"
export DATABASE_URL="postgres://lintel@127.0.0.1:$port/postgres"
"$@"
