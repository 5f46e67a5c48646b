/** What the index has of one public listing. Absent numbers are NaN, which no comparison matches. */
export type IndexedListing = {
  id: number;
  revision: number;
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

const DOUBLES = ["id", "revision", "lat", "lng", "price", "beds", "baths", "sqft", "acres"] as const;
/** Halves and days at most: single precision is exact. */
const SINGLES = ["listDay", "yearBuilt", "stories", "garageSpaces"] as const;
const INTEGERS = ["city", "state", "status", "type", "source", "county", "zip", "subtype", "slot"] as const;

type Doubles = (typeof DOUBLES)[number];
type Singles = (typeof SINGLES)[number];
type Integers = (typeof INTEGERS)[number];

/** The facts of listings by ordinal, one typed array for each. */
export class Columns {
  capacity = 0;
  id = new Float64Array(0);
  revision = new Float64Array(0);
  lat = new Float64Array(0);
  lng = new Float64Array(0);
  price = new Float64Array(0);
  beds = new Float64Array(0);
  baths = new Float64Array(0);
  sqft = new Float64Array(0);
  acres = new Float64Array(0);
  listDay = new Float32Array(0);
  yearBuilt = new Float32Array(0);
  stories = new Float32Array(0);
  garageSpaces = new Float32Array(0);
  city = new Int32Array(0);
  state = new Int32Array(0);
  status = new Int32Array(0);
  type = new Int32Array(0);
  source = new Int32Array(0);
  county = new Int32Array(0);
  zip = new Int32Array(0);
  subtype = new Int32Array(0);
  slot = new Int32Array(0);
  listingId: string[] = [];

  write(ordinal: number, listing: IndexedListing, listingId: string): void {
    for (const name of DOUBLES) this[name][ordinal] = listing[name];
    for (const name of SINGLES) this[name][ordinal] = listing[name];
    for (const name of INTEGERS) this[name][ordinal] = listing[name];
    this.listingId[ordinal] = listingId;
  }

  copy(from: number, to: number): void {
    for (const name of DOUBLES) this[name][to] = this[name][from] as number;
    for (const name of SINGLES) this[name][to] = this[name][from] as number;
    for (const name of INTEGERS) this[name][to] = this[name][from] as number;
    this.listingId[to] = this.listingId[from] as string;
    this.listingId[from] = "";
  }

  /** The numbers stay, because orders find listings by them until they are gone from all. */
  forget(ordinal: number): void {
    this.listingId[ordinal] = "";
  }

  grow(capacity: number): void {
    this.capacity = capacity;
    for (const name of DOUBLES) this[name] = grown(this[name], new Float64Array(capacity));
    for (const name of SINGLES) this[name] = grown(this[name], new Float32Array(capacity));
    for (const name of INTEGERS) this[name] = grown(this[name], new Int32Array(capacity));
  }

  /** Column by column, the listing of each old ordinal goes to `ordinals[old]`. Yields between columns. */
  *rearrange(ordinals: Int32Array, capacity: number): Generator<void> {
    this.capacity = capacity;
    for (const name of DOUBLES) {
      this[name] = rearranged(this[name], new Float64Array(capacity), ordinals);
      yield;
    }
    for (const name of SINGLES) {
      this[name] = rearranged(this[name], new Float32Array(capacity), ordinals);
      yield;
    }
    for (const name of INTEGERS) {
      this[name] = rearranged(this[name], new Int32Array(capacity), ordinals);
      yield;
    }
    const listingIds = new Array<string>(capacity).fill("");
    for (let old = 0; old < ordinals.length; old++) {
      listingIds[ordinals[old] as number] = this.listingId[old] as string;
    }
    this.listingId = listingIds;
  }
}

export type NumberColumn = Exclude<Doubles | Singles, "id" | "revision" | "lat" | "lng">;
export type WordColumn = Exclude<Integers, "slot">;

type Column = Float64Array | Float32Array | Int32Array;

function grown<Grown extends Column>(from: Grown, to: Grown): Grown {
  to.set(from.subarray(0, Math.min(from.length, to.length)));
  return to;
}

function rearranged<Rearranged extends Column>(
  from: Rearranged,
  to: Rearranged,
  ordinals: Int32Array,
): Rearranged {
  for (let old = 0; old < ordinals.length; old++) to[ordinals[old] as number] = from[old] as number;
  return to;
}
