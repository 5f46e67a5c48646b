import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../../test/harness/indexing-fixture.ts";
import { type ModelReply, type ModelRequest, rightReply } from "../../../test/harness/model-server.ts";
import { pngThatClaims } from "../../../test/harness/pictures.ts";
import { openModels } from "../../models/index.ts";
import { ownContext } from "../../services.ts";
import { pruneIndexingJobs, runIndexingJob } from "../index.ts";

const DAY = 24 * 3_600_000;

describe("getIndexingJob", () => {
  let fixture: IndexingFixture;
  beforeAll(async () => {
    fixture = await openIndexing();
  });
  afterEach(async () => {
    const { services } = fixture.lintel;
    services.models = openModels(services.config, services.log);
    fixture.model.reply = rightReply;
    await run();
  });
  afterAll(() => fixture.close());

  const run = (signal?: AbortSignal) => runIndexingJob(ownContext(fixture.lintel.services, "test", signal));
  const job = async (id: string) => (await fixture.job(id)).body;
  const start = async (...listings: string[]) =>
    (await fixture.reindex("force=true", { property_ids: listings })).body.job_id as string;
  const manyPhotos = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `/${name}/${n}.jpg`);

  it("shows a job that waits, and one that is done", async () => {
    await fixture.openListing("JB-1", ["/jb/1.jpg"]);
    const id = await start("JB-1");
    expect(await job(id)).toEqual({
      job_id: id,
      status: "queued",
      progress: { processed: 0, total: 1, percentage: 0, current_image: null },
      started_at: null,
      estimated_completion: null,
      finished_at: null,
      errors: [],
    });
    await fixture.announced();
    await run();
    expect(await job(id)).toMatchObject({
      status: "completed",
      progress: { processed: 1, total: 1, percentage: 100, current_image: null },
      started_at: "2026-06-15T12:00:00.000Z",
      finished_at: "2026-06-15T12:00:00.000Z",
      errors: [],
    });
    const [analyzed, completed, ...others] = await fixture.announced();
    expect([analyzed?.event, others]).toEqual(["image.analyzed", []]);
    expect(completed).toMatchObject({
      event: "indexing.completed",
      subject: `job:${id}`,
      source_id: null,
      brokerage_id: null,
      data: { job_id: id, images_processed: 1, success_count: 1, error_count: 0, duration_seconds: 0 },
    });
  });

  it("answers 404 for every other id", async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "1", "x'", "%"]) {
      const { status, body } = await fixture.job(encodeURIComponent(id));
      expect([status, body]).toEqual([404, { detail: "Job not found" }]);
    }
  });

  it("goes forward only, with the image that is read now, and an estimate", async () => {
    await fixture.openListing("JB-2", manyPhotos("forward", 40));
    const id = await start("JB-2");
    const running = run();
    const seen: { processed: number; percentage: number; current_image: string | null }[] = [];
    const ids = await fixture.imageIds("JB-2");
    for (let status = "queued"; !["completed", "failed"].includes(status); ) {
      const body = await job(id);
      status = body.status;
      seen.push(body.progress);
      if (status === "running" && body.progress.processed > 0 && body.progress.processed < 40) {
        expect(ids).toContain(body.progress.current_image);
        expect(body.estimated_completion).not.toBeNull();
      }
      await delay(25);
    }
    await running;
    const processed = seen.map((progress) => progress.processed);
    expect(processed).toEqual(processed.toSorted((a, b) => a - b));
    expect(new Set(processed).size).toBeGreaterThan(2);
    expect(processed.at(-1)).toBe(40);
  });

  it("is partial when some images failed, and says which and why", async () => {
    fixture.responses.set("/partial/bad.jpg", Buffer.from("no picture"));
    fixture.responses.set("/partial/large.jpg", pngThatClaims(9000, 9000));
    await fixture.openListing("JB-3", ["/partial/good.jpg", "/partial/bad.jpg", "/partial/large.jpg"]);
    const id = await start("JB-3");
    await fixture.announced();
    await run();
    const [, bad, large] = await fixture.imageIds("JB-3");
    expect(await job(id)).toMatchObject({
      status: "partial",
      progress: { processed: 3, total: 3, percentage: 100 },
      errors: [
        { image_id: bad, error: expect.stringMatching(/^VISION_003 image_corrupt: The file is not a JPEG/) },
        { image_id: large, error: expect.stringMatching(/^VISION_004 image_too_large: /) },
      ],
    });
    expect((await fixture.announced()).at(-1)).toMatchObject({
      event: "indexing.completed",
      data: { images_processed: 3, success_count: 1, error_count: 2 },
    });
  });

  it.each<[string, string, (request: ModelRequest) => ModelReply | null]>([
    ["VISION_002 model_not_loaded", "failed", () => ({ status: 404, body: {} })],
    ["VISION_005 embedding_failed", "partial", ({ path }) => (path.includes("embed") ? { body: {} } : null)],
    ["VISION_006 description_failed", "partial", ({ path }) => (path.includes("chat") ? { body: {} } : null)],
  ])("says %s of models that are the trouble, and is %s", async (error, status, spoilt) => {
    await fixture.openListing(`JB-${error.slice(7, 10)}`, [`/${error.slice(0, 10)}.jpg`]);
    const id = await start(`JB-${error.slice(7, 10)}`);
    fixture.model.reply = (request) => spoilt(request) ?? rightReply(request);
    await run();
    expect(await job(id)).toMatchObject({
      status,
      errors: [{ error: expect.stringContaining(`${error}: `) }],
    });
  });

  it("fails when the model server goes away, keeps what was done, and announces it", async () => {
    await fixture.openListing("JB-4", manyPhotos("away", 40));
    const id = await start("JB-4");
    await fixture.announced();
    let chats = 0;
    fixture.model.reply = (request) =>
      request.path.includes("chat") && ++chats > 60 ? { status: 503, body: {} } : rightReply(request);
    await run();
    const body = await job(id);
    expect([body.status, body.errors]).toEqual([
      "failed",
      [
        {
          image_id: (await fixture.imageIds("JB-4"))[body.progress.processed],
          error: expect.stringMatching(/^VISION_001 modelserver_unavailable: The model server/),
        },
      ],
    ]);
    expect(body.progress.processed).toBeGreaterThanOrEqual(16);
    expect(body.progress.processed).toBeLessThan(40);
    const announced = await fixture.announced();
    expect(announced.at(-1)?.data).toMatchObject({ job_id: id, images_processed: body.progress.processed });
  });

  it("goes on where a process has left it: at once when it was asked to stop, else when its lease has run out", async () => {
    await fixture.openListing("JB-5", manyPhotos("resumed", 48));
    const id = await start("JB-5");
    const stop = new AbortController();
    const stopped = run(stop.signal);
    while ((await job(id)).progress.processed === 0) await delay(5);
    stop.abort();
    await stopped;
    const { processed } = (await job(id)).progress;
    expect(processed).toBeLessThan(48);
    const before = fixture.model.requests.length;
    await run();
    expect((await job(id)).progress.processed).toBe(48);
    const chats = fixture.model.requests.slice(before).filter(({ path }) => path.includes("chat")).length;
    expect(chats).toBeLessThanOrEqual((48 - processed) * 3);
  });

  it("waits for the lease of a process that has fallen silent, and takes no job from one that works", async () => {
    await fixture.openListing("JB-6", ["/silent/1.jpg"]);
    const id = await start("JB-6");
    const { clock, database } = fixture.lintel;
    const until = new Date(clock.now().getTime() + 10_000);
    const held = {
      status: "running",
      held_by: "a process that is gone",
      held_until: until,
      started_at: clock.now(),
    };
    await database.db.updateTable("indexing_jobs").set(held).where("id", "=", id).execute();
    const running = run();
    await delay(300);
    expect((await job(id)).status).toBe("running");
    clock.advance(10_001);
    await running;
    expect((await job(id)).status).toBe("completed");
  });

  it("is forgotten 90 days after it has ended", async () => {
    await fixture.openListing("JB-7", ["/pruned/1.jpg"]);
    const id = await start("JB-7");
    await run();
    fixture.lintel.clock.advance(90 * DAY - 1000);
    await pruneIndexingJobs(fixture.lintel.ctx);
    expect((await fixture.job(id)).status).toBe(200);
    fixture.lintel.clock.advance(2000);
    await pruneIndexingJobs(fixture.lintel.ctx);
    expect((await fixture.job(id)).status).toBe(404);
  });
});
