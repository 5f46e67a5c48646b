import { DateTime } from "luxon";

/*
 * What search.md says of alerts, written from its text alone: who gets which mail at which moment, and what is in it.
 */

export type Kind = "new" | "price_drop" | "back_on_market" | "status";
export type Frequency = "instant" | "daily" | "weekly" | "off";
export type Status = "Active" | "Pending" | "Withdrawn";

export type OracleSearch = {
  id: number;
  city: string;
  minPrice: number;
  maxPrice: number;
  minBeds: number;
  frequency: Frequency;
  events: Kind[];
};

/** A listing as the source has it. `home`: its parcel. */
export type OracleListing = {
  id: string;
  home: string;
  city: string;
  price: number;
  beds: number;
  status: Status;
};

type Cadence = "instant" | "scheduled";
type Event = {
  listing: string;
  kinds: Set<Kind>;
  searches: OracleSearch[];
  from: number | null;
  toStatus: Status;
  readyAt: number;
  cadence: Cadence;
  dueAt: number;
};

export type OraclePerson = {
  email: string;
  zone: string;
  searches: OracleSearch[];
  mayBeMailed: boolean;
  isPaused: boolean;
  unansweredSince: number | null;
  isSlowed: boolean;
  instantMails: number[];
  pending: Event[];
};

/** What a mail tells: for each listing its reasons, as they are printed. */
export type Content = Map<string, string>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const ORDER: readonly Frequency[] = ["instant", "daily", "weekly"];

export class Oracle {
  readonly people: OraclePerson[] = [];
  readonly listings = new Map<string, OracleListing>();
  /** When a listing was last on the market; Infinity: it is. */
  readonly #shownUntil = new Map<string, number>();

  addPerson(email: string, zone: string): OraclePerson {
    const person: OraclePerson = {
      email,
      zone,
      searches: [],
      mayBeMailed: true,
      isPaused: false,
      unansweredSince: null,
      isSlowed: false,
      instantMails: [],
      pending: [],
    };
    this.people.push(person);
    return person;
  }

  /** A change of a listing reaches everyone. */
  change(after: OracleListing, now: number): void {
    const before = this.listings.get(after.id) ?? null;
    this.listings.set(after.id, after);
    const wasShown = before !== null && isShown(before);
    const everShown = this.#shownUntil.has(after.id);
    if (wasShown && !isShown(after)) this.#shownUntil.set(after.id, now);
    if (!isShown(after)) return;
    const isRelisted = !everShown && this.#isRelisted(after, now);
    this.#shownUntil.set(after.id, Infinity);
    const dropped = wasShown && after.price < before.price ? before.price : null;
    if (wasShown && after.price > before.price) this.#cancelDrops(after);
    const moved = wasShown ? before.status !== after.status : everShown;
    const kinds: Kind[] = [
      ...(dropped !== null ? (["price_drop"] as const) : []),
      ...(moved && after.status === "Active" ? (["back_on_market"] as const) : []),
      ...(moved ? (["status"] as const) : []),
    ];
    for (const person of this.people)
      this.#notify(person, { before: wasShown ? before : null, after, kinds, dropped, isRelisted }, now);
  }

  #isRelisted({ id, home }: OracleListing, now: number): boolean {
    return [...this.listings.values()].some(
      (other) =>
        other.id !== id && other.home === home && (this.#shownUntil.get(other.id) ?? 0) > now - 90 * DAY,
    );
  }

