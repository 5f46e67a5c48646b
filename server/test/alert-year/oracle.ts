import { isOnMarket, isShown, matches, reportOf } from "./oracle-report.ts";
import { effective, isBackedOff, scheduled, soonestOf } from "./oracle-times.ts";
import {
  type Cadence,
  type Channel,
  DAY,
  type Frequency,
  HOUR,
  type Kind,
  type OracleBrokerage,
  type OracleEvent,
  type OracleListing,
  type OraclePerson,
  type OracleSearch,
  type Report,
  WEEK,
} from "./oracle-types.ts";

const CHANNELS: readonly Channel[] = ["email", "push"];

/** A change of a listing, as everyone is told of it. */
type Change = {
  /** Null: it was not shown. */
  before: OracleListing | null;
  after: OracleListing;
  kinds: Kind[];
  dropped: number | null;
  /** The sources that have had the home on the market lately: who sees one of them does not take it for new. */
  relistedFrom: ReadonlySet<string>;
};

/** What may be told only because of a dropped price is held with the drop; the rest of the change is told at once. */
const BY_PRICE: readonly Kind[] = ["price_drop", "new"];
const AT_ONCE: readonly Kind[] = ["back_on_market", "status"];

export class Oracle {
  readonly people: OraclePerson[] = [];
  readonly listings = new Map<string, OracleListing>();
  /** When a listing was last on the market; Infinity: it is. */
  readonly #listedUntil = new Map<string, number>();
  /** By parcel. */
  readonly #listingsOfHome = new Map<string, Set<string>>();
  /** Who has ever had a search for a city, or a listing among the favorites, or been told of its price. */
  readonly #interested = new Map<string, Set<OraclePerson>>();

  addPerson(email: string, brokerage: OracleBrokerage, zone: string | null): OraclePerson {
    const person: OraclePerson = {
      email,
      brokerage,
      zone,
      searches: [],
      favorites: new Set(),
      favoritesWish: { frequency: "instant", channels: ["email"], isPaused: false },
      mayBeMailed: true,
      unansweredSince: null,
      isSlowed: false,
      weeklyMentioned: false,
      questions: 0,
      instants: { email: [], push: [] },
      pending: [],
    };
    this.people.push(person);
    return person;
  }

