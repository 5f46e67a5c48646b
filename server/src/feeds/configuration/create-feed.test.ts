import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { BASE_URL, FEEDS, type FeedFixture, openFeeds, TOKEN } from "../../../test/harness/feed-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import { open } from "../../platform/crypto/seal.ts";

const credentials = {
  type: "client_credentials",
  token_url: "https://93.184.216.34/oauth/token",
  client_id: "lintel",
  client_secret: "secret-of-the-client",
};

/** A value that is wrong for each field, and the field that the reply names. */
const wrong: [object, string, RegExp?][] = [
  [{ source: undefined }, "source", /is required/],
  [{ source: "with space" }, "source"],
  [{ source: "" }, "source"],
  [{ source: "a".repeat(101) }, "source"],
  [{ base_url: undefined }, "base_url", /is required/],
  [{ base_url: "not an address" }, "base_url", /http/],
  [{ base_url: "ftp://93.184.216.34/" }, "base_url"],
  [{ base_url: `${BASE_URL}?key=1` }, "base_url", /no credentials, query/],
  [{ base_url: `${BASE_URL}#part` }, "base_url", /no credentials, query/],
  [{ base_url: "https://user:secret@93.184.216.34/" }, "base_url", /no credentials/],
  [{ base_url: "https://10.0.0.1/odata" }, "base_url", /private/],
  [{ base_url: "https://ten.test/odata" }, "base_url", /private/],
  [{ base_url: "http://93.184.216.34/odata" }, "base_url", /must start with https/],
  [{ base_url: "https://93.184.216.34:25/odata" }, "base_url", /port/],
  [{ auth: undefined }, "auth", /is required/],
  [{ auth: "token" }, "auth"],
  [{ auth: {} }, "auth.type", /is required/],
  [{ auth: { type: "basic" } }, "auth.type", /bearer, client_credentials/],
  [{ auth: { type: "bearer" } }, "auth.token", /is required/],
  [{ auth: { type: "bearer", token: "" } }, "auth.token"],
  [{ auth: { type: "bearer", token: 5 } }, "auth.token"],
  [{ auth: { type: "bearer", token: "a\r\nX-Other: b" } }, "auth.token", /control characters/],
  [{ auth: { type: "bearer", token: "a\n" } }, "auth.token", /control characters/],
  [{ auth: { type: "bearer", token: "a\u0000b" } }, "auth.token", /NUL/],
  [{ auth: { type: "bearer", token: " abc" } }, "auth.token", /must not begin or end with spaces/],
  [{ auth: { type: "bearer", token: "abc " } }, "auth.token", /must not begin or end with spaces/],
  [{ auth: { type: "bearer", token: "é" } }, "auth.token", /ASCII/],
  [{ auth: { ...credentials, token_url: undefined } }, "auth.token_url", /is required/],
  [{ auth: { ...credentials, token_url: "/token" } }, "auth.token_url"],
  [{ auth: { ...credentials, token_url: "https://93.184.216.34/?a=b" } }, "auth.token_url", /query/],
  [{ auth: { ...credentials, token_url: "https://192.168.0.1/token" } }, "auth.token_url", /private/],
  [{ auth: { ...credentials, client_id: undefined } }, "auth.client_id", /is required/],
  [{ auth: { ...credentials, client_id: "a\nb" } }, "auth.client_id", /control/],
  [{ auth: { ...credentials, client_secret: undefined } }, "auth.client_secret", /is required/],
  [{ auth: { ...credentials, client_secret: 7 } }, "auth.client_secret"],
  [{ auth: { ...credentials, scope: ["api"] } }, "auth.scope"],
  [{ strategy: "replication" }, "strategy", /auto, entity_event, timestamp, next_link/],
  [{ resources: "Property" }, "resources"],
  [{ resources: ["Lookup"] }, "resources.0"],
  [{ resources: ["Media", "Media"] }, "resources"],
  [{ media: "inline" }, "media", /expand, resource, none/],
  [{ filter: 7 }, "filter"],
  [{ filter: "a eq 'b" }, "filter", /quote/],
  [{ filter: "(a eq 1" }, "filter", /not closed/],
  [{ filter: "a eq 1) or (b eq 2" }, "filter", /not open/],
  [{ page_size: 0 }, "page_size"],
  [{ page_size: 5001 }, "page_size", /between 1 and 5000/],
  [{ page_size: "200" }, "page_size"],
  [{ page_size: 1.5 }, "page_size"],
  [{ user_agent: 7 }, "user_agent"],
  [{ user_agent: "a\nb" }, "user_agent", /control characters/],
  [{ user_agent: `MLS/${TOKEN}` }, "user_agent", /\{token\}/],
  [{ budget: 5 }, "budget"],
  [{ auth: credentials, user_agent: `MLS/${credentials.client_secret}` }, "user_agent", /client secret/],
  [{ budget: { per_second: 0 } }, "budget.per_second"],
  [{ budget: { per_hour: 1.5 } }, "budget.per_hour"],
  [{ budget: { per_day: "all" } }, "budget.per_day"],
  [{ budget: { bytes_per_hour: -1 } }, "budget.bytes_per_hour"],
  [{ refresh_minutes: 0 }, "refresh_minutes"],
  [{ refresh_minutes: 1441 }, "refresh_minutes"],
  [{ reconcile_hours: 0 }, "reconcile_hours"],
  [{ reconcile_hours: 169 }, "reconcile_hours"],
  [{ overlap_minutes: -1 }, "overlap_minutes"],
  [{ overlap_minutes: 1441 }, "overlap_minutes"],
  [{ removal_guard_percent: 101 }, "removal_guard_percent"],
  [{ removal_guard_percent: -1 }, "removal_guard_percent"],
  [{ copy_media: "yes" }, "copy_media"],
  [{ enabled: 1 }, "enabled"],
];

