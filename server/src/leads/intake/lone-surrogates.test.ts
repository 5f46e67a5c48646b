import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someForm } from "../../../test/harness/contact-form.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../../test/harness/tour-fixture.ts";

const HALF = "half \ud83d of one";
const STORED = "half \ufffd of one";

/** Half an emoji, as a website sends it that cuts texts by length. */
describe("a lead with a lone surrogate in its texts", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
    brokerage = await openTours(lintel, "north");
  });
  afterAll(() => lintel.close());

  let made = 0;
  const post = (path: string, body: object) => {
    const visitor = { name: HALF, email: `visitor-${++made}@visitors.test`, phone: null };
    const headers = { "x-forwarded-for": `198.51.100.${made}` };
    return lintel.call(path, {
      method: "POST",
      host: brokerage.host,
      headers,
      body: { ...visitor, ...body },
    });
  };
  const forms = {
    "a contact form": () =>
      post("/api/contact", {
        ...someForm,
        firstName: HALF,
        message: HALF,
        email: `form-${made}@visitors.test`,
      }),
    "a registration": () => post("/register", {}),
    "a tour request": () => post("/api/tours", { listing_id: brokerage.listing, notes: HALF }),
  };
  const namesOf = async (leadIds: number[]) => {
    const rows = await lintel.database.db
      .selectFrom("leads")
      .select(["first_name", "last_name"])
      .where("id", "in", leadIds)
      .execute();
    return rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
  };
  const lastLeads = async (count: number) => {
    const rows = await lintel.database.db
      .selectFrom("leads")
      .select("id")
      .orderBy("id", "desc")
      .limit(count)
      .execute();
    return rows.map(({ id }) => id);
  };

  it.each(Object.entries(forms))("of %s is stored with U+FFFD", async (_form, send) => {
    expect((await send()).status).toBe(200);
    expect(await namesOf(await lastLeads(1))).toEqual([expect.stringContaining(STORED)]);
  });

  it.each(Object.entries(forms))("of %s among others is stored like them", async (_form, send) => {
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => post("/register", { name: "Bob Visitor" })),
      ...Array.from({ length: 4 }, () => send()),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const names = await namesOf(await lastLeads(8));
    expect(names.filter((name) => name.includes(STORED))).toHaveLength(4);
  });

  it("that staff enter is stored with U+FFFD", async () => {
    const { firstName: _first, lastName: _last, ...form } = someForm;
    const { status, body } = await lintel.call(LEADS, {
      method: "POST",
      key: brokerage.broker,
      body: { ...form, first_name: HALF, last_name: "Lovelace", notes: HALF },
    });
    expect([status, body.first_name, body.notes]).toEqual([201, STORED, STORED]);
  });
});
