export { leadSettingsRoutes } from "./lead-settings.routes.ts";
export { type LeadSettings, routingStrategies } from "./lead-settings.schemas.ts";
export { brokerageTimeZone, leadSettings, leadSettingsOfAll } from "./lead-settings.ts";
export { leadSettingsServices, type UsesLeadSettings } from "./services.ts";
export { brokeragesWithAccount, tokensOfAccount } from "./sms-account/account-tokens.ts";
export { smsAccount } from "./sms-account/sms-account.ts";
export { updateLeadSettings } from "./update-lead-settings.ts";
