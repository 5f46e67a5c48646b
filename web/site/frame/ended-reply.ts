import type { SiteDeps, SiteReply } from "../contract.ts";
import { type Ended, PageError } from "./ended.ts";
import { errorReply } from "./error-reply.ts";
import { moved } from "./replies.ts";
import type { Visit } from "./visit.ts";

/** The reply of a request that ended without a page of its own. */
export function endedReply(ended: Ended, visit: Visit, deps: SiteDeps): SiteReply {
  if (ended.ended === "redirect") return moved(ended.to, ended.status);
  return errorReply(new PageError(404), visit, deps);
}
