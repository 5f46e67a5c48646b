export { clientHasFavorites, clientsWithFavorites, haveFavorites } from "./clients-with-favorites.ts";
export { favoriteRoutes } from "./favorites.routes.ts";
export { pruneMagicLinks } from "./links/magic-links.ts";
export { eraseFavorites, eraseMagicLinks, exportFavorites, exportMagicLinks } from "./person-favorites.ts";
export {
  REFUSED as CLIENT_REFUSED,
  requireActiveClient,
  requireClient,
} from "./tokens/require-client.ts";
