import { describe, expect, it } from "vitest";
import { pageOf } from "./foreign-requests.ts";

type Headers = Record<string, string>;
const cookie = "theme=dark; lintel_client=token; lintel_clients=other";
const page = (method: string, headers: Headers, host: string | null = "north.test") =>
  pageOf({ method, protocol: "http", headers: { cookie, ...headers } }, host);

describe("pageOf", () => {
  it.each<Headers>([
    {},
    { origin: "https://north.test" },
    { origin: "http://north.test" },
    { origin: "https://NORTH.test" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin", origin: "https://north.test" },
    { "sec-fetch-site": "same-origin", origin: "https://north.test:8443" },
  ])("takes a write with %j for one of the own origin", (headers) => {
    expect(page("POST", headers)).toMatchObject({
      isForeignWrite: false,
      clientCookie: "token",
    });
  });

  it.each<Headers>([
    { origin: "null" },
    { origin: "" },
    { origin: "north.test" },
    { origin: "https://evil.test" },
    { origin: "https://www.north.test" },
    { origin: "https://north.test.evil.test" },
    { origin: "https://north.test@evil.test" },
    { origin: "https://north.test:8443" },
    { origin: "file://north.test" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "same-site", origin: "https://north.test" },
    { "sec-fetch-site": "same-origin", origin: "https://evil.test" },
    { "sec-fetch-site": "none", origin: "null" },
  ])("takes a write with %j for a foreign one", (headers) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(page(method, headers).isForeignWrite).toBe(true);
  });

  it("compares ports where the host has one, and knows no origin of a request without a host", () => {
    expect(page("POST", { origin: "http://localhost:8000" }, "localhost:8000").isForeignWrite).toBe(false);
    expect(page("POST", { origin: "http://localhost:3000" }, "localhost:8000").isForeignWrite).toBe(true);
    expect(page("POST", { origin: "https://north.test" }, "north.test:443").isForeignWrite).toBe(false);
    expect(page("POST", { origin: "https://north.test" }, null).isForeignWrite).toBe(true);
    expect(page("POST", { origin: "https://north.test" }, "[").isForeignWrite).toBe(true);
  });

  it("takes no cookie for reads by foreign pages, but for a link that is followed", () => {
    const foreign = { "sec-fetch-site": "cross-site" };
    expect(page("GET", { ...foreign, "sec-fetch-mode": "no-cors" }).clientCookie).toBeNull();
    expect(page("GET", { origin: "https://evil.test" }).clientCookie).toBeNull();
    expect(page("HEAD", foreign).clientCookie).toBeNull();
    expect(page("GET", { ...foreign, "sec-fetch-mode": "navigate" }).clientCookie).toBe("token");
    expect(page("GET", {}).clientCookie).toBe("token");
    expect(page("GET", foreign).isForeignWrite).toBe(false);
  });

  it.each([
    ["http", "lintel_client=a", "a"],
    ["http", "__Host-lintel_client=a", null],
    ["https", "__Host-lintel_client=a", "a"],
    ["https", "lintel_client=a", null],
    ["https", "lintel_client=planted; __Host-lintel_client=a", "a"],
    ["http", "lintel_client=; x=y", null],
    ["http", "xlintel_client=a", null],
    ["http", "x=y;lintel_client = a ;lintel_client=b", "a"],
  ])("on %s reads from %j the token %j", (protocol, sent, token) => {
    expect(pageOf({ method: "GET", protocol, headers: { cookie: sent } }, "north.test").clientCookie).toBe(
      token,
    );
  });
});
