import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorSummaryOf, idsOf } from "../harness/page-forms.ts";
import { PeopleFixture } from "../harness/people-fixture.ts";
import type { VisitorBrowser } from "../harness/visitor-browser.ts";

const sender = { firstName: "Bo", lastName: "Ng", email: "bo@people.test", phone: "208 555 0102" };
const message = { ...sender, subject: "Renting", message: "Hello" };
const person = { name: "Bo Ng", email: "bo@people.test", phone: "208 555 0102" };
const UUID = "0b7bbd2c-8f0d-4f7a-9f7c-6e1a0f6a6c11";

/** Every form of the website with fields that are accepted; `search` stands for the id of a saved search. */
const forms: [path: string, fields: Record<string, string>][] = [
  ["/contact", message],
  ["/contact?agent_slug=ann", { ...message, agent_slug: "ann" }],
  ["/agents/ann", { ...message, agent_slug: "ann" }],
  ["/sell", { ...sender, address: "12 Main St", soon: "Within a year", message: "" }],
  ["/newsletter", { email: sender.email, first_name: "Bo" }],
  ["/homes/A-1/101-oakmont-st-boise-id-83702", { ...sender, message: "Is there a garage?" }],
  ["/homes/A-1/tour", { ...person, preferred_date: "2026-06-20", preferred_time: "noon", message: "Hi" }],
  ["/account/register", person],
  ["/account/sign-in", { email: sender.email }],
  ["/account", { action: "favorite-alerts", frequency: "daily" }],
  ["/account/erase", { understood: "yes" }],
  ["/favorites", { listing_id: "A-1", action: "add" }],
  ["/favorites/verify", { email: sender.email, code: "ABCD-2345" }],
  ["/favorites/verify", { request_id: UUID, code: "ABCD-2345" }],
  ["/searches", { email: sender.email, city: "Boise", q: "near a park", frequency: "daily", name: "Ours" }],
  ["/searches/search", { action: "save", name: "Ours", frequency: "weekly" }],
  ["/searches/confirm", { email: sender.email, code: "ABCD-2345" }],
];

/** Kinds of input that a person, a program or an old page sends. */
const kinds: Record<string, string> = {
  empty: "",
  "of another form": "nonsense",
  "too long": "x".repeat(12_000),
  "with control characters": "a\0b",
  "with half a character": "%ud800",
  "of another script": "\u202e<b>",
};

/** Names of the API's fields, which no visitor has seen. */
const API_NAMES =
  /\b(firstName|lastName|first_name|\w+_(slug|date|time|id|page|source|medium|campaign)|filters|query|loc|body)\b/;

describe("the error summary of every form", () => {
  let people: PeopleFixture;
  let signedIn: VisitorBrowser;
  let search: string;
  beforeAll(async () => {
    people = await PeopleFixture.open({ RATE_LIMITS: "off" });
    await people.website.lintel.createAgent(people.website.brokerageId, { name: "Ann Lee", slug: "ann" });
    signedIn = people.browser();
    await people.signIn(signedIn, "owner@people.test");
    await signedIn.post("/searches", { city: "Boise" });
    search = (await signedIn.get("/searches")).text.match(/data-search="(\d+)"/)?.[1] as string;
  });
  afterAll(() => people.close());

  it.each(forms)(
    "%s: links to fields that the page has, in words that visitors know",
    async (path, fields) => {
      const address = path.replace("/searches/search", `/searches/${search}`);
      let refused = 0;
      for (const visitor of [people.browser(), signedIn]) {
        for (const name of [...Object.keys(fields), "utm_source", "website"]) {
          for (const [kind, value] of Object.entries(kinds)) {
            const { status, text } = await visitor.post(address, { ...fields, [name]: value });
            const sent = `${name} ${kind}`;
            expect([sent, status < 500]).toEqual([sent, true]);
            if (status !== 422) continue;
            refused++;
            expectReadable(sent, text);
          }
        }
      }
      expect(refused).toBeGreaterThan(0);
    },
  );

  function expectReadable(sent: string, text: string): void {
    const summary = errorSummaryOf(text);
    const ids = idsOf(text);
    expect([sent, summary.length > 0]).toEqual([sent, true]);
    expect([sent, ids.filter((id, nth) => ids.indexOf(id) !== nth)]).toEqual([sent, []]);
    for (const { target, words } of summary) {
      if (target !== null) expect([sent, ids]).toEqual([sent, expect.arrayContaining([target])]);
      expect([sent, words]).toEqual([sent, expect.not.stringMatching(API_NAMES)]);
      expect([sent, words]).toEqual([sent, expect.stringMatching(/^[A-Z]/)]);
    }
  }

  it("the form of a person who has left is one for the whole brokerage, and says so", async () => {
    const left = { ...message, agent_slug: "gone" };
    const { status, text } = await people.browser().post("/contact", left);
    expect([status, errorSummaryOf(text)]).toEqual([
      422,
      [{ target: null, words: expect.stringContaining("another agent will answer you") }],
    ]);
    expect(text).not.toContain('name="agent_slug"');
  });
});
