import type { Static, TSchema } from "typebox";
import type { ValidationIssue } from "../errors.ts";
import type { Permission } from "./permissions.ts";
import type { RequestLimitName } from "./rate-limits/rate-limits.ts";

/** An object schema whose properties become fields of an operation's input. */
type Fields = TSchema | undefined;
type Values<F extends Fields> = F extends TSchema ? Static<F> : unknown;

/**
 * One line of a slice's table of contents. The operation gets path, query and body fields as one flat input
 * (a body's unknown fields left out); what it returns is the reply.
 */
export type RouteSpec<Ctx, P extends Fields, Q extends Fields, B extends Fields> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** In OpenAPI's spelling: `/api/properties/{listing_id}`. */
  path: string;
  /** Also the name of the operation's file and of its test. */
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  permission: Permission;
  /** Limits of its own, beside the general ones (rate-limits.ts). */
  limits?: readonly RequestLimitName[];
  /**
   * About how many kilobytes a request of a visitor adds to the database, beside its body and the items in it
   * (count-stored-bytes.ts), where that is not 2: such as a lead with its mails, or what a DELETE or GET writes.
   */
  storesKilobytes?: number;
  /** What visitors' pages send by themselves: it leaves some of what an address may store to forms. */
  browsing?: true;
  /** Never refused and not counted: what watches over the service must always get through. */
  uncounted?: boolean;
  /**
   * A GET that changes something, such as a link in an email: its HEAD is an empty 200 to everybody and runs nothing, and
   * pages of other websites do not read its answer.
   */
  changesOnGet?: true;
  /** Whether the answer depends on the brokerage of the request's Host (or of a `brokerage_id` parameter). */
  tenant?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** An invalid body is 400 with one text, where the specification says so; else 422 with a list. */
  invalidBody?: 400;
  /**
   * What must be there before the input is looked at, such as the visitor's session: throws what is answered instead. Of a
   * beacon it gets the body, as it came. What it lets see is not for pages of other websites.
   */
  precondition?: (ctx: Ctx, body?: unknown) => Promise<unknown>;
  /** A bearer token of its own instead of the API's credentials, which its precondition judges: its name in the document. */
  token?: "favorites";
  /**
   * May be sent as a browser's beacon: its JSON as text/plain, which alone goes to another domain unasked, and in it what its
   * sender would else say in headers.
   */
  beacon?: true;
  /** The raw body, as a stream of any length, arrives as `input.stream`. */
  streamBody?: boolean;
  /** Whatever is sent as a body, of whichever type, is let by unread: the path says all. */
  ignoresBody?: true;
  /** A web form whose sender has signed it: it arrives as a `SignedForm`, with what stands in that header. */
  signedForm?: { header: string; maxBytes: number };
  /** A multipart form: its one file arrives as the bytes of `input.file` (`UploadedFile` in the body's schema). */
  upload?: { maxBytes: number };
  /** The type of a reply that is not JSON: the operation returns a `Download`. */
  produces?: string;
  /** Types of files that it may answer with instead of JSON: the operation then returns a `Download`. */
  alsoProduces?: readonly string[];
  /** Success status; 200 unless the spec says otherwise. */
  status?: 200 | 201 | 202;
  response: TSchema;
  /** The reply holds what is shown this once: it is never stored, not even for a repeat with an Idempotency-Key. */
  showsSecret?: boolean;
  /** A POST only because its question is a body: it changes nothing, and runs each time that it is sent. */
  readsOnly?: true;
  /**
   * It commits as it goes, because what it does cannot be taken back, such as sending mail; doing it again does no harm.
   * With an Idempotency-Key its reply is kept when it is done, not in one transaction with it.
   */
  ownTransactions?: true;
  /** For the one reply whose status depends on what it says. */
  statusFor?: (result: never) => number;
  /**
   * Further documented statuses: what each means, or the schema of its body where that is not `{detail}` (with a
   * `contentMediaType` where it is no JSON).
   */
  errors?: Partial<
    Record<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 502 | 503 | 507, string | TSchema>
  >;
  /** Its own words for some refusals, where the specification has a shape of its own; null: as everywhere. */
  refusal?: (refusal: Refusal) => { status: number; body: object } | null;
  run: (ctx: Ctx, input: Values<P> & Values<Q> & Values<B>) => Promise<unknown> | unknown;
};

/** A reply that says no: `detail` is a list where the input is not valid. */
export type Refusal = {
  status: number;
  detail: string | ValidationIssue[];
  /** Seconds. */
  retryAfter: number | null;
};

/**
 * Whether an Idempotency-Key makes it run once: every POST that is answered with JSON, but those that take a stream or
 * a file, and those that only read. With a key the whole operation runs inside one transaction (but see `ownTransactions`), so it must use nothing but
 * its context's `db`.
 */
export function takesIdempotencyKey<Ctx>({
  method,
  streamBody,
  upload,
  produces,
  readsOnly,
}: Route<Ctx>): boolean {
  return method === "POST" && !streamBody && !upload && !produces && !readsOnly;
}

/** The names its schemas give to what comes in the query and in the body: all that its operation gets to see. */
export type RouteFields = { query: readonly string[]; body: readonly string[] };

export function fieldsOf<Ctx>({ query, body }: Route<Ctx>): RouteFields {
  const names = (schema: Fields) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
  return { query: names(query), body: names(body) };
}

/** A route with its types forgotten: what the registration works with. */
export type Route<Ctx> = Omit<RouteSpec<Ctx, Fields, Fields, Fields>, "run"> & {
  run: (ctx: Ctx, input: never) => Promise<unknown> | unknown;
};

/** Writes one line of a table of contents, checking the operation's input against the schemas. */
export function route<
  Ctx,
  P extends Fields = undefined,
  Q extends Fields = undefined,
  B extends Fields = undefined,
>(spec: RouteSpec<Ctx, P, Q, B>): Route<Ctx> {
  return spec;
}
