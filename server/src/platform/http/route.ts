import type { Static, TSchema } from "typebox";
import type { Context, Tenant } from "../context.ts";
import type { ValidationIssue } from "../errors.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Actor, Permission, SessionKind } from "./permissions.ts";
import type { RequestLimitName } from "./rate-limits/rate-limits.ts";
import type { RecordVersion } from "./record-version.ts";
import type { SignedForm } from "./signed-forms.ts";

/** An object schema whose properties become fields of an operation's input. */
type Fields = TSchema | undefined;
type Values<F extends Fields> = F extends TSchema ? Static<F> : unknown;

type SignedFormFlag = { header: string; maxBytes: number } | undefined;

/** What the route's flags guarantee about the context of its operation. */
export type RouteContext<P extends Permission, T extends boolean> = Context &
  (P extends "public" ? unknown : { actor: Actor }) &
  (T extends true ? { tenant: Tenant } : unknown);

/** The services of slices that an operation uses: what its context has beyond the platform and the caller. */
export type NeedsOf<Run> = Run extends (ctx: infer Ctx, ...rest: never[]) => unknown
  ? Omit<Ctx, keyof Context>
  : never;

/**
 * One line of a slice's table of contents. The operation gets path, query and body fields as one flat input
 * (a body's unknown fields left out); what it returns is the reply.
 */
type RouteSpec<
  P extends Permission,
  T extends boolean,
  Params extends Fields,
  Q extends Fields,
  B extends Fields,
  Form extends SignedFormFlag,
  Ctx,
> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** In OpenAPI's spelling: `/api/properties/{listing_id}`. */
  path: string;
  /** Also the name of the operation's file and of its test. */
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** The operation, or fields of it, will be removed: in the OpenAPI document, and in headers of every reply. */
  deprecated?: Deprecation;
  permission: P;
  /** Limits of its own, beside the general ones (rate-limits.ts). */
  limits?: readonly RequestLimitName[];
  /**
   * About how many kilobytes a request of a visitor adds to the database, beside its body and the items in it
   * (count-stored-bytes.ts), where that is not 2: such as a lead with its mails, or what a DELETE or GET writes.
   */
  storesKilobytes?: number;
  /** Of the kind that one page loads many of, such as a tile of a map: anonymous ones have a general limit of their own. */
  asset?: true;
  /** Its replies depend on no session and on no cookie but credentials: caches may keep them for everyone. */
  sameForAll?: true;
  /** What visitors' pages send by themselves: it leaves some of what an address may store to forms. */
  browsing?: true;
  /** Never refused and not counted: what watches over the service must always get through. */
  uncounted?: boolean;
  /**
   * A GET that changes something, such as a link in an email: its HEAD is an empty 200 for every caller and runs nothing, and
   * pages of other websites do not read its answer.
   */
  changesOnGet?: true;
  /**
   * Served while the disk is full, from the reserve of the embedded database (disk-space.ts): an opt-out that its sender may not repeat.
   * Others cannot make up its token or signature, and it stores little.
   */
  usesReserve?: true;
  /** The website has a page of its own at this path: where the website is on, the route is left out (`withoutWebsitePages`). */
  hasWebsitePage?: true;
  /** For browsers that are signed in, and which: keys and tokens are refused. */
  session?: SessionKind;
  /** Whether the answer depends on the brokerage of the request's Host (or of a `brokerage_id` parameter). */
  tenant?: T;
  params?: Params;
  query?: Q;
  body?: B;
  /** An invalid body is 400 with one text (SPEC), instead of 422 with a list. */
  invalidBody?: 400;
  /**
   * Checked before the input is validated, for example the visitor's session; throws the error of the reply. For a beacon it
   * gets the raw body. Replies of such a route must not be readable by other websites.
   */
  precondition?: (ctx: Ctx, body?: unknown) => Promise<unknown>;
  /** The same for what the body decides, which it gets raw: whether a caller without a token may be served. */
  bodyPrecondition?: (ctx: Ctx, body: unknown) => Promise<unknown>;
  /**
   * The name of its bearer token in the OpenAPI document. It replaces the API's credentials; the precondition checks it, or the cookie of
   * a signed-in client (client-cookie.ts). Replies are never cached.
   */
  token?: "favorites";
  /** A bearer token, or the cookie, that it takes as well as no credentials; the precondition checks it. */
  optionalToken?: "favorites";
  /**
   * May be sent as a browser's beacon: JSON as text/plain, because other types need a CORS preflight. The body also has the
   * fields that are headers elsewhere.
   */
  beacon?: true;
  /** The raw body, as a stream of any length, arrives as `input.stream`. */
  streamBody?: boolean;
  /** A body of any type is accepted and ignored: the path has all input. */
  ignoresBody?: true;
  /** A web form whose sender has signed it: it arrives as a `SignedForm`, with what stands in that header. */
  signedForm?: Form;
  /** A multipart form: its one file arrives as the bytes of `input.file` (`UploadedFile` in the body's schema). */
  upload?: { maxBytes: number };
  /** The type of a reply that is not JSON: the operation returns a `Download`. */
  produces?: string;
  /** What an empty reply means, which has the status 204. */
  noContent?: string;
  /**
   * Its reply may be a second old: it is read from a replica where there is one (docs/operations.md: Read replicas). Only for a GET of what
   * is not edited there, has no ETag, is in no cache, and is read again after no event of the live stream. It must not write.
   */
  reads?: "replica";
  /** Types of files that it may answer with instead of JSON: the operation then returns a `Download`. */
  alsoProduces?: readonly string[];
  /** Success status; 200 unless the spec says otherwise. */
  status?: 200 | 201 | 202;
  response: TSchema;
  /** Where `statusFor` answers 202 to some requests: the reply to those. */
  accepted?: TSchema;
  /** The record that it reads or edits: its ETag, and If-Match. */
  version?: RecordVersion<Ctx>;
  /** Replies have an ETag by their content; an operation may also tag its reply itself (EncodedJson). */
  tagged?: true;
  /** The reply has a secret that is shown once. It is never stored, not even for a repeat with an Idempotency-Key. */
  showsSecret?: boolean;
  /** A POST with its query in the body. It changes nothing, and runs each time that it is sent. */
  readsOnly?: true;
  /** Unknown fields of the body are refused as unknown parameters are: a mistyped filter must not widen a search. */
  strictBody?: true;
  /** A request without a body is one with an empty object. */
  optionalBody?: true;
  /**
   * Commits in several transactions, because its effects cannot be rolled back, such as sending mail. Repeating it must be
   * harmless. With an Idempotency-Key its reply is stored after it has ended, in a separate transaction.
   */
  ownTransactions?: true;
  /** It works in batches, and ends after one when the server is asked to stop (`ctx.signal`). Others are waited for, fifteen seconds at most. */
  endsAtStop?: true;
  /** Set when the status depends on the reply. */
  statusFor?: (result: never) => number;
  /**
   * Further documented statuses: what each means, or the schema of its body where that is not `{detail}` (with a
   * `contentMediaType` where it is no JSON).
   */
  errors?: Partial<
    Record<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 502 | 503 | 507, string | TSchema>
  >;
  /** Replaces the default reply of a refusal, where the specification has another shape; null: the default. */
  refusal?: (refusal: Refusal) => { status: number; body: object } | null;
};

