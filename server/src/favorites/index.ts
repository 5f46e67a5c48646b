export { favoriteRoutes } from "./favorites.routes.ts";
export { pruneMagicLinks } from "./links/magic-links.ts";
export { eraseFavorites, eraseMagicLinks, exportFavorites, exportMagicLinks } from "./person-favorites.ts";
