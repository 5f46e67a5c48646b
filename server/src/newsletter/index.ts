export { newsletterRoutes } from "./newsletter.routes.ts";
export { eraseSubscriptions, exportSubscriptions } from "./person-subscriptions.ts";
