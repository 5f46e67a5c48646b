import { Gate, Gates } from "../platform/gate.ts";
import type { Outbound, OutboundReply } from "../platform/outbound/outbound.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";
import { FILES_PATH, type FileStorage } from "../platform/storage/file-storage.ts";
import { PhotoError } from "./photo-failures.ts";

const MOST_BYTES = 10 * 1_048_576;
const REDIRECTS = 3;
const AT_ONCE = 12;
const AT_ONCE_PER_HOST = 6;

/** Where the bytes of a photo come from: our own storage, or the server that a feed names. */
export class PhotoSource {
  readonly #outbound: Outbound;
  readonly #storage: FileStorage;
  readonly #publicApiUrl: URL;
  readonly #all = new Gate(AT_ONCE);
  // Outside of #all: a slow server's line holds up nobody else.
  readonly #hosts = new Gates(AT_ONCE_PER_HOST);

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

  /** @throws PhotoError with the reason why there are none. */
  async bytesOf(address: string): Promise<Buffer> {
    const key = this.#ownKey(address);
    if (key !== null) return this.#ownFile(key);
    if (!URL.canParse(address)) throw new PhotoError("bad_address");
    return this.#hosts.run(new URL(address).host, () => this.#all.run(() => this.#fetch(address)));
  }

  async #ownFile(key: string): Promise<Buffer> {
    const file = await this.#storage.stat(key);
    if (file && file.size > MOST_BYTES) throw new PhotoError("too_large");
    const bytes = file && (await this.#storage.read(key));
    if (!bytes) throw new PhotoError("not_found");
    return bytes;
  }

  async #fetch(address: string): Promise<Buffer> {
    const { status, body } = await this.#get(address).catch((error) => {
      throw error instanceof OutboundError ? new PhotoError(error.reason, { cause: error }) : error;
    });
    if (status === 404 || status === 410) throw new PhotoError("not_found");
    if (status !== 200) throw new PhotoError("bad_status", { cause: new Error(`HTTP status ${status}`) });
    return body;
  }

  async #get(address: string): Promise<OutboundReply> {
    const request = {
      headers: { accept: "image/jpeg,image/png,image/webp,image/gif" },
      maxBytes: MOST_BYTES,
      redirects: REDIRECTS,
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
