import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const SEARCHES = "/api/v1/searches";
const search = { filters: { city: ["Boise"] } };

/** With the token of a client of the home brokerage: other credentials beside it make no difference. */
const asClient = (path: string, body?: object): Row => ({
  request: async (world: World) => ({
    path,
    headers: { authorization: `Bearer ${await world.favoritesToken()}` },
    ...(body && { body }),
  }),
  ownToken: true,
});

/** The same with a search of a client of its own: a client has room for 50. */
const ofSearch = (rest: string, body?: object): Row => ({
  request: async (world: World) => {
    const { id, token } = await world.makeSearch();
    return {
      path: `${SEARCHES}/${id}${rest}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    };
  },
  ownToken: true,
});

const unknownLink = (path: string): Row => ({ request: () => ({ path }), success: 404 });

/** Saved searches, whose routes have the token of favorites; and those of leads, which are for staff. */
export const savedSearchRows: Record<string, Row> = {
  createSavedSearch: {
    request: async (world) => ({
      path: SEARCHES,
      headers: { authorization: `Bearer ${(await world.makeSearch()).token}` },
      body: search,
    }),
    ownToken: true,
  },
  listSavedSearches: asClient(SEARCHES),
  getSavedSearch: ofSearch(""),
  updateSavedSearch: ofSearch("", { frequency: "weekly" }),
  deleteSavedSearch: ofSearch(""),
  listSearchResults: ofSearch("/results"),
  markSearchSeen: ofSearch("/seen", {}),
  // Invalid links: what valid ones do is in the operations' own tests.
  confirmSearch: unknownLink(`${SEARCHES}/confirm/unknown`),
  redeemSearchConfirmation: {
    request: () => ({ path: `${SEARCHES}/confirm`, body: { token: "unknown" } }),
    success: 404,
  },
  showSearchConfirmationPage: { request: () => ({ path: "/searches/confirm" }) },
  showAlertsUnsubscribePage: unknownLink(`${SEARCHES}/unsubscribe/unknown`),
  unsubscribeAlertsOneClick: unknownLink(`${SEARCHES}/unsubscribe/unknown`),
  pressAlertsUnsubscribe: unknownLink(`${SEARCHES}/unsubscribe/unknown/button`),
  showResumePage: unknownLink(`${SEARCHES}/resume/unknown`),
  resumeAlerts: unknownLink(`${SEARCHES}/resume/unknown`),
  getSearchPushKey: { request: () => ({ path: `${SEARCHES}/push-key` }) },
  createSearchPushSubscription: {
    request: async (world) => ({
      path: `${SEARCHES}/push-subscriptions`,
      headers: { authorization: `Bearer ${await world.favoritesToken()}` },
      body: world.newBrowser(),
    }),
    ownToken: true,
  },
  deleteSearchPushSubscription: {
    request: async (world) => ({
      path: `${SEARCHES}/push-subscriptions`,
      headers: { authorization: `Bearer ${await world.favoritesToken()}` },
      body: { endpoint: await world.clientsBrowser() },
    }),
    ownToken: true,
  },
  getFavoriteAlerts: asClient("/api/v1/favorites/alerts"),
  updateFavoriteAlerts: asClient("/api/v1/favorites/alerts", { frequency: "daily" }),
  listLeadSearches: {
    request: async (world) => ({ path: `/api/v1/admin/leads/${await world.makeLead()}/searches` }),
    foreign: { all: { status: 404, detail: "Lead not found" } },
  },
  createLeadSearch: {
    request: async (world) => ({
      path: `/api/v1/admin/leads/${await world.makeLead()}/searches`,
      body: search,
    }),
    foreign: { all: { status: 404, detail: "Lead not found" } },
  },
};
