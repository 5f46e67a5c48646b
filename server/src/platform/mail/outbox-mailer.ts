import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { TemporaryFailure } from "../errors.ts";
import { composeReadable } from "./compose.ts";
import type { Mailer } from "./mail.ts";

const FILES_AT_ONCE = 5;
const KEPT_MS = 7 * 86_400_000;

/** Where mail is written without a mail server. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

/**
 * Mail as files, for installations without a mail server: one .eml a message, named in the order of time, which any mail
 * program opens. A mail that is sent again replaces its file.
 */
export function outboxMailer(folder: string, from: string): Mailer {
  return {
    limit: pLimit(FILES_AT_ONCE),
    async send(mail) {
      const bytes = await composeReadable(mail, from);
      try {
        const name = `${stamp(mail.date)}-${idOf(mail.messageId)}.eml`;
        const draft = join(folder, `${name}.part`);
        await writeInto(folder, draft, bytes);
        await rename(draft, join(folder, name));
      } catch (error) {
        throw new TemporaryFailure((error as Error).message);
      }
    },
    prune: (now) => removeOlder(folder, stamp(new Date(now.getTime() - KEPT_MS))),
    close() {},
  };
}

/** Creates the folder where it is missing. */
async function writeInto(folder: string, file: string, bytes: Buffer): Promise<void> {
  const write = () => writeFile(file, bytes, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
}

/** `20260615T120000.000Z`: sorts by time. */
function stamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]/g, "");
}

/** What stands before the @. */
function idOf(messageId: string): string {
  return messageId.replace(/@.*/, "").replaceAll(/[^\w-]/g, "");
}

/** True for the name of a mail that is written completely; such names sort by time. */
export function isMailFile(name: string): boolean {
  return OURS.test(name) && !name.endsWith(".part");
}

/** Ours alone, with what a killed process has left half written. */
const OURS = /^\d{8}T\d{6}\.\d{3}Z-[\w-]*\.eml(\.part)?$/;

async function removeOlder(folder: string, oldest: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    if (OURS.test(name) && name < oldest) await rm(join(folder, name), { force: true });
  }
}
