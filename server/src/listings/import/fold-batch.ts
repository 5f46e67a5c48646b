import { type Before, eventsOf, type HistoryEvent, removalOf } from "./history.ts";
import type { ImportItem, ListingRecord } from "./listing-record.ts";

/** The columns of a stored listing that the fold depends on. */
export type KnownListing = Before & {
  id: number;
  listing_key: string;
  listing_id: string;
  as_of: Date | null;
  content_hash: string;
  photos_hash: string;
};

/** The result of a batch for one listing key. */
export type FoldedListing = {
  key: string;
  known: KnownListing | null;
  /** The version to store; null when the stored one stays. */
  record: ListingRecord | null;
  contentHash: string;
  photosHash: string;
  /** The source removed the listing, as of this time. */
  removal: { as_of: string | null } | null;
  events: HistoryEvent[];
  /** Events of versions older than the stored one. Those that are stored already change nothing. */
  supersededEvents: (HistoryEvent & { line: number })[];
  lines: { line: number; outcome: "created" | "updated" | "unchanged" | "superseded"; isRemoval?: true }[];
};

type Version = { before: Before | null; asOf: number; removed: boolean };

/**
 * Applies the records of a batch to the stored listings, in their order. A version older than the current one only adds to the
 * history; the same version changes nothing, so importing a file again changes nothing.
 *
 * @param readInOrder whether each record is what its source says now: then it replaces the stored version, however old its timestamp.
 */
export function foldBatch(
  items: ImportItem[],
  known: Map<string, KnownListing>,
  { today, readInOrder = false }: { today: string; readInOrder?: boolean },
): FoldedListing[] {
  const folded = new Map<string, FoldedListing>();
  const versions = new Map<string, Version>();
  for (const item of items) {
    if ("reasons" in item) continue;
    const { listing_key: key, as_of } = "record" in item ? item.record : item.removal;
    const listing = folded.get(key) ?? start(key, known.get(key) ?? null);
    const version = versions.get(key) ?? versionOf(listing.known);
    folded.set(key, listing);
    versions.set(key, version);

    const asOf = as_of === null ? Number.POSITIVE_INFINITY : Date.parse(as_of);
    const older = !readInOrder && asOf < version.asOf;
    if ("record" in item) applyRecord(listing, version, item, { line: item.line, older, today });
    else applyRemoval(listing, version, { line: item.line, older, as_of, today });
    if (!older && as_of !== null) version.asOf = asOf;
  }
  return [...folded.values()];
}

function start(key: string, known: KnownListing | null): FoldedListing {
  return {
    key,
    known,
    record: null,
    contentHash: known?.content_hash ?? "",
    photosHash: known?.photos_hash ?? "",
    removal: null,
    events: [],
    supersededEvents: [],
    lines: [],
  };
}

function versionOf(known: KnownListing | null): Version {
  return {
    before: known,
    asOf: known?.as_of?.getTime() ?? Number.NEGATIVE_INFINITY,
    removed: known?.status === "Delete",
  };
}

type RecordItem = Extract<ImportItem, { record: ListingRecord }>;
type How = { line: number; older: boolean; today: string };

function applyRecord(listing: FoldedListing, version: Version, item: RecordItem, how: How): void {
  const { line, older, today } = how;
  const { record, hashes } = item;
  if (older) {
    // Its status was no change where the version before it had the same one, which is not known here.
    const events = eventsOf(null, record, today).filter(({ event }) => event !== "status_changed");
    listing.supersededEvents.push(...events.map((event) => ({ ...event, line })));
    listing.lines.push({ line, outcome: "superseded" });
    return;
  }
  if (hashes.content === listing.contentHash && !version.removed) {
    listing.lines.push({ line, outcome: "unchanged" });
    return;
  }
  listing.events.push(...eventsOf(version.before, record, today));
  listing.lines.push({ line, outcome: version.before === null ? "created" : "updated" });
  listing.record = { ...record, as_of: record.as_of ?? timeOf(version) };
  Object.assign(listing, { contentHash: hashes.content, photosHash: hashes.photos, removal: null });
  Object.assign(version, { before: record, removed: false });
}

/** A version without a timestamp replaces the current one, and takes its timestamp, so that no older version replaces it later. */
function timeOf(version: Version): string | null {
  return Number.isFinite(version.asOf) ? new Date(version.asOf).toISOString() : null;
}

type Removal = How & { as_of: string | null };

function applyRemoval(
  listing: FoldedListing,
  version: Version,
  { line, older, today, as_of }: Removal,
): void {
  const isWithoutEffect = version.before === null || version.removed || older;
  listing.lines.push({ line, outcome: isWithoutEffect ? "unchanged" : "updated", isRemoval: true });
  if (older || version.before === null) return;
  // A later removal of a removed listing only affects versions between the two.
  if (version.removed && (as_of === null || Date.parse(as_of) === version.asOf)) return;
  listing.removal = { as_of: as_of ?? timeOf(version) };
  if (!version.removed) listing.events.push(removalOf(version.before, as_of?.slice(0, 10) ?? today));
  version.removed = true;
  version.before = { ...version.before, status: "Delete" };
}
