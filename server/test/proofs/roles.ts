import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { removeFolder } from "../harness/remove-folder.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { withOwnDatabase } from "./own-database.ts";
import { openBrokerage, post, type ServerProcess, startRole } from "./server-process.ts";

const ADMIN = "bootstrap-key-of-the-roles-proof-00";
const DOMAIN = "roles.test";
const QUIET_MS = 3000;

/**
 * One process that answers requests, and two that run the jobs, on one PostgreSQL with a real mail server. While there is no worker, forms
 * are taken and no mail is sent; then COUNT forms arrive while the workers are replaced in turn, and each form has one mail to its agent.
 */
export async function proveRoles(forms: number, serverUrl = process.env.DATABASE_URL): Promise<string> {
  if (!serverUrl) throw new Error("This proof needs DATABASE_URL: scripts/with-postgres.sh npm run prove …");
  return withOwnDatabase(serverUrl, (url) => apartFromEachOther(forms, url));
}

async function apartFromEachOther(forms: number, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-roles-"));
  const mail = await startSmtpServer();
  const shared = { folder, databaseUrl, adminKey: ADMIN, mailPort: mail.port };
  const start = (role: "api" | "worker", name: string) =>
    startRole(role, { ...shared, name }, { RATE_LIMITS: "off" });
  const servers: ServerProcess[] = [];
  try {
    const api = await start("api", "api");
    servers.push(api);
    await hireOne(api, { domain: DOMAIN, key: ADMIN });
    const early = Math.ceil(forms / 4);
    for (let at = 0; at < early; at++) await sendForm(api, at);
    await delay(QUIET_MS);
    if (mail.arrived.length > 0) throw new Error(`${mail.arrived.length} mails were sent without a worker`);

    const workers = [await start("worker", "worker-1"), await start("worker", "worker-2")];
    servers.push(...workers);
    await expectProbesAlone(workers[0] as ServerProcess);
    await noticesOf(mail, early);

    let replaced = 0;
    for (let at = early; at < forms; at++) {
      await sendForm(api, at);
      if (at % Math.ceil(forms / 4) !== 0) continue;
      const index = replaced++ % workers.length;
      await workers[index]?.stop();
      workers[index] = await start("worker", `worker-${index + 1}`);
      servers.push(workers[index]);
    }
    const delayMs = await noticesOf(mail, forms);
    await delay(QUIET_MS);
    const notices = noticesByVisitor(mail);
    const doubled = [...notices].filter(([, mails]) => mails !== 1);
    if (doubled.length > 0 || notices.size !== forms)
      throw new Error(
        `Not one notice for each form: ${JSON.stringify(doubled)}, ${notices.size} of ${forms}`,
      );
    return (
      `${forms} forms at an API process without jobs: none mailed before the first worker, then one notice each, ` +
      `through ${replaced} replacements of 2 workers; the last one ${Math.round(delayMs)} ms after its form`
    );
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.map((server) => server.stop()));
    await mail.close();
    await removeFolder(folder);
  }
}

/** A brokerage with one agent, who gets every form. */
export async function hireOne(
  api: ServerProcess,
  { domain, key }: { domain: string; key: string },
): Promise<void> {
  const brokerageId = await openBrokerage(api, domain, key);
  const headers = { "x-api-key": key };
  const body = { brokerage_id: brokerageId, name: "Ann Alder", slug: "ann", email: "ann@agents.test" };
  await post(api, "/api/admin/agents", "id", { headers, body });
}

/** The form of visitor number `at`. @returns the lead's id. */
export function sendForm(api: ServerProcess, at: number, headers: Record<string, string> = { host: DOMAIN }) {
  const body = {
    firstName: "Visitor",
    lastName: `Number${at}`,
    email: `visitor-${at}@visitors.test`,
    subject: "House",
    message: "With a garden.",
  };
  return post(api, "/api/contact", "lead_id", { headers, body });
}

/** A worker has its probes and metrics, and no page or route beside them. */
async function expectProbesAlone({ pool }: ServerProcess): Promise<void> {
  const paths = {
    "/health/live": 200,
    "/health/ready": 200,
    "/health": 200,
    "/metrics": 200,
    "/api/properties": 404,
    "/openapi.json": 404,
    "/console": 404,
    "/": 404,
  };
  for (const [path, expected] of Object.entries(paths)) {
    const { statusCode, body } = await pool.request({ method: "GET", path, headers: { host: DOMAIN } });
    await body.dump();
    if (statusCode !== expected) throw new Error(`A worker answered ${path} with ${statusCode}`);
  }
}

/** Waits for the notices of that many forms. @returns how long it took, in milliseconds. */
export async function noticesOf(mail: SmtpServer, forms: number): Promise<number> {
  const began = performance.now();
  while (noticesByVisitor(mail).size < forms) {
    if (performance.now() - began > 60_000)
      throw new Error(`${noticesByVisitor(mail).size} of ${forms} notices arrived`);
    await delay(20);
  }
  return performance.now() - began;
}

/** How many mails name each visitor to the agent. */
export function noticesByVisitor(mail: SmtpServer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { to, raw } of mail.arrived) {
    const visitor = /Number\d+/.exec(raw.toString())?.[0];
    if (!to.includes("ann@agents.test") || visitor === undefined) continue;
    counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
  }
  return counts;
}
