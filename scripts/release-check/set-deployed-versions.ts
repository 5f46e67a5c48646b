import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setDeployedVersions } from "./deployed-versions.ts";

/* `npm run version`, which `npm version` runs too: writes the version of package.json in the current folder to the chart and the Dockerfile. */

const root = process.cwd();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
for (const path of setDeployedVersions(root, version)) console.error(`${path} has version ${version}`);
