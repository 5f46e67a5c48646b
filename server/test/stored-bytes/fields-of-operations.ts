import { openBrowser } from "../harness/browser.ts";
import { noise } from "./largest-body.ts";

/** Where a visitor's browser has subscribed to pushes. */
export const BROWSER = "https://1.1.1.1/browser";

/** What the schema of an operation's body does not say, as large as it is accepted. */
export const fieldsOf: Record<string, () => object> = {
  submitContactForm: () => ({ subject: "Buying a home", listing_id: "LISTING-1", agent_slug: null }),
  requestTour: () => ({ listing_id: "LISTING-1", preferred_date: "2026-07-01" }),
  addPreference: () => ({ type: "features", key: noise(100), value: noise(100) }),
  recordVisitorEvents: () => ({
    events: Array.from({ length: 300 }, (_, nth) => ({
      id: noise(64),
      type: nth % 2 ? "search_query" : "filter_change",
      timestamp: "2026-06-15T11:00:00Z",
      filter: noise(100),
      value: noise(1900),
      query: noise(1000),
    })),
  }),
  createPrivacyRequest: () => ({ kind: "export" }),
  createOwnPrivacyRequest: () => ({ kind: "export" }),
  acceptVowTerms: () => ({ version: "1" }),
  createSavedSearch: () => largestSearch(),
  updateSavedSearch: () => largestSearch(),
  updateFavoriteAlerts: () => ({ channels: ["email", "push"] }),
  deleteSearchPushSubscription: () => ({ endpoint: BROWSER }),
  createSearchPushSubscription: () => openBrowser(`https://1.1.1.1/${noise(900)}`).json,
};

const AREA_POINTS = 2000;
const AREA = Array.from({ length: AREA_POINTS + 1 }, (_, nth) => {
  const angle = (2 * Math.PI * (nth % AREA_POINTS)) / AREA_POINTS;
  return [-116.2 + Math.cos(angle) / 7, 43.6 + Math.sin(angle) / 7];
});

/** A drawn area with as many points as are accepted, and every other field. */
function largestSearch() {
  return {
    name: noise(120),
    query: `homes with ${noise(480)}`,
    filters: { polygon: { type: "Polygon", coordinates: [AREA] }, keywords: noise(100) },
    frequency: "instant",
    channels: ["email", "push"],
    events: ["new", "price_drop", "back_on_market", "status", "open_house"],
    time_zone: "America/Argentina/ComodRivadavia",
  };
}
