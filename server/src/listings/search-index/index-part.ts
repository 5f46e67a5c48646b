import { type Columns, columnNames, type IndexedListing, type WordColumn } from "./columns.ts";

/** Texts one after the other, and where each ends, in UTF-16 code units. */
export type PackedTexts = { utf8: Uint8Array; ends: Uint32Array };

/** Some listings of an index as typed arrays, one value a listing, to be stored and loaded again. */
export type IndexPart = {
  columns: Pick<Columns, (typeof storedColumns)[number]>;
  listingIds: PackedTexts;
  /** Empty where there is none to show. */
  addresses: PackedTexts;
};

/** What the numbers in the word columns of parts mean: by number its word, the empty one for none. */
export type IndexWords = Record<WordColumn, readonly string[]>;

/** A slot is of no use to another index. */
export const storedColumns = columnNames.filter(
  (name): name is Exclude<keyof IndexedListing, "slot"> => name !== "slot",
);

/** The listings of these ordinals. */
export function partOf(columns: Columns, ordinals: Int32Array): IndexPart {
  const textsOf = (texts: readonly (string | null)[]) =>
    packTexts(Array.from(ordinals, (ordinal) => texts[ordinal] ?? ""));
  return {
    columns: Object.fromEntries(
      storedColumns.map((name) => [name, valuesOf(columns[name], ordinals)]),
    ) as IndexPart["columns"],
    listingIds: textsOf(columns.listingId),
    addresses: textsOf(columns.address),
  };
}

function valuesOf<Values extends Float64Array | Float32Array | Int32Array>(
  column: Values,
  ordinals: Int32Array,
): Values {
  const values = column.slice(0, ordinals.length) as Values;
  for (let nth = 0; nth < ordinals.length; nth++) values[nth] = column[ordinals[nth] as number] as number;
  return values;
}

function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((text, nth) => {
    end += text.length;
    ends[nth] = end;
  });
  return { utf8: Buffer.from(texts.join("")), ends };
}

export function unpackTexts({ utf8, ends }: PackedTexts): string[] {
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString();
  return Array.from(ends, (end, nth) => text.slice(nth === 0 ? 0 : ends[nth - 1], end));
}
