import { AppError } from "../platform/errors.ts";
import { FairQueue, type FairQueueLimits } from "../platform/fair-queue.ts";
import type { Outbound, OutboundReply, OutboundRequest } from "../platform/outbound/outbound.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";
import { FILES_PATH, type FileStorage } from "../platform/storage/file-storage.ts";
import { PhotoError } from "./photo-failures.ts";

export const MAX_BYTES = 10 * 1_048_576;
export const MAX_REDIRECTS = 3;
/**
 * The minimum pace of a download, after which it is cancelled: a slower server would hold its slot for the whole
 * deadline. A photo of 200 kB takes 10 seconds at this pace.
 */
const PACE = { bytesPerSecond: 20_000, afterMs: 4000 };

const bounds = { retryAfterSeconds: 5, busy: "Too many pictures are being fetched at the moment" };
const unbounded = { ...bounds, waiting: Infinity, waitingPerCaller: Infinity };
/**
 * For photos of listings, by host: a slow server holds at most its share. The callers limit their own requests. `held`
 * limits the memory of fetched photos that wait to be decoded.
 */
const storedLimits = {
  held: { ...unbounded, slots: 32, slotsPerCaller: 12 },
  fetched: { ...unbounded, slots: 16, slotsPerCaller: 6 },
};
/** For pictures named by anonymous callers: limited by caller, and by host for the fetch. */
const anonymousLimits = {
  held: { ...bounds, slots: 12, slotsPerCaller: 2, waiting: 60, waitingPerCaller: 6 },
  fetched: { ...unbounded, slots: 12, slotsPerCaller: 4 },
};

/** What a photo is fetched for. Each lane has its own slots, so that slow servers in one do not delay the others. */
export type FetchLane = "jobs" | "brochures" | "pages" | "copies" | { anonymous: string | null };

export type FetchOptions = {
  lane: FetchLane;
  signal: AbortSignal;
  received?: (bytes: number) => void;
  /** Sent besides those of all requests. */
  headers?: Record<string, string>;
  /** Fewer than of any photo. */
  maxBytes?: number;
  /** Fewer than usual. */
  redirects?: number;
};

/** Fetches the bytes of a photo from this installation's storage or from the server in its URL. */
export class PhotoSource {
  readonly #outbound: Outbound;
  readonly #storage: FileStorage;
  readonly #publicApiUrl: URL;
  readonly #queues = {
    jobs: queuesOf(storedLimits),
    brochures: queuesOf(storedLimits),
    pages: queuesOf(storedLimits),
    copies: queuesOf(storedLimits),
    anonymous: queuesOf(anonymousLimits),
  };

  constructor(parts: { outbound: Outbound; storage: FileStorage; publicApiUrl: string }) {
    this.#outbound = parts.outbound;
    this.#storage = parts.storage;
    this.#publicApiUrl = new URL(parts.publicApiUrl);
  }

  /** The key under which a photo is stored; an uploaded file's URL without its host, which may change. */
  storedUrl(url: string): string {
    const key = this.#ownKey(url);
    return key === null ? url : FILES_PATH + key;
  }

  /**
   * Runs `work` with the bytes of a photo; they hold a slot until it ends.
   *
   * @throws PhotoError with the reason why there are none; AppError 429 or 503 when too many pictures named by callers
   *   are in progress; the signal's reason when it is aborted; errors of the work.
   */
  async withBytes<R>(
    address: string,
    options: FetchOptions,
    work: (bytes: Buffer) => Promise<R>,
  ): Promise<R> {
    const { lane, signal } = options;
    const key = this.#ownKey(address);
    if (key === null && !URL.canParse(address)) throw new PhotoError("bad_address");
    const host = key === null ? new URL(address).host : "";
    const [{ held, fetched }, holder] =
      typeof lane === "string" ? [this.#queues[lane], host] : [this.#queues.anonymous, lane.anonymous];
    return held.run(holder, signal, async () => {
      const bytes =
        key === null
          ? await fetched.run(host, signal, () => this.#fetch(address, options))
          : await this.#ownFile(key);
      return work(bytes);
    });
  }

  async #ownFile(key: string): Promise<Buffer> {
    const file = await this.#storage.stat(key);
    if (file && file.size > MAX_BYTES) throw new PhotoError("too_large");
    const bytes = file && (await this.#storage.read(key));
    if (!bytes) throw new PhotoError("not_found");
    return bytes;
  }

  async #fetch(address: string, options: FetchOptions): Promise<Buffer> {
    const { status, headers, body } = await this.#get(address, options).catch((error) => {
      // An abort is not a failure of the photo.
      options.signal.throwIfAborted();
      if (isBusy(error) && typeof options.lane !== "string") throw tooMany(error);
      throw error instanceof OutboundError ? new PhotoError(error.reason, { cause: error }) : error;
    });
    const refusal = { status, headers };
    if (status === 404 || status === 410) throw new PhotoError("not_found", { refusal });
    if (status !== 200)
      throw new PhotoError("bad_status", { cause: new Error(`HTTP status ${status}`), refusal });
    return body;
  }

  async #get(
    address: string,
    { lane, signal, received, headers, maxBytes = MAX_BYTES, redirects = MAX_REDIRECTS }: FetchOptions,
  ): Promise<OutboundReply> {
    const request: Omit<OutboundRequest, "url"> = {
      headers: { ...headers, accept: "image/jpeg,image/png,image/webp,image/gif" },
      maxBytes: Math.min(maxBytes, MAX_BYTES),
      redirects,
      pace: PACE,
      lane: typeof lane === "string" ? "own" : "anonymous",
      signal,
      ...(received && { received }),
    };
    try {
      return await this.#outbound.send({ ...request, url: address });
    } catch (error) {
      const sealed = overTls(address);
      if (!(error instanceof OutboundError && error.reason === "plain_http") || sealed === null) throw error;
      // Older feeds have http:// URLs of servers that support https. Browsers upgrade images in https pages the same
      // way.
      return this.#outbound.send({ ...request, url: sealed });
    }
  }

  /** The storage key of an uploaded file's URL; null for all others. */
  #ownKey(url: string): string | null {
    const base = this.#publicApiUrl;
    const parsed = URL.canParse(url, base.href) ? new URL(url, base) : null;
    if (parsed === null || parsed.origin !== base.origin) return null;
    const path = url.startsWith("/") ? parsed.pathname : withoutPrefix(parsed.pathname, base.pathname);
    if (!path?.startsWith(FILES_PATH)) return null;
    return decoded(path.slice(FILES_PATH.length));
  }
}

function queuesOf(limits: Record<"held" | "fetched", FairQueueLimits>) {
  return { held: new FairQueue(limits.held), fetched: new FairQueue(limits.fetched) };
}

function isBusy(error: unknown): boolean {
  return error instanceof OutboundError && error.reason === "busy";
}

/** The caller may try again; the URL itself may be valid. */
function tooMany(cause: unknown): AppError {
  const { busy, retryAfterSeconds: retryAfter } = bounds;
  return new AppError("unavailable", busy, { retryAfter, cause });
}

function overTls(address: string): string | null {
  const url = new URL(address);
  if (url.protocol !== "http:" || url.port !== "") return null;
  url.protocol = "https:";
  return url.href;
}

/** `/files/x`, from `/api/files/x` and `/api`. */
function withoutPrefix(path: string, prefix: string): string | null {
  const bare = prefix.replace(/\/$/, "");
  return path.startsWith(bare) ? path.slice(bare.length) : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
