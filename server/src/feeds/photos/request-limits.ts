import type { UncopiedPhoto } from "../../listings/index.ts";
import { APART_MS, addressHashOf, MAX_REQUESTS, type PhotoRequest } from "./photo-requests.ts";

/** What the requests of the last hour say of photos: which may be asked for, and which copies are there already. */
export class RequestLimits {
  readonly #byKey = new Map<string, PhotoRequest[]>();
  readonly #byAddress = new Map<string, PhotoRequest>();

  constructor(requests: readonly PhotoRequest[]) {
    for (const request of requests) this.add(request);
  }

  add(request: PhotoRequest): void {
    const ofKey = this.#byKey.get(request.key);
    if (ofKey) ofKey.push(request);
    else this.#byKey.set(request.key, [request]);
    this.#byAddress.set(request.addressHash, request);
  }

  /** The newest request of the photo. */
  lastOf({ key }: Pick<UncopiedPhoto, "key">): PhotoRequest | null {
    return this.#byKey.get(key)?.at(-1) ?? null;
  }

  /** The copy of a photo that was fetched from this address within the hour. */
  copyFrom(url: string, now: Date): string | null {
    const request = this.#byAddress.get(addressHashOf(url));
    return request && isRecent(request, now) ? request.copyKey : null;
  }

  /** When the address may be asked for; the past when it may be now. */
  addressFreeAt(url: string): Date {
    const request = this.#byAddress.get(addressHashOf(url));
    return request ? new Date(request.requestedAt.getTime() + APART_MS) : new Date(0);
  }

  /** When the photo may be asked for, at an address that was not; the past when it may be now. */
  readyAt({ key, url }: Pick<UncopiedPhoto, "key" | "url">, now: Date): Date {
    const requests = this.#byKey.get(key) ?? [];
    const recent = requests.filter((request) => isRecent(request, now));
    const times = requests.map(({ retryAt }) => retryAt?.getTime() ?? 0);
    const first = recent.at(-MAX_REQUESTS);
    if (first) times.push(first.requestedAt.getTime() + APART_MS);
    // Of another photo, which has the same address; it may have been copied.
    if (requests.length === 0 && this.copyFrom(url, now) === null)
      times.push(this.addressFreeAt(url).getTime());
    return new Date(Math.max(0, ...times));
  }
}

function isRecent({ requestedAt }: PhotoRequest, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() < APART_MS;
}
