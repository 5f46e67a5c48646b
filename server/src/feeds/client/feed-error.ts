/** Why a feed fails, with a sentence that tells what to do. Stored and shown. */
const failures = {
  bad_address:
    "The address is not allowed: it must be public and https, or in the server's setting OUTBOUND_ALLOW. Correct base_url or token_url",
  unreachable: "The server cannot be reached. Check base_url, and whether the server is up",
  timeout: "The server did not answer in time. Check whether it is up, or ask for smaller pages (page_size)",
  tls: "The server's certificate is not valid. Ask its operator to renew it",
  unauthorized: "The server refuses the credentials. Check the token, or client_id and client_secret",
  forbidden: "The credentials may not read this. Ask the MLS which resources are licensed",
  token_refused:
    "The token server refuses the credentials. Check token_url, client_id, client_secret and scope",
  not_found: "The server has no such resource. Check base_url and resources",
  redirected: "The server redirects to another address, which is not followed. Enter the final address",
  bad_next_link: "The server's link to the next page cannot be followed. Choose another strategy",
  bad_reply: "The reply cannot be read: it is not complete JSON of an OData list. Check base_url",
  too_large: "A reply is larger than 128 MB, or than bytes_per_hour. Ask for smaller pages (page_size)",
  server_error: "The server fails. The next run will go on where this one ended",
  rate_limited: "The server refuses further requests for now. Lower the budget",
  strategy_unsupported: "The server does not understand the query. Choose another strategy, or check filter",
  removals_held:
    "More listings would be removed than the guard allows. Run a reconcile with confirm_removals",
  secret_unreadable:
    "The stored secret cannot be opened: ENCRYPTION_KEY is not the one that it was sealed with. Restore that key, or enter the secret again",
  internal_error:
    "Lintel failed at this run again and again. The log has the error; the next run goes on where this one ended",
} as const;

export type FeedErrorCode = keyof typeof failures;

export const feedErrorCodes = Object.keys(failures) as FeedErrorCode[];

type Details = {
  /** What was found, before the sentence that tells what to do. */
  detail?: string;
  /** HTTP status of the reply. */
  status?: number;
  /** Whether the same request may succeed a little later. */
  transient?: boolean;
  cause?: unknown;
};

/** A request of a feed, or a run, that failed. */
export class FeedError extends Error {
  readonly code: FeedErrorCode;
  readonly status: number | null;
  readonly transient: boolean;

  constructor(code: FeedErrorCode, { detail, status, transient = false, cause }: Details = {}) {
    super(detail ? `${detail}. ${failures[code]}` : failures[code], { cause });
    this.name = "FeedError";
    this.code = code;
    this.status = status ?? null;
    this.transient = transient;
  }
}

/** A reply is larger than this process reads: a thread of its own can. */
export class LargeReply extends Error {
  constructor() {
    super("The reply is larger than is read in this process");
    this.name = "LargeReply";
  }
}

/** The feed was disabled or deleted: its work ends without a failure. */
export class FeedStopped extends Error {
  constructor() {
    super("The feed was disabled or deleted");
    this.name = "FeedStopped";
  }
}

/** The feed was configured anew: its run goes on with the new configuration. */
export class FeedChanged extends Error {
  constructor() {
    super("The feed was configured anew");
    this.name = "FeedChanged";
  }
}
