import { setTimeout as delay } from "node:timers/promises";
import { type SmtpServer, startSmtpServer } from "../../harness/smtp-server.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { oneMailEach } from "./form-mails.ts";
import { calmMs, type Outage, outageTable } from "./outage-table.ts";
import { prepareProbed, probedSettings, storedForms } from "./probed-server.ts";
import { Probes } from "./probes.ts";
import { SmallDisk } from "./small-disk.ts";

/** By then the mails of forms that were stored on the full disk have left: one that is claimed at the kill waits four minutes. */
const SETTLED_MS = 3000;
/** A new embedded database requires 200 MB. */
const MEGABYTES = 400;
const REFUSED = /The disk of DATA_DIR .* make room|DATA_DIR .* is on a full disk/;

/**
 * Fills the disk of DATA_DIR to its last byte for that many seconds, and frees it: with PostgreSQL elsewhere, and with the embedded
 * database on it. Then fills the latter again, and kills the server: it does not start while the disk is full, and starts when it is not.
 * In the end each acknowledged form is stored once, and its agent has one mail.
 */
export async function fullDisks(seconds: number, databaseUrl: string): Promise<string> {
  const disk = SmallDisk.mount(1);
  if (disk === null)
    return "Disk full: not run, because this user may not mount a file system (run as root).";
  disk.unmount();
  const beside = await fill("disk full, PostgreSQL elsewhere", seconds, { DATABASE_URL: databaseUrl });
  const embedded = await fill("disk full, embedded database", seconds, {}).finally(() =>
    Promise.allSettled([beside.restarted]),
  );
  const { forms: besideForms } = await beside.restarted;
  const { forms, refusal } = await embedded.restarted;
  return (
    `${outageTable([beside.outage, embedded.outage], seconds)}\n\n` +
    `${besideForms + forms} forms acknowledged beside full disks: each is stored once and has one mail to its agent, also after kill -9 ` +
    `on the full disk. A start on it: ${refusal}`
  );
}

type Restarted = { forms: number; refusal: string };
/** What the full disk did. `restarted`: the kill and what follows go on, because the mails that were claimed arrive four minutes later. */
type Filled = { outage: Outage; restarted: Promise<Restarted> };

async function fill(name: string, seconds: number, settings: Record<string, string>): Promise<Filled> {
  const mail = await startSmtpServer();
  const disk = SmallDisk.mount(MEGABYTES) as SmallDisk;
  const all = { ...probedSettings(mail), ...settings, DATA_DIR: disk.folder };
  const server = await startServer(all, 4);
  const close = async () => {
    server.kill();
    await server.stop();
    await mail.close();
    disk.unmount();
  };
  try {
    const probes = new Probes(await prepareProbed(server));
    await probes.allGood();
    await delay(calmMs(seconds));
    const since = performance.now();
    disk.fill();
    await delay(seconds * 1000);
    const until = performance.now();
    const answers = probes.answersBetween(since, until);
    disk.free();
    await probes.allGood();
    probes.expectServedOrRefused(since, performance.now());
    const outage = { name, answers, recoveredMs: probes.badUntil(until) };
    const restarted = killAndStart(disk, all, { server, probes, mail }).finally(close);
    // The caller awaits it after the other disk.
    restarted.catch(() => {});
    return { outage, restarted };
  } catch (error) {
    await close();
    throw error;
  }
}

type Running = { server: ServerProcess; probes: Probes; mail: SmtpServer };

/** `refusal`: the reason that a start on the full disk gives; empty with PostgreSQL, where it starts. */
async function killAndStart(
  disk: SmallDisk,
  settings: Record<string, string>,
  { server, probes, mail }: Running,
): Promise<Restarted> {
  disk.fill();
  await delay(SETTLED_MS);
  server.kill();
  await probes.end();
  await server.stop();
  let refusal = "";
  let next = await startServer(settings, 4).catch((error: Error) => {
    if (!REFUSED.test(error.message)) throw error;
    refusal = (REFUSED.exec(error.message) as RegExpExecArray)[0];
    return null;
  });
  disk.free();
  next ??= await startServer(settings, 4);
  try {
    const stored = await storedForms(next);
    const wrong = probes.acknowledgedForms.filter(
      (email) => stored.filter((each) => each === email).length !== 1,
    );
    if (wrong.length > 0) throw new Error(`Acknowledged forms that are not there once: ${wrong.join(", ")}`);
    await oneMailEach(mail, probes.acknowledgedForms);
    return { forms: probes.acknowledgedForms.length, refusal };
  } finally {
    await next.stop();
  }
}
