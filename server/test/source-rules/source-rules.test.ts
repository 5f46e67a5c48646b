import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hideableFields } from "../../src/listings/rules/hideable-fields.ts";
import { slices } from "../../src/slices.ts";
import { addStillFeed } from "../harness/still-feed.ts";
import { otherPlaces, places, withoutListings } from "./places.ts";
import { marksOf, type Name, names, openSources, type SourcesFixture } from "./sources-fixture.ts";

type Marks = ReturnType<typeof marksOf>;
type Rule = { set: object; reset: object; hidden: (marks: Marks) => string[] };

const hiddenFields = ({ id: _, soldId: __, ...fields }: Marks) => Object.values(fields);

/** Each rule that hides something, and what may stand nowhere while it is set. */
const rules: Record<string, Rule> = {
  fields_hidden: {
    set: { fields_hidden: hideableFields },
    reset: { fields_hidden: [] },
    hidden: hiddenFields,
  },
  vow_fields: { set: { vow_fields: hideableFields }, reset: { vow_fields: [] }, hidden: hiddenFields },
  show_coordinates: {
    set: { show_coordinates: false },
    reset: { show_coordinates: true },
    hidden: ({ latitude, longitude }) => [latitude, longitude],
  },
  show_sold: { set: { show_sold: false }, reset: { show_sold: true }, hidden: ({ soldId }) => [soldId] },
  sold_max_age_days: {
    set: { sold_max_age_days: 30 },
    reset: { sold_max_age_days: null },
    hidden: ({ soldId }) => [soldId],
  },
  ai: { set: { ai: false }, reset: { ai: true }, hidden: ({ caption }) => [caption] },
};

/** Of a row for each listing of the source. */
const fieldsOfItems: Record<string, { set: object; reset: object; field: string; value: unknown }> = {
  attribution: {
    set: { attribution: false },
    reset: { attribution: true },
    field: "attribution",
    value: null,
  },
  show_days_on_market: {
    set: { show_days_on_market: false },
    reset: { show_days_on_market: true },
    field: "days_on_market",
    value: null,
  },
  show_history: { set: { show_history: false }, reset: { show_history: true }, field: "history", value: [] },
};

const allPlaces = Object.entries({ ...places, ...otherPlaces });

describe("what the rules of a source hide", () => {
  let sources: SourcesFixture;
  let before: Map<string, string>;
  beforeAll(async () => {
    sources = await openSources();
    before = await walk();
  });
  afterAll(() => sources.close());

  const walk = async (): Promise<Map<string, string>> => {
    const texts = new Map<string, string>();
    for (const [name, place] of allPlaces) texts.set(name, await place(sources));
    return texts;
  };

  it("is looked for on every route that shows a listing", () => {
    const showing = slices
      .filter(({ name }) => ["listings", "search", "images", "brochures"].includes(name))
      .flatMap(({ routes }) => routes.map(({ operationId }) => operationId))
      .filter((operation) => !withoutListings.has(operation));
    expect(Object.keys(places).toSorted()).toEqual(showing.toSorted());
  });

  it("is shown somewhere without rules, so that its absence says something", () => {
    const all = [...before.values()].join("\n");
    const missing = names.flatMap((name) =>
      Object.values(marksOf(name)).filter((mark) => !all.includes(mark)),
    );
    expect(missing).toEqual([]);
  });

  describe.each(names)("of source %s", (source: Name) => {
    const others = names.filter((name) => name !== source);

    it.each(Object.keys(rules))("by %s is nowhere, and what other sources show stays", async (rule) => {
      const { set, reset, hidden } = rules[rule] as Rule;
      await sources.put(source, set);
      const after = await walk();
      expect(found(after, hidden(marksOf(source)))).toEqual([]);
      // A place may show less of a source that it found by its likeness to another one's.
      for (const name of others) {
        const kept = Object.values(marksOf(name)).filter((mark) =>
          [...before.values()].join("\n").includes(mark),
        );
        expect(kept.filter((mark) => ![...after.values()].join("\n").includes(mark))).toEqual([]);
      }
      await sources.put(source, reset);
      expect(found(await walk(), hidden(marksOf(source))).length).toBeGreaterThan(0);
    });

    it.each(Object.keys(fieldsOfItems))("by %s is in none of its cards and details", async (rule) => {
      const { set, reset, field, value } = fieldsOfItems[rule] as (typeof fieldsOfItems)[string];
      await sources.put(source, set);
      const { items } = await sources.market.search("page_size=100");
      const { results } = (
        await sources.lintel.call("/api/search/semantic", {
          method: "POST",
          host: sources.market.host,
          body: { query: "a greenhouse", limit: 100 },
        })
      ).body;
      const details = await Promise.all(
        names.map(async (name) => (await sources.market.get(`/api/properties/${marksOf(name).id}`)).body),
      );
      for (const shown of [...items, ...results, ...details]) {
        if (!(field in shown)) continue;
        const isOfSource = shown.listing_id.startsWith(source);
        if (isOfSource) expect(shown[field]).toEqual(value);
        else if (shown.status === "Active") expect(shown[field]).not.toEqual(value);
      }
      await sources.put(source, reset);
    });

    it("by max_age_hours is none of its listings", async () => {
      const { db } = sources.lintel.database;
      await addStillFeed(sources.lintel, source, 3);
      await sources.put(source, { max_age_hours: 2 });
      const after = await walk();
      // Webhooks tell what has changed, and nothing changes while a feed stands still.
      after.delete("webhooks");
      expect(found(after, Object.values(marksOf(source)))).toEqual([]);
      await db.deleteFrom("feeds").execute();
      await sources.put(source, { max_age_hours: null });
      expect(await sources.market.ids()).toContain(marksOf(source).id);
    });

    it("by ai is in no table of documents and vectors", async () => {
      await sources.put(source, { ai: false });
      const { db } = sources.lintel.database;
      const own = db
        .selectFrom("listings")
        .innerJoin("sources", "sources.id", "source_id")
        .where("name", "=", source);
      for (const table of ["listing_documents", "listing_vectors"] as const) {
        const rows = await db
          .selectFrom(table)
          .select("listing_id")
          .where("listing_id", "in", own.select("listings.id"))
          .execute();
        expect([table, rows]).toEqual([table, []]);
      }
      const pictures = await db.selectFrom("image_enrichments").select("url").execute();
      expect(pictures.filter(({ url }) => url.includes(source))).toEqual([]);
      await sources.put(source, { ai: true });
    });
  });
});

function found(texts: Map<string, string>, marks: readonly string[]): string[] {
  return [...texts].flatMap(([place, text]) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${place}`),
  );
}
