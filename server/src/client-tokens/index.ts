export { issueToken, readToken, type TokenOwner } from "./client-token.ts";
