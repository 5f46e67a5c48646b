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
  /** Unrounded. */
  pricePerSqft: number;
  hoaMonthly: number;
  /** Unix ms of the last change of what is shown of it. */
  changedAt: number;
  /** The day that its days on the market are counted from; absent where `marketDays` has them, and where they are not shown. */
  marketSince: number;
  /** Its days on the market, where they do not grow. */
  marketDays: number;
  /** The first and the last day of the last period in which its price was above the present one (price-reductions.ts). */
  higherFrom: number;
  higherThrough: number;
  /** Numbers of the index's dictionaries. */
  city: number;
  state: number;
  status: number;
  type: number;
  source: number;
  county: number;
  zip: number;
  subtype: number;
  office: number;
  agent: number;
  /** Whether it has photos: `yes` or `no`. */
  photos: number;
  /** `yes` or `no`; the empty word where it is not known. */
  newConstruction: number;
  /** Of its listing_id (IdOrder). */
  slot: number;
};

const DOUBLES = [
  "id",
  "revision",
  "lat",
  "lng",
  "price",
  "beds",
  "baths",
  "sqft",
  "acres",
  "pricePerSqft",
  "hoaMonthly",
  "changedAt",
] as const;
/** Rounded to single precision, which days, years and halves fit in. */
const SINGLES = [
  "listDay",
  "yearBuilt",
  "stories",
  "garageSpaces",
  "marketSince",
  "marketDays",
  "higherFrom",
  "higherThrough",
] as const;
/** Of each a listing has one word, as the number that a dictionary gives it. */
export const wordColumns = [
  "city",
  "state",
  "status",
  "type",
  "source",
  "county",
  "zip",
  "subtype",
  "office",
  "agent",
  "photos",
  "newConstruction",
] as const;
const INTEGERS = [...wordColumns, "slot"] as const;
export const columnNames = [...DOUBLES, ...SINGLES, ...INTEGERS] as const;

/** Those with ranges. */
export const numberColumns = [
  "price",
  "beds",
  "baths",
  "sqft",
  "acres",
  "listDay",
  "yearBuilt",
  "stories",
  "garageSpaces",
  "pricePerSqft",
  "hoaMonthly",
] as const;

/** Listings whose values are copied in one go: less than a millisecond. */
const PART = 100_000;

export type ColumnName = (typeof columnNames)[number];
export type NumberColumn = (typeof numberColumns)[number];
export type WordColumn = (typeof wordColumns)[number];
export type Column = Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** The facts of listings by ordinal, one typed array for each. */
export class Columns {
  capacity: number;
  id: Float64Array<ArrayBuffer>;
  revision: Float64Array<ArrayBuffer>;
  lat: Float64Array<ArrayBuffer>;
  lng: Float64Array<ArrayBuffer>;
  price: Float64Array<ArrayBuffer>;
  beds: Float64Array<ArrayBuffer>;
  baths: Float64Array<ArrayBuffer>;
  sqft: Float64Array<ArrayBuffer>;
  acres: Float64Array<ArrayBuffer>;
  pricePerSqft: Float64Array<ArrayBuffer>;
  hoaMonthly: Float64Array<ArrayBuffer>;
  changedAt: Float64Array<ArrayBuffer>;
  listDay: Float32Array<ArrayBuffer>;
  yearBuilt: Float32Array<ArrayBuffer>;
  stories: Float32Array<ArrayBuffer>;
  garageSpaces: Float32Array<ArrayBuffer>;
  marketSince: Float32Array<ArrayBuffer>;
  marketDays: Float32Array<ArrayBuffer>;
  higherFrom: Float32Array<ArrayBuffer>;
  higherThrough: Float32Array<ArrayBuffer>;
  city: Int32Array<ArrayBuffer>;
  state: Int32Array<ArrayBuffer>;
  status: Int32Array<ArrayBuffer>;
  type: Int32Array<ArrayBuffer>;
  source: Int32Array<ArrayBuffer>;
  county: Int32Array<ArrayBuffer>;
  zip: Int32Array<ArrayBuffer>;
  subtype: Int32Array<ArrayBuffer>;
  office: Int32Array<ArrayBuffer>;
  agent: Int32Array<ArrayBuffer>;
  photos: Int32Array<ArrayBuffer>;
  newConstruction: Int32Array<ArrayBuffer>;
  slot: Int32Array<ArrayBuffer>;
  /** A column that is being copied into a larger one: both are written. */
  #growing: { from: Column; to: Column } | null = null;

