import { sql } from "kysely";
import { applyRules } from "../../src/apply-rules.ts";
import { syncPhotos } from "../../src/images/photos/sync-photos.ts";
import { indexListings } from "../../src/search/index.ts";
import { home, type Market, openMarket, subscribe } from "../harness/market.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

export const names = ["alpha", "bravo", "coral"] as const;
export type Name = (typeof names)[number];

/** Three sources of one brokerage, whose listings have words and numbers that stand nowhere else. */
export type SourcesFixture = {
  lintel: TestApp;
  admin: string;
  market: Market;
  /** Changes rules, and waits until all that is stored about the listings has been made again. */
  put(source: Name, rules: object): Promise<void>;
  close(): Promise<void>;
};

/** Texts of a source's Active listing: each is in some reply as long as no rule hides it. */
export function marksOf(name: Name) {
  const nth = names.indexOf(name) + 1;
  return {
    id: `${name}-active`,
    soldId: `${name}-sold`,
    list_price: `40${nth}${nth}77`,
    address: `${name}street`,
    zip: `8370${nth}`,
    county: `${name}county`,
    latitude: `43.6${nth}17`,
    longitude: `116.2${nth}17`,
    description: `${name}remark`,
    features: `${name}feature`,
    property_subtype: `${name}subtype`,
    list_agent: `${name}agent`,
    list_office: `${name}office`,
    photos: `${name}-photo.jpg`,
    /** What a model has said about the photo. */
    caption: `${name}kitchen`,
  };
}

export async function openSources(): Promise<SourcesFixture> {
  const lintel = await startTestApp({ LOG_LEVEL: "silent" });
  const admin = await lintel.createKey("admin");
  const market = await openMarket(lintel, "alpha", recordsOf("alpha"));
  for (const name of names.slice(1)) await lintel.importListings(name, recordsOf(name));
  await subscribe(lintel, market.brokerageId, [...names]);
  await readAll(lintel);
  for (const name of names) await describePhoto(lintel, name);
  return {
    lintel,
    admin,
    market,
    async put(source, rules) {
      const path = `/api/admin/sources/${source}/rules`;
      const { status, text } = await lintel.call(path, { method: "PUT", key: admin, body: rules });
      if (status !== 200) throw new Error(`PUT ${path} answered ${text}`);
      await applyRules(lintel.ctx);
      await readAll(lintel);
      await describePhoto(lintel, source);
    },
    close: () => lintel.close(),
  };
}

function recordsOf(name: Name) {
  const marks = marksOf(name);
  const common = {
    ListPrice: Number(marks.list_price),
    UnparsedAddress: `12 ${marks.address}`,
    PostalCode: marks.zip,
    CountyOrParish: marks.county,
    Latitude: Number(marks.latitude),
    Longitude: -Number(marks.longitude),
    PublicRemarks: `A greenhouse, ${marks.description}.`,
    InteriorFeatures: marks.features,
    PropertySubType: marks.property_subtype,
    ListAgentFullName: marks.list_agent,
    OpenHouse: [
      {
        OpenHouseDate: "2026-07-01",
        OpenHouseStartTime: "2026-07-01T19:00:00Z",
        OpenHouseRemarks: `Come in, ${marks.description}.`,
      },
    ],
    ListOfficeName: marks.list_office,
  };
  const Media = [{ MediaURL: `https://photos.test/${marks.photos}` }];
  return [
    home({ ListingId: marks.id, ...common, Media }),
    home({ ListingId: marks.soldId, ...common, StandardStatus: "Closed", CloseDate: "2026-01-15" }),
  ];
}

async function readAll({ ctx, services }: TestApp): Promise<void> {
  await services.listings.index.catchUp();
  await indexListings(ctx);
  await syncPhotos(ctx);
  await services.images.vectors.catchUp();
}

/** As a model would have, where the picture is known. */
async function describePhoto({ database }: TestApp, name: Name): Promise<void> {
  const { photos, caption } = marksOf(name);
  await sql`
    update image_enrichments
    set room_type = 'kitchen', room_confidence = 0.9, description = ${`A view, ${caption}.`}
    where url = ${`https://photos.test/${photos}`}`.execute(database.db);
}
