import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { startWebServer, type WebServer } from "../../test/harness/web-server.ts";
import { Outbound } from "../platform/outbound/outbound.ts";
import { PhotoSource } from "./photo-source.ts";

const asIs = async (bytes: Buffer) => bytes;
const forJobs = { lane: "jobs", signal: new AbortController().signal } as const;

describe("PhotoSource", () => {
  let lintel: TestApp;
  let web: WebServer;
  beforeAll(async () => {
    const bytes = await sampleJpeg(30, 20, 1);
    web = await startWebServer((_request, response) => void response.end(bytes));
    lintel = await startTestApp({
      OUTBOUND_ALLOW: "127.0.0.1",
      LOG_LEVEL: "silent",
      // A bucket that cannot be reached: nothing listens there.
      STORAGE_URL: "s3://key:secret@127.0.0.1:9/photos?tls=false",
    });
  });
  afterAll(async () => {
    await lintel.close();
    await web.close();
  });

  it("tries https where a feed says http of a public address, as browsers do, and never http", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    let lookups = 0;
    const outbound = new Outbound({
      allow: ["127.0.0.1"],
      resolve: async () => answers[lookups++] ?? [],
      timeouts: { connectMs: 500, deadlineMs: 1000 },
    });
    const { storage, config } = lintel.services;
    const source = new PhotoSource({ outbound, storage, publicApiUrl: config.publicApiUrl });
    // The second try finds no server on port 443 of this machine.
    await expect(source.withBytes("http://old-feed.test/1.jpg", forJobs, asIs)).rejects.toMatchObject({
      reason: "unreachable",
    });
    expect(lookups).toBe(2);
    // With a port of its own there is no telling where https would be.
    lookups = 0;
    await expect(source.withBytes("http://old-feed.test:8080/1.jpg", forJobs, asIs)).rejects.toMatchObject({
      reason: "plain_http",
    });
    expect(lookups).toBe(1);
    await outbound.close();
  });

  it("a storage that is away says nothing about the photo: it is tried again at once", async () => {
    const { photos, db } = lintel.services;
    const url = `${web.url}/1.jpg`;
    expect(await photos.fetchAll([url])).toEqual([{ status: "pending" }]);
    expect(await photos.fetchAll([url])).toEqual([{ status: "pending" }]);
    expect(web.requests.length).toBe(2);
    expect(await db.selectFrom("stored_photos").selectAll().execute()).toEqual([]);
  });
});
