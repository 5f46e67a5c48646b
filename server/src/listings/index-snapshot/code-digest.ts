import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../", import.meta.url));
/** Listings, and what says which features their words name (feature-words.ts). */
const FOLDERS = ["listings", "plain-words", "models/vocabulary", "models/language"];

/**
 * Differs whenever the code does that makes the index: a snapshot holds what that code made of the database, in its layout. No version
 * number has to be changed by hand.
 */
export function codeDigest(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    ),
  )
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort();
  const contents = files.map((name) => `${name}\n${hash("sha256", readFileSync(join(SOURCE, name)))}`);
  return hash("sha256", [process.version, ...contents].join("\n"));
}
