import { boardRoutes } from "./board/board.routes.ts";
import { contactRoutes } from "./contacts/contacts.routes.ts";
import { flagRoutes } from "./flags/flags.routes.ts";
import { followUpRoutes } from "./follow-ups/follow-ups.routes.ts";
import { intakeRoutes } from "./intake/intake.routes.ts";
import { messageRoutes } from "./messages/messages.routes.ts";
import { metaRoutes } from "./meta/meta.routes.ts";
import { recordRoutes } from "./records/records.routes.ts";
import { registrationRoutes } from "./registration/registration.routes.ts";
import { routingRoutes } from "./routing/routing.routes.ts";
import { timelineRoutes } from "./timeline/timeline.routes.ts";
import { unsubscribeRoutes } from "./unsubscribe/unsubscribe.routes.ts";
import { unverifiedContactRoutes } from "./unverified-contacts/unverified-contacts.routes.ts";

export const leadRoutes = [
  ...intakeRoutes,
  ...registrationRoutes,
  ...boardRoutes,
  ...recordRoutes,
  ...metaRoutes,
  ...timelineRoutes,
  ...messageRoutes,
  ...contactRoutes,
  ...followUpRoutes,
  ...flagRoutes,
  ...routingRoutes,
  ...unsubscribeRoutes,
  ...unverifiedContactRoutes,
];
