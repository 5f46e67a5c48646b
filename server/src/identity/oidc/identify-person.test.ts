import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OidcProvider, startOidcProvider } from "../../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("a person with a token", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  let brokerageId: number;
  let elsewhere: number;
  beforeAll(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp(provider.environment);
    brokerageId = (await lintel.createTenant("people")).id;
    elsewhere = (await lintel.createTenant("elsewhere")).id;
  });
  afterAll(async () => {
    await provider.stop();
    await lintel.close();
  });

  const ask = async (claims: JWTPayload, path = "/api/auth/verify") =>
    lintel.call(path, { headers: { authorization: `Bearer ${await provider.sign(claims)}` } });
  const user = async (claims: JWTPayload) => {
    const reply = await ask(claims);
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    return reply.body.user;
  };
  const rowOf = (sub: string) =>
    lintel.database.db
      .selectFrom("users")
      .selectAll()
      .where("issuer", "=", provider.issuer)
      .where("subject", "=", sub)
      .execute();
  const disable = (id: number) =>
    lintel.database.db
      .updateTable("agents")
      .set({ disabled_at: lintel.clock.now() })
      .where("id", "=", id)
      .execute();

  it("is what the provider says: role, brokerage, agent, email", async () => {
    const agent = await lintel.createAgent(brokerageId);
    const claims = { sub: "ann", email: "ann@id.test", roles: ["agent"], brokerage_id: brokerageId };
    expect(await user({ ...claims, agent_id: String(agent.id) })).toEqual({
      id: expect.any(Number),
      email: "ann@id.test",
      role: "agent",
      brokerage_id: brokerageId,
      agent_id: agent.id,
    });
    expect(await user({ sub: "no-email", roles: "broker" })).toEqual({
      id: expect.any(Number),
      email: "no-email",
      role: "broker",
      brokerage_id: null,
      agent_id: null,
    });
  });

  it("has the rights of the role on every route, whichever the wording", async () => {
    const broker = { roles: ["brokerage_owner"], brokerage_id: brokerageId };
    expect((await ask(broker, "/api/admin/broker-test")).status).toBe(200);
    expect((await ask(broker, "/api/admin/admin-test")).body.detail).toBe("Admin role required");
    const agent = { roles: "agent" };
    expect((await ask(agent, "/api/admin/broker-test")).body.detail).toBe("Broker or admin role required");
  });

  it.each([{ roles: ["viewer"] }, { roles: [] }, {}])(
    "without a known role (%j) is told so everywhere",
    async (claims) => {
      for (const path of ["/api/auth/verify", "/api/admin/me", "/api/admin/admin-test"]) {
        const { status, body } = await ask(claims, path);
        expect([status, body.detail]).toEqual([
          403,
          "No role: the token's roles must hold admin, broker, brokerage_owner or agent",
        ]);
      }
    },
  );

  it("is bound to no brokerage when the one that is named does not exist", async () => {
    const claims = { sub: "lost", roles: ["broker"], brokerage_id: 2_000_000_000, agent_id: 1 };
    expect(await user(claims)).toMatchObject({ brokerage_id: null, agent_id: null });
    expect(await rowOf("lost")).toMatchObject([{ brokerage_id: null }]);
  });

  it("is no agent when the one that is named is another brokerage's, or missing, or has no brokerage", async () => {
    const foreign = await lintel.createAgent(elsewhere);
    const own = await lintel.createAgent(brokerageId);
    const agent = { sub: "astray", roles: ["agent"], brokerage_id: brokerageId };
    expect(await user({ ...agent, agent_id: foreign.id })).toMatchObject({ agent_id: null });
    expect(await user({ ...agent, agent_id: 2_000_000_000 })).toMatchObject({ agent_id: null });
    expect(await user({ ...agent, brokerage_id: undefined, agent_id: own.id })).toMatchObject({
      agent_id: null,
    });
  });

  it("without an agent claim is the agent of that verified email, in any case, within the brokerage alone", async () => {
    const email = "Mixed.Case@agents.test";
    const agent = await lintel.createAgent(brokerageId, { email });
    const verified = { email: email.toLowerCase(), email_verified: true };
    const claims = { sub: "by-email", roles: ["agent"], ...verified };
    expect(await user({ ...claims, brokerage_id: brokerageId })).toMatchObject({ agent_id: agent.id });
    expect(await user({ ...claims, brokerage_id: elsewhere })).toMatchObject({ agent_id: null });
    expect(await user(claims)).toMatchObject({ agent_id: null });
    for (const email_verified of [false, undefined, null, "yes"]) {
      const unverified = { ...claims, brokerage_id: brokerageId, email_verified };
      expect(await user(unverified)).toMatchObject({ agent_id: null });
    }
    const broker = { ...claims, roles: ["broker"], brokerage_id: brokerageId };
    expect(await user(broker)).toMatchObject({ agent_id: null });
  });

  it("is refused while the agent's account is disabled, found by id or by email", async () => {
    const agent = await lintel.createAgent(brokerageId, { email: "gone@agents.test" });
    await disable(agent.id);
    const claims = { sub: "gone", roles: ["agent"], brokerage_id: brokerageId };
    for (const found of [{ agent_id: agent.id }, { email: "gone@agents.test", email_verified: true }]) {
      const { status, body } = await ask({ ...claims, ...found });
      expect([status, body.detail]).toEqual([403, "This agent account is disabled"]);
    }
    const broker = { ...claims, roles: ["broker"], agent_id: agent.id };
    expect(await user(broker)).toMatchObject({ role: "broker", agent_id: null });
  });

  it("has one row, the same id at every request, also when the first ones come together", async () => {
    const claims = { sub: "crowd", roles: ["admin"] };
    const users = await Promise.all(Array.from({ length: 10 }, () => user(claims)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(await rowOf("crowd")).toHaveLength(1);
  });

  it("of the same subject at another issuer is another person", async () => {
    const { id } = await user({ sub: "twin", roles: ["admin"] });
    const [own] = await rowOf("twin");
    expect(own?.id).toBe(id);
    const { issuer: _, id: __, ...fields } = own as NonNullable<typeof own>;
    await lintel.database.db
      .insertInto("users")
      .values({ ...fields, issuer: "https://other.test" })
      .execute();
    expect((await user({ sub: "twin", roles: ["admin"] })).id).toBe(id);
  });

  it("has the row written when something has changed or after five minutes, not at every request", async () => {
    const claims = { sub: "busy", roles: ["admin"], email: "busy@id.test" };
    const seenAt = async () => (await rowOf("busy"))[0]?.last_seen_at.getTime();
    await user(claims);
    const first = lintel.clock.now().getTime();
    lintel.clock.advance(300_000);
    await user(claims);
    expect(await seenAt()).toBe(first);
    lintel.clock.advance(1);
    await user(claims);
    expect(await seenAt()).toBe(first + 300_001);

    lintel.clock.advance(1000);
    await user({ ...claims, email: "new@id.test", roles: ["broker"], brokerage_id: brokerageId });
    expect(await rowOf("busy")).toMatchObject([
      { email: "new@id.test", role: "broker", brokerage_id: brokerageId, agent_id: null },
    ]);
    expect(await seenAt()).toBe(first + 301_001);
  });
});
