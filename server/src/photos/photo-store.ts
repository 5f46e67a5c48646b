import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.ts";
import { type DiskSpace, isDiskFull } from "../platform/disk-space.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { PictureWorkers } from "../platform/pictures/picture-workers.ts";
import { SingleFlight } from "../platform/single-flight.ts";
import type { FileStorage } from "../platform/storage/file-storage.ts";
import { DownloadQuota } from "./download-quota.ts";
import { PagePhotos } from "./page-photos.ts";
import { PhotoError, type PhotoFailure, retryAt } from "./photo-failures.ts";
import {
  addressOfCopy,
  fileOf,
  jpegBehind,
  type PhotoFormat,
  type PhotoSize,
  storageKeyOf,
} from "./photo-sizes.ts";
import { PhotoSource } from "./photo-source.ts";
import { type PhotoState, statesInTime } from "./photo-state.ts";
import { PhotoDecoder } from "./photo-worker.ts";
import {
  addressesOfContent,
  forgetContent,
  isStorable,
  type KnownPhoto,
  knownPhotos,
  photoOfContent,
  rememberFailure,
  rememberStored,
  type StoredPhoto,
} from "./stored-photos.ts";

type Parts = {
  /** The pool, not a transaction: a fetch is shared by callers and takes longer than a transaction may. */
  db: Db;
  storage: FileStorage;
  disk: Pick<DiskSpace, "isExhausted">;
  outbound: Outbound;
  pictures: PictureWorkers;
  clock: Clock;
  log: Log;
  publicApiUrl: string;
};

/** The caller whose quota applies; `signal` aborts when the result is no longer needed. */
type Caller = { caller: string | null; signal: AbortSignal };

/** What photos are fetched for that are stored by their address. */
type StoringLane = "jobs" | "brochures" | "pages";

export type FetchAllOptions = {
  withinMs?: number;
  /** Also retries photos whose retry is not due yet. */
  tryAgain?: boolean;
  /** The lane whose capacity is used. */
  lane?: StoringLane;
  /** A fetch is cancelled when all its callers have aborted. */
  signal?: AbortSignal;
};

const NEVER = new AbortController().signal;

/**
 * Stores the photos of listings, agents and brokerages in this installation: fetched once, in three sizes, as JPEG at
 * once and as WebP on request (photo-sizes.ts). A failed fetch is stored with its reason, and retried later.
 */
