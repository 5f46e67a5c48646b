import type { BackgroundShare } from "./background-share.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Secrets } from "./config/secrets.ts";
import type { DatabaseHandle, Db } from "./database/database.ts";
import type { DiskSpace } from "./disk-space.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { Actor } from "./http/permissions.ts";
import type { RateLimiter } from "./http/rate-limits/rate-limiter.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mail.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { PictureWorkers } from "./pictures/picture-workers.ts";
import type { FileStorage } from "./storage/file-storage.ts";

/** What lives as long as the process and belongs to no slice. Each slice adds its own in its services.ts. */
export type Platform = {
  config: Config;
  /** The pool; inside `inTransaction`, the transaction. */
  db: Db;
  embedded: boolean;
  /** Where reads may go that need not be of this moment. */
  oldReads: DatabaseHandle["oldReads"];
  /** Whether the database has stopped answering. */
  databaseWatch: DatabaseHandle["watch"];
  /** Free space of DATA_DIR. */
  disk: DiskSpace;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  /** `limits.take` counts limits that depend on a body; all other limits are counted before an operation runs. */
  limits: RateLimiter;
  /** Photos and other files. */
  storage: FileStorage;
  /** HTTP client for addresses that users enter. */
  outbound: Outbound;
  /** Worker processes that decode untrusted pictures. */
  pictures: PictureWorkers;
  /** What `/metrics` shows. */
  metrics: Metrics;
  /** Background work of this process, or of another one. */
  jobs: Jobs;
  /** Keeps background work to its share while requests come. */
  background: BackgroundShare;
  /** Use the messages slice: only its ledger prevents that a message is sent twice. */
  mailer: Mailer;
  /** Fair queue, by caller, of the searches that call models and compare vectors. */
  searches: FairQueue;
  /** Aborted when the process is asked to stop: it goes on answering, and its health check reports that it stops. */
  draining: AbortSignal;
  /** Aborted some time later: running work must end. */
  stopping: AbortSignal;
};

/** The brokerage whose data a request may see. */
export type Tenant = {
  brokerageId: number;
  /** The listing sources it subscribes to; null means all. */
  sourceIds: readonly number[] | null;
  /** The two letters of the state in its address, in lower case; null when the address has none. */
  state: string | null;
  /** The requested domain; null when the brokerage was requested by its id. */
  domain: string | null;
  /** Its own domains, as the domain table writes them: their pages may read with credentials. */
  domains: readonly string[];
  /** Changes with the brokerage, its contacts and its domains. */
  revision: string;
};

/** The origin of the work: a request, or the process itself. */
export type Caller = {
  actor: Actor | null;
  tenant: Tenant | null;
  requestId: string;
  /**
   * The visitor's session that the request names, not verified. Null for a visitor who refuses to be tracked, but on the routes below
   * /sessions, where they read and clear what is stored.
   */
  sessionId: string | null;
  /** The browser sends Sec-GPC or DNT: its user refuses to be tracked (web.md, W21). Also for staff who are signed in (W32). */
  refusesTracking: boolean;
  /** The request's bearer token, not verified, for routes with a token of their own. */
  bearer: string | null;
  /**
   * The token in the cookie of a signed-in client, not verified, for routes with a token of their own. Null when a page of another origin
   * reads; when it writes, `isForeignWrite`.
   */
  clientCookie: string | null;
  /** A page of another origin sends a request that may change something: the cookie does not count (web.md, W17). */
  isForeignWrite: boolean;
  /** The Origin header; null without one. */
  origin: string | null;
  /** The origin that the request names: its scheme, its Host and its port. Null for work without a request. */
  ownOrigin: string | null;
  /** The browser's name for itself, the User-Agent header; null without one. */
  device: string | null;
  /** The Last-Event-ID header, with which a browser resumes a stream of events; null without one. */
  lastEventId: string | null;
  /** Verifies the request's credentials again, for replies that last. Null without credentials; throws as at the first time. */
  reauthenticate: () => Promise<Actor | null>;
  /** The client's network address; null for work without a request. */
  address: string | null;
  /** Key of per-caller quotas: the API key or subject, else the address; null for work without a request. */
  caller: string | null;
  /** No person has caused the request (a HEAD, a page loaded in advance): it counts as no sign of anyone. */
  isPreview: boolean;
  /** Aborted when the caller has disconnected, and for routes with `endsAtStop` when the server stops: long operations end at the next safe point. */
  signal: AbortSignal;
};

/**
 * The first argument of every operation. `Needs` are the services of slices that the operation uses, such as `UsesListings`.
 * An operation never sees a request or a reply.
 */
export type Context<Needs = unknown> = Platform & Caller & Needs;

/** The context of a route whose permission is not `public`. */
export type ActorContext<Needs = unknown> = Context<Needs> & { actor: Actor };

/** The context of a route that declares `tenant: true`. */
export type TenantContext<Needs = unknown> = Context<Needs> & { tenant: Tenant };
