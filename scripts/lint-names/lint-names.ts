/**
 * `npm run lint` calls it: words that names and comments must not have, as CONTRIBUTING.md lists them. The counts of
 * baseline.json may only fall. `--update` writes lower counts there, `--list WORD` prints the places of a word.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Finding, findBanned } from "./find-banned.ts";

const BASELINE = new URL("baseline.json", import.meta.url);
/** Generated files, and the rules themselves. */
const SKIPPED = /generated|^scripts\/lint-names\//;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.mjs", "*.js"], {
  encoding: "utf8",
  maxBuffer: 1e8,
})
  .split("\n")
  .filter((path) => path && !SKIPPED.test(path) && existsSync(path));
const findings = Map.groupBy(
  files.flatMap((path) => findBanned(path, readFileSync(path, "utf8"))),
  ({ kind, word }) => `${kind}: ${word}`,
);
const baseline: Record<string, number> = JSON.parse(readFileSync(BASELINE, "utf8"));
const [option, listed] = process.argv.slice(2);

if (option === "--list") {
  for (const [key, places] of findings) if (!listed || key.endsWith(` ${listed}`)) print(places);
} else if (option === "--update") {
  const counts = [...findings].map(([key, places]) => [key, places.length] as const);
  const lower = counts.map(([key, count]) => [key, Math.min(count, baseline[key] ?? 0)] as const);
  const rest = lower.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(BASELINE, `${JSON.stringify(Object.fromEntries(rest), null, 2)}\n`);
} else {
  for (const [key, places] of findings) {
    const most = baseline[key] ?? 0;
    if (places.length <= most) continue;
    console.error(`${key}: ${places.length} places, at most ${most}. Write ${places[0]?.instead}`);
    print(places.slice(-20));
    process.exitCode = 1;
  }
}

function print(places: readonly Finding[]): void {
  for (const { place, text } of places) console.error(`  ${place}  ${text}`);
}
