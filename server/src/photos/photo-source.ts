import { FairQueue } from "../platform/fair-queue.ts";
import type { Outbound, OutboundReply } from "../platform/outbound/outbound.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";
import { FILES_PATH, type FileStorage } from "../platform/storage/file-storage.ts";
import { PhotoError } from "./photo-failures.ts";

const MOST_BYTES = 10 * 1_048_576;
const REDIRECTS = 3;
/** A server that is slower would hold its place for the whole deadline; a photo of 200 kB takes 10 seconds so. */
const PACE = { bytesPerSecond: 20_000, afterMs: 4000 };

const bounds = { retryAfterSeconds: 5, busy: "Too many pictures are being fetched at the moment" };
/** Photos of listings. What asks for them is bounded itself; a slow server holds its share at most. */
const byHost = { ...bounds, slots: 12, slotsPerCaller: 6, waiting: Infinity, waitingPerCaller: Infinity };
/** Pictures that anonymous callers name: their share, and of all of them a server's. */
const byCaller = { ...bounds, slots: 12, slotsPerCaller: 2, waiting: 60, waitingPerCaller: 6 };
const shareOfHost = { ...byHost, slotsPerCaller: 4 };

/** Who a photo is fetched for. Each lane has places of its own, so that slow servers in one do not delay the others. */
export type FetchLane = "jobs" | "brochures" | { shownBy: string | null };

export type FetchOptions = { lane: FetchLane; signal: AbortSignal; received?: (bytes: number) => void };

/** Where the bytes of a photo come from: our own storage, or the server that a feed names. */
export class PhotoSource {
  readonly #outbound: Outbound;
  readonly #storage: FileStorage;
  readonly #publicApiUrl: URL;
  /** By host. */
  readonly #kept = { jobs: new FairQueue(byHost), brochures: new FairQueue(byHost) };
  /** By caller, and for those who have a place by host. */
  readonly #shown = { callers: new FairQueue(byCaller), hosts: new FairQueue(shareOfHost) };

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
   * @throws PhotoError with the reason why there are none; AppError 429 or 503 when too many pictures that callers show are under
   * way; the signal's reason when it is aborted.
   */
  async bytesOf(address: string, options: FetchOptions): Promise<Buffer> {
    const key = this.#ownKey(address);
    if (key !== null) return this.#ownFile(key);
    if (!URL.canParse(address)) throw new PhotoError("bad_address");
    const { lane, signal } = options;
    const { host } = new URL(address);
    const fetch = () => this.#fetch(address, options);
    if (typeof lane === "string") return this.#kept[lane].run(host, signal, fetch);
    const { callers, hosts } = this.#shown;
    return callers.run(lane.shownBy, signal, () => hosts.run(host, signal, fetch));
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
      throw error instanceof OutboundError ? new PhotoError(error.reason, { cause: error }) : error;
    });
    if (status === 404 || status === 410) throw new PhotoError("not_found");
    if (status !== 200) throw new PhotoError("bad_status", { cause: new Error(`HTTP status ${status}`) });
    return body;
  }

  async #get(address: string, { signal, received }: FetchOptions): Promise<OutboundReply> {
    const request = {
      headers: { accept: "image/jpeg,image/png,image/webp,image/gif" },
      maxBytes: MOST_BYTES,
      redirects: REDIRECTS,
      pace: PACE,
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
