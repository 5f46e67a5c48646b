import type { OracleListing } from "./oracle-types.ts";
import type { Seen } from "./seen.ts";
import type { World } from "./world.ts";

const ARRIVALS = [
  "a mail is lost",
  "a mail comes twice",
  "a mail lacks a home",
  "a push is lost",
  "a mail goes to another client",
] as const;
const DEEDS = [
  "an opt-out is ignored",
  "an ended search goes on",
  "a home that may not be shown is told",
] as const;
export const FAULTS = [...ARRIVALS, ...DEEDS];
type Fault = (typeof FAULTS)[number];

/**
 * Faults as a product could have them: each once, in what arrives or in what it was told. A comparison that does not report them proves
 * nothing.
 */
export class Faults {
  readonly planted: { fault: Fault; emails: string[] }[] = [];
  readonly #left: Set<Fault>;
  readonly #emails = new Set<string>();
  readonly #frozen = new Set<string>();

  constructor(isOn: boolean) {
    this.#left = new Set(isOn ? FAULTS : []);
  }

  /** Whether a fault concerns a client: from then on everything may differ. */
  has(email: string): boolean {
    return this.#emails.has(email);
  }

  /** Whether the product has another state of a listing, or of one of the same home. */
  isFrozen({ home }: OracleListing): boolean {
    return this.#frozen.has(home);
  }

  /** What arrives, with faults. */
  mails(alerts: Seen[]): Seen[] {
    return alerts.flatMap((seen) => {
      if (this.has(seen.to)) return seen;
      if (this.#plant("a mail is lost", seen.to)) return [];
      if (this.#plant("a mail comes twice", seen.to)) return [seen, seen];
      const other = alerts.find(({ to }) => to !== seen.to && !this.has(to));
      if (other && this.#plant("a mail goes to another client", seen.to, other.to))
        return { ...seen, to: other.to };
      if (!this.#plant("a mail lacks a home", seen.to)) return seen;
      return { ...seen, homes: new Map([...seen.homes].slice(1)) };
    });
  }

  pushes(alerts: Seen[]): Seen[] {
    return alerts.filter(({ to }) => this.has(to) || !this.#plant("a push is lost", to));
  }

  /** What the oracle is told and the product is not: where a mail is to come soon. */
  plantDeed({ oracle, people, now }: World): void {
    if (this.#left.size === 0) return;
    for (const { oracle: person } of people) {
      const waiting = person.pending.find(({ channel, dueAt }) => channel === "email" && dueAt > now());
      if (!waiting || !person.mayBeMailed || this.has(person.email)) continue;
      const listing = oracle.listings.get(waiting.listing) as OracleListing;
      if (this.#plant("an opt-out is ignored", person.email)) {
        person.mayBeMailed = false;
        return;
      }
      if (this.#plant("an ended search goes on", person.email)) {
        for (const wish of [...person.searches, person.favoritesWish]) wish.frequency = "off";
        return;
      }
      const notified = people.filter((each) =>
        each.oracle.pending.some((event) => event.listing === listing.id),
      );
      const emails = notified.map((each) => each.oracle.email);
      if (this.#plant("a home that may not be shown is told", ...emails)) {
        oracle.listings.set(listing.id, { ...listing, status: "Withdrawn" });
        this.#frozen.add(listing.home);
        return;
      }
    }
  }

  #plant(fault: Fault, ...emails: string[]): boolean {
    if (!this.#left.delete(fault)) return false;
    this.planted.push({ fault, emails });
    for (const email of emails) this.#emails.add(email);
    return true;
  }
}
