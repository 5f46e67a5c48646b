import { KeyTable } from "../../platform/key-table.ts";
import { Band, type IndexedListing } from "./band.ts";

/**
 * The listings without a position, in no order: there may be hundreds of thousands, so that nothing is shifted and no row is
 * looked for by going through them.
 */
export class UnplacedBand extends Band {
  readonly #rowOf = new KeyTable();

  override rowOf(id: number): number {
    return this.#rowOf.get(id);
  }

  override insert(listing: IndexedListing): void {
    this.append(listing);
  }

  override write(row: number, listing: IndexedListing): void {
    super.write(row, listing);
    this.#rowOf.set(listing.id, row);
  }

  /** The last row takes its place. */
  override remove(row: number): void {
    this.#rowOf.delete(this.id[row] as number);
    const last = this.size - 1;
    if (row !== last) {
      this.copyRow(last, row);
      this.#rowOf.set(this.id[row] as number, row);
    }
    super.remove(last);
  }
}
