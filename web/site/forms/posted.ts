import type { Ended } from "../frame/ended.ts";
import type { FormError } from "./form-state.ts";

/** What a form's handler returns. */
export type Posted =
  | { posted: "sent"; to: string; cookies: readonly string[] }
  | { posted: "refused"; errors: readonly FormError[]; status: number; retryAfter: string | null }
  | Ended;

/**
 * Sends the browser on with 303, usually to the page's own path and `/sent`.
 *
 * @param cookies values of `Set-Cookie`, such as those of the API's reply.
 */
export function sent(to: string, cookies: readonly string[] = []): Posted {
  return { posted: "sent", to, cookies };
}

/** Shows the page again, with what was typed and what is wrong. */
export function refused(
  errors: readonly FormError[],
  status = 422,
  retryAfter: string | null = null,
): Posted {
  return { posted: "refused", errors, status, retryAfter };
}
