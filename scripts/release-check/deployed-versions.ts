import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files besides npm's that have the version: the chart's default image is that of its appVersion. */
const PLACES = [
  { path: "deploy/helm/lintel/Chart.yaml", name: "version", pattern: /^(version: )(.*)$/m },
  { path: "deploy/helm/lintel/Chart.yaml", name: "appVersion", pattern: /^(appVersion: )(.*)$/m },
  { path: "deploy/container/Dockerfile", name: "ARG VERSION", pattern: /^(ARG VERSION=)(.*)$/m },
];

export type DeployedVersion = { path: string; name: string; version: string | null };

export function deployedVersions(root: string): DeployedVersion[] {
  return PLACES.map(({ path, name, pattern }) => {
    const file = join(root, path);
    const version = existsSync(file) ? pattern.exec(readFileSync(file, "utf8"))?.[2] : undefined;
    return { path, name, version: version ?? null };
  });
}

/** Writes the version to each place that lacks it. Returns the paths that have changed. */
export function setDeployedVersions(root: string, version: string): string[] {
  const changed = new Set<string>();
  for (const { path, pattern } of PLACES) {
    const file = join(root, path);
    const text = readFileSync(file, "utf8");
    const next = text.replace(pattern, (_, before: string) => before + version);
    if (next === text) continue;
    writeFileSync(file, next);
    changed.add(path);
  }
  return [...changed];
}
