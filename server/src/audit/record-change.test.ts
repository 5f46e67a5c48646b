import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { hashApiKey } from "../identity/index.ts";
import { inTransaction } from "../platform/database/database.ts";
import { recordChange } from "./index.ts";

describe("recordChange", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(() => lintel.database.db.deleteFrom("audit_log").execute());

  const rows = () => lintel.database.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
  const agent = { targetType: "agent", targetId: 1, brokerageId: null } as const;

  it("stores only the changed fields of an update, without updated_at", async () => {
    const before = { name: "Ann", bio: "old", tags: ["a"], updated_at: new Date(1) };
    const after = { name: "Ann", bio: "new", tags: ["a", "b"], updated_at: new Date(2) };
    await recordChange(lintel.ctx, { ...agent, action: "update", before, after });
    expect(await rows()).toMatchObject([
      { before: { bio: "old", tags: ["a"] }, after: { bio: "new", tags: ["a", "b"] } },
    ]);
  });

  it("writes no row for an update that changes nothing", async () => {
    const before = { name: "Ann", tags: ["a"], updated_at: new Date(1) };
    const after = { name: "Ann", tags: ["a"], updated_at: new Date(2) };
    await recordChange(lintel.ctx, { ...agent, action: "update", before, after });
    expect(await rows()).toEqual([]);
  });

  it("stores the whole record on a deletion, and its final state when the record stays", async () => {
    const change = { ...agent, action: "delete", before: { name: "Ann", disabled_at: null } } as const;
    await recordChange(lintel.ctx, { ...change, after: { disabled_at: new Date(1) } });
    await recordChange(lintel.ctx, change);
    expect(await rows()).toMatchObject([
      { before: change.before, after: { disabled_at: "1970-01-01T00:00:00.001Z" } },
      { before: change.before, after: null },
    ]);
  });

  it("is rolled back with the change", async () => {
    const undone = inTransaction(lintel.ctx, async (ctx) => {
      await recordChange(ctx, { ...agent, action: "create", after: { name: "Ann" } });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await rows()).toEqual([]);
  });

  it("writes no secret, even when a view contains one at any depth", async () => {
    const key = `lk_${"x".repeat(40)}`;
    const after = {
      auth_token: "t0ps3cret",
      key_hash: Buffer.from("hash"),
      nested: [{ sealed_auth_token: "t0ps3cret", webhook_secret: "t0ps3cret" }],
      key,
      password: null,
      token_set: true,
      name: "Ann",
    };
    await recordChange(lintel.ctx, { ...agent, action: "create", after });
    expect((await rows())[0]?.after).toEqual({
      auth_token: "[secret]",
      key_hash: "[secret]",
      nested: [{ sealed_auth_token: "[secret]", webhook_secret: "[secret]" }],
      key: "[secret]",
      password: null,
      token_set: true,
      name: "Ann",
    });
  });

  it("never contains an API key, its hash or a provider's token", async () => {
    const { id } = await lintel.createTenant("secrets");
    const admin = await lintel.createKey("admin");
    const made = await lintel.call("/api/admin/api-keys", {
      method: "POST",
      key: admin,
      body: { name: "website", role: "broker", brokerage_id: id },
    });
    expect(made.status).toBe(201);
    const account = (auth_token: string) =>
      lintel.call(`/api/admin/brokerages/${id}/sms-account`, {
        method: "PUT",
        key: admin,
        body: { account_sid: `AC${"0".repeat(32)}`, auth_token, from: "+12085550100" },
      });
    const tokens = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];
    for (const token of tokens) expect((await account(token)).status).toBe(200);
    const revoked = await lintel.call(`/api/admin/api-keys/${made.body.id}`, {
      method: "DELETE",
      key: admin,
    });
    expect(revoked.status).toBe(200);

    const sealed = await lintel.database.db.selectFrom("sms_accounts").select("sealed_auth_token").execute();
    const hash = hashApiKey(made.body.key);
    const written = JSON.stringify(await rows());
    expect(written).toContain('"api_key"');
    expect(written).toContain('"sms_account"');
    for (const secret of [
      made.body.key,
      admin,
      hash.toString("hex"),
      hash.toString("base64"),
      ...tokens,
      ...sealed.map((row) => row.sealed_auth_token),
    ]) {
      expect(written).not.toContain(secret);
    }
  });
});
