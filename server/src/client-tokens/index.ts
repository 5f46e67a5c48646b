export { issueToken, readToken, type TokenOwner } from "./client-token.ts";
export { hashOfLinkCode, linkOfCode, MAX_CODE_TRIES, newLinkCode } from "./link-codes.ts";
export {
  type CodeOwner,
  codeOf,
  LinkCredentials,
  LinkRequestId,
  takeCodeLimits,
  WRONG_CODE,
  wrongCode,
} from "./link-inputs.ts";
