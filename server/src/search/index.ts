export { forgetDocumentsOfSource } from "./documents/forget-source.ts";
export { indexListings, indexListingsJob } from "./index-listings.ts";
export { searchRoutes } from "./search.routes.ts";
export { searchServices, type UsesSearch } from "./services.ts";
