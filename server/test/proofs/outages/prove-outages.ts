import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startRedis } from "../../harness/redis-server.ts";
import { removeFolder } from "../../harness/remove-folder.ts";
import { startS3Server } from "../../harness/s3-server.ts";
import { startSmtpServer } from "../../harness/smtp-server.ts";
import { withOwnDatabase } from "../own-database.ts";
import { startServer } from "../server-process.ts";
import { oneMailEach } from "./form-mails.ts";
import { fullDisks } from "./full-disk.ts";
import { OutageProxy, type OutageState } from "./outage-proxy.ts";
import { calmMs, type Outage, outageTable } from "./outage-table.ts";
import { prepareProbed, probedSettings } from "./probed-server.ts";
import { Probes } from "./probes.ts";

const remoteParts = ["PostgreSQL", "Redis", "S3", "SMTP"] as const;
const allParts = [...remoteParts, "disk"] as const;
type Part = (typeof allParts)[number];
type Options = { serverUrl?: string | undefined; parts?: readonly Part[] };
type Extent = { outageSeconds: number; parts: readonly Part[] };

/**
 * Takes away each part that a server depends on, in turn, for that many seconds, while everything that people do goes on; then gives it
 * back. Nothing is restarted. Prints what answered what, and how long it took until everything was right again. What is not served must
 * be refused with 503. In the end each acknowledged form must be stored once, and its agent must have one mail.
 */
export async function proveOutages(
  outageSeconds: number,
  { serverUrl = process.env.DATABASE_URL, parts = allParts }: Options = {},
): Promise<string> {
  if (!serverUrl) throw new Error("This proof needs DATABASE_URL: scripts/with-postgres.sh npm run prove …");
  const reports: string[] = [];
  if (remoteParts.some((part) => parts.includes(part)))
    reports.push(await withOwnDatabase(serverUrl, (url) => takeAllAway({ outageSeconds, parts }, url)));
  if (parts.includes("disk"))
    reports.push(await withOwnDatabase(serverUrl, (url) => fullDisks(outageSeconds, url)));
  return reports.join("\n\n");
}

async function takeAllAway({ outageSeconds, parts }: Extent, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-outages-"));
  const [mail, s3, redis] = await Promise.all([startSmtpServer(), startS3Server(), startRedis()]);
  const proxies = {
    PostgreSQL: await OutageProxy.before(Number(new URL(databaseUrl).port)),
    Redis: await OutageProxy.before(Number(new URL(redis.url).port)),
    S3: await OutageProxy.before(s3.port),
    SMTP: await OutageProxy.before(mail.port),
  };
  const server = await startServer(
    {
      ...probedSettings(proxies.SMTP),
      DATA_DIR: folder,
      DATABASE_URL: behind(proxies.PostgreSQL, databaseUrl),
      REDIS_URL: behind(proxies.Redis, redis.url),
      STORAGE_URL: behind(proxies.S3, s3.url),
    },
    4,
  );
  try {
    const probes = new Probes(await prepareProbed(server));
    await probes.allGood();
    const outages: Outage[] = [];
    for (const part of remoteParts.filter((each) => parts.includes(each))) {
      for (const state of ["gone", "silent"] as const)
        outages.push(
          await takeAway(`${part} ${state}`, { proxy: proxies[part], state, probes, outageSeconds }),
        );
    }
    await probes.end();
    const { ms, repeated } = await oneMailEach(mail, probes.acknowledgedForms);
    return (
      `${outageTable(outages, outageSeconds)}\n\n` +
      `${probes.acknowledgedForms.length} forms acknowledged in all: each has one mail to its agent ` +
      `(${repeated} came again with the same Message-ID, their acceptance having been cut off), ` +
      `the last one ${(ms / 1000).toFixed(0)} s after the last outage`
    );
  } finally {
    server.kill();
    await server.stop();
    await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    await Promise.all([mail.close(), s3.close(), redis.kill()]);
    await removeFolder(folder);
  }
}

function behind({ port }: OutageProxy, url: string): string {
  return url.replace(/(?<=127\.0\.0\.1:)\d+/, String(port));
}

type TakenAway = { proxy: OutageProxy; state: OutageState; probes: Probes; outageSeconds: number };

async function takeAway(name: string, { proxy, state, probes, outageSeconds }: TakenAway): Promise<Outage> {
  await delay(calmMs(outageSeconds));
  const since = performance.now();
  await proxy.set(state);
  await delay(outageSeconds * 1000);
  const until = performance.now();
  const answers = probes.answersBetween(since, until);
  await proxy.set("open");
  await probes.allGood();
  probes.expectServedOrRefused(since, performance.now());
  return { name, answers, recoveredMs: probes.badUntil(until) };
}
