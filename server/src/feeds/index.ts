export { feedRoutes } from "./feeds.routes.ts";
export { feedServices, type UsesFeeds } from "./services.ts";
