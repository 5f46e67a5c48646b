import { announce } from "../../src/event-outbox/index.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { deliverWebhooks } from "../../src/webhooks/index.ts";
import { formOf } from "../harness/form.ts";
import { picture } from "../harness/pictures.ts";
import type { TestApp } from "../harness/test-app.ts";
import { recordFeeds } from "./record-feeds.ts";
import type { Send } from "./recorder.ts";

const as = "admin" as const;
const broker = { as: "broker" as const };

/** What administrators send: brokerages, people, keys, imports, webhooks, the photo index. */
export async function recordSetUp(send: Send, lintel: TestApp, brokerage_id: number): Promise<void> {
  await recordCallers(send);
  await recordBrokerages(send);
  await recordPeople(send, brokerage_id);
  await recordSettings(send, brokerage_id);
  await recordImports(send);
  await recordFeeds(send, lintel);
  await recordImages(send);
  await recordWebhooks(send, lintel, brokerage_id);
  await send("listAuditLog", { as, query: { page_size: 2 } });
  await send("getHealth");
  await send("getLiveness");
  await send("getReadiness");
  await send("getSystem", { as });
  await send("runLifecycleSweep", { as });
}

async function recordCallers(send: Send): Promise<void> {
  await send("verifyCredentials", broker);
  await send("getCurrentUser", broker);
  await send("checkAdminAccess", { as });
  await send("checkBrokerAccess", broker);
  await send("updateOwnProfile", { as: "agent", body: { on_vacation: true } });
  await send("updateOwnProfile", { as: "agent", body: { on_vacation: false } });
  const { id: key_id } = await send("createApiKey", { as, body: { name: "Website", role: "admin" } });
  await send("listApiKeys", { as, query: { page_size: 2 } });
  await send("revokeApiKey", { as, path: { key_id } });
}

async function recordBrokerages(send: Send): Promise<void> {
  const { id: brokerage_id } = await send("createBrokerage", {
    as,
    body: {
      ...{ slug: "teton-homes", name: "Teton Homes", tagline: "East Idaho, by people who live there" },
      ...{ address_city: "Idaho Falls", address_state_abbr: "ID", primary_color: "#2B5F4B" },
    },
  });
  const path = { brokerage_id };
  await send("listBrokerages", { as, query: { page_size: 2 } });
  await send("getBrokerage", { as, path });
  await send("updateBrokerage", { as, path, body: { va_loans: true } });
  await send("searchBrokerages", { as, query: { q: "homes near Yellowstone", limit: 2 } });
  const domain = await send("addBrokerageDomain", { as, path, body: { domain: "teton-homes.example" } });
  await send("listBrokerageDomains", { as, path });
  await send("removeBrokerageDomain", { as, path: { brokerage_id, domain_id: domain.id } });
  await send("updateBrokerageSources", { as, path, body: { sources: ["demo"] } });
  await send("getBrokerageSources", { as, path });
  await send("deleteBrokerage", { as, path });
}

