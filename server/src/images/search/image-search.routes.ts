import { route } from "../../platform/http/route.ts";
import { invalidIs400 } from "../vision-errors.ts";
import * as schemas from "./image-search.schemas.ts";
import { searchImages } from "./search-images.ts";
import { searchImagesVisually } from "./search-images-visually.ts";

const search = {
  tag: "Images",
  method: "GET",
  permission: "authenticated",
  limits: ["image_search"],
  refusal: invalidIs400,
  errors: { 400: "Invalid parameters", 503: "Search service unavailable: the model does not answer" },
} as const;
const SCOPE =
  "Brokers and agents search the photos of listings that their brokerage shows; admins search all photos.";

export const imageSearchRoutes = [
  route({
    ...search,
    path: "/api/admin/search/images",
    operationId: "searchImages",
    summary: "Search photos by their descriptions and by what they look like",
    description: SCOPE,
    query: schemas.ImageSearchQuery,
    response: schemas.FoundImages,
    run: searchImages,
  }),
  route({
    ...search,
    path: "/api/admin/search/images-visual",
    operationId: "searchImagesVisually",
    summary: "Search photos by what they look like, described in words",
    description: SCOPE,
    query: schemas.VisualSearchQuery,
    response: schemas.VisuallyFoundImages,
    run: searchImagesVisually,
  }),
];
