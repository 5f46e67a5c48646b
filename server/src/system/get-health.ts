import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { type SourceLag, sourceLags } from "../feeds/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { VERSION } from "../platform/version.ts";

export type Check = "ok" | "degraded" | "down" | "not_configured";

export type Health = {
  status: "ok" | "degraded" | "down";
  version: string;
  uptime_seconds: number;
  checks: { database: Check; jobs: Check; listing_index: Check; model_server: Check; feeds: Check };
};

/**
 * The state of the service by component. Down means that it cannot serve requests or is stopping: the reply is then a
 * 503, and a load balancer routes requests elsewhere.
 */
export async function getHealth(ctx: Context<UsesListings & UsesModels>): Promise<Health> {
  const { database, feeds } = await sharedChecks(ctx);
  const checks: Health["checks"] = {
    database,
    jobs: jobsCheck(ctx),
    listing_index: ctx.listings.index.current ? "ok" : "degraded",
    model_server: modelServerCheck(ctx),
    feeds: ctx.listings.sources.lateSources(ctx.clock.now()).length > 0 ? "degraded" : feeds,
  };
  const worst = Object.values(checks);
  return {
    status:
      database === "down" || ctx.draining.aborted
        ? "down"
        : worst.includes("degraded") || worst.includes("down")
          ? "degraded"
          : "ok",
    version: VERSION,
    uptime_seconds: Math.round(process.uptime()),
    checks,
  };
}

/** Without background jobs, requests are served, but mail is not sent. */
export function jobsCheck({ jobs }: Context): Check {
  return ({ running: "ok", failed: "degraded", stopped: "not_configured" } as const)[jobs.state];
}

/** Without its model server, searches by words report that, and everything else works. */
function modelServerCheck({ models }: Context<UsesModels>): Check {
  const answers = models.serverAnswers();
  return answers === null ? "not_configured" : answers ? "ok" : "degraded";
}

const ANSWER_WITHIN_MS = 1500;
/** How long a result is cached, because the route is public and has no rate limit. */
const KEPT_MS = 500;

type DatabaseChecks = Pick<Health["checks"], "database" | "feeds">;
type LastChecks = { checks: Promise<DatabaseChecks>; until: number };

const lastChecks = new WeakMap<Context["databaseWatch"], LastChecks>();

/** The running or the last checks. A detected outage is reported at once. */
function sharedChecks(ctx: Context): Promise<DatabaseChecks> {
  const { databaseWatch } = ctx;
  const known = lastChecks.get(databaseWatch);
  if (known && !databaseWatch.isSilent && performance.now() < known.until) return known.checks;
  const last: LastChecks = { checks: checkDatabase(ctx), until: Number.POSITIVE_INFINITY };
  lastChecks.set(databaseWatch, last);
  void last.checks.finally(() => {
    last.until = performance.now() + KEPT_MS;
  });
  return last.checks;
}

/** Degraded: slow to answer, but not detected as down. */
async function checkDatabase(ctx: Context): Promise<DatabaseChecks> {
  const late = new AbortController();
  const answered = sql`select 1`
    .execute(ctx.db)
    .then(() => sourceLags(ctx))
    .then(
      (lags): DatabaseChecks => ({ database: "ok", feeds: feedsCheck(lags) }),
      (): DatabaseChecks => ({ database: "down", feeds: "degraded" }),
    );
  const slow = delay(ANSWER_WITHIN_MS, "slow" as const, { signal: late.signal, ref: false });
  try {
    const checks = await Promise.race([answered, slow]);
    if (checks !== "slow") return checks;
    return { database: ctx.databaseWatch.isDown ? "down" : "degraded", feeds: "degraded" };
  } finally {
    late.abort();
    slow.catch(() => {
      // Aborted: the caller already has its answer.
    });
  }
}

/** Degraded: the listings of a source are hours behind. */
function feedsCheck(lags: SourceLag[]): Check {
  if (lags.length === 0) return "not_configured";
  return lags.some(({ isLate }) => isLate) ? "degraded" : "ok";
}
