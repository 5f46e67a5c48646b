import { Writable } from "node:stream";
import { expect, it, vi } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { traced } from "../../src/platform/telemetry/tracing.ts";
import { openTestTelemetry } from "../harness/telemetry-fixture.ts";

it("a collector that refuses is in the log once, and nothing waits for it", async () => {
  let log = "";
  const stream = new Writable({
    write(line, _encoding, done) {
      log += line;
      done();
    },
  });
  const { receiver, close } = await openTestTelemetry(
    { OTEL_BSP_SCHEDULE_DELAY: "20" },
    createLog("info", stream),
  );
  try {
    receiver.status = 400;
    for (let round = 0; round < 3; round++) {
      const before = receiver.spans.length;
      expect(await traced("work", {}, async () => "done")).toBe("done");
      await vi.waitFor(() => expect(receiver.spans.length).toBeGreaterThan(before), 10_000);
    }
    await vi.waitFor(() => expect(log).toContain("telemetry not exported"), 10_000);
    expect(log.trim().split("\n")).toHaveLength(1);
  } finally {
    await close();
  }
});
