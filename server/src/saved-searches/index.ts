export { recordAlertClick } from "./alerts/clicks/record-alert-click.ts";
export { alertGauges } from "./alerts/gauges.ts";
export { pruneAlerts } from "./alerts/prune-alerts.ts";
export { type AlertCounts, runAlerts } from "./alerts/run-alerts.ts";
export { matchChanges, matchChangesJob } from "./matching/match-changes.ts";
export { eraseSearches, exportAlertSettings, exportSearches } from "./person-searches.ts";
export { savedSearchRoutes } from "./saved-searches.routes.ts";
export { savedSearchServices, type UsesSavedSearches } from "./services.ts";
