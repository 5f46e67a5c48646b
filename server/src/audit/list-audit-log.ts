import type { Selectable } from "kysely";
import type { ActorContext } from "../platform/context.ts";
import type { AuditLog } from "../platform/database/types.generated.ts";
import { AppError } from "../platform/errors.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import { visibleBrokerage } from "../platform/http/permissions.ts";
import { parseTimestamp } from "../platform/parse-timestamp.ts";
import type { AuditEntry, AuditLogPage, AuditLogQuery } from "./audit.schemas.ts";

/**
 * Lists audit rows, newest first: brokers see those of their brokerage, admins all, including those without a
 * brokerage (decisions.md: Identity). Rows are kept for 90 days.
 *
 * @throws AppError 422 when `since` is not before `until`.
 */
export async function listAuditLog(ctx: ActorContext, input: AuditLogQuery): Promise<AuditLogPage> {
  const matching = matchingRows(ctx, input);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return envelope(rows.map(present), total, input);
}

function matchingRows({ db, actor: caller }: ActorContext, input: AuditLogQuery) {
  const { target_type, target_id, actor, action, brokerage_id } = input;
  const { since, until } = period(input);
  const visible = visibleBrokerage(caller);
  let rows = db.selectFrom("audit_log");
  if (visible !== null) rows = rows.where("brokerage_id", "=", visible);
  if (brokerage_id !== undefined) rows = rows.where("brokerage_id", "=", brokerage_id);
  if (target_type !== undefined) rows = rows.where("target_type", "=", target_type);
  if (target_id !== undefined) rows = rows.where("target_id", "=", target_id);
  if (action !== undefined) rows = rows.where("action", "=", action);
  if (since) rows = rows.where("created_at", ">=", since);
  if (until) rows = rows.where("created_at", "<", until);
  if (actor === undefined) return rows;
  // strpos has no wildcards: % and _ match literally.
  return rows.where((eb) =>
    eb(eb.fn<number>("strpos", [eb.fn("lower", ["actor_name"]), eb.fn("lower", [eb.val(actor)])]), ">", 0),
  );
}

function period({ since, until }: AuditLogQuery): { since: Date | null; until: Date | null } {
  const [from, to] = [since, until].map((moment) =>
    moment === undefined ? null : (parseTimestamp(moment)?.at ?? null),
  );
  if (from && to && from >= to) {
    throw new AppError("invalid", [
      { loc: ["query", "since"], msg: "since must be before until", type: "value_error" },
    ]);
  }
  return { since: from ?? null, until: to ?? null };
}

function present(row: Selectable<AuditLog>): AuditEntry {
  return {
    id: row.id,
    at: row.created_at,
    actor: {
      type: row.actor_type as AuditEntry["actor"]["type"],
      id: row.actor_id,
      name: row.actor_name,
      role: row.actor_role as AuditEntry["actor"]["role"],
    },
    action: row.action as AuditEntry["action"],
    target_type: row.target_type,
    target_id: row.target_id,
    brokerage_id: row.brokerage_id,
    before: row.before as AuditEntry["before"],
    after: row.after as AuditEntry["after"],
    request_id: row.request_id,
  };
}
