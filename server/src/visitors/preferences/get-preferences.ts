import type { TenantContext } from "../../platform/context.ts";
import { preferencesOfSession, requireSession } from "../sessions/session-row.ts";
import type { Preferences } from "./compose.ts";

/** Returns the visitor's preferences. @throws AppError 404 without a session. */
export async function getPreferences(ctx: TenantContext): Promise<Preferences> {
  return preferencesOfSession(await requireSession(ctx));
}
