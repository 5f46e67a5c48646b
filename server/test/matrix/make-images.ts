import { syncPhotos } from "../../src/images/photos/sync-photos.ts";
import { home as listing, subscribe } from "../harness/market.ts";
import type { TestApp } from "../harness/test-app.ts";

const PROPERTY = "MATRIX-PHOTOS";

/** A listing with two photos, named after the marker, of a source that the other brokerage does not see. */
export function imageMakers(
  lintel: TestApp,
  { home, other }: { home: { id: number }; other: { id: number } },
  name: () => string,
  marker: string,
) {
  const { db } = lintel.database;
  let photos: Promise<number> | undefined;

  /** The second one is a kitchen, by its manual label. */
  async function importPhotos(): Promise<number> {
    const photo = (nth: number) => ({
      MediaURL: `https://photos.test/${marker}-${nth}.jpg`,
      ShortDescription: marker,
      Order: nth,
    });
    await lintel.importListings("matrix", [listing({ ListingId: PROPERTY, Media: [photo(1), photo(2)] })]);
    await lintel.importListings("elsewhere", []);
    await subscribe(lintel, other.id, ["elsewhere"]);
    await lintel.services.listings.index.catchUp();
    await syncPhotos(lintel.ctx);
    const ids = await db
      .selectFrom("listing_photos")
      .select("id")
      .where("url", "like", `%${marker}%`)
      .execute();
    const [first, second] = ids.map(({ id }) => id).sort((a, b) => a - b) as [number, number];
    await db
      .insertInto("image_room_types")
      .values({
        photo_id: second,
        room_type: "kitchen",
        confidence: 1,
        set_by: "x",
        set_at: lintel.clock.now(),
      })
      .execute();
    return first;
  }

  const makers = {
    homeProperty: PROPERTY,
    homeImage(): Promise<number> {
      photos ??= importPhotos();
      return photos;
    },
    async makeImageFeature(): Promise<number> {
      const key = name().replaceAll("-", "_");
      const { id } = await db
        .insertInto("image_features")
        .values({
          photo_id: await makers.homeImage(),
          brokerage_id: home.id,
          key,
          label: marker,
          category: "feature",
          added_by: "x",
          added_at: lintel.clock.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
  };
  return makers;
}
