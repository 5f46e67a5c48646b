import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const unpack: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

describe("compressed replies", () => {
  let lintel: TestApp;
  let market: Market;
  const send = async (path: string, accept: string | null, more: Record<string, string> = {}) => {
    const response = await lintel.app.inject({
      url: path,
      headers: { host: market.host, ...(accept !== null && { "accept-encoding": accept }), ...more },
    });
    const encoding = response.headers["content-encoding"];
    const bytes = response.rawPayload;
    return { response, encoding, bytes, text: String(encoding ? unpack[String(encoding)]?.(bytes) : bytes) };
  };

  beforeAll(async () => {
    lintel = await startTestApp();
    const homes = Array.from({ length: 30 }, (_, nth) =>
      home({ ListingId: `Z${nth}`, PublicRemarks: "A home with a view. ".repeat(60) }),
    );
    market = await openMarket(lintel, "compressed", homes);
  });
  afterAll(() => lintel.close());

  it.each([
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
  ])("to a caller that accepts %s are %s, with the same content", async (accept, encoding) => {
    const path = "/api/properties?page_size=30";
    const plain = await send(path, null);
    const packed = await send(path, accept);
    expect([plain.encoding, packed.encoding]).toEqual([undefined, encoding]);
    expect(packed.text).toBe(plain.text);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(packed.response.headers.etag).toBe(plain.response.headers.etag);
    for (const { response } of [plain, packed]) expect(response.headers.vary).toContain("Accept-Encoding");
  });

  it.each(["identity", "zstd", "br;q=0", ""])("are not for a caller that accepts %j", async (accept) => {
    expect((await send("/api/properties", accept)).encoding).toBeUndefined();
  });

  it("are of a kilobyte and more", async () => {
    const { encoding, bytes } = await send("/api/properties?min_price=99999999", "br");
    expect(bytes.length).toBeLessThan(1024);
    expect(encoding).toBeUndefined();
  });

  it("are there for what is not a list of listings too", async () => {
    const { encoding, text, response } = await send("/api/properties/Z1", "gzip");
    expect(response.statusCode).toBe(200);
    expect(encoding).toBe("gzip");
    expect(JSON.parse(text).listing_id).toBe("Z1");
  });

  it("give way to 304 without a body", async () => {
    const { response } = await send("/api/properties", "br");
    const again = await send("/api/properties", "br", { "if-none-match": String(response.headers.etag) });
    expect([again.response.statusCode, again.encoding, again.bytes.length]).toEqual([304, undefined, 0]);
  });
});
