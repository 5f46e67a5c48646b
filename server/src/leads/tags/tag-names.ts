import { Type } from "typebox";
import { lockBrokerage } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";

export const MAX_TAG_LENGTH = 40;
export const MAX_TAGS_OF_LEAD = 20;
export const MAX_TAGS_OF_BROKERAGE = 500;

/** A name as users type it. */
export const TagName = () =>
  Type.String({
    trim: true,
    minLength: 1,
    maxLength: MAX_TAG_LENGTH,
    description: "Case and repeated spaces make no difference: a tag is stored and shown in lower case",
  });

/** Where a request has a name. */
type TagLocation = readonly ["body" | "path" | "query", string] | readonly ["body", string, number];

/**
 * The stored form of a name.
 *
 * @param loc for the refusal.
 * @throws AppError 422 when nothing is left of it, or it has grown beyond the limit.
 */
export function tagOf(name: string, loc: TagLocation): string {
  const tag = name.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  if (tag !== "" && tag.length <= MAX_TAG_LENGTH) return tag;
  const msg = `${loc[1]} must have 1 to ${MAX_TAG_LENGTH} characters`;
  throw new AppError("invalid", [{ loc: [...loc], msg, type: "value_error" }]);
}

/**
 * The ids of tags of a brokerage, by name. New names are added. The brokerage's row is locked for that, so that their number is right.
 *
 * @throws AppError 409 when the brokerage would have too many.
 */
export async function tagIds(
  ctx: Context,
  brokerageId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const { db, clock } = ctx;
  const known = await knownTags(db, brokerageId, names);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  await lockBrokerage(ctx, brokerageId);
  const { total } = await db
    .selectFrom("lead_tag_names")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("brokerage_id", "=", brokerageId)
    .executeTakeFirstOrThrow();
  const added = await db
    .insertInto("lead_tag_names")
    .values(missing.map((name) => ({ brokerage_id: brokerageId, name, created_at: clock.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  if (total + added.length > MAX_TAGS_OF_BROKERAGE) {
    throw new AppError(
      "conflict",
      `Cannot add a tag: the brokerage has ${MAX_TAGS_OF_BROKERAGE} tags. Delete one first`,
    );
  }
  return knownTags(db, brokerageId, names);
}

/** Index: lead_tag_names_brokerage_id_name_key. */
async function knownTags(
  db: Db,
  brokerageId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("lead_tag_names")
    .select(["id", "name"])
    .where("brokerage_id", "=", brokerageId)
    .where("name", "in", names)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}
