import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { bundleClient, bundleTracker, DIST } from "./bundle.ts";

// `npm run build -w client`: builds dist/ for npm.
const project = fileURLToPath(new URL("../tsconfig.build.json", import.meta.url));
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
await rm(DIST, { recursive: true, force: true });
await bundleTracker();
await bundleClient();
execFileSync(process.execPath, [compiler, "-p", project], { stdio: "inherit" });
// Other compilers resolve imports in declarations by the names of the built files.
for (const name of (await readdir(DIST)).filter((each) => each.endsWith(".d.ts"))) {
  const text = await readFile(DIST + name, "utf8");
  await writeFile(DIST + name, text.replaceAll(/(from "\.\/[\w.-]+)\.ts"/g, '$1.js"'));
}
