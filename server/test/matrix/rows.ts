import type { Role } from "../../src/platform/http/permissions.ts";
import { dripRows } from "./drip-rows.ts";
import type { Expected } from "./expectation.ts";
import { favoriteRows } from "./favorite-rows.ts";
import { feedRows } from "./feed-rows.ts";
import { imageRows } from "./image-rows.ts";
import { leadRows } from "./lead-rows.ts";
import { savedSearchRows } from "./saved-search-rows.ts";
import { searchRows } from "./search-rows.ts";
import { signInRows } from "./sign-in-rows.ts";
import { visitorRows } from "./visitor-rows.ts";
import { webhookRows } from "./webhook-rows.ts";
import type { World } from "./world.ts";

export type Request = {
  /** Of the record that was made for this one call. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * What makes a route's success, and where the specification departs from the permission table. Every route has a row:
 * one without fails the build. An update says something new each time: one that changes nothing leaves no audit row.
 */
export type Row = {
  request(world: World): Promise<Request> | Request;
  /** Where it is not the route's own. */
  success?: number;
  /** Its request has a bearer token of the route's own kind, in place of the caller's. */
  ownToken?: true;
  /** The success of callers with a cookie, where it differs. */
  signedIn?: Expected;
  /** Signs them out. */
  endsSession?: true;
  /** Of a POST that changes nothing: there is nothing for the audit log. */
  changesNothing?: true;
  /** Documented exceptions for callers of the record's brokerage… */
  exceptions?: Partial<Record<Role, Expected>>;
  /** …and of another; by default 404 where the path names a record, else success on what is one's own. */
  foreign?: { broker?: Expected; agent?: Expected; all?: Expected };
};

const notFound = (what: string): Expected => ({ status: 404, detail: `${what} not found` });
const at = (path: string): Row => ({ request: () => ({ path }) });

/** A path below the home brokerage. */
const ofBrokerage = (rest: string, body?: (world: World) => unknown): Row => ({
  request: async (world) => ({
    path: `/api/admin/brokerages/${world.home.id}${rest}`,
    body: await body?.(world),
  }),
  foreign: { all: notFound("Brokerage") },
});

export const rows: Record<string, Row> = {
  // system and listings
  getHealth: at("/health"),
  getLiveness: at("/health/live"),
  getReadiness: at("/health/ready"),
  getSystem: at("/api/admin/system"),
  searchListings: at("/api/properties"),
  searchListingsByBody: { request: () => ({ path: "/api/properties/search", body: { city: "Boise" } }) },
  listMapClusters: at("/api/map/clusters?min_lat=42&max_lat=49&min_lng=-118&max_lng=-111&zoom=5"),
  getMapTile: at("/api/map/tiles/0/0/0.mvt"),
  getMarketStats: at("/api/market-stats?city=Boise"),
  listOpenHouses: at("/api/open-houses"),
  getOpenHouseFile: {
    request: async (world) => ({ path: `/api/open-houses/${await world.openHouseId()}.ics` }),
  },
  listCities: at("/api/properties/cities/list"),
  listTowns: at("/api/public/towns"),
  listListingIndex: at("/api/public/listing-index"),
  getListingVisibility: {
    ...at("/api/admin/listings/MATRIX-1/visibility"),
    foreign: { all: notFound("Property") },
  },
  getListing: at("/api/properties/MATRIX-1"),
  getGoneListing: {
    request: async (world) => ({ path: `/api/properties/${await world.makeGoneListing()}/gone` }),
  },
  getListingHistory: at("/api/properties/MATRIX-1/history"),
  listSimilarListings: at("/api/properties/MATRIX-1/similar"),
  explainMatch: at("/api/properties/MATRIX-1/why"),
  listNearbyListings: at("/api/properties/MATRIX-1/nearby"),
  getListingBrochure: at("/api/properties/MATRIX-1/pdf"),
  importListings: {
    request: () => ({
      path: "/api/admin/listings/import?source=matrix",
      headers: { "content-type": "application/x-ndjson" },
      body: "",
    }),
  },
  listSources: at("/api/admin/sources"),
  deleteSource: { request: async (world) => ({ path: `/api/admin/sources/${await world.makeSource()}` }) },
  getSourceRules: at("/api/admin/sources/matrix/rules"),
  updateSourceRules: {
    request: (world) => ({ path: "/api/admin/sources/matrix/rules", body: { copyright: world.name() } }),
  },
  deleteListing: { request: async (world) => ({ path: `/api/admin/listings/${await world.makeListing()}` }) },

  // identity
  ...signInRows,
  verifyCredentials: at("/api/auth/verify"),
  getCurrentUser: at("/api/admin/me"),
  checkAdminAccess: at("/api/admin/admin-test"),
  checkBrokerAccess: at("/api/admin/broker-test"),
  listApiKeys: at("/api/admin/api-keys"),
  createApiKey: {
    request: (world) => ({
      path: "/api/admin/api-keys",
      body: { name: "made by the matrix", role: "agent", brokerage_id: world.home.id },
    }),
    foreign: { all: notFound("Brokerage") },
  },
  revokeApiKey: {
    request: async (world) => ({ path: `/api/admin/api-keys/${await world.makeKey()}` }),
    foreign: { all: notFound("API key") },
  },

  // brokerages
  getPublicBrokerage: at("/api/public/brokerage"),
  getPublicSite: at("/api/public/site"),
  // An unknown one: what a valid one shows is in the operation's own test.
  getSitePreview: { ...at("/api/public/site-previews/unknown"), success: 404 },
  createBrandingPreview: {
    ...ofBrokerage("/preview", (world) => ({ tagline: world.name() })),
    changesNothing: true,
  },
  listBrokerages: at("/api/admin/brokerages"),
  createBrokerage: {
    request: (world) => ({ path: "/api/admin/brokerages", body: { slug: world.name(), name: "New" } }),
  },
  getBrokerage: ofBrokerage(""),
  updateBrokerage: ofBrokerage("", (world) => ({ tagline: world.name() })),
  deleteBrokerage: {
    request: async (world) => ({ path: `/api/admin/brokerages/${await world.makeBrokerage()}` }),
    foreign: { all: notFound("Brokerage") },
  },
  searchBrokerages: at("/api/admin/search/brokerages?q=realty"),
  listBrokerageDomains: ofBrokerage("/domains"),
  addBrokerageDomain: {
    request: (world) => ({
      path: `/api/admin/brokerages/${world.home.id}/domains`,
      body: { domain: `${world.name()}.test` },
    }),
  },
  removeBrokerageDomain: {
    request: async (world) => ({
      path: `/api/admin/brokerages/${world.home.id}/domains/${await world.makeDomain()}`,
    }),
  },
  getBrokerageSources: ofBrokerage("/sources"),
  updateBrokerageSources: ofBrokerage("/sources", async (world) => ({
    sources: ["matrix", await world.makeSource()],
  })),
  getLeadSettings: ofBrokerage("/lead-settings"),
  updateLeadSettings: ofBrokerage("/lead-settings", (world) => ({ postal_address: world.name() })),
  getSmsAccount: {
    request: async (world) => {
      await world.makeSmsAccount();
      return { path: `/api/admin/brokerages/${world.home.id}/sms-account` };
    },
    foreign: { all: notFound("Brokerage") },
  },
  updateSmsAccount: ofBrokerage("/sms-account", () => ({
    account_sid: `AC${"0".repeat(32)}`,
    auth_token: "Zephyrine's token",
    from: "+12085550100",
  })),
  deleteSmsAccount: {
    request: async (world) => {
      await world.makeSmsAccount();
      return { path: `/api/admin/brokerages/${world.home.id}/sms-account` };
    },
    foreign: { all: notFound("Brokerage") },
  },

  // broker contacts
  listBrokerContacts: at("/api/admin/broker-contacts"),
  searchBrokerContacts: at("/api/admin/search/broker-contacts?q=contact"),
  getBrokerContact: {
    request: async (world) => ({ path: `/api/admin/broker-contacts/${await world.makeContact()}` }),
    foreign: { all: notFound("Broker contact") },
  },
  createBrokerContact: {
    request: (world) => ({
      path: "/api/admin/broker-contacts",
      body: { brokerage_id: world.home.id, name: "Zephyrine New", email: "new@contacts.test" },
    }),
    foreign: { all: notFound("Brokerage") },
  },
  updateBrokerContact: {
    request: async (world) => ({
      path: `/api/admin/broker-contacts/${await world.makeContact()}`,
      body: { name: "Zephyrine Changed" },
    }),
    foreign: { all: notFound("Broker contact") },
  },
  deleteBrokerContact: {
    request: async (world) => ({ path: `/api/admin/broker-contacts/${await world.makeContact()}` }),
    foreign: { all: notFound("Broker contact") },
  },

  // agents
  listAgents: at("/api/admin/agents"),
  searchAgents: at("/api/admin/search/agents?q=own"),
  getAgent: {
    request: async (world) => ({ path: `/api/admin/agents/${await world.makeAgent()}` }),
    foreign: { all: notFound("Agent") },
  },
  createAgent: {
    request: (world) => ({
      path: "/api/admin/agents",
      body: { brokerage_id: world.home.id, name: "Zephyrine", slug: world.name(), email: "new@agents.test" },
    }),
    // SPEC: Agents: a 403 here, where others' records are otherwise missing ones.
    foreign: { all: { status: 403, detail: "Cannot create agent for another brokerage" } },
  },
  updateAgent: {
    request: async (world) => ({
      path: `/api/admin/agents/${await world.makeAgent()}`,
      body: { bio: "Zephyrine changed" },
    }),
    foreign: { all: notFound("Agent") },
  },
  deleteAgent: {
    request: async (world) => ({ path: `/api/admin/agents/${await world.makeAgent()}` }),
    foreign: { all: notFound("Agent") },
  },
  updateOwnProfile: {
    request: (world) => ({ path: "/api/admin/me", body: { bio: world.name() } }),
    // Only agents have a profile.
    exceptions: { admin: notFound("Agent"), broker: notFound("Agent") },
    foreign: { broker: notFound("Agent") },
  },
  uploadAgentPhoto: {
    request: (world) => world.photoUpload(),
    foreign: { all: notFound("Agent") },
  },
  listPublicAgents: at("/api/public/agents"),
  getPublicAgent: {
    request: async (world) => ({ path: `/api/public/agents/${await world.makeAgentSlug()}` }),
  },

  // suggestions and the audit log
  createSuggestion: {
    request: async (world) => ({
      path: "/api/admin/suggestions",
      body: { target_type: "agent", target_id: await world.makeAgent(), changes: { bio: "Better" } },
    }),
    foreign: { all: notFound("Agent") },
  },
  listSuggestions: at("/api/admin/suggestions"),
  getSuggestion: {
    request: async (world) => ({ path: `/api/admin/suggestions/${await world.makeSuggestion()}` }),
    // An agent reads the own ones.
    exceptions: { agent: notFound("Suggestion") },
    foreign: { all: notFound("Suggestion") },
  },
  approveSuggestion: {
    request: async (world) => ({
      path: `/api/admin/suggestions/${await world.makeSuggestion()}/approve`,
      body: {},
    }),
    foreign: { all: notFound("Suggestion") },
  },
  rejectSuggestion: {
    request: async (world) => ({
      path: `/api/admin/suggestions/${await world.makeSuggestion()}/reject`,
      body: { reason: "No" },
    }),
    foreign: { all: notFound("Suggestion") },
  },
  listAuditLog: at("/api/admin/audit-log?page_size=100"),

  // push: each caller's own browsers
  getPushKey: at("/api/v1/admin/push/key"),
  createPushSubscription: {
    request: (world) => ({ path: "/api/v1/admin/push/subscriptions", body: world.newBrowser() }),
  },
  deletePushSubscription: {
    request: async (world) => ({
      path: "/api/v1/admin/push/subscriptions",
      body: { endpoint: await world.sharedBrowser() },
    }),
  },

  ...leadRows,
  ...dripRows,
  ...favoriteRows,
  ...savedSearchRows,
  ...visitorRows,
  ...searchRows,
  ...feedRows,
  ...imageRows,
  ...webhookRows,
};
