import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { smsAccount } from "../index.ts";

const SID = `AC${"a1".repeat(16)}`;
const OTHER_SID = `AC${"b2".repeat(16)}`;
const TOKEN = "0123456789abcdef-token-of-oak";
const ACCOUNT = { account_sid: SID, auth_token: TOKEN, from: "+12085550100" };

describe("updateSmsAccount", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: BrokerageFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  beforeEach(async () => {
    brokerage = await openBrokerage(lintel, `office-${++made}`);
  });
  afterAll(() => lintel.close());

  const update = (body: unknown, { key = brokerage.broker, id = brokerage.id, headers = {} } = {}) =>
    lintel.call(`/api/admin/brokerages/${id}/sms-account`, { method: "PUT", key, body, headers });
  const opened = () => smsAccount(lintel.ctx, brokerage.id);

  it("sets an account, which is shown without its token and opened for those who send", async () => {
    const reply = await update(ACCOUNT);
    expect(outcome(reply)).toEqual([
      200,
      { account_sid: SID, from: "+12085550100", updated_at: lintel.clock.now().toISOString() },
    ]);
    expect(await opened()).toEqual({ accountSid: SID, authToken: TOKEN, from: "+12085550100" });
  });

  it("stores and records the token nowhere in clear, also when it changes", async () => {
    await update(ACCOUNT);
    await update({ auth_token: `${TOKEN}-2` });
    const { db } = lintel.database;
    const rows = await db.selectFrom("sms_accounts").selectAll().execute();
    const audit = await db.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify([rows, audit])).not.toContain(TOKEN);
    expect(await auditOf(lintel, "sms_account", brokerage.id)).toMatchObject([
      { action: "create", actor_name: "broker key", brokerage_id: brokerage.id, before: null },
      { action: "update", before: { auth_token_is_new: null }, after: { auth_token_is_new: true } },
    ]);
    expect((await opened())?.authToken).toBe(`${TOKEN}-2`);
  });

  it("changes the version that was read, with If-Match, and no other, also when the token alone has changed", async () => {
    await update(ACCOUNT);
    const path = `/api/admin/brokerages/${brokerage.id}/sms-account`;
    const version = async () => ({
      "if-match": String((await lintel.call(path, { key: brokerage.broker })).headers.etag),
    });
    const stale = await version();
    expect((await update({ auth_token: `${TOKEN}-2` }, { headers: stale })).status).toBe(200);
    const from = "+12085550199";
    expect((await update({ from }, { headers: stale })).status).toBe(412);
    expect((await opened())?.from).toBe(ACCOUNT.from);
    expect((await update({ from }, { headers: await version() })).status).toBe(200);
  });

  it("needs all fields the first time, then changes only what is sent", async () => {
    expect(validationErrors(await update({}))).toEqual([
      422,
      [
        ["body.account_sid", "account_sid is required"],
        ["body.auth_token", "auth_token is required"],
        ["body.from", "from is required"],
      ],
    ]);
    expect(validationErrors(await update({ account_sid: SID, from: "+12085550100" }))).toEqual([
      422,
      [["body.auth_token", "auth_token is required"]],
    ]);
    await update(ACCOUNT);
    expect((await update({ from: "+12085550199" })).body).toMatchObject({
      account_sid: SID,
      from: "+12085550199",
    });
    expect((await update({ account_sid: SID })).status).toBe(200);
    expect(await opened()).toEqual({ accountSid: SID, authToken: TOKEN, from: "+12085550199" });
  });

  it("wants the token of another account", async () => {
    await update(ACCOUNT);
    expect(validationErrors(await update({ account_sid: OTHER_SID }))).toEqual([
      422,
      [["body.auth_token", "auth_token is required"]],
    ]);
    expect((await update({ account_sid: OTHER_SID, auth_token: "new" })).status).toBe(200);
    expect(await opened()).toEqual({ accountSid: OTHER_SID, authToken: "new", from: "+12085550100" });
  });

  it.each([
    ["account_sid", "AC123", "account_sid must be a valid account SID: AC and 32 hexadecimal digits"],
    ["account_sid", null, "account_sid must be text"],
    ["auth_token", " ", "auth_token must not be empty"],
    ["auth_token", null, "auth_token must be text"],
    ["auth_token", "t".repeat(201), "auth_token must be at most 200 characters"],
    ["from", "208-555-0100", "from must be a valid phone number in the form +12085550100"],
    ["from", null, "from must be text"],
  ])("refuses %s %j", async (field, value, message) => {
    const reply = await update({ ...ACCOUNT, [field]: value });
    expect(validationErrors(reply)).toEqual([422, [[`body.${field}`, message]]]);
    expect(reply.text).not.toContain(TOKEN);
    expect(await opened()).toBe(null);
  });

  it("is whole when several set it at the same time for the first time", async () => {
    const rivals = [ACCOUNT, { account_sid: OTHER_SID, auth_token: "other", from: "+12085550111" }];
    const replies = await Promise.all(rivals.map((body) => update(body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect([
      { accountSid: SID, authToken: TOKEN, from: "+12085550100" },
      { accountSid: OTHER_SID, authToken: "other", from: "+12085550111" },
    ]).toContainEqual(await opened());
  });

  it("is not opened with another ENCRYPTION_KEY, which is said clearly", async () => {
    await update(ACCOUNT);
    const secrets = { ...lintel.ctx.secrets, encryptionKey: Buffer.alloc(32, 9) };
    await expect(smsAccount({ ...lintel.ctx, secrets }, brokerage.id)).rejects.toThrow(/ENCRYPTION_KEY/);
  });

  it("answers another's brokerage as a missing one, and refuses agents", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    const other = await openBrokerage(lintel, `other-${made}`);
    expect(outcome(await update(ACCOUNT, { key: other.broker }))).toEqual(missing);
    expect(outcome(await update(ACCOUNT, { key: admin, id: 2_147_483_647 }))).toEqual(missing);
    expect(outcome(await update(ACCOUNT, { key: brokerage.agent }))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await update(ACCOUNT, { key: admin })).status).toBe(200);
  });
});
