import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";
import type { RawRecord } from "../../listings/index.ts";
import { listingsWithOtherMedia, storedAsTheyAre } from "./stored-records.ts";

const LATER = "2030-01-01T00:00:00Z";

describe("records that a refresh finds stored under their time", () => {
  let media: MediaFixture;
  let listings: RawRecord[];
  let photos: RawRecord[];
  const read = async (resource: string) => {
    const reply = await fetch(`${media.server.baseUrl}/${resource}?$top=1000`, {
      headers: { authorization: `Bearer ${STATIC_TOKEN}` },
    });
    return ((await reply.json()) as { value: RawRecord[] }).value;
  };
  beforeAll(async () => {
    media = await openMedia(3, {}, { media: "resource" });
    await media.refresh();
    listings = await read("Property");
    photos = await read("Media");
  });
  afterAll(() => media.close());

  const stored = () => ({ ctx: { db: media.lintel.database.db }, feed: media.feed });
  const known = async (records: RawRecord[], { complete = true, ...feed } = {}) => {
    const cursor = { timestamp: LATER, key: "", complete, run: 1 };
    const resource = { fields: {}, expands: ["Media"] };
    return storedAsTheyAre(
      {
        ...stored(),
        feed: { ...media.feed, ...feed },
        cursors: { Property: cursor },
        metadata: { Property: resource, Media: resource },
      },
      records,
    );
  };

  it("listings that are stored under their time are not read again; changed, new and gone ones are", async () => {
    expect(await known(listings)).toEqual(new Set(listings));
    const [one, two, three] = listings as [RawRecord, RawRecord, RawRecord];
    const others = [
      { ...one, ModificationTimestamp: LATER },
      { ...two, MlgCanView: false },
      { ...three, ListingKey: "new" },
      { ...three, ModificationTimestamp: "soon" },
      {},
    ];
    expect(await known(others)).toEqual(new Set());
  });

  it("all listings are read during a load, and where Media comes with its listing", async () => {
    expect(await known(listings, { complete: false })).toEqual(new Set());
    expect(await known(listings, { media: "expand" } as object)).toEqual(new Set());
  });

  it("listings whose Media is stored under its time are not read again; those with changed, new and untimed Media are", async () => {
    expect(photos).toHaveLength(24);
    expect(await listingsWithOtherMedia(stored(), photos)).toEqual([]);
    const [one, two, three] = media.keys.map(
      (key) => photos.find(({ ResourceRecordKey }) => ResourceRecordKey === key) as RawRecord,
    );
    const others = [
      { ...one, ModificationTimestamp: LATER },
      { ...two, MediaKey: "new" },
      { ...three, ModificationTimestamp: null },
      { ...one, ResourceRecordKey: null },
      { ...one, ResourceRecordKey: "a\0b" },
    ];
    expect(await listingsWithOtherMedia(stored(), others)).toEqual(media.keys);
  });

  it("a listing is read again although the photo copier has read its changed Media before the refresh", async () => {
    await media.copy();
    const key = media.keys[0] as string;
    const [, , file] = media.server.market.mediaOf(key).map(({ file }) => String(file));
    const change = (file: string) =>
      media.server.changes.apply({ kind: "photo", key, order: 1, file }, Date.now());
    change("missing.webp");
    await media.refresh();
    media.requested();
    change(file as string);
    media.lintel.clock.advance(7_200_000);
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toContain(200);
    expect(await listingsWithOtherMedia(stored(), await read("Media"))).toEqual([key]);
    await media.refresh();
    expect(await listingsWithOtherMedia(stored(), await read("Media"))).toEqual([]);
    // The picture is not fetched again.
    await media.copy();
    expect(media.requested()).toEqual([]);
  });
});
