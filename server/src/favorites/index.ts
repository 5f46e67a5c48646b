export { clientHasFavorites, clientsWithFavorites, haveFavorites } from "./clients-with-favorites.ts";
export { favoriteRoutes } from "./favorites.routes.ts";
export { pruneMagicLinks } from "./links/magic-links.ts";
export { eraseFavorites, eraseMagicLinks, exportFavorites, exportMagicLinks } from "./person-favorites.ts";
export { exportClientSessions, pruneClientSessions } from "./sessions/client-sessions.ts";
export { requireOwnPage, withClientSession } from "./sessions/with-client-session.ts";
export {
  clientOrVisitor,
  REFUSED as CLIENT_REFUSED,
  requireActiveClient,
  requireClient,
} from "./tokens/require-client.ts";
