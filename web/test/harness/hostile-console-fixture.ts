import { announce } from "../../../server/src/event-outbox/index.ts";
import { inTransaction } from "../../../server/src/platform/database/database.ts";
import { deliverWebhooks } from "../../../server/src/webhooks/index.ts";
import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import type { LeadFixture } from "../../../server/test/harness/lead-fixture.ts";
import { home } from "../../../server/test/harness/market.ts";
import { pictureOf } from "../../../server/test/harness/photo-fixture.ts";
import { privacyOf } from "../../../server/test/harness/privacy-fixture.ts";
import { startWebServer, type WebServer } from "../../../server/test/harness/web-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../server/test/harness/webhook-receiver.ts";
import { ConsoleFixture } from "./console-fixture.ts";

/** Sets this in the window, should it run. */
export const RAN = "hostileRan";

/** What people may write into any field: markup, a template, text that turns around, what looks like nothing, one endless word. */
export const HOSTILE = [
  `<script>globalThis.${RAN}=1</script>`,
  `"><img src=x onerror="globalThis.${RAN}=1">`,
  "{{7*7}}",
  "\u202eodd",
  "null",
  "x".repeat(200),
].join(" ");

const upTo = (most: number) => HOSTILE.slice(0, most).trim();
/** Of one word, which cannot be broken at spaces. */
const WORD = "x".repeat(60);

/** The console of a brokerage in which every text that anyone may write is hostile; `ids` are those of pages' addresses. */
export class HostileConsoleFixture {
  readonly fixture: ConsoleFixture;
  readonly ids: Readonly<Record<string, string | number>>;
  /** The agent who has the leads. */
  readonly agent: number;
  readonly #servers: readonly [WebServer, WebhookReceiver];

  private constructor(
    { fixture, ids, agent }: Pick<HostileConsoleFixture, "fixture" | "ids" | "agent">,
    servers: readonly [WebServer, WebhookReceiver],
  ) {
    this.fixture = fixture;
    this.ids = ids;
    this.agent = agent;
    this.#servers = servers;
  }

  static async open(): Promise<HostileConsoleFixture> {
    const fixture = await ConsoleFixture.open({ OUTBOUND_ALLOW: "127.0.0.1" });
    const picture = await pictureOf("red");
    const photos = await startWebServer((_request, response) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(picture),
    );
    const receiver = await startWebhookReceiver();
    const { id: agent } = await fixture.lintel.createAgent(fixture.brokerageId, {
      ...{
        name: upTo(150),
        slug: "odd",
        bio: HOSTILE,
        phone: "(208) 555-0101",
        specialties: [upTo(80), WORD],
      },
    });
    const ids = {
      agentId: agent,
      ...(await fillMarket(fixture, `${photos.url}/red.jpg`)),
      ...(await fillLeads(fixture, agent)),
      ...(await fillBrokerage(fixture, agent, receiver)),
    };
    return new HostileConsoleFixture({ fixture, ids, agent }, [photos, receiver]);
  }

