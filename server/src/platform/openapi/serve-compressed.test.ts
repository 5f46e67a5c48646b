import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/openapi.json";

describe("the OpenAPI document", () => {
  let lintel: TestApp;
  let plain: string;
  const get = (headers: Record<string, string> = {}) => lintel.app.inject({ url: PATH, headers });
  beforeAll(async () => {
    lintel = await startTestApp();
    plain = (await get()).body;
  });
  afterAll(() => lintel.close());

  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
  ])(
    "is compressed for a caller that accepts %s with %s, to less than a sixth",
    async (accepted, encoding) => {
      const { rawPayload, headers } = await get({ "accept-encoding": accepted });
      expect(headers).toMatchObject({
        "content-encoding": encoding,
        vary: expect.stringContaining("Accept-Encoding"),
      });
      expect((encoding === "br" ? brotliDecompressSync : gunzipSync)(rawPayload).toString()).toBe(plain);
      expect(rawPayload.length).toBeLessThan(plain.length / 6);
    },
  );

  it.each(["", "identity", "deflate", "gzip;q=0"])(
    "is plain for a caller that accepts %j",
    async (accepted) => {
      const { body, headers } = await get({ "accept-encoding": accepted });
      expect(headers).not.toHaveProperty("content-encoding");
      expect(body).toBe(plain);
    },
  );

  it("is not sent again to a cache that has it", async () => {
    const { headers } = await get();
    expect(headers).toMatchObject({ "cache-control": "public, no-cache" });
    const again = await get({ "if-none-match": String(headers.etag), "accept-encoding": "gzip" });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await get({ "if-none-match": '"other"' })).statusCode).toBe(200);
  });
});
