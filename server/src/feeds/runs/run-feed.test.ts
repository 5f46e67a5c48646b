import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";

describe("runFeed", () => {
  let fixture: FeedFixture;
  let id: number;
  beforeAll(async () => {
    fixture = await openFeeds();
  });
  beforeEach(async () => {
    ({ id } = await fixture.create());
  });
  afterAll(() => fixture.close());

  const run = (body: object | undefined = {}, feed = id) =>
    fixture.lintel.call(`${FEEDS}/${feed}/run`, { method: "POST", key: fixture.admin, body });
  const runs = () =>
    fixture.lintel.database.db
      .selectFrom("feed_runs")
      .select(["id", "kind", "state", "confirms_removals"])
      .where("feed_id", "=", id)
      .execute();

  it("requests a refresh unless another kind is named, and records who did", async () => {
    const { status, body } = await run();
    expect([status, body]).toEqual([202, { run_id: expect.any(Number) }]);
    expect(await runs()).toEqual([
      { id: body.run_id, kind: "refresh", state: "running", confirms_removals: false },
    ]);
    expect((await auditOf(fixture.lintel, "feed", id)).at(-1)).toMatchObject({
      action: "run",
      actor_name: "admin key",
      after: { run_id: body.run_id, kind: "refresh", confirm_removals: false },
    });
  });

  it("requests a refresh also without a body", async () => {
    const path = `${FEEDS}/${id}/run`;
    const { status } = await fixture.lintel.call(path, { method: "POST", key: fixture.admin });
    expect(status).toBe(202);
    expect(await runs()).toMatchObject([{ kind: "refresh" }]);
  });

  it("takes the confirmation of removals with a reconcile alone", async () => {
    const refused = [422, [["body.confirm_removals", "confirm_removals is for the kind reconcile alone"]]];
    expect(validationErrors(await run({ confirm_removals: true }))).toEqual(refused);
    expect(validationErrors(await run({ kind: "initial", confirm_removals: true }))).toEqual(refused);
    expect((await run({ kind: "reconcile", confirm_removals: true })).status).toBe(202);
    expect(await runs()).toMatchObject([{ kind: "reconcile", confirms_removals: true }]);
  });

  it("lets one run of a feed exist at a time, however many are requested at once", async () => {
    const replies = await Promise.all([run(), run({ kind: "initial" }), run()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(outcome(await run())).toEqual([409, { detail: "A run of this feed is under way" }]);
    await fixture.lintel.database.db
      .updateTable("feed_runs")
      .set({ state: "succeeded" })
      .where("feed_id", "=", id)
      .execute();
    expect((await run()).status).toBe(202);
  });

  it("can be requested again and again on the same database connection", async () => {
    for (let nth = 0; nth < 12; nth++) {
      expect((await run()).status).toBe(202);
      await fixture.lintel.database.db
        .updateTable("feed_runs")
        .set({ state: "succeeded" })
        .where("feed_id", "=", id)
        .execute();
    }
  });

  // The embedded database has one connection, so that two transactions never meet there.
  it.skipIf(!("url" in inject("template")))(
    "does not wait for the keeper's insert of a due run, which has the key of the feed locked",
    async () => {
      const { db } = fixture.lintel.database;
      await db.transaction().execute(async (keeper) => {
        await sql`select id from feeds where id = ${id} for key share`.execute(keeper);
        expect((await run()).status).toBe(202);
      });
    },
  );

  it("refuses a disabled feed, an unknown kind and an unknown feed", async () => {
    expect(validationErrors(await run({ kind: "full" }))).toEqual([
      422,
      [["body.kind", "kind must be one of initial, refresh, reconcile"]],
    ]);
    expect(outcome(await run({}, 2_147_483_647))).toEqual([404, { detail: "Feed not found" }]);
    await fixture.set(id, { enabled: false });
    expect(outcome(await run())).toEqual([409, { detail: "Feed is disabled" }]);
    expect(await runs()).toEqual([]);
  });
});