/** An error reply. `detail` is a list for invalid input. */
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
export function takesIdempotencyKey({
  method,
  streamBody,
  upload,
  produces,
  readsOnly,
}: RouteFlags): boolean {
  return method === "POST" && !streamBody && !upload && !produces && !readsOnly;
}

/** The field names of its query and body schemas. The operation gets only these fields. */
export type RouteFields = { query: readonly string[]; body: readonly string[] };

export function fieldsOf({ query, body }: RouteFlags): RouteFields {
  const names = (schema: Fields) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
  return { query: names(query), body: names(body) };
}

/** A registered route has passed every check that its flags demand: its context has all that any flag guarantees. */
export type AuthorizedContext<Needs = unknown> = Context<Needs> & { actor: Actor; tenant: Tenant };

/** A route without the types of its fields. `Needs` are the services of slices that its operation uses. */
export type Route<Needs = unknown> = RouteFlags<AuthorizedContext<Needs>> & {
  run: (ctx: AuthorizedContext<Needs>, input: never) => unknown;
};

/** The routes that are served beside the website: what has a page there is the page (web.md, W3). */
export function withoutWebsitePages<Needs>(
  routes: readonly Route<Needs>[],
  hasPage: (path: string) => boolean,
): Route<Needs>[] {
  return routes.filter(({ path, hasWebsitePage }) => !(hasWebsitePage && hasPage(path)));
}

/** A route without its operation. */
export type RouteFlags<Ctx = never> = RouteSpec<
  Permission,
  boolean,
  Fields,
  Fields,
  Fields,
  SignedFormFlag,
  Ctx
>;

/**
 * Writes one line of a table of contents. The flags decide what the operation's context guarantees: a public route cannot run
 * an operation that wants an actor, nor a route without `tenant: true` one that wants a tenant. The schemas of the route's fields
 * decide the operation's input.
 */
export function route<
  P extends Permission,
  Run extends (ctx: never, input: never) => unknown,
  T extends boolean = false,
  Params extends Fields = undefined,
  Q extends Fields = undefined,
  B extends Fields = undefined,
  Form extends SignedFormFlag = undefined,
>(
  spec: RouteSpec<P, T, Params, Q, B, Form, RouteContext<P, T> & NeedsOf<NoInfer<Run>>> & {
    run: Run &
      NoInfer<
        (
          ctx: RouteContext<P, T> & NeedsOf<Run>,
          input: Values<Params> & Values<Q> & Values<B> & (Form extends object ? SignedForm : unknown),
        ) => unknown
      >;
  },
): Route<NeedsOf<Run>> {
  return spec as unknown as Route<NeedsOf<Run>>;
}
