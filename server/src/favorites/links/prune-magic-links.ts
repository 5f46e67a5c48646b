import type { Context } from "../../platform/context.ts";

/** As long after its end a link still says that it is used, or has expired, to whoever opens it late. */
const KEPT_MS = 24 * 3_600_000;

/** Forgets links, and whose they were. Index magic_links_expired. */
export async function pruneMagicLinks({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom("magic_links")
    .where("expires_at", "<", new Date(clock.now().getTime() - KEPT_MS))
    .execute();
}
