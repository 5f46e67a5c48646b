import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openSequences, type SequencesFixture, step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const NOT_FOUND = [404, { detail: "Sequence not found" }];

describe("getDripSequence", () => {
  let lintel: TestApp;
  let north: SequencesFixture;
  let south: SequencesFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSequences(lintel, "north");
    south = await openSequences(lintel, "south");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  it("shows a sequence to its brokers, to its agents, and to admins", async () => {
    const made = await north.sequence({ steps: [step("one")] });
    for (const key of [north.broker, north.agent, admin]) {
      expect(outcome(await north.read(made.id, key))).toEqual([200, made]);
    }
  });

  it("is 404 for another brokerage's, for one that is missing, and for who belongs nowhere", async () => {
    const { id } = await north.sequence();
    for (const key of [south.broker, south.agent, await lintel.createKey("agent")]) {
      expect(outcome(await north.read(id, key))).toEqual(NOT_FOUND);
    }
    expect(outcome(await north.read(999_999, admin))).toEqual(NOT_FOUND);
  });

  it("counts the leads on it, and all that ever were", async () => {
    const { id } = await north.sequence({ steps: [step("one")] });
    await north.enroll(id);
    await north.enroll(id);
    await north.enroll(id, { status: "completed" });
    await north.enroll(id, { status: "stopped", stopped_reason: "manual", stopped_at: lintel.clock.now() });
    expect((await north.read(id)).body).toMatchObject({ active_enrollments: 2, total_enrollments: 4 });
  });

  it("shows a disabled brokerage's to admins alone", async () => {
    const closed = await openSequences(lintel, "closed");
    const made = await closed.sequence();
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: admin });
    expect(outcome(await closed.read(made.id, admin))).toEqual([200, made]);
    for (const key of [closed.broker, closed.agent]) {
      expect(outcome(await closed.read(made.id, key))).toEqual(NOT_FOUND);
    }
  });
});
