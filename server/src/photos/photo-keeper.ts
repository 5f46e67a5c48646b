import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { PictureWorkers } from "../platform/pictures/picture-workers.ts";
import { SingleFlight } from "../platform/single-flight.ts";
import type { FileStorage } from "../platform/storage/file-storage.ts";
import { PhotoError, type PhotoFailure, retryAt } from "./photo-failures.ts";
import { fileOf, jpegBehind, type PhotoFormat, type PhotoSize, storageKeyOf } from "./photo-sizes.ts";
import { PhotoSource } from "./photo-source.ts";
import { PhotoDecoder } from "./photo-worker.ts";
import { ShownBytes } from "./shown-bytes.ts";
import {
  addressesOfContent,
  forgetContent,
  type KnownPhoto,
  knownPhotos,
  photoOfContent,
  rememberFailure,
  rememberStored,
  type StoredPhoto,
} from "./stored-photos.ts";

/** `pending`: it is on its way, and worth asking for again; `arrived`: its server has delivered, and its turn is soon. */
export type KeptPhoto =
  | ({ status: "stored" } & StoredPhoto)
  | { status: "failed"; reason: PhotoFailure; retryAt: Date }
  | { status: "pending"; arrived?: boolean };

const LONGEST_ADDRESS = 4000;

type Parts = {
  /** The pool: a fetch is shared by callers, and takes longer than a transaction may. */
  db: Db;
  storage: FileStorage;
  outbound: Outbound;
  pictures: PictureWorkers;
  clock: Clock;
  log: Log;
  publicApiUrl: string;
};

/** Whose share of bounded work it counts against, and until when it is wanted. */
type Caller = { caller: string | null; signal: AbortSignal };

export type KeepOptions = {
  withinMs?: number;
  /** Those are asked for as well that failed a while ago. */
  tryAgain?: boolean;
  /** Whose places they are fetched in. */
  lane?: "jobs" | "brochures";
  /** When nobody wants a photo any more, its fetch is given up. */
  signal?: AbortSignal;
};

const NEVER = new AbortController().signal;

/**
 * Keeps the photos of listings, agents and brokerages in our storage: fetched once, in three sizes, as JPEG at
 * once and as WebP when somebody asks for it (photo-sizes.ts). What could not be fetched is remembered with its reason, and tried again after a while.
 */
