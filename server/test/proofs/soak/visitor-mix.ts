import { SeededRandom } from "../../search-oracle/seeded-random.ts";
import { ADMIN, HOST, type KnownListing, type World } from "./soak-world.ts";

/** A request of the mix. `read` gets the reply's text; without it the reply is not kept. */
export type MixRequest = {
  kind: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: string;
  read?: (text: string) => void;
};

type Kind = readonly [weight: number, name: string, make: () => Omit<MixRequest, "kind">];

const ADDRESSES = 5000;
/** A session may report 100 times in 15 minutes. */
const REPORTS_OF_SESSION = 50;
const WORDS = ["3 beds with a shop", "bright kitchen", "under 500k with a pool", "view of the river"];
const LEADS = "/api/v1/admin/leads";
const JSON_TYPE = { "content-type": "application/json" };
const STAFF = { "x-api-key": ADMIN };

/** What visitors, clients and staff send, in shares as on a working day: most people look, some write. The same order in every run. */
export class VisitorMix {
  /** Names in acknowledged forms and registrations. */
  readonly acknowledged: string[] = [];
  readonly #world: World;
  readonly #random = new SeededRandom(27);
  readonly #kinds: readonly Kind[];
  readonly #leads: number[] = [];
  /** Leads that have not been called yet: the call moves them out of NEW, once. */
  readonly #uncalled: number[] = [];
  readonly #sessions: { id: string; reports: number }[] = [];
  readonly #searches: { id: number; token: string }[] = [];
  #written = 0;
  #events = 0;

