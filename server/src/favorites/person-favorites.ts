import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import { findClientId } from "../visitors/index.ts";

/** Deletes a person's favorites. @returns how many. */
export async function eraseFavorites(ctx: Context, person: DataSubject): Promise<number> {
  const clientId = await findClientId(ctx, person);
  if (clientId === null) return 0;
  const { numDeletedRows } = await ctx.db
    .deleteFrom("client_favorites")
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the links sent to a person, used or not. @returns how many. Index magic_links_email. */
export async function eraseMagicLinks({ db }: Context, person: DataSubject): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("magic_links")
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Exports a person's favorites, oldest first. */
export async function exportFavorites(ctx: Context, person: DataSubject): Promise<object[]> {
  const clientId = await findClientId(ctx, person);
  if (clientId === null) return [];
  return ctx.db
    .selectFrom("client_favorites")
    .select(["listing_id", "created_at"])
    .where("client_id", "=", clientId)
    .orderBy("created_at")
    .orderBy("listing_id")
    .execute();
}

/** Exports the links of the last day, oldest first, without their tokens. */
export async function exportMagicLinks({ db }: Context, person: DataSubject): Promise<object[]> {
  return db
    .selectFrom("magic_links")
    .select(["email", "created_at", "expires_at", "used_at"])
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .orderBy("id")
    .execute();
}