export class PhotoKeeper {
  readonly #parts: Parts;
  readonly #source: PhotoSource;
  readonly #decoder: PhotoDecoder;
  readonly #underWay = new SingleFlight<KeptPhoto>();
  /** What has been fetched while somebody was looking up what is known, and may not have seen it. */
  readonly #justFetched = new Map<string, KeptPhoto>();
  #lookingUp = 0;
  /** What has come in and is being made smaller, or waits for it. */
  readonly #arrived = new Set<string>();
  readonly #supplied = new SingleFlight<Buffer | null>();
  readonly #shownBytes = new ShownBytes();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#decoder = new PhotoDecoder(parts.pictures);
    this.#source = new PhotoSource(parts);
  }

  /** One photo: as it is known, or fetched now. Our own (`/files/…`, under PUBLIC_API_URL too) come from the storage. */
  async keep(url: string): Promise<KeptPhoto> {
    const [photo] = await this.keepAll([url]);
    return photo as KeptPhoto;
  }

  /**
   * All of these, in this order. None of them fails the others; those that are not there after `withinMs` are
   * `pending`, and go on being fetched.
   */
  async keepAll(
    urls: string[],
    { withinMs, tryAgain = false, lane = "jobs", signal = NEVER }: KeepOptions = {},
  ): Promise<KeptPhoto[]> {
    const addresses = urls.map((url) => this.#source.addressOf(url));
    const known = await this.#known(addresses);
    const now = this.#parts.clock.now();
    const photos = addresses.map((address) => {
      if (!isStorable(address)) return failed("bad_address", 1, now);
      const photo = known.get(address);
      const stands = photo && (photo.status === "stored" || (!tryAgain && photo.retryAt > now));
      return stands ? photo : this.#shared(address, { known: photo, lane, signal });
    });
    if (withinMs === undefined) return Promise.all(photos);
    return inTime(photos, withinMs, (nth) => ({
      status: "pending",
      arrived: this.#arrived.has(addresses[nth] as string),
    }));
  }

  /** One of a photo's files; null when the storage has lost it, and then it is fetched anew the next time. */
  async read(photo: StoredPhoto, size: PhotoSize, format: PhotoFormat): Promise<Buffer | null> {
    const key = fileOf(photo.storageKey, size, format);
    const bytes =
      (await this.#parts.storage.read(key)) ?? (await this.supply(key, { caller: null, signal: NEVER }));
    if (bytes === null) await forgetContent(this.#parts.db, photo.storageKey);
    return bytes;
  }

  /**
   * Makes the file of that name which is made when it is first asked for: the WebP of a JPEG that is there. Null: it is none.
   * The requests of one caller share the work.
   *
   * @throws AppError 429 or 503 when the caller, or all of them, have too much waiting.
   */
  async supply(key: string, { caller, signal }: Caller): Promise<Buffer | null> {
    const jpeg = jpegBehind(key);
    if (jpeg === null || !(await this.#parts.storage.exists(jpeg))) return null;
    return this.#supplied.run(`${caller} ${key}`, signal, (signal) =>
      this.#makeWebp(key, jpeg, { caller, signal }),
    );
  }

  /** The address by which a photo is remembered: that of our own files is without a host. */
  addressOf(url: string): string {
    return this.#source.addressOf(url);
  }

  /**
   * A picture that somebody shows us once, as large as cards are (JPEG): it is kept nowhere. `addresses`: where the same picture,
   * byte for byte, has been kept from.
   *
   * @throws PhotoError with the reason why there is none; AppError 429 when the caller shows too many pictures at once, or too
   * many bytes in a minute; 503 when all callers do; the signal's reason when it is aborted.
   */
  async lookAt(url: string, { caller, signal }: Caller): Promise<{ bytes: Buffer; addresses: string[] }> {
    this.#shownBytes.demandAllowance(caller);
    const options = {
      lane: { shownBy: caller },
      signal,
      received: (bytes: number) => this.#shownBytes.add(caller, bytes),
    };
    return this.#source.withBytes(this.#source.addressOf(url), options, async (bytes) => {
      const addresses = await addressesOfContent(this.#parts.db, storageKeyOf(bytes));
      return { bytes: await this.#decoder.deriveCard(bytes, { lane: "shown", caller, signal }), addresses };
    });
  }

  /** Where the public finds it. */
  publicUrl(photo: StoredPhoto, size: PhotoSize, format: PhotoFormat): string {
    return this.#parts.storage.publicUrl(fileOf(photo.storageKey, size, format));
  }

  async #known(addresses: string[]): Promise<Map<string, KnownPhoto>> {
    this.#lookingUp++;
    try {
      return await knownPhotos(this.#parts.db, [...new Set(addresses.filter(isStorable))]);
    } finally {
      // Those who have just looked read it in the same turn.
      if (--this.#lookingUp === 0) setImmediate(() => this.#lookingUp === 0 && this.#justFetched.clear());
    }
  }

  /** Callers who want the same address at the same time share one fetch. */
  async #shared(address: string, { known, lane, signal }: Wanted): Promise<KeptPhoto> {
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
    {
      failuresInRow,
      lane,
      signal,
    }: { failuresInRow: number; lane: "jobs" | "brochures"; signal: AbortSignal },
  ): Promise<KeptPhoto> {
    const { db, clock, log, outbound } = this.#parts;
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
      // The storage is away, or we are stopping. That says nothing about the photo, so it is not remembered.
      if (!(error instanceof AppError)) throw error;
      if (!outbound.closed) log.error({ err: error, address }, "a photo cannot be kept");
      return { status: "pending" };
    } finally {
      this.#arrived.delete(address);
    }
  }

  async #makeWebp(key: string, jpeg: string, { caller, signal }: Caller): Promise<Buffer | null> {
    const { storage } = this.#parts;
    // Read when its turn has come: a thousand that wait are no memory.
    const webp = await this.#decoder.webpOf(() => storage.read(jpeg), { lane: "files", caller, signal });
    if (webp !== null) await storage.put(key, webp);
    return webp;
  }

  async #store(bytes: Buffer, signal: AbortSignal): Promise<StoredPhoto> {
    const { db, storage } = this.#parts;
    const storageKey = storageKeyOf(bytes);
    const same = await photoOfContent(db, storageKey);
    if (same) return same;
    const caller = { lane: "kept", caller: null, signal } as const;
    const { files, width, height } = await this.#decoder.derivePhoto(bytes, caller);
    for (const { size, format, bytes: file } of files) {
      await storage.put(fileOf(storageKey, size, format), file);
    }
    return { storageKey, width, height };
  }
}

type Wanted = { known: KnownPhoto | undefined; lane: "jobs" | "brochures"; signal: AbortSignal };

function failed(reason: PhotoFailure, failuresInRow: number, now: Date) {
  return { status: "failed", reason, retryAt: retryAt(reason, failuresInRow, now) } as const;
}

/** PostgreSQL's text holds no NUL. */
function isStorable(address: string): boolean {
  return address.length <= LONGEST_ADDRESS && !address.includes("\0");
}

async function inTime(
  photos: (KeptPhoto | Promise<KeptPhoto>)[],
  withinMs: number,
  pending: (nth: number) => KeptPhoto,
): Promise<KeptPhoto[]> {
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
