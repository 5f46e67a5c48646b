import { sql } from "kysely";
import { syncPhotos } from "../../src/images/photos/sync-photos.ts";
import type { Feature } from "../../src/models/models.ts";
import { home, type Market, openMarket } from "./market.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";

type Photo = { url: string; caption?: string; imageOf?: string };
type Enrichment = { room?: string; confidence?: number; description?: string; features?: Feature[] };

/** A listing of a source, and its photos in the order of the feed. */
export type PhotoListing = { id: string; photos: Photo[]; fields?: object };

/** Two brokerages, each with a source of its own, and photos whose enrichments a test sets. */
export type ImageFixture = {
  lintel: TestApp;
  /** API keys: of an admin, and of the people of the two brokerages. */
  keys: { admin: string; broker: string; agent: string; foreign: string; unbound: string };
  market: Market;
  foreign: Market;
  /** Imports listings of the first brokerage's source (or of the other's), and notes their photos. */
  list(listings: PhotoListing[], market?: Market): Promise<void>;
  /** Stores what a model has returned for the picture at an address. */
  enrich(url: string, enrichment: Enrichment): Promise<void>;
  /** The id of the photo that a listing shows of an address. */
  image(listing: string, url: string): Promise<number>;
  /** As after an admin has removed the vectors or the description of a photo. */
  removeEnrichment(image: number, columns: { unembedded?: true; undescribed?: true }): Promise<void>;
  get(path: string, key?: string): Promise<Reply>;
  close(): Promise<void>;
};

export async function openImages(): Promise<ImageFixture> {
  const lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test", LOG_LEVEL: "silent" });
  const { db } = lintel.database;
  const market = await openMarket(lintel, "north", []);
  const foreign = await openMarket(lintel, "south", []);
  const of = ({ brokerageId }: Market) => ({ brokerageId });
  const agent = await lintel.createAgent(market.brokerageId);
  const keys = {
    admin: await lintel.createKey("admin"),
    broker: await lintel.createKey("broker", of(market)),
    agent: await lintel.createKey("agent", { ...of(market), agentId: agent.id }),
    foreign: await lintel.createKey("broker", of(foreign)),
    unbound: await lintel.createKey("broker"),
  };
  let changes = 0;
  return {
    lintel,
    keys,
    market,
    foreign,
    async list(listings, at = market) {
      const version = new Date(Date.UTC(2026, 5, 1, 0, 0, ++changes)).toISOString();
      await at.import(
        listings.map(({ id, photos, fields }) =>
          home({ ListingId: id, ModificationTimestamp: version, Media: mediaOf(photos), ...fields }),
        ),
      );
      await lintel.services.listings.index.catchUp();
      await syncPhotos(lintel.ctx);
      await lintel.services.images.vectors.catchUp();
    },
    async enrich(
      url,
      { room = null, confidence = 0.9, description = null, features = null }: StoredEnrichment,
    ) {
      await sql`
        update image_enrichments
        set room_type = ${room}, room_confidence = ${room === null ? null : confidence},
          description = ${description}, features = ${features && JSON.stringify(features)}
        where url = ${url}`.execute(db);
    },
    async image(listing, url) {
      const { rows } = await sql<{ id: number }>`
        select listing_photos.id
        from listing_photos
        join listings on listings.id = listing_photos.listing_id
        where listings.listing_id = ${listing} and url = ${url}`.execute(db);
      return (rows[0] as { id: number }).id;
    },
    async removeEnrichment(image, { unembedded, undescribed }) {
      await sql`
        update listing_images
        set revision = nextval('image_revisions'),
          unembedded_ids = case when ${unembedded ?? false} then array[${image}::bigint] else '{}' end,
          undescribed_ids = case when ${undescribed ?? false} then array[${image}::bigint] else '{}' end
        where photo_ids @> array[${image}::bigint]`.execute(db);
      await lintel.services.images.vectors.catchUp();
    },
    get: (path, key = keys.broker) => lintel.call(path, { key }),
    close: () => lintel.close(),
  };
}

type StoredEnrichment = {
  room?: string | null;
  confidence?: number;
  description?: string | null;
  features?: Feature[] | null;
};

function mediaOf(photos: Photo[]) {
  return photos.map(({ url, caption, imageOf }, at) => ({
    MediaURL: url,
    Order: at + 1,
    ...(caption && { ShortDescription: caption }),
    ...(imageOf && { ImageOf: imageOf }),
  }));
}
