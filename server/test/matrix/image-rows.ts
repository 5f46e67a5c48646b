import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

/** A path below the photo of the home brokerage's listing; no other brokerage's sources hold it. */
const ofImage = (rest: string, body?: (world: World) => object): Row => ({
  request: async (world) => ({
    path: `/api/admin/images/${await world.homeImage()}${rest}`,
    body: body?.(world),
  }),
  foreign: { all: { status: 404, detail: "Image not found" } },
});

const at = (path: string): Row => ({
  request: async (world) => {
    await world.homeImage();
    return { path };
  },
});

const rooms = ["kitchen", "bedroom", "bathroom", "garage", "exterior", "living_room", "other"];
let labelled = 0;

/** Photos of listings, and what is said of them. */
export const imageRows: Record<string, Row> = {
  searchImages: at("/api/admin/search/images?q=zephyrine"),
  searchImagesVisually: at("/api/admin/search/images-visual?q=zephyrine&min_score=0"),
  listImagesByRoom: {
    ...at("/api/admin/images/by-room/kitchen"),
    // A kind of room is no record: there are none of others' photos in it.
    foreign: { all: { status: 200 } },
  },
  getImage: ofImage(""),
  // Something new each time: what changes nothing leaves no audit row.
  setImageRoomType: ofImage("/room-type", () => ({ room_type: rooms[labelled++ % rooms.length] })),
  listImageFeatures: ofImage("/features"),
  addImageFeature: ofImage("/features", (world) => ({ label: world.name() })),
  removeImageFeature: {
    request: async (world) => {
      const image = await world.homeImage();
      return { path: `/api/admin/images/${image}/features/${await world.makeImageFeature()}` };
    },
    foreign: { all: { status: 404, detail: "Image not found" } },
  },
  getImageDescriptions: {
    request: async (world) => {
      await world.homeImage();
      return { path: `/api/admin/properties/${world.homeProperty}/image-descriptions` };
    },
    foreign: { all: { status: 404, detail: "Property not found" } },
  },
  listListingPhotos: {
    request: async (world) => {
      await world.homeImage();
      return { path: `/api/admin/properties/${world.homeProperty}/photos` };
    },
    foreign: { all: { status: 404, detail: "Property not found" } },
  },

  // The index of photos: one property that has none, so that nothing is fetched.
  analyzePropertyImages: { request: () => ({ path: "/api/admin/properties/MATRIX-1/analyze-images" }) },
  reindexImages: {
    request: () => ({ path: "/api/admin/embeddings/reindex/images", body: { property_ids: ["MATRIX-1"] } }),
  },
  getIndexingJob: {
    request: async ({ lintel }) => {
      const now = lintel.clock.now();
      const { id } = await lintel.database.db
        .insertInto("indexing_jobs")
        .values({
          requested_by: "x",
          status: "completed",
          force: false,
          total: 0,
          created_at: now,
          finished_at: now,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { path: `/api/admin/embeddings/jobs/${id}` };
    },
  },
  getImageIndexStats: { request: () => ({ path: "/api/admin/embeddings/images/stats" }) },
  deleteImageEmbeddings: {
    request: async (world) => ({
      path: "/api/admin/embeddings/images",
      body: { image_ids: [await world.homeImage()] },
    }),
  },
};
