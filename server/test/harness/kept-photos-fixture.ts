import type { ServerResponse } from "node:http";
import sharp, { type Sharp } from "sharp";
import { expect } from "vitest";
import type { PhotoFormat, PhotoSize, PhotoState, StoredPhoto } from "../../src/photos/index.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import { startWebServer, type WebServer } from "./web-server.ts";

/** The whole product, and a server with photos that it may fetch. */
export type KeptPhotosFixture = {
  lintel: TestApp;
  web: WebServer;
  /** What the server has, by path: bytes, a status, or how it answers. */
  responses: Map<string, Buffer | number | ((response: ServerResponse) => void)>;
  /** Requests for bytes at a time, at most; a test sets it back. */
  mostInside: number;
  keep(url: string): Promise<PhotoState>;
  /** Puts it on the server and keeps it. */
  keepBytes(path: string, bytes: Buffer | number): Promise<PhotoState>;
  requestCount(path: string): number;
  /** One of the files of a photo that is kept. */
  open(photo: PhotoState, size: PhotoSize, format?: PhotoFormat): Promise<Sharp>;
  /** Of its JPEG: width and height. */
  dimensions(photo: PhotoState, size: PhotoSize): Promise<[number, number]>;
  close(): Promise<void>;
};

export async function openKeptPhotos(): Promise<KeptPhotosFixture> {
  const responses: KeptPhotosFixture["responses"] = new Map();
  let inside = 0;
  const web = await startWebServer((request, response) => {
    const has = responses.get(request.url ?? "") ?? 404;
    if (typeof has === "function") return has(response);
    if (typeof has === "number") return void response.writeHead(has).end("no photo");
    inside++;
    fixture.mostInside = Math.max(fixture.mostInside, inside);
    // One turn later, so that requests at the same time are seen together.
    setImmediate(() => {
      inside--;
      response.writeHead(200, { "content-type": "text/plain" }).end(has);
    });
  });
  const lintel = await startTestApp({
    OUTBOUND_ALLOW: "127.0.0.1",
    PUBLIC_API_URL: "https://api.test/base",
    LOG_LEVEL: "silent",
  });
  const fixture: KeptPhotosFixture = {
    lintel,
    web,
    responses,
    mostInside: 0,
    keep: (url) => lintel.services.photos.fetch(url),
    keepBytes(path, bytes) {
      responses.set(path, bytes);
      return fixture.keep(web.url + path);
    },
    requestCount: (path) => web.requests.filter((each) => each === path).length,
    async open(photo, size, format = "jpg") {
      return sharp((await lintel.services.photos.read(stored(photo), size, format)) as Buffer);
    },
    async dimensions(photo, size) {
      const { width, height } = await (await fixture.open(photo, size)).metadata();
      return [width, height];
    },
    async close() {
      await lintel.close();
      await web.close();
    },
  };
  return fixture;
}

/** A photo that must have been kept. */
export function stored(photo: PhotoState): StoredPhoto {
  expect(photo).toMatchObject({ status: "stored" });
  return photo as StoredPhoto;
}
