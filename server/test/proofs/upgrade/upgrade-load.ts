import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { formOf } from "../../harness/form.ts";
import { sampleJpeg } from "../../harness/sample-photos.ts";
import { DUMP_HOST, DUMP_KEYS } from "../../upgrades/kept-dumps.ts";

const CONNECTIONS = 64;
const TICK_MS = 20;
const PREPARED_LEADS = 40;
/** What was acknowledged once is stored once, in the column of a table. */
export const EFFECTS = {
  form: ["leads", "email"],
  registration: ["leads", "email"],
  subscription: ["newsletter_subscriptions", "email"],
  tour: ["tour_requests", "email"],
  note: ["lead_events", "note"],
  move: ["lead_events", "note"],
  event: ["visitor_events", "id"],
} as const;
export type Effect = keyof typeof EFFECTS;

type Sent = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string | Buffer };
type Call = (number: number) => Promise<string>;

/** Requests of all kinds at a steady rate, whether or not the earlier ones are answered. */
export class UpgradeLoad {
  sent = 0;
  readonly failed: string[] = [];
  /** The number of good replies by kind. */
  readonly answered = new Map<string, number>();
  readonly acknowledged = new Map<Effect, string[]>();
  readonly #pool: Pool;
  readonly #rate: number;
  #kinds: [kind: string, call: Call][] = [];
  #working: Promise<void> | null = null;
  #isOver = false;
  #slowest = 0;

