import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export const HOUR_MS = 3_600_000;
/** A request is sent at most so much later than it was noted. */
export const MAX_LATER_MS = 60_000;
/** Requests that are this far apart are sent more than an hour apart. */
export const APART_MS = HOUR_MS + MAX_LATER_MS;
/** Requests of one photo within an hour. */
export const MAX_REQUESTS = 2;

export type RequestOutcome = "copied" | "refused" | "limited" | "failed" | "unusable";

export type PhotoRequest = {
  id: number;
  key: string;
  /** Hexadecimal. */
  addressHash: string;
  requestedAt: Date;
  /** Null: it is under way, or its process has died. */
  outcome: RequestOutcome | null;
  copyKey: string | null;
  retryAt: Date | null;
};

export function addressHashOf(url: string): string {
  return createHash("sha256").update(url).digest("hex");
}

/**
 * Requests of these photos and addresses that limit further ones, oldest first.
 *
 * Index: photo_requests_media_key, photo_requests_address. Expected: some dozen rows.
 */
export async function recentRequests(
  db: Db,
  { sourceId, photos, now }: { sourceId: number; photos: readonly { key: string; url: string }[]; now: Date },
): Promise<PhotoRequest[]> {
  if (photos.length === 0) return [];
  const { rows } = await sql<PhotoRequest>`
    select id, media_key as key, encode(address_hash, 'hex') as "addressHash", requested_at as "requestedAt", outcome,
      copy_key as "copyKey", retry_at as "retryAt"
    from photo_requests
    where source_id = ${sourceId}
      and (
        media_key = any(${photos.map(({ key }) => key)}::text[])
        or address_hash = any(
          select decode(hash, 'hex') from unnest(${photos.map(({ url }) => addressHashOf(url))}::text[]) as given (hash)
        )
      )
      and (requested_at > ${new Date(now.getTime() - APART_MS)} or retry_at > ${now})
    order by id`.execute(db);
  return rows;
}

/**
 * Notes a request that is about to be sent; null when it may not be: the address was asked for within the hour, or the photo twice.
 * One process at a time calls it for a feed, one call at a time.
 *
 * Index: photo_requests_media_key, photo_requests_address.
 */
export async function noteRequest(
  db: Db,
  { sourceId, key, url, now }: { sourceId: number; key: string; url: string; now: Date },
): Promise<PhotoRequest | null> {
  const since = new Date(now.getTime() - APART_MS);
  const addressHash = addressHashOf(url);
  const { rows } = await sql<{ id: number }>`
    insert into photo_requests (source_id, media_key, address_hash, requested_at)
    select ${sourceId}, ${key}, decode(${addressHash}, 'hex'), ${now}
    where not exists (
      select
      from photo_requests
      where source_id = ${sourceId} and address_hash = decode(${addressHash}, 'hex') and requested_at > ${since}
    )
      and (
        select count(*)
        from photo_requests
        where source_id = ${sourceId} and media_key = ${key} and requested_at > ${since}
      ) < ${MAX_REQUESTS}
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  return { id, key, addressHash, requestedAt: now, outcome: null, copyKey: null, retryAt: null };
}

/** The request was not sent. Index: photo_requests_pkey. */
export async function forgetRequest(db: Db, { id }: PhotoRequest): Promise<void> {
  await db.deleteFrom("photo_requests").where("id", "=", id).execute();
}

/** The request is sent long after it was noted: the budget was used up. Index: photo_requests_pkey. */
export async function postponeRequest(db: Db, request: PhotoRequest, now: Date): Promise<void> {
  request.requestedAt = now;
  await db.updateTable("photo_requests").set({ requested_at: now }).where("id", "=", request.id).execute();
}

/**
 * How a request has ended; `retryAt`: the photo is not asked for before. A copy that it has made stays known. Index:
 * photo_requests_pkey.
 */
export async function settleRequest(
  db: Db,
  request: PhotoRequest,
  result: { outcome: RequestOutcome; copyKey?: string; retryAt?: Date },
): Promise<void> {
  Object.assign(request, result);
  await db
    .updateTable("photo_requests")
    .set({
      outcome: result.outcome,
      copy_key: request.copyKey,
      retry_at: result.retryAt ?? null,
    })
    .where("id", "=", request.id)
    .execute();
}

/** Deletes requests that limit nothing any more. Index: photo_requests_requested_at. */
export async function pruneRequests(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("photo_requests")
    .where("requested_at", "<", new Date(now.getTime() - APART_MS))
    .where((where) => where.or([where("retry_at", "is", null), where("retry_at", "<", now)]))
    .execute();
}
