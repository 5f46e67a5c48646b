import type { ListingTexts } from "./listing-row.ts";
import { type PackedTexts, TextColumn } from "./text-column.ts";

/** Texts of listings by slot; empty where there is none. */
export class ListingTextColumns {
  /** Of those that are to be shown. */
  readonly addresses = new TextColumn();
  /** See ListingTexts. */
  readonly earlierHigher = new TextColumn();
  readonly openHouses = new TextColumn();

  set(slot: number, { address, earlierHigher, openHouses }: ListingTexts): void {
    this.addresses.set(slot, address ?? "");
    this.earlierHigher.set(slot, earlierHigher);
    this.openHouses.set(slot, openHouses);
  }

  append(firstSlot: number, texts: PackedListingTexts): void {
    for (const name of listingTextNames) this[name].append(firstSlot, texts[name]);
  }

  pack(slots: Int32Array): PackedListingTexts {
    return {
      addresses: this.addresses.pack(slots),
      earlierHigher: this.earlierHigher.pack(slots),
      openHouses: this.openHouses.pack(slots),
    };
  }
}

export const listingTextNames = ["addresses", "earlierHigher", "openHouses"] as const;
export type PackedListingTexts = Record<(typeof listingTextNames)[number], PackedTexts>;
