import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { removeFolder } from "../harness/remove-folder.ts";
import { freePort } from "../harness/run-lintel.ts";
import { startSmtpServer } from "../harness/smtp-server.ts";
import { alertQueries, type DeployedQuery, dashboardQueries } from "../telemetry/promql.ts";
import { withOwnDatabase } from "./own-database.ts";
import { openBrokerage, post, type ServerProcess, startRole } from "./server-process.ts";

const ADMIN = "bootstrap-key-of-the-dashboard-proof";
const DOMAIN = "dashboard.test";
const RULES = fileURLToPath(new URL("../../../deploy/prometheus/alerts.yml", import.meta.url));
/** Scrapes until a rate over a minute, and an increase, have something to count. */
const SCRAPED_MS = 25_000;
/** Empty where there is no feed, no webhook, no refused request and no failure. */
const MAY_BE_EMPTY = /lintel_feed_lag|lintel_webhook_attempts|rate_limit_refusals|outcome="failed"/;

/**
 * A Prometheus that scrapes a process that answers requests and one that runs the jobs, while requests, forms and mails go through them:
 * every query of the dashboard returns something, and no alert is raised.
 */
export async function proveDashboard(forms: number, serverUrl = process.env.DATABASE_URL): Promise<string> {
  if (!serverUrl) throw new Error("This proof needs DATABASE_URL: scripts/with-postgres.sh npm run prove …");
  const checked = execFileSync("promtool", ["check", "rules", RULES], { encoding: "utf8" });
  const rules = /(\d+) rules found/.exec(checked)?.[1];
  const shown = await withOwnDatabase(serverUrl, (url) => scraped(forms, url));
  return `${shown}; promtool: ${rules} rules found`;
}

async function scraped(forms: number, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-dashboard-"));
  const mail = await startSmtpServer();
  const shared = { folder, databaseUrl, adminKey: ADMIN, mailPort: mail.port };
  const start = (role: "api" | "worker") => startRole(role, shared);
  const servers: ServerProcess[] = [];
  let prometheus: Awaited<ReturnType<typeof startPrometheus>> | null = null;
  try {
    const api = await start("api");
    servers.push(api, await start("worker"));
    const brokerageId = await openBrokerage(api, DOMAIN, ADMIN);
    const agent = { brokerage_id: brokerageId, name: "Ann Alder", slug: "ann", email: "ann@agents.test" };
    await post(api, "/api/admin/agents", "id", { headers: { "x-api-key": ADMIN }, body: agent });
    prometheus = await startPrometheus(folder, servers);
    const until = performance.now() + SCRAPED_MS;
    for (let at = 0; at < forms || performance.now() < until; at++) {
      if (at < forms) await sendForm(api, at);
      await visit(api, "/");
      await visit(api, "/api/properties");
      await delay(200);
    }
    const { query } = prometheus;
    const queries = dashboardQueries();
    const empty: DeployedQuery[] = [];
    for (const each of queries) if ((await query(each.query)) === 0) empty.push(each);
    const missing = empty.filter((each) => !MAY_BE_EMPTY.test(each.query));
    if (missing.length > 0) throw new Error(`Without a result: ${JSON.stringify(missing, null, 2)}`);
    const raised: string[] = [];
    for (const each of alertQueries()) if ((await query(each.query)) > 0) raised.push(each.title);
    if (raised.length > 0) throw new Error(`Raised without a reason: ${raised.join(", ")}`);
    return (
      `${queries.length} queries of the dashboard on a Prometheus that scrapes an API process and a worker: ` +
      `${queries.length - empty.length} with a result, ${empty.length} empty as they may be ` +
      `(${empty.map(({ title }) => title).join(", ")}); ${mail.arrived.length} mails; ` +
      `${alertQueries().length} alerts evaluated, none raised`
    );
  } finally {
    await prometheus?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await mail.close();
    await removeFolder(folder);
  }
}

type QueryReply = { status: string; error?: string; data: { result: unknown[] } };

async function startPrometheus(folder: string, servers: readonly ServerProcess[]) {
  const port = await freePort();
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [RULES],
    scrape_configs: [
      { job_name: "lintel", static_configs: [{ targets: servers.map((each) => `127.0.0.1:${each.port}`) }] },
    ],
  };
  const file = join(folder, "prometheus.yml");
  // JSON is YAML.
  await writeFile(file, JSON.stringify(config));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "tsdb")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = performance.now() + 20_000; !(await isReady()); await delay(200))
    if (performance.now() > until) throw new Error("Prometheus did not start");
  return {
    /** @returns how many series it has. @throws Error with Prometheus' words. */
    async query(text: string): Promise<number> {
      const reply = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(text)}`);
      const { status, error, data } = (await reply.json()) as QueryReply;
      if (status !== "success") throw new Error(`${text}: ${error}`);
      return data.result.length;
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function visit({ pool }: ServerProcess, path: string): Promise<void> {
  const headers = { host: DOMAIN, accept: path === "/" ? "text/html" : "application/json" };
  const { statusCode, body } = await pool.request({ method: "GET", path, headers });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
}

async function sendForm(api: ServerProcess, at: number): Promise<void> {
  const email = `visitor-${at}@visitors.test`;
  const body = {
    firstName: "Visitor",
    lastName: `Number${at}`,
    email,
    subject: "House",
    message: "A garden.",
  };
  await post(api, "/api/contact", "success", { headers: { host: DOMAIN }, body });
}
