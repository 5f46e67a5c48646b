export { issueToken, readToken, type TokenOwner } from "./client-token.ts";
export { type CodeGuess, guessedLinks } from "./code-guess.ts";
export { hashOfLinkCode, newLinkCode } from "./link-codes.ts";
export { LinkCredentials, LinkRequestId, WRONG_CODE, wrongCode } from "./link-inputs.ts";
export { linkUrl } from "./link-url.ts";
export { requireLinkOfCode } from "./require-link-of-code.ts";
