import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import type { LeadFixture } from "../../../server/test/harness/lead-fixture.ts";
import { home } from "../../../server/test/harness/market.ts";
import { pictureOf } from "../../../server/test/harness/photo-fixture.ts";
import { type PrivacyFixture, privacyOf } from "../../../server/test/harness/privacy-fixture.ts";
import type { Reply } from "../../../server/test/harness/test-app.ts";
import { startWebServer, type WebServer } from "../../../server/test/harness/web-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../server/test/harness/webhook-receiver.ts";
import { ConsoleFixture } from "./console-fixture.ts";

export type Role = "agent" | "broker" | "admin";
export const roles = ["agent", "broker", "admin"] as const;

const LEADS = "/api/v1/admin/leads";
const streets: Record<Role, string> = {
  agent: "7 Larkspur Ln",
  broker: "8 Tamarack Ave",
  admin: "9 Juniper Ct",
};
const colors: Record<Role, string> = { agent: "red", broker: "green", admin: "blue" };

/** What a brokerage has to do in a day: leads of the agent Ann, a drip, homes with photos, and servers of webhooks and of a feed. */
export class DailyTasksFixture {
  readonly fixture: ConsoleFixture;
  readonly receiver: WebhookReceiver;
  readonly feed: FeedServer;
  readonly #photos: WebServer;
  readonly keys: Record<Role, string>;
  readonly ann: number;
  readonly drip: number;

  private constructor(
    parts: Pick<DailyTasksFixture, "fixture" | "receiver" | "feed" | "keys" | "ann" | "drip">,
    photos: WebServer,
  ) {
    this.fixture = parts.fixture;
    this.receiver = parts.receiver;
    this.feed = parts.feed;
    this.keys = parts.keys;
    this.ann = parts.ann;
    this.drip = parts.drip;
    this.#photos = photos;
  }

  static async open(): Promise<DailyTasksFixture> {
    const fixture = await ConsoleFixture.open({ OUTBOUND_ALLOW: "127.0.0.1" });
    const { lintel, brokerageId } = fixture;
    const ann = await lintel.createAgent(brokerageId, { name: "Ann Arbor", slug: "ann" });
    const keys = {
      agent: await fixture.key("agent", ann.id),
      broker: await fixture.key("broker"),
      admin: await fixture.key("admin"),
    };
    const feed = await serveFeed();
    await loadKingCounty(feed.market, 20);
    const pictures = new Map<string, Buffer>();
    for (const color of Object.values(colors)) pictures.set(`/${color}.jpg`, await pictureOf(color));
    const photos = await startWebServer((request, response) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(pictures.get(request.url ?? "")),
    );
    const url = (role: Role) => `${photos.url}/${colors[role]}.jpg`;
    await lintel.importListings(
      fixture.website.source,
      roles.map((role) =>
        home({
          ListingId: `H-${role}`,
          UnparsedAddress: streets[role],
          Media: [{ MediaURL: url(role), MediaKey: url(role), Order: 1 }],
        }),
      ),
    );
    await lintel.services.listings.index.catchUp();
    for (const role of roles) await lintel.services.photos.fetch(url(role));
    const step = { delay_days: 1, subject_template: "Homes for you", body_template: "Hello {{first_name}}," };
    const drip = await lintel.call("/api/v1/admin/drips", {
      method: "POST",
      key: keys.broker,
      body: { name: "Spring letters", trigger_state: "ARCHIVED", steps: [step] },
    });
    const receiver = await startWebhookReceiver();
    return new DailyTasksFixture({ fixture, receiver, feed, keys, ann: ann.id, drip: drip.body.id }, photos);
  }

  get db() {
    return this.fixture.lintel.database.db;
  }

  get privacy(): PrivacyFixture {
    return privacyOf(this.fixture.lintel, {
      id: this.fixture.brokerageId,
      host: "north.test",
      broker: this.keys.broker,
    } as LeadFixture);
  }

  /** The home that a role works on, by its address. */
  home(role: Role) {
    return { id: `H-${role}`, address: streets[role] };
  }

  /** What the API answers to the broker, or to another key, which it must accept. */
  async api(
    path: string,
    options: { method?: "POST" | "PUT" | "DELETE"; body?: object; key?: string } = {},
  ): Promise<Reply["body"]> {
    const reply = await this.fixture.lintel.call(path, { key: this.keys.broker, ...options });
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }

  /** A lead who writes by the website, and is given to Ann: she waits for an answer. */
  arrive(firstName: string): Promise<number> {
    this.fixture.lintel.clock.advance(60_000);
    const email = `${firstName.toLowerCase()}@visitors.test`;
    return leadByForm(this.fixture.lintel, "north.test", { firstName, email, phone: "(208) 555-0101" });
  }

  /** A lead whom an agent has reached. */
  async contacted(first_name: string, assigned_agent_id = this.ann): Promise<number> {
    const person = { first_name, last_name: "Test", phone: "(208) 555-0101" };
    const email = `${first_name.toLowerCase()}@visitors.test`;
    const body = {
      ...person,
      email,
      subject: "A home",
      message: "Hello",
      status: "contacted",
      assigned_agent_id,
    };
    return (await this.api(LEADS, { method: "POST", body })).id;
  }

  lead(id: number): Promise<Reply["body"]> {
    return this.api(`${LEADS}/${id}`);
  }

  /** The timeline of a lead, the newest last. */
  async events(id: number): Promise<Reply["body"][]> {
    return (await this.api(`${LEADS}/${id}/transitions`)).events;
  }

  async close(): Promise<void> {
    await this.fixture.close();
    await Promise.all([this.receiver.close(), this.feed.close(), this.#photos.close()]);
  }
}
