import { agentRoutes } from "./agents/index.ts";
import { auditRoutes } from "./audit/index.ts";
import { brochureRoutes } from "./brochures/index.ts";
import { brokerageRoutes } from "./brokerages/index.ts";
import { bulkEditRoutes } from "./bulk-edits/index.ts";
import { dripRoutes } from "./drips/index.ts";
import { engagementRoutes } from "./engagement/index.ts";
import { favoriteRoutes } from "./favorites/index.ts";
import { feedRoutes } from "./feeds/index.ts";
import { identityRoutes, passkeyRoutes, signInRoutes } from "./identity/index.ts";
import { imageRoutes } from "./images/index.ts";
import { leadSettingsRoutes } from "./lead-settings/index.ts";
import { leadRoutes } from "./leads/index.ts";
import { listingRoutes } from "./listings/index.ts";
import { liveStreamRoutes } from "./live-stream/index.ts";
import { messageRoutes } from "./messages/index.ts";
import { newsletterRoutes } from "./newsletter/index.ts";
import { outreachRoutes } from "./outreach/index.ts";
import type { Route } from "./platform/http/route.ts";
import { privacyRoutes } from "./privacy/index.ts";
import { pushRoutes } from "./push/index.ts";
import { savedSearchRoutes } from "./saved-searches/index.ts";
import { searchRoutes } from "./search/index.ts";
import type { Services } from "./services.ts";
import { smsInboundRoutes } from "./sms-inbound/index.ts";
import { suggestionRoutes } from "./suggestions/index.ts";
import { sweepRoutes } from "./sweep/index.ts";
import { systemRoutes } from "./system/index.ts";
import { tourRoutes } from "./tours/index.ts";
import { visitorRoutes } from "./visitors/index.ts";
import { webhookRoutes } from "./webhooks/index.ts";

/** A part of the product: its folder's name, the tables that are its own, and its routes. */
export type Slice = { name: string; tables: string[]; routes: Route<Services>[] };

/** What the product does. */
export const slices: Slice[] = [
  {
    name: "identity",
    tables: [
      "api_keys",
      "users",
      "admins",
      "sign_in_links",
      "staff_sessions",
      "passkeys",
      "passkey_challenges",
    ],
    routes: [...identityRoutes, ...signInRoutes, ...passkeyRoutes],
  },
  {
    name: "brokerages",
    tables: ["brokerages", "brokerage_domains", "brokerage_sources", "broker_contacts", "branding_previews"],
    routes: brokerageRoutes,
  },
  { name: "agents", tables: ["agents"], routes: agentRoutes },
  { name: "lead-settings", tables: ["lead_settings", "sms_accounts"], routes: leadSettingsRoutes },
  { name: "suggestions", tables: ["suggestions"], routes: suggestionRoutes },
  {
    name: "listings",
    tables: [
      "sources",
      "source_rules",
      "source_currency",
      "vow_acceptances",
      "listings",
      "listing_words",
      "listings_without_words",
      "listing_photos",
      "listing_history",
      "listing_tombstones",
      "listing_log",
      "listing_index_snapshots",
      "feed_agents",
      "feed_offices",
      "open_houses",
    ],
    routes: listingRoutes,
  },
  {
    name: "feeds",
    tables: ["feeds", "feed_runs", "feed_rejects", "feed_spending", "photo_copies", "photo_requests"],
    routes: feedRoutes,
  },
  {
    name: "visitors",
    tables: [
      "clients",
      "client_activity",
      "visitor_sessions",
      "visitor_events",
      "visitor_listings",
      "visitor_preferences",
    ],
    routes: visitorRoutes,
  },
  { name: "routing", tables: ["routing_locks", "rotation_places", "routing_decisions"], routes: [] },
  { name: "push", tables: ["push_subscriptions"], routes: pushRoutes },
  { name: "messages", tables: ["messages", "sms_opt_outs"], routes: messageRoutes },
  { name: "sign-in-mail", tables: [], routes: [] },
  { name: "drips", tables: ["drip_sequences", "drip_steps", "drip_enrollments"], routes: dripRoutes },
  {
    name: "leads",
    tables: [
      "leads",
      "lead_events",
      "lead_signals",
      "lead_flags",
      "lead_tag_names",
      "lead_tags",
      "lead_words",
      "registration_replies",
    ],
    routes: leadRoutes,
  },
  { name: "outreach", tables: [], routes: outreachRoutes },
  { name: "bulk-edits", tables: ["lead_bulk_edits", "lead_bulk_changes"], routes: bulkEditRoutes },
  { name: "engagement", tables: [], routes: engagementRoutes },
  { name: "client-tokens", tables: [], routes: [] },
  {
    name: "favorites",
    tables: ["magic_links", "client_favorites", "client_sessions"],
    routes: favoriteRoutes,
  },
  {
    name: "saved-searches",
    tables: [
      "saved_searches",
      "search_confirmations",
      "search_events",
      "search_alerts",
      "alert_recipients",
      "alert_matching",
      "listing_states",
    ],
    routes: savedSearchRoutes,
  },
  { name: "privacy", tables: ["privacy_requests"], routes: privacyRoutes },
  { name: "sms-inbound", tables: ["inbound_texts"], routes: smsInboundRoutes },
  { name: "sweep", tables: [], routes: sweepRoutes },
  { name: "tours", tables: ["tour_requests"], routes: tourRoutes },
  { name: "newsletter", tables: ["newsletter_subscriptions"], routes: newsletterRoutes },
  { name: "brochures", tables: [], routes: brochureRoutes },
  { name: "photos", tables: ["stored_photos"], routes: [] },
  { name: "fair-housing", tables: [], routes: [] },
  { name: "plain-words", tables: [], routes: [] },
  { name: "change-cursors", tables: ["change_cursors"], routes: [] },
  { name: "model-vectors", tables: ["serving_models"], routes: [] },
  {
    name: "images",
    tables: [
      "image_enrichments",
      "image_vectors",
      "listing_images",
      "image_room_types",
      "image_features",
      "indexing_jobs",
      "indexing_job_images",
    ],
    routes: imageRoutes,
  },
  {
    name: "search",
    tables: ["listing_documents", "listing_vectors"],
    routes: searchRoutes,
  },
  { name: "record-search", tables: ["record_vectors"], routes: [] },
  { name: "live-stream", tables: ["stream_events"], routes: liveStreamRoutes },
  { name: "event-outbox", tables: ["event_outbox"], routes: [] },
  { name: "leases", tables: ["leases"], routes: [] },
  {
    name: "webhooks",
    tables: ["webhook_endpoints", "webhook_deliveries"],
    routes: webhookRoutes,
  },
  { name: "audit", tables: ["audit_log"], routes: auditRoutes },
  { name: "idempotency", tables: ["idempotency_keys"], routes: [] },
  { name: "system", tables: [], routes: systemRoutes },
  { name: "api-document", tables: [], routes: [] },
];

