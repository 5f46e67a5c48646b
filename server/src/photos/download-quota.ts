import { LRUCache } from "lru-cache";
import { AppError } from "../platform/errors.ts";

const WINDOW_MS = 60_000;
/** Ten pictures of the maximum size. */
const MAX_BYTES_PER_MINUTE = 100 * 1_048_576;
const MAX_CALLERS = 20_000;

/** The bytes fetched for each caller in the last minute, of pictures for a single use. */
export class DownloadQuota {
  readonly #bytes = new LRUCache<string, { bytes: number }>({ max: MAX_CALLERS, ttl: WINDOW_MS });

  /** @throws AppError 429 */
  requireAllowance(caller: string | null): void {
    const key = String(caller);
    if ((this.#bytes.get(key)?.bytes ?? 0) < MAX_BYTES_PER_MINUTE) return;
    const retryAfter = Math.max(1, Math.ceil(this.#bytes.getRemainingTTL(key) / 1000));
    throw new AppError("too_many_requests", "Rate limit exceeded", { retryAfter });
  }

  add(caller: string | null, bytes: number): void {
    const key = String(caller);
    const entry = this.#bytes.get(key);
    if (entry) entry.bytes += bytes;
    else this.#bytes.set(key, { bytes });
  }
}
