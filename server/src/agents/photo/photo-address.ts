import type { Context } from "../../platform/context.ts";
import { FILES_PATH } from "../../platform/storage/file-storage.ts";

export type PhotoPlace = Pick<Context, "storage">;

/* An uploaded photo is stored as a path, so that PUBLIC_API_URL can change; a photo elsewhere as its URL. */

export function shownPhoto({ storage }: PhotoPlace, stored: string | null): string | null {
  const key = stored === null ? null : storage.keyOf(stored);
  return key === null ? stored : storage.publicUrl(key);
}

export function storedPhoto({ storage }: PhotoPlace, shown: string | null): string | null {
  const key = shown === null ? null : storage.keyOf(shown);
  return key === null ? shown : FILES_PATH + key;
}
