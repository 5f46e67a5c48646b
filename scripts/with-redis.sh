#!/usr/bin/env bash
# Runs a command with a temporary Redis: scripts/with-redis.sh COMMAND…
# In memory only, on a free port of 127.0.0.1, in REDIS_URL; stopped afterwards.
# Installs Debian's package when there is none.
set -euo pipefail

command -v redis-server >/dev/null || "$(dirname "$0")/apt-install.sh" redis-server

folder=$(mktemp -d)
port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
redis-server --port "$port" --bind 127.0.0.1 --save "" --appendonly no --dir "$folder" >"$folder/redis.log" 2>&1 &
server=$!
stop() { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"; }
trap stop EXIT
until redis-cli -p "$port" ping >/dev/null 2>&1; do
  kill -0 "$server" 2>/dev/null || { cat "$folder/redis.log" >&2; exit 1; }
  sleep 0.05
done

export REDIS_URL="redis://127.0.0.1:$port"
export PATH="$PWD/node_modules/.bin:$PATH"
"$@"
