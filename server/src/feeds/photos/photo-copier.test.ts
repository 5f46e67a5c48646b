import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defaultBehaviours } from "../../../../feed-server/src/behaviours.ts";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";
import { listingsToCopy, photosOfListings, storePhotoCopies } from "../../listings/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { photosPending } from "./copy-queue.ts";
import { noteRequest, type PhotoRequest, recentRequests, settleRequest } from "./photo-requests.ts";
import { RequestLimits } from "./request-limits.ts";

const HOUR_MS = 3_600_000;
const SIGNED = { seconds: 3600, uses: 1 };

describe("the copies of a feed's photos", () => {
  let media: MediaFixture;
  beforeAll(async () => {
    media = await openMedia(3, { signed_media: SIGNED }, { user_agent: "Lintel {token}" });
    // The newest listing is not the last one that is read.
    for (const [nth, ListingContractDate] of ["2026-03-01", "2026-05-01", "2026-04-01"].entries())
      media.server.changes.apply(
        { kind: "fields", key: media.keys[nth] as string, fields: { ListingContractDate } },
        Date.now(),
      );
  });
  beforeEach(() => {
    Object.assign(media.server.behaviours, structuredClone(defaultBehaviours), { signed_media: SIGNED });
    // Requests of the test before limit nothing.
    media.lintel.clock.advance(25 * HOUR_MS);
    media.requested();
  });
  afterAll(() => media.close());

  const db = () => media.lintel.database.db;
  const detail = async (nth: number) => (await media.market.get(`/api/properties/${media.keys[nth]}`)).body;
  const pathOf = (nth: number, order: number) => {
    const photo = media.server.market.mediaOf(media.keys[nth] as string)[order];
    return `/media/${encodeURIComponent(String(photo?.MediaKey))}/${photo?.file}`;
  };
  const pending = async () =>
    (await photosPending(db(), [media.feed.source.id])).get(media.feed.source.id) ?? 0;
  const revisions = async () =>
    (await sql<{ revision: number }>`select revision from listings order by id`.execute(db())).rows;
  const swap = (nth: number, order: number, file: string) =>
    media.server.changes.apply({ kind: "photo", key: media.keys[nth] as string, order, file }, Date.now());
  const files = () => media.server.market.mediaOf(media.keys[0] as string).map(({ file }) => String(file));
  const rowsOfPhoto = async (path: string) =>
    (
      await db()
        .selectFrom("photo_requests")
        .select(["outcome", "media_key"])
        .where("media_key", "=", decodeURIComponent(path.split("/")[2] as string))
        .orderBy("id")
        .execute()
    ).map(({ outcome }) => outcome);

  it("are made of preferred photos first, the newest listing first, then of the rest", async () => {
    await media.refresh();
    expect((await detail(0)).photos).toEqual([]);
    await media.copy();
    const requests = media.requested();
    expect(requests.map(({ path }) => path).slice(0, 3)).toEqual([1, 2, 0].map((nth) => pathOf(nth, 0)));
    expect(requests).toHaveLength(24);
    expect(new Set(requests.map(({ path }) => path)).size).toBe(24);
    expect(await pending()).toBe(0);
  });

  it("are what is shown and what models see, in the order of the photos", async () => {
    const { photos } = await detail(0);
    expect(photos).toHaveLength(8);
    for (const url of photos) {
      expect(url).toMatch(/^https:\/\/api\.test\/files\/photos\/[0-9a-f]{2}\/[0-9a-f]{32}-full\.jpg$/);
      const file = await media.lintel.call(new URL(url).pathname);
      expect([file.status, file.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    }
    const [row] = await db()
      .selectFrom("listings")
      .select("id")
      .where("listing_id", "=", media.keys[0] as string)
      .execute();
    const [seen] = await photosOfListings(db(), [row?.id as number]);
    expect(seen?.photos.map(({ url }) => `https://api.test${url}`)).toEqual(photos);
    const urls = seen?.photos.map(({ url }) => url) as string[];
    expect((await media.lintel.services.photos.fetchAll(urls)).map(({ status }) => status)).toEqual(
      urls.map(() => "stored"),
    );
    expect(media.requested()).toEqual([]);
  });

  it("are asked for with the feed's User-Agent, and without credentials", () => {
    const agents = media.server.log.since(0).filter(({ path }) => path.startsWith("/media/"));
    expect(new Set(agents.map(({ userAgent }) => userAgent))).toEqual(new Set(["Lintel feed-token"]));
  });

  it("stay when the same photos have new addresses: nothing is written, and nothing is asked for", async () => {
    const before = await revisions();
    expect(await media.refresh()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    await media.copy();
    expect([await revisions(), media.requested()]).toEqual([before, []]);
  });

  it("are made anew of a photo that has changed, and of no other", async () => {
    const before = (await detail(0)).photos;
    swap(0, 3, files()[4] as string);
    await media.refresh();
    await media.copy();
    expect(media.requested()).toEqual([{ path: pathOf(0, 3), status: 200 }]);
    const after = (await detail(0)).photos;
    expect(after[3]).toBe(before[4]);
    expect(after.toSpliced(3, 1)).toEqual(before.toSpliced(3, 1));
  });

  it("are made from a fresh address when the known one has ended, which is asked for once", async () => {
    for (const [order, file] of files().slice(0, 3).entries()) swap(0, order + 5, file);
    media.server.behaviours.signed_media = { seconds: -1, uses: 1 };
    await media.refresh();
    media.server.behaviours.signed_media = SIGNED;
    await media.copy();
    const statuses = media.requested().map(({ status }) => status);
    // The others of the listing are asked for at the addresses that were read then.
    expect(statuses).toEqual([410, 200, 200, 200]);
    expect(await pending()).toBe(0);
  });

  it("wait an hour when the fresh address does not work either, and others go on", async () => {
    const [one, two] = files();
    swap(0, 1, "missing.webp");
    swap(0, 2, one as string);
    await media.refresh();
    await media.copy();
    const path = pathOf(0, 1);
    expect(media.requested().map((request) => [request.path === path, request.status])).toEqual([
      [true, 404],
      [true, 404],
      [false, 200],
    ]);
    expect([await pending(), await rowsOfPhoto(path)]).toEqual([
      1,
      expect.arrayContaining(["refused", "refused"]),
    ]);
    media.lintel.clock.advance(HOUR_MS - 1000);
    await media.copy();
    expect(media.requested()).toEqual([]);
    media.lintel.clock.advance(62_000);
    swap(0, 1, two as string);
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toEqual([403, 200]);
    expect(await pending()).toBe(0);
    // The time that was read with the address is the photo's time: the refresh finds nothing to fetch.
    await media.refresh();
    await media.copy();
    expect(media.requested()).toEqual([]);
  });

  it("wait for the end of Retry-After, and are asked for at a fresh address then", async () => {
    swap(1, 1, files()[5] as string);
    await media.refresh();
    media.server.behaviours.requests_per_second = 0;
    media.server.behaviours.retry_after = { seconds: 20 };
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toEqual([429]);
    media.server.behaviours.requests_per_second = null;
    media.lintel.clock.advance(19_000);
    await media.copy();
    expect(media.requested()).toEqual([]);
    media.lintel.clock.advance(2000);
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toEqual([200]);
  });

  it("ask for no address twice within the hour, though it stays the same", async () => {
    media.server.behaviours.signed_media = null;
    swap(2, 1, files()[6] as string);
    await media.refresh();
    media.server.behaviours.requests_per_second = 0;
    await media.copy();
    media.server.behaviours.requests_per_second = null;
    media.lintel.clock.advance(60_000);
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toEqual([429]);
    media.lintel.clock.advance(HOUR_MS);
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toEqual([200]);
  });

  it("go on after a crash: the address that was asked for counts as used, a fresh one is asked for", async () => {
    swap(2, 2, files()[7] as string);
    await media.refresh();
    const path = pathOf(2, 2);
    const photo = await db()
      .selectFrom("listing_photos")
      .select(["media_key", "url"])
      .where("media_key", "=", decodeURIComponent(path.split("/")[2] as string))
      .executeTakeFirstOrThrow();
    await sql`
      insert into photo_requests (source_id, media_key, address_hash, requested_at)
      values (${media.feed.source.id}, ${photo.media_key}, sha256(convert_to(${photo.url}, 'UTF8')), ${media.lintel.clock.now()})`.execute(
      db(),
    );
    await media.copy();
    expect(media.requested()).toEqual([{ path, status: 200 }]);
  });

  it("are known by their request though the photo was put off since", async () => {
    const now = media.lintel.clock.now();
    const photo = { key: "put-off", url: "https://p.test/put-off" };
    const sourceId = media.feed.source.id;
    const request = (await noteRequest(db(), { sourceId, ...photo, now })) as PhotoRequest;
    await settleRequest(db(), request, { outcome: "copied", copyKey: "photos/ab/copy" });
    await settleRequest(db(), request, { outcome: "copied", retryAt: new Date(now.getTime() + HOUR_MS) });
    const limits = new RequestLimits(await recentRequests(db(), { sourceId, photos: [photo], now }));
    expect(limits.copyFrom(photo.url, now)).toBe("photos/ab/copy");
  });

  it("are shown where the feed has stored the same change meanwhile, and not where it has stored another one", async () => {
    swap(2, 3, files()[1] as string);
    await media.refresh();
    const { id } = await db()
      .selectFrom("listings")
      .select("id")
      .where("listing_id", "=", media.keys[2] as string)
      .executeTakeFirstOrThrow();
    const [listing] = await listingsToCopy(db(), media.feed.source.id, [id]);
    const [changed] = listing?.photos ?? [];
    if (!changed) throw new Error("No photo has changed");
    const photo = { ...changed, modifiedAt: "2026-01-01T00:00:00Z" };
    const store = (fetchedModifiedAt: string | null) =>
      inTransaction({ db: db() }, (ctx) =>
        storePhotoCopies(ctx.db, [{ photo, copyKey: "photos/00/0", fetchedModifiedAt }]),
      );
    await store("2026-01-02T00:00:00Z");
    await store(null);
    expect(await listingsToCopy(db(), media.feed.source.id, [id])).toHaveLength(1);
    await store(changed.modifiedAt);
    expect(await listingsToCopy(db(), media.feed.source.id, [id])).toEqual([]);
  });

  it("are made from addresses that stand on a later page of the Media, where it is read by itself", async () => {
    await media.setFeed({ media: "resource" });
    media.server.behaviours.max_page_size = 3;
    swap(0, 6, files()[7] as string);
    media.server.behaviours.signed_media = { seconds: -1, uses: 1 };
    await media.refresh();
    media.server.behaviours.signed_media = SIGNED;
    await media.copy();
    expect(media.requested()).toEqual([410, 200].map((status) => ({ path: pathOf(0, 6), status })));
    await media.setFeed({ media: "expand" });
  });

  it("are not made of listings that are not public, and of no photo that is gone", async () => {
    const key = media.keys[1] as string;
    swap(1, 2, files()[0] as string);
    media.server.changes.apply({ kind: "withdraw", key }, Date.now());
    await media.refresh();
    await media.copy();
    expect([media.requested(), await pending()]).toEqual([[], 0]);
    media.server.changes.apply({ kind: "fields", key, fields: { StandardStatus: "Active" } }, Date.now());
    await media.refresh();
    await media.copy();
    expect(media.requested()).toHaveLength(1);
  });
});
