import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../../test/harness/indexing-fixture.ts";
import { rightReply } from "../../../test/harness/model-server.ts";
import { openModels } from "../../models/index.ts";
import { ownContext } from "../../services.ts";
import { runIndexingJob } from "./run-indexing-job.ts";

describe("reindexImages", () => {
  let fixture: IndexingFixture;
  beforeAll(async () => {
    fixture = await openIndexing();
    await fixture.openListing("RX-1", ["/rx/1.jpg", "/rx/2.jpg"]);
    await fixture.openListing("RX-2", ["/rx/3.jpg"]);
    await fixture.openListing("RX-3", ["/rx/4.jpg"]);
  });
  afterEach(async () => {
    fixture.model.reply = rightReply;
    await run();
  });
  afterAll(() => fixture.close());

  const run = () => runIndexingJob(ownContext(fixture.lintel.services, "test"));
  const chatCount = () => fixture.model.requests.filter(({ path }) => path === "/v1/chat/completions").length;
  /** The photos of the job, by listing, as a job that is done has read them. */
  const queued = async (query = "", body: unknown = undefined) => {
    const reply = await fixture.reindex(query, body);
    expect(reply.status).toBe(202);
    const rows = await fixture.lintel.database.db
      .selectFrom("indexing_job_images")
      .select("photo_id")
      .where("job_id", "=", reply.body.job_id)
      .orderBy("position")
      .execute();
    expect(rows).toHaveLength(reply.body.images_queued);
    await run();
    return rows.map(({ photo_id }) => String(photo_id));
  };

  it("queues what no run has enriched, and says where to look", async () => {
    await fixture.lintel.services.listings.index.catchUp();
    const body = { property_ids: ["RX-1", "RX-2", "RX-3"] };
    const reply = await fixture.reindex("", body);
    expect([reply.status, reply.body]).toEqual([
      202,
      {
        started: true,
        job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        images_queued: 4,
        estimated_duration_minutes: expect.any(Number),
        status_url: `/api/admin/embeddings/jobs/${reply.body.job_id}`,
      },
    ]);
    await run();
    expect((await fixture.job(reply.body.job_id)).body).toMatchObject({ status: "completed", errors: [] });
  });

  it("has nothing to do when all is read: a job that has ended already", async () => {
    const before = chatCount();
    const { status, body } = await fixture.reindex();
    expect([status, body]).toMatchObject([202, { started: false, images_queued: 0 }]);
    expect((await fixture.job(body.job_id)).body).toMatchObject({
      status: "completed",
      progress: { processed: 0, total: 0, percentage: 100, current_image: null },
    });
    expect(chatCount()).toBe(before);
  });

  it("without force reads what is new, has failed, was read by another model, or was removed", async () => {
    fixture.responses.set("/rx/bad.jpg", 500);
    await fixture.openListing("RX-NEW", ["/rx/new.jpg", "/rx/bad.jpg"]);
    await fixture.openListing("RX-OLD", ["/rx/old.jpg"]);
    await fixture.index();
    const [removed = ""] = await fixture.imageIds("RX-2");
    await fixture.remove({ image_ids: [removed] });
    await fixture.lintel.database.db
      .updateTable("image_enrichments")
      .set({ enriched_by: "another model" })
      .where("url", "like", "%/rx/old.jpg")
      .execute();
    await fixture.openListing("RX-NEWEST", ["/rx/newest.jpg"]);
    await fixture.addPicture("/rx/bad.jpg", "#aa00aa");
    const wanted = [
      removed,
      (await fixture.imageIds("RX-NEW"))[1],
      ...(await fixture.imageIds("RX-OLD")),
      ...(await fixture.imageIds("RX-NEWEST")),
    ];
    const among = { property_ids: ["RX-1", "RX-2", "RX-NEW", "RX-OLD", "RX-NEWEST"] };
    expect((await queued("", among)).sort()).toEqual(wanted.sort());
    expect(await queued("", among)).toEqual([]);
  });

  it("queues what has just been imported, which no job has noted yet", async () => {
    await fixture.openListing("RX-JUST", ["/rx/just.jpg", "/rx/just-too.jpg"]);
    expect(await queued()).toEqual(expect.arrayContaining(await fixture.imageIds("RX-JUST")));
  });

  it("with force reads all, the least recently read properties first, at most limit of them", async () => {
    fixture.lintel.clock.advance(60_000);
    await fixture.analyze("RX-1");
    fixture.lintel.clock.advance(60_000);
    await fixture.analyze("RX-3");
    const among = { property_ids: ["RX-1", "RX-2", "RX-3"] };
    const ids = async (...listings: string[]) => (await Promise.all(listings.map(fixture.imageIds))).flat();
    const before = chatCount();
    expect(await queued("force=true&limit=2", among)).toEqual(await ids("RX-2", "RX-1"));
    expect(chatCount()).toBe(before + 3 * 3);
  });

  it("with a limit takes the photos that were never tried first, then those whose failure is oldest", async () => {
    const listings = ["RX-B1", "RX-B2", "RX-B3"];
    for (const [nth, id] of listings.entries()) {
      fixture.responses.set(`/rx/broken-${nth}.jpg`, Buffer.from("no picture"));
      await fixture.openListing(id, [`/rx/broken-${nth}.jpg`]);
    }
    // Connections draw ids in blocks: a later photo may have a lower one.
    const ids = (await Promise.all(listings.map(fixture.imageIds)))
      .flat()
      .toSorted((a, b) => Number(a) - Number(b));
    const turns: string[] = [];
    for (let nth = 0; nth < 4; nth++) {
      turns.push(...(await queued("limit=1", { property_ids: listings })));
      fixture.lintel.clock.advance(60_000);
    }
    expect(turns).toEqual([...ids, ids[0]]);
    await fixture.openListing("RX-B4", ["/rx/fresh.jpg"]);
    const among = { property_ids: [...listings, "RX-B4"] };
    expect(await queued("limit=1", among)).toEqual(await fixture.imageIds("RX-B4"));
    expect(await queued("limit=1&force=true", among)).toEqual([ids[1]]);
  });

  it("takes those of some rooms, what people say before what models say, and of some quality", async () => {
    const [first = "", second = ""] = await fixture.imageIds("RX-1");
    await fixture.lintel.call(`/api/admin/images/${first}/room-type`, {
      method: "PATCH",
      key: fixture.admin,
      body: { room_type: "garage", confidence: 1 },
    });
    const among = { property_ids: ["RX-1"] };
    expect(await queued("force=true", { ...among, room_types: ["garage", "bedroom"] })).toEqual([first]);
    expect(await queued("force=true", { ...among, room_types: ["kitchen"] })).toEqual([second]);
    const { db } = fixture.lintel.database;
    const path = "%/rx/2.jpg";
    await db
      .updateTable("image_enrichments")
      .set({ quality_score: 0.99 })
      .where("url", "like", path)
      .execute();
    expect(await queued("force=true", { ...among, min_quality_score: 0.99 })).toEqual([second]);
    // Less than the column holds is nothing.
    expect(await queued("force=true", { ...among, min_quality_score: 2.7e-198 })).toHaveLength(2);
  });

  it("reads a picture once that several listings show", async () => {
    for (const id of ["RX-5", "RX-6"]) await fixture.openListing(id, ["/rx/shared.jpg"]);
    const before = chatCount();
    expect(await queued("", { property_ids: ["RX-5", "RX-6"] })).toHaveLength(2);
    expect(chatCount()).toBe(before + 3);
  });

  it("runs one job at a time: of requests at once one is started, and the next one when it has ended", async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => fixture.reindex("force=true")));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 429, 429, 429, 429, 429]);
    for (const { status, body } of replies) {
      if (status === 429) expect(body).toEqual({ detail: "Another indexing job is already running" });
    }
    await run();
    expect((await fixture.reindex("force=true")).status).toBe(202);
  });

  it("with background=false answers when it is done", async () => {
    const { body } = await fixture.reindex("force=true&background=false", { property_ids: ["RX-1"] });
    expect((await fixture.job(body.job_id)).body).toMatchObject({
      status: "completed",
      progress: { processed: 2, total: 2, percentage: 100 },
    });
  });

  it("refuses what makes no sense, and properties that are not there", async () => {
    const unknown = await fixture.reindex("", { property_ids: ["RX-1", "UNKNOWN"] });
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "Property not found" }]);
    const bad: [string, unknown][] = [
      ["limit=0", undefined],
      ["limit=101", undefined],
      ["", { property_ids: Array(101).fill("RX-1") }],
      ["", { room_types: ["ballroom"] }],
      ["", { min_quality_score: 1.1 }],
      ["", { min_quality_score: 1e308 }],
      ["", { min_quality_score: -1e-300 }],
    ];
    for (const [query, body] of bad)
      expect([query, (await fixture.reindex(query, body)).status]).toEqual([query, 422]);
  });

  it("starts nothing while the model server is away, or has not the model", async () => {
    const { services } = fixture.lintel;
    for (const [status, code] of [
      [503, "VISION_001"],
      [404, "VISION_002"],
    ] as const) {
      services.models = openModels(services.config, services.log);
      fixture.model.reply = () => ({ status, body: {} });
      const reply = await fixture.reindex("force=true");
      expect([reply.status, reply.body.code]).toEqual([503, code]);
    }
    services.models = openModels(services.config, services.log);
    fixture.model.reply = rightReply;
    expect((await fixture.reindex("force=true")).status).toBe(202);
  });
});

describe("reindexImages, with rate limits", () => {
  it("is counted for all callers together, five times an hour", async () => {
    const fixture = await openIndexing({ RATE_LIMITS: "on" });
    const other = await fixture.lintel.createKey("admin");
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth++) {
      const key = nth % 2 ? other : fixture.admin;
      const path = "/api/admin/embeddings/reindex/images";
      statuses.push((await fixture.lintel.call(path, { method: "POST", key })).status);
    }
    await fixture.close();
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
