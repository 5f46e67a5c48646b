#!/usr/bin/env bash
# Checks the Helm chart with Helm and Kubernetes' types, and the compose file with docker-compose. Installs them on its first run; exits
# with 77 where that is impossible.
set -euo pipefail
cd "$(dirname "$0")"
left_out() {
  echo "Left out, because it could not be installed: $1"
  exit 77
}
bash lint/install.sh || left_out "Helm, which checks the chart; docker-compose was not tried"
export PATH="$PWD/lint/node_modules/.layer/helm:$PWD/../node_modules/.bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

chart=helm/lintel
given=(--set existingSecret=lintel --set image.repository=registry.example/lintel)
all=(--set 'ingress.enabled=true,ingress.className=nginx,ingress.hosts={homes.example.com}' --set worker.autoscaling.enabled=true
  --set settings.PUBLIC_API_URL=https://homes.example.com
  --set-json 'networkPolicy.extraEgress=[{"to":[{"ipBlock":{"cidr":"10.0.7.0/24"}}],"ports":[{"protocol":"TCP","port":4318}]}]' --set 'image.pullSecrets[0].name=registry')
least=(--set migration.enabled=false,networkPolicy.enabled=false,api.autoscaling.enabled=false)
helm lint --strict --quiet "$chart" "${given[@]}"
for values in given all least; do
  declare -n chosen=$values
  helm template lintel "$chart" "${given[@]}" "${chosen[@]}" >"$folder/$values.yaml"
done
node lint/check-manifests.ts "$folder"/*.yaml
grep -q "cidr: 10.0.7.0/24" "$folder/all.yaml" || { echo "networkPolicy.extraEgress is not in the NetworkPolicy" >&2; exit 1; }
if helm template lintel "$chart" 2>/dev/null; then echo "The chart must refuse to be rendered without a Secret" >&2; exit 1; fi
if refused=$(helm template lintel "$chart" "${given[@]}" --set api.autoscaling.minReplicas=5,api.autoscaling.maxReplicas=2 2>&1); then
  echo "The chart must refuse minReplicas above maxReplicas" >&2
  exit 1
fi
grep -q "api.autoscaling.minReplicas (5) must be at most maxReplicas (2)" <<<"$refused" || { echo "$refused" >&2; exit 1; }

command -v docker-compose >/dev/null || ../scripts/apt-install.sh docker-compose >"$folder/apt.log" 2>&1 ||
  { tail -20 "$folder/apt.log"; left_out "docker-compose, which reads the compose file; the chart has passed"; }
mkdir -p "$folder/deploy/container"
cp container/make-secrets.sh "$folder/deploy/container"
# Debian's docker-compose 1.29 does not know the key name
sed '/^name:/d' container/compose.yaml >"$folder/deploy/container/compose.yaml"
cd "$folder/deploy/container"
if docker-compose config --quiet 2>/dev/null; then echo "compose.yaml must refuse to start without secrets" >&2; exit 1; fi
./make-secrets.sh 2>/dev/null
docker-compose config --quiet
echo "compose.yaml is valid"