async function recordPeople(send: Send, brokerage_id: number): Promise<void> {
  const contact = await send("createBrokerContact", {
    ...broker,
    body: {
      ...{ brokerage_id, name: "Mary Jackson", email: "mary@example.com", phone: "208 555 0104" },
      ...{ license_type: "Associate Broker", license_number: "AB-00001", is_primary: false },
    },
  });
  const contactPath = { contact_id: contact.id };
  await send("listBrokerContacts", { ...broker, query: { page_size: 2 } });
  await send("getBrokerContact", { ...broker, path: contactPath });
  await send("updateBrokerContact", { ...broker, path: contactPath, body: { license_number: "AB-00002" } });
  await send("searchBrokerContacts", { ...broker, query: { q: "mary", limit: 2 } });
  await send("deleteBrokerContact", { as, path: contactPath });

  const { id: agent_id } = await send("createAgent", {
    ...broker,
    body: {
      ...{ brokerage_id, name: "Dorothy Vaughan", slug: "dorothy-vaughan", email: "dorothy@example.com" },
      ...{ phone: "(208) 555-0105", bio: "Land and acreage east of Boise.", specialties: ["Acreage"] },
    },
  });
  await send("listAgents", { ...broker, query: { page_size: 2 } });
  await send("getAgent", { ...broker, path: { agent_id } });
  await send("updateAgent", { ...broker, path: { agent_id }, body: { weight: 2 } });
  await send("searchAgents", { ...broker, query: { q: "historic homes", limit: 2 } });
  const jpeg = await picture(900, 900).jpeg().toBuffer();
  const form = await formOf({ agent_id, file: new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" }) });
  await send("uploadAgentPhoto", { ...broker, headers: form.headers, payload: form.body });
  await recordSuggestions(send, agent_id);
  await send("deleteAgent", { as, path: { agent_id } });
}

async function recordSuggestions(send: Send, agent_id: number): Promise<void> {
  const suggest = (bio: string) =>
    send("createSuggestion", {
      as: "broker",
      body: { target_type: "agent", target_id: agent_id, changes: { bio }, note: "More about wells." },
    });
  const first = await suggest("Land, wells and acreage east of Boise.");
  await send("listSuggestions", broker);
  await send("getSuggestion", { ...broker, path: { suggestion_id: first.id } });
  await send("approveSuggestion", { ...broker, path: { suggestion_id: first.id } });
  const second = await suggest("Land.");
  await send("rejectSuggestion", {
    ...broker,
    path: { suggestion_id: second.id },
    body: { reason: "Too short." },
  });
}

async function recordSettings(send: Send, brokerage_id: number): Promise<void> {
  const path = { brokerage_id };
  await send("getLeadSettings", { ...broker, path });
  await send("updateLeadSettings", {
    ...broker,
    path,
    body: { response_target_seconds: 300, quiet_start: "21:00", quiet_end: "08:00" },
  });
  const account = { account_sid: `AC${"0".repeat(32)}`, from: "+12085550100" };
  await send("updateSmsAccount", {
    ...broker,
    path,
    body: { ...account, auth_token: "the account's token" },
  });
  await send("getSmsAccount", { ...broker, path });
  await send("deleteSmsAccount", { ...broker, path });
}

async function recordImports(send: Send): Promise<void> {
  const record = {
    ...{ ListingKey: "EX-1", ListingId: "EX-1", StandardStatus: "Active", ListPrice: 525_000 },
    ...{ PropertyType: "Residential", BedroomsTotal: 3, BathroomsTotalInteger: 2, LivingArea: 1850 },
    ...{ UnparsedAddress: "12 Elm St", City: "Boise", StateOrProvince: "ID", PostalCode: "83702" },
    ModificationTimestamp: "2026-06-15T10:00:00Z",
  };
  await send("importListings", {
    as,
    query: { source: "example" },
    headers: { "content-type": "application/x-ndjson" },
    payload: `${JSON.stringify(record)}\n`,
  });
  await send("listSources", { as });
  await send("updateSourceRules", {
    as,
    path: { source: "example" },
    body: {
      source_name: "Intermountain MLS",
      disclaimer: "IDX data of {source_name}, as of {as_of}. Deemed reliable, not guaranteed.",
      sold_max_age_days: 365,
      fields_hidden: ["list_agent"],
    },
  });
  await send("getSourceRules", { as, path: { source: "example" } });
  await send("getListingVisibility", { as, path: { listing_id: "EX-1" } });
  await send("deleteListing", { as, path: { listing_id: "EX-1" } });
  await send("getGoneListing", { path: { listing_id: "EX-1" }, query: { limit: 2 } });
  await send("deleteSource", { as, path: { source: "example" } });
}

async function recordImages(send: Send): Promise<void> {
  const found = await send("searchImages", { as, query: { q: "kitchen with an island", limit: 2 } });
  const { image_id, listing_id } = found.results[0];
  await send("searchImagesVisually", { as, query: { q: "kitchen with an island", limit: 2 } });
  await send("listImagesByRoom", { as, path: { room_type: "kitchen" }, query: { limit: 2 } });
  await send("getImage", { as, path: { image_id } });
  await send("setImageRoomType", { as, path: { image_id }, body: { room_type: "kitchen" } });
  const { feature_id } = await send("addImageFeature", {
    as,
    path: { image_id },
    body: { label: "Copper sink", category: "appliance" },
  });
  await send("listImageFeatures", { as, path: { image_id } });
  await send("removeImageFeature", { as, path: { image_id, feature_id: Number(feature_id) } });
  await send("getImageDescriptions", { as, path: { property_id: listing_id } });
  await send("listListingPhotos", { as, path: { property_id: listing_id } });
  await send("getImageIndexStats", { as });
  await send("analyzePropertyImages", { as, path: { property_id: listing_id } });
  const { job_id } = await send("reindexImages", {
    as,
    query: { limit: 1, force: true, background: false },
    body: { property_ids: [listing_id] },
  });
  await send("getIndexingJob", { as, path: { job_id } });
  await send("deleteImageEmbeddings", { as, body: { image_ids: [image_id], delete_descriptions: false } });
}

async function recordWebhooks(send: Send, lintel: TestApp, brokerage_id: number): Promise<void> {
  const { id: webhook_id } = await send("createWebhook", {
    ...broker,
    body: { url: "https://crm.example.com/hooks/lintel", events: ["lead.created", "lead.stage_changed"] },
  });
  const path = { webhook_id };
  await send("listWebhooks", broker);
  await send("getWebhook", { ...broker, path });
  await send("updateWebhook", { ...broker, path, body: { events: ["lead.created"] } });
  const happened = { event: "lead.created" as const, subject: "1", brokerageId: brokerage_id };
  await inTransaction(lintel.ctx, (ctx) =>
    announce(ctx, [{ ...happened, data: { lead_id: 1, brokerage_id } }]),
  );
  await deliverWebhooks(lintel.ctx);
  const { items } = await send("listWebhookDeliveries", { ...broker, path });
  await send("replayWebhookDelivery", { ...broker, path: { webhook_id, delivery_id: items[0].id } });
  await send("rotateWebhookSecret", { ...broker, path });
  await send("deleteWebhook", { ...broker, path });
}
