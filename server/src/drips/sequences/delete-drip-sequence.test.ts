import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import {
  enrollment,
  openSequences,
  type SequencesFixture,
  step,
} from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const NOT_FOUND = [404, { detail: "Sequence not found" }];
const DELETED = [200, { message: "Sequence deleted" }];

describe("deleteDripSequence", () => {
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

  it("removes the sequence with its steps and enrollments, and no others", async () => {
    const [made, kept] = [await north.sequence({ steps: [step("a")] }), await north.sequence()];
    const [gone, stays] = [await north.enroll(made.id), await north.enroll(kept.id)];
    expect(outcome(await north.remove(made.id))).toEqual(DELETED);
    expect(outcome(await north.read(made.id))).toEqual(NOT_FOUND);
    expect(await enrollment(lintel, gone)).toBeUndefined();
    expect(await enrollment(lintel, stays)).toMatchObject({ status: "active" });
    const steps = await lintel.database.db
      .selectFrom("drip_steps")
      .selectAll()
      .where("sequence_id", "=", made.id)
      .execute();
    expect(steps).toEqual([]);
    expect(outcome(await north.remove(made.id))).toEqual(NOT_FOUND);
  });

  it("keeps in the audit log what it was", async () => {
    const made = await north.sequence({ steps: [step("a")] });
    await north.remove(made.id, admin);
    expect((await auditOf(lintel, "drip_sequence", made.id))[1]).toMatchObject({
      action: "delete",
      actor_name: "admin key",
      brokerage_id: north.id,
      before: made,
      after: null,
    });
  });

  it("frees its name", async () => {
    const { id } = await north.sequence({ name: "Again" });
    await north.remove(id);
    expect((await north.create({ name: "again" })).status).toBe(200);
  });

  it("is 404 for another brokerage's, 403 for agents", async () => {
    const made = await north.sequence();
    expect(outcome(await north.remove(made.id, south.broker))).toEqual(NOT_FOUND);
    expect(outcome(await north.remove(made.id, north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect(outcome(await north.read(made.id))).toEqual([200, made]);
  });

  it("lets only admins remove a disabled brokerage's", async () => {
    const closed = await openSequences(lintel, "closed");
    const { id } = await closed.sequence();
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: admin });
    expect(outcome(await closed.remove(id))).toEqual(NOT_FOUND);
    expect(outcome(await closed.remove(id, admin))).toEqual(DELETED);
  });

  it("is done once by one of five at the same time", async () => {
    const { id } = await north.sequence();
    const replies = await Promise.all(Array.from({ length: 5 }, () => north.remove(id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });
});
