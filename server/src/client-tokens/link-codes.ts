import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Context } from "../platform/context.ts";

/** Letters and digits that are not taken for each other, without vowels: a code spells no word. 24 of them: 36 bits for a code. */
const ALPHABET = "CDFGHJKMNPQRTVWXY2345789";
const GROUP = 4;

/** How many codes may be tried for a link (web.md, W20). */
export const MAX_CODE_TRIES = 5;

/** A code for the mail of a link: `XXXX-XXXX`. */
export function newLinkCode(): string {
  const letters = Array.from({ length: 2 * GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
}

/**
 * The hash under which a link's code is stored. Keyed, because a code is short enough to be guessed from a plain hash, and bound to the
 * link by its token's hash. Case, spaces and hyphens do not matter.
 */
export function hashOfLinkCode(
  { secrets }: Pick<Context, "secrets">,
  tokenHash: Buffer,
  code: string,
): Buffer {
  const letters = code
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "");
  return createHmac("sha256", secrets.encryptionKey)
    .update("code of a link\n")
    .update(tokenHash)
    .update(letters)
    .digest();
}

/** The hashes of a link's token and code. */
export type CodedLink = { token_hash: Buffer; code_hash: Buffer };

/** The link among these that the code is of, if any. Compares in constant time. */
export function linkOfCode<Link extends CodedLink>(
  ctx: Pick<Context, "secrets">,
  links: readonly Link[],
  code: string,
): Link | undefined {
  return links.find(({ token_hash, code_hash }) =>
    timingSafeEqual(hashOfLinkCode(ctx, token_hash, code), code_hash),
  );
}
