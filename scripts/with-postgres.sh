#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own: scripts/with-postgres.sh COMMAND…
# A new cluster in a temporary folder, on a free port of 127.0.0.1, in DATABASE_URL; gone afterwards.
# Debian's packages are installed when no PostgreSQL 15 or newer is there.
set -euo pipefail

newest() { find /usr/lib/postgresql -maxdepth 2 -name bin -path '*/1[5-9]/*' 2>/dev/null | sort -V | tail -n 1; }

if [ -z "$(newest)" ]; then
  echo "Installing PostgreSQL from Debian's packages…" >&2
  sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq >&2
  # Without the package's own cluster: ours is temporary.
  $sudo mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' | $sudo tee /etc/postgresql-common/createcluster.d/lintel.conf >/dev/null
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends postgresql >&2
fi
bin=$(newest)

folder=$(mktemp -d)
port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi

as "$bin/initdb" -D "$folder/data" -U lintel -A trust -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
as "$bin/pg_ctl" -D "$folder/data" -l "$folder/postgres.log" -w -o "-p $port -k $folder -h 127.0.0.1 ${POSTGRES_OPTIONS:-}" start >/dev/null || { cat "$folder/postgres.log" >&2; exit 1; }
stop() { as "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap stop EXIT

export DATABASE_URL="postgres://lintel@127.0.0.1:$port/postgres"
export PATH="$PWD/node_modules/.bin:$PATH"
"$@"
