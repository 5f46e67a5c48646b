import { open, opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Address, type Email } from "postal-mime";
import { isMailFile } from "../outbox-mailer.ts";

/** A line of the list. */
export type MailHead = { file: string; date: string; from: string; to: string; subject: string };

export type StoredMail = MailHead & { text: string; html: string | null };

const PAGE_SIZE = 25;
/** Limits the names in memory. Older mails are files all the same. */
export const MAX_PAGE = 400;
const HEAD_BYTES = 16_384;
const MAIL_BYTES = 2_097_152;
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: HEAD_BYTES };

export type MailList = { mails: MailHead[]; total: number; pages: number };

/** A page of the mails in the folder, newest first. */
export async function listMails(folder: string, page: number): Promise<MailList> {
  const { names, total } = await newestNames(folder, page * PAGE_SIZE);
  const mails = await Promise.all(names.slice((page - 1) * PAGE_SIZE).map((file) => readHead(folder, file)));
  return { mails, total, pages: Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / PAGE_SIZE))) };
}

/** The mail; null when there is none of that name, "too large" beyond 2 MB. */
export async function readMail(folder: string, file: string): Promise<StoredMail | "too large" | null> {
  if (!isMailFile(file)) return null;
  const size = await stat(join(folder, file)).then((found) => found.size, isMissing);
  if (size === null) return null;
  if (size > MAIL_BYTES) return "too large";
  const email = await parse(await readStart(join(folder, file), MAIL_BYTES));
  return { ...headOf(file, email), text: email.text ?? "", html: email.html ?? null };
}

/** The last `count` names in the order of time, latest first, without all of them in memory. */
async function newestNames(folder: string, count: number): Promise<{ names: string[]; total: number }> {
  let names: string[] = [];
  let total = 0;
  const keepNewest = () => {
    names = names.sort().reverse().slice(0, count);
  };
  const entries = await opendir(folder).catch(isMissing);
  for await (const { name } of entries ?? []) {
    if (!isMailFile(name)) continue;
    total++;
    names.push(name);
    if (names.length > 2 * count + PAGE_SIZE) keepNewest();
  }
  keepNewest();
  return { names, total };
}

async function readHead(folder: string, file: string): Promise<MailHead> {
  const bytes = await readStart(join(folder, file), HEAD_BYTES).catch(isMissing);
  return headOf(file, await parse(bytes ?? Buffer.alloc(0)));
}

async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(Math.min(bytes, (await file.stat()).size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file that is no mail has an empty one. */
async function parse(bytes: Buffer): Promise<Partial<Email>> {
  return PostalMime.parse(bytes, LIMITS).catch(() => ({}));
}

function headOf(file: string, email: Partial<Email>): MailHead {
  return {
    file,
    date: email.date ?? "",
    from: addressesOf(email.from ? [email.from] : []),
    to: addressesOf(email.to ?? []),
    subject: email.subject || "(no subject)",
  };
}

function addressesOf(addresses: Address[]): string {
  return addresses.map(({ name, address = "" }) => (name ? `${name} <${address}>` : address)).join(", ");
}

/** Pruned meanwhile, or never made. */
function isMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
