import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { PhotoFailure } from "./photo-failures.ts";

export type StoredPhoto = { storageKey: string; width: number; height: number };

export type KnownPhoto =
  | ({ status: "stored" } & StoredPhoto)
  | { status: "failed"; reason: PhotoFailure; failuresInRow: number; retryAt: Date };

const MAX_URL_LENGTH = 4000;

/** PostgreSQL's text cannot contain NUL characters. */
export function isStorable(address: string): boolean {
  return address.length <= MAX_URL_LENGTH && !address.includes("\0");
}

export function hashOf(address: string): Buffer {
  return createHash("sha256").update(address).digest();
}

/** The stored state of these URLs, by URL. */
export async function knownPhotos(db: Db, addresses: string[]): Promise<Map<string, KnownPhoto>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom("stored_photos")
    .where("url_hash", "in", addresses.map(hashOf))
    .select(["url", "status", "failure", "failures_in_row", "retry_at", "storage_key", "width", "height"])
    .execute();
  return new Map(
    rows.map((row) => [
      row.url,
      row.status === "stored"
        ? {
            status: "stored",
            storageKey: row.storage_key as string,
            width: row.width as number,
            height: row.height as number,
          }
        : {
            status: "failed",
            reason: row.failure as PhotoFailure,
            failuresInRow: row.failures_in_row,
            retryAt: row.retry_at as Date,
          },
    ]),
  );
}

/** SQL condition: the picture at this address is stored. `address`: a text expression. Index: stored_photos_pkey. */
export function isStoredAt(address: string): string {
  return `exists (
          select
          from stored_photos
          where url_hash = sha256(convert_to(${address}, 'UTF8')) and status = 'stored'
        )`;
}

/** A join of SQL text: the row of the picture that is stored at this address. `address`: a text expression. Index: stored_photos_pkey. */
export function joinStored(address: string): string {
  return `left join stored_photos on stored_photos.url_hash = sha256(convert_to(${address}, 'UTF8'))
        and stored_photos.status = 'stored'`;
}

/** The same content, stored for another URL. */
export async function photoOfContent(db: Db, storageKey: string): Promise<StoredPhoto | null> {
  const row = await db
    .selectFrom("stored_photos")
    .where("storage_key", "=", storageKey)
    .select(["width", "height"])
    .limit(1)
    .executeTakeFirst();
  return row ? { storageKey, width: row.width as number, height: row.height as number } : null;
}

const MAX_URLS = 100;

/** The URLs that this content was fetched from. Index: stored_photos_storage_key. */
export async function addressesOfContent(db: Db, storageKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom("stored_photos")
    .where("storage_key", "=", storageKey)
    .select("url")
    .orderBy("url_hash")
    .limit(MAX_URLS)
    .execute();
  return rows.map(({ url }) => url);
}

export async function rememberStored(db: Db, address: string, photo: StoredPhoto, now: Date): Promise<void> {
  const row = {
    status: "stored",
    failure: null,
    failures_in_row: 0,
    retry_at: null,
    storage_key: photo.storageKey,
    width: photo.width,
    height: photo.height,
    fetched_at: now,
  };
  await db
    .insertInto("stored_photos")
    .values({ url_hash: hashOf(address), url: address, ...row })
    .onConflict((conflict) => conflict.column("url_hash").doUpdateSet(row))
    .execute();
}

/** Does not overwrite a photo that another process has stored meanwhile. */
export async function rememberFailure(
  db: Db,
  address: string,
  failure: { reason: PhotoFailure; failuresInRow: number; retryAt: Date },
  now: Date,
): Promise<void> {
  const row = {
    status: "failed",
    failure: failure.reason,
    failures_in_row: failure.failuresInRow,
    retry_at: failure.retryAt,
    fetched_at: now,
  };
  await db
    .insertInto("stored_photos")
    .values({ url_hash: hashOf(address), url: address, ...row })
    .onConflict((conflict) =>
      conflict.column("url_hash").doUpdateSet(row).where("stored_photos.status", "=", sql.lit("failed")),
    )
    .execute();
}

/**
 * Deletes what is stored about fetches from these URLs before a moment, because the pictures there have changed. Files
 * stay, because other URLs may share them. Call it in the transaction that deletes what was derived from them.
 *
 * Index: stored_photos_pkey. Expected: up to 5,000 URLs, most of them fetched later.
 *
 * @returns the URLs of which something was deleted.
 */
export async function forgetFetched(
  db: Db,
  replaced: readonly { address: string; fetchedBefore: Date }[],
): Promise<Set<string>> {
  if (replaced.length === 0) return new Set();
  const { rows } = await sql<{ url: string }>`
    delete from stored_photos
    using unnest(
      ${replaced.map(({ address }) => address)}::text[],
      ${replaced.map(({ fetchedBefore }) => fetchedBefore)}::timestamptz[]
    ) as replaced (address, fetched_before)
    where url_hash = sha256(convert_to(replaced.address, 'UTF8'))
      and fetched_at < replaced.fetched_before
    returning url`.execute(db);
  return new Set(rows.map(({ url }) => url));
}

/** The storage has lost the files: every URL that had them is fetched again. */
export async function forgetContent(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom("stored_photos").where("storage_key", "=", storageKey).execute();
}