  constructor(world: World) {
    this.#world = world;
    this.#kinds = [
      [240, "search", () => this.#get(`/api/properties?${this.#filters()}`)],
      [80, "map", () => this.#get(`/api/map/clusters?${this.#box()}&zoom=11`)],
      [40, "map tile", () => this.#get(this.#tile())],
      [50, "words", () => this.#words()],
      [100, "autocomplete", () => this.#get(`/api/search/autocomplete?q=${this.#prefix()}`)],
      [120, "listing", () => this.#get(`/api/properties/${encodeURIComponent(this.#listing().listing_id)}`)],
      [60, "page: results", () => this.#page(`/homes?${this.#filters()}`)],
      [60, "page: home", () => this.#page(`/homes/${encodeURIComponent(this.#listing().listing_id)}`)],
      [110, "picture", () => this.#get(this.#random.pick(world.pictures))],
      [10, "new session", () => this.#newSession()],
      [60, "events", () => this.#report()],
      [8, "form", () => this.#form()],
      [3, "registration", () => this.#registration()],
      [10, "saved search", () => this.#savedSearch()],
      [25, "lead list", () => this.#staff(this.#leadList())],
      [10, "lead", () => this.#readLead()],
      [4, "lead board", () => this.#staff(`${LEADS}/board?per_column=25`)],
      [6, "move of a lead", () => this.#move()],
    ];
  }

  next(): MixRequest {
    const [, kind, make] = this.#random.weighted(this.#kinds.map((each) => [each[0], each] as const));
    return { kind, ...make() };
  }

  #visitor(): Record<string, string> {
    const nth = this.#random.integer(0, ADDRESSES - 1);
    return { host: HOST, "x-forwarded-for": `10.0.${nth >> 8}.${nth & 255}` };
  }

  /** An address that has sent nothing yet: few registrations of one address are accepted. */
  #newcomer(nth: number): Record<string, string> {
    return { host: HOST, "x-forwarded-for": `10.${100 + (nth >> 16)}.${(nth >> 8) & 255}.${nth & 255}` };
  }

  #get(path: string): Omit<MixRequest, "kind"> {
    return { method: "GET", path, headers: this.#visitor() };
  }

  #page(path: string): Omit<MixRequest, "kind"> {
    const accept = { accept: "text/html", "accept-encoding": "gzip" };
    return { method: "GET", path, headers: { ...this.#visitor(), ...accept } };
  }

  #staff(path: string): Omit<MixRequest, "kind"> {
    return { method: "GET", path, headers: STAFF };
  }

  #listing(): KnownListing {
    return this.#random.pick(this.#world.listings);
  }

  #filters(): string {
    const random = this.#random;
    const filters = new URLSearchParams({ city: random.pick(this.#world.cities) });
    if (random.chance(0.7)) filters.set("max_price", String(random.integer(6, 24) * 50_000));
    if (random.chance(0.6)) filters.set("min_beds", String(random.integer(1, 4)));
    if (random.chance(0.2)) filters.set("min_baths", "2");
    return filters.toString();
  }

  #box(): string {
    const { latitude, longitude } = this.#listing();
    return `min_lat=${latitude - 0.1}&max_lat=${latitude + 0.1}&min_lng=${longitude - 0.15}&max_lng=${longitude + 0.15}`;
  }

  #tile(): string {
    const { latitude, longitude } = this.#listing();
    const zoom = this.#random.integer(9, 13);
    const radians = (latitude * Math.PI) / 180;
    const x = Math.floor(((longitude + 180) / 360) * 2 ** zoom);
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom);
    return `/api/map/tiles/${zoom}/${x}/${y}.mvt`;
  }

  #prefix(): string {
    return encodeURIComponent(this.#listing().city.slice(0, this.#random.integer(2, 4)));
  }

  #words(): Omit<MixRequest, "kind"> {
    const query = `${this.#random.pick(WORDS)} in ${this.#random.pick(this.#world.cities)}`;
    return this.#post("/api/search/semantic", { query, limit: 20 });
  }

  #post(path: string, body: object, headers = this.#visitor()): Omit<MixRequest, "kind"> {
    return { method: "POST", path, headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) };
  }

  #newSession(): Omit<MixRequest, "kind"> {
    return {
      ...{ method: "POST", path: "/sessions", headers: this.#visitor() },
      read: (text) => this.#sessions.push({ id: JSON.parse(text).session_id, reports: 0 }),
    };
  }

  #report(): Omit<MixRequest, "kind"> {
    const session = this.#sessions.at(-1 - this.#random.integer(0, Math.min(20, this.#sessions.length - 1)));
    if (session === undefined) return this.#newSession();
    if (++session.reports > REPORTS_OF_SESSION) this.#sessions.splice(this.#sessions.indexOf(session), 1);
    if (this.#sessions.length > 200) this.#sessions.shift();
    const timestamp = new Date().toISOString();
    const events = Array.from({ length: 3 }, () => ({
      ...{ id: `event-${process.pid}-${this.#events++}`, type: "property_view", timestamp },
      listing_id: this.#listing().listing_id,
      engagement: { time_seconds: this.#random.integer(5, 200), scroll_percent: 80, photos_viewed: 5 },
    }));
    return this.#post("/sessions/events", { events }, { ...this.#visitor(), "x-session-id": session.id });
  }

  #form(): Omit<MixRequest, "kind"> {
    const nth = this.#written++;
    const name = `Number${nth}`;
    const body = {
      ...{ firstName: "Visitor", lastName: name, email: `visitor-${nth}@visitors.test` },
      ...{ subject: "House", message: "With a garden." },
    };
    return {
      ...this.#post("/api/contact", body),
      read: (text) => {
        this.acknowledged.push(name);
        this.#remember(JSON.parse(text).lead_id);
      },
    };
  }

  #registration(): Omit<MixRequest, "kind"> {
    const nth = this.#written++;
    const name = `Newcomer${nth}`;
    const body = { name: `Client ${name}`, email: `newcomer-${nth}@visitors.test`, phone: "208-555-0102" };
    return {
      ...this.#post("/register", body, this.#newcomer(nth)),
      read: () => this.acknowledged.push(name),
    };
  }

  /** Created, changed and deleted one after the other, so that each client has a few. */
  #savedSearch(): Omit<MixRequest, "kind"> {
    const path = "/api/v1/searches";
    const authorized = (token: string) => ({ ...this.#visitor(), authorization: `Bearer ${token}` });
    const kept = this.#random.chance(0.67) ? this.#searches.shift() : undefined;
    if (kept === undefined) {
      const token = this.#random.pick(this.#world.clients);
      const filters = { city: [this.#random.pick(this.#world.cities)], min_beds: 3 };
      return {
        ...this.#post(path, { name: "Near work", filters, frequency: "daily" }, authorized(token)),
        read: (text) => this.#searches.push({ id: JSON.parse(text).id, token }),
      };
    }
    const one = `${path}/${kept.id}`;
    if (this.#random.chance(0.5)) return { method: "DELETE", path: one, headers: authorized(kept.token) };
    return {
      ...this.#post(one, { frequency: "weekly" }, authorized(kept.token)),
      method: "PATCH",
      read: () => this.#searches.push(kept),
    };
  }

  #leadList(): string {
    const random = this.#random;
    const query = random.pick(["", "&sort=-temperature", "&stage=NEW", "&q=visitor", "&sort=response_due"]);
    return `${LEADS}?page_size=50&page=${random.integer(1, 3)}${query}`;
  }

  #remember(lead: number): void {
    this.#uncalled.push(lead);
    this.#leads.push(lead);
    if (this.#leads.length > 500) this.#leads.shift();
  }

  #readLead(): Omit<MixRequest, "kind"> {
    return this.#leads.length === 0
      ? this.#form()
      : this.#staff(`${LEADS}/${this.#random.pick(this.#leads)}`);
  }

  #move(): Omit<MixRequest, "kind"> {
    const lead = this.#uncalled.shift();
    if (lead === undefined) return this.#form();
    const call = { event_type: "contact_attempted", channel: "call" };
    return this.#post(`${LEADS}/${lead}/transitions`, call, STAFF);
  }
}
