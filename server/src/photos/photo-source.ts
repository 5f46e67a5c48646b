import { AppError } from "../platform/errors.ts";
import { FairQueue, type FairQueueLimits } from "../platform/fair-queue.ts";
import type { Outbound, OutboundReply, OutboundRequest } from "../platform/outbound/outbound.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";
import { FILES_PATH, type FileStorage } from "../platform/storage/file-storage.ts";
import { PhotoError } from "./photo-failures.ts";

const MOST_BYTES = 10 * 1_048_576;
const REDIRECTS = 3;
/** A server that is slower would hold its place for the whole deadline; a photo of 200 kB takes 10 seconds so. */
const PACE = { bytesPerSecond: 20_000, afterMs: 4000 };

const bounds = { retryAfterSeconds: 5, busy: "Too many pictures are being fetched at the moment" };
const unbounded = { ...bounds, waiting: Infinity, waitingPerCaller: Infinity };
/**
 * Photos of listings, by host: a slow server holds its share at most. What asks for them is bounded itself. `held` bounds the memory of
 * those that have come and wait to be decoded.
 */
const kept = {
  held: { ...unbounded, slots: 32, slotsPerCaller: 12 },
  fetched: { ...unbounded, slots: 16, slotsPerCaller: 6 },
};
/** Pictures that anonymous callers name: held by caller, and of all of them a server's share by host. */
const shown = {
  held: { ...bounds, slots: 12, slotsPerCaller: 2, waiting: 60, waitingPerCaller: 6 },
  fetched: { ...unbounded, slots: 12, slotsPerCaller: 4 },
};

/** Who a photo is fetched for. Each lane has places of its own, so that slow servers in one do not delay the others. */
export type FetchLane = "jobs" | "brochures" | { shownBy: string | null };

export type FetchOptions = { lane: FetchLane; signal: AbortSignal; received?: (bytes: number) => void };

/** Where the bytes of a photo come from: our own storage, or the server that a feed names. */
export class PhotoSource {
  readonly #outbound: Outbound;
  readonly #storage: FileStorage;
  readonly #publicApiUrl: URL;
  readonly #queues = { jobs: queuesOf(kept), brochures: queuesOf(kept), shown: queuesOf(shown) };

  constructor(parts: { outbound: Outbound; storage: FileStorage; publicApiUrl: string }) {
    this.#outbound = parts.outbound;
    this.#storage = parts.storage;
    this.#publicApiUrl = new URL(parts.publicApiUrl);
  }

  /** The address by which a photo is remembered: that of our own files is without a host, which may change. */
  addressOf(url: string): string {
    const key = this.#ownKey(url);
    return key === null ? url : FILES_PATH + key;
  }

  /**
   * Does something with the bytes of a photo; until it is done they hold a place.
   *
   * @throws PhotoError with the reason why there are none; AppError 429 or 503 when too many pictures that callers show are under
   * way; the signal's reason when it is aborted; what the work throws.
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
      typeof lane === "string" ? [this.#queues[lane], host] : [this.#queues.shown, lane.shownBy];
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
    if (file && file.size > MOST_BYTES) throw new PhotoError("too_large");
    const bytes = file && (await this.#storage.read(key));
    if (!bytes) throw new PhotoError("not_found");
    return bytes;
  }

  async #fetch(address: string, options: FetchOptions): Promise<Buffer> {
    const { status, body } = await this.#get(address, options).catch((error) => {
      // That says nothing about the photo.
      options.signal.throwIfAborted();
      if (isBusy(error) && typeof options.lane !== "string") throw tooMany(error);
      throw error instanceof OutboundError ? new PhotoError(error.reason, { cause: error }) : error;
    });
    if (status === 404 || status === 410) throw new PhotoError("not_found");
    if (status !== 200) throw new PhotoError("bad_status", { cause: new Error(`HTTP status ${status}`) });
    return body;
  }

  async #get(address: string, { lane, signal, received }: FetchOptions): Promise<OutboundReply> {
    const request: Omit<OutboundRequest, "url"> = {
      headers: { accept: "image/jpeg,image/png,image/webp,image/gif" },
      maxBytes: MOST_BYTES,
      redirects: REDIRECTS,
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
      // Older feeds write http:// of servers that have https too. Browsers do the same with images in https pages.
      return this.#outbound.send({ ...request, url: sealed });
    }
  }

  /** The key in the storage of an address of ours; null for all others. */
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

/** Who shows a picture may try again; nothing is wrong with its address. */
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

/** Of `/api/files/x` and `/api`, `/files/x`. */
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
