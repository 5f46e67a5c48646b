import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { photosOfListings, picturesOfListing, publicPhotos } from "./index.ts";

const COPY = "photos/ab/0123456789abcdef0123456789abcdef";

describe("the photos that are shown", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "copies", [
      home({ ListingId: "beside", Latitude: 47.6, Longitude: -122.3 }),
    ]);
    await importHome();
  });
  afterAll(() => lintel.close());

  let imports = 0;
  const importHome = (price = 500_000) =>
    lintel.importListings("copies", [
      home({
        ListingId: "copied",
        ListPrice: price,
        Latitude: 47.6,
        Longitude: -122.3,
        ModificationTimestamp: new Date(Date.UTC(2026, 5, 1, 0, ++imports)).toISOString(),
        Media: ["1", "2", "3"].map((name) => ({ MediaKey: name, MediaURL: `https://p.test/${name}` })),
      }),
    ]);

  const execute = (query: RawBuilder<unknown>) => query.execute(lintel.database.db);
  const setCopies = async (copyMedia: boolean | null) => {
    await execute(sql`delete from feeds`);
    if (copyMedia === null) return;
    await execute(sql`
      insert into feeds (source_id, base_url, auth_type, sealed_secret, resources, copy_media)
      select id, 'https://mls.test', 'bearer', '', '{Property}', ${copyMedia} from sources where name = 'copies'`);
  };
  const copyOf = async (mediaKey: string, isCurrent = true) => {
    await execute(sql`
      update listing_photos set copy_key = ${COPY + mediaKey}, copy_is_current = ${isCurrent}
      where media_key = ${mediaKey}`);
    await execute(sql`update listings set updated_at = now()`);
  };

  /** In all places that show them. */
  const shown = async (): Promise<unknown[]> => {
    // As every process does once a second.
    await lintel.services.listings.sources.refresh();
    await lintel.services.listings.index.catchUp();
    const detail = await market.get("/api/properties/copied");
    const { items } = await market.search();
    const nearby = await market.get("/api/properties/beside/nearby");
    const { db } = lintel.database;
    const { rows } = await sql<{ id: number; photo: number }>`
      select listings.id, listing_photos.id as photo
      from listings join listing_photos on listing_photos.listing_id = listings.id
      where listings.listing_id = 'copied'
      order by position`.execute(db);
    const [ofListing] = await photosOfListings(
      db,
      rows.slice(0, 1).map(({ id }) => id),
    );
    const placed = await publicPhotos(
      db,
      rows.map(({ photo }) => photo),
    );
    const full = (urls: string[]) =>
      urls.map((url) => url.replace(/^\/files/, `${lintel.services.config.publicApiUrl}/files`));
    const everywhere = [
      detail.body.photos,
      items.find((item: { listing_id: string }) => item.listing_id === "copied").photos,
      full((ofListing?.photos ?? []).map(({ url }) => url)),
      full(placed.toSorted((a, b) => a.position - b.position).map(({ url }) => url)),
      full(await picturesOfListing(db, "copied")),
    ];
    for (const photos of everywhere) expect(photos).toEqual(detail.body.photos);
    expect(nearby.body[0].primary_photo_url ?? null).toEqual(detail.body.photos[0] ?? null);
    expect((await market.ids("has_photos=true")).includes("copied")).toBe(detail.body.photos.length > 0);
    return detail.body.photos.map((url: string) => url.replace(lintel.services.config.publicApiUrl, ""));
  };

  const feedUrl = (name: string) => `https://p.test/${name}`;
  const ours = (name: string) => `/files/${COPY}${name}-full.jpg`;

  it("are those of the source where no feed copies them, and copies alone as soon as one does", async () => {
    expect(await shown()).toEqual(["1", "2", "3"].map(feedUrl));
    await setCopies(false);
    expect(await shown()).toEqual(["1", "2", "3"].map(feedUrl));
    await setCopies(true);
    expect(await shown()).toEqual([]);
    await copyOf("3");
    await copyOf("1");
    expect(await shown()).toEqual([ours("1"), ours("3")]);
  });

  it("show an earlier copy until the changed photo is copied", async () => {
    await copyOf("1", false);
    expect(await shown()).toEqual([ours("1"), ours("3")]);
  });

  it("are copies that the same import leaves as they are", async () => {
    await importHome(510_000);
    expect(await shown()).toEqual([ours("1"), ours("3")]);
  });

  it("stay current copies, and are the source's else, once the feed is gone", async () => {
    await setCopies(null);
    expect(await shown()).toEqual([feedUrl("1"), feedUrl("2"), ours("3")]);
    await importHome(520_000);
    expect(await shown()).toEqual([feedUrl("1"), feedUrl("2"), ours("3")]);
  });
});
