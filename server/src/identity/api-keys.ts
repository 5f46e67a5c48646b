import { createHash, randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `lk_` and 40 random characters, about 238 bits. Shown once. */
export function newApiKey(): string {
  return `lk_${Array.from({ length: 40 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** What is stored. A plain hash suffices: the keys are random, there is nothing to guess from. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Enough to tell keys apart in a list. */
export function prefixOf(key: string): string {
  return key.slice(0, 7);
}
