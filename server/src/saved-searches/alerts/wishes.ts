import type { SavedSearchIndex } from "../index-of-searches/saved-search-index.ts";
import { kindsForFavorite, kindsForSearch } from "../matching/change-kinds.ts";
import type { MatchedChange } from "../matching/match-page.ts";
import type { AlertChannel, EventKind, Frequency } from "../saved-searches.schemas.ts";
import { effectiveFrequency } from "./backoff.ts";
import type { Recipient } from "./recipients.ts";

/** What one client is told of one change of a listing: once, however many of their searches match. */
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
  /** The status after a change of it that is told. */
  toStatus: string | null;
  /** Whether the listing may match only because of a price that may go back: it is told an hour later. */
  isHeld: boolean;
  /** How soon each channel is to tell it; absent: not at all. */
  soonest: Partial<Record<AlertChannel, Exclude<Frequency, "off">>>;
};

const ORDER: readonly Frequency[] = ["instant", "daily", "weekly"];

/** The events of a page of changes, by the present wishes of the clients, who must be locked. Searches that are gone want nothing. */
export function clientEvents(
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
): ClientEvent[] {
  return matched.flatMap((change) => {
    const events = new Map<number, ClientEvent>();
    const eventOf = (clientId: number) => {
      const event = events.get(clientId) ?? emptyEvent(change, clientId);
      events.set(clientId, event);
      return event;
    };
    for (const { id, clientId, begins } of change.searches) {
      const search = index.get(id);
      const recipient = recipients.get(clientId);
      if (!search || !recipient || !existing.has(id) || change.revision <= search.matchingAfter) continue;
      if (begins) eventOf(clientId).newFor.push(id);
      const kinds = kindsForSearch(change.kinds, begins).filter((kind) => search.events.includes(kind));
      const frequency = effectiveFrequency(search, recipient, now);
      if (kinds.length === 0 || frequency === "off") continue;
      const event = eventOf(clientId);
      event.searchIds.push(id);
      addWish(event, kinds, frequency, search.channels);
    }
    for (const { clientId } of change.favoriteOf) {
      const recipient = recipients.get(clientId);
      if (!recipient) continue;
      const frequency = effectiveFrequency(recipient.favorites, recipient, now);
      if (frequency === "off") continue;
      const event = eventOf(clientId);
      event.ofFavorite = true;
      addWish(event, kindsForFavorite(change.kinds), frequency, recipient.favorites.channels);
    }
    return [...events.values()].map((event) => completed(event, change));
  });
}

function emptyEvent({ listingId, revision }: MatchedChange, clientId: number): ClientEvent {
  return {
    clientId,
    listingId,
    revision,
    kinds: [],
    searchIds: [],
    ofFavorite: false,
    newFor: [],
    fromPrice: null,
    toStatus: null,
    isHeld: false,
    soonest: {},
  };
}

function addWish(
  event: ClientEvent,
  kinds: readonly EventKind[],
  frequency: Exclude<Frequency, "off">,
  channels: readonly AlertChannel[],
): void {
  event.kinds = [...new Set([...event.kinds, ...kinds])];
  for (const channel of channels) {
    const known = event.soonest[channel];
    if (known === undefined || ORDER.indexOf(frequency) < ORDER.indexOf(known))
      event.soonest[channel] = frequency;
  }
}

/** A drop is told an hour later, and so is a listing that a search finds only since its price has dropped (search.md, D46). */
function completed(
  reported: ClientEvent,
  { kinds: { droppedFrom, status }, ...change }: MatchedChange,
): ClientEvent {
  const event = status ? { ...reported, toStatus: change.status } : reported;
  if (droppedFrom === null) return event;
  const tellsDrop = event.kinds.includes("price_drop");
  return {
    ...event,
    fromPrice: tellsDrop ? droppedFrom : null,
    isHeld: tellsDrop || event.kinds.includes("new"),
  };
}
