import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { openSequences, type SequencesFixture, step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const NOT_FOUND = [404, { detail: "Sequence not found" }];
const TAKEN = [409, { detail: "A drip sequence with this name already exists" }];

describe("updateDripSequence", () => {
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

  it("changes only what is given", async () => {
    const made = await north.sequence({ description: "Old", pipeline_type: "buyer", steps: [step("one")] });
    lintel.clock.advance(1000);
    const now = lintel.clock.now().toISOString();
    const renamed = { ...made, name: "Renamed", updated_at: now };
    expect(outcome(await north.update(made.id, { name: " Renamed " }))).toEqual([200, renamed]);
    const edit = {
      description: null,
      trigger_state: "ARCHIVED",
      pipeline_type: null,
      active: false,
      stop_on_state_change: false,
    };
    expect(outcome(await north.update(made.id, edit, admin))).toEqual([200, { ...renamed, ...edit }]);
    expect((await north.read(made.id)).body).toEqual({ ...renamed, ...edit });
  });

  it("changes nothing for an empty body, unchanged values, and fields that no caller may set", async () => {
    const made = await north.sequence({ steps: [step("one")] });
    lintel.clock.advance(1000);
    const { id, name, trigger_state, active, steps } = made;
    const same = { name, trigger_state, active, steps, description: " " };
    const others = { id: 1, brokerage_id: south.id, total_enrollments: 9, created_at: "x" };
    for (const body of [{}, same, others]) expect(outcome(await north.update(id, body))).toEqual([200, made]);
    expect(await auditOf(lintel, "drip_sequence", id)).toHaveLength(1);
  });

  it("replaces the whole list of steps, with new positions from 1", async () => {
    const { id } = await north.sequence({ steps: [step("a"), step("b"), step("c")] });
    const { body } = await north.update(id, { steps: [step("c"), step("d"), { ...step("a"), position: 9 }] });
    expect(body.steps).toEqual([
      { position: 1, ...step("c") },
      { position: 2, ...step("d") },
      { position: 3, ...step("a") },
    ]);
    expect((await north.update(id, { steps: [] })).body.steps).toEqual([]);
  });

  it("tells the audit log what was there before, and nothing that stayed", async () => {
    const { id } = await north.sequence({ steps: [step("a")] });
    await north.update(id, { trigger_state: "QUALIFIED", steps: [step("b")] });
    expect((await auditOf(lintel, "drip_sequence", id))[1]).toMatchObject({
      action: "update",
      actor_name: "broker key",
      brokerage_id: north.id,
      before: { trigger_state: "NEW", steps: [{ position: 1, ...step("a") }] },
      after: { trigger_state: "QUALIFIED", steps: [{ position: 1, ...step("b") }] },
    });
  });

  it("refuses the name of another one, in any case, and takes its own in another", async () => {
    await north.sequence({ name: "Taken" });
    const made = await north.sequence({ name: "Mine", steps: [step("a")] });
    expect(outcome(await north.update(made.id, { name: "TAKEN", steps: [] }))).toEqual(TAKEN);
    expect((await north.read(made.id)).body).toEqual(made);
    expect((await north.update(made.id, { name: "MINE" })).body.name).toBe("MINE");
  });

  it("is 404 for another brokerage's and one that is missing, 403 for agents", async () => {
    const made = await north.sequence();
    expect(outcome(await north.update(made.id, { name: "x" }, south.broker))).toEqual(NOT_FOUND);
    expect(outcome(await north.update(999_999, { name: "x" }, admin))).toEqual(NOT_FOUND);
    expect(outcome(await north.update(made.id, { name: "x" }, north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await north.read(made.id)).body).toEqual(made);
  });

  it("changes nothing of a disabled brokerage", async () => {
    const closed = await openSequences(lintel, "closed");
    const made = await closed.sequence();
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: admin });
    for (const key of [closed.broker, admin]) {
      expect(outcome(await closed.update(made.id, { name: "x" }, key))).toEqual(NOT_FOUND);
    }
    expect((await closed.read(made.id, admin)).body).toEqual(made);
  });

  it("refuses null for what must be there, and what is beyond a limit", async () => {
    const made = await north.sequence({ steps: [step("a")] });
    const wrong = {
      name: null,
      active: null,
      trigger_state: "TRASHED",
      steps: [{ ...step("b"), delay_days: 366 }],
    };
    expect(validationErrors(await north.update(made.id, wrong))).toEqual([
      422,
      [
        ["body.name", "name must be text"],
        ["body.trigger_state", "trigger_state must be one of NEW, CONTACTING, QUALIFIED, ARCHIVED"],
        ["body.active", "active must be true or false"],
        ["body.steps.0.delay_days", "steps.0.delay_days must be between 0 and 365"],
      ],
    ]);
    const long = Array(11).fill({ ...step("x"), body_template: "b".repeat(20_000) });
    expect((await north.update(made.id, { name: "Half done", steps: long })).status).toBe(422);
    expect((await north.read(made.id)).body).toEqual(made);
  });

  it("ends ten edits at the same time with the steps of one of them", async () => {
    const { id } = await north.sequence();
    const lists = Array.from({ length: 10 }, (_, n) =>
      Array.from({ length: n + 1 }, () => step(`list ${n}`)),
    );
    const replies = await Promise.all(lists.map((steps) => north.update(id, { steps })));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { steps } = (await north.read(id)).body;
    expect(new Set(steps.map(({ body_template }: { body_template: string }) => body_template)).size).toBe(1);
    expect(steps[0].body_template).toBe(`Body list ${steps.length - 1}`);
  });
});
