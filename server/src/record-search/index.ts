export type { Found, Ranking } from "./rank-records.ts";
export { type RecordSource, rebuildRecordVectors } from "./rebuild-record-vectors.ts";
export { embedRecordsJob, forgetRecord, indexRecord, searchRecords } from "./record-search.ts";
export type { IndexedRecord, RecordKind } from "./record-vector-row.ts";
