import type { ActorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type RulesRow, rulesOf, type SourceRules } from "./source-rules.ts";

/**
 * All rules of a source, with defaults.
 *
 * @throws AppError 404 `Source not found`.
 */
export async function getSourceRules(ctx: ActorContext, input: { source: string }): Promise<SourceRules> {
  return (await readRules(ctx.db, input.source)).rules;
}

/** @throws AppError 404. Index: sources_name_key, source_rules_pkey. */
export async function readRules(
  db: Db,
  source: string,
): Promise<{ sourceId: number; name: string; rules: SourceRules }> {
  const found = await db
    .selectFrom("sources")
    .leftJoin("source_rules", "source_rules.source_id", "sources.id")
    .selectAll("source_rules")
    .select(["sources.id", "sources.name"])
    .where("sources.name", "=", source)
    .executeTakeFirst();
  if (!found) throw new AppError("not_found", "Source not found");
  const { id, name, ...row } = found;
  return { sourceId: id, name, rules: rulesOf(name, row.source_id === null ? null : (row as RulesRow)) };
}
