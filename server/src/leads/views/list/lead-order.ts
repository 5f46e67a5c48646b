import { sql } from "kysely";
import { stages } from "../../lifecycle/stages.ts";

/** What leads can be ordered by. */
const columns = {
  created_at: sql`leads.created_at`,
  last_contact: sql`leads.last_contact`,
  // The order by heat is the order by score at every moment (temperature/score.ts).
  temperature: sql`leads.heat`,
  // In the words of the indexes leads_by_stage and leads_all_by_stage: a parameter would match neither.
  stage: sql`array_position(array[${sql.join(stages.map((stage) => sql.lit(stage)))}], leads.stage)`,
};

type Column = keyof typeof columns;

const names = Object.keys(columns) as Column[];
export const leadSorts = names.flatMap((name) => [name, `-${name}` as const]);
export type LeadSort = (typeof leadSorts)[number];

/**
 * The order clause of a sort, ties by id. A descending order is the ascending one from its end, so that either is read
 * from an index; a lead without heat has score 0, the lowest.
 */
export function orderOf(sort: LeadSort) {
  const isDescending = sort.startsWith("-");
  const name = (isDescending ? sort.slice(1) : sort) as Column;
  const column = columns[name];
  const nulls = name === "temperature" ? (isDescending ? sql` nulls last` : sql` nulls first`) : sql``;
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`${column} ${direction}${nulls}, leads.id ${direction}`;
}
