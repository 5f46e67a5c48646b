import { type Ended, redirect } from "./ended.ts";
import type { Visit } from "./visit.ts";

/**
 * Sends a request on to the page's own address, with its query, where the address has another case or slug (W6). Forms are sent on by 308:
 * after a 301, browsers would load the page without the fields.
 */
export function redirectToOwn({ url, idempotencyKey }: Visit, path: string): Ended {
  return redirect(path + url.search, idempotencyKey === null ? 301 : 308);
}
