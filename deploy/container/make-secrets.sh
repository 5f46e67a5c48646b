#!/bin/sh
# Writes .env beside compose.yaml: a random secret for each setting that compose.yaml requires, readable by its owner only.
# Run again, it adds what is missing and changes nothing: another ENCRYPTION_KEY could not decrypt what is stored.
set -eu
cd "$(dirname "$0")"
umask 077
touch .env
hex() { od -An -tx1 -N "$1" /dev/urandom | tr -d ' \n'; }
add() {
  grep -q "^$1=..*" .env && return
  echo "$1=$2" >>.env
  echo "$1 made" >&2
}
add POSTGRES_PASSWORD "$(hex 24)"
add REDIS_PASSWORD "$(hex 24)"
add S3_SECRET_KEY "$(hex 24)"
add FAVORITES_SECRET "$(hex 24)"
add ENCRYPTION_KEY "$(head -c 32 /dev/urandom | base64)"
add BOOTSTRAP_ADMIN_KEY "$(hex 24)"
add METRICS_TOKEN "$(hex 24)"