  constructor(capacity = 0) {
    this.capacity = capacity;
    this.id = new Float64Array(capacity);
    this.revision = new Float64Array(capacity);
    this.lat = new Float64Array(capacity);
    this.lng = new Float64Array(capacity);
    this.price = new Float64Array(capacity);
    this.beds = new Float64Array(capacity);
    this.baths = new Float64Array(capacity);
    this.sqft = new Float64Array(capacity);
    this.acres = new Float64Array(capacity);
    this.pricePerSqft = new Float64Array(capacity);
    this.hoaMonthly = new Float64Array(capacity);
    this.changedAt = new Float64Array(capacity);
    this.listDay = new Float32Array(capacity);
    this.yearBuilt = new Float32Array(capacity);
    this.stories = new Float32Array(capacity);
    this.garageSpaces = new Float32Array(capacity);
    this.marketSince = new Float32Array(capacity);
    this.marketDays = new Float32Array(capacity);
    this.higherFrom = new Float32Array(capacity);
    this.higherThrough = new Float32Array(capacity);
    this.city = new Int32Array(capacity);
    this.state = new Int32Array(capacity);
    this.status = new Int32Array(capacity);
    this.type = new Int32Array(capacity);
    this.source = new Int32Array(capacity);
    this.county = new Int32Array(capacity);
    this.zip = new Int32Array(capacity);
    this.subtype = new Int32Array(capacity);
    this.office = new Int32Array(capacity);
    this.agent = new Int32Array(capacity);
    this.photos = new Int32Array(capacity);
    this.newConstruction = new Int32Array(capacity);
    this.slot = new Int32Array(capacity);
  }

  write(ordinal: number, listing: IndexedListing): void {
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
    this.pricePerSqft[ordinal] = listing.pricePerSqft;
    this.hoaMonthly[ordinal] = listing.hoaMonthly;
    this.changedAt[ordinal] = listing.changedAt;
    this.listDay[ordinal] = listing.listDay;
    this.yearBuilt[ordinal] = listing.yearBuilt;
    this.stories[ordinal] = listing.stories;
    this.garageSpaces[ordinal] = listing.garageSpaces;
    this.marketSince[ordinal] = listing.marketSince;
    this.marketDays[ordinal] = listing.marketDays;
    this.higherFrom[ordinal] = listing.higherFrom;
    this.higherThrough[ordinal] = listing.higherThrough;
    this.city[ordinal] = listing.city;
    this.state[ordinal] = listing.state;
    this.status[ordinal] = listing.status;
    this.type[ordinal] = listing.type;
    this.source[ordinal] = listing.source;
    this.county[ordinal] = listing.county;
    this.zip[ordinal] = listing.zip;
    this.subtype[ordinal] = listing.subtype;
    this.office[ordinal] = listing.office;
    this.agent[ordinal] = listing.agent;
    this.photos[ordinal] = listing.photos;
    this.newConstruction[ordinal] = listing.newConstruction;
    this.slot[ordinal] = listing.slot;
    this.#writeGrowing(ordinal);
  }

  copy(from: number, to: number): void {
    for (const name of DOUBLES) this[name][to] = this[name][from] as number;
    for (const name of SINGLES) this[name][to] = this[name][from] as number;
    for (const name of INTEGERS) this[name][to] = this[name][from] as number;
    this.#writeGrowing(to);
  }

  /** Some thousand values of one column at a time. */
  *grow(capacity: number): Generator<void> {
    for (const name of columnNames) {
      const from = this[name];
      if (from.length >= capacity) continue;
      const to = newColumn(name, capacity);
      for (let start = 0; start < from.length; start += PART) {
        this.#growing = { from, to };
        to.set(from.subarray(start, start + PART), start);
        yield;
      }
      this.#growing = null;
      // Another growth may have overtaken this one.
      if (this[name] === from) this.#replace(name, to);
    }
    this.capacity = Math.max(this.capacity, capacity);
  }

  /** Frees the memory of a column that is not needed any more. */
  drop(name: ColumnName): void {
    this.#replace(name, newColumn(name, 0));
  }

  #writeGrowing(ordinal: number): void {
    if (this.#growing === null) return;
    const { from, to } = this.#growing;
    to[ordinal] = from[ordinal] as number;
  }

  #replace(name: ColumnName, column: Column): void {
    (this as Record<ColumnName, Column>)[name] = column;
  }
}

/** A record of what `make` makes for each name. */
export function forEachColumn<Name extends string, Made>(
  names: readonly Name[],
  make: (name: Name) => Made,
): Record<Name, Made> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Made>;
}

/** Those of eight bytes a value first. */
export const columnKinds = {
  ...forEachColumn(DOUBLES, () => Float64Array<ArrayBuffer>),
  ...forEachColumn(SINGLES, () => Float32Array<ArrayBuffer>),
  ...forEachColumn(INTEGERS, () => Int32Array<ArrayBuffer>),
};

function newColumn(name: ColumnName, capacity: number): Column {
  const kind = columnKinds[name];
  if (kind === Float64Array) return new Float64Array(capacity);
  return kind === Float32Array ? new Float32Array(capacity) : new Int32Array(capacity);
}
