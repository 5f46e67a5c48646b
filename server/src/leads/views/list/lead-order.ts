import { sql } from "kysely";
import { stages } from "../../lifecycle/stages.ts";

/** The sort columns of leads. */
const columns = {
  created_at: sql`leads.created_at`,
  last_contact: sql`leads.last_contact`,
  // Heat and score have the same order at all times (temperature/score.ts).
  temperature: sql`leads.heat`,
  // As in the indexes leads_by_waiting and leads_all_by_waiting: null, the last, where the clock has stopped.
  response_due: sql`(case when leads.response_stopped_at is null then leads.response_due_at end)`,
  // Literals as in the indexes leads_by_stage and leads_all_by_stage: parameters would match neither.
  stage: sql`array_position(array[${sql.join(stages.map((stage) => sql.lit(stage)))}], leads.stage)`,
};

type Column = keyof typeof columns;

const names = Object.keys(columns) as Column[];
export const leadSorts = names.flatMap((name) => [name, `-${name}` as const]);
export type LeadSort = (typeof leadSorts)[number];

/**
 * The order clause of a sort, ties by id. A descending order is the exact reverse of the ascending one, so that one index
 * serves both. A lead without heat has score 0, the lowest.
 */
export function orderOf(sort: LeadSort) {
  const isDescending = sort.startsWith("-");
  const name = (isDescending ? sort.slice(1) : sort) as Column;
  const column = columns[name];
  const nulls = name === "temperature" ? (isDescending ? sql` nulls last` : sql` nulls first`) : sql``;
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`${column} ${direction}${nulls}, leads.id ${direction}`;
}

/** The same from the other end. */
export function reverseOf(sort: LeadSort): LeadSort {
  return (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as LeadSort;
}
