import { routingRoutes } from "./assignment/routing.routes.ts";
import { flagRoutes } from "./contact-rules/flags.routes.ts";
import { unsubscribeRoutes } from "./contact-rules/unsubscribe/unsubscribe.routes.ts";
import { contactRoutes } from "./engagement/contacts/contacts.routes.ts";
import { followUpRoutes } from "./engagement/follow-ups/follow-ups.routes.ts";
import { noteRoutes } from "./engagement/notes/notes.routes.ts";
import { intakeRoutes } from "./intake/intake.routes.ts";
import { registrationRoutes } from "./intake/registration/registration.routes.ts";
import { unverifiedContactRoutes } from "./intake/unverified-contacts/unverified-contacts.routes.ts";
import { timelineRoutes } from "./lifecycle/timeline/timeline.routes.ts";
import { tagRoutes } from "./tags/tags.routes.ts";
import { messageRoutes } from "./views/detail/messages.routes.ts";
import { boardRoutes, metaRoutes, recordRoutes } from "./views/views.routes.ts";

export const leadRoutes = [
  ...intakeRoutes,
  ...registrationRoutes,
  ...boardRoutes,
  ...recordRoutes,
  ...metaRoutes,
  ...tagRoutes,
  ...timelineRoutes,
  ...messageRoutes,
  ...contactRoutes,
  ...noteRoutes,
  ...followUpRoutes,
  ...flagRoutes,
  ...routingRoutes,
  ...unsubscribeRoutes,
  ...unverifiedContactRoutes,
];
