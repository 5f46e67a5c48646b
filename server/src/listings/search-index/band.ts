/** What the index knows of one public listing. Absent numbers are NaN, which no comparison matches. */
export type IndexedListing = {
  id: number;
  revision: number;
  listingId: string;
  lat: number;
  lng: number;
  price: number;
  beds: number;
  baths: number;
  sqft: number;
  listDay: number;
  acres: number;
  yearBuilt: number;
  stories: number;
  garageSpaces: number;
  /** Numbers of the index's dictionaries. */
  city: number;
  state: number;
  status: number;
  type: number;
  source: number;
  county: number;
  zip: number;
  subtype: number;
  /** Of its listing_id (IdOrder). */
  slot: number;
};

const NUMBERS = [
  "id",
  "revision",
  "lat",
  "lng",
  "price",
  "beds",
  "baths",
  "sqft",
  "listDay",
  "acres",
] as const;
/** Halves at most: they need no more. */
const ROUGH = ["yearBuilt", "stories", "garageSpaces"] as const;
const SMALL = ["city", "state", "source", "county", "zip", "subtype", "slot"] as const;
const TINY = ["status", "type"] as const;
const COLUMNS = [...NUMBERS, ...ROUGH, ...SMALL, ...TINY] as const;

/**
 * The listings of one strip of latitude, as columns ordered by longitude: a box is a contiguous range found by
 * two binary searches, and a change is a shift of some thousand numbers. Nothing is ever rebuilt.
 */
export class Band {
  size = 0;
  id = new Float64Array(0);
  revision = new Float64Array(0);
  lat = new Float64Array(0);
  lng = new Float64Array(0);
  price = new Float64Array(0);
  beds = new Float64Array(0);
  baths = new Float64Array(0);
  sqft = new Float64Array(0);
  listDay = new Float64Array(0);
  acres = new Float64Array(0);
  yearBuilt = new Float32Array(0);
  stories = new Float32Array(0);
  garageSpaces = new Float32Array(0);
  city = new Int32Array(0);
  state = new Int32Array(0);
  source = new Int32Array(0);
  county = new Int32Array(0);
  zip = new Int32Array(0);
  subtype = new Int32Array(0);
  slot = new Int32Array(0);
  status = new Uint8Array(0);
  type = new Uint8Array(0);
  listingId: string[] = [];

  /** First row whose longitude is at least `lng`. */
  lowerBound(lng: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.lng[middle] as number) < lng) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** First row whose longitude is more than `lng`. */
  upperBound(lng: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.lng[middle] as number) <= lng) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  rowOf(id: number): number {
    const row = this.id.indexOf(id);
    return row < this.size ? row : -1;
  }

  insert(listing: IndexedListing): void {
    const row = this.upperBound(listing.lng);
    if (this.size === this.id.length) this.#grow();
    for (const name of COLUMNS) this[name].copyWithin(row + 1, row, this.size);
    this.listingId.splice(row, 0, listing.listingId);
    this.size++;
    this.write(row, listing);
  }

  /** Adds a row in any order: for loading many at once, before `sortByLongitude`. */
  append(listing: IndexedListing): void {
    if (this.size === this.id.length) this.#grow();
    this.listingId.push(listing.listingId);
    this.write(this.size++, listing);
  }

  /** Orders what was appended, and lets go of the room that growing left over. */
  sortByLongitude(): void {
    this.#resize(Math.ceil(this.size * 1.05));
    const rows = Array.from({ length: this.size }, (_, row) => row);
    const { lng } = this;
    rows.sort((a, b) => (lng[a] as number) - (lng[b] as number));
    for (const name of COLUMNS) {
      const column = this[name];
      column.set(rows.map((row) => column[row] as number));
    }
    this.listingId = rows.map((row) => this.listingId[row] as string);
  }

  /** Overwrites a row with another one of this band. */
  protected copyRow(from: number, to: number): void {
    for (const name of COLUMNS) this[name][to] = this[name][from] as number;
    this.listingId[to] = this.listingId[from] as string;
  }

  /** Overwrites a row whose position has not changed. */
  write(row: number, listing: IndexedListing): void {
    for (const name of COLUMNS) this[name][row] = listing[name];
    this.listingId[row] = listing.listingId;
  }

  remove(row: number): void {
    for (const name of COLUMNS) this[name].copyWithin(row, row + 1, this.size);
    this.listingId.splice(row, 1);
    this.size--;
    // Ids past the end must not be found.
    this.id[this.size] = 0;
  }

  #grow(): void {
    this.#resize(Math.max(16, Math.ceil(this.size * 1.5)));
  }

  #resize(capacity: number): void {
    for (const name of NUMBERS) this[name] = copied(this[name], new Float64Array(capacity), this.size);
    for (const name of ROUGH) this[name] = copied(this[name], new Float32Array(capacity), this.size);
    for (const name of SMALL) this[name] = copied(this[name], new Int32Array(capacity), this.size);
    for (const name of TINY) this[name] = copied(this[name], new Uint8Array(capacity), this.size);
  }
}

function copied<Column extends Float64Array | Float32Array | Int32Array | Uint8Array>(
  from: Column,
  to: Column,
  size: number,
): Column {
  to.set(from.subarray(0, size));
  return to;
}
