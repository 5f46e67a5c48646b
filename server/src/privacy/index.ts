export { createPrivacyRequest } from "./create-privacy-request.ts";
export { privacyRoutes } from "./privacy.routes.ts";
export { confirmationJob, sendConfirmations } from "./send-confirmations.ts";
export { sweepPrivacyRequests } from "./sweep-privacy-requests.ts";