/** Which slice may use which: only what stands here, only through the other's index.ts. There are no cycles. */
export const allowed: Record<string, string[]> = {
  "api-document": [],
  audit: [],
  "fair-housing": [],
  "plain-words": ["fair-housing"],
  "change-cursors": [],
  "model-vectors": [],
  leases: [],
  "record-search": ["leases", "fair-housing"],
  photos: [],
  idempotency: [],
  "event-outbox": [],
  "client-tokens": [],
  listings: ["audit", "client-tokens", "photos", "fair-housing", "plain-words"],
  brokerages: ["audit", "record-search", "photos", "listings"],
  feeds: ["audit", "change-cursors", "leases", "photos", "listings", "brokerages", "messages"],
  agents: ["audit", "record-search", "photos", "brokerages"],
  identity: ["audit", "brokerages", "agents"],
  "lead-settings": ["audit", "brokerages", "agents"],
  suggestions: ["audit", "brokerages", "agents"],
  images: [
    "fair-housing",
    "change-cursors",
    "model-vectors",
    "audit",
    "leases",
    "brokerages",
    "listings",
    "photos",
    "event-outbox",
  ],
  search: ["change-cursors", "model-vectors", "leases", "listings", "images", "plain-words", "fair-housing"],
  brochures: ["listings", "brokerages", "agents", "photos"],
  routing: ["agents", "lead-settings", "visitors"],
  push: ["audit", "agents", "identity"],
  messages: ["brokerages", "agents", "lead-settings", "push"],
  "sign-in-mail": ["identity", "brokerages", "messages"],
  drips: ["audit", "brokerages"],
  visitors: ["fair-housing", "plain-words", "agents", "listings", "idempotency"],
  leads: [
    "audit",
    "event-outbox",
    "brokerages",
    "agents",
    "lead-settings",
    "listings",
    "routing",
    "messages",
    "drips",
    "visitors",
    "webhooks",
  ],
  engagement: ["brokerages", "listings", "leads", "visitors"],
  favorites: ["client-tokens", "brokerages", "listings", "messages", "leads", "visitors", "engagement"],
  "saved-searches": [
    "audit",
    "change-cursors",
    "client-tokens",
    "brokerages",
    "agents",
    "lead-settings",
    "plain-words",
    "listings",
    "search",
    "push",
    "messages",
    "visitors",
    "leads",
    "engagement",
    "favorites",
  ],
  outreach: ["audit", "brokerages", "agents", "lead-settings", "messages", "drips", "leads"],
  "bulk-edits": ["audit", "brokerages", "drips", "event-outbox", "leads", "messages", "outreach"],
  tours: ["audit", "event-outbox", "brokerages", "listings", "leads"],
  "live-stream": ["change-cursors", "identity", "leads"],
  webhooks: ["audit", "change-cursors", "event-outbox", "brokerages", "listings", "messages"],
  newsletter: ["audit", "brokerages"],
  privacy: [
    "audit",
    "brokerages",
    "lead-settings",
    "leads",
    "tours",
    "newsletter",
    "messages",
    "visitors",
    "favorites",
    "saved-searches",
    "idempotency",
    "webhooks",
  ],
  "sms-inbound": ["agents", "lead-settings", "messages", "leads"],
  sweep: ["audit", "privacy", "leads", "outreach", "saved-searches", "listings"],
  system: ["feeds", "identity", "brokerages", "agents", "suggestions", "listings", "messages"],
};
