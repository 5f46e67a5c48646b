import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ModelReply,
  type ModelServer,
  rightReply,
  startModelServer,
} from "../../test/harness/model-server.ts";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { startWebServer, type WebServer } from "../../test/harness/web-server.ts";

/** Two such callers took all sixteen slots of searches. */
const EACH = 8;
const CALLERS = ["198.51.100.1", "198.51.100.2"];

const fromAddress =
  (fixture: PhotoFixture, host: string) => (remoteAddress: string, path: string, body: object) =>
    fixture.lintel.app.inject({
      method: "POST",
      url: `/api/search/${path}`,
      remoteAddress,
      headers: { host },
      payload: body,
    });

describe("findSimilarImages of slow servers", () => {
  let fixture: PhotoFixture;
  let host: string;
  let trickling: WebServer;
  const open = new Set<ServerResponse>();
  beforeAll(async () => {
    fixture = await openPhotos();
    // As slow as may be: it ends at the deadline for all pictures, after 20 seconds.
    trickling = await startWebServer((_, response) => {
      open.add(response);
      response.writeHead(200, { "content-type": "image/jpeg" });
      const timer = setInterval(() => response.write(Buffer.alloc(4000)), 100);
      response.on("close", () => {
        open.delete(response);
        clearInterval(timer);
      });
    });
    fixture.responses.set("/home.jpg", await sampleJpeg(300, 200, 3));
    ({ host } = await fixture.openMarket("slow", [
      fixture.home("T-1", [fixture.photo("/home.jpg")], { PublicRemarks: "A house with a view." }),
    ]));
    await fixture.index();
  });
  afterAll(async () => {
    await fixture.close();
    await trickling.close();
  });

  it("delays no search of others: two callers' trickling pictures hold no slot", async () => {
    const send = fromAddress(fixture, host);
    let ended = 0;
    const slow = CALLERS.flatMap((address) =>
      Array.from({ length: EACH }, async (_, nth) => {
        const reply = await send(address, "similar-images", { image_url: `${trickling.url}/${nth}.jpg` });
        ended++;
        return reply.statusCode;
      }),
    );
    await expect.poll(() => open.size, { timeout: 10_000 }).toBe(4);
    const words = ["semantic", "multimodal", "compare"].map((path) =>
      send("203.0.113.9", path, { query: "a house with a view" }),
    );
    const known = send("203.0.113.9", "similar-images", { image_url: `${fixture.web.url}/home.jpg` });
    for (const reply of await Promise.all([...words, known])) expect(reply.statusCode, reply.body).toBe(200);
    expect(ended).toBe(0);
    // Those that wait are fetched when the first have broken off; each caller had a place for all of its own.
    const closing = setInterval(() => {
      for (const response of open) response.destroy();
    }, 50);
    expect(new Set(await Promise.all(slow))).toEqual(new Set([400]));
    clearInterval(closing);
    expect(fixture.lintel.services.searches.running).toBe(0);
  });
});

describe("findSimilarImages of a model server that hangs", () => {
  let fixture: PhotoFixture;
  let host: string;
  let model: ModelServer;
  beforeAll(async () => {
    model = await startModelServer();
    fixture = await openPhotos({
      MODEL_PROVIDER: "server",
      MODEL_SERVER_URL: model.url,
      TEXT_MODEL: "words",
      IMAGE_EMBEDDING_MODEL: "looks",
      VISION_MODEL: "describes",
      LOG_LEVEL: "silent",
    });
    fixture.responses.set("/home.jpg", await sampleJpeg(300, 200, 3));
    ({ host } = await fixture.openMarket("hanging", [
      fixture.home("G-1", [fixture.photo("/home.jpg")], { PublicRemarks: "A house with a view." }),
    ]));
    await fixture.index();
    for (let nth = 0; nth < EACH * CALLERS.length; nth++) {
      fixture.responses.set(`/${nth}.jpg`, await sampleJpeg(60, 40, 100 + nth));
    }
  });
  afterAll(async () => {
    await fixture.close();
    await model.close();
  });

  it("delays no search in words", async () => {
    const send = fromAddress(fixture, host);
    let hanging = 0;
    const released = Promise.withResolvers<ModelReply>();
    model.reply = (request) => {
      if (!JSON.stringify(request.body).includes("data:image")) return rightReply(request);
      hanging++;
      return released.promise;
    };
    let ended = 0;
    const slow = CALLERS.flatMap((address, from) =>
      Array.from({ length: EACH }, async (_, nth) => {
        const image_url = `${fixture.web.url}/${from * EACH + nth}.jpg`;
        await send(address, "similar-images", { image_url });
        ended++;
      }),
    );
    await expect.poll(() => hanging, { timeout: 10_000 }).toBe(2);
    const reply = await send("203.0.113.9", "semantic", { query: "a house with a view" });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(fixture.lintel.services.searches.running).toBe(0);
    expect(ended).toBe(0);
    released.resolve({ status: 400, body: {} });
    await Promise.all(slow);
  });
});
