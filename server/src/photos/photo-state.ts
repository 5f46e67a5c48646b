import type { PhotoFailure } from "./photo-failures.ts";
import type { StoredPhoto } from "./stored-photos.ts";

/** `pending`: it is being fetched, ask again; `arrived`: its server has delivered it, and it waits to be decoded. */
export type PhotoState =
  | ({ status: "stored" } & StoredPhoto)
  | { status: "failed"; reason: PhotoFailure; retryAt: Date }
  | { status: "pending"; arrived?: boolean };

/** The states of photos that are known in time; the others are `pending`. */
export async function statesInTime(
  photos: (PhotoState | Promise<PhotoState>)[],
  withinMs: number,
  pending: (nth: number) => PhotoState,
): Promise<PhotoState[]> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  try {
    return await Promise.all(
      photos.map((photo, nth) => Promise.race([photo, late.then(() => pending(nth))])),
    );
  } finally {
    clearTimeout(timer);
  }
}
