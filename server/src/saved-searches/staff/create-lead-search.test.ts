import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

describe("createLeadSearch", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const create = (lead: number, body: object, key = north.ann.key) =>
    mail.lintel.call(`${LEADS}/${lead}/searches`, { method: "POST", key, body });
  const search = { name: "Close to school", filters: { city: ["Boise"] }, frequency: "instant" };

  it("needs no confirmation; the first mail says who made it, and only the first", async () => {
    const lead = await north.makeLead({ email: "ada@visitors.test", assigned_agent_id: north.ann.id });
    const { status, body } = await create(lead, search);
    expect([status, body]).toMatchObject([201, { made_by: "Ann", frequency: "instant", status: "active" }]);
    for (const ListingId of ["N-1", "N-2"]) {
      await north.import({ ListingId });
      await north.send();
    }
    const mails = await mail.mailsTo("ada@visitors.test");
    const introduction = "Ann of north has saved the search \u201cClose to school\u201d for you.";
    expect(mails.map(({ text }) => text?.includes(introduction))).toEqual([true, false]);
    expect(mails[0]?.replyTo?.[0]?.address).toMatch(/@agents\.test$/);
    const token = await north.signIn("ada@visitors.test");
    const { body: own } = await mail.lintel.call(SEARCHES, north.as(token));
    expect(own.items).toMatchObject([{ id: body.id, made_by: "Ann" }]);
  });

  it("shows its alerts among the lead's messages from the moment that they are scheduled", async () => {
    const lead = await north.makeLead({ email: "early@visitors.test", assigned_agent_id: north.ann.id });
    await create(lead, { ...search, filters: { city: ["Early"] }, frequency: "daily" });
    await north.import({ ListingId: "early-1", City: "Early" });
    const { body } = await mail.lintel.call(`${LEADS}/${lead}/messages`, { key: north.ann.key });
    expect(body.items).toMatchObject([
      { kind: "search_alert", channel: "email", to: "early@visitors.test", outcome: "waiting" },
    ]);
  });

  it("is recorded in the audit log", async () => {
    const lead = await north.makeLead({ email: "audit@visitors.test", assigned_agent_id: north.ann.id });
    const { body } = await create(lead, search);
    const rows = await mail.lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "target_id"])
      .where("target_type", "=", "saved_search")
      .execute();
    expect(rows).toContainEqual({ action: "create", target_id: String(body.id) });
  });

  it("answers 409 for a lead without an email, and for the 51st search", async () => {
    const anonymous = await north.makeLead({ email: "", assigned_agent_id: north.ann.id });
    expect((await create(anonymous, search)).status).toBe(409);
    const lead = await north.makeLead({ email: "full@visitors.test", assigned_agent_id: north.ann.id });
    for (let nth = 0; nth < 50; nth++) expect((await create(lead, search)).status).toBe(201);
    expect((await create(lead, search)).status).toBe(409);
  });

  it.each([[{}], [{ filters: { beds: 3 } }], [{ ...search, frequency: "now" }]])(
    "refuses %j with 422",
    async (body) => {
      const lead = await north.makeLead({ email: "bad@visitors.test", assigned_agent_id: north.ann.id });
      expect((await create(lead, body)).status).toBe(422);
    },
  );

  it("does not know a lead of another agent", async () => {
    const lead = await north.makeLead({ email: "other@visitors.test", assigned_agent_id: north.ann.id });
    expect((await create(lead, search, north.bob.key)).status).toBe(404);
  });
});
