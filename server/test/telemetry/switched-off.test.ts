import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/platform/config/config.ts";
import { createLog } from "../../src/platform/log.ts";
import { startTelemetry } from "../../src/platform/telemetry/start-telemetry.ts";
import { currentIds, currentTraceparent, openSpan, traced } from "../../src/platform/telemetry/tracing.ts";

const SOURCES = new URL("../../src/", import.meta.url);

/** How many modules of OpenTelemetry's SDK a process has that has loaded these; prom-client loads its API. */
async function modulesAfter(...files: string[]): Promise<number> {
  const imports = files
    .map((file) => `await import(${JSON.stringify(new URL(file, SOURCES).href)});`)
    .join("");
  const program = `import { createRequire } from "node:module"; ${imports}
    console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => /@opentelemetry.(?!api\\b)/.test(file)).length)`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    cwd: fileURLToPath(SOURCES),
  });
  return Number(stdout);
}

describe("telemetry without OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  it("loads nothing of the SDK, of which it would else have dozens of modules", async () => {
    expect(await modulesAfter("cli/run-server.ts", "cli/serve.ts")).toBe(0);
    expect(await modulesAfter("platform/telemetry/telemetry.ts")).toBeGreaterThan(20);
  }, 60_000);

  it("starts nothing, and makes no span", async () => {
    expect(await startTelemetry(readConfig({}), createLog("silent"))).toBe(null);
    expect([currentTraceparent(), currentIds(), openSpan("a", {})]).toEqual([null, {}, null]);
    expect(await traced("a", {}, async (span) => span)).toBe(null);
  });
});
