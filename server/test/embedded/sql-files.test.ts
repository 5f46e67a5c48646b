import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { onBoth, onEmbeddedAlone } from "./embedded-set.ts";

const server = fileURLToPath(new URL("../../", import.meta.url));
const files = globSync("src/**/*.sql.ts", { cwd: server }).toSorted();

it.each([...onEmbeddedAlone, ...onBoth])("%s names a test file", (pattern) => {
  expect(globSync(pattern, { cwd: server })).not.toEqual([]);
});

/** Runs after all tests on the embedded database: record-sql-files.ts has written down what each has called. */
it("every function of every SQL file is called on the embedded database", () => {
  const folder = inject("sqlFileCalls");
  const called = new Set(
    readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as string[]),
  );
  const uncalled = files.flatMap((file) =>
    exportedFunctions(readFileSync(join(server, file), "utf8"))
      .map((name) => `${file}#${name}`)
      .filter((each) => !called.has(each)),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(uncalled, "add a test file that calls it to onBoth of test/embedded/embedded-set.ts").toEqual([]);
});

function exportedFunctions(text: string): string[] {
  return [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name]) => name as string);
}
