import { readFileSync } from "node:fs";

const FILE = new URL("./examples.json", import.meta.url);

/** Requests to the demo brokerage and their replies, by operation: `npm run generate:api-examples` makes them. */
export function readExamples() {
  return JSON.parse(readFileSync(FILE, "utf8"));
}
