import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../test/harness/indexing-fixture.ts";
import { type ModelReply, type ModelRequest, rightReply } from "../../test/harness/model-server.ts";
import { pictureOf } from "../../test/harness/photo-fixture.ts";
import { openSecondProcess, type SecondProcess } from "../../test/harness/second-process.ts";
import { enrichImages } from "./index.ts";
import { syncPhotos } from "./photos/sync-photos.ts";

const PICTURES = 40;
/** A description, the room, the features. */
const CHATS_A_PICTURE = 3;

describe("enrichImages, in two processes", () => {
  let fixture: IndexingFixture;
  let second: SecondProcess;
  beforeAll(async () => {
    fixture = await openIndexing();
    second = await openSecondProcess(fixture.lintel);
    // The first question of a process finds out how the server takes pictures.
    const photo = { bytes: await pictureOf("#123456"), caption: null, imageOf: null };
    for (const { models } of [fixture.lintel.services, second.services])
      await models.images.embedImages([photo]);
  });
  beforeEach(async () => {
    fixture.model.requests.length = 0;
    fixture.model.reply = slowly;
    await fixture.announced();
  });
  afterAll(async () => {
    await second.close();
    await fixture.close();
  });

  const openPictures = (name: string, count = PICTURES) =>
    fixture.openListing(
      name,
      Array.from({ length: count }, (_, n) => `/${name}/${n}.jpg`),
    );
  /** How often a picture was sent to be embedded, and how often each question was asked about one; of each the numbers there are. */
  const counts = () => {
    const chats = fixture.model.requests
      .filter(({ path }) => path.includes("chat"))
      .map(({ body }) => textOf(body));
    const pictures = fixture.model.requests.flatMap(({ body }) => picturesIn(body));
    return { chats: occurrences(chats), pictures: occurrences(pictures) };
  };
  const announced = async () => {
    const events = (await fixture.announced()).filter(({ event }) => event === "image.analyzed");
    return occurrences(events.map(({ subject }) => subject));
  };
  const readOf = async (name: string) => {
    const { rows } = await sql<{ status: string }>`
      select distinct status from image_enrichments where url like ${`%/${name}/%`}`.execute(
      fixture.lintel.database.db,
    );
    return rows.map(({ status }) => status);
  };

  it("asks the models about each picture once, and announces it once, however the runs overlap", async () => {
    await openPictures("at-once");
    await Promise.all([
      enrichImages(fixture.lintel.ctx),
      enrichImages(second.ctx),
      enrichImages(fixture.lintel.ctx),
    ]);
    expect(await readOf("at-once")).toEqual(["enriched"]);
    expect(counts()).toEqual({
      chats: { 1: PICTURES * CHATS_A_PICTURE },
      pictures: { 1: PICTURES },
    });
    expect(await announced()).toEqual({ 1: PICTURES });
  });

  it("asks once, too, when an indexing job wants pictures that are just being read", async () => {
    const { source } = await openPictures("beside", 20);
    const running = enrichImages(second.ctx);
    await until(() => fixture.model.requests.length > 0);
    const [job] = await Promise.all([fixture.reindex("background=false"), running]);
    expect(job.status).toBe(202);
    expect(source).toBeTruthy();
    expect(counts()).toEqual({ chats: { 1: 20 * CHATS_A_PICTURE }, pictures: { 1: 20 } });
    expect(await announced()).toEqual({ 1: 20 });
  });

  it("stores and announces nothing of a worker whose lease has passed to another one", async () => {
    await openPictures("stale", 8);
    const gate = Promise.withResolvers<void>();
    let held = 0;
    fixture.model.reply = async (request) => {
      if (request.path.includes("chat") && held++ < 1) await gate.promise;
      return rightReply(request);
    };
    const stale = enrichImages(second.ctx);
    await until(() => held > 0);
    // As when its process had been frozen for longer than its lease.
    await sql`update leases set held_until = now() - interval '1 minute'`.execute(fixture.lintel.database.db);
    await enrichImages(fixture.lintel.ctx);
    const revisions = await revisionsOf("stale");
    expect(await announced()).toEqual({ 1: 8 });
    gate.resolve();
    await stale;
    expect(await announced()).toEqual({});
    expect(await revisionsOf("stale")).toEqual(revisions);
  });

  it("reads what a killed worker had claimed when its lease ends", async () => {
    await openPictures("killed", 4);
    await syncPhotos(fixture.lintel.ctx);
    const { db } = fixture.lintel.database;
    await sql`
      insert into leases (name, holder, held_until)
      values ('pictures of a killed worker', gen_random_uuid(), clock_timestamp() + interval '1 second')`.execute(
      db,
    );
    await sql`
      update image_enrichments
      set claimed_by = (select holder from leases where name = 'pictures of a killed worker')
      where url like '%/killed/%'`.execute(db);
    const left = () =>
      sql<{ left: boolean }>`
      select held_until > clock_timestamp() as left from leases where name = 'pictures of a killed worker'`.execute(
        db,
      );
    let waited = false;
    fixture.model.reply = async (request) => {
      waited ||= (await left()).rows[0]?.left === false;
      return rightReply(request);
    };
    await enrichImages(second.ctx);
    expect(waited).toBe(true);
    expect(await readOf("killed")).toEqual(["enriched"]);
    expect(counts().pictures).toEqual({ 1: 4 });
  });

  const revisionsOf = async (name: string) => {
    const { rows } = await sql<{ revision: number }>`
      select revision
      from image_vectors
      join image_enrichments on image_enrichments.id = image_vectors.enrichment_id
      where url like ${`%/${name}/%`}
      order by revision`.execute(fixture.lintel.database.db);
    return rows.map(({ revision }) => revision);
  };
});

async function slowly(request: ModelRequest): Promise<ModelReply> {
  return { ...(await rightReply(request)), afterMs: 5 };
}

async function until(what: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!what()) {
    if (performance.now() > end) throw new Error("It has not come to that");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function textOf(body: unknown): string {
  return JSON.stringify(body);
}

/** The pictures of a request for vectors, however it holds them. */
function picturesIn(body: Record<string, unknown>): string[] {
  if (body.model !== "pictures") return [];
  return JSON.stringify(body).match(/data:image[^"]+/g) ?? [];
}

/** How many things there are that occur so often. */
function occurrences(of: readonly string[]): Record<number, number> {
  const each = new Map<string, number>();
  for (const one of of) each.set(one, (each.get(one) ?? 0) + 1);
  const times: Record<number, number> = {};
  for (const count of each.values()) times[count] = (times[count] ?? 0) + 1;
  return times;
}
