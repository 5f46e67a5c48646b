export { ListingCards } from "./cards/listing-cards.ts";
export type { RawRecord } from "./import/field-reader.ts";
export { importFile } from "./import/import-file.ts";
export { type ImportCounts, importRecords } from "./import/import-records.ts";
export type { ImportItem } from "./import/listing-record.ts";
export { normaliseReso } from "./import/normalise-reso.ts";
export { listingRoutes } from "./listings.routes.ts";
export { pruneTombstones } from "./prune-tombstones.ts";
export { IndexKeeper } from "./search-index/keep-current.ts";
