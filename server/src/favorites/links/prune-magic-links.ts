import type { Context } from "../../platform/context.ts";

/** How long an expired link is kept, so that opening it late still answers that it was used or has expired. */
const RETENTION_MS = 24 * 3_600_000;

/** Deletes expired links. Index magic_links_expired. */
export async function pruneMagicLinks({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom("magic_links")
    .where("expires_at", "<", new Date(clock.now().getTime() - RETENTION_MS))
    .execute();
}