  constructor(port: number, rate: number) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS, pipelining: 1 });
    this.#rate = rate;
  }

  /** The longest time to a reply, in milliseconds. */
  get slowestMs(): number {
    return Math.round(this.#slowest);
  }

  async prepare(): Promise<void> {
    const list = JSON.parse(await this.#ask("/api/properties?page_size=50"));
    const homes: string[] = list.items.map(({ listing_id }: { listing_id: string }) => listing_id);
    const { session_id } = JSON.parse(await this.#ask("/sessions", { method: "POST" }));
    const leads: number[] = [];
    for (let at = 0; at < PREPARED_LEADS; at++) {
      const person = {
        first_name: "Lead",
        last_name: `Prepared${at}`,
        email: `prepared-${at}@visitors.test`,
      };
      leads.push(
        JSON.parse(
          await this.#staff("/api/v1/admin/leads", { ...person, subject: "House", message: "By telephone." }),
        ).id,
      );
    }
    const agents = JSON.parse(await this.#staff("/api/admin/agents"));
    const photo = new Blob([new Uint8Array(await sampleJpeg(300, 300))], { type: "image/jpeg" });
    const upload = await formOf({ agent_id: agents.items[0].id, file: photo });
    this.#kinds = this.#mix({ homes, leads, session: session_id, upload });
  }

  start(): void {
    this.#working = this.#send();
  }

  /** Waits for the replies of all that were sent. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    await this.#pool.close();
  }

  async #send(): Promise<void> {
    const open = new Set<Promise<void>>();
    const began = performance.now();
    while (!this.#isOver) {
      const due = ((performance.now() - began) / 1000) * this.#rate;
      for (; this.sent < due; this.sent++) {
        const one = this.#one(this.sent).finally(() => open.delete(one));
        open.add(one);
      }
      await delay(TICK_MS);
    }
    await Promise.all(open);
  }

  async #one(number: number): Promise<void> {
    const [kind, call] = this.#kinds[number % this.#kinds.length] as [string, Call];
    const began = performance.now();
    try {
      await call(number);
      this.answered.set(kind, (this.answered.get(kind) ?? 0) + 1);
    } catch (error) {
      this.failed.push(`${kind}: ${error instanceof Error ? error.message : error}`);
    }
    this.#slowest = Math.max(this.#slowest, performance.now() - began);
  }

  #mix(given: Given): [string, Call][] {
    const { homes, leads, session, upload } = given;
    const home = (number: number) => encodeURIComponent(homes[number % homes.length] as string);
    const lead = (number: number) => leads[number % leads.length];
    const get = (path: string | ((number: number) => string)) => (number: number) =>
      this.#ask(typeof path === "string" ? path : path(number));
    const staff = (path: string | ((number: number) => string)) => (number: number) =>
      this.#staff(typeof path === "string" ? path : path(number));
    const search = get((number) => `/api/properties?page_size=10&min_beds=${number % 4}`);
    const event = { type: "property_view", engagement: { time_seconds: 20 } };
    const kinds: Record<string, [weight: number, call: Call]> = {
      search: [10, search],
      listing: [6, get((number) => `/api/properties/${home(number)}`)],
      similar: [2, get((number) => `/api/properties/${home(number)}/similar`)],
      clusters: [1, get("/api/map/clusters?min_lat=42&max_lat=49&min_lng=-117.5&max_lng=-111&zoom=7")],
      suggestions: [1, get("/api/search/autocomplete?q=Boi")],
      "home page": [2, get("/")],
      "search page": [2, get((number) => `/homes?min_beds=${number % 4}`)],
      "listing page": [3, get((number) => `/homes/${home(number)}`)],
      "agent pages": [1, get((number) => (number % 2 ? "/agents" : "/agents/hazel-thornbury"))],
      "admin leads": [2, staff((number) => `/api/v1/admin/leads?page_size=20&q=${number % 2 ? "vis" : ""}`)],
      "admin lead": [1, staff((number) => `/api/v1/admin/leads/${lead(number)}`)],
      "admin board": [1, staff("/api/v1/admin/leads/board?per_column=10")],
      "admin messages": [1, staff("/api/v1/admin/messages?page_size=20")],
      form: [2, (number) => this.#form(number)],
      registration: [1, (number) => this.#registration(number)],
      subscription: [1, (number) => this.#subscription(number)],
      tour: [1, (number) => this.#tour(number, homes)],
      note: [1, (number) => this.#note(number, lead(number))],
      move: [1, (number) => this.#move(number)],
      event: [
        1,
        (number) => {
          const id = `upgrade-${number}`;
          const events = [{ ...event, id, timestamp: new Date().toISOString(), listing_id: homes[0] }];
          return this.#write("event", id, "/sessions/events", { events }, { "x-session-id": session });
        },
      ],
      upload: [
        // One in five, below.
        1,
        (number) =>
          number % 5 === 0
            ? this.#ask("/api/upload/agent-photo", {
                ...{ method: "POST", body: upload.body },
                headers: { ...upload.headers, "x-api-key": DUMP_KEYS.broker },
              })
            : search(number),
      ],
    };
    return Object.entries(kinds).flatMap(([kind, [weight, call]]) =>
      Array.from({ length: weight }, (): [string, Call] => [kind, call]),
    );
  }

  #form(number: number): Promise<string> {
    const email = `visitor-${number}@visitors.test`;
    const name = { firstName: "Visitor", lastName: `Form${number}` };
    return this.#write("form", email, "/api/contact", {
      ...name,
      email,
      subject: "House",
      message: "Hello.",
    });
  }

  #registration(number: number): Promise<string> {
    const email = `client-${number}@visitors.test`;
    const body = {
      name: `Client Number${number}`,
      email,
      phone: `208-555-${String(number % 10_000).padStart(4, "0")}`,
    };
    return this.#write("registration", email, "/register", body);
  }

  #subscription(number: number): Promise<string> {
    const email = `reader-${number}@visitors.test`;
    return this.#write("subscription", email, "/api/newsletter/subscribe", { email });
  }

  #tour(number: number, homes: string[]): Promise<string> {
    const email = `tourist-${number}@visitors.test`;
    const body = { listing_id: homes[number % homes.length], name: `Tour Number${number}`, email };
    return this.#write("tour", email, "/api/tours", { ...body, preferred_date: "2030-06-20" });
  }

  #note(number: number, lead: number | undefined): Promise<string> {
    const note = `note-${number}-of-the-upgrade`;
    return this.#staffWrite("note", note, `/api/v1/admin/leads/${lead}/notes`, { note });
  }

  /** A lead by staff, which is then moved. */
  async #move(number: number): Promise<string> {
    const person = {
      first_name: "Lead",
      last_name: `Moved${number}`,
      email: `moved-${number}@visitors.test`,
    };
    const made = JSON.parse(
      await this.#staff("/api/v1/admin/leads", { ...person, subject: "House", message: "By telephone." }),
    );
    const note = `move-${number}-of-the-upgrade`;
    const event = { event_type: "contact_attempted", channel: "call", note };
    return this.#staffWrite("move", note, `/api/v1/admin/leads/${made.id}/transitions`, event);
  }

  #staffWrite(effect: Effect, mark: string, path: string, body: object): Promise<string> {
    return this.#write(effect, mark, path, body, { "x-api-key": DUMP_KEYS.broker });
  }

  async #write(effect: Effect, mark: string, path: string, body: object, headers = {}): Promise<string> {
    const text = await this.#ask(path, {
      ...{ method: "POST", body: JSON.stringify(body) },
      headers: { "content-type": "application/json", ...headers },
    });
    const marks = this.acknowledged.get(effect);
    if (marks) marks.push(mark);
    else this.acknowledged.set(effect, [mark]);
    return text;
  }

  #staff(path: string, body?: object): Promise<string> {
    const headers = { "x-api-key": DUMP_KEYS.broker };
    if (!body) return this.#ask(path, { headers });
    const json = { ...headers, "content-type": "application/json" };
    return this.#ask(path, { method: "POST", headers: json, body: JSON.stringify(body) });
  }

  /** @throws for every reply but a good one or a redirection. */
  async #ask(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<string> {
    const reply = await this.#pool.request({
      ...{ method, path, headers: { host: DUMP_HOST, ...headers }, body: body ?? null },
    });
    const text = await reply.body.text();
    if (reply.statusCode < 400) return text;
    throw new Error(`${method} ${path}: ${reply.statusCode} ${text.slice(0, 200)}`);
  }
}

type Given = {
  homes: string[];
  leads: number[];
  session: string;
  upload: { headers: Record<string, string>; body: Buffer };
};
