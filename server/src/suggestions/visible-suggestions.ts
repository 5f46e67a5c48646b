import type { Selectable } from "kysely";
import type { ActorContext } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import type { Suggestions } from "../platform/database/types.generated.ts";
import { AppError } from "../platform/errors.ts";
import { visibleBrokerage } from "../platform/http/permissions.ts";
import type { Suggestion } from "./suggestions.schemas.ts";

export type SuggestionRow = Selectable<Suggestions>;

/** Admins see all suggestions, brokers those about their brokerage, agents their own. */
export function visibleSuggestions({ db, actor }: ActorContext) {
  const brokerageId = visibleBrokerage(actor);
  let suggestions = db.selectFrom("suggestions");
  if (brokerageId !== null) suggestions = suggestions.where("brokerage_id", "=", brokerageId);
  if (actor.role !== "agent") return suggestions;
  if (actor.agentId !== null) return suggestions.where("submitted_by_agent_id", "=", actor.agentId);
  // A caller without an agent record is identified by name alone.
  return suggestions.where("submitted_by_agent_id", "is", null).where("submitted_by", "=", actor.name);
}

/** @throws AppError 404 `Suggestion not found`, also when the caller does not see it. */
export async function visibleSuggestion(ctx: ActorContext, suggestionId: number): Promise<SuggestionRow> {
  const row = await visibleSuggestions(ctx).selectAll().where("id", "=", suggestionId).executeTakeFirst();
  if (!row) throw suggestionNotFound();
  return row;
}

export function suggestionNotFound(): AppError {
  return new AppError("not_found", "Suggestion not found");
}

export function presentSuggestion(row: SuggestionRow): Suggestion {
  return {
    id: row.id,
    status: row.status as Suggestion["status"],
    target_type: row.target_type as Suggestion["target_type"],
    target_id: row.target_id,
    changes: row.changes as Suggestion["changes"],
    note: row.note,
    reason: row.reason,
    submitted_by: row.submitted_by,
    created_at: row.created_at,
  };
}

/** Counts undecided suggestions of all brokerages. */
export async function countPendingSuggestions(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("suggestions")
    .where("status", "=", "pending")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
