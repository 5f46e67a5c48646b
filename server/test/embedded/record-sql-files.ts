import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { afterAll, inject } from "vitest";

/*
 * Setup file of tests on the embedded database: writes down which functions of `*.sql.ts` each test file has called, for
 * sql-files.test.ts.
 */
const worker = globalThis as typeof globalThis & { sqlFileSession?: Promise<Session> };
worker.sqlFileSession ??= startCounting();
const session = await worker.sqlFileSession;

async function startCounting(): Promise<Session> {
  const opened = new Session();
  opened.connect();
  await opened.post("Profiler.enable");
  await opened.post("Profiler.startPreciseCoverage", { callCount: false, detailed: false });
  return opened;
}

afterAll(async () => {
  // Taking the counts resets them.
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const called = result
    .filter(({ url }) => url.endsWith(".sql.ts"))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0)
        .map(
          ({ functionName }) =>
            `${url.slice(url.indexOf("/server/src/") + "/server/".length)}#${functionName}`,
        ),
    );
  const folder = inject("sqlFileCalls");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}-${performance.now()}.json`), JSON.stringify(called));
});
