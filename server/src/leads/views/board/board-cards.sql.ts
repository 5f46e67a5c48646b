import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type SummaryRow, summaryColumns } from "../../lead-row.ts";
import { type PipelineType, type Stage, stages } from "../../lifecycle/stages.ts";
import type { ViewScope } from "../narrowed-scope.ts";

/** The leads of a board: of one pipeline or of both. */
export type BoardView = ViewScope & { pipelineType?: PipelineType | undefined };

/**
 * The cards of all columns, each column's in its order: in NEW the oldest first, elsewhere the latest to enter.
 *
 * Index: leads_board for a brokerage, leads_agent for an agent, leads_stage for all brokerages; each of the eight columns
 * is a range of it, read from one end and left after `perColumn` rows.
 * Expected: at most 800 rows, some 700 for a brokerage with 5,000 open leads.
 * Rejected: row_number() over (partition by stage), which reads and numbers every lead there is, archived ones too
 * (`npm run bench board` has both).
 */
export async function boardCards(
  db: Db,
  board: BoardView,
  { perColumn, page = 1, stage }: { perColumn: number; page?: number; stage?: Stage | undefined },
): Promise<SummaryRow[]> {
  const columns = sql.join(summaryColumns.map((name) => sql.ref(`leads.${name}`)));
  const column = (stage: RawBuilder<Stage>, order: RawBuilder<unknown>) => sql`
    select ${columns}
    from leads
    where ${inView(board)}
      and leads.stage = ${stage}
    order by ${order}
    limit ${perColumn}
    offset ${(page - 1) * perColumn}`;
  const shown = stages.filter((each) => stage === undefined || each === stage);
  const latest = shown.filter((each) => each !== "NEW");
  const parts = [
    ...(shown.includes("NEW") ? [sql`(${column(sql`'NEW'`, sql`leads.stage_entered_at, leads.id`)})`] : []),
    ...(latest.length > 0
      ? [
          sql`
    select cards.*
    from unnest(${latest}::text[]) as columns (stage)
    cross join lateral (
      ${column(sql`columns.stage`, sql`leads.stage_entered_at desc, leads.id desc`)}
    ) as cards`,
        ]
      : []),
  ];
  const { rows } = await sql<SummaryRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

function inView({ pipelineType, ...view }: BoardView): RawBuilder<boolean> {
  return pipelineType === undefined
    ? inScope(view)
    : sql`${inScope(view)} and leads.pipeline_type = ${pipelineType}`;
}

function inScope({ scope, exceptBrokerages }: ViewScope): RawBuilder<boolean> {
  if (scope === null) {
    return exceptBrokerages.length === 0
      ? sql`true`
      : sql`leads.brokerage_id <> all(${exceptBrokerages}::integer[])`;
  }
  const { brokerageId, agentId } = scope;
  if (agentId === null) return sql`leads.brokerage_id = ${brokerageId}`;
  return sql`leads.brokerage_id = ${brokerageId} and leads.assigned_agent_id = ${agentId}`;
}
