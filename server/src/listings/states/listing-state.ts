import { createHash } from "node:crypto";
import { storedWords, wordsIn } from "../keywords/words.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { indexedRow } from "../search-index/apply-change.ts";
import type { ListingRow } from "../search-index/listing-row.ts";
import type { StateRow } from "./listing-states.sql.ts";

/** A listing at one of its revisions, with all that searches compare. */
export type ListingState = Omit<StateRow, "description" | "parcel_number" | "updated_at" | "changed_at"> & {
  /** See storedWords. */
  words: string;
};

/** Null when the listing is gone. */
export function stateOf(row: StateRow): ListingState | null {
  if (row.public_id === null) return null;
  const { description, parcel_number: _parcel, updated_at: _updated, changed_at: _changed, ...state } = row;
  const { address, show_address } = row;
  return { ...state, words: storedWords({ description, address, show_address }) };
}

/** What the public sees of a state under the present rules of its source; null when the listing was not public. */
export function rowOfState(state: ListingState, sources: SourceStates): ListingRow | null {
  return state.listing_id === null
    ? null
    : indexedRow({ ...state, changed_at: null }, state.listing_id, sources);
}

/** The words that `keywords` find it by, under the present rules of its source. */
export function wordsOfState({ words, source_id }: ListingState, sources: SourceStates): Set<string> {
  const hidden = sources.hiddenOf(source_id);
  return wordsIn(words, { description: !hidden?.has("description"), address: !hidden?.has("address") });
}

/** Of the columns that a stored state has, in their order. A state of another order is unknown. */
const VERSION = 1;
const COLUMNS = [
  "revision",
  "id",
  "listing_id",
  "public_id",
  "latitude",
  "longitude",
  "show_address",
  "list_price",
  "beds",
  "baths",
  "sqft",
  "list_date",
  "city",
  "state",
  "status",
  "property_type",
  "source_id",
  "lot_size_acres",
  "year_built",
  "stories",
  "garage_spaces",
  "hoa_monthly",
  "new_construction",
  "county",
  "zip",
  "property_subtype",
  "address",
  "sold_date",
  "history",
  "open_houses",
  "feed_days_on_market",
  "feed_days_on_market_day",
  "has_photos",
  "features",
  "office_name",
  "agent_name",
  "content_revision",
  "touches",
  "words",
] as const satisfies (keyof ListingState)[];

/** As `listing_states` has it: some 400 characters and the words. */
export function encodeState(state: ListingState): string {
  return JSON.stringify([VERSION, ...COLUMNS.map((column) => state[column])]);
}

/** @returns null for a state that another version has stored. */
export function decodeState(text: string): ListingState | null {
  const [version, ...values] = JSON.parse(text) as unknown[];
  if (version !== VERSION || values.length !== COLUMNS.length) return null;
  return Object.fromEntries(COLUMNS.map((column, nth) => [column, values[nth]])) as ListingState;
}

/** Which home a listing is of: hashes, null where that is not known (search.md, D45: a relisted home is not new). */
export type HomeKeys = { id_key: string; parcel_key: string | null; address_key: string | null };

type Identified = Pick<StateRow, "parcel_number" | "address" | "city" | "county" | "state" | "zip"> & {
  public_id: string;
};

/**
 * The parcel number within its county, and the address within its town. Case and punctuation make no difference. Hidden addresses count
 * too: nothing of them is shown.
 */
export function homeKeys({ public_id, parcel_number, address, ...place }: Identified): HomeKeys {
  const parcel = plain(parcel_number);
  const street = plain(address);
  const town = plain(place.zip) || plain(place.city);
  return {
    id_key: hashOf("id", public_id.toLowerCase()),
    // "TBD" and "000" are none: homes would be taken for one.
    parcel_key: /[1-9]/.test(parcel)
      ? hashOf("parcel", plain(place.state), plain(place.county), parcel)
      : null,
    // Without a number it is no address yet: several homes of a new street have it.
    address_key: /\d/.test(street) && town ? hashOf("address", plain(place.state), town, street) : null,
  };
}

/** Words with one space between them: `120 51st St` is not `1205 1st St`. */
function plain(text: string | null): string {
  return (text ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** 72 bits: of a hundred million homes, two would share one with a chance of one in a million. */
function hashOf(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 12);
}
