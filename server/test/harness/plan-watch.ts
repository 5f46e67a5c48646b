import { type CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, describe } from "vitest";
import type { Db } from "../../src/platform/database/database.ts";
import { createPool } from "../../src/platform/database/pool.ts";
import type { DB } from "../../src/platform/database/types.generated.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

/** Asks PostgreSQL how it carries out what our own functions send. */
export type PlanWatch = {
  /** Index names and scans of tables that may be large, of the first query that `run` sends. */
  planOf(
    run: (db: Db) => Promise<unknown>,
    db?: Db,
  ): Promise<{ indexes: string[]; tableScans: (string | undefined)[] }>;
  /** What it watches. */
  db: Db;
  close(): Promise<void>;
};

/** Of a handful of rows: a scan is the cheapest way. */
const smallTables = new Set(["sources", "source_rules"]);

/** Hundreds of thousands of rows, on a machine that does other things as well. */
const FILLED_WITHIN_MS = 180_000;

/**
 * Tests of plans, on PostgreSQL alone, with what `fill` puts into the tables: of so many rows that an index is worth its while, and
 * analyzed by itself.
 */
export function describePlans(
  name: string,
  fill: (lintel: TestApp) => Promise<unknown>,
  tests: (watched: Watched) => void,
): void {
  describe.runIf(process.env.DATABASE_URL)(name, () => {
    const watched = {} as Watched;
    beforeAll(async () => {
      const lintel = await startTestApp();
      Object.assign(watched, watchPlans(lintel), { lintel });
      await fill(lintel);
      await sql`analyze`.execute(lintel.database.db);
    }, FILLED_WITHIN_MS);
    afterAll(async () => {
      await watched.close();
      await watched.lintel.close();
    });
    tests(watched);
  });
}

type Watched = PlanWatch & { lintel: TestApp };

function watchPlans({ database }: TestApp): PlanWatch {
  let sent: CompiledQuery[] = [];
  const pool = createPool({ target: { url: database.databaseUrl as string }, maxConnections: 1 });
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      sent.push(event.query);
    },
  });
  return {
    async planOf(run, db = watched) {
      sent = [];
      await run(db);
      const [query] = sent;
      const { rows } = await db.executeQuery<{ "QUERY PLAN": { Plan: Plan }[] }>({
        ...(query as CompiledQuery),
        sql: `explain (format json) ${query?.sql}`,
      });
      const nodes = flatten(rows[0]?.["QUERY PLAN"][0]?.Plan as Plan);
      return {
        indexes: [...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))].sort(),
        tableScans: nodes
          .filter((node) => node["Node Type"] === "Seq Scan")
          .map((node) => node["Relation Name"])
          .filter((table) => !smallTables.has(table as string)),
      };
    },
    db: watched,
    close: () => watched.destroy(),
  };
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
