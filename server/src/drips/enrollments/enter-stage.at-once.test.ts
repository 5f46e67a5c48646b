import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DripsFixture, openDrips } from "../../../test/harness/drips-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { leadUnsubscribeLink } from "../../messages/lead-unsubscribe-link.ts";

const ROUNDS = 6;

/** Leads move, arrive and opt out while their sequences are edited: all of it is done, in whichever order. */
describe("at the same time", () => {
  let lintel: TestApp;
  let brokerage: DripsFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openDrips(lintel, `at-once-${++made}`);
  });

  const sequence = async (trigger_state: string, fields: object = {}): Promise<number> =>
    (await brokerage.sequence({ trigger_state, steps: [step("a"), step("b")], ...fields })).id;
  const several = (count: number, arrive: (at: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, at) => arrive(at)));
  const statuses = async (work: Promise<{ status: number }>[]) =>
    [...new Set((await Promise.all(work)).map(({ status }) => status))].toSorted();
  const unsubscribe = async (lead: number) =>
    lintel.call(new URL((await leadUnsubscribeLink(lintel.ctx, lead)) as string).pathname);
  /** What must never be: on a sequence that is off, at a step that is not there. */
  async function impossible(): Promise<unknown[]> {
    const { rows } = await sql`
      select drip_enrollments.*
      from drip_enrollments
        join drip_sequences on drip_sequences.id = sequence_id
        left join drip_steps on drip_steps.sequence_id = drip_sequences.id and position = next_step_position
      where brokerage_id = ${brokerage.id}
        and status = 'active'
        and (not drip_sequences.active or position is null)`.execute(lintel.database.db);
    return rows;
  }

  it("50 transitions make one move, and one enrollment", async () => {
    await sequence("NEW");
    await sequence("CONTACTING");
    const lead = await brokerage.arrives();
    const all = Array.from({ length: 50 }, () => brokerage.postEvent(lead, "contact_attempted"));
    const replies = await Promise.all(all);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await brokerage.brief(lead)).toEqual(["stopped: state_changed", "active at 1"]);
  });

  it("a sequence is turned off and leads come in: no lead is left on it", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [newcomers, contacted] = [await sequence("NEW"), await sequence("CONTACTING")];
      const leads = await several(8, () => brokerage.arrives());
      const work = leads.flatMap((lead, at) => [
        brokerage.postEvent(lead, "contact_attempted"),
        brokerage.arrives().then(() => ({ status: 200 })),
        ...(at === 3 ? [newcomers, contacted].map((id) => brokerage.update(id, { active: false })) : []),
      ]);
      expect(await statuses(work)).toEqual([200]);
      expect(await impossible()).toEqual([]);
      for (const id of [newcomers, contacted]) {
        expect((await brokerage.read(id)).body).toMatchObject({ active: false, active_enrollments: 0 });
      }
    }
  });

  it("a sequence gets other steps, or none, and leads come in: all are at a step that is there, due by its delay", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [emptied, delayed] = [await sequence("CONTACTING"), await sequence("CONTACTING")];
      const leads = await several(8, () => brokerage.arrives());
      const work = leads.flatMap((lead, at) => [
        brokerage.postEvent(lead, "contact_attempted"),
        ...(at === 3
          ? [brokerage.update(emptied, { steps: [] }), brokerage.update(delayed, { steps: [step("z", 9)] })]
          : []),
      ]);
      expect(await statuses(work)).toEqual([200]);
      expect(await impossible()).toEqual([]);
      expect((await brokerage.read(emptied)).body.active_enrollments).toBe(0);
      for (const lead of leads) expect(await brokerage.brief(lead)).toContain("active at 1");
      await Promise.all([emptied, delayed].map((id) => brokerage.remove(id)));
    }
  });

  it("agreements are signed, contracts voided and people unsubscribe while sequences are edited and deleted", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await several(4, () => sequence("QUALIFIED"));
      const leads = await several(8, (at) =>
        brokerage.arrives({ email: `ada-${made}-${at % 2}@visitors.test` }),
      );
      const way = ["contact_attempted", "motivation_confirmed", "buyer_agreement_signed"];
      for (const lead of leads) await brokerage.moves(lead, way);
      const postAll = (event: string) => leads.slice(2).map((lead) => brokerage.postEvent(lead, event));
      const edits = [
        brokerage.update(ids[0] as number, { active: false }),
        brokerage.update(ids[1] as number, { steps: [step("z")] }),
        brokerage.remove(ids[2] as number),
        unsubscribe(leads[0] as number),
        unsubscribe(leads[1] as number),
      ];
      expect(await statuses([...postAll("contract_executed"), ...edits])).toEqual([200]);
      const others = [
        brokerage.update(ids[1] as number, { steps: [] }),
        brokerage.update(ids[3] as number, { active: false }),
        lintel.call(`${LEADS}/${leads.at(-1)}`, { method: "DELETE", key: brokerage.broker }),
      ];
      const voided = leads.slice(2, -1).map((lead) => brokerage.postEvent(lead, "contract_voided"));
      expect(await statuses([...voided, ...others])).toEqual([200]);
      expect(await impossible()).toEqual([]);
      const active = await Promise.all(leads.map((lead) => brokerage.brief(lead)));
      expect(active.flat().filter((each) => each.startsWith("active"))).toEqual([]);
    }
  });
});
