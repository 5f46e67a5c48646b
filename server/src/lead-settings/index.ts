export { leadSettingsRoutes } from "./lead-settings.routes.ts";
export { type LeadSettings, routingStrategies } from "./lead-settings.schemas.ts";
export { leadSettings } from "./lead-settings.ts";
export { type SmsAccount, smsAccount } from "./sms-account/sms-account.ts";
