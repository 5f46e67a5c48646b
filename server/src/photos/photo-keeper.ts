import { availableParallelism } from "node:os";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { Gate } from "../platform/gate.ts";
import type { Log } from "../platform/log.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { FileStorage } from "../platform/storage/file-storage.ts";
import { deriveCard, derivePhoto, webpOf } from "./derive-photo.ts";
import { PhotoError, type PhotoFailure, retryAt } from "./photo-failures.ts";
import { fileOf, jpegBehind, type PhotoFormat, type PhotoSize, storageKeyOf } from "./photo-sizes.ts";
import { PhotoSource } from "./photo-source.ts";
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

/** Searches wait for a turn on a core at most: one photo is one call to libvips after the other, each some milliseconds. */
const SHARP_AT_ONCE = Math.min(4, availableParallelism());
const LONGEST_ADDRESS = 4000;

type Parts = {
  /** The pool: a fetch is shared by callers, and takes longer than a transaction may. */
  db: Db;
  storage: FileStorage;
  outbound: Outbound;
  clock: Clock;
  log: Log;
  publicApiUrl: string;
};

/**
 * Keeps the photos of listings, agents and brokerages in our storage: fetched once, in three sizes, as JPEG at
 * once and as WebP when somebody asks for it (photo-sizes.ts). What could not be fetched is remembered with its reason, and tried again after a while.
 */
export class PhotoKeeper {
  readonly #parts: Parts;
  readonly #source: PhotoSource;
  readonly #sharp = new Gate(SHARP_AT_ONCE);
  /** Who looks at a page waits for none of the photos that are fetched meanwhile. */
  readonly #visitors = new Gate(1);
  readonly #underWay = new Map<string, Promise<KeptPhoto>>();
  /** What has been fetched while somebody was looking up what is known, and may not have seen it. */
  readonly #justFetched = new Map<string, KeptPhoto>();
  #lookingUp = 0;
  /** What has come in and is being made smaller, or waits for it. */
  readonly #arrived = new Set<string>();
  readonly #supplied = new Map<string, Promise<Buffer | null>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#source = new PhotoSource(parts);
  }

  /** One photo: as it is known, or fetched now. Our own (`/files/…`, under PUBLIC_API_URL too) come from the storage. */
  async keep(url: string): Promise<KeptPhoto> {
    const [photo] = await this.keepAll([url]);
    return photo as KeptPhoto;
  }

  /**
   * All of these, in this order. None of them fails the others; those that are not there after `withinMs` are
   * `pending`, and go on being fetched. With `tryAgain` those are asked for as well that failed a while ago.
   */
  async keepAll(
    urls: string[],
    { withinMs, tryAgain = false }: { withinMs?: number; tryAgain?: boolean } = {},
  ): Promise<KeptPhoto[]> {
    const addresses = urls.map((url) => this.#source.addressOf(url));
    const known = await this.#known(addresses);
    const now = this.#parts.clock.now();
    const photos = addresses.map((address) => {
      if (!isStorable(address)) return failed("bad_address", 1, now);
      const photo = known.get(address);
      const stands = photo && (photo.status === "stored" || (!tryAgain && photo.retryAt > now));
      return stands ? photo : this.#shared(address, photo);
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
    const bytes = (await this.#parts.storage.read(key)) ?? (await this.supply(key));
    if (bytes === null) await forgetContent(this.#parts.db, photo.storageKey);
    return bytes;
  }

  /**
   * Makes the file of that name which is made when it is first asked for: the WebP of a JPEG that is there. Null: it is none.
   * Callers at the same time share the work.
   */
  supply(key: string): Promise<Buffer | null> {
    const jpeg = jpegBehind(key);
    if (jpeg === null) return Promise.resolve(null);
    const work = this.#supplied.get(key) ?? this.#makeWebp(key, jpeg);
    this.#supplied.set(key, work);
    return work.finally(() => this.#supplied.delete(key));
  }

  /** The address by which a photo is remembered: that of our own files is without a host. */
  addressOf(url: string): string {
    return this.#source.addressOf(url);
  }

  /**
   * A picture that somebody shows us once, as large as cards are (JPEG): it is kept nowhere. `addresses`: where the same picture,
   * byte for byte, has been kept from.
   *
   * @throws PhotoError with the reason why there is none.
   */
  async lookAt(url: string): Promise<{ bytes: Buffer; addresses: string[] }> {
    const bytes = await this.#source.bytesOf(this.#source.addressOf(url));
    const addresses = await addressesOfContent(this.#parts.db, storageKeyOf(bytes));
    return { bytes: await this.#sharp.run(() => deriveCard(bytes)), addresses };
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
  #shared(address: string, known: KnownPhoto | undefined): Promise<KeptPhoto> {
    const under = this.#underWay.get(address) ?? this.#justFetched.get(address);
    if (under) return Promise.resolve(under);
    const work = this.#fetch(address, known?.status === "failed" ? known.failuresInRow : 0)
      .then((photo) => {
        if (this.#lookingUp > 0) this.#justFetched.set(address, photo);
        return photo;
      })
      .finally(() => this.#underWay.delete(address));
    this.#underWay.set(address, work);
    return work;
  }

  async #fetch(address: string, failuresInRow: number): Promise<KeptPhoto> {
    const { db, clock, log, outbound } = this.#parts;
    try {
      const bytes = await this.#source.bytesOf(address);
      this.#arrived.add(address);
      const photo = await this.#store(bytes);
      await rememberStored(db, address, photo, clock.now());
      return { status: "stored", ...photo };
    } catch (error) {
      if (error instanceof PhotoError) {
        const failure = failed(error.reason, failuresInRow + 1, clock.now());
        await rememberFailure(db, address, { ...failure, failuresInRow: failuresInRow + 1 }, clock.now());
        return failure;
      }
      // The storage is away, or we are stopping. That says nothing about the photo, so it is not remembered.
      if (!(error instanceof AppError)) throw error;
      if (!outbound.closed) log.error({ err: error, address }, "a photo cannot be kept");
      return { status: "pending" };
    } finally {
      this.#arrived.delete(address);
    }
  }

  async #makeWebp(key: string, jpeg: string): Promise<Buffer | null> {
    const { storage } = this.#parts;
    const bytes = await storage.read(jpeg);
    if (bytes === null) return null;
    const webp = await this.#visitors.run(() => webpOf(bytes));
    await storage.put(key, webp);
    return webp;
  }

  async #store(bytes: Buffer): Promise<StoredPhoto> {
    const { db, storage } = this.#parts;
    const storageKey = storageKeyOf(bytes);
    const same = await photoOfContent(db, storageKey);
    if (same) return same;
    const { files, width, height } = await this.#sharp.run(() => derivePhoto(bytes));
    for (const { size, format, bytes: file } of files) {
      await storage.put(fileOf(storageKey, size, format), file);
    }
    return { storageKey, width, height };
  }
}

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
