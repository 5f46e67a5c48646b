import { sql } from "kysely";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { createLog } from "../../../src/platform/log.ts";
import type { Mark, Tracked } from "./visitor.ts";

type Row = { session_id: string; id: string; mark: Mark };

/** Compares the table with the visitors' events: each once, under the id of the browser, in their only session. */
export async function expectTracked(
  target: { databaseUrl: string | null; dataDir: string },
  tracked: Tracked,
  sessions: ReadonlyMap<number, string>,
): Promise<{ stored: number; sessions: number }> {
  const database = await openDatabase(target, createLog("silent"));
  try {
    const { rows } = await sql<Row>`
      select session_id, id,
        case type
          when 'search_query' then data ->> 'query'
          when 'filter_change' then data ->> 'value'
          when 'photo_engagement' then (data ->> 'listing_id') || ' photo ' || (data ->> 'photo_index')
          else data ->> 'listing_id'
        end as mark
      from visitor_events`.execute(database.db);
    const wrong = differences(rows, tracked, sessions);
    if (wrong.length > 0) {
      throw new Error(
        `${wrong.length} events are not as they were tracked:\n${wrong.slice(0, 20).join("\n")}`,
      );
    }
    return { stored: rows.length, sessions: new Set(rows.map(({ session_id }) => session_id)).size };
  } finally {
    await database.close();
  }
}

function differences(rows: Row[], tracked: Tracked, sessions: ReadonlyMap<number, string>): string[] {
  const byMark = Map.groupBy(rows, ({ mark }) => mark);
  const wrong = [...byMark.keys()]
    .filter((mark) => !tracked.has(mark))
    .map((mark) => `${mark}: never sent by the browser`);
  for (const [mark, { id, visitor }] of tracked) {
    const [row, ...more] = byMark.get(mark) ?? [];
    if (!row) wrong.push(`${mark}: lost`);
    else if (more.length > 0) wrong.push(`${mark}: counted ${1 + more.length} times`);
    else if (id !== null && row.id !== id) wrong.push(`${mark}: has become another event`);
    else if (row.session_id !== sessions.get(visitor)) wrong.push(`${mark}: in another session`);
  }
  return wrong;
}
