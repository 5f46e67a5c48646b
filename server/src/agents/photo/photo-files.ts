import { randomUUID } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { afterCommit } from "../../platform/database/database.ts";
import { contentName } from "../../platform/storage/keys.ts";

/** The two files of a photo in the storage. */
export type PhotoFiles = { photo: string; thumbnail: string };

/**
 * Storage keys of an uploaded photo. Every upload gets new names, even of the same picture, so that a file has one user and
 * can be deleted with it.
 */
export function newPhotoFiles(photo: Uint8Array): PhotoFiles {
  const name = contentName(randomUUID(), photo);
  return { photo: `agents/${name}-800.jpg`, thumbnail: `agents/${name}-200.jpg` };
}

/** The files behind a photo's key; null when it is not one that was uploaded for an agent. */
export function photoFilesOf(key: string): PhotoFiles | null {
  const name = /^(agents\/[0-9a-f]{32})-800\.jpg$/.exec(key)?.[1];
  return name === undefined ? null : { photo: key, thumbnail: `${name}-200.jpg` };
}

/** Deletes the agent's previous photo after the commit, if it was uploaded and no other agent shows it. */
export async function discardPhoto(ctx: Context, stored: string | null): Promise<void> {
  const key = stored === null ? null : ctx.storage.keyOf(stored);
  const files = key === null ? null : photoFilesOf(key);
  if (files === null) return;
  const shown = await ctx.db
    .selectFrom("agents")
    .select("id")
    .where("photo_url", "=", stored)
    .limit(1)
    .executeTakeFirst();
  if (shown) return;
  afterCommit(ctx, () => deletePhotoFiles(ctx, files));
}

/** The request does not wait for it: a silent storage would hold it, and a failed deletion only leaves an unused file. */
export function deletePhotoFiles({ storage, log }: Context, files: PhotoFiles): void {
  for (const file of Object.values(files)) {
    storage.delete(file).catch((err) => log.warn({ err, file }, "unused agent photo not deleted"));
  }
}
