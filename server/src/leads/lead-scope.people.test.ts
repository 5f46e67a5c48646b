import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrokerage } from "../../test/harness/brokerage-fixture.ts";
import { FakeClock } from "../../test/harness/fake-clock.ts";
import { type OidcProvider, startOidcProvider } from "../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const EMAIL = "abel@agents.test";

describe("an agent who signed in at the OpenID provider", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  let claims: { roles: string[]; brokerage_id: number };
  let foreignAgent: number;
  let lead: number;
  beforeAll(async () => {
    provider = await startOidcProvider(new FakeClock("2026-06-15T12:00:00Z"));
    lintel = await startTestApp(provider.environment);
    const brokerage = await openBrokerage(lintel, "people");
    const elsewhere = await openBrokerage(lintel, "elsewhere");
    const abel = await lintel.createAgent(brokerage.id, { email: EMAIL });
    foreignAgent = (await lintel.createAgent(elsewhere.id, { email: EMAIL })).id;
    claims = { roles: ["agent"], brokerage_id: brokerage.id };
    const person = {
      first_name: "Ada",
      last_name: "L",
      email: "ada@visitors.test",
      subject: "Hi",
      message: "Hi",
    };
    const made = await lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: { ...person, assigned_agent_id: abel.id },
    });
    lead = made.body.id;
  });
  afterAll(async () => {
    await lintel.close();
    await provider.stop();
  });

  const statuses = async (person: object) => {
    const headers = { authorization: `Bearer ${await provider.sign({ ...claims, ...person })}` };
    const one = await lintel.call(`/api/v1/admin/leads/${lead}`, { headers });
    const all = await lintel.call("/api/v1/admin/leads", { headers });
    return [one.status, all.body.total];
  };

  it("sees the leads of the agent with their verified email", async () => {
    expect(await statuses({ sub: "abel", email: EMAIL, email_verified: true })).toEqual([200, 1]);
    expect(await statuses({ sub: "abel", email: EMAIL.toUpperCase(), email_verified: true })).toEqual([
      200, 1,
    ]);
  });

  it.each([
    ["of whose email the provider says nothing", { email: EMAIL }],
    ["whose email is not verified", { email: EMAIL, email_verified: false }],
    ["whose email is said not to be verified", { email: EMAIL, email_verified: "false" }],
    ["whose subject looks like the email", { sub: EMAIL }],
    ["whose token names an unknown agent", { email: EMAIL, email_verified: true, agent_id: 2_000_000_000 }],
  ])("%s sees none of them", async (_, person) => {
    expect(await statuses({ sub: "somebody", ...person })).toEqual([404, 0]);
  });

  it("whose token names another brokerage's agent sees none of them", async () => {
    expect(
      await statuses({ sub: "else", email: EMAIL, email_verified: true, agent_id: foreignAgent }),
    ).toEqual([404, 0]);
  });
});
