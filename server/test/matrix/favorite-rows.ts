import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const FAVORITES = "/api/v1/favorites";

/** With the token of a client of the home brokerage: other credentials beside it make no difference. */
const asClient = (path: string, body?: object): Row => ({
  request: async (world: World) => ({
    path,
    headers: { authorization: `Bearer ${await world.favoritesToken()}` },
    ...(body && { body }),
  }),
  ownToken: true,
});

/** Favorites and what else clients ask for, whose routes have a token of their own: no other credentials open them, nor are needed. */
export const favoriteRows: Record<string, Row> = {
  requestMagicLink: {
    request: (world) => ({
      path: `${FAVORITES}/magic-link`,
      body: { email: `${world.name()}@clients.test` },
    }),
  },
  // An invalid link: what a valid one does is in the operation's own test.
  verifyMagicLink: { request: () => ({ path: `${FAVORITES}/verify/unknown` }), success: 404 },
  createClientSession: {
    request: () => ({ path: "/api/v1/client-session", body: { token: "unknown" } }),
    success: 404,
  },
  getClientSession: asClient("/api/v1/client-session"),
  deleteClientSession: { request: () => ({ path: "/api/v1/client-session" }) },
  createOwnPrivacyRequest: asClient("/api/privacy/own-requests", { kind: "export" }),
  showFavoritesPage: { request: () => ({ path: "/favorites/verify" }) },
  listFavorites: asClient(FAVORITES),
  syncFavorites: asClient(`${FAVORITES}/sync`, { favorites: ["MATRIX-1"] }),
  deleteFavorite: asClient(`${FAVORITES}/MATRIX-1`),
  getVowTerms: { request: () => ({ path: "/api/v1/sources/matrix/vow-terms" }) },
  acceptVowTerms: asClient("/api/v1/sources/matrix/vow-terms", { version: "1" }),
};
