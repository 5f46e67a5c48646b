/** `npm run lint` calls it: it fails on every word that names and comments must not have, as CONTRIBUTING.md lists them. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findBanned } from "./find-banned.ts";

/** Generated files, and the rules themselves. */
const SKIPPED = /generated|^scripts\/lint-names\//;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.mjs", "*.js"], {
  encoding: "utf8",
  maxBuffer: 1e8,
})
  .split("\n")
  .filter((path) => path && !SKIPPED.test(path) && existsSync(path));
const findings = files.flatMap((path) => findBanned(path, readFileSync(path, "utf8")));

for (const { kind, word, instead, place, text } of findings) {
  console.error(`${place}  ${kind} "${word}": ${text}. Write ${instead}`);
}
if (findings.length > 0) process.exitCode = 1;
