import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LISTINGS = join(import.meta.dirname, "..");

/**
 * Differs whenever the code of listings does: a snapshot holds what that code made of the database, in its layout. No version number
 * has to be changed by hand.
 */
export function codeDigest(): string {
  const files = readdirSync(LISTINGS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort();
  const contents = files.map((name) => `${name}\n${hash("sha256", readFileSync(join(LISTINGS, name)))}`);
  return hash("sha256", [process.version, ...contents].join("\n"));
}
