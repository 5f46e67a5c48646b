import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { agentCard, findAgentAccount } from "./index.ts";

describe("what other slices ask about agents", () => {
  let lintel: TestApp;
  let acme: number;
  let other: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: acme } = await lintel.createTenant("acme"));
    ({ id: other } = await lintel.createTenant("other"));
  });
  afterAll(() => lintel.close());

  it("agentCard: an active agent of that brokerage, and no other", async () => {
    const { id } = await lintel.createAgent(acme, { name: "Ann", slug: "ann", email: "ann@acme.test" });
    const { id: idle } = await lintel.createAgent(acme, { status: "inactive" });
    const { id: gone } = await lintel.createAgent(acme, { disabled_at: new Date() });
    expect(await agentCard(lintel.database.db, { brokerageId: acme, agentId: id })).toEqual({
      id,
      name: "Ann",
      slug: "ann",
      email: "ann@acme.test",
      phone: null,
      bio: null,
      photo_url: null,
    });
    for (const [brokerageId, agentId] of [
      [other, id],
      [acme, idle],
      [acme, gone],
      [acme, 999_999],
    ] as const) {
      expect(await agentCard(lintel.database.db, { brokerageId, agentId })).toBeNull();
    }
  });

  it("findAgentAccount: by id, disabled or not", async () => {
    const disabledAt = new Date("2026-01-01T00:00:00Z");
    const { id } = await lintel.createAgent(acme, { email: "a@acme.test", disabled_at: disabledAt });
    expect(await findAgentAccount(lintel.database.db, { id })).toEqual({
      id,
      brokerageId: acme,
      email: "a@acme.test",
      disabledAt,
    });
    expect(await findAgentAccount(lintel.database.db, { id: 999_999 })).toBeNull();
  });

  it("findAgentAccount: by email in any case, within the brokerage, rather one that is not disabled", async () => {
    await lintel.createAgent(acme, { email: "Same@acme.test", disabled_at: new Date() });
    const { id } = await lintel.createAgent(acme, { email: "same@Acme.test" });
    await lintel.createAgent(acme, { email: "SAME@acme.test" });
    const found = await findAgentAccount(lintel.database.db, { brokerageId: acme, email: "sAmE@acme.test" });
    expect(found).toMatchObject({ id, disabledAt: null });
    expect(
      await findAgentAccount(lintel.database.db, { brokerageId: other, email: "same@acme.test" }),
    ).toBeNull();
    expect(await findAgentAccount(lintel.database.db, { brokerageId: acme, email: "%" })).toBeNull();
  });
});
