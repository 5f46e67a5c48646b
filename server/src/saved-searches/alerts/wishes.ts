import { iterateYielding } from "../../platform/yield-every.ts";
import type { SavedSearchIndex } from "../index-of-searches/saved-search-index.ts";
import { kindsForFavorite, kindsForSearch } from "../matching/change-kinds.ts";
import type { MatchedChange } from "../matching/match-page.ts";
import type { AlertChannel, EventKind } from "../saved-searches.schemas.ts";
import { effectiveFrequency, type Rhythm, sooner } from "./backoff.ts";
import type { Recipient } from "./recipients.ts";

/** Of what a change is for a client: see the table `search_events`. */
export type EventPart = "at_once" | "held" | "drop_of_one_channel";

/**
 * What one client is told of one change of a listing: once, however many of their searches match. Where the price has dropped, that and
 * what may be so only because of the price is an event of its own, which is held (search.md, D46): the price may go back.
 */
export type ClientEvent = {
  clientId: number;
  listingId: number;
  revision: number;
  kinds: EventKind[];
  searchIds: number[];
  ofFavorite: boolean;
  newFor: number[];
  /** The price before a drop that is told. */
  fromPrice: number | null;
  /** The listing's status after the change. */
  status: string;
  part: EventPart;
  /** How soon each channel is to tell it; absent: not at all. */
  soonest: Partial<Record<AlertChannel, Rhythm>>;
};

/** Kinds that a dropped price may be the reason of. */
const BY_PRICE: readonly EventKind[] = ["price_drop", "new"];

/** The events of a page of changes, by the present wishes of the clients, who must be locked. Searches that are gone want nothing. */
export async function clientEvents(
  matched: readonly MatchedChange[],
  {
    index,
    existing,
    recipients,
    now,
  }: {
    index: SavedSearchIndex;
    existing: ReadonlySet<number>;
    recipients: ReadonlyMap<number, Recipient>;
    now: Date;
  },
): Promise<ClientEvent[]> {
  const all: ClientEvent[] = [];
  for await (const change of iterateYielding(matched)) {
    const hasDropped = change.kinds.droppedFrom !== null;
    const events = new Map<string, ClientEvent>();
    const eventOf = (clientId: number, part: EventPart) => {
      const key = `${clientId} ${part}`;
      const event = events.get(key) ?? emptyEvent(change, { clientId, part });
      events.set(key, event);
      return event;
    };
    const report = (clientId: number, kinds: readonly EventKind[], wish: Wish, frequency: Rhythm) => {
      for (const part of ["at_once", "held"] as const) {
        const own = kinds.filter((kind) => (hasDropped && BY_PRICE.includes(kind)) === (part === "held"));
        if (own.length === 0) continue;
        const event = eventOf(clientId, part);
        addWish(event, own, wish, frequency);
        if (own.includes("price_drop")) event.fromPrice = change.kinds.droppedFrom;
      }
    };
    for await (const { id, clientId, begins } of iterateYielding(change.searches)) {
      const search = index.get(id);
      const recipient = recipients.get(clientId);
      if (!search || !recipient || !existing.has(id) || change.revision <= search.matchingAfter) continue;
      if (begins) eventOf(clientId, hasDropped ? "held" : "at_once").newFor.push(id);
      const kinds = kindsForSearch(change.kinds, begins).filter((kind) => search.events.includes(kind));
      const frequency = effectiveFrequency(search, recipient, now);
      if (frequency !== "off")
        report(clientId, kinds, { searchId: id, channels: search.channels }, frequency);
    }
    for (const { clientId } of change.favoriteOf) {
      const recipient = recipients.get(clientId);
      if (!recipient) continue;
      const frequency = effectiveFrequency(recipient.favorites, recipient, now);
      const wish = { searchId: null, channels: recipient.favorites.channels };
      if (frequency !== "off") report(clientId, kindsForFavorite(change.kinds), wish, frequency);
    }
    for (const event of events.values()) all.push(event);
  }
  return all;
}

/** Of a search, or of the client's favorites. */
type Wish = { searchId: number | null; channels: readonly AlertChannel[] };

function emptyEvent(
  { listingId, revision, status }: MatchedChange,
  { clientId, part }: Pick<ClientEvent, "clientId" | "part">,
): ClientEvent {
  return {
    clientId,
    listingId,
    revision,
    kinds: [],
    searchIds: [],
    ofFavorite: false,
    newFor: [],
    fromPrice: null,
    status,
    part,
    soonest: {},
  };
}

function addWish(
  event: ClientEvent,
  kinds: readonly EventKind[],
  { searchId, channels }: Wish,
  frequency: Rhythm,
): void {
  event.kinds = [...new Set([...event.kinds, ...kinds])];
  if (searchId === null) event.ofFavorite = true;
  else event.searchIds.push(searchId);
  for (const channel of channels) event.soonest[channel] = sooner(frequency, event.soonest[channel]);
}
