export { leadSettingsRoutes } from "./lead-settings.routes.ts";
