export { pruneInboundTexts } from "./inbound-texts.ts";
export { smsInboundRoutes } from "./sms-inbound.routes.ts";
