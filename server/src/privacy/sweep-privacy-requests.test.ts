import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../test/harness/brokerage-fixture.ts";
import { DAY, openPrivacyDesk, type PrivacyDesk } from "../../test/harness/privacy-desk.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

describe("the sweep, of privacy requests", () => {
  let lintel: TestApp;
  let desk: PrivacyDesk;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    desk = await openPrivacyDesk(lintel, `sweeping-${++made}`);
  });
  // So that nothing is left for the next test.
  afterEach(() => lintel.database.db.deleteFrom("privacy_requests").execute());

  const counts = async () => {
    const { privacy_request_done: done, privacy_request_expired: expired } = await desk.sweep();
    return { done, expired };
  };

  it("makes exports at once, and erasures 30 days after they were confirmed, each once", async () => {
    const lead = await desk.makeLead();
    await desk.confirmed("export", ADA);
    const erasure = await desk.confirmed("erase", ADA);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
    expect(await desk.linkIn("privacy_export_ready", ADA)).not.toBeNull();
    lintel.clock.advance(30 * DAY - 1000);
    expect(await counts()).toEqual({ done: 0, expired: 0 });
    expect((await desk.read(lead)).status).toBe(200);
    lintel.clock.advance(1000);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
    expect((await desk.read(lead)).status).toBe(404);
    expect(await counts()).toEqual({ done: 0, expired: 0 });
    expect(await auditOf(lintel, "privacy_request", erasure)).toMatchObject([
      { action: "run", actor_name: "system", after: { kind: "erase", leads: 1 } },
    ]);
  });

  it("removes what nobody has confirmed within 7 days, and nothing else", async () => {
    await desk.makeLead();
    await desk.link("erase", ADA);
    const kept = await desk.confirmed("erase", ADA);
    lintel.clock.advance(7 * DAY);
    expect(await counts()).toEqual({ done: 0, expired: 1 });
    expect((await desk.requests()).map(({ id }) => id)).toEqual([kept]);
  });

  it("keeps a disabled brokerage's promises too", async () => {
    await desk.makeLead();
    await desk.confirmed("erase", ADA);
    await desk.disable();
    lintel.clock.advance(30 * DAY);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
  });

  it("does the others when one fails, and that one the next time", async () => {
    const { db } = lintel.database;
    const emails = ["ada@visitors.test", "grace@visitors.test", "joan@visitors.test"];
    for (const email of emails) {
      await desk.makeLead({ email });
      await desk.confirmed("erase", email);
    }
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin raise exception 'on purpose'; end $$`.execute(db);
    await sql`
      create trigger fail before delete on leads
      for each row when (old.email = 'grace@visitors.test') execute function fail_on_purpose()`.execute(db);
    lintel.clock.advance(30 * DAY);
    await expect(desk.sweep()).rejects.toThrow("on purpose");
    expect((await desk.requests()).map(({ status }) => status)).toEqual(["done", "confirmed", "done"]);
    await sql`drop trigger fail on leads`.execute(db);
    await sql`drop function fail_on_purpose`.execute(db);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
  });

  it("does each once, in however many processes at once", async () => {
    const emails = Array.from({ length: 20 }, (_, at) => `visitor-${at}@visitors.test`);
    for (const email of emails) {
      await desk.makeLead({ email });
      await desk.confirmed("erase", email);
    }
    lintel.clock.advance(30 * DAY);
    const all = await Promise.all([counts(), counts(), counts(), counts()]);
    expect(all.reduce((sum, { done }) => sum + (done as number), 0)).toBe(20);
    const receipts = (await desk.requests()).map(({ receipt }) => (receipt as { leads: number }).leads);
    expect(receipts).toEqual(emails.map(() => 1));
  });
});
