import type { Platform } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { hashApiKey, newApiKey, prefixOf } from "./api-keys.ts";

/** Reserved: the key of BOOTSTRAP_ADMIN_KEY is found by this name. */
export const BOOTSTRAP_NAME = "bootstrap";

/**
 * Ensures that an admin key exists: BOOTSTRAP_ADMIN_KEY is valid from the start; without it, a database that has no key yet
 * gets one.
 *
 * @returns the new key, to be shown once; null when there is nothing to show.
 */
export async function ensureBootstrapKey(services: Platform): Promise<string | null> {
  return inTransaction(services, async ({ db, config }) => {
    const given = config.bootstrapAdminKey;
    const known = await db.selectFrom("api_keys").select("id").limit(1).executeTakeFirst();
    if (given === null && known) return null;

    const key = given ?? newApiKey();
    const key_hash = hashApiKey(key);
    // BOOTSTRAP_ADMIN_KEY has changed since the last start: the previous key must stop working.
    await db
      .updateTable("api_keys")
      .set({ revoked_at: services.clock.now() })
      .where("name", "=", BOOTSTRAP_NAME)
      .where("key_hash", "!=", key_hash)
      .where("revoked_at", "is", null)
      .execute();
    await db
      .insertInto("api_keys")
      .values({ name: BOOTSTRAP_NAME, prefix: prefixOf(key), key_hash, role: "admin" })
      .onConflict((conflict) =>
        conflict.column("key_hash").doUpdateSet({ revoked_at: null, expires_at: null }),
      )
      .execute();
    return given === null ? key : null;
  });
}
