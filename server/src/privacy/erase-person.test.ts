import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsContaining } from "../../test/harness/all-rows.ts";
import { type MarkedPerson, openMarkedPerson } from "../../test/harness/marked-person-fixture.ts";
import type { PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { personalData } from "../../test/personal-data.ts";
import { deliverMessages } from "../messages/index.ts";

const zoe: MarkedPerson = {
  mark: "Zephyrine",
  email: "Zephyrine@visitors.test",
  phone: "(208) 555-0147",
  address: "203.0.113.77",
};
const marks = [zoe.mark, "555-0147", "5550147", zoe.address];
const hugo: MarkedPerson = {
  mark: "Hopperton",
  email: "hopperton@visitors.test",
  phone: "(208) 555-0148",
  address: "203.0.113.78",
};

const tableOf = (row: string) => row.slice(0, row.indexOf(":"));

/** The same person is known to two brokerages, in every way; a colleague of hers to the first. One of the two erases her. */
describe("an erasure", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let elsewhere: string[];
  let others: string[];
  let before: string[];
  let erasure: number;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
    const all = (words: string[]) => rowsContaining(lintel.database.db, words);
    const other = await openMarkedPerson(lintel, "other", zoe);
    await other.run(await other.submitConfirmed("export", zoe.email));
    elsewhere = await all(marks);
    brokerage = await openMarkedPerson(lintel, "home", zoe);
    await openMarkedPerson(lintel, "hugos", hugo);
    await brokerage.run(await brokerage.submitConfirmed("export", zoe.email));
    await brokerage.confirmationPath("export", zoe.email);
    erasure = await brokerage.submitConfirmed("erase", zoe.email);
    others = await all([hugo.mark]);
    // What is still to be told.
    const body = { listing_id: "home-1", name: zoe.mark, email: zoe.email };
    await lintel.call("/api/tours", { method: "POST", host: brokerage.host, body });
    before = await all(marks);
  });
  afterAll(() => lintel.close());

  it("has data to erase in every table with personal data", () => {
    const own = before.filter((row) => !elsewhere.includes(row));
    const filled = new Set(own.map(tableOf));
    const wanted = Object.entries(personalData).flatMap(([table, { erased }]) => (erased ? table : []));
    expect([...filled].toSorted()).toEqual(wanted.toSorted());
  });

  it("leaves no data of the person in any column of any table, and no other data changed", async () => {
    const { status, body } = await brokerage.run(erasure);
    expect([status, body.status]).toEqual([200, "done"]);
    expect(body.receipt).toMatchObject({
      leads: 2,
      flags: 1,
      routing_decisions: 1,
      drip_enrollments: 1,
      tours: 2,
      newsletter_subscriptions: 1,
      favorites: 1,
      magic_links: 2,
      clients: 1,
      vectors: 0,
      images: 0,
    });
    for (const name of ["timeline_events", "signals", "messages", "webhook_deliveries", "audit_rows"])
      expect([name, body.receipt[name]]).toEqual([name, expect.toSatisfy((count: number) => count > 1)]);
    expect(body.receipt.kept_replies).toBeGreaterThan(2);
    const left = (await rowsContaining(lintel.database.db, marks)).filter((row) => !elsewhere.includes(row));
    // The one mail that says so; once it has left, its row does not name her either.
    expect(left).toEqual([expect.stringMatching(/^messages:.*privacy_erasure_done/s)]);
    expect(await rowsContaining(lintel.database.db, [hugo.mark])).toEqual(others);
  });

  it("keeps action, actor and stage in the audit log", async () => {
    const { body } = await lintel.call("/api/admin/audit-log?target_type=lead&page_size=100", {
      key: brokerage.broker,
    });
    const deletion = body.items.find(({ action }: { action: string }) => action === "delete");
    expect(deletion).toMatchObject({
      actor: { name: "broker key" },
      before: { first_name: "[erased]", email: "[erased]", stage: "NEW", pipeline_type: "buyer" },
    });
    expect(body.total).toBeGreaterThan(7);
  });

  it("can be repeated, and then removes data that came since", async () => {
    const form = { firstName: "Z", lastName: "Z", email: zoe.email, subject: "Again", message: "Again" };
    await lintel.call("/api/contact", { method: "POST", host: brokerage.host, body: form });
    const { body } = await brokerage.run(await brokerage.submitConfirmed("erase", zoe.email));
    expect(body.receipt).toMatchObject({ leads: 1, tours: 0, newsletter_subscriptions: 0, flags: 0 });
    expect(body.receipt.drip_enrollments).toBe(1);
    const left = (await rowsContaining(lintel.database.db, marks)).filter((row) => !elsewhere.includes(row));
    expect(left).toEqual([expect.stringMatching(/^messages:.*privacy_erasure_done/s)]);
  });

  it("sends one last mail, whose row has no address once it was sent", async () => {
    await deliverMessages(lintel.ctx);
    const messages = await lintel.database.db
      .selectFrom("messages")
      .selectAll()
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    expect(messages.map(({ kind, state }) => [kind, state])).toEqual([["privacy_erasure_done", "sent"]]);
    expect(JSON.stringify(messages)).not.toMatch(new RegExp(zoe.mark, "i"));
  });
});
