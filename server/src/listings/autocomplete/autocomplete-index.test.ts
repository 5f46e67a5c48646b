import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AutocompleteIndex, type SuggestedListing } from "./autocomplete-index.ts";
import { normalizeName } from "./normalize-name.ts";

const CITIES = ["Boise", "BOISE", "Twin Falls", "Idaho Falls", "Fallon", "Coeur d'Alene", "Nampa", null];
const STREETS = ["Main St", "N Main St", "Falls Ave", "Maple Grove Rd", "Boise Ave", "3rd St"];

const listing = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  number: fc.integer({ min: 1, max: 30 }),
  street: fc.constantFrom(...STREETS, null),
  city: fc.constantFrom(...CITIES),
  county: fc.constantFrom("Ada", "Twin Falls County", null),
  zip: fc.constantFrom("83702", "83301", null),
  status: fc.constantFrom("Active", "Active", "Closed"),
  type: fc.constantFrom("Residential", "Land"),
  source: fc.integer({ min: 1, max: 3 }),
  gone: fc.boolean(),
});

const queries = [
  "b",
  "boi",
  "falls",
  "twin",
  "f",
  "ada",
  "ada county",
  "83",
  "1",
  "12",
  "main",
  "3",
  "res",
  "mls",
  "al",
];

describe("AutocompleteIndex", () => {
  it("answers as if it had been built from the listings of now, after any changes", () => {
    fc.assert(
      fc.property(fc.array(listing, { maxLength: 120 }), (changes) => {
        const kept = new AutocompleteIndex();
        const there = new Map<number, SuggestedListing>();
        for (const change of changes) {
          const row = rowOf(change);
          if (change.gone) there.delete(row.id);
          else there.set(row.id, row);
          if (change.gone) kept.remove(row.id);
          else kept.put(row);
        }
        const fresh = new AutocompleteIndex();
        for (const row of there.values()) fresh.put(row);
        for (const query of queries) {
          for (const sources of [null, [1], [2, 3], []]) {
            const suggested = kept.suggest(query, sources, 50);
            expect(suggested.map(comparable)).toEqual(fresh.suggest(query, sources, 50).map(comparable));
            for (const { text, type, count } of suggested) {
              expect(count).toBe(
                type === "address" || type === "listing_id" ? 1 : activeOf(there, type, text, sources),
              );
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("finds each of thousands of addresses by its beginning, and none once it is gone", () => {
    const suggestions = new AutocompleteIndex();
    const rows = Array.from({ length: 4000 }, (_, at) =>
      rowOf({ id: at + 1, number: at + 1, street: STREETS[at % STREETS.length] as string }),
    );
    for (const row of rows) suggestions.put(row);
    for (const row of rows.filter((_, at) => at % 37 === 0)) {
      expect(suggestions.suggest(row.address as string, [1], 10)[0]).toMatchObject({
        text: row.address,
        count: 1,
      });
      expect(suggestions.suggest(row.listingId, null, 10)[0]).toMatchObject({ text: row.listingId });
    }
    for (const row of rows) suggestions.remove(row.id);
    for (const query of [...queries, "12 main", "main st"])
      expect(suggestions.suggest(query, null, 10)).toEqual([]);
  });

  it("names two listings at one address once", () => {
    const suggestions = new AutocompleteIndex();
    for (const id of [1, 2]) suggestions.put(rowOf({ id, number: 5, street: "Main St", source: id }));
    expect(suggestions.suggest("5 main", null, 10)).toEqual([
      { text: "5 Main St", type: "address", count: 1 },
    ]);
    suggestions.remove(1);
    expect(suggestions.suggest("5 main", null, 10)).toHaveLength(1);
  });

  it("puts counts before names, and beginnings before both", () => {
    const suggestions = new AutocompleteIndex();
    const cities = ["Star", "Stanley", "Stanley", "West Star", "West Star", "West Star"];
    cities.forEach((city, at) => {
      suggestions.put(rowOf({ id: at + 1, city }));
    });
    expect(suggestions.suggest("sta", null, 10).map(({ text }) => text)).toEqual([
      "Stanley",
      "Star",
      "West Star",
    ]);
  });
});

describe("folded", () => {
  it.each([
    ["Coeur d'Alene", "coeurdalene"],
    ["San José", "sanjose"],
    ["12 3rd St.", "12 3rdst"],
    ["St. Anthony-on-Lake", "stanthonyonlake"],
    ["…", ""],
  ])("makes %s %s", (name, key) => {
    expect(normalizeName(name).key).toBe(key);
  });
});

type Change = { id: number; number?: number; street?: string | null } & Partial<SuggestedListing>;

function rowOf({ id, number = 1, street = null, ...fields }: Change): SuggestedListing {
  const row = {
    source: 1,
    status: "Active",
    city: null,
    county: null,
    zip: null,
    type: "Residential",
    ...fields,
  };
  return {
    ...row,
    id,
    listingId: `MLS-${1000 + id}`,
    address: street === null ? null : `${number} ${street}`,
  };
}

/** Which of two spellings is shown may depend on what has been there before. */
function comparable({ text, type, count }: { text: string; type: string; count: number }): string {
  return `${text.toLowerCase()} ${type} ${count}`;
}

function activeOf(
  there: Map<number, SuggestedListing>,
  type: string,
  text: string,
  sources: readonly number[] | null,
): number {
  const field = (type === "property_type" ? "type" : type) as "city";
  return [...there.values()].filter(
    (row) =>
      row.status === "Active" &&
      row[field]?.toLowerCase() === text.toLowerCase() &&
      (sources === null || sources.includes(row.source)),
  ).length;
}
