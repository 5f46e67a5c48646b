import { sql } from "kysely";
import { sendConfirmations } from "../../src/privacy/index.ts";
import type { TestApp } from "../harness/test-app.ts";
import { recordSearches } from "./record-searches.ts";
import { codeInMail, linkInMail, type Send } from "./recorder.ts";

const person = { email: "ada@example.com", phone: "(208) 555-0101" };

/** What a brokerage's website sends for its visitors. */
export async function recordWebsite(send: Send, lintel: TestApp): Promise<void> {
  const listings = await recordListings(send);
  const listingId = listings[0] as string;
  await recordOpenHouse(send, lintel, listingId);
  await recordSession(send, listings);
  await send("submitContactForm", {
    body: {
      ...{ firstName: "Ada", lastName: "Lovelace", ...person },
      subject: "What is my home worth?",
      message: "Three bedrooms in Eagle.",
      source_page: "/sell",
    },
  });
  await send("registerClient", {
    body: { name: "Grace Hopper", email: "grace@example.com", phone: "208-555-0102" },
  });
  await send("requestTour", {
    body: {
      ...{ listing_id: listingId, name: "Ada Lovelace", ...person },
      ...{ preferred_date: "2026-06-20", preferred_time: "10:00", message: "Is the shop heated?" },
    },
  });
  await recordFavorites(send, lintel, listingId);
  await send("subscribeToNewsletter", {
    body: { email: "ada@example.com", first_name: "Ada", interests: ["Eagle", "acreage"] },
  });
  const exported = await requestPrivacy(send, lintel, "ada@example.com", "export");
  await send("showPrivacyConfirmation", { path: { token: exported } });
  await send("confirmPrivacyRequest", { path: { token: exported } });
  const erased = await requestPrivacy(send, lintel, "grace@example.com", "erase");
  await send("pressPrivacyConfirmation", { path: { token: erased } });
}

/** The token of the link in the confirmation mail. */
async function requestPrivacy(send: Send, lintel: TestApp, email: string, kind: string): Promise<string> {
  await send("createPrivacyRequest", { body: { email, kind } });
  await sendConfirmations(lintel.ctx);
  return (await linkInMail(lintel, "privacy_confirmation")).pathname.split("/").at(-1) as string;
}

async function recordListings(send: Send): Promise<string[]> {
  await send("getPublicBrokerage");
  await send("getPublicSite");
  const { token } = await send("createBrandingPreview", {
    as: "admin",
    path: { brokerage_id: 1 },
    body: { hero_headline: "Homes with a view of the Sawtooths" },
  });
  await send("getSitePreview", { path: { token } });
  await send("listPublicAgents");
  await send("getPublicAgent", { path: { slug: "hazel-thornbury" } });
  const { items } = await send("searchListings", {
    query: { city: ["Boise"], min_beds: 3, max_price: 600_000, sort_by: "list_price", page_size: 5 },
  });
  await send("searchListingsByBody", { body: { city: ["Boise", "Eagle"], min_sqft: 2000, page_size: 2 } });
  const { listing_id } = items[0];
  await send("getListing", { path: { listing_id } });
  await send("getListingHistory", { path: { listing_id } });
  await send("explainMatch", { path: { listing_id }, query: { min_beds: 6, city: ["Boise", "Eagle"] } });
  await send("listSimilarListings", { path: { listing_id }, query: { limit: 2 } });
  await send("listNearbyListings", { path: { listing_id }, query: { radius_miles: 3, limit: 2 } });
  await send("listCities");
  await send("listTowns");
  await send("listListingIndex");
  const boise = { min_lat: 43.5, max_lat: 43.7, min_lng: -116.4, max_lng: -116.1 };
  await send("listMapClusters", { query: { ...boise, zoom: 11, max_price: 600_000 } });
  await send("getMarketStats", { query: { city: ["Boise"], months: 2 } });
  await send("getMapTile", { path: { z: 10, x: 181, y: 373 } });
  await send("getListingBrochure", { path: { listing_id } });
  const words = { query: "3 bed house under 600k in Boise with a shop" };
  await send("semanticSearch", { body: { ...words, limit: 2, explain: true } });
  await send("multimodalSearch", { body: { query: "bright kitchen with an island", limit: 2 } });
  await send("compareSearches", { body: { query: "bright kitchen with an island", limit: 2 } });
  await send("findSimilarImages", { body: { image_url: items[0].photos[0], limit: 2 } });
  await send("autocomplete", { query: { q: "Boi" } });
  return items.map((item: { listing_id: string }) => item.listing_id);
}

