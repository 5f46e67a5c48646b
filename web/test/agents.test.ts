import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { jsonLdOfType, visibleText } from "./harness/page-text.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

describe("the pages of agents", () => {
  let website: WebsiteFixture;
  let agentId: number;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, [
      home({ ListingId: "L-1", ListAgentFullName: "Ann Lee", ListPrice: 512_000 }),
      home({ ListingId: "L-2", ListAgentFullName: "Someone Else", ListPrice: 623_000 }),
    ]);
    const { brokerageId, lintel } = website;
    const ann = { name: "Ann Lee", slug: "ann-lee", email: "ann@north.test", phone: "(208) 555-0101" };
    ({ id: agentId } = await lintel.createAgent(brokerageId, {
      ...ann,
      bio: "Knows every porch.\n\nLives in Boise.",
      specialties: ["Lofts", "Historic homes"],
    }));
    const other = await lintel.createTenant("south");
    await lintel.createAgent(other.id, { name: "South Agent", slug: "south-agent" });
  });
  afterAll(() => website.close());

  it("lists the brokerage's people alone", async () => {
    const { status, text } = await website.visit("/agents");
    expect(status).toBe(200);
    expect(visibleText(text)).toContain("Ann Lee");
    expect(text).toContain('href="/agents/ann-lee"');
    expect(text).not.toContain("South Agent");
    for (const path of [
      "/agents?page=2",
      "/agents?page=0",
      "/agents?page=x",
      "/agents/south-agent",
      "/agents/none",
    ])
      expect([path, (await website.visit(path)).status]).toEqual([path, 404]);
  });

  it("shows a person, what they know, how to reach them, and their listings alone", async () => {
    const { status, text } = await website.visit("/agents/ann-lee");
    const shown = visibleText(text);
    expect(status).toBe(200);
    for (const part of [
      "Ann Lee",
      "Lofts",
      "Historic homes",
      "Knows every porch.",
      "(208) 555-0101",
      "$512,000",
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain("$623,000");
    expect(text).toContain('href="mailto:ann@north.test"');
    expect(jsonLdOfType(text, "RealEstateAgent")).toMatchObject({
      name: "Ann Lee",
      url: `https://${website.host}/agents/ann-lee`,
      email: "ann@north.test",
      telephone: "(208) 555-0101",
      knowsAbout: ["Lofts", "Historic homes"],
    });
  });

  it("corrects the case of an address", async () => {
    const { status, headers } = await website.visit("/agents/Ann-Lee?utm_source=x");
    expect([status, headers.location]).toEqual([301, "/agents/ann-lee?utm_source=x"]);
  });

  it("brings a message to the person whose page it was sent from", async () => {
    const form = { firstName: "Bo", lastName: "Ng", email: "bo@x.test", message: "Hello" };
    const headers = { origin: `http://${website.host}` };
    const sent = await website.visit("/agents/ann-lee", { method: "POST", form, headers });
    expect([sent.status, sent.headers.location]).toEqual([303, "/agents/ann-lee/sent"]);
    expect(visibleText((await website.visit("/agents/ann-lee/sent")).text)).toContain(
      "Ann Lee will answer you soon",
    );
    const { db } = website.lintel.database;
    const lead = await db
      .selectFrom("leads")
      .selectAll()
      .where("email", "=", "bo@x.test")
      .executeTakeFirstOrThrow();
    expect(lead.assigned_agent_id).toBe(agentId);
    const refused = await website.visit("/agents/ann-lee", {
      method: "POST",
      form: { ...form, email: "x" },
      headers,
    });
    expect([refused.status, refused.text.includes('value="Bo"')]).toEqual([422, true]);
  });

  it("the page of a home leads to its agent, however many people the brokerage has", async () => {
    const { brokerageId, lintel } = website;
    for (let nth = 0; nth < 101; nth++) await lintel.createAgent(brokerageId, { name: `Aaron ${nth}` });
    const pageOf = async (id: string) => {
      const { headers } = await website.visit(`/homes/${id}`);
      return (await website.visit(String(headers.location))).text;
    };
    expect(await pageOf("L-1")).toContain('href="/agents/ann-lee"');
    expect(await pageOf("L-2")).not.toContain('href="/agents/');
  });
});
