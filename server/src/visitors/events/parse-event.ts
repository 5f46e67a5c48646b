import { randomBytes } from "node:crypto";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { AppError } from "../../platform/errors.ts";
import { parseTimestamp } from "../../platform/parse-timestamp.ts";
import type { Behaviour, VisitorEvent } from "../inference/events.ts";
import type { ReportedEvent } from "./events.schemas.ts";

const MAX_VALUE_CHARACTERS = 2000;
const DAY_MS = 86_400_000;

/**
 * Converts a reported event into the stored form: the fields of its type and nothing else.
 *
 * @throws AppError 400 for a filter's value that is too long.
 */
export function parseEvent(event: ReportedEvent, at: number, receivedAt: Date): VisitorEvent {
  const { at: moment } = parseTimestamp(event.timestamp) as { at: Date };
  // The timestamp of a clock that is more than a day ahead is replaced: the event would otherwise sort after all
  // others for ever.
  const occurredAt = moment.getTime() > receivedAt.getTime() + DAY_MS ? receivedAt : moment;
  return {
    ...behaviourOf(event, at),
    id: event.id?.toWellFormed() ?? sortableId(receivedAt, at),
    occurredAt,
  };
}

/**
 * Generates an id that sorts by time of arrival, so that events with equal timestamps and no ids of their own keep
 * their order.
 */
function sortableId(receivedAt: Date, at: number): string {
  const moment = receivedAt.getTime().toString(36).padStart(9, "0");
  return `${moment}-${String(at).padStart(4, "0")}-${randomBytes(8).toString("hex")}`;
}

function behaviourOf(event: ReportedEvent, at: number): Behaviour {
  const { type, engagement, photo_index = 0, dwell_ms = 0, zoomed } = event;
  const listing_id = event.listing_id?.toWellFormed() ?? "";
  switch (type) {
    case "property_view":
      return { type, listing_id, ...(engagement && { engagement }) };
    case "photo_engagement":
      return { type, listing_id, photo_index, dwell_ms, ...(zoomed !== undefined && { zoomed }) };
    case "filter_change":
      return { type, filter: wellFormed(event.filter), value: checkedValue(event.value, at) };
    case "search_query":
      return { type, query: wellFormed(event.query) };
    default:
      return { type, listing_id };
  }
}

/** JSON columns refuse lone surrogates, which text columns replace on their own. */
const wellFormed = (text = "") => text.toWellFormed();

function checkedValue(value: unknown, at: number): unknown {
  const json = JSON.stringify(value);
  if (json.length > MAX_VALUE_CHARACTERS) {
    const bound = `must be at most ${MAX_VALUE_CHARACTERS} characters of JSON`;
    throw new AppError("bad_request", `events.${at}.value ${bound}`);
  }
  if (NUL.test(json)) throw new AppError("bad_request", `events.${at}.value must not contain NUL characters`);
  return JSON.parse(toJsonb(value));
}

/** The NUL character as JSON escapes it, in values and in names. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
