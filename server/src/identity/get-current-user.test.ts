import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { slices } from "../slices.ts";

describe("getCurrentUser", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const me = async (key: string, host: string | null = null) =>
    (await lintel.call("/api/admin/me", { key, host })).body;

  it("answers who is asking, with nulls for what a key is not bound to", async () => {
    expect(await me(await lintel.createKey("admin"))).toEqual({
      authenticated: true,
      permissions: expect.any(Array),
      user: {
        id: null,
        email: "admin key",
        role: "admin",
        brokerage_id: null,
        broker_id: null,
        agent_id: null,
      },
    });
  });

  it("lists the operations that the role may use: those that are not refused to it", async () => {
    const { id } = await lintel.createTenant("roles");
    const reads = slices
      .flatMap((slice) => slice.routes)
      .filter(
        ({ method, path, permission, session }) =>
          method === "GET" && !path.includes("{") && permission !== "public" && !session,
      );
    expect(reads.length).toBeGreaterThan(30);
    for (const role of ["admin", "broker", "agent"] as const) {
      const key = await lintel.createKey(role, { brokerageId: id });
      const { permissions } = await me(key);
      const open: string[] = [];
      for (const { path, operationId } of reads) {
        const { status, body } = await lintel.call(path, { key, host: "roles.test" });
        if (status !== 403 || !/role required/.test(body.detail)) open.push(operationId);
      }
      const listed = reads.map(({ operationId }) => operationId).filter((each) => permissions.includes(each));
      expect([role, listed]).toEqual([role, open]);
      expect(permissions).not.toContain("searchListings");
    }
  });

  it("answers the caller's brokerage, under both names, on every host", async () => {
    const own = await lintel.createTenant("own");
    const other = await lintel.createTenant("other");
    const agent = await lintel.createAgent(own.id);
    const key = await lintel.createKey("agent", { brokerageId: own.id, agentId: agent.id });
    for (const host of [null, own.host, other.host, "unknown.test"]) {
      expect((await me(key, host)).user).toMatchObject({
        brokerage_id: own.id,
        broker_id: own.id,
        agent_id: agent.id,
      });
    }
  });
});
