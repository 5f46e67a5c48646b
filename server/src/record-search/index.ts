export type { Found, Ranking } from "./rank-records.ts";
export { type RecordSource, rebuildRecordVectors } from "./rebuild-record-vectors.ts";
export type { IndexedRecord, RecordKind } from "./record-kinds.ts";
export { embedRecordsJob, forgetRecord, indexRecord, searchRecords } from "./record-search.ts";
