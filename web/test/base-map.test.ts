import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebServer, type WebServer } from "../../server/test/harness/web-server.ts";
import { smallArchive, TILE } from "./harness/pmtiles-fixture.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

const HTML_TAG = '<a href="https://osm.example">© Mappers</a>';

describe("the base map", () => {
  let folder: string;
  let server: WebServer;
  const archive = smallArchive(HTML_TAG);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-tiles-"));
    await writeFile(join(folder, "small.pmtiles"), archive);
    server = await startWebServer((request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      const bytes = archive.subarray(Number(from), Number(to) + 1);
      response.writeHead(206, { "content-length": bytes.length, etag: '"1"' }).end(bytes);
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const places = {
    "a file": () => join(folder, "small.pmtiles"),
    "an address": () => `${server.url}/small.pmtiles`,
  };

  it.each(Object.entries(places))("is served from %s, part by part", async (_name, place) => {
    const website = await WebsiteFixture.open({ MAP_TILES: place() });
    try {
      const described = await website.visit("/map/base");
      expect(JSON.parse(described.text)).toEqual({
        kind: "vector",
        minzoom: 0,
        maxzoom: 1,
        bounds: [-180, -85, 180, 85],
        attribution: "© Mappers",
      });
      const tile = await website.visit("/map/base/0/0/0", { headers: { "accept-encoding": "gzip" } });
      expect([tile.status, tile.headers["content-type"]]).toEqual([
        200,
        "application/vnd.mapbox-vector-tile",
      ]);
      expect(gunzipSync(tile.bytes).toString()).toBe(TILE);
      expect((await website.visit("/map/base/1/0/0")).status).toBe(204);
      for (const path of ["/map/base/0/1/0", "/map/base/x/0/0", "/map/base/30/0/0"])
        expect([path, (await website.visit(path)).status]).toEqual([path, 404]);
      expect((await website.visit("/homes")).text).toContain("&quot;hasBaseMap&quot;:true");
    } finally {
      await website.close();
    }
  });

  it("is there again once an archive that was away has come back", async () => {
    let isAway = true;
    const archives = await startWebServer((request, response) => {
      if (isAway) return response.writeHead(500).end();
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      const bytes = archive.subarray(Number(from), Number(to) + 1);
      return response.writeHead(206, { "content-length": bytes.length, etag: '"1"' }).end(bytes);
    });
    const website = await WebsiteFixture.open({
      MAP_TILES: `${archives.url}/small.pmtiles`,
      LOG_LEVEL: "silent",
    });
    expect((await website.visit("/map/base/0/0/0")).status).toBe(503);
    isAway = false;
    expect((await website.visit("/map/base/0/0/0")).status).toBe(200);
    await website.close();
    await archives.close();
  });

  it("is not there without an archive, and unavailable when it cannot be read", async () => {
    const without = await WebsiteFixture.open();
    expect((await without.visit("/map/base")).status).toBe(404);
    expect((await without.visit("/homes")).text).toContain("&quot;hasBaseMap&quot;:false");
    await without.close();
    const broken = await WebsiteFixture.open({
      MAP_TILES: join(folder, "missing.pmtiles"),
      LOG_LEVEL: "silent",
    });
    expect((await broken.visit("/map/base")).status).toBe(503);
    expect((await broken.visit("/map/base/0/0/0")).status).toBe(503);
    await broken.close();
  });
});
