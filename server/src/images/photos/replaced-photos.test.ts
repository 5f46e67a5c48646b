import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type IndexingFixture, openIndexing } from "../../../test/harness/indexing-fixture.ts";
import { chatReply, type ModelRequest, rightReply } from "../../../test/harness/model-server.ts";
import { ownContext } from "../../services.ts";
import { runIndexingJob } from "../indexing/run-indexing-job.ts";

const HOUR_MS = 3_600_000;

describe("a photo that its MLS replaces at the same address", () => {
  let fixture: IndexingFixture;
  beforeAll(async () => {
    fixture = await openIndexing();
  });
  afterEach(() => {
    fixture.model.reply = rightReply;
  });
  afterAll(() => fixture.close());

  const describeAs = (sentence: string) => {
    fixture.model.reply = async (request: ModelRequest) => {
      const isSentence =
        request.path.endsWith("/chat/completions") && !JSON.stringify(request.body).includes("JSON alone");
      return isSentence ? chatReply(sentence) : rightReply(request);
    };
  };
  const photo = (path: string, msAgo: number, caption?: string) => ({
    ...(fixture.photo(path, caption) as object),
    MediaModificationTimestamp: new Date(fixture.lintel.clock.now().getTime() - msAgo).toISOString(),
  });
  let price = 400_000;
  /** The listing changes in any case. */
  const feed = (id: string, ...photos: object[]) => {
    price += 1000;
    return fixture.lintel.importListings(id.toLowerCase(), [
      fixture.home(id, photos as never, { ListPrice: price }),
    ]);
  };
  const fetches = (path: string) => fixture.web.requests.filter((requested) => requested === path).length;
  const run = () => runIndexingJob(ownContext(fixture.lintel.services, "test"));
  const later = () => fixture.lintel.clock.advance(HOUR_MS);
  const described = async (id: string): Promise<(string | null)[]> => {
    const { body } = await fixture.lintel.call(`/api/admin/properties/${id}/image-descriptions`, {
      key: fixture.admin,
    });
    return body.images.map(({ description }: { description: string | null }) => description);
  };
  const found = async (id: string) => {
    const path = `/api/admin/search/images?q=${encodeURIComponent("red barn")}`;
    const { body } = await fixture.lintel.call(path, { key: fixture.admin });
    return body.results.filter(({ listing_id }: { listing_id: string }) => listing_id === id);
  };
  const open = async (id: string, path: string, sentence: string) => {
    await fixture.addPicture(path, "#ffffff");
    describeAs(sentence);
    await feed(id, photo(path, HOUR_MS));
    await fixture.index();
    expect(await described(id)).toEqual([sentence]);
  };

  it("is forgotten with its words and vectors, fetched again and read as another picture", async () => {
    await open("RP-1", "/rp/1.jpg", "A red barn.");
    expect(await found("RP-1")).toHaveLength(1);
    const [image] = await fixture.imageIds("RP-1");
    later();
    await fixture.addPicture("/rp/1.jpg", "#0000ff");
    await feed("RP-1", photo("/rp/1.jpg", 60_000));
    expect(await fixture.stats()).toMatchObject({
      total_images: 1,
      visual_embeddings: 0,
      unindexed_images: 1,
    });
    expect(await described("RP-1")).toEqual([null]);
    await fixture.lintel.services.images.vectors.catchUp();
    expect(await found("RP-1")).toEqual([]);
    describeAs("A blue pool.");
    await fixture.index();
    expect(await described("RP-1")).toEqual(["A blue pool."]);
    expect(await fixture.imageIds("RP-1")).toEqual([image]);
    expect(fetches("/rp/1.jpg")).toBe(2);
  });

  it("is read again once, not whenever its listing changes after that", async () => {
    await open("RP-2", "/rp/2.jpg", "A red barn.");
    later();
    await feed("RP-2", photo("/rp/2.jpg", 60_000));
    await fixture.index();
    const requestsBefore = fixture.model.requests.length;
    later();
    await feed("RP-2", photo("/rp/2.jpg", HOUR_MS + 60_000));
    await fixture.index();
    expect(await described("RP-2")).toEqual(["A red barn."]);
    expect([fetches("/rp/2.jpg"), fixture.model.requests.length]).toEqual([2, requestsBefore]);
  });

  it("is queued by a reindex without force, and read anew by an analysis", async () => {
    await open("RP-3", "/rp/3.jpg", "A red barn.");
    later();
    await feed("RP-3", photo("/rp/3.jpg", 60_000));
    describeAs("A blue pool.");
    const { body } = await fixture.reindex();
    await run();
    expect((await fixture.job(body.job_id)).body).toMatchObject({ status: "completed", errors: [] });
    expect(await described("RP-3")).toEqual(["A blue pool."]);
    later();
    await feed("RP-3", photo("/rp/3.jpg", 60_000));
    describeAs("A green lawn.");
    expect((await fixture.analyze("RP-3")).body).toMatchObject({ images_analyzed: 1, errors: [] });
    expect([await described("RP-3"), fetches("/rp/3.jpg")]).toEqual([["A green lawn."], 3]);
  });

  it("is read anew when models were still at the one before", async () => {
    await open("RP-9", "/rp/9.jpg", "A red barn.");
    later();
    await feed("RP-9", photo("/rp/9.jpg", 60_000));
    let replaced = false;
    fixture.model.reply = async (request) => {
      if (!replaced && request.path.endsWith("/chat/completions")) {
        replaced = true;
        later();
        await feed("RP-9", photo("/rp/9.jpg", 1000));
        await fixture.stats();
        describeAs("A blue pool.");
        return chatReply("A red barn.");
      }
      return rightReply(request);
    };
    await fixture.index();
    expect([await described("RP-9"), fetches("/rp/9.jpg")]).toEqual([["A blue pool."], 3]);
  });

  it("is tried at once when the one before could not be had or read", async () => {
    fixture.responses.set("/rp/gone.jpg", 404);
    fixture.responses.set("/rp/bad.jpg", Buffer.from("no picture"));
    await feed("RP-4", photo("/rp/gone.jpg", HOUR_MS), photo("/rp/bad.jpg", HOUR_MS));
    await fixture.index();
    await fixture.addPicture("/rp/gone.jpg", "#ff0000");
    await fixture.addPicture("/rp/bad.jpg", "#00ff00");
    fixture.lintel.clock.advance(60_000);
    describeAs("A blue pool.");
    await fixture.index();
    expect(await described("RP-4")).toEqual([null, null]);
    await feed("RP-4", photo("/rp/gone.jpg", 1000), photo("/rp/bad.jpg", 1000));
    await fixture.index();
    expect(await described("RP-4")).toEqual(["A blue pool.", "A blue pool."]);
  });

  it("is another one for every listing that shows that address, with any caption", async () => {
    await open("RP-5", "/rp/5.jpg", "A red barn.");
    await feed("RP-6", photo("/rp/5.jpg", 2 * HOUR_MS, "The same"));
    await fixture.index();
    expect(fetches("/rp/5.jpg")).toBe(1);
    later();
    describeAs("A blue pool.");
    await feed("RP-6", photo("/rp/5.jpg", 60_000, "The same"));
    await fixture.index();
    expect([await described("RP-5"), await described("RP-6")]).toEqual([["A blue pool."], ["A blue pool."]]);
    expect(fetches("/rp/5.jpg")).toBe(2);
  });

  it("stays out of the index when an admin has removed it", async () => {
    await open("RP-7", "/rp/7.jpg", "A red barn.");
    await fixture.remove({ image_ids: await fixture.imageIds("RP-7") });
    later();
    await feed("RP-7", photo("/rp/7.jpg", 60_000));
    await fixture.index();
    expect([await described("RP-7"), fetches("/rp/7.jpg")]).toEqual([[null], 1]);
    later();
    describeAs("A blue pool.");
    await fixture.analyze("RP-7");
    expect([await described("RP-7"), fetches("/rp/7.jpg")]).toEqual([["A blue pool."], 2]);
  });

  it("was changed now when its time is still to come", async () => {
    await open("RP-8", "/rp/8.jpg", "A red barn.");
    later();
    describeAs("A blue pool.");
    await feed("RP-8", photo("/rp/8.jpg", -HOUR_MS));
    await fixture.index();
    const requestsBefore = fixture.model.requests.length;
    await fixture.index();
    expect([await described("RP-8"), fetches("/rp/8.jpg")]).toEqual([["A blue pool."], 2]);
    expect(fixture.model.requests.length).toBe(requestsBefore);
  });
});
