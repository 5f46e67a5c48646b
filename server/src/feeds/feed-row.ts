import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { type Source, sourceNames } from "../listings/index.ts";
import { open } from "../platform/crypto/seal.ts";
import type { Db } from "../platform/database/database.ts";
import type { Feeds } from "../platform/database/types.generated.ts";

export const strategies = ["entity_event", "timestamp", "next_link"] as const;
export type Strategy = (typeof strategies)[number];

export const resourceNames = ["Property", "Media", "Member", "Office", "OpenHouse"] as const;
export type ResourceName = (typeof resourceNames)[number];

export type FeedAuth =
  | { type: "bearer"; token: string }
  | {
      type: "client_credentials";
      tokenUrl: string;
      clientId: string;
      clientSecret: string;
      scope: string | null;
    };

/** Limits of what is asked of a server; null: no limit. */
export type FeedBudget = {
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  bytesPerHour: number | null;
};

/** What a client needs to ask a server. */
export type FeedConnection = {
  baseUrl: string;
  auth: FeedAuth;
  userAgent: string | null;
};

/** A feed as the code uses it: its configuration, with its secret in plain text. State is read where it is needed. */
export type Feed = FeedConnection & {
  id: number;
  source: Source;
  strategy: Strategy | "auto";
  resources: ResourceName[];
  media: "expand" | "resource" | "none";
  filter: string | null;
  /** Null: the server is asked for 200 records a page, by preference alone. */
  pageSize: number | null;
  budget: FeedBudget;
  refreshMinutes: number;
  reconcileHours: number;
  overlapMinutes: number;
  copyMedia: boolean;
  removalGuardPercent: number;
  enabled: boolean;
  /** Counts the changes of its configuration. */
  version: number;
};

/** The condition that a feed's row has the configuration that was read. */
export function isUnchanged({ version }: Pick<Feed, "version">): RawBuilder<SqlBool> {
  return sql<SqlBool>`version = ${version}`;
}

/** Null when there is no such feed. @throws SecretUnreadable */
export async function readFeed(
  { db, secrets }: { db: Db; secrets: { encryptionKey: Uint8Array } },
  id: number,
): Promise<Feed | null> {
  const row = await db.selectFrom("feeds").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const [name] = await sourceNames(db, [row.source_id]);
  const secret = await open(secrets.encryptionKey, row.sealed_secret);
  return feedOf(row, { id: row.source_id, name: name as string }, secret);
}

function feedOf(row: Selectable<Feeds>, source: Source, secret: string): Feed {
  return {
    id: row.id,
    source,
    baseUrl: row.base_url,
    auth:
      row.auth_type === "bearer"
        ? { type: "bearer", token: secret }
        : {
            type: "client_credentials",
            tokenUrl: row.token_url as string,
            clientId: row.client_id as string,
            clientSecret: secret,
            scope: row.scope,
          },
    userAgent: row.user_agent,
    strategy: row.strategy as Feed["strategy"],
    resources: row.resources as ResourceName[],
    media: row.media as Feed["media"],
    filter: row.filter,
    pageSize: row.page_size,
    budget: {
      perSecond: row.per_second,
      perHour: row.per_hour,
      perDay: row.per_day,
      bytesPerHour: row.bytes_per_hour,
    },
    refreshMinutes: row.refresh_minutes,
    reconcileHours: row.reconcile_hours,
    overlapMinutes: row.overlap_minutes,
    copyMedia: row.copy_media,
    removalGuardPercent: row.removal_guard_percent,
    enabled: row.enabled,
    version: row.version,
  };
}
