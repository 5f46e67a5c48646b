import sharp from "sharp";
import { enrichImages } from "../../src/images/index.ts";
import type { RawRecord } from "../../src/listings/index.ts";
import { indexListings } from "../../src/search/index.ts";
import { ownContext } from "../../src/services.ts";
import { home, type Market, openMarket } from "./market.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";
import { startWebServer, type WebServer } from "./web-server.ts";

/** A photo server, and a product that may fetch from it: what tests of searches for photos work with. */
export type PhotoFixture = {
  lintel: TestApp;
  web: WebServer;
  /** What the photo server answers, by path: bytes, or a status. */
  responses: Map<string, Buffer | number>;
  /** Puts a picture of that colour on the server. */
  addPicture(path: string, color: string): Promise<Buffer>;
  /** A feed's photo of that path. */
  photo(path: string, caption?: string, imageOf?: string): RawRecord;
  /** A home in Boise with those photos. */
  home(id: string, photos: RawRecord[], fields?: RawRecord): RawRecord;
  openMarket(name: string, records: RawRecord[]): Promise<Market>;
  /** Runs the jobs until what has been imported can be found. */
  index(): Promise<void>;
  search(path: string, host: string, body: unknown): Promise<Reply>;
  close(): Promise<void>;
};

export async function openPhotos(environment: Record<string, string> = {}): Promise<PhotoFixture> {
  const responses = new Map<string, Buffer | number>();
  const web = await startWebServer((request, response) => {
    const has = responses.get(request.url ?? "") ?? 404;
    if (typeof has === "number") response.writeHead(has).end();
    else response.writeHead(200, { "content-type": "image/jpeg" }).end(has);
  });
  const lintel = await startTestApp({
    OUTBOUND_ALLOW: "127.0.0.1",
    PUBLIC_API_URL: "https://api.test",
    LOG_LEVEL: "silent",
    ...environment,
  });
  return {
    lintel,
    web,
    responses,
    async addPicture(path, color) {
      const bytes = await pictureOf(color);
      responses.set(path, bytes);
      return bytes;
    },
    photo: (path, caption, imageOf) => ({
      MediaURL: path.startsWith("http") ? path : web.url + path,
      MediaKey: path,
      ...(caption && { ShortDescription: caption }),
      ...(imageOf && { ImageOf: imageOf }),
    }),
    home: (id, photos, fields = {}) =>
      home({
        ListingId: id,
        ...fields,
        Media: photos.map((photo, at) => ({ ...(photo as object), Order: at + 1 })) as never,
      }),
    openMarket: (name, records) => openMarket(lintel, name, records),
    async index() {
      await lintel.services.listings.index.catchUp();
      // With the services as they are now: a test may change the models.
      const ctx = ownContext(lintel.services, "test");
      await indexListings(ctx);
      await enrichImages(ctx);
    },
    search: (path, host, body) => lintel.call(`/api/search/${path}`, { method: "POST", host, body }),
    async close() {
      await lintel.close();
      await web.close();
    },
  };
}

/** A room in that colour, as a JPEG: a wall, a floor, and a window with sky in it. */
export function pictureOf(color: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
    <rect width="100%" height="100%" fill="${color}"/>
    <rect y="180" width="100%" height="60" fill="#806040"/>
    <rect x="40" y="30" width="90" height="80" fill="#bfe0f8"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
