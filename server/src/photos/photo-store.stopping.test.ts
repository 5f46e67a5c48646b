import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { startWebServer, type WebServer } from "../../test/harness/web-server.ts";
import { Outbound } from "../platform/outbound/outbound.ts";
import { PhotoStore } from "./index.ts";

describe("photos that are on their way when the process stops", () => {
  let lintel: TestApp;
  let web: WebServer;
  const held: ServerResponse[] = [];
  beforeAll(async () => {
    web = await startWebServer((_request, response) => void held.push(response));
    lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "silent" });
  });
  afterAll(async () => {
    await lintel.close();
    await web.close();
  });

  /** As another process would keep them. */
  const open = () => {
    const { services } = lintel;
    const outbound = new Outbound({ allow: ["127.0.0.1"] });
    const { publicApiUrl } = services.config;
    return { outbound, photoStore: new PhotoStore({ ...services, outbound, publicApiUrl }) };
  };

  it("have not failed, whether they were asked for or waited for their turn: the next process has them", async () => {
    const urls = Array.from({ length: 20 }, (_, nth) => `${web.url}/${nth}.jpg`);
    const { outbound, photoStore } = open();
    const kept = photoStore.fetchAll(urls);
    while (held.length < 6) await delay(5);
    // One of them in the middle of its bytes.
    held[0]?.writeHead(200, { "content-length": 1000 }).write("a beginning");
    await outbound.close();
    expect(await kept).toEqual(urls.map(() => ({ status: "pending" })));
    expect(held).toHaveLength(6);

    const next = open();
    const again = next.photoStore.fetch(urls[0] as string);
    while (held.length < 7) await delay(5);
    held[6]?.end(await sampleJpeg(30, 20, 1));
    expect(await again).toMatchObject({ status: "stored", width: 30 });
    await next.outbound.close();
  });

  it("are no fault of the request that looks at one: it is told that the service stops", async () => {
    const { outbound, photoStore } = open();
    const caller = { caller: "somebody", signal: new AbortController().signal };
    await outbound.close();
    await expect(photoStore.fetchOnce(`${web.url}/look.jpg`, caller)).rejects.toMatchObject({
      code: "unavailable",
      detail: "The service is stopping",
    });
  });
});
