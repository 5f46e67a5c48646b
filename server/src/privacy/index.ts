export { privacyRoutes } from "./privacy.routes.ts";
export { sweepPrivacyRequests } from "./sweep-privacy-requests.ts";
export { confirmationJob, writeConfirmations } from "./write-confirmations.ts";