  /** A price that goes down and back within the hour, or before it is reported, is nothing. */
  #cancelDrops({ id, price }: OracleListing): void {
    for (const person of this.people) {
      for (const event of person.pending)
        if (event.listing === id && event.from !== null && event.from <= price) {
          event.kinds.delete("price_drop");
          event.from = null;
        }
      person.pending = person.pending.filter(({ kinds }) => kinds.size > 0);
    }
  }

  #notify(
    person: OraclePerson,
    {
      before,
      after,
      kinds,
      dropped,
      isRelisted,
    }: {
      before: OracleListing | null;
      after: OracleListing;
      kinds: Kind[];
      dropped: number | null;
      isRelisted: boolean;
    },
    now: number,
  ): void {
    const reported = new Set<Kind>();
    const searches: OracleSearch[] = [];
    let soonest: Frequency = "off";
    for (const search of person.searches) {
      if (!matches(search, after)) continue;
      const begins = !isRelisted && (before === null || !matches(search, before));
      const own = [...(begins ? (["new"] as const) : []), ...kinds].filter((kind) =>
        search.events.includes(kind),
      );
      const frequency = effective(person, search, now);
      if (own.length === 0 || frequency === "off") continue;
      searches.push(search);
      for (const kind of own) reported.add(kind);
      if (soonest === "off" || ORDER.indexOf(frequency) < ORDER.indexOf(soonest)) soonest = frequency;
    }
    if (reported.size === 0) return;
    if (reported.has("price_drop")) {
      const waiting = person.pending.find(({ listing, from }) => listing === after.id && from !== null);
      if (waiting) {
        waiting.searches = [...new Set([...waiting.searches, ...searches])];
        reported.delete("price_drop");
        if (reported.size === 0) return;
      }
    }
    const from = reported.has("price_drop") ? dropped : null;
    const isHeld = from !== null || (dropped !== null && reported.has("new"));
    const readyAt = now + (isHeld ? HOUR : 0);
    if (isBackedOff(person, now)) person.isSlowed = true;
    person.pending.push({
      listing: after.id,
      kinds: reported,
      searches,
      from,
      toStatus: after.status,
      readyAt,
      ...scheduled(person, soonest, readyAt),
    });
  }

  /** The client has changed something: what is not due yet is scheduled by the present wishes. */
  reschedule(person: OraclePerson, now: number): void {
    person.pending = person.pending.flatMap((event) => {
      if (event.dueAt <= now) return event;
      const wishes = event.searches
        .filter((search) => person.searches.includes(search))
        .filter(({ events }) => events.some((kind) => event.kinds.has(kind)))
        .map((search) => effective(person, search, now))
        .filter((frequency) => frequency !== "off");
      if (wishes.length === 0) return [];
      const soonest = ORDER[Math.min(...wishes.map((each) => ORDER.indexOf(each)))] as Frequency;
      return { ...event, ...scheduled(person, soonest, Math.max(event.readyAt, now)) };
    });
  }

  signOfLife(person: OraclePerson): void {
    person.unansweredSince = null;
  }

  /** What begins a pass: clients who react again have their own rhythm, those who have not for 16 weeks are paused. */
  beginPass(now: number): void {
    for (const person of this.people) {
      if (person.isSlowed && person.unansweredSince === null) {
        person.isSlowed = false;
        this.reschedule(person, now);
      }
      if (person.unansweredSince !== null && now - person.unansweredSince >= 16 * WEEK) {
        person.isPaused = true;
        person.isSlowed = false;
        person.unansweredSince = null;
        this.reschedule(person, now);
      }
    }
  }

  /** What a person's mail of a cadence must tell if it leaves now; null: no mail is due. */
  due(person: OraclePerson, cadence: Cadence, now: number): Content | null {
    const events = this.#dueEvents(person, cadence, now);
    if (events.length === 0) return null;
    if (cadence === "instant" && person.instantMails.filter((at) => at > now - HOUR).length >= 3) return null;
    const content: Content = new Map();
    for (const [id, own] of Map.groupBy(events, ({ listing }) => listing)) {
      const reasons = this.#reasons(person, id, own, now);
      if (reasons !== "") content.set(id, reasons);
    }
    return content;
  }

  /** The mail has left, or had nothing to tell. */
  settle(person: OraclePerson, cadence: Cadence, { now, wasSent }: { now: number; wasSent: boolean }): void {
    const events = this.#dueEvents(person, cadence, now);
    person.pending = person.pending.filter((event) => !events.includes(event));
    if (!wasSent) return;
    if (cadence === "instant")
      person.instantMails = [...person.instantMails.filter((at) => at > now - HOUR), now];
    person.unansweredSince ??= now;
  }

  #dueEvents(person: OraclePerson, cadence: Cadence, now: number): Event[] {
    return person.pending.filter(
      (event) => event.cadence === cadence && event.dueAt <= now && event.readyAt <= now,
    );
  }

  #reasons(person: OraclePerson, id: string, events: readonly Event[], now: number): string {
    const listing = this.listings.get(id) as OracleListing;
    if (!person.mayBeMailed || !isShown(listing)) return "";
    const kinds = new Set<Kind>();
    let from = 0;
    for (const event of events) {
      const wishes = event.searches.filter(
        (search) =>
          person.searches.includes(search) &&
          matches(search, listing) &&
          effective(person, search, now) !== "off",
      );
      for (const kind of event.kinds) {
        const holds =
          kind === "new" ||
          (kind === "price_drop" && event.from !== null && listing.price < event.from) ||
          (kind === "back_on_market" && listing.status === "Active") ||
          (kind === "status" && listing.status === event.toStatus);
        if (!holds || !wishes.some((search) => search.events.includes(kind))) continue;
        kinds.add(kind);
        if (kind === "price_drop") from = Math.max(from, event.from ?? 0);
      }
    }
    const isBack = kinds.has("back_on_market");
    return [
      ...(isBack ? ["Back on the market"] : []),
      ...(kinds.has("new") && !isBack ? ["New"] : []),
      ...(kinds.has("status") && !isBack ? [listing.status] : []),
      ...(kinds.has("price_drop") ? [`\u2212$${(from - listing.price).toLocaleString("en-US")}`] : []),
    ].join(" · ");
  }
}

function scheduled(
  { zone }: OraclePerson,
  frequency: Frequency,
  readyAt: number,
): { cadence: Cadence; dueAt: number } {
  if (frequency === "instant") return { cadence: "instant", dueAt: readyAt };
  // Hour by hour on the wall: no calculation with days that a change of the clock could upset.
  for (let at = Math.floor(readyAt / (15 * MINUTE)) * 15 * MINUTE; ; at += 15 * MINUTE) {
    const wall = DateTime.fromMillis(at, { zone });
    if (at <= readyAt || wall.hour !== 8 || wall.minute !== 0) continue;
    if (frequency === "daily" || wall.weekdayLong === "Saturday") return { cadence: "scheduled", dueAt: at };
  }
}

function isBackedOff({ unansweredSince }: OraclePerson, now: number): boolean {
  return unansweredSince !== null && now - unansweredSince >= 8 * WEEK;
}

function effective(person: OraclePerson, { frequency }: OracleSearch, now: number): Frequency {
  if (person.isPaused || frequency === "off") return "off";
  return isBackedOff(person, now) ? "weekly" : frequency;
}

function isShown({ status }: OracleListing): boolean {
  return status !== "Withdrawn";
}

function matches(search: OracleSearch, { city, price, beds }: OracleListing): boolean {
  return (
    city === search.city && price >= search.minPrice && price <= search.maxPrice && beds >= search.minBeds
  );
}
