import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  enrollment,
  openSequences,
  type SequencesFixture,
  step,
} from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** Stopped by a signed agreement, and to go on if its contract is voided. */
const waiting = (position: number, at: Date) => ({
  status: "stopped",
  stopped_reason: "state_changed",
  stopped_at: at,
  resumes_at_position: position,
  resumes_send_at: at,
});

describe("updateDripSequence, for those who are on it", () => {
  let lintel: TestApp;
  let brokerage: SequencesFixture;
  let sequence: { id: number };
  let other: { id: number };
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openSequences(lintel, "north");
  });
  beforeEach(async () => {
    sequence = await brokerage.sequence({ steps: [step("a"), step("b"), step("c"), step("d")] });
    other = await brokerage.sequence({ steps: [step("a"), step("b"), step("c"), step("d")] });
  });
  afterAll(() => lintel.close());

  const at = (position: number, sequenceId = sequence.id) =>
    brokerage.enroll(sequenceId, { next_step_position: position });
  const look = (id: number) => enrollment(lintel, id);
  const completed = {
    status: "completed",
    next_step_position: null,
    next_send_at: null,
    stopped_reason: null,
    stopped_at: null,
    resumes_at_position: null,
    resumes_send_at: null,
  };

  it("leaves every lead at its position when steps are edited, moved or added", async () => {
    const ids = [await at(1), await at(3), await at(4)];
    const before = await Promise.all(ids.map(look));
    lintel.clock.advance(60_000);
    await brokerage.update(sequence.id, { steps: [step("d"), step("new"), step("a"), step("b"), step("e")] });
    expect(await Promise.all(ids.map(look))).toEqual(before);
  });

  it("moves those who wait for a deleted step to the step that takes its place", async () => {
    const id = await at(2);
    const before = await look(id);
    await brokerage.update(sequence.id, { steps: [step("a"), step("c"), step("d")] });
    expect(await look(id)).toEqual(before);
  });

  it("completes only those who wait beyond the new end", async () => {
    const [second, third, fourth, elsewhere] = [await at(2), await at(3), await at(4), await at(4, other.id)];
    const untouched = [await look(second), await look(elsewhere)];
    const { body } = await brokerage.update(sequence.id, { steps: [step("a"), step("b")] });
    expect(body).toMatchObject({ active_enrollments: 1, total_enrollments: 3 });
    expect([await look(third), await look(fourth)]).toEqual([completed, completed]);
    expect([await look(second), await look(elsewhere)]).toEqual(untouched);
  });

  it("completes all enrollments when no step is left", async () => {
    const ids = [await at(1), await at(4)];
    await brokerage.update(sequence.id, { steps: [] });
    expect(await Promise.all(ids.map(look))).toEqual([completed, completed]);
  });

  it("lets no lead go on beyond the new end once a contract is voided", async () => {
    const now = lintel.clock.now();
    const kept = await brokerage.enroll(sequence.id, waiting(2, now));
    const lost = await brokerage.enroll(sequence.id, waiting(3, now));
    await brokerage.update(sequence.id, { steps: [step("a"), step("b")] });
    expect(await look(kept)).toMatchObject({ resumes_at_position: 2, resumes_send_at: now });
    expect(await look(lost)).toMatchObject({
      status: "stopped",
      stopped_reason: "state_changed",
      resumes_at_position: null,
      resumes_send_at: null,
    });
  });

  it("stops all enrollments when it is turned off, and none goes on later", async () => {
    const now = lintel.clock.now();
    const active = await at(2);
    const done = await brokerage.enroll(sequence.id, { status: "completed" });
    const stopped = await brokerage.enroll(sequence.id, waiting(2, now));
    const elsewhere = await brokerage.enroll(other.id, waiting(2, now));
    const untouched = [await look(done), await look(elsewhere)];
    lintel.clock.advance(60_000);
    const { body } = await brokerage.update(sequence.id, { active: false });
    expect(body).toMatchObject({ active: false, active_enrollments: 0, total_enrollments: 3 });
    expect(await look(active)).toEqual({
      ...completed,
      status: "stopped",
      stopped_reason: "sequence_deactivated",
      stopped_at: lintel.clock.now(),
    });
    expect(await look(stopped)).toEqual({
      ...completed,
      status: "stopped",
      stopped_reason: "state_changed",
      stopped_at: now,
    });
    expect([await look(done), await look(elsewhere)]).toEqual(untouched);
  });

  it("restarts no enrollment when it is turned on again", async () => {
    const id = await at(2);
    await brokerage.update(sequence.id, { active: false });
    const stopped = await look(id);
    expect((await brokerage.update(sequence.id, { active: true })).body).toMatchObject({
      active_enrollments: 0,
    });
    expect(await look(id)).toEqual(stopped);
  });

  it("completes who had all steps that are left, and stops the others, when both are edited at once", async () => {
    const [first, last] = [await at(1), await at(4)];
    await brokerage.update(sequence.id, { active: false, steps: [step("a")] });
    expect(await look(first)).toMatchObject({ status: "stopped", stopped_reason: "sequence_deactivated" });
    expect(await look(last)).toEqual(completed);
  });

  it("takes their step from the run that was about to send it", async () => {
    const claimed_until = new Date(lintel.clock.now().getTime() + 60_000);
    const ids = await Promise.all(
      [1, 4].map((next_step_position) =>
        brokerage.enroll(sequence.id, { next_step_position, claimed_until }),
      ),
    );
    await brokerage.update(sequence.id, { active: false, steps: [step("a")] });
    const claims = await lintel.database.db
      .selectFrom("drip_enrollments")
      .select("claimed_until")
      .where("id", "in", ids)
      .execute();
    expect(claims).toEqual([{ claimed_until: null }, { claimed_until: null }]);
  });

  it("undoes nothing by halves: a refused edit leaves every enrollment as it was", async () => {
    await brokerage.sequence({ name: `Taken ${sequence.id}` });
    const id = await at(4);
    const before = await look(id);
    const edit = { steps: [step("a")], active: false, name: `taken ${sequence.id}` };
    expect((await brokerage.update(sequence.id, edit)).status).toBe(409);
    expect(await look(id)).toEqual(before);
  });

  it.each(["stop_on_state_change", "trigger_state", "name"])(
    "changes no enrollment for a new %s",
    async (field) => {
      const id = await at(2);
      const before = await look(id);
      const values = { stop_on_state_change: false, trigger_state: "ARCHIVED", name: `New ${sequence.id}` };
      const edit = { [field]: values[field as keyof typeof values] };
      expect((await brokerage.update(sequence.id, edit)).status).toBe(200);
      expect(await look(id)).toEqual(before);
    },
  );
});