export class PhotoStore {
  readonly #parts: Parts;
  readonly #source: PhotoSource;
  readonly #decoder: PhotoDecoder;
  readonly #underWay = new SingleFlight<PhotoState>();
  /** Photos fetched during a lookup of known photos, which may have missed them. */
  readonly #justFetched = new Map<string, PhotoState>();
  #lookingUp = 0;
  /** Fetched photos that are being scaled, or wait for it. */
  readonly #arrived = new Set<string>();
  readonly #webpRequests = new SingleFlight<Buffer | null>();
  readonly #downloadQuota = new DownloadQuota();
  /** What pages show. */
  readonly pages: PagePhotos;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#decoder = new PhotoDecoder(parts.pictures);
    this.#source = new PhotoSource(parts);
    this.pages = new PagePhotos(this, parts.log);
  }

  /**
   * One photo: the known state, or fetched now. Uploaded photos (`/files/…`, also under PUBLIC_API_URL) are read from
   * the storage.
   */
  async fetch(url: string): Promise<PhotoState> {
    const [photo] = await this.fetchAll([url]);
    return photo as PhotoState;
  }

  /**
   * All these photos, in this order. A failure affects only its photo; photos that are not available after `withinMs`
   * are `pending`, and are fetched in the background.
   */
  async fetchAll(
    urls: string[],
    { withinMs, tryAgain = false, lane = "jobs", signal = NEVER }: FetchAllOptions = {},
  ): Promise<PhotoState[]> {
    const addresses = urls.map((url) => this.#source.storedUrl(url));
    const known = await this.#known(addresses);
    const now = this.#parts.clock.now();
    const photos = addresses.map((address) => {
      if (!isStorable(address)) return failed("bad_address", 1, now);
      const photo = known.get(address);
      const stands = photo && (photo.status === "stored" || (!tryAgain && photo.retryAt > now));
      return stands ? photo : this.#shared(address, { known: photo, lane, signal });
    });
    if (withinMs === undefined) return Promise.all(photos);
    return statesInTime(photos, withinMs, (nth) => ({
      status: "pending",
      arrived: this.#arrived.has(addresses[nth] as string),
    }));
  }

  /**
   * Fetches a photo for good, from an address that may be used once: one request, no redirect is followed. The copy is known by its own address from then on
   * (`copyAddress`).
   *
   * @returns the storage key.
   * @throws PhotoError with the reason why there is none, and with what the server has answered; AppError when the storage is
   *   unavailable; the signal's reason when it is aborted.
   */
  async copy(
    url: string,
    options: {
      headers: Record<string, string>;
      maxBytes: number;
      received: (bytes: number) => void;
      signal: AbortSignal;
    },
  ): Promise<string> {
    const { db, clock } = this.#parts;
    const photo = await this.#source.withBytes(url, { ...options, lane: "copies", redirects: 0 }, (bytes) =>
      this.#store(bytes, options.signal),
    );
    await rememberStored(db, addressOfCopy(photo.storageKey), photo, clock.now());
    return photo.storageKey;
  }

  /** Those of these photos that are stored, in this order. Nothing is fetched. */
  async storedOf(urls: string[]): Promise<(StoredPhoto | null)[]> {
    const addresses = urls.map((url) => this.#source.storedUrl(url));
    const known = await this.#known(addresses);
    return addresses.map((address) => {
      const photo = known.get(address);
      return photo?.status === "stored" ? photo : null;
    });
  }

  /** A file of a photo; null when the storage has lost it: then it is fetched again the next time. */
  async read(photo: StoredPhoto, size: PhotoSize, format: PhotoFormat): Promise<Buffer | null> {
    const key = fileOf(photo.storageKey, size, format);
    const bytes =
      (await this.#parts.storage.read(key)) ??
      (await this.createOnRequest(key, { caller: null, signal: NEVER }));
    if (bytes === null) await forgetContent(this.#parts.db, photo.storageKey);
    return bytes;
  }

  /**
   * Creates a file that is made on request: the WebP of a stored JPEG. Null for any other name. Concurrent requests of
   * one caller share the work. On a full disk it is not stored.
   *
   * @throws AppError 429 or 503 when the caller, or all callers, have too much waiting.
   */
  async createOnRequest(key: string, { caller, signal }: Caller): Promise<Buffer | null> {
    const jpeg = jpegBehind(key);
    if (jpeg === null || !(await this.#parts.storage.exists(jpeg))) return null;
    return this.#webpRequests.run(`${caller} ${key}`, signal, (signal) =>
      this.#makeWebp(key, jpeg, { caller, signal }),
    );
  }

  /** The key under which a photo is stored; an uploaded file's URL without its host. */
  addressOf(url: string): string {
    return this.#source.storedUrl(url);
  }

  /**
   * A picture that a caller names for a single use, in card size (JPEG); it is not stored. `addresses`: the URLs of
   * stored photos with the same content.
   *
   * @throws PhotoError with the reason why there is none; AppError 429 when the caller names too many pictures at
   *   once, or too many bytes in a minute; 503 when all callers do; the signal's reason when it is aborted.
   */
  async fetchOnce(url: string, { caller, signal }: Caller): Promise<{ bytes: Buffer; addresses: string[] }> {
    this.#downloadQuota.requireAllowance(caller);
    const options = {
      lane: { anonymous: caller },
      signal,
      received: (bytes: number) => this.#downloadQuota.add(caller, bytes),
    };
    return this.#source.withBytes(this.#source.storedUrl(url), options, async (bytes) => {
      const addresses = await addressesOfContent(this.#parts.db, storageKeyOf(bytes));
      return {
        bytes: await this.#decoder.deriveCard(bytes, { lane: "anonymous", caller, signal }),
        addresses,
      };
    });
  }

  /** The public URL of a file. */
  publicUrl(photo: StoredPhoto, size: PhotoSize, format: PhotoFormat): string {
    return this.#parts.storage.publicUrl(fileOf(photo.storageKey, size, format));
  }

  async #known(addresses: string[]): Promise<Map<string, KnownPhoto>> {
    this.#lookingUp++;
    try {
      return await knownPhotos(this.#parts.db, [...new Set(addresses.filter(isStorable))]);
    } finally {
      // Concurrent lookups that end in this turn of the event loop still read the map.
      if (--this.#lookingUp === 0) setImmediate(() => this.#lookingUp === 0 && this.#justFetched.clear());
    }
  }

  /** Concurrent callers of one URL share one fetch. */
  async #shared(address: string, { known, lane, signal }: Wanted): Promise<PhotoState> {
    const just = this.#justFetched.get(address);
    if (just) return just;
    const failuresInRow = known?.status === "failed" ? known.failuresInRow : 0;
    return this.#underWay.run(address, signal, async (signal) => {
      const photo = await this.#fetch(address, { failuresInRow, lane, signal });
      if (this.#lookingUp > 0) this.#justFetched.set(address, photo);
      return photo;
    });
  }

  async #fetch(
    address: string,
    { failuresInRow, lane, signal }: { failuresInRow: number; lane: StoringLane; signal: AbortSignal },
  ): Promise<PhotoState> {
    const { db, disk, clock, log, outbound } = this.#parts;
    if (await disk.isExhausted()) return { status: "pending" };
    try {
      const photo = await this.#source.withBytes(address, { lane, signal }, (bytes) => {
        this.#arrived.add(address);
        return this.#store(bytes, signal);
      });
      await rememberStored(db, address, photo, clock.now());
      return { status: "stored", ...photo };
    } catch (error) {
      if (error instanceof PhotoError) {
        const failure = failed(error.reason, failuresInRow + 1, clock.now());
        await rememberFailure(db, address, { ...failure, failuresInRow: failuresInRow + 1 }, clock.now());
        return failure;
      }
      signal.throwIfAborted();
      // The storage is unavailable, or the process is stopping. Neither concerns the photo, so no failure is stored.
      if (!(error instanceof AppError)) throw error;
      if (!outbound.closed) log.error({ err: error, address }, "photo not stored");
      return { status: "pending" };
    } finally {
      this.#arrived.delete(address);
    }
  }

  async #makeWebp(key: string, jpeg: string, { caller, signal }: Caller): Promise<Buffer | null> {
    const { storage } = this.#parts;
    // Read when a slot is free, so that waiting requests hold no file in memory.
    const webp = await this.#decoder.webpOf(() => storage.read(jpeg), { lane: "files", caller, signal });
    if (webp === null) return null;
    await storage.put(key, webp).catch((error) => {
      if (!isDiskFull(error)) throw error;
    });
    return webp;
  }

  async #store(bytes: Buffer, signal: AbortSignal): Promise<StoredPhoto> {
    const { db, storage } = this.#parts;
    const storageKey = storageKeyOf(bytes);
    const same = await photoOfContent(db, storageKey);
    if (same) return same;
    const caller = { lane: "stored", caller: null, signal } as const;
    const { files, width, height } = await this.#decoder.derivePhoto(bytes, caller);
    for (const { size, format, bytes: file } of files) {
      await storage.put(fileOf(storageKey, size, format), file);
    }
    return { storageKey, width, height };
  }
}

type Wanted = { known: KnownPhoto | undefined; lane: StoringLane; signal: AbortSignal };

function failed(reason: PhotoFailure, failuresInRow: number, now: Date) {
  return { status: "failed", reason, retryAt: retryAt(reason, failuresInRow, now) } as const;
}
