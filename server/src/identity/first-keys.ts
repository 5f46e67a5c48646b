import { recordChange } from "../audit/index.ts";
import type { Context, Platform } from "../platform/context.ts";
import { type Db, inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { hashApiKey, newApiKey, prefixOf } from "./api-keys.ts";
import { printedLink } from "./links/sign-in-links.ts";

/** Reserved: the first admin key, and that of BOOTSTRAP_ADMIN_KEY, are found by this name. */
export const BOOTSTRAP_NAME = "bootstrap";

/** Makes BOOTSTRAP_ADMIN_KEY valid, where it is set, and the one it was before invalid. */
export async function acceptBootstrapKey(services: Platform): Promise<void> {
  const key = services.config.bootstrapAdminKey;
  if (key === null) return;
  await inTransaction(services, ({ db, clock }) => replaceBootstrapKey(db, key, clock.now()));
}

/** The first admin key of a database that has no key yet, to be shown once; null when there is one. */
export async function createFirstKey(services: Platform): Promise<string | null> {
  return inTransaction(services, async ({ db, clock }) => {
    if (await hasKeys({ db })) return null;
    const key = newApiKey();
    await replaceBootstrapKey(db, key, clock.now());
    return key;
  });
}

/** A link that signs in once as the first admin key, to be printed beside it (web.md, W27). @returns its address. */
export async function firstKeyLink(services: Platform, origin: string): Promise<string> {
  const { id } = await services.db
    .selectFrom("api_keys")
    .select("id")
    .where("name", "=", BOOTSTRAP_NAME)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return printedLink(services, { origin, apiKeyId: id });
}

/** Whether the database has any key, revoked ones included. */
export async function hasKeys({ db }: Pick<Platform, "db">): Promise<boolean> {
  return (await db.selectFrom("api_keys").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * A new first admin key, in place of one that is lost: `lintel keys reset-admin`. The previous one is revoked; other keys stay.
 *
 * @throws AppError 409 when BOOTSTRAP_ADMIN_KEY is set, which would win at the next start.
 */
export async function resetAdminKey(ctx: Context): Promise<{ key: string; revoked: number }> {
  if (ctx.config.bootstrapAdminKey !== null) {
    throw new AppError(
      "conflict",
      "BOOTSTRAP_ADMIN_KEY is set: the admin key is its value. Change it there.",
    );
  }
  return inTransaction(ctx, async (ctx) => {
    const key = newApiKey();
    const { id, revoked } = await replaceBootstrapKey(ctx.db, key, ctx.clock.now());
    for (const old of revoked) {
      await recordChange(ctx, {
        action: "delete",
        targetType: "api_key",
        targetId: old.id,
        brokerageId: null,
        before: { prefix: old.prefix, name: BOOTSTRAP_NAME, role: "admin" },
      });
    }
    await recordChange(ctx, {
      action: "create",
      targetType: "api_key",
      targetId: id,
      brokerageId: null,
      after: { prefix: prefixOf(key), name: BOOTSTRAP_NAME, role: "admin" },
    });
    return { key, revoked: revoked.length };
  });
}

type Revoked = { id: number; prefix: string };

async function replaceBootstrapKey(
  db: Db,
  key: string,
  now: Date,
): Promise<{ id: number; revoked: Revoked[] }> {
  const key_hash = hashApiKey(key);
  const revoked = await db
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("name", "=", BOOTSTRAP_NAME)
    .where("key_hash", "!=", key_hash)
    .where("revoked_at", "is", null)
    .returning(["id", "prefix"])
    .execute();
  const { id } = await db
    .insertInto("api_keys")
    .values({ name: BOOTSTRAP_NAME, prefix: prefixOf(key), key_hash, role: "admin" })
    .onConflict((conflict) => conflict.column("key_hash").doUpdateSet({ revoked_at: null, expires_at: null }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, revoked };
}
