import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { slices } from "../../slices.ts";
import { withoutWebsitePages } from "./route.ts";

const everyRoute = slices.flatMap((slice) => slice.routes);

describe("withoutWebsitePages", () => {
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp({}, { routes: withoutWebsitePages(everyRoute, () => true) });
    ({ host } = await lintel.createTenant("north"));
  });
  afterAll(() => lintel.close());

  it("leaves out the pages of magic links and confirmations, and nothing else", () => {
    const left = withoutWebsitePages(everyRoute, () => true);
    const out = everyRoute.filter((each) => !left.includes(each));
    expect(out.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /favorites/verify",
      "GET /searches/confirm",
    ]);
  });

  it("frees their paths for other handlers, which the API answers as unknown; its own pages stay", async () => {
    for (const url of ["/favorites/verify", "/searches/confirm"])
      expect((await lintel.app.inject({ url, headers: { host } })).statusCode).toBe(404);
    const reply = await lintel.call("/api/v1/searches/unsubscribe/forged", { host });
    expect([reply.status, reply.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await lintel.call("/api/v1/favorites/verify/unknown", { host })).body).toEqual({
      detail: "Magic link not found",
    });
  });
});
