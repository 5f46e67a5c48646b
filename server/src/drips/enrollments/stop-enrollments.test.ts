import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import { type DripsFixture, openDrips } from "../../../test/harness/drips-fixture.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { HOUR } from "../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { stopTexts } from "../../leads/index.ts";
import { leadUnsubscribeLink } from "../../messages/lead-unsubscribe-link.ts";
import { inTransaction } from "../../platform/database/database.ts";

/** SPEC: Drip enrollment, stop reasons unsubscribed and flagged; decisions.md: Drips, "in the transaction that causes them". */
describe("a flag that forbids marketing mail", () => {
  let lintel: TestApp;
  let brokerage: DripsFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openDrips(lintel, `flags-${++made}`);
    for (const name of ["a", "b"]) await brokerage.sequence({ steps: [step(name)] });
    lead = await brokerage.arrives({ email: `ada-${made}@visitors.test` });
  });

  const put = (fields: object) =>
    lintel.database.db.updateTable("drip_enrollments").set(fields).where("lead_id", "=", lead).execute();
  const linkOf = async (id: number) =>
    new URL((await leadUnsubscribeLink(lintel.ctx, id)) as string).pathname;
  const active = ["active at 1", "active at 1"];
  const flagged = ["stopped: flagged", "stopped: flagged"];
  const unsubscribed = ["stopped: unsubscribed", "stopped: unsubscribed"];

  it.each([
    ["unsubscribed", unsubscribed],
    ["dnc", flagged],
    ["do_not_email", flagged],
    ["do_not_text", active],
    ["do_not_call", active],
  ])("%s, set by staff, makes of all that the lead is on: %j", async (flag, becomes) => {
    await brokerage.setFlag(lead, flag);
    expect(await brokerage.brief(lead)).toEqual(becomes);
  });

  it("leaves nothing that could still be sent", async () => {
    await put({ claimed_until: new Date(lintel.clock.now().getTime() + HOUR), send_failures: 2 });
    const before = await brokerage.drips(lead);
    lintel.clock.advance(HOUR);
    await brokerage.setFlag(lead, "dnc");
    expect(await brokerage.drips(lead)).toEqual(
      before.map((each) => ({
        ...each,
        status: "stopped",
        stopped_reason: "flagged",
        stopped_at: lintel.clock.now(),
        next_step_position: null,
        next_send_at: null,
        claimed_until: null,
      })),
    );
  });

  it("touches nothing that is stopped or completed already, nor other people's", async () => {
    const other = await brokerage.arrives();
    await brokerage.setFlag(lead, "dnc");
    const before = await brokerage.drips(lead);
    lintel.clock.advance(HOUR);
    await brokerage.setFlag(lead, "unsubscribed");
    expect(await brokerage.drips(lead)).toEqual(before);
    await put({ status: "completed", stopped_reason: null, stopped_at: null });
    await brokerage.setFlag(lead, "do_not_email");
    expect([await brokerage.brief(lead), await brokerage.brief(other)]).toEqual([
      ["completed", "completed"],
      active,
    ]);
  });

  it("that is set already stops what was enrolled by hand since", async () => {
    await brokerage.setFlag(lead, "dnc");
    for (const { sequence_id } of await brokerage.drips(lead)) await brokerage.start(sequence_id, lead);
    expect(await brokerage.brief(lead)).toEqual(active);
    const audit = await auditOf(lintel, "lead", lead);
    await brokerage.setFlag(lead, "dnc");
    expect(await brokerage.brief(lead)).toEqual(flagged);
    expect(await auditOf(lintel, "lead", lead)).toEqual(audit);
  });

  it("starts nothing again when it is cleared", async () => {
    await brokerage.setFlag(lead, "dnc");
    await brokerage.clearFlag(lead, "dnc");
    expect(await brokerage.brief(lead)).toEqual(flagged);
  });

  it("set by the link stops the lead's sequences, and those of the same reader's other leads", async () => {
    const other = await brokerage.entered({ email: `ADA-${made}@visitors.test` });
    const stranger = await brokerage.arrives();
    expect((await lintel.call(await linkOf(lead))).status).toBe(200);
    for (const each of [lead, other]) expect(await brokerage.brief(each)).toEqual(unsubscribed);
    expect(await brokerage.brief(stranger)).toEqual(active);
  });

  it("set by one click (RFC 8058) does the same; HEAD and a forged link do nothing", async () => {
    const link = await linkOf(lead);
    await lintel.call(link, { method: "HEAD" });
    expect((await lintel.call(`${link.slice(0, -2)}xx`)).status).toBe(404);
    expect(await brokerage.brief(lead)).toEqual(active);
    const sent = await lintel.call(link, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(sent.status).toBe(200);
    expect(await brokerage.brief(lead)).toEqual(unsubscribed);
  });

  it("set by 100 clicks at once is one flag, and stops the sequences once", async () => {
    const other = await brokerage.entered({ email: `ada-${made}@visitors.test` });
    const links = [await linkOf(lead), await linkOf(other)];
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => lintel.call(links[at % 2] as string)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    for (const each of [lead, other]) {
      const flags = lintel.database.db.selectFrom("lead_flags").select("flag").where("lead_id", "=", each);
      expect(await flags.execute()).toEqual([{ flag: "unsubscribed" }]);
      expect(await brokerage.brief(each)).toEqual(unsubscribed);
    }
  });

  it("is none that STOP by text sets", async () => {
    await lintel.database.db
      .updateTable("leads")
      .set({ phone: "(208) 555-0133" })
      .where("id", "=", lead)
      .execute();
    await inTransaction(lintel.ctx, (ctx) => stopTexts(ctx, "+12085550133", () => true));
    const flags = lintel.database.db.selectFrom("lead_flags").select("flag").where("lead_id", "=", lead);
    expect(await flags.execute()).toEqual([{ flag: "do_not_text" }]);
    expect(await brokerage.brief(lead)).toEqual(active);
  });
});
