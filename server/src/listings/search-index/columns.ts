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

/** Texts that no search compares. */
export type ListingTexts = {
  listingId: string;
  /** Null when it is not to be shown. */
  address: string | null;
};

const DOUBLES = ["id", "revision", "lat", "lng", "price", "beds", "baths", "sqft", "acres"] as const;
/** Rounded to single precision, which days, years and halves fit in. */
const SINGLES = ["listDay", "yearBuilt", "stories", "garageSpaces"] as const;
const INTEGERS = ["city", "state", "status", "type", "source", "county", "zip", "subtype", "slot"] as const;
export const columnNames = [...DOUBLES, ...SINGLES, ...INTEGERS] as const;

/** Listings whose values are copied in one go: about a millisecond. */
const PART = 50_000;

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
  /** Empty where there is no listing. */
  listingId: string[] = [];
  address: (string | null)[] = [];

  write(ordinal: number, listing: IndexedListing, { listingId, address }: ListingTexts): void {
    // Not a loop over names: this runs for each change of an import, and takes a fifth of the time so.
    this.id[ordinal] = listing.id;
    this.revision[ordinal] = listing.revision;
    this.lat[ordinal] = listing.lat;
    this.lng[ordinal] = listing.lng;
    this.price[ordinal] = listing.price;
    this.beds[ordinal] = listing.beds;
    this.baths[ordinal] = listing.baths;
    this.sqft[ordinal] = listing.sqft;
    this.acres[ordinal] = listing.acres;
    this.listDay[ordinal] = listing.listDay;
    this.yearBuilt[ordinal] = listing.yearBuilt;
    this.stories[ordinal] = listing.stories;
    this.garageSpaces[ordinal] = listing.garageSpaces;
    this.city[ordinal] = listing.city;
    this.state[ordinal] = listing.state;
    this.status[ordinal] = listing.status;
    this.type[ordinal] = listing.type;
    this.source[ordinal] = listing.source;
    this.county[ordinal] = listing.county;
    this.zip[ordinal] = listing.zip;
    this.subtype[ordinal] = listing.subtype;
    this.slot[ordinal] = listing.slot;
    this.listingId[ordinal] = listingId;
    this.address[ordinal] = address;
  }

  /** Values of listings one after the other. */
  writeAll(ordinal: number, part: Pick<Columns, Exclude<keyof IndexedListing, "slot">>): void {
    for (const name of columnNames) if (name !== "slot") this[name].set(part[name], ordinal);
  }

  copy(from: number, to: number): void {
    for (const name of DOUBLES) this[name][to] = this[name][from] as number;
    for (const name of SINGLES) this[name][to] = this[name][from] as number;
    for (const name of INTEGERS) this[name][to] = this[name][from] as number;
    this.listingId[to] = this.listingId[from] as string;
    this.address[to] = this.address[from] as string | null;
    this.forget(from);
  }

  /** The numbers remain because sort orders use them during removal. */
  forget(ordinal: number): void {
    this.listingId[ordinal] = "";
    this.address[ordinal] = null;
  }

  /** One column at a time. */
  *grow(capacity: number): Generator<void> {
    for (const name of DOUBLES) {
      this[name] = grown(this[name], capacity, Float64Array);
      yield;
    }
    for (const name of SINGLES) {
      this[name] = grown(this[name], capacity, Float32Array);
      yield;
    }
    for (const name of INTEGERS) {
      this[name] = grown(this[name], capacity, Int32Array);
      yield;
    }
    this.capacity = Math.max(this.capacity, capacity);
  }

  /** Column by column, the listing of each old ordinal goes to `ordinals[old]`: a part at a time. */
  *rearrange(ordinals: Int32Array, capacity: number): Generator<void> {
    for (const name of DOUBLES) {
      this[name] = yield* rearranged(this[name], new Float64Array(capacity), ordinals);
    }
    for (const name of SINGLES) {
      this[name] = yield* rearranged(this[name], new Float32Array(capacity), ordinals);
    }
    for (const name of INTEGERS) {
      this[name] = yield* rearranged(this[name], new Int32Array(capacity), ordinals);
    }
    this.listingId = yield* rearranged(this.listingId, new Array<string>(capacity).fill(""), ordinals);
    yield;
    this.address = yield* rearranged(this.address, new Array<string | null>(capacity).fill(null), ordinals);
    this.capacity = capacity;
  }
}

export type NumberColumn = Exclude<Doubles | Singles, "id" | "revision" | "lat" | "lng">;
export type WordColumn = Exclude<Integers, "slot">;

type Column = Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

function grown<Grown extends Column>(
  from: Grown,
  capacity: number,
  Type: new (length: number) => Grown,
): Grown {
  if (from.length >= capacity) return from;
  const to = new Type(capacity);
  to.set(from);
  return to;
}

function* rearranged<Values extends { [ordinal: number]: unknown }>(
  from: Values,
  to: Values,
  ordinals: Int32Array,
): Generator<void, Values> {
  for (let start = 0; start < ordinals.length; start += PART) {
    const end = Math.min(start + PART, ordinals.length);
    for (let old = start; old < end; old++) to[ordinals[old] as number] = from[old];
    yield;
  }
  return to;
}
