import { Readable } from "node:stream";
import { generateListings } from "../../../demo/src/generate-listings.ts";
import { type DemoPhoto, photoAddressOf, photoCatalog } from "../../../demo/src/photo-catalog.ts";
import { type PhotoIndex, readPhotoIndex } from "../../../demo/src/photo-index/photo-index.ts";
import { demoEnrichments } from "../../../demo/src/photo-index/store-photo-index.ts";
import { currentModels, importEnrichments } from "../../src/images/index.ts";
import { importRecords, normaliseReso } from "../../src/listings/index.ts";
import { indexListings } from "../../src/search/index.ts";
import { home, openMarket, subscribe } from "../harness/market.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { startWebServer, type WebServer } from "../harness/web-server.ts";

/** What searches for photos are tried on: a brokerage with a listing for each picture, and one with the demo's listings. */
export type PhotoSearchFixture = {
  lintel: TestApp;
  photos: DemoPhoto[];
  /** A key of the brokerage that has each picture once. */
  key: string;
  host: string;
  demoHost: string;
  /** Answers with `responses`. */
  web: WebServer;
  responses: Map<string, Buffer>;
  close(): Promise<void>;
};

/** `PHOTO_DETECTOR=on npm run prove photos` measures the models with the object detector. */
const { PHOTO_DETECTOR = "off" } = process.env;

/** Knows of the pictures what comes with the product; none is drawn. */
export async function openPhotoSearch({ listings }: { listings: number }): Promise<PhotoSearchFixture> {
  const responses = new Map<string, Buffer>();
  const web = await startWebServer((request, response) => {
    const bytes = responses.get(request.url ?? "");
    if (bytes) response.writeHead(200, { "content-type": "image/jpeg" }).end(bytes);
    else response.writeHead(404).end();
  });
  const lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.1", PHOTO_DETECTOR });
  const photos = photoCatalog();
  const each = await openMarket(
    lintel,
    "each",
    photos.map((photo, nth) =>
      home({
        ListingId: `EACH-${nth}`,
        Media: [
          {
            MediaKey: photo.file,
            MediaURL: photoAddressOf(photo),
            ShortDescription: photo.caption,
            ImageOf: photo.imageOf,
          },
        ],
      }),
    ),
  );
  const demo = await lintel.createTenant("demo");
  const records = generateListings({ seed: 1890, today: "2026-06-15", count: listings });
  const items = [...records].map((record, at) => normaliseReso(record, at + 1));
  await importRecords(lintel.ctx, Readable.from([items]), { source: "demo" });
  await subscribe(lintel, demo.id, ["demo"]);
  await lintel.services.listings.index.catchUp();
  const index = (await readPhotoIndex(currentModels(lintel.ctx))) as PhotoIndex;
  await importEnrichments(lintel.ctx, demoEnrichments(index));
  await indexListings(lintel.ctx);
  return {
    lintel,
    photos,
    key: await lintel.createKey("broker", { brokerageId: each.brokerageId }),
    host: each.host,
    demoHost: demo.host,
    web,
    responses,
    async close() {
      await lintel.close();
      await web.close();
    },
  };
}
