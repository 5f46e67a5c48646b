import { LRUCache } from "lru-cache";
import type { OpenHouseCalendar } from "../open-houses/open-house-calendar.ts";
import type { ListingFilters } from "./listing-query.ts";

/** Milliseconds: from a time on, until another one, which is not in it. */
export type TimeSpan = { from: number; until: number };

const ALWAYS: TimeSpan = { from: -Infinity, until: Infinity };

type Kept<Answer> = { version: string; span: TimeSpan; answer: Answer };
type Size<Answer> = { max: number } | { maxBytes: number; bytesOf: (answer: Answer) => number };

/** Of an answer, beside its own bytes. */
const OVERHEAD = 600;

/**
 * Answers of the listing index, by all that they depend on beside the listings and the time. An answer is served only for the version of
 * the listings that it was made from, and within its span of time.
 */
export class AnswerCache<Answer extends object> {
  readonly #answers: LRUCache<string, Kept<Answer>>;

  constructor(size: Size<Answer>) {
    this.#answers =
      "max" in size
        ? new LRUCache({ max: size.max })
        : new LRUCache({
            maxSize: size.maxBytes,
            sizeCalculation: ({ version, answer }, key) =>
              Math.ceil(size.bytesOf(answer)) + 2 * (key.length + version.length) + OVERHEAD,
          });
  }

  get(key: string, { version, now }: { version: string; now: number }): Answer | null {
    const kept = this.#answers.get(key);
    if (kept?.version !== version) return null;
    return now >= kept.span.from && now < kept.span.until ? kept.answer : null;
  }

  /** @param span see spanOf; an answer without one is not kept. */
  set(key: string, { version, span }: { version: string; span: TimeSpan | null }, answer: Answer): void {
    if (span) this.#answers.set(key, { version, span, answer });
  }
}

/** Of `IndexKeeper`. */
type Answering = {
  searchVersion: string;
  counted: { listings: { openHouses: Pick<OpenHouseCalendar, "nextEnd"> } };
};

/**
 * When filters find what they find now, as long as no listing changes. Null when that is not known: with keywords that were looked up
 * for other listings, or while words were still to be made.
 */
export function spanOf(
  { keywords, openHouse, now }: ListingFilters,
  { searchVersion, counted }: Answering,
): TimeSpan | null {
  if (keywords && !(keywords.isWhole && keywords.version === searchVersion)) return null;
  if (!openHouse || now === undefined) return ALWAYS;
  return { from: now, until: counted.listings.openHouses.nextEnd({ ...openHouse, now }) };
}

/** The filters for a key of answers, without the time, which is in their span. */
export function lastingFilters<Filters extends ListingFilters>(filters: Filters): Filters {
  return filters.now === undefined ? filters : { ...filters, now: undefined };
}
