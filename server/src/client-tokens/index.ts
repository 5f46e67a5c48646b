export { issueToken, readToken, type TokenOwner } from "./client-token.ts";
export { type CodeGuess, guessedLinks } from "./code-guess.ts";
export { hashOfLinkCode, linkOfCode, newLinkCode } from "./link-codes.ts";
export {
  type CodeOwner,
  codeOf,
  LinkCredentials,
  LinkRequestId,
  takeCodeLimits,
  WRONG_CODE,
  wrongCode,
} from "./link-inputs.ts";
