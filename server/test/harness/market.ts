import type { RawRecord } from "../../src/listings/index.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** A brokerage that sees one source and nothing else: what a test works in, beside all other tests. */
export type Market = {
  brokerageId: number;
  host: string;
  source: string;
  get(path: string): Promise<Reply>;
  /** `GET /api/properties` with these parameters, which must be accepted. */
  search(parameters?: string): Promise<Reply["body"]>;
  /** The listing ids of a search, in order. */
  ids(parameters?: string): Promise<string[]>;
  import(records: RawRecord[]): Promise<void>;
};

/** An Active RESO record of an ordinary house in Boise; `fields` add to its own or replace them. */
export function home(fields: RawRecord & { ListingId: string }): RawRecord {
  return {
    ListingKey: `key-${fields.ListingId}`,
    StandardStatus: "Active",
    PropertyType: "Residential",
    ListPrice: 400_000,
    BedroomsTotal: 3,
    BathroomsFull: 2,
    LivingArea: 1800,
    City: "Boise",
    StateOrProvince: "ID",
    ListingContractDate: "2026-06-01",
    ...fields,
  };
}

/** Imports `records` under a source of its own, named after the brokerage, which subscribes to it alone. */
export async function openMarket(lintel: TestApp, name: string, records: RawRecord[]): Promise<Market> {
  const { id, host } = await lintel.createTenant(name);
  await lintel.importListings(name, records);
  await subscribe(lintel, id, [name]);
  const get = (path: string) => lintel.call(path, { host });
  const search = async (parameters = "") => {
    const reply = await get(`/api/properties?${parameters}`);
    if (reply.status !== 200) throw new Error(`${parameters} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  return {
    brokerageId: id,
    host,
    source: name,
    get,
    search,
    ids: async (parameters) => (await search(parameters)).items.map(idOf),
    import: async (more) => void (await lintel.importListings(name, more)),
  };
}

/** Makes these the only sources a brokerage sees. */
export async function subscribe(lintel: TestApp, brokerageId: number, sources: string[]): Promise<void> {
  const { db } = lintel.database;
  await db.deleteFrom("brokerage_sources").where("brokerage_id", "=", brokerageId).execute();
  await db
    .insertInto("brokerage_sources")
    .columns(["brokerage_id", "source_id"])
    .expression((eb) =>
      eb
        .selectFrom("sources")
        .select((each) => [each.val(brokerageId).as("brokerage_id"), "id"])
        .where("name", "in", sources),
    )
    .execute();
  lintel.services.brokerages.tenants.forget();
}

function idOf(item: { listing_id: string }): string {
  return item.listing_id;
}

/** Terms that clients can accept to see `fields` of the source's listings. */
export async function offerVowTerms(
  { database: { db }, services }: TestApp,
  source: string,
  { version, fields = [] }: { version: string; fields?: string[] },
): Promise<void> {
  const { id } = await db
    .selectFrom("sources")
    .select("id")
    .where("name", "=", source)
    .executeTakeFirstOrThrow();
  const rules = {
    vow_terms_version: version,
    vow_terms_text: "I use this to look for a home.",
    vow_fields: fields,
  };
  await db
    .insertInto("source_rules")
    .values({ source_id: id, ...rules })
    .onConflict((conflict) =>
      conflict
        .column("source_id")
        .doUpdateSet((eb) => ({ ...rules, revision: eb("source_rules.revision", "+", 1) })),
    )
    .execute();
  await services.listings.sources.refresh();
}