  addSearch(person: OraclePerson, search: OracleSearch): void {
    person.searches.push(search);
    put(this.#interested, search.city, person);
  }

  addFavorite(person: OraclePerson, listing: string): void {
    person.favorites.add(listing);
    put(this.#interested, listing, person);
  }

  /** Nothing is known of the person any more. */
  erase(person: OraclePerson): void {
    for (const people of this.#interested.values()) people.delete(person);
    this.people.splice(this.people.indexOf(person), 1);
    Object.assign(person, { searches: [], favorites: new Set(), pending: [], questions: 0 });
  }

  /** A change of a listing reaches everyone who may see it. */
  change(after: OracleListing, now: number): void {
    const before = this.listings.get(after.id) ?? null;
    this.listings.set(after.id, after);
    put(this.#listingsOfHome, after.home, after.id);
    const wasShown = before !== null && isShown(before);
    const everShown = this.#listedUntil.has(after.id);
    const wasOnMarket = before !== null && isOnMarket(before);
    const relistedFrom = wasOnMarket ? new Set<string>() : this.#relistedFrom(after, now);
    if (isOnMarket(after)) this.#listedUntil.set(after.id, Infinity);
    else if (wasOnMarket) this.#listedUntil.set(after.id, now);
    if (!isShown(after)) return;
    const dropped = wasShown && after.price < before.price ? before.price : null;
    const people = new Set([after.city, after.id].flatMap((key) => [...(this.#interested.get(key) ?? [])]));
    if (wasShown && after.price > before.price) for (const person of people) cancelDrops(person, after);
    const moved = wasShown ? before.status !== after.status : everShown;
    const kinds: Kind[] = [
      ...(dropped !== null ? (["price_drop"] as const) : []),
      ...(moved && after.status === "Active" ? (["back_on_market"] as const) : []),
      ...(moved ? (["status"] as const) : []),
    ];
    const change: Change = { before: wasShown ? before : null, after, kinds, dropped, relistedFrom };
    for (const person of people) {
      if (!person.brokerage.sources.has(after.source)) continue;
      for (const channel of CHANNELS)
        for (const reported of dropped === null ? [[...BY_PRICE, ...AT_ONCE]] : [BY_PRICE, AT_ONCE])
          notify(person, channel, change, { reported, now });
    }
  }

  /** The home may return as it was, or under another id. */
  #relistedFrom({ home }: OracleListing, now: number): Set<string> {
    const lately = [...(this.#listingsOfHome.get(home) ?? [])].filter(
      (id) => (this.#listedUntil.get(id) ?? 0) > now - 90 * DAY,
    );
    return new Set(lately.map((id) => (this.listings.get(id) as OracleListing).source));
  }

  /** The client has changed something: what is not due yet is scheduled by the present wishes. */
  reschedule(person: OraclePerson, now: number): void {
    person.pending = person.pending.flatMap((event) => {
      if (event.dueAt <= now) return event;
      const wishes = event.searches
        .filter((search) => person.searches.includes(search))
        .filter(({ events }) => events.some((kind) => event.kinds.has(kind)));
      const all = event.ofFavorite ? [...wishes, person.favoritesWish] : wishes;
      const soonest = soonestOf(
        all
          .filter(({ channels }) => channels.includes(event.channel))
          .map((wish) => effective(person, wish, now)),
      );
      if (soonest === "off") return [];
      return { ...event, ...scheduled(person, soonest, Math.max(event.readyAt, now)) };
    });
  }

  signOfLife(person: OraclePerson): void {
    person.unansweredSince = null;
  }

  /** A mail's POST ends the one search that it is for, else everything. */
  unsubscribe(person: OraclePerson, { searches, hasFavorites }: Report, now: number): void {
    const [only] = searches;
    if (only && searches.size === 1 && !hasFavorites) only.frequency = "off";
    else for (const wish of [...person.searches, person.favoritesWish]) wish.frequency = "off";
    this.reschedule(person, now);
  }

  /** What begins a pass: clients who react again have their own rhythm, those who have not for 16 weeks are asked, and paused. */
  beginPass(now: number): void {
    for (const person of this.people) {
      if (person.isSlowed && person.unansweredSince === null) {
        person.isSlowed = false;
        this.reschedule(person, now);
      }
      if (person.unansweredSince === null || now - person.unansweredSince < 16 * WEEK) continue;
      pause(person);
      this.reschedule(person, now);
    }
  }

  /** What a person's mail or push of a cadence must tell if it leaves now; null: none is due. @param without events that are left out. */
  due(
    person: OraclePerson,
    { channel, cadence }: { channel: Channel; cadence: Cadence },
    now: number,
    without?: ReadonlySet<OracleEvent>,
  ): Report | null {
    const events = dueEvents(person, { channel, cadence }, now);
    if (events.length === 0) return null;
    const lately = person.instants[channel].filter((at) => at > now - HOUR);
    if (cadence === "instant" && lately.length >= 3) return null;
    return reportOf(
      person,
      without ? events.filter((each) => !without.has(each)) : events,
      this.listings,
      now,
    );
  }

  /** What is due has been told, or there was nothing to tell (null). */
  settle(
    person: OraclePerson,
    { channel, cadence }: { channel: Channel; cadence: Cadence },
    { now, report }: { now: number; report: Report | null },
  ): void {
    const events = dueEvents(person, { channel, cadence }, now);
    person.pending = person.pending.filter((event) => !events.includes(event));
    if (report === null) return;
    if (cadence === "instant")
      person.instants[channel] = [...person.instants[channel].filter((at) => at > now - HOUR), now];
    if (person.unansweredSince === null) person.weeklyMentioned = false;
    person.unansweredSince ??= now;
    if (report.mentionsWeekly) person.weeklyMentioned = true;
  }
}

export function dueEvents(
  { pending }: OraclePerson,
  { channel, cadence }: { channel: Channel; cadence: Cadence },
  now: number,
): OracleEvent[] {
  return pending.filter(
    (event) =>
      event.channel === channel && event.cadence === cadence && event.dueAt <= now && event.readyAt <= now,
  );
}

/** A price that goes down and back within the hour, or before it is told, is nothing. */
function cancelDrops(person: OraclePerson, { id, price }: OracleListing): void {
  for (const event of person.pending)
    if (event.listing === id && event.from !== null && event.from <= price) {
      event.kinds.delete("price_drop");
      event.from = null;
    }
  person.pending = person.pending.filter(({ kinds }) => kinds.size > 0);
}

/** One mail asks who would hear of something. */
function pause(person: OraclePerson): void {
  const heard = [...person.searches, ...(person.favorites.size > 0 ? [person.favoritesWish] : [])];
  if (person.mayBeMailed && heard.some(({ frequency, isPaused }) => frequency !== "off" && !isPaused))
    person.questions++;
  for (const search of person.searches) if (search.frequency !== "off") search.isPaused = true;
  person.favoritesWish.isPaused = true;
  person.isSlowed = false;
  person.weeklyMentioned = false;
  person.unansweredSince = null;
}

/** @param reported those that are told together. */
function notify(
  person: OraclePerson,
  channel: Channel,
  change: Change,
  { reported, now }: { reported: readonly Kind[]; now: number },
): void {
  const { before, after, dropped } = change;
  const isRelisted = [...change.relistedFrom].some((source) => person.brokerage.sources.has(source));
  const ofChange = change.kinds.filter((kind) => reported.includes(kind));
  const kinds = new Set<Kind>();
  const searches: OracleSearch[] = [];
  const frequencies: Frequency[] = [];
  for (const search of person.searches) {
    if (!search.channels.includes(channel) || !matches(search, after)) continue;
    const begins = !isRelisted && (before === null || !matches(search, before));
    const isNew = begins && reported.includes("new");
    const own = [...(isNew ? (["new"] as const) : []), ...ofChange].filter((kind) =>
      search.events.includes(kind),
    );
    const frequency = effective(person, search, now);
    if (own.length === 0 || frequency === "off") continue;
    searches.push(search);
    frequencies.push(frequency);
    for (const kind of own) kinds.add(kind);
  }
  const wish = person.favoritesWish;
  const ofFavorite =
    ofChange.length > 0 &&
    person.favorites.has(after.id) &&
    wish.channels.includes(channel) &&
    effective(person, wish, now) !== "off";
  if (ofFavorite) {
    frequencies.push(effective(person, wish, now));
    for (const kind of ofChange) kinds.add(kind);
  }
  if (kinds.has("price_drop")) {
    // A further drop is told with the one that waits.
    const waiting = person.pending.find(
      (event) => event.channel === channel && event.listing === after.id && event.from !== null,
    );
    if (waiting) {
      waiting.searches = [...new Set([...waiting.searches, ...searches])];
      waiting.ofFavorite ||= ofFavorite;
      kinds.delete("price_drop");
    }
  }
  if (kinds.size === 0) return;
  const from = kinds.has("price_drop") ? dropped : null;
  const isHeld = from !== null || (dropped !== null && kinds.has("new"));
  const readyAt = now + (isHeld ? HOUR : 0);
  if (isBackedOff(person, now)) person.isSlowed = true;
  person.pending.push({
    channel,
    listing: after.id,
    kinds,
    searches,
    ofFavorite,
    from,
    toStatus: after.status,
    readyAt,
    ...scheduled(person, soonestOf(frequencies), readyAt),
  });
}

function put<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}
