import {
  type ListingToCopy,
  type PhotoCopy,
  photosInMedia,
  type RawRecord,
  type UncopiedPhoto,
} from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PhotoRequester } from "./photo-requester.ts";
import { HOUR_MS, type PhotoRequest, settleRequest } from "./photo-requests.ts";
import type { RequestLimits } from "./request-limits.ts";

export type CopyParts = {
  db: Db;
  clock: { now(): Date };
  requester: Pick<PhotoRequester, "request" | "pausedUntil">;
  /** The Media of a listing as its server has it now. */
  readMedia: (listingKey: string) => Promise<RawRecord[]>;
  limits: RequestLimits;
  /** Called with each copy. */
  onCopy: (copy: PhotoCopy) => void;
  /** Whether the next photo is left for later. */
  isOver: () => boolean;
};

/** Where a photo can be fetched, and when its MLS has changed it. */
type Place = { url: string; modifiedAt: string | null };

/** Copies photos of one listing. */
export class ListingCopy {
  readonly #parts: CopyParts;
  readonly #listing: ListingToCopy;
  /** Addresses that were read now. */
  #fresh: Map<string, Place> | null = null;
  /** Whether a photo was copied, or a wait was noted: else the listing would be tried again at once. */
  #hasProgressed = false;

  constructor(listing: ListingToCopy, parts: CopyParts) {
    this.#parts = parts;
    this.#listing = listing;
  }

  /** @returns false when nothing could be done, though the photos seemed ready. */
  async run(photos: readonly UncopiedPhoto[]): Promise<boolean> {
    const { clock, limits, isOver } = this.#parts;
    for (const photo of photos) {
      if (isOver() || this.#isPaused) return true;
      if (limits.readyAt(photo, clock.now()) <= clock.now()) await this.#copy(photo);
    }
    // A photo that waited for its turn was left when the pause began.
    return this.#hasProgressed || this.#isPaused;
  }

  /** Whether the photos' server has asked for a pause, or is down. */
  get #isPaused(): boolean {
    const { clock, requester } = this.#parts;
    return requester.pausedUntil > clock.now().getTime();
  }

  async #copy(photo: UncopiedPhoto): Promise<void> {
    const { limits } = this.#parts;
    const last = limits.lastOf(photo);
    const first = last === null ? await this.#firstPlace(photo) : await this.#freshPlace(photo);
    const refused = await this.#request(photo, first);
    if (refused?.outcome !== "refused") return;
    const second = await this.#freshPlace(photo).catch(async (error) => {
      // The photo is not asked for again before its Media can be read.
      await settleRequest(this.#parts.db, refused, { outcome: "refused", retryAt: this.#parts.clock.now() });
      throw error;
    });
    if (second === null || second.url === first?.url) return;
    await this.#request(photo, second);
  }

  /** The address that is known; a fresh one when others of this listing have ended. */
  async #firstPlace(photo: UncopiedPhoto): Promise<Place | null> {
    if (this.#fresh !== null) return this.#fresh.get(photo.key) ?? null;
    return { url: photo.url, modifiedAt: null };
  }

  async #freshPlace({ key }: UncopiedPhoto): Promise<Place | null> {
    const media = photosInMedia(await this.#parts.readMedia(this.#listing.listingKey));
    this.#fresh = new Map(
      [...media].map(([mediaKey, { url, modified_at }]) => [mediaKey, { url, modifiedAt: modified_at }]),
    );
    return this.#fresh.get(key) ?? null;
  }

  /** @returns the request, if one was sent. */
  async #request(photo: UncopiedPhoto, place: Place | null): Promise<PhotoRequest | null> {
    const { clock, limits, requester } = this.#parts;
    if (place === null) {
      await this.#defer(photo, new Date(clock.now().getTime() + HOUR_MS));
      return null;
    }
    const known = limits.copyFrom(place.url, clock.now());
    if (known !== null) {
      this.#copied(photo, known, place);
      return null;
    }
    const request = await requester.request({ key: photo.key, url: place.url });
    if (request === null) {
      await this.#defer(photo, limits.addressFreeAt(place.url));
      return null;
    }
    this.#hasProgressed = true;
    limits.add(request);
    if (request.copyKey !== null) this.#copied(photo, request.copyKey, place);
    return request;
  }

  #copied(photo: UncopiedPhoto, copyKey: string, { modifiedAt }: Place): void {
    this.#hasProgressed = true;
    this.#parts.onCopy({ photo, copyKey, fetchedModifiedAt: photo.isTimed ? modifiedAt : null });
  }

  /** The photo waits; its newest request, if there is one, keeps that. */
  async #defer(photo: UncopiedPhoto, until: Date): Promise<void> {
    const { db, clock, limits } = this.#parts;
    const last = limits.lastOf(photo);
    if (last === null || until <= clock.now()) return;
    this.#hasProgressed = true;
    await settleRequest(db, last, { outcome: last.outcome ?? "failed", retryAt: until });
  }
}
