export { type AnnouncedListing, announcedListings, newestListingRevision } from "./announced-listings.ts";
export { type Suggestion, suggestionTypes } from "./autocomplete/suggestion-collector.ts";
export { type Card, writeCard } from "./cards/card.ts";
export type { CardRow } from "./cards/cards-by-id.sql.ts";
export { ListingCards } from "./cards/listing-cards.ts";
export {
  listingsChangedAfter,
  listingsGone,
  missedDeletions,
  photosChangedAfter,
  type ReaderPosition,
} from "./change-log.ts";
export { countListings, countOlderListings, countSources } from "./count-listings.ts";
export { type DescribedListing, describedListings } from "./described-listings.sql.ts";
export { type Box, boxAround } from "./distance.ts";
export { refuseFedSource, setFed } from "./fed-sources.ts";
export { conditionsOf, readConditions } from "./filters/conditions.ts";
export { filterFields as listingFilterFields, type GivenFilters } from "./filters/filter-fields.ts";
export { inBody } from "./filters/filter-rules.ts";
export { atMoment, type Moment, momentOf } from "./filters/moment.ts";
export { toListingFilters } from "./filters/to-listing-filters.ts";
export { getListing } from "./get-listing.ts";
export { initialLoadBounds } from "./import/batch-size.ts";
export { BATCHES_UNDER_WAY, BatchWriter, lockRevisions } from "./import/batch-writer.ts";
export { compareVersions } from "./import/compare-versions.sql.ts";
export type { RawRecord } from "./import/field-reader.ts";
export { FieldReader } from "./import/field-reader.ts";
export { importFields } from "./import/import-fields.ts";
export {
  type ImportFileInput,
  type ImportFileReport,
  type ImportProgress,
  importFile,
} from "./import/import-file.ts";
export { type ImportContext, type ImportCounts, importRecords } from "./import/import-records.ts";
export { type ImportItem, keyOf, type ListingRecord } from "./import/listing-record.ts";
export { unseenListings } from "./import/listings-without.ts";
export { normaliseReso } from "./import/normalise-reso.ts";
export type { PreviewColumn } from "./import/preview-columns.ts";
export { type ImportPreview, previewFile } from "./import/preview-file.ts";
export { readEntry } from "./import/read-entry.ts";
export { rekeyListing } from "./import/rekey-listing.sql.ts";
export { exceedsGuard } from "./import/removal.ts";
export { removeUnchanged } from "./import/remove-unchanged.ts";
export { readSourceBefore } from "./import/source-replacement.ts";
export { findOrCreateSource, markSourceUpdated } from "./import/sources.ts";
export type { BatchOutcome } from "./import/store-batch.ts";
export { storedVersions } from "./import/stored-versions.sql.ts";
export { type CommitPart, isAboutTheData, writeOrSplit } from "./import/write-or-split.ts";
export { listingsAtAddress } from "./keywords/listings-at-address.sql.ts";
export { makeMissingWords, makeMissingWordsJob } from "./keywords/make-missing-words.ts";
export { listMatches } from "./list-matches.ts";
export {
  listingsOfSources,
  listSourcesHere,
  type Source,
  type SourceCount,
  sourceNames,
  sourcesById,
  sourcesNamed,
} from "./list-sources.ts";
export { type ListingFacts, listingFacts } from "./listing-facts.sql.ts";
export { photoAddress } from "./listing-fields.ts";
export { listingIdsOfSource } from "./listing-ids-of-source.ts";
export { type ListingLabel, listingLabels } from "./listing-labels.sql.ts";
export { photosOfListing, photosStillThere, picturesOfListing, storedPhotoTimes } from "./listing-photos.ts";
export { type ListingProse, listingProse } from "./listing-prose.sql.ts";
export { listingRoutes } from "./listings.routes.ts";
export { type ListingDetail, ListingItem, NearMiss } from "./listings.schemas.ts";
export { isOfSources } from "./listings-of-sources.sql.ts";
export { currentDays, dayNumberByZone, zoneAt } from "./local-day.ts";
export { middleOfListings } from "./middle-of-listings.sql.ts";
export { findNearMisses } from "./near-misses/near-misses.ts";
export {
  deleteOpenHouses,
  openHouseKeys,
  openHousesDiffer,
  writeOpenHouses,
} from "./open-houses/open-houses.ts";
export { openHousesOf, type PlacedOpenHouse } from "./open-houses/placed-open-houses.ts";
export { type OpenHouse, readOpenHouse } from "./open-houses/read-open-house.ts";
export { imagesOfPhotos } from "./page-images/images-of-photos.sql.ts";
export {
  type ListingToCopy,
  listingsOfSourceChangedAfter,
  listingsToCopy,
  type PhotoCopy,
  photosInMedia,
  storePhotoCopies,
  type UncopiedPhoto,
} from "./photo-copies.ts";
export { type ListingPhoto, type ListingWithPhotos, photosOfListings } from "./photos-of-listings.sql.ts";
export { polygonOf } from "./polygon/parse-polygon.ts";
export type { PolygonArea } from "./polygon/polygon-area.ts";
export { prepareRegion } from "./polygon/polygon-region.ts";
export { propertyTypes } from "./property-types.ts";
export { pruneTombstones } from "./prune-tombstones.ts";
export { type PublicListing, publicListing } from "./public-listing.sql.ts";
export { publicListingsNamed } from "./public-listings-named.sql.ts";
export { type PlacedPhoto, publicPhotos } from "./public-photos.sql.ts";
export {
  deleteEmptySource,
  deleteOpenHousesOfSource,
  lockSource,
  removeListingsOfSource,
  type SourceContents,
  sourceContents,
} from "./remove-source.ts";
export { announceRenamed } from "./rosters/announce-renamed.ts";
export {
  type Roster,
  type RosterEntry,
  readRosterEntry,
  rosterDiffers,
  writeRoster,
} from "./rosters/write-roster.ts";
export { applySourceRules, applySourceRulesJob } from "./rules/apply-source-rules.ts";
export { type SourceNotices, sourceNotices } from "./rules/source-notices.ts";
export { acceptedVowTerms, recordVowAcceptance, vowTermsOf } from "./rules/vow-terms.ts";
export type { IndexKeeper } from "./search-index/index-keeper.ts";
export type { ListingRow } from "./search-index/listing-index.ts";
export type { ListingFilters } from "./search-index/listing-query.ts";
export type { PlaceNames } from "./search-index/place-counts.ts";
export { listingServices, type OpenedLink, type UsesListings } from "./services.ts";
export { shownProse } from "./shown-prose.ts";
export {
  decodeState,
  encodeState,
  type HomeKeys,
  homeKeys,
  type ListingState,
  rowOfState,
  stateOf,
} from "./states/listing-state.ts";
export {
  changedStates,
  currentStates,
  type StateRow,
} from "./states/listing-states.sql.ts";
export { type ShownHome, shownHomes } from "./states/shown-homes.ts";
export { SingleListing } from "./states/single-listing.ts";
export { type StatusFilterWord, statusFilterWords, statusFromApi } from "./statuses.ts";
