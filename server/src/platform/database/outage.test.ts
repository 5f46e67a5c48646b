import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sendForm } from "../../../test/harness/contact-form.ts";
import { type Reply, startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { type FreezableDatabase, openFreezableDatabase } from "../../../test/harness/test-database.ts";
import { jobsOf } from "../../schedules.ts";
import { withCommitDeadline } from "./commit-deadline.ts";
import { isConnectionError } from "./connection-errors.ts";
import { inTransaction } from "./database.ts";
import { DATABASE_TIMEOUT_MS } from "./database-watch.ts";

/** A slow machine must not fail a guarantee: what hung before hung for 20 seconds, or for ever. */
const BOUND_MS = 2.5 * DATABASE_TIMEOUT_MS;
const REFUSAL = {
  status: 503,
  body: { detail: "The database cannot be reached at the moment", retry_after: 5 },
  retryAfter: "5",
};

describe("a database that stops answering", () => {
  let database: FreezableDatabase;
  let lintel: TestApp;
  let host: string;
  let key: string;
  beforeAll(async () => {
    database = await openFreezableDatabase();
    lintel = await startTestApp({ LOG_LEVEL: "silent" }, { database });
    ({ host } = await lintel.createTenant("calm"));
    key = await lintel.createKey("admin");
    await lintel.importListings("mls", [
      { ListingId: "A", StandardStatus: "Active", PropertyType: "Residential", StateOrProvince: "ID" },
    ]);
    await lintel.services.jobs.start(jobsOf(lintel.services));
  });
  afterAll(async () => {
    database.thaw();
    await lintel.services.jobs.stop();
    await lintel.close();
  }, 60_000);

  afterEach(() => thawed());

  const answers = () =>
    sql`select 1`.execute(database.db).then(
      () => true,
      () => false,
    );
  const thawed = async () => {
    database.thaw();
    await expect.poll(answers, { timeout: 30_000 }).toBe(true);
  };
  const timed = async (reply: Promise<Reply>) => {
    const began = performance.now();
    const { status, body, headers } = await reply;
    return { status, body, retryAfter: headers["retry-after"], inTime: performance.now() - began < BOUND_MS };
  };
  const formsOf = async (email: string) =>
    (await database.db.selectFrom("leads").where("email", "=", email).select("id").execute()).length;

  it("every request that needs it ends in time with 503 and Retry-After, and none of it is stored later", async () => {
    expect((await lintel.call("/api/properties", { host })).body.total).toBe(1);
    // Before an outage it was known that there is none.
    expect((await lintel.call("/api/properties", { host: "unknown.test" })).status).toBe(404);
    await new Promise((fresh) => setTimeout(fresh, 1100));
    database.freeze();
    const forms = Array.from({ length: 15 }, (_, at) =>
      timed(sendForm(lintel, host, { email: `frozen-${at}@visitors.test` })),
    );
    const preflight = lintel.app.inject({
      method: "OPTIONS",
      url: "/api/contact",
      headers: { host, origin: `http://${host}`, "access-control-request-method": "POST" },
    });
    const refused = await Promise.all([
      ...forms,
      timed(lintel.call("/api/properties", { host: "unknown.test" })),
      timed(lintel.call("/api/properties", { host: "unknown.test" })),
      timed(lintel.call("/api/admin/brokerages", { key })),
      timed(
        lintel.call("/api/admin/brokerages", { method: "POST", key, body: { slug: "late", name: "Late" } }),
      ),
      timed(lintel.call("/api/properties/A", { host })),
    ]);
    for (const reply of refused) expect(reply).toEqual({ ...REFUSAL, inTime: true });
    expect((await preflight).statusCode).toBe(204);

    // The outage is detected: requests fail at once, and searches go on.
    const search = await timed(lintel.call("/api/properties", { host }));
    expect([search.status, search.body.total, search.inTime]).toEqual([200, 1, true]);
    const health = await timed(lintel.call("/health"));
    expect([health.status, health.body.status, health.body.checks.database]).toEqual([503, "down", "down"]);
    expect(await timed(lintel.call("/api/admin/agents", { key }))).toEqual({ ...REFUSAL, inTime: true });

    await thawed();
    expect((await sendForm(lintel, host, { email: "after@visitors.test" })).status).toBe(200);
    expect(await formsOf("after@visitors.test")).toBe(1);
    for (let at = 0; at < forms.length; at++) expect(await formsOf(`frozen-${at}@visitors.test`)).toBe(0);
    expect((await lintel.call("/api/admin/brokerages", { key })).body.total).toBe(1);
    expect((await lintel.call("/api/properties", { host: "unknown.test" })).status).toBe(404);
    await expect
      .poll(async () => (await lintel.call("/health")).body.checks, { timeout: 30_000 })
      .toMatchObject({
        database: "ok",
        jobs: "ok",
        listing_index: "ok",
      });
  }, 120_000);

  it("a commit that it gets to see only after the caller was refused is rolled back", async () => {
    const names = async () =>
      (await database.db.selectFrom("sources").select("name").orderBy("name").execute()).map(
        ({ name }) => name,
      );
    const before = await names();
    const inOne = withCommitDeadline(() =>
      inTransaction(database, async ({ db }) => {
        await db.insertInto("sources").values({ name: "late commit" }).execute();
        database.freeze();
      }),
    );
    await expect(inOne).rejects.toSatisfy(isConnectionError);
    await thawed();
    expect(await names()).toEqual(before);

    database.freeze();
    const alone = withCommitDeadline(() =>
      database.db.insertInto("sources").values({ name: "late" }).execute(),
    );
    await expect(alone).rejects.toSatisfy(isConnectionError);
    await thawed();
    expect(await names()).toEqual(before);

    await withCommitDeadline(() => database.db.insertInto("sources").values({ name: "in time" }).execute());
    expect(await names()).toEqual([...before, "in time"].sort());
  }, 120_000);

  it("connections that are lost without a word are replaced, and none is leaked", async ({ skip }) => {
    const { beside } = database;
    if (!beside) return skip();
    const answersAll = () =>
      Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(database.db)));
    await answersAll();
    const { outages } = lintel.services.databaseWatch;
    database.loseConnections();
    const lost = await Promise.allSettled([sql`select 1`.execute(database.db)]);
    expect(lost[0]?.status).toBe("rejected");
    await expect.poll(answers, { timeout: 30_000 }).toBe(true);
    await answersAll();
    expect(lintel.services.databaseWatch.outages).toBe(outages);
  }, 120_000);

  it("a statement that takes longer than the patience is not mistaken for an outage", async () => {
    const { outages } = lintel.services.databaseWatch;
    const seconds = DATABASE_TIMEOUT_MS / 1000 + 2;
    const { rows } = await sql<{ done: string }>`
      select 'yes' as done
      from (select pg_sleep(${seconds})) as slept`.execute(database.db);
    expect(rows).toEqual([{ done: "yes" }]);
    expect(lintel.services.databaseWatch.outages).toBe(outages);
  }, 60_000);
});
