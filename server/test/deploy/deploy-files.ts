import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settings } from "../../src/platform/config/config.ts";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export const readDeployed = (path: string) => readFileSync(`${ROOT}deploy/${path}`, "utf8");

/** Names that are no settings of Lintel: those of Node, and the file of an installed service's settings. */
const OTHERS = ["NODE_ENV", "TMPDIR", "LINTEL_SETTINGS_FILE"];

export const unknownSettings = (names: Iterable<string>) =>
  [...names].filter((name) => !(name in settings) && !OTHERS.includes(name));
