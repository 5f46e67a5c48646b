import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";

/** For how long a link to confirm, or to download, is good. */
export const LINK_MS = 7 * 86_400_000;

/** A token that nobody can guess, and the hash by which it is known here. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * By which a request is found when it names nobody any more. It takes the installation's key to make one, because addresses
 * can be guessed; and those of two brokerages have nothing in common.
 */
export function hashOfEmail({ secrets }: Context, { brokerageId, email }: DataSubject): Buffer {
  return createHmac("sha256", secrets.encryptionKey)
    .update(`privacy request ${brokerageId} ${email.toLowerCase()}`)
    .digest();
}

export function confirmationUrl({ config }: Context, token: string): string {
  return `${config.publicApiUrl}/api/privacy/confirm/${token}`;
}

export function exportUrl({ config }: Context, token: string): string {
  return `${config.publicApiUrl}/api/privacy/exports/${token}`;
}
