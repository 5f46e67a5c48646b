import { picture } from "../harness/pictures.ts";
import type { Row } from "./rows.ts";

const searches = (path: string, body: object): Row => ({
  request: () => ({ path: `/api/search/${path}`, body }),
});

/** Open to all callers. */
export const searchRows: Record<string, Row> = {
  semanticSearch: searches("semantic", { query: "white kitchen" }),
  multimodalSearch: searches("multimodal", { query: "white kitchen", include_images: true }),
  compareSearches: searches("compare", { query: "white kitchen" }),
  autocomplete: { request: () => ({ path: "/api/search/autocomplete?q=boi" }) },
  findSimilarImages: {
    async request({ lintel }) {
      await lintel.services.storage.put("demo/matrix.jpg", await picture(30, 20).jpeg().toBuffer());
      return { path: "/api/search/similar-images", body: { image_url: "/files/demo/matrix.jpg" } };
    },
  },
};