describe("createFeed", () => {
  let fixture: FeedFixture;
  beforeAll(async () => {
    fixture = await openFeeds({ "ten.test": ["10.0.0.1"] });
  });
  afterAll(() => fixture.close());

  const create = (fields: object = {}) =>
    fixture.lintel.call(FEEDS, { method: "POST", key: fixture.admin, body: fixture.body(fields) });
  const rowOf = (id: number) =>
    fixture.lintel.database.db.selectFrom("feeds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  it("answers the feed with its defaults and a status, due at once", async () => {
    const { status, body } = await create({ source: "ims" });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        source: "ims",
        base_url: BASE_URL,
        auth: { type: "bearer", token_set: true },
        strategy: "auto",
        resources: ["Property", "Media", "Member", "Office", "OpenHouse"],
        media: "expand",
        filter: null,
        page_size: 200,
        user_agent: null,
        budget: { per_second: 2, per_hour: 7200, per_day: 40_000, bytes_per_hour: 4_294_967_296 },
        refresh_minutes: 5,
        reconcile_hours: 6,
        overlap_minutes: 20,
        copy_media: true,
        removal_guard_percent: 20,
        enabled: true,
        status: {
          state: "idle",
          phase: null,
          strategy: null,
          last_success_at: null,
          lag_seconds: null,
          next_run_at: fixture.lintel.clock.now().toISOString(),
          listings: 0,
          offered: null,
          missing: null,
          photos_pending: 0,
          rejected: 0,
          budget: { used_hour: 0, used_day: 0 },
          error: null,
          progress: null,
        },
      },
    ]);
    expect((await rowOf(body.id)).page_size).toBe(null);
  });

  it("keeps what is given, null limits and a filter with quotes too", async () => {
    const given = {
      auth: { ...credentials, scope: "api" },
      strategy: "next_link",
      resources: ["Property", "OpenHouse"],
      media: "resource",
      filter: "City eq 'Coeur d''Alene (ID)' and (A eq 1 or B eq 2)",
      page_size: 1000,
      user_agent: "acme/{token}",
      budget: { per_second: null, per_hour: 100 },
      refresh_minutes: 1440,
      reconcile_hours: 168,
      overlap_minutes: 0,
      copy_media: false,
      removal_guard_percent: 0,
      enabled: false,
    };
    const { body } = await create(given);
    expect(body).toMatchObject({
      ...given,
      auth: {
        type: "client_credentials",
        token_url: credentials.token_url,
        client_id: "lintel",
        client_secret_set: true,
        scope: "api",
      },
      budget: { per_second: null, per_hour: 100, per_day: 40_000, bytes_per_hour: 4_294_967_296 },
      status: { state: "disabled", next_run_at: null, strategy: "next_link" },
    });
  });

  it("stores the secret sealed, and shows it nowhere", async () => {
    const { id } = await fixture.create({ auth: { ...credentials, client_secret: " kept as it is " } });
    const bearer = await fixture.create();
    const { encryptionKey } = fixture.lintel.ctx.secrets;
    expect(await open(encryptionKey, (await rowOf(id)).sealed_secret)).toBe(" kept as it is ");
    expect(await open(encryptionKey, (await rowOf(bearer.id)).sealed_secret)).toBe(TOKEN);
    const { db } = fixture.lintel.database;
    const stored = await Promise.all([
      db.selectFrom("audit_log").selectAll().execute(),
      db.selectFrom("idempotency_keys").selectAll().execute(),
      db.selectFrom("feeds").selectAll().execute(),
      fixture.lintel.call(FEEDS, { key: fixture.admin }).then(({ text }) => text),
    ]);
    expect(JSON.stringify(stored)).not.toContain(TOKEN);
    expect(JSON.stringify(stored)).not.toContain("kept as it is");
  });

  it("leaves an audit row without the secret", async () => {
    const { id, source } = await fixture.create({ auth: credentials });
    expect(await auditOf(fixture.lintel, "feed", id)).toMatchObject([
      {
        action: "create",
        actor_name: "admin key",
        brokerage_id: null,
        before: null,
        after: {
          source,
          base_url: BASE_URL,
          auth: { token_url: credentials.token_url, client_id: "lintel", client_secret_set: true },
        },
      },
    ]);
  });

  it.each(wrong)("refuses %j and names %s", async (fields, field, msg = /./) => {
    const [status, issues] = validationErrors(await create(fields)) as [number, [string, string][]];
    expect([status, issues]).toEqual([422, [[`body.${field}`, expect.stringMatching(msg)]]]);
    expect(issues[0]?.[1]).toMatch(new RegExp(`^${field} `));
  });

  it("names every field that is wrong at once", async () => {
    const [status, issues] = validationErrors(
      await create({ filter: "'", user_agent: "\t", auth: { ...credentials, client_id: undefined } }),
    ) as [number, [string, string][]];
    expect([status, issues.map(([loc]) => loc).sort()]).toEqual([
      422,
      ["body.auth.client_id", "body.filter", "body.user_agent"],
    ]);
  });

  it("is 409 for a second feed of a source, also when both are created at once", async () => {
    await create({ source: "taken" });
    const refused = [409, { detail: "A feed for source 'taken' exists already" }];
    expect(outcome(await create({ source: "taken" }))).toEqual(refused);
    const replies = await Promise.all([create({ source: "both" }), create({ source: "both" })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("takes over an imported source, whose imports and removal are refused from then on", async () => {
    const { lintel, admin } = fixture;
    const line = `${JSON.stringify(home({ ListingId: "one" }))}\n`;
    const importOne = () =>
      lintel.call("/api/admin/listings/import?source=filed", {
        method: "POST",
        key: admin,
        headers: { "content-type": "application/x-ndjson" },
        body: line,
      });
    expect((await importOne()).status).toBe(200);
    const { id, status } = await fixture.create({ source: "filed" });
    expect(status.listings).toBe(1);
    const refused = (verb: string) => [
      409,
      { detail: `Cannot ${verb} source 'filed': a feed keeps it in step. Delete the feed first` },
    ];
    expect(outcome(await importOne())).toEqual(refused("import"));
    const remove = () => lintel.call("/api/admin/sources/filed", { method: "DELETE", key: admin });
    expect(outcome(await remove())).toEqual(refused("remove"));
    await lintel.call(`${FEEDS}/${id}`, { method: "DELETE", key: admin });
    expect((await importOne()).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });
});
