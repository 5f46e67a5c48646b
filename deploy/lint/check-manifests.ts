import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

/**
 * Checks Kubernetes manifests: node check-manifests.ts FILE… The schemas of kubernetes-models find wrong values and missing fields; its
 * types find fields that do not exist, which the schemas let pass and a cluster drops.
 */
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };
type Model = { validate(): void };

const folder = fileURLToPath(new URL(".", import.meta.url));
const manifests = process.argv.slice(2).flatMap((file) =>
  parseAllDocuments(readFileSync(file, "utf8"))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null),
);

const typed: string[] = [];
for (const [index, manifest] of manifests.entries()) {
  const { apiVersion, kind, metadata } = manifest;
  const module = `kubernetes-models/${apiVersion}/${kind}`;
  const { [kind]: Kind } = (await import(module)) as Record<string, new (data: Manifest) => Model>;
  if (!Kind) throw new Error(`Cannot check ${metadata.name}: ${module} has no ${kind}`);
  new Kind(manifest).validate();
  typed.push(
    `import type { I${kind} as Kind${index} } from "${module}";`,
    `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
  );
}

const file = join(folder, "node_modules/.manifests.ts");
writeFileSync(file, typed.join("\n"));
const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--ignoreConfig"];
execFileSync(join(folder, "../../node_modules/.bin/tsc"), [...options, file], {
  stdio: "inherit",
  cwd: folder,
});
console.log(`${manifests.length} manifests are valid`);