async function recordOpenHouse(send: Send, lintel: TestApp, listingId: string): Promise<void> {
  await sql`
    insert into open_houses (source_id, open_house_key, listing_key, date, starts_at, ends_at, status, remarks)
    select source_id, 'example', listing_key, '2026-06-20', '2026-06-20T19:00:00Z', '2026-06-20T21:00:00Z', 'Active',
      'Come and see the shop.'
    from listings
    where listing_id = ${listingId}`.execute(lintel.database.db);
  await lintel.services.listings.index.catchUp();
  const { items } = await send("listOpenHouses", {
    query: { from: "2026-06-20", city: ["Boise"], page_size: 2 },
  });
  await send("getOpenHouseFile", { path: { id: items[0].id } });
}

async function recordSession(send: Send, listings: string[]): Promise<void> {
  const { session_id } = await send("createSession");
  const headers = { "x-session-id": session_id };
  const timestamp = "2026-06-15T12:00:00Z";
  await send("recordVisitorEvents", {
    headers,
    body: {
      events: [
        ...listings.map((listing_id, nth) => ({
          ...{ id: `5f2c1f0e-${nth}`, type: "property_view", timestamp, listing_id },
          engagement: { time_seconds: 95, scroll_percent: 80, photos_viewed: 7, used_calculator: true },
        })),
        { id: "5f2c1f0e-8", type: "filter_change", timestamp, filter: "price_max", value: 600_000 },
        { id: "5f2c1f0e-9", type: "search_query", timestamp, query: "3 beds in Boise with a shop" },
      ],
    },
  });
  await send("addPreference", { headers, body: { type: "price", key: "max", value: 600_000 } });
  await send("addPreference", { headers, body: { type: "locations", value: "Boise" } });
  await send("addPreference", { headers, body: { type: "features", key: "shop", value: "Shop" } });
  await send("judgePreference", {
    headers,
    path: { type: "locations", key: "boise" },
    body: { action: "confirm" },
  });
  await send("writeNotes", { headers, body: { notes: "Needs a shop for two cars." } });
  await send("getPreferences", { headers });
  await send("getSessionStatus", { headers });
  const { agents } = await send("listSuggestedAgents", { headers });
  await send("assignSessionAgent", { headers, body: { agent_id: agents[0].id } });
  await send("deletePreference", { headers, path: { type: "features", key: "shop" } });
  await send("clearSession", { headers });
}

async function recordFavorites(send: Send, lintel: TestApp, listing_id: string): Promise<void> {
  await send("requestMagicLink", { body: { email: "ada@example.com" } });
  const token = (await linkInMail(lintel, "magic_link")).hash.replace("#token=", "");
  await send("showFavoritesPage");
  const { auth_token } = await send("verifyMagicLink", { path: { token } });
  const headers = { authorization: `Bearer ${auth_token}` };
  await offerVowTerms(lintel);
  const path = { source: "demo" };
  const { version } = await send("getVowTerms", { path });
  await send("acceptVowTerms", { headers, path, body: { version } });
  await send("syncFavorites", { headers, body: { favorites: [listing_id] } });
  await send("listFavorites", { headers });
  await recordSearches(send, lintel, headers);
  await send("deleteFavorite", { headers, path: { listing_id } });
  await recordCode(send, lintel);
}

/** A browser without scripts, in which the code of the mail is typed. */
async function recordCode(send: Send, lintel: TestApp): Promise<void> {
  const request_id = "0b7c2d7e-6f0a-4f0e-9d0a-2f1f6f0f7a11";
  await send("requestMagicLink", { body: { email: "eve@example.com", request_id } });
  const code = await codeInMail(lintel, "magic_link");
  const { auth_token } = await send("createClientSession", { body: { code, request_id } });
  const headers = { authorization: `Bearer ${auth_token}` };
  await send("getClientSession", { headers });
  await send("createOwnPrivacyRequest", { headers, body: { kind: "export" } });
  await send("deleteClientSession");
}

async function offerVowTerms({ database: { db } }: TestApp): Promise<void> {
  const { id } = await db
    .selectFrom("sources")
    .select("id")
    .where("name", "=", "demo")
    .executeTakeFirstOrThrow();
  const terms = {
    vow_terms_version: "2026-06",
    vow_terms_text: "I use this information to look for a home.",
  };
  await db
    .insertInto("source_rules")
    .values({ source_id: id, ...terms })
    .execute();
}
