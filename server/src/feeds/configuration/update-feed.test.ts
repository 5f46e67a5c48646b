import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { BASE_URL, FEEDS, type FeedFixture, openFeeds, TOKEN } from "../../../test/harness/feed-fixture.ts";
import { open } from "../../platform/crypto/seal.ts";

const credentials = {
  type: "client_credentials",
  token_url: "https://93.184.216.34/oauth/token",
  client_id: "lintel",
};

describe("updateFeed", () => {
  let fixture: FeedFixture;
  let id: number;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  beforeEach(async () => {
    ({ id } = await fixture.create({ budget: { per_second: 5 } }));
  });
  afterAll(() => fixture.close());

  const update = (body: object, feed = id) =>
    fixture.lintel.call(`${FEEDS}/${feed}`, { method: "PATCH", key: fixture.admin, body });
  const row = () =>
    fixture.lintel.database.db.selectFrom("feeds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const secret = async () => open(fixture.lintel.ctx.secrets.encryptionKey, (await row()).sealed_secret);

  it("changes the given fields alone, in the budget too, and records the change", async () => {
    const { status, body } = await update({ refresh_minutes: 30, budget: { per_day: null } });
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        base_url: BASE_URL,
        refresh_minutes: 30,
        reconcile_hours: 6,
        budget: { per_second: 5, per_hour: 7200, per_day: null, bytes_per_hour: 4_294_967_296 },
      },
    ]);
    expect((await auditOf(fixture.lintel, "feed", id)).slice(1)).toMatchObject([
      { action: "update", before: { refresh_minutes: 5 }, after: { refresh_minutes: 30 } },
    ]);
  });

  it("records nothing for an edit that changes nothing", async () => {
    const before = await row();
    expect((await update({})).status).toBe(200);
    expect((await update({ base_url: BASE_URL, enabled: true, budget: {} })).status).toBe(200);
    expect([await row(), await auditOf(fixture.lintel, "feed", id)]).toEqual([before, [expect.anything()]]);
  });

  it("keeps a secret that is left out where the type stays, and needs one where it does not", async () => {
    expect((await update({ auth: { type: "bearer" } })).status).toBe(200);
    expect(await secret()).toBe(TOKEN);
    expect(validationErrors(await update({ auth: credentials }))).toEqual([
      422,
      [["body.auth.client_secret", "auth.client_secret is required"]],
    ]);
    await update({ auth: { ...credentials, client_secret: "first", scope: "api" } });
    expect([await secret(), (await row()).scope]).toEqual(["first", "api"]);
    const { body } = await update({ auth: { ...credentials, client_id: "other" } });
    expect(body.auth).toEqual({ ...credentials, client_id: "other", client_secret_set: true, scope: null });
    expect(await secret()).toBe("first");
  });

  it("takes a new secret in place of one that cannot be read", async () => {
    await fixture.lintel.database.db.updateTable("feeds").set({ sealed_secret: "damaged" }).execute();
    expect((await update({ auth: { type: "bearer", token: "another-token" } })).status).toBe(200);
    expect(await secret()).toBe("another-token");
  });

  it("records that a secret changed, and nothing of it", async () => {
    await update({ auth: { type: "bearer", token: "another-token" } });
    expect(await secret()).toBe("another-token");
    const [, change] = await auditOf(fixture.lintel, "feed", id);
    expect(change).toMatchObject({ before: { secret_is_new: null }, after: { secret_is_new: true } });
    expect(JSON.stringify(change)).not.toContain("another-token");
  });

  it("refuses a user agent that holds the stored token", async () => {
    const [status, issues] = validationErrors(await update({ user_agent: `x${TOKEN}` }));
    expect([status, issues]).toEqual([422, [["body.user_agent", expect.stringMatching(/\{token\}/)]]]);
    await update({ user_agent: "acme another-token" });
    const renewed = validationErrors(await update({ auth: { type: "bearer", token: "another-token" } }));
    expect(renewed).toEqual([422, [["body.user_agent", expect.stringMatching(/\{token\}/)]]]);
  });

  it.each([
    [{ source: "other" }, "source"],
    [{ source: null }, "source"],
    [{ base_url: "https://10.0.0.1/" }, "base_url"],
    [{ base_url: null }, "base_url"],
    [{ auth: { type: "bearer", token: "a\tb" } }, "auth.token"],
    [{ page_size: null }, "page_size"],
    [{ filter: "a eq '" }, "filter"],
    [{ budget: { per_second: 0 } }, "budget.per_second"],
    [{ enabled: null }, "enabled"],
  ])("refuses %j and stays as it is", async (body, field) => {
    const before = await row();
    const [status, issues] = validationErrors(await update(body)) as [number, [string, string][]];
    expect([status, issues.map(([loc]) => loc)]).toEqual([422, [`body.${field}`]]);
    expect(await row()).toEqual(before);
  });

  it("reads everything again after a change of what is read, and keeps its cursors after any other", async () => {
    const now = fixture.lintel.clock.now();
    const read = { chosen_strategy: "timestamp", loaded_at: now, next_run_at: null };
    await fixture.set(id, { ...read, cursors: JSON.stringify({ Property: { key: "K" } }) });
    await update({ refresh_minutes: 10 });
    expect(await row()).toMatchObject({ ...read, cursors: { Property: { key: "K" } } });
    await update({ filter: "City eq 'Boise'" });
    expect(await row()).toMatchObject({
      chosen_strategy: null,
      loaded_at: null,
      cursors: {},
      next_run_at: now,
    });
  });

  it("is disabled without a next run, and due at once when it is enabled", async () => {
    expect((await update({ enabled: false })).body.status).toMatchObject({
      state: "disabled",
      next_run_at: null,
    });
    fixture.lintel.clock.advance(60_000);
    expect((await update({ enabled: true })).body.status).toMatchObject({
      state: "idle",
      next_run_at: fixture.lintel.clock.now().toISOString(),
    });
  });

  it("is 404 for a feed that is not there", async () => {
    expect(outcome(await update({ enabled: false }, 2_147_483_647))).toEqual([
      404,
      { detail: "Feed not found" },
    ]);
  });
});
