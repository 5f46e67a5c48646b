export { indexListings, indexListingsJob } from "./index-listings.ts";
export { searchRoutes } from "./search.routes.ts";
export { createQueryPictureQueue, createSearchQueue } from "./search-queue.ts";
export { ListingVectors } from "./vectors/listing-vectors.ts";
