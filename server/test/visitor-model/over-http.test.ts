import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { makeVisitors } from "./make-visitors.ts";
import { visitOverHttp } from "./over-http.ts";

/** More of them with `npm run prove visitors`. */
const VISITORS = Number(process.env.VISITORS ?? 20);
const SEED = Number(process.env.SEED ?? 20261122);

describe("simulated visitors in real sessions", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("are understood as inference understands them, and routed to who suits them", async () => {
    const seen = await visitOverHttp(lintel, "simulated", makeVisitors(SEED, VISITORS));
    process.stdout.write(`visitors over HTTP, seed ${SEED}: ${JSON.stringify(seen)}\n`);
    expect(seen.different).toEqual([]);
    expect(seen.ready / VISITORS).toBeGreaterThanOrEqual(0.9);
    expect(seen.specialistFirst / seen.ready).toBeGreaterThanOrEqual(0.75);
    expect(seen.routedToSpecialist / seen.ready).toBeGreaterThanOrEqual(0.5);
  }, 600_000);
});
