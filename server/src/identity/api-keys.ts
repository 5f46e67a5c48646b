import { createHash, randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `lk_` and 40 random characters, about 238 bits. */
export function newApiKey(): string {
  return `lk_${Array.from({ length: 40 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** The stored form. An unsalted SHA-256 is enough: random keys of this length cannot be guessed. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The part of a key that lists show. */
export function prefixOf(key: string): string {
  return key.slice(0, 7);
}
