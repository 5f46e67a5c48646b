import type { Context } from "../platform/context.ts";

/** The reply itself is the check: a supervisor restarts a process that does not answer. A restart would not bring a database back. */
export function getLiveness(_ctx: Context): { status: "ok" } {
  return { status: "ok" };
}
