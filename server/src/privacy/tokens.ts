import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";

/** How long a link to confirm or download is valid. */
export const LINK_MS = 7 * 86_400_000;

/** Generates a random token and the hash under which it is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Hashes an address, to find requests after they were anonymized. It is keyed with the installation's secret, because
 * addresses can be guessed, and differs between brokerages.
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
