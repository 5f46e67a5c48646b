import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { hostileNames, hostileUrls } from "../../../test/harness/hostile-urls.ts";
import {
  openWebhooks,
  TARGET,
  WEBHOOKS,
  type WebhookFixture,
} from "../../../test/harness/webhook-fixture.ts";
import { eventNames } from "../../event-outbox/index.ts";
import { open } from "../../platform/crypto/seal.ts";

/** Names that look like any other, and where they lead. */
const names: Record<string, string[]> = {
  ...hostileNames,
  "hooks.test": ["93.184.216.34", "2606:4700::1111"],
  "intranet.test": ["127.0.0.9"],
  localhost: ["127.0.0.1", "::1"],
  "metadata.google.internal": ["169.254.169.254"],
};

/** Where nothing is ever sent, by what it shows, and by where it leads. */
const hostile = [
  ...hostileUrls("hooks.test"),
  ...Object.keys(hostileNames).map((name) => `https://${name}/`),
  "http://unknown.test/",
  "http://127.0.0.1/",
  "https://127.0.0.1/",
  "https://127.0.0.2:8443/",
  "https://127.1.1.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://①②⑦.0.0.1/",
  "https://203.0.113.9/",
  "https://hooks.test@10.0.0.1/",
  "ws://hooks.test/",
  "data:text/plain,hook",
  "hooks.test/to/1",
  "https://LOCALHOST:8443/",
  "https://localhost./",
  "https://intranet/",
  "https://printer.local/",
  "https://router.home.arpa/",
  "https://metadata.google.internal/computeMetadata/v1/",
];

