export { pruneInboundTexts } from "./claim-text.ts";
export { smsInboundRoutes } from "./sms-inbound.routes.ts";
