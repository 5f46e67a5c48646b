import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DripsFixture, openDrips } from "../../../test/harness/drips-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { DAY } from "../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { eraseLeads } from "../../leads/index.ts";
import { leadUnsubscribeLink } from "../../messages/lead-unsubscribe-link.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { DB } from "../../platform/database/types.generated.ts";

/**
 * Sequences are locked before enrollments, and those in the order of ids, so that no two transactions deadlock. In each test
 * another transaction holds the first lock; the rows after it must be free. On the embedded database transactions run singly.
 */
describe.runIf(process.env.DATABASE_URL)("a transaction that changes a lead's drips", () => {
  let lintel: TestApp;
  let brokerage: DripsFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openDrips(lintel, `locks-${++made}`);
  });

  const sequence = async (fields: object = {}): Promise<number> =>
    (await brokerage.sequence({ trigger_state: "CONTACTING", steps: [step("a"), step("b")], ...fields })).id;

  /** Does `work` while another transaction locks what `held` selects; once `work` waits, checks that no lock is on `free`. */
  async function whileHeld(held: string, free: string, work: () => Promise<unknown>): Promise<void> {
    let done: Promise<unknown> = Promise.resolve();
    await lintel.database.db.transaction().execute(async (other) => {
      await lock(other, held);
      done = work();
      await untilLocksAwaited(lintel.database.db);
      expect(await lock(other, free)).toBeGreaterThan(0);
    });
    await done;
  }

  it("waits for an edit of a sequence with none of its enrollments held, and goes by what the edit has made", async () => {
    const kept = await sequence({ stop_on_state_change: false });
    const lead = await brokerage.arrives();
    await brokerage.moves(lead, ["contact_attempted", "timeout_no_response"]);
    const edited = await sequence();
    await whileHeld(
      `drip_sequences where id in (${kept}, ${edited})`,
      `drip_enrollments where sequence_id = ${kept}`,
      () => brokerage.moves(lead, ["lead_re_engaged"]),
    );
    expect(await brokerage.brief(lead)).toEqual(["active at 1", "active at 1"]);
  });

  it("goes by the steps that an edit which it has waited for has made", async () => {
    const id = await sequence();
    const lead = await brokerage.arrives();
    let moved: Promise<unknown> = Promise.resolve();
    await lintel.database.db.transaction().execute(async (edit) => {
      await lock(edit, `drip_sequences where id = ${id}`);
      await sql`update drip_steps set delay_days = 9 where sequence_id = ${id} and position = 1`.execute(
        edit,
      );
      await sql`update drip_sequences set updated_at = now() where id = ${id}`.execute(edit);
      moved = brokerage.moves(lead, ["contact_attempted"]);
      await untilLocksAwaited(lintel.database.db);
    });
    await moved;
    const [{ enrolled_at, next_send_at } = {}] = await brokerage.drips(lead);
    expect(Number(next_send_at) - Number(enrolled_at)).toBe(9 * DAY);
  });

  const changes: Record<string, (lead: number) => Promise<unknown>> = {
    "a move": (lead) => brokerage.moves(lead, ["motivation_confirmed"]),
    "a flag": (lead) => brokerage.setFlag(lead, "dnc"),
    "a deletion": (lead) => lintel.call(`${LEADS}/${lead}`, { method: "DELETE", key: brokerage.broker }),
  };
  it.each(Object.entries(changes))("by %s takes them by their ids", async (_, change) => {
    const [first, second] = [await sequence(), await sequence()];
    const lead = await brokerage.arrives();
    await brokerage.moves(lead, ["contact_attempted"]);
    // In the table the first stands behind the second now.
    await sql`
      update drip_enrollments set next_send_at = next_send_at + interval '1 day'
      where sequence_id = ${first}`.execute(lintel.database.db);
    await whileHeld(
      `drip_enrollments where sequence_id = ${first}`,
      `drip_enrollments where sequence_id = ${second}`,
      () => change(lead),
    );
    expect((await brokerage.brief(lead)).filter((each) => each.startsWith("active"))).toEqual([]);
  });

  const changesOfSeveral: Record<string, (leads: number[]) => Promise<unknown>> = {
    "the unsubscribe link": async ([lead]) =>
      lintel.call(new URL((await leadUnsubscribeLink(lintel.ctx, lead as number)) as string).pathname),
    "an erasure": (leads) => inTransaction(lintel.ctx, (ctx) => eraseLeads(ctx, leads)),
  };
  it.each(Object.entries(changesOfSeveral))(
    "by %s takes those of several leads by their ids, not lead by lead",
    async (_, change) => {
      await sequence();
      const email = `ada-${made}@visitors.test`;
      const [elder, younger] = [await brokerage.arrives({ email }), await brokerage.arrives({ email })];
      // The younger lead has the elder enrollment.
      for (const lead of [younger, elder]) await brokerage.moves(lead, ["contact_attempted"]);
      await whileHeld(
        `drip_enrollments where lead_id = ${younger}`,
        `drip_enrollments where lead_id = ${elder}`,
        () => change([elder, younger]),
      );
      for (const lead of [elder, younger]) expect(await brokerage.brief(lead)).not.toContain("active at 1");
    },
  );
});

/** @returns how many rows; it fails when another transaction has locked one. */
async function lock(transaction: Transaction<DB>, rows: string): Promise<number> {
  const locked = await sql`select 1 from ${sql.raw(rows)} for update nowait`.execute(transaction);
  return locked.rows.length;
}
