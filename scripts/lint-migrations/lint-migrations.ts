import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasSqlDetails } from "libpg-query";
import { keptDumps } from "../../server/test/upgrades/kept-dumps.ts";
import { migrationProblems } from "./migration-problems.ts";

/*
 * `npm run lint`: whether the previous version can go on beside the migrations that are newer than the last kept dump (CONTRIBUTING.md,
 * Migrations). Prints what needs a reason, and ends with 1 then. `--root FOLDER` for another tree.
 */

const { values } = parseArgs({
  options: { root: { type: "string", default: fileURLToPath(new URL("../../", import.meta.url)) } },
});
const root = resolve(values.root);
const last = keptDumps(join(root, "server/test/upgrades/dumps.json")).at(-1)?.migration ?? "";
const folder = join(root, "server/migrations");
const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name) && name > `${last}.sql`);
for (const file of files.sort()) {
  const path = `server/migrations/${file}`;
  const text = readFileSync(join(folder, file), "utf8");
  try {
    for (const { line, kind, what } of await migrationProblems(text))
      fail(
        `${path}:${line} ${what}. Leave it for a later release, or state above it why the previous version tolerates it: -- ${kind}: …`,
      );
  } catch (error) {
    if (!(error instanceof Error && hasSqlDetails(error)) || !error.sqlDetails) throw error;
    // Counted in characters, from zero.
    const line = [...text].slice(0, error.sqlDetails.cursorPosition).join("").split("\n").length;
    fail(`${path}:${line} is no SQL: ${error.sqlDetails.message}.`);
  }
}

function fail(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
