import { sql } from "kysely";
import type { Context } from "../context.ts";
import { VERSION } from "../platform/version.ts";

export type Check = "ok" | "degraded" | "down" | "not_configured";

export type Health = {
  status: "ok" | "degraded" | "down";
  version: string;
  uptime_seconds: number;
  checks: { database: Check; jobs: Check; listing_index: Check; model_server: Check };
};

/** How the service is, part by part. Down means that it cannot do its work: the reply is a 503 then. */
export async function getHealth(ctx: Context): Promise<Health> {
  const database = await checkDatabase(ctx);
  const checks: Health["checks"] = {
    database,
    jobs: jobsCheck(ctx),
    listing_index: ctx.listingIndex.current ? "ok" : "degraded",
    model_server: modelServerCheck(ctx),
  };
  const worst = Object.values(checks);
  return {
    status:
      database === "down" ? "down" : worst.includes("degraded") || worst.includes("down") ? "degraded" : "ok",
    version: VERSION,
    uptime_seconds: Math.round(process.uptime()),
    checks,
  };
}

/** Without background jobs requests are answered as ever, and mail waits. */
export function jobsCheck({ jobs }: Context): Check {
  return ({ running: "ok", failed: "degraded", stopped: "not_configured" } as const)[jobs.state];
}

/** Without its model server, searches by words say so, and everything else goes on. */
function modelServerCheck({ models }: Context): Check {
  const answers = models.serverAnswers();
  return answers === null ? "not_configured" : answers ? "ok" : "degraded";
}

async function checkDatabase(ctx: Context): Promise<Check> {
  try {
    await Promise.race([sql`select 1`.execute(ctx.db), timeout(5000)]);
    return "ok";
  } catch {
    return "down";
  }
}

function timeout(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("timeout")), ms).unref();
  });
}
