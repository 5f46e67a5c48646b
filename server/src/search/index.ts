export { type Found, forgetRecord, indexRecord, type RecordKind, searchRecords } from "./record-search.ts";
