export { indexListings, indexListingsJob } from "./index-listings.ts";
export { searchRoutes } from "./search.routes.ts";
export { ListingVectors } from "./vectors/listing-vectors.ts";
