import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { isAddress } from "../../platform/data-subject.ts";
import { BOOTSTRAP_NAME } from "../first-keys.ts";

/**
 * Makes the owner of an address an admin, in the transaction in which a link has confirmed the address. With the first one, the first admin
 * key has served its purpose in browsers: its sessions end.
 */
export async function addAdmin(ctx: Context, email: string): Promise<void> {
  const { db, clock } = ctx;
  // Two invitations of one address that are used at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${`admin ${email}`}), 0))`.execute(db);
  const known = await db
    .selectFrom("admins")
    .select("id")
    .where(isAddress(sql.ref("email"), email))
    .executeTakeFirst();
  if (known) return;
  const { id } = await db
    .insertInto("admins")
    .values({ email, created_at: clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordChange(ctx, {
    action: "create",
    targetType: "admin",
    targetId: id,
    brokerageId: null,
    after: { email },
  });
  await db
    .deleteFrom("staff_sessions")
    .where("api_key_id", "in", db.selectFrom("api_keys").select("id").where("name", "=", BOOTSTRAP_NAME))
    .execute();
}
