import type { BrochurePress } from "./brochures/index.ts";
import type { Tenant, TenantDirectory } from "./brokerages/index.ts";
import type { BearerTokens, KeyUse } from "./identity/index.ts";
import type { ImageVectors } from "./images/index.ts";
import type { KnownAccounts } from "./lead-settings/index.ts";
import type { IndexKeeper, ListingCards } from "./listings/index.ts";
import type { Models } from "./models/index.ts";
import type { PhotoKeeper } from "./photos/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import type { DatabaseHandle, Db } from "./platform/database/database.ts";
import type { FairQueue } from "./platform/fair-queue.ts";
import type { Actor } from "./platform/http/permissions.ts";
import type { RateLimiter } from "./platform/http/rate-limits/rate-limiter.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Mailer } from "./platform/mail/mail.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { PictureWorkers } from "./platform/pictures/picture-workers.ts";
import type { FileStorage } from "./platform/storage/file-storage.ts";
import type { ListingVectors } from "./search/index.ts";

/** What lives as long as the process. */
export type Services = {
  config: Config;
  /** The pool; inside `inTransaction`, the transaction. */
  db: Db;
  embedded: boolean;
  /** Whether the database has stopped answering. */
  databaseWatch: DatabaseHandle["watch"];
  clock: Clock;
  log: Log;
  tenants: TenantDirectory;
  listingIndex: IndexKeeper;
  listingCards: ListingCards;
  secrets: Secrets;
  /** `limits.take` counts what stands in a body; everything else has been counted before an operation runs. */
  limits: RateLimiter;
  /** For judging the signatures of texts that come in. */
  smsAccounts: KnownAccounts;
  /** Null when there is no OpenID provider. */
  bearerTokens: BearerTokens | null;
  keyUse: KeyUse;
  /** Photos and other files. */
  storage: FileStorage;
  /** For addresses that other people gave us. */
  outbound: Outbound;
  /** Decode what strangers made. */
  pictures: PictureWorkers;
  photos: PhotoKeeper;
  brochures: BrochurePress;
  /** Background work of this process, or of another one. */
  jobs: Jobs;
  /** Use the messages slice: what is not in its ledger may be sent twice. */
  mailer: Mailer;
  /** What texts and photos mean, in numbers. */
  models: Models;
  /** This process's copy of what searches by words compare. */
  listingVectors: ListingVectors;
  /** The same of what searches for photos compare. */
  imageVectors: ImageVectors;
  /** Searches that ask models and compare vectors wait here for their turn, caller by caller. */
  searches: FairQueue;
  /** Pictures that callers name wait here for the model: not among the searches, because a model server may hang. */
  shownPictures: FairQueue;
  /** Aborted when the process is asked to stop: it answers as ever, and says that it is to be sent nothing more. */
  draining: AbortSignal;
  /** Aborted some time later: what is under way must come to its end. */
  stopping: AbortSignal;
};

/** What every operation gets: the services, and who asks for what. It never sees a request or a reply. */
export type Context = Services & {
  actor: Actor | null;
  tenant: Tenant | null;
  requestId: string;
  /** The visitor's session as the request names it; nobody has looked it up yet. */
  sessionId: string | null;
  /** The bearer token of the request, for routes that have one of their own; nobody has judged it yet. */
  bearer: string | null;
  /** The network address that asks; null for work that no request asked for. */
  address: string | null;
  /**
   * Whose share of bounded work it counts against: the API key or subject that asks, else the address's; null for work that
   * no request asked for.
   */
  caller: string | null;
  /** Aborted when the caller has gone: long operations stop at the next safe point. */
  signal: AbortSignal;
};

/** The context of a route that only somebody with credentials reaches. */
export type ActorContext = Context & { actor: Actor };

/** The context of a route that declares `tenant: true`. */
export type TenantContext = Context & { tenant: Tenant };
