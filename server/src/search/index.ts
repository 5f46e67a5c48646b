export { forgetDocumentsOfSource } from "./documents/forget-source.ts";
export { indexListings, indexListingsJob } from "./index-listings.ts";
export { Interpreted as InterpretedQuery } from "./interpreted.schema.ts";
export { type UnderstoodSearch, understandSearch } from "./ranking/plan-search.ts";
export { rankMatches } from "./ranking/rank-matches.ts";
export { searchRoutes } from "./search.routes.ts";
export { ListingFiltersBody } from "./search.schemas.ts";
export { searchServices, type UsesSearch } from "./services.ts";
