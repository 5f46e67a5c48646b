import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLintelClient } from "../src/client.ts";
import { Website } from "./website.ts";

describe("the typed client", () => {
  let website: Website;
  beforeAll(async () => {
    website = await Website.open();
  });
  afterEach(() => website.quiet());
  afterAll(() => website.close());

  it("answers data or the server's words", async () => {
    const client = createLintelClient({ baseUrl: `${website.proxy.url}/` });
    const found = await client.GET("/api/properties", {
      params: { query: { city: ["Boise"], page_size: 5 } },
    });
    expect(found.data).toMatchObject({ items: [], total: 0, page_size: 5 });
    const wrong = await client.GET("/api/properties", { params: { query: { min_price: -1 } } });
    expect(wrong.response.status).toBe(422);
    expect(wrong.error?.detail).toMatchObject([{ loc: ["query", "min_price"] }]);
  });

  it("sends the visitor's session where it matters, and spares other calls the preflight", async () => {
    const sent: (string | null)[] = [];
    const tracker = website.tracker();
    const client = createLintelClient({
      baseUrl: website.proxy.url,
      tracker,
      fetch(request) {
        sent.push(request.headers.get("X-Session-ID"));
        return fetch(request);
      },
    });
    await client.GET("/api/properties", {});
    const { data } = await client.GET("/sessions/scribe-status", {});
    expect(data?.ready).toBe(false);
    expect(sent).toEqual([null, await tracker.sessionId()]);
  });

  it("carries a server's API key", async () => {
    const apiKey = await website.lintel.createKey("admin");
    const client = createLintelClient({ baseUrl: website.proxy.url, apiKey });
    const { data } = await client.GET("/api/auth/verify", {});
    expect(data).toBeDefined();
  });
});