  async close(): Promise<void> {
    await this.fixture.close();
    await Promise.all(this.#servers.map((server) => server.close()));
  }
}

type Options = { method?: "POST" | "PUT" | "PATCH"; body?: object; host?: string; key?: string };

/** Calls the API, which must accept it, as an admin unless another key is given. */
function caller({ lintel, website }: ConsoleFixture) {
  return async (path: string, options: Options = {}) => {
    const { status, text, body } = await lintel.call(path, { key: website.admin, ...options });
    if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
    return body;
  };
}

async function fillMarket(fixture: ConsoleFixture, photo: string) {
  const { lintel, website } = fixture;
  const api = caller(fixture);
  await lintel.importListings(website.source, [
    home({
      ListingId: "P-1",
      UnparsedAddress: upTo(120),
      City: upTo(60),
      PublicRemarks: `${HOSTILE} ${"x".repeat(10_000)}`,
      ListOfficeName: upTo(200),
      Media: [{ MediaURL: photo, MediaKey: photo, Order: 1, ShortDescription: HOSTILE }],
    }),
    home({ ListingId: "W-1", StandardStatus: "Withdrawn" }),
  ]);
  await lintel.services.listings.index.catchUp();
  await lintel.services.photos.fetch(photo);
  const { items } = await api("/api/admin/properties/P-1/photos");
  const features = `/api/admin/images/${items[0].image_id}/features`;
  await api(features, { method: "POST", body: { key: "odd", label: upTo(100), category: upTo(50) } });
  const auth = { type: "bearer", token: "secret" };
  const feed = await api("/api/admin/feeds", {
    method: "POST",
    body: { source: WORD, base_url: `https://mls.test/${"odata/".repeat(20)}`, auth },
  });
  await lintel.database.db
    .insertInto("feed_rejects")
    .values({
      ...{ feed_id: feed.id, key: upTo(200), at: new Date(), resource: "Property" },
      ...{ reasons: [HOSTILE], record: JSON.stringify({ ListPrice: HOSTILE }) },
    })
    .execute();
  return { listingId: "P-1", feedId: feed.id, source: website.source };
}

async function fillLeads(fixture: ConsoleFixture, agent: number) {
  const { lintel } = fixture;
  const api = caller(fixture);
  const form = {
    firstName: upTo(100),
    lastName: WORD,
    email: `${"odd".repeat(15)}@visitors.test`,
    phone: "(208) 555-0101",
    subject: upTo(200),
    message: `${HOSTILE} ${"y".repeat(9000)}`,
  };
  const leadId = await leadByForm(lintel, "north.test", form);
  await leadByForm(lintel, "north.test", { ...form, email: "second@visitors.test", lastName: "\u202eodd" });
  const lead = `/api/v1/admin/leads/${leadId}`;
  await api(lead, {
    method: "PATCH",
    body: { notes: HOSTILE, assigned_agent_id: agent, reassign_reason: HOSTILE },
  });
  await api(`${lead}/tags`, { method: "PUT", body: { tags: [upTo(40), "x".repeat(40)] } });
  await api(`${lead}/notes`, { method: "POST", body: { note: HOSTILE } });
  await api(`${lead}/contacts`, {
    method: "POST",
    body: { channel: "call", direction: "outbound", note: HOSTILE },
  });
  await api(`${lead}/flags/do_not_text`, { method: "PUT" });
  const follow_up = { due_at: lintel.clock.now().toISOString(), note: upTo(200) };
  await api(`${lead}/follow-up`, { method: "PUT", body: follow_up });
  lintel.clock.advance(60_000);
  await api("/api/tours", {
    method: "POST",
    host: "north.test",
    body: {
      ...{ listing_id: "A-1", name: upTo(100), email: "tour@visitors.test" },
      ...{ preferred_date: "2026-06-15", preferred_time: upTo(40), message: HOSTILE },
    },
  });
  const { id: sequenceId } = await api("/api/v1/admin/drips", {
    method: "POST",
    key: await fixture.key("broker"),
    body: {
      ...{ name: upTo(120), description: HOSTILE, trigger_state: "ARCHIVED" },
      steps: [{ delay_days: 1, subject_template: upTo(150), body_template: `${HOSTILE} {{first_name}}` }],
    },
  });
  await api(`/api/v1/admin/drips/${sequenceId}/enrollments/${leadId}`, { method: "POST" });
  return { leadId, sequenceId };
}

async function fillBrokerage(fixture: ConsoleFixture, agent: number, receiver: WebhookReceiver) {
  const { lintel, brokerageId } = fixture;
  const api = caller(fixture);
  const suggest = { target_type: "agent", target_id: agent, note: HOSTILE };
  await api("/api/admin/suggestions", {
    method: "POST",
    key: await fixture.key("agent", agent),
    body: { ...suggest, changes: { bio: HOSTILE.repeat(3), name: upTo(100) } },
  });
  await api("/api/admin/broker-contacts", {
    method: "POST",
    body: {
      brokerage_id: brokerageId,
      name: upTo(200),
      email: "contact@north.test",
      license_type: upTo(100),
    },
  });
  await api("/api/admin/api-keys", {
    method: "POST",
    body: { name: upTo(100), role: "broker", brokerage_id: brokerageId },
  });
  await api(`/api/admin/brokerages/${brokerageId}`, {
    method: "PUT",
    body: { name: upTo(150), tagline: upTo(150), hero_headline: upTo(150) },
  });
  const url = `${receiver.url}?${"x".repeat(150)}`;
  const body = { url, events: ["lead.stage_changed"], brokerage_id: brokerageId };
  const webhook = await api("/api/admin/webhooks", { method: "POST", body });
  receiver.answer = () => (response) => response.writeHead(500).end(HOSTILE);
  const data = { lead_id: 1, hostile: HOSTILE };
  await inTransaction(lintel.ctx, (ctx) =>
    announce(ctx, [{ event: "lead.stage_changed", subject: "lead:1", brokerageId, data }]),
  );
  await deliverWebhooks(lintel.ctx);
  const privacy = privacyOf(lintel, { id: brokerageId, host: "north.test" } as LeadFixture);
  await privacy.submitConfirmed("erase", "second@visitors.test");
  return { webhookId: webhook.id };
}