describe("createWebhook", () => {
  let fixture: WebhookFixture;
  beforeAll(async () => {
    fixture = await openWebhooks(names);
  });
  beforeEach(() => fixture.lintel.database.db.deleteFrom("webhook_endpoints").execute());
  afterAll(() => fixture.close());

  const create = (body: object = {}, key = fixture.north.broker) =>
    fixture.lintel.call(WEBHOOKS, {
      method: "POST",
      key,
      body: { url: TARGET, events: ["lead.created"], ...body },
    });
  const stored = () =>
    fixture.lintel.database.db.selectFrom("webhook_endpoints").selectAll().orderBy("id").execute();

  it("subscribes the broker's brokerage, and shows the secret that deliveries will be signed with", async () => {
    const { status, body } = await create({
      url: " https://hooks.test/in?a=1#part ",
      events: [...eventNames],
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        url: "https://hooks.test/in?a=1",
        events: [...eventNames],
        brokerage_id: fixture.north.id,
        status: "active",
        created_at: fixture.lintel.clock.now().toISOString(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ]);
    expect(Buffer.from(body.secret.slice("whsec_".length), "base64")).toHaveLength(32);
    const [row] = await stored();
    expect(await open(fixture.lintel.ctx.secrets.encryptionKey, row!.sealed_secret)).toBe(body.secret);
    expect(row).toMatchObject({ created_by: "broker key", sealed_previous_secret: null });
    expect(await auditOf(fixture.lintel, "webhook", body.id)).toEqual([
      {
        action: "create",
        actor_name: "broker key",
        brokerage_id: fixture.north.id,
        before: null,
        after: {
          url: "https://hooks.test/in?a=1",
          events: [...eventNames],
          brokerage_id: fixture.north.id,
          status: "active",
          disabled_reason: null,
        },
      },
    ]);
  });

  it("gives each its own secret, which is in no table and no other reply", async () => {
    const secrets = [(await create()).body.secret, (await create()).body.secret];
    expect(new Set(secrets).size).toBe(2);
    const { db } = fixture.lintel.database;
    const tables = await Promise.all([
      stored(),
      db.selectFrom("audit_log").selectAll().execute(),
      db.selectFrom("idempotency_keys").selectAll().execute(),
    ]);
    const list = await fixture.lintel.call(WEBHOOKS, { key: fixture.admin });
    for (const secret of secrets)
      expect(JSON.stringify(tables) + list.text).not.toContain(secret.slice("whsec_".length));
  });

  it("is 409 without the secret on a repeat with the same Idempotency-Key, and creates no second one", async () => {
    const headers = { "idempotency-key": "once" };
    const request = () =>
      fixture.lintel.call(WEBHOOKS, {
        method: "POST",
        key: fixture.north.broker,
        headers,
        body: { url: TARGET, events: ["lead.created"] },
      });
    expect([(await request()).status, (await request()).status]).toEqual([201, 409]);
    expect(await stored()).toHaveLength(1);
  });

  it("lets an admin subscribe a given brokerage, their own, or all", async () => {
    const bound = await fixture.lintel.createKey("admin", { brokerageId: fixture.south.id });
    const owner = async (key: string, body = {}) => (await create(body, key)).body.brokerage_id;
    expect(await owner(fixture.admin, { brokerage_id: fixture.north.id })).toBe(fixture.north.id);
    expect(await owner(fixture.admin)).toBe(null);
    expect(await owner(bound)).toBe(fixture.south.id);
    expect(await owner(bound, { brokerage_id: fixture.north.id })).toBe(fixture.north.id);
    expect(await owner(bound, { brokerage_id: null })).toBe(null);
    expect(await owner(fixture.north.broker, { brokerage_id: null })).toBe(fixture.north.id);
    expect(await owner(fixture.north.broker, { brokerage_id: fixture.north.id })).toBe(fixture.north.id);
  });

  it("is 404 for another, a missing or a disabled brokerage", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    expect(outcome(await create({ brokerage_id: fixture.south.id }))).toEqual(missing);
    expect(outcome(await create({ brokerage_id: 2_147_483_647 }, fixture.admin))).toEqual(missing);
    const closed = await openBrokerage(fixture.lintel, "closed");
    await fixture.lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: fixture.admin });
    expect(outcome(await create({ brokerage_id: closed.id }, fixture.admin))).toEqual(missing);
    expect(outcome(await create({}, closed.broker))).toEqual(missing);
    expect(outcome(await create({}, fixture.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each(["of a brokerage", "of all brokerages"])(
    "lets at most 20 exist %s, however many are made at once",
    async (owner) => {
      const key = owner === "of a brokerage" ? fixture.north.broker : fixture.admin;
      const replies = await Promise.all(Array.from({ length: 26 }, () => create({}, key)));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
      const refused = [409, { detail: "There can be at most 20 webhooks of a brokerage: delete one" }];
      for (const reply of replies.filter(({ status }) => status !== 201))
        expect(outcome(reply)).toEqual(refused);
      expect(await stored()).toHaveLength(20);
      expect((await create({}, fixture.south.broker)).status).toBe(201);
    },
  );

  it.each([
    ["events", ["lead.deleted"], "events.0", `events.0 must be one of ${eventNames.join(", ")}`],
    ["events", [], "events", "events must have at least 1 items"],
    ["events", "lead.created", "events", "events must be a list"],
    ["events", ["lead.created", "lead.created"], "events", /^events must NOT have duplicate items/],
    ["url", 5, "url", "url must be text"],
    ["url", `${TARGET}/${"a".repeat(2048)}`, "url", "url must be at most 2048 characters"],
    // Each of these is three times as long when it is sent.
    ["url", `${TARGET}/${"é".repeat(1000)}`, "url", "url must be at most 2048 characters"],
    ["brokerage_id", 0, "brokerage_id", /brokerage_id/],
  ])("refuses %s %j", async (field, value, loc, msg) => {
    const [status, [issue]] = validationErrors(await create({ [field]: value })) as [
      number,
      [string, string][],
    ];
    expect([status, issue]).toEqual([
      422,
      [`body.${loc}`, typeof msg === "string" ? msg : expect.stringMatching(msg)],
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each(hostile)("sends nothing to %j", async (url) => {
    const { status, body } = await create({ url });
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "url"]]);
    expect(await stored()).toEqual([]);
  });

  it("explains why an address is invalid", async () => {
    const result = async (url: string) => (await create({ url })).body.detail[0].msg;
    expect(await result("http://hooks.test/")).toBe("url must start with https://");
    expect(await result("https://u:p@hooks.test/")).toMatch(/must have no credentials/);
    expect(await result("https://ten.test/")).toMatch(/must not lead to a private/);
  });

  it.each([
    "https://93.184.216.34:8443/",
    "https://[2606:4700::1111]/",
    "https://unknown.test/",
    "https://127.0.0.9/",
    "http://127.0.0.9:8080/",
    "http://intranet.test/",
  ])("takes %j: public, not known right now, or named in OUTBOUND_ALLOW", async (url) => {
    expect((await create({ url })).status).toBe(201);
  });
});
