import type { Access } from "./access.ts";
import type { Behaviours } from "./behaviours.ts";
import type { Changes } from "./changes.ts";
import type { Market } from "./market.ts";
import type { RequestLog } from "./request-log.ts";

/** A running server, with what a test or a proof may look at and change (serve-feed.ts starts it). */
export type FeedServer = {
  origin: string;
  /** The address of the RESO Web API. */
  baseUrl: string;
  market: Market;
  /** May be changed at any time. */
  behaviours: Behaviours;
  changes: Changes;
  access: Access;
  log: RequestLog;
  /** Its time, Unix ms. */
  now(): number;
  close(): Promise<void>;
};
