import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLdOf, visibleText } from "./harness/page-text.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

const PATH = "/homes/A-1/101-oakmont-st-boise-id-83702";
const TOUR = "/homes/A-1/tour";
const tour = {
  name: "Bo Ng",
  email: "bo@x.test",
  phone: "208 555 0102",
  preferred_date: "2026-06-20",
  message: "Hi",
};
const question = { firstName: "Bo", lastName: "Ng", email: "bo@x.test", message: "Is there a garage?" };

describe("the forms of a home's page", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
  });
  afterAll(() => website.close());

  const post = (path: string, form: Record<string, string>, headers = {}) =>
    website.visit(path, { method: "POST", form, headers: { origin: `http://${website.host}`, ...headers } });

  const leads = (email: string) =>
    website.lintel.database.db.selectFrom("leads").selectAll().where("email", "=", email).execute();
  const tours = (email: string) =>
    website.lintel.database.db.selectFrom("tour_requests").selectAll().where("email", "=", email).execute();

  it("asks for a tour: 303 to a page that says so, and the request is the brokerage's", async () => {
    const { status, headers } = await post(TOUR, { ...tour, email: "tour@x.test" });
    expect([status, headers.location]).toEqual([303, `${TOUR}/sent`]);
    expect(headers["cache-control"]).toBe("no-store");
    const shown = await website.visit(`${TOUR}/sent`);
    expect([shown.status, visibleText(shown.text)]).toEqual([
      200,
      expect.stringContaining("Your request was sent"),
    ]);
    expect(await tours("tour@x.test")).toMatchObject([
      { listing_id: "A-1", name: "Bo Ng", brokerage_id: website.brokerageId },
    ]);
  });

  it("sends a form twice as one request", async () => {
    const form = { ...tour, email: "twice@x.test" };
    for (const _ of [1, 2]) expect((await post(TOUR, form)).status).toBe(303);
    expect(await tours("twice@x.test")).toHaveLength(1);
  });

  it("shows a refused tour again: 422, what was typed, and what is wrong linked to its field", async () => {
    const form = {
      ...tour,
      name: "",
      email: "no address",
      preferred_date: "soon",
      message: `"><script>x</script>`,
    };
    const { status, text, headers } = await post(TOUR, form);
    expect(status).toBe(422);
    expect(headers["cache-control"]).toBe("no-store");
    expect(text).toMatch(/<title>Error: /);
    for (const name of ["name", "email", "preferred_date"])
      expect(text).toContain(`href="#field-tour-${name}"`);
    expect(text).toMatch(/<input[^>]*id="field-tour-email"[^>]*aria-invalid="true"[^>]*>/);
    expect(text).toContain('value="no address"');
    expect(text).toContain('value="208 555 0102"');
    expect(text).toMatch(/<input[^>]*value="soon"[^>]*checked/);
    expect(text).not.toContain("<script>x");
    expect(text).toContain("&lt;script>x");
  });

  it("answers a question about the home likewise, on the home's own page", async () => {
    const sent = await post(PATH, { ...question, email: "ask@x.test" });
    expect([sent.status, sent.headers.location]).toEqual([303, `${PATH}/sent`]);
    expect((await website.visit(`${PATH}/sent`)).status).toBe(200);
    expect(await leads("ask@x.test")).toMatchObject([
      { subject: "Question about listing A-1", pipeline_type: "buyer", source_page: PATH },
    ]);
    const refused = await post(PATH, { ...question, message: "" });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/<title>Error: 101 Oakmont St/);
    expect(refused.text).toContain('href="#field-question-message"');
    expect(refused.text).toContain('value="bo@x.test"');
    expect(jsonLdOf(refused.text)).toHaveLength(2);
  });

  it("keeps the campaign of the page's address", async () => {
    await post(`${PATH}?utm_source=mail&utm_campaign=june`, { ...question, email: "utm@x.test" });
    expect(await leads("utm@x.test")).toMatchObject([{ utm_source: "mail", utm_campaign: "june" }]);
  });

  it("keeps the campaign of the home's page for a tour, also of one that was refused first", async () => {
    const referer = `http://${website.host}${PATH}?utm_source=flyer&utm_campaign=june`;
    const refused = await post(TOUR, { ...tour, email: "flyer" }, { referer });
    expect(refused.text).toContain('<input type="hidden" name="utm_source" value="flyer"');
    await post(TOUR, { ...tour, email: "flyer@x.test" }, { referer });
    const kept = { utm_source: "flyer", utm_campaign: "june", source_page: TOUR };
    expect(await leads("flyer@x.test")).toMatchObject([kept]);
    const foreign = { referer: "http://evil.test/?utm_source=evil" };
    await post(TOUR, { ...tour, email: "foreign@x.test" }, foreign);
    expect(await leads("foreign@x.test")).toMatchObject([{ utm_source: null }]);
  });

  it("refuses forms of other websites, and is 404 for homes that are not there", async () => {
    expect((await post(TOUR, tour, { origin: "https://evil.test" })).status).toBe(403);
    expect((await post(TOUR, tour, { origin: "null" })).status).toBe(403);
    expect((await post(TOUR, tour, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post("/homes/unknown/tour", tour)).status).toBe(404);
    expect((await website.visit("/homes/unknown/tour")).status).toBe(404);
    expect((await post("/homes/unknown/x", question)).status).toBe(404);
  });

  it("offers the next seven days in the brokerage's time zone", async () => {
    const { text } = await website.visit(PATH);
    const days = [...text.matchAll(/name="preferred_date" value(?:="([^"]*)")?/g)].map(
      ([, value = ""]) => value,
    );
    expect(days).toEqual(["", ...["16", "17", "18", "19", "20", "21", "22"].map((day) => `2026-06-${day}`)]);
  });
});
