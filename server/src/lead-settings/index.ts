export { leadSettingsRoutes } from "./lead-settings.routes.ts";
export { type LeadSettings, routingStrategies } from "./lead-settings.schemas.ts";
export { leadSettings } from "./lead-settings.ts";
export { leadSettingsServices, type UsesLeadSettings } from "./services.ts";
export { settingsOfAll } from "./settings-of-all.ts";
export { brokeragesWithAccount, claimsOfAccount } from "./sms-account/accounts-in-use.ts";
export { smsAccount } from "./sms-account/sms-account.ts";
