import { recordChange } from "../../audit/index.ts";
import { lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { canSee } from "../../platform/http/permissions.ts";

export type TagRow = { id: number; brokerage_id: number; name: string };

/**
 * The tag for a change, with its brokerage and its row locked until the transaction ends.
 *
 * @throws AppError 404 `Tag not found`: missing, or of another or a disabled brokerage.
 */
export async function lockTag(ctx: ActorContext, tagId: number): Promise<TagRow> {
  const found = await tagById(ctx, tagId).executeTakeFirst();
  if (!found || !canSee(ctx.actor, found.brokerage_id)) throw tagNotFound();
  await lockBrokerage(ctx, found.brokerage_id).catch((error: unknown) => {
    throw error instanceof AppError ? tagNotFound() : error;
  });
  const row = await tagById(ctx, tagId).forUpdate().executeTakeFirst();
  if (!row) throw tagNotFound();
  return row;
}

function tagById({ db }: ActorContext, id: number) {
  return db.selectFrom("lead_tag_names").select(["id", "brokerage_id", "name"]).where("id", "=", id);
}

function tagNotFound(): AppError {
  return new AppError("not_found", "Tag not found");
}

/** The audit row of a change of a tag. */
export function recordTagChange(
  ctx: ActorContext,
  action: "update" | "delete",
  tag: TagRow,
  after: object | null,
) {
  return recordChange(ctx, {
    action,
    targetType: "lead_tag",
    targetId: tag.id,
    brokerageId: tag.brokerage_id,
    before: { name: tag.name },
    after,
  });
}
