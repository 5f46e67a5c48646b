import type { RawRecord } from "../../src/listings/index.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { openPhotos, type PhotoFixture } from "./photo-fixture.ts";
import type { Reply } from "./test-app.ts";

/** A photo fixture whose models are on a server, and an admin who has photos enriched. */
export type IndexingFixture = PhotoFixture & {
  model: ModelServer;
  admin: string;
  /** Puts a listing with pictures at these paths on the market; each is of another colour. */
  openListing(id: string, paths: string[], fields?: RawRecord): Promise<{ host: string; source: string }>;
  analyze(listing: string): Promise<Reply>;
  reindex(query?: string, body?: unknown): Promise<Reply>;
  job(id: string): Promise<Reply>;
  remove(body: unknown): Promise<Reply>;
  stats(): Promise<Reply["body"]>;
  /** The ids of a listing's photos in their order, as the API writes them. */
  imageIds(listing: string): Promise<string[]>;
  /** What has been announced since the last call. */
  announced(): Promise<Announced[]>;
};

export type Announced = { event: string; subject: string; source_id: number | null; data: Reply["body"] };

const EMBEDDINGS = "/api/admin/embeddings";
let painted = 0;

export async function openIndexing(environment: Record<string, string> = {}): Promise<IndexingFixture> {
  const model = await startModelServer();
  const fixture = await openPhotos({
    MODEL_PROVIDER: "server",
    MODEL_SERVER_URL: model.url,
    TEXT_MODEL: "words",
    IMAGE_EMBEDDING_MODEL: "pictures",
    VISION_MODEL: "eyes",
    ...environment,
  });
  const { lintel } = fixture;
  const { db } = lintel.database;
  const admin = await lintel.createKey("admin");
  const post = (path: string, body?: unknown) =>
    lintel.call(path, { method: "POST", key: admin, ...(body !== undefined && { body }) });
  return {
    ...fixture,
    model,
    admin,
    async openListing(id, paths, fields) {
      for (const path of paths.filter((path) => !fixture.responses.has(path) && path.startsWith("/"))) {
        await fixture.addPicture(path, `hsl(${(painted++ * 47) % 360},60%,50%)`);
      }
      const photos = paths.map((path) => fixture.photo(path));
      return fixture.openMarket(id.toLowerCase(), [fixture.home(id, photos, fields)]);
    },
    analyze: (listing) => post(`/api/admin/properties/${listing}/analyze-images`),
    reindex: (query = "", body) => post(`${EMBEDDINGS}/reindex/images?${query}`, body),
    job: (id) => lintel.call(`${EMBEDDINGS}/jobs/${id}`, { key: admin }),
    remove: (body) => lintel.call(`${EMBEDDINGS}/images`, { method: "DELETE", key: admin, body }),
    stats: async () => (await lintel.call(`${EMBEDDINGS}/images/stats`, { key: admin })).body,
    async imageIds(listing) {
      const rows = await db
        .selectFrom("listing_photos")
        .innerJoin("listings", "listings.id", "listing_photos.listing_id")
        .where("listings.listing_id", "=", listing)
        .select("listing_photos.id")
        .orderBy("position")
        .execute();
      return rows.map(({ id }) => String(id));
    },
    async announced() {
      const rows = await db.selectFrom("event_outbox").selectAll().orderBy("id").execute();
      await db.deleteFrom("event_outbox").execute();
      return rows as unknown as Announced[];
    },
    async close() {
      await fixture.close();
      await lintel.services.models.close();
      await model.close();
    },
  };
}
