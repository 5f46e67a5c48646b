import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../test/harness/brokerage-fixture.ts";
import { DAY, openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

describe("sweepPrivacyRequests", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `sweeping-${++made}`);
  });
  // So that nothing is left for the next test.
  afterEach(() => lintel.database.db.deleteFrom("privacy_requests").execute());

  const counts = async () => {
    const { privacy_request_done: done, privacy_request_expired: expired } = await brokerage.sweep();
    return { done, expired };
  };

  it("executes exports at once, and erasures 30 days after confirmation, each once", async () => {
    const lead = await brokerage.makeLead();
    await brokerage.submitConfirmed("export", ADA);
    const erasure = await brokerage.submitConfirmed("erase", ADA);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
    expect(await brokerage.linkInMail("privacy_export_ready", ADA)).not.toBeNull();
    lintel.clock.advance(30 * DAY - 1000);
    expect(await counts()).toEqual({ done: 0, expired: 0 });
    expect((await brokerage.read(lead)).status).toBe(200);
    lintel.clock.advance(1000);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
    expect((await brokerage.read(lead)).status).toBe(404);
    expect(await counts()).toEqual({ done: 0, expired: 0 });
    expect(await auditOf(lintel, "privacy_request", erasure)).toMatchObject([
      { action: "run", actor_name: "system", after: { kind: "erase", leads: 1 } },
    ]);
  });

  it("deletes requests not confirmed within 7 days, and no others", async () => {
    await brokerage.makeLead();
    await brokerage.confirmationPath("erase", ADA);
    const kept = await brokerage.submitConfirmed("erase", ADA);
    lintel.clock.advance(7 * DAY);
    expect(await counts()).toEqual({ done: 0, expired: 1 });
    expect((await brokerage.requests()).map(({ id }) => id)).toEqual([kept]);
  });

  it("executes requests of a disabled brokerage too", async () => {
    await brokerage.makeLead();
    await brokerage.submitConfirmed("erase", ADA);
    await brokerage.disable();
    lintel.clock.advance(30 * DAY);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
  });

  it("executes the others when one fails, and retries that one on the next run", async () => {
    const { db } = lintel.database;
    const emails = ["ada@visitors.test", "grace@visitors.test", "joan@visitors.test"];
    for (const email of emails) {
      await brokerage.makeLead({ email });
      await brokerage.submitConfirmed("erase", email);
    }
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin raise exception 'on purpose'; end $$`.execute(db);
    await sql`
      create trigger fail before delete on leads
      for each row when (old.email = 'grace@visitors.test') execute function fail_on_purpose()`.execute(db);
    lintel.clock.advance(30 * DAY);
    await expect(brokerage.sweep()).rejects.toThrow("on purpose");
    expect((await brokerage.requests()).map(({ status }) => status)).toEqual(["done", "confirmed", "done"]);
    await sql`drop trigger fail on leads`.execute(db);
    await sql`drop function fail_on_purpose`.execute(db);
    expect(await counts()).toEqual({ done: 1, expired: 0 });
  });

  it("executes each once in concurrent processes", async () => {
    const emails = Array.from({ length: 20 }, (_, at) => `visitor-${at}@visitors.test`);
    for (const email of emails) {
      await brokerage.makeLead({ email });
      await brokerage.submitConfirmed("erase", email);
    }
    lintel.clock.advance(30 * DAY);
    const all = await Promise.all([counts(), counts(), counts(), counts()]);
    expect(all.reduce((sum, { done }) => sum + (done as number), 0)).toBe(20);
    const receipts = (await brokerage.requests()).map(({ receipt }) => (receipt as { leads: number }).leads);
    expect(receipts).toEqual(emails.map(() => 1));
  });
});
