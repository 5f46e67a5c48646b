import type { Market } from "./market.ts";
import type { FeedRecord } from "./resources.ts";

/** A change of the market, made over POST /control/changes. `at` sets the time of modification: an earlier one is a late commit. */
export type Change = { key: string; at?: string } & (
  | { kind: "price"; price: number }
  | { kind: "withdraw" }
  | { kind: "remove" }
  | { kind: "restore" }
  | { kind: "hide" }
  | { kind: "photo"; order: number; file: string }
  | { kind: "rename"; to: string }
  | { kind: "fields"; fields: FeedRecord }
);

/** Applies changes, and remembers what was removed, so that it can come back. */
export class Changes {
  readonly #market: Market;
  readonly #removed = new Map<string, { listing: FeedRecord; media: FeedRecord[] }>();

  constructor(market: Market) {
    this.#market = market;
  }

  /** @throws Error for a listing that is not there. */
  apply(change: Change, now: number): void {
    const at = change.at ?? new Date(now).toISOString();
    if (change.kind === "restore") this.#restore(change.key, at);
    else if (!this.#market.get("Property", change.key)) throw new Error(`There is no listing ${change.key}`);
    else if (change.kind === "remove") this.#take(change.key);
    else if (change.kind === "rename") this.#rename(change.key, change.to, at);
    else {
      if (change.kind === "photo") this.#swapPhoto(change, at);
      const listing = this.#market.get("Property", change.key);
      this.#market.put("Property", { ...listing, ...changedFields(change, at), ModificationTimestamp: at });
    }
  }

  #take(key: string): void {
    const listing = this.#market.get("Property", key) as FeedRecord;
    this.#removed.set(key, { listing, media: this.#market.mediaOf(key) });
    this.#market.remove("Property", key);
  }

  /** The listing under a new key, with its Media. */
  #rename(key: string, to: string, at: string): void {
    this.#take(key);
    const { listing, media } = this.#removed.get(key) as { listing: FeedRecord; media: FeedRecord[] };
    this.#removed.delete(key);
    for (const each of media) this.#market.put("Media", { ...each, ResourceRecordKey: to });
    this.#market.put("Property", { ...listing, ListingKey: to, ModificationTimestamp: at });
  }

  #restore(key: string, at: string): void {
    const removed = this.#removed.get(key);
    if (!removed) throw new Error(`The listing ${key} was not removed`);
    this.#removed.delete(key);
    for (const media of removed.media) this.#market.put("Media", media);
    this.#market.put("Property", { ...removed.listing, ModificationTimestamp: at });
  }

  #swapPhoto({ key, order, file }: { key: string; order: number; file: string }, at: string): void {
    const media = this.#market.mediaOf(key).find((each) => each.Order === order);
    if (!media) throw new Error(`The listing ${key} has no photo ${order}`);
    this.#market.put("Media", { ...media, file, MediaModificationTimestamp: at, ModificationTimestamp: at });
  }
}

function changedFields(
  change: Exclude<Change, { kind: "restore" | "remove" | "rename" }>,
  at: string,
): FeedRecord {
  switch (change.kind) {
    case "price":
      return { ListPrice: change.price };
    case "withdraw":
      return { StandardStatus: "Withdrawn", MlsStatus: "Withdrawn" };
    case "hide":
      return { MlgCanView: false };
    case "photo":
      return { PhotosChangeTimestamp: at };
    case "fields":
      return change.fields;
  }
}
