import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStream } from "../../test/harness/event-stream.ts";
import { openLeads } from "../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("the events of feeds and jobs", () => {
  let lintel: TestApp;
  let origin: string;
  let broker: Awaited<ReturnType<typeof openLeads>>;
  beforeAll(async () => {
    lintel = await startTestApp();
    origin = await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    broker = await openLeads(lintel, "jobs");
  });
  afterAll(() => lintel.close());

  it("are sent to admins alone, and tell of progress in hundredths", async () => {
    const { db } = lintel.database;
    const now = lintel.clock.now();
    const ofAdmin = await openStream(origin, { "x-api-key": await lintel.createKey("admin") });
    const ofBroker = await openStream(origin, { "x-api-key": broker.broker });
    const source = await db
      .insertInto("sources")
      .values({ name: "mls" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const feed = await db
      .insertInto("feeds")
      .values({
        source_id: source.id,
        base_url: "https://mls.test",
        auth_type: "bearer",
        sealed_secret: "secret",
        resources: ["Property"],
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const run = await db
      .insertInto("feed_runs")
      .values({ feed_id: feed.id, kind: "initial", phase: "initial", started_at: now, total: 1000 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const update = (done: number) =>
      db.updateTable("feed_runs").set({ done }).where("id", "=", run.id).execute();
    // Within the same hundredth; then in the next one.
    await update(9);
    await update(11);
    await db
      .updateTable("feed_runs")
      .set({ state: "succeeded", finished_at: now, phase: null })
      .where("id", "=", run.id)
      .execute();
    await db.updateTable("feeds").set({ next_request_at: now }).where("id", "=", feed.id).execute();
    await db.updateTable("feeds").set({ last_success_at: now }).where("id", "=", feed.id).execute();
    await db.deleteFrom("feeds").where("id", "=", feed.id).execute();
    const job = await db
      .insertInto("indexing_jobs")
      .values({ requested_by: "test", force: false, total: 0, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("indexing_jobs").set({ status: "running" }).where("id", "=", job.id).execute();
    await db
      .updateTable("indexing_jobs")
      .set({ status: "completed", finished_at: now })
      .where("id", "=", job.id)
      .execute();
    const lead = await broker.makeLead();

    await ofAdmin.until((events) => events.some(({ data }) => data.lead_id === lead));
    await ofBroker.until((events) => events.length === 2);
    const about = { feed_id: feed.id, source_id: source.id };
    const running = { feed_id: feed.id, run_id: run.id, kind: "initial", total: 1000 };
    expect(ofAdmin.events.slice(0, -2).map(({ event, data }) => [event, data])).toEqual([
      ["feed.created", about],
      ["feed.run_started", { ...running, phase: "initial", state: "running", done: 0 }],
      ["feed.run_progressed", { ...running, phase: "initial", state: "running", done: 11 }],
      ["feed.run_ended", { ...running, phase: null, state: "succeeded", done: 11 }],
      ["feed.changed", about],
      ["feed.deleted", about],
      ["indexing.queued", { job_id: job.id, status: "queued", total: 0 }],
      ["indexing.started", { job_id: job.id, status: "running", total: 0 }],
      ["indexing.completed", { job_id: job.id, status: "completed", total: 0 }],
    ]);
    expect(ofBroker.names()).toEqual(["lead.created", "response_clock.started"]);
    ofAdmin.close();
    ofBroker.close();
  });
});
