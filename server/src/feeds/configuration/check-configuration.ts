import type { ValidationIssue } from "../../platform/errors.ts";
import { complaintAboutFilter } from "./check-filter.ts";
import type { FeedAuthInput, UpdateFeedBody } from "./configuration.schemas.ts";

/** The fields of a configuration whose rules a schema cannot state. */
type Checked = Pick<UpdateFeedBody, "base_url" | "auth" | "filter" | "user_agent">;

/** What an edited feed has already: parts of it may be left out. `secret`: its token, or its client secret. */
export type StoredParts = { authType: string; secret: string | null; userAgent: string | null };

/** What is wrong with a configuration, field by field, apart from where its addresses lead. */
export function checkConfiguration(input: Checked, stored: StoredParts | null): ValidationIssue[] {
  const { base_url, auth, filter } = input;
  const userAgent = input.user_agent === undefined ? stored?.userAgent : input.user_agent;
  const isBearer = (auth?.type ?? stored?.authType) === "bearer";
  const secret = (isBearer ? auth?.token : auth?.client_secret) ?? stored?.secret;
  return [
    ...(base_url === undefined ? [] : checkAddress(["base_url"], base_url)),
    ...(auth === undefined ? [] : checkAuth(auth, stored)),
    ...(filter ? complaints(["filter"], [controlCharacters(filter), complaintAboutFilter(filter)]) : []),
    ...(userAgent
      ? complaints(
          ["user_agent"],
          [
            headerCharacters(userAgent),
            isBearer ? holdsToken(userAgent, secret) : holdsClientSecret(userAgent, secret),
          ],
        )
      : []),
  ];
}

function checkAuth(auth: FeedAuthInput, stored: StoredParts | null): ValidationIssue[] {
  const isStored = stored?.authType === auth.type;
  if (auth.type === "bearer") {
    if (auth.token === undefined) return isStored ? [] : [missing("token")];
    return complaints(["auth", "token"], [headerCharacters(auth.token), spacesAround(auth.token)]);
  }
  const { token_url, client_id, client_secret, scope } = auth;
  return [
    ...(token_url === undefined ? [missing("token_url")] : checkAddress(["auth", "token_url"], token_url)),
    ...(client_id === undefined
      ? [missing("client_id")]
      : complaints(["auth", "client_id"], [controlCharacters(client_id)])),
    ...(client_secret === undefined && !isStored ? [missing("client_secret")] : []),
    ...(client_secret ? complaints(["auth", "client_secret"], [controlCharacters(client_secret)]) : []),
    ...(scope ? complaints(["auth", "scope"], [controlCharacters(scope)]) : []),
  ];
}

/** Secrets in an address would be shown with it. */
function checkAddress(path: string[], address: string): ValidationIssue[] {
  const { username, password } = new URL(address);
  const isPlain = username === "" && password === "" && !/[?#]/.test(address);
  return complaints(path, [isPlain ? null : "must have no credentials, query and fragment"]);
}

function controlCharacters(text: string): string | null {
  return /\p{Cc}/u.test(text) ? "must not contain control characters" : null;
}

/** Other characters cannot be sent in a header. */
function headerCharacters(text: string): string | null {
  return controlCharacters(text) ?? (/^[\x20-\x7e]*$/.test(text) ? null : "must have ASCII characters only");
}

/** A header loses them on its way. */
function spacesAround(text: string): string | null {
  return text === text.trim() ? null : "must not begin or end with spaces";
}

function holdsToken(userAgent: string, token: string | null | undefined): string | null {
  const isHeld = token && userAgent.replaceAll("{token}", "").includes(token);
  return isHeld ? "must not contain the token, because it is shown: write {token} in its place" : null;
}

function holdsClientSecret(userAgent: string, secret: string | null | undefined): string | null {
  return secret && userAgent.includes(secret)
    ? "must not contain the client secret, because it is shown"
    : null;
}

/** The first complaint about a field. */
function complaints(path: string[], found: (string | null)[]): ValidationIssue[] {
  const first = found.find((each) => each !== null);
  return first == null ? [] : [issueOf(path, first)];
}

function missing(field: keyof FeedAuthInput): ValidationIssue {
  return { ...issueOf(["auth", field], "is required"), type: "missing" };
}

export function issueOf(path: string[], complaint: string): ValidationIssue {
  return { loc: ["body", ...path], msg: `${path.join(".")} ${complaint}`, type: "value_error" };
}
