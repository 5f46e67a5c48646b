import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROWSER, WebsiteFixture } from "./harness/website-fixture.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";
const ANY = { accept: "*/*" };

describe("requests for the website and for the API", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
  });
  afterAll(() => website.close());

  const typeOf = async (path: string, visit: Parameters<WebsiteFixture["visit"]>[1] = {}) => {
    const { status, headers } = await website.visit(path, visit);
    return [status, headers["content-type"]];
  };

  it("the API's paths win, also for browsers", async () => {
    expect(await typeOf("/api/properties")).toEqual([200, JSON_TYPE]);
    expect(await typeOf("/health")).toEqual([200, JSON_TYPE]);
    expect(await typeOf("/openapi.json")).toEqual([200, JSON_TYPE]);
    expect(await typeOf("/api")).toEqual([404, JSON_TYPE]);
    expect(await typeOf("/api/nothing/here")).toEqual([404, JSON_TYPE]);
    expect(await typeOf("/register")).toEqual([405, JSON_TYPE]);
    expect(await typeOf("/files/none.webp")).toEqual([404, JSON_TYPE]);
  });

  it("an unknown path is a page where HTML is accepted, else JSON", async () => {
    expect(await typeOf("/nothing")).toEqual([404, HTML_TYPE]);
    expect(await typeOf("/nothing", { headers: ANY })).toEqual([404, JSON_TYPE]);
    expect(await typeOf("/nothing", { method: "POST" })).toEqual([404, JSON_TYPE]);
    expect(await typeOf("/terms", { method: "PUT" })).toEqual([404, JSON_TYPE]);
  });

  it("pages that stand where the API has paths too are the website's", async () => {
    const verify = await website.visit("/favorites/verify");
    expect([verify.status, verify.headers["content-type"]]).toEqual([200, HTML_TYPE]);
    expect(verify.text).toContain('name="code"');
    expect(await typeOf("/account/register")).toEqual([200, HTML_TYPE]);
    const register = await website.visit("/account/register", {
      method: "POST",
      form: { email: "x" },
      headers: { origin: `http://${website.host}` },
    });
    expect([register.status, register.headers["content-type"]]).toEqual([422, HTML_TYPE]);
    expect(register.text).toContain("<title>Error: ");
    expect(await typeOf("/register", { method: "POST", form: { email: "x" } })).toEqual([415, JSON_TYPE]);
    expect(await typeOf("/account/nothing")).toEqual([404, HTML_TYPE]);
    expect(await typeOf("/account/nothing", { headers: ANY })).toEqual([404, JSON_TYPE]);
    expect(await typeOf("/api/nothing", { headers: { accept: "text/html" } })).toEqual([404, JSON_TYPE]);
  });

  it("a page is there for every Accept header", async () => {
    expect(await typeOf("/", { headers: ANY })).toEqual([200, HTML_TYPE]);
    expect(await typeOf("/terms", { headers: { accept: "application/json" } })).toEqual([200, HTML_TYPE]);
  });

  it("a page without a form refuses a POST", async () => {
    expect(await typeOf("/terms", { method: "POST", form: { a: "b" } })).toEqual([405, HTML_TYPE]);
    expect(await typeOf("/robots.txt", { method: "POST", form: { a: "b" } })).toEqual([405, HTML_TYPE]);
  });

  it("an unknown Host learns of no brokerage, on any path", async () => {
    for (const path of ["/", "/terms", "/nothing", "/robots.txt"]) {
      const { status, text } = await website.visit(path, { host: "stranger.test" });
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain("<h1>Not found</h1>");
      expect(text).not.toMatch(/north|lintel/i);
    }
  });

  it("a trailing slash is sent on with its query, and repeated slashes are not found", async () => {
    const moved = await website.visit("/terms/?utm_source=mail");
    expect([moved.status, moved.headers.location]).toEqual([301, "/terms?utm_source=mail"]);
    for (const path of ["//terms", "/terms//", "/te%00rms", "/%zz"])
      expect([path, (await website.visit(path)).status]).toEqual([path, path === "/%zz" ? 400 : 404]);
  });

  it("another spelling of a path is sent on to its one address", async () => {
    for (const path of ["/%74erms", "/%74%65rms/", "/nothing%2fhere"]) {
      const { status, headers } = await website.visit(`${path}?a=%62`);
      const plain = path === "/nothing%2fhere" ? "/nothing%2Fhere" : "/terms";
      expect([path, status, headers.location]).toEqual([path, 301, `${plain}?a=%62`]);
    }
  });

  it("a Host that is no host is refused, not an error of ours", async () => {
    const { status } = await website.visit("/terms", { host: `${website.host}:99999` });
    expect(status).toBe(400);
  });

  it("a HEAD has the headers of the GET and no content", async () => {
    const { status, headers, text } = await website.visit("/terms", { method: "HEAD" });
    const got = await website.visit("/terms");
    expect([status, headers["content-type"], text]).toEqual([200, HTML_TYPE, ""]);
    expect(headers.etag).toBe(got.headers.etag);
    expect(headers["content-length"]).toBe(got.headers["content-length"]);
  });

  it("pages for everyone may be cached, depend on no cookie or refusal, and set none", async () => {
    const plain = await website.visit("/");
    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=0, s-maxage=60",
      vary: "Accept-Encoding",
    });
    const headers = { cookie: "session_id=x; lintel_favorites=A-1", "sec-gpc": "1", dnt: "1" };
    const other = await website.visit("/", { headers });
    expect(other.text).toBe(plain.text);
    expect(other.headers["set-cookie"]).toBeUndefined();
    expect(other.headers["cache-control"]).toBe(plain.headers["cache-control"]);
  });

  it("a visitor who has the page gets 304", async () => {
    const { headers } = await website.visit("/terms");
    const again = await website.visit("/terms", { headers: { "if-none-match": String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers["cache-control"]).toBe(headers["cache-control"]);
  });

  it("pages are compressed as they are accepted", async () => {
    const { text } = await website.visit("/");
    const br = await website.visit("/", { headers: { "accept-encoding": "gzip, br" } });
    expect([br.headers["content-encoding"], brotliDecompressSync(br.bytes).toString()]).toEqual(["br", text]);
    const gzip = await website.visit("/", { headers: { "accept-encoding": "gzip" } });
    expect([gzip.headers["content-encoding"], gunzipSync(gzip.bytes).toString()]).toEqual(["gzip", text]);
  });

  it("no page may run or load anything but this website's files", async () => {
    for (const path of ["/", "/privacy", "/nothing"]) {
      const { headers, text } = await website.visit(path);
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
      );
      expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
      expect(text).not.toMatch(/<script(?![^>]*(?:src="\/|application\/ld\+json))|<style|\sstyle=|\son\w+=/);
      expect(text).not.toMatch(
        /<(?:script|img|link rel="(?:stylesheet|preload|icon)")[^>]*(?:src|href)="(?:https?:)?\/\//,
      );
    }
  });

  it("the files of a page are there, compressed, unchanged for ever", async () => {
    const { text } = await website.visit("/");
    const files = [...text.matchAll(/(?:href|src)="(\/(?:assets|brand)\/[^"]+)"/g)].map(
      ([, path]) => path as string,
    );
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const path of files) {
      const { status, headers } = await website.visit(path, { headers: { ...ANY, "accept-encoding": "br" } });
      expect([path, status, headers["cache-control"]]).toEqual([
        path,
        200,
        "public, max-age=31536000, immutable",
      ]);
      if (!path.endsWith(".woff2") && path.startsWith("/assets/"))
        expect(headers["content-encoding"]).toBe("br");
    }
    expect((await website.visit("/assets/none.js", { headers: ANY })).status).toBe(404);
    expect((await website.visit("/brand/none.css", { headers: ANY })).status).toBe(404);
  });

  it("hosts of this machine are kept from search engines, and every brokerage has one", async () => {
    const { status, headers, text } = await website.visit("/", { host: "north.localhost:8000" });
    expect([status, headers["x-robots-tag"]]).toEqual([200, "noindex"]);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    const open = await website.visit("/");
    expect(open.headers["x-robots-tag"]).toBeUndefined();
    expect(open.text).not.toContain('name="robots"');
  });

  it("the canonical address is on the brokerage's own origin, whichever domain is visited", async () => {
    const canonical = '<link rel="canonical" href="https://north.test/terms"/>';
    for (const host of ["north.test", "www.north.test", "north.test:8443", "north.localhost"]) {
      expect((await website.visit("/terms?gclid=1", { host })).text).toContain(canonical);
    }
  });

  it("nothing links to a page that a switch has turned off, not even the brokerage's own navigation", async () => {
    const nav_main = [
      { label: "Sell", href: "/sell?from=nav" },
      { label: "Saved", href: "/favorites" },
      { label: "About", href: "/about" },
    ];
    await website.change({ nav_main, nav_footer: [{ label: "News", href: "/newsletter" }] });
    expect((await website.visit("/terms")).text).toContain('href="/sell?from=nav"');
    await website.change({ feature_contact_form: false, feature_favorites: false });
    const { text } = await website.visit("/terms");
    expect(text).not.toMatch(/"\/(sell|newsletter|favorites)\b/);
    expect(text).toContain('href="/about"');
    await website.change({
      nav_main: [],
      nav_footer: [],
      feature_contact_form: true,
      feature_favorites: true,
    });
  });

  it("GET / of a server without websites leads to the documentation", async () => {
    const api = await WebsiteFixture.open({ WEBSITE: "off" });
    const root = await api.visit("/");
    expect([root.status, root.headers.location]).toEqual([302, "/docs"]);
    expect((await api.visit("/terms", { headers: BROWSER })).headers["content-type"]).toBe(JSON_TYPE);
    await api.close();
  });
});
