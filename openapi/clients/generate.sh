#!/usr/bin/env bash
# Generates clients in TypeScript, Python and Go from the OpenAPI document, and compiles each. Installs Java and Go from Debian's packages
# where they are missing; exits with 77 where that is impossible. Arguments: a folder that keeps the clients (default: none is kept).
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PWD/../../node_modules/.bin:$PATH"
folder=${1:-$(mktemp -d)}
[ -n "${1:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

missing=()
command -v java >/dev/null || missing+=(default-jre-headless)
command -v go >/dev/null || missing+=(golang-go)
[ -d /usr/share/gocode/src/golang.org/x/oauth2 ] || missing+=(golang-golang-x-oauth2-dev)
python3 -c 'import urllib3, six, dateutil, certifi' 2>/dev/null || missing+=(python3-urllib3 python3-six python3-dateutil python3-certifi)
if [ "${#missing[@]}" -gt 0 ]; then
  ../../scripts/apt-install.sh "${missing[@]}" >"$folder/apt.log" 2>&1 || {
    tail -20 "$folder/apt.log"
    echo "Left out, for want of Debian's packages: the clients in TypeScript, Python and Go"
    exit 77
  }
fi
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
  npm ci --ignore-scripts --silent
  cp package-lock.json node_modules/.installed-lock.json
fi
node ../write-document.ts /openapi.json "$folder/openapi.json"
node ../write-document.ts /openapi-3.0.json "$folder/openapi-3.0.json"

# generate LANGUAGE GENERATOR OPTIONS…
generate() {
  local language=$1 generator=$2
  shift 2
  java -jar "node_modules/openapi-generator-$language/bin/openapi-generator.jar" generate -g "$generator" \
    -i "$folder/openapi-3.0.json" -o "$folder/$language" "$@" >"$folder/$language.log" 2>&1 ||
    { tail -30 "$folder/$language.log"; echo "$language: the generator refused the document"; exit 1; }
}

echo "TypeScript, by openapi-typescript"
node ../../client/node_modules/openapi-typescript/bin/cli.js "$folder/openapi.json" -o "$folder/typescript/api.ts" >"$folder/typescript.log" 2>&1
../../node_modules/.bin/tsc --ignoreConfig --noEmit --strict --skipLibCheck false "$folder/typescript/api.ts"
echo "  compiled: $(grep -c . "$folder/typescript/api.ts") lines"

echo "Python, by OpenAPI Generator 5.0.0-beta2"
generate python python --additional-properties=packageName=lintel_api
python3 -m compileall -q "$folder/python/lintel_api"
(cd "$folder/python" && python3 -c 'import lintel_api; from lintel_api.api_client import ApiClient; ApiClient()')
echo "  compiled and imported: $(find "$folder/python/lintel_api" -name '*.py' | wc -l) files"

echo "Go, by OpenAPI Generator 4.3.1"
generate go go-experimental --additional-properties=packageName=lintel
mkdir -p "$folder/gopath/src/lintel"
find "$folder/go" -maxdepth 1 -name '*.go' -exec cp {} "$folder/gopath/src/lintel/" \;
(cd "$folder/gopath/src/lintel" && GO111MODULE=off GOFLAGS= GOPATH="$folder/gopath:/usr/share/gocode" GOCACHE="$folder/gocache" sh -c 'go build . && go vet .')
echo "  compiled and vetted: $(find "$folder/gopath/src/lintel" -name '*.go' | wc -l) files"
echo "3 clients generated, 3 compiled"
