import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PeopleFixture } from "../harness/people-fixture.ts";
import type { VisitorBrowser } from "../harness/visitor-browser.ts";

describe("favorites and signing in on the website", () => {
  let people: PeopleFixture;
  let browser: VisitorBrowser;
  beforeAll(async () => {
    people = await PeopleFixture.open();
  });
  afterAll(() => people.close());
  beforeEach(() => {
    browser = people.browser();
  });

  const save = (listingId: string, action = "add", from = browser) =>
    from.post("/favorites", { listing_id: listingId, action });
  const shown = async (from = browser) => {
    const { text } = await from.get("/favorites");
    return [...text.matchAll(/data-listing="([^"]+)"/g)].map(([, id]) => id);
  };
  const inCookie = (from = browser) => decodeURIComponent(from.cookies.get("lintel_favorites") ?? "");

  it("are kept in the browser's cookie, latest first, and shown on a page that nothing stores", async () => {
    for (const id of ["A-1", "A-2"]) {
      const { status, headers } = await save(id);
      expect([status, headers.location]).toEqual([303, "/favorites"]);
    }
    expect(inCookie()).toBe("A-2,A-1");
    const { headers, text } = await browser.get("/favorites");
    expect(headers["cache-control"]).toBe("no-store");
    expect(text).toContain("2 saved homes");
    // Filled without script, so that the press removes.
    expect(text.match(/aria-pressed="true"/g)).toHaveLength(2);
    expect(await shown()).toEqual(["A-2", "A-1"]);
    await save("A-2", "remove");
    expect([inCookie(), await shown()]).toEqual(["A-1", ["A-1"]]);
    await save("A-1", "remove");
    expect(browser.cookies.has("lintel_favorites")).toBe(false);
    expect((await browser.get("/favorites")).text).toContain("No saved homes yet");
  });

  it("holds fifty, and the latest of more", async () => {
    for (let nth = 1; nth <= 52; nth++) await save(`X-${nth}`);
    const ids = inCookie().split(",");
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, "X-52", "X-3"]);
    expect((await browser.get("/favorites?page=2")).text.match(/data-gone/g)).toHaveLength(24);
    for (const page of ["4", "0", "x"])
      expect((await browser.get(`/favorites?page=${page}`)).status).toBe(404);
  });

  it("a cookie that was tampered with shows what it can", async () => {
    for (const value of ["%E0%A4%A", "A-1%2C%2CA-1", `${"x".repeat(60)}%2CA-1`]) {
      browser.cookies.set("lintel_favorites", value);
      expect((await browser.get("/favorites")).status).toBe(200);
    }
    expect(await shown()).toEqual(["A-1"]);
  });

  it("says which saved homes are not there any more, and nothing of them", async () => {
    await save("A-1");
    await save("Gone & <b>");
    const { text } = await browser.get("/favorites");
    expect(text).toContain("Not on the market here any more");
    expect(text).toContain("Listing Gone &amp; &lt;b>");
    expect(await shown()).toEqual(["A-1"]);
  });

  it("refuses what is no listing or no action, and forms of other websites", async () => {
    for (const fields of [
      { listing_id: "A-1", action: "steal" },
      { listing_id: "", action: "add" },
    ])
      expect((await browser.post("/favorites", fields)).status).toBe(422);
    for (const origin of ["null", "https://evil.test"])
      expect(
        (await browser.post("/favorites", { listing_id: "A-1", action: "add" }, { origin })).status,
      ).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  it("by the code of a mail they are on every device, merged with those of the browser", async () => {
    const email = "ada@people.test";
    await save("A-1");
    await people.signIn(browser, email);
    expect([...browser.cookies.keys()].sort()).toEqual(["lintel_client", "lintel_favorites"]);
    const other = people.browser();
    await save("A-2", "add", other);
    await people.signIn(other, email);
    expect((await shown(other)).sort()).toEqual(["A-1", "A-2"]);
    expect((await shown()).sort()).toEqual(["A-1", "A-2"]);
    // The first browser's cookie follows, for the hearts of pages that caches share.
    expect(inCookie().split(",").sort()).toEqual(["A-1", "A-2"]);
    await save("A-1", "remove", other);
    expect(await shown()).toEqual(["A-2"]);
  });

  it("of a person with more than the cookie holds, the next moves up when one is removed", async () => {
    await people.signIn(browser, "many@people.test");
    // The clock of tests stands still: the server's order is that of the ids.
    for (let nth = 10; nth < 63; nth++) await save(`X-${nth}`);
    await save("X-10", "remove");
    const ids = inCookie().split(",");
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, "X-11", "X-60"]);
    expect((await browser.get("/favorites")).text).toContain("52 saved homes");
  });

  it("another person in the same browser does not get the favorites of the one before", async () => {
    await save("A-1");
    await people.signIn(browser, "first@people.test");
    await people.signIn(browser, "second@people.test");
    expect([await shown(), inCookie()]).toEqual([[], ""]);
  });

  it("signing in by the link's token needs an Origin of this website, and works once", async () => {
    const email = "linked@people.test";
    await browser.post("/account/sign-in", { email });
    const { url, token } = await people.linkMail(email);
    expect(url).toBe(`http://north.test/favorites/verify#token=${token}`);
    for (const origin of ["null", "https://evil.test", "http://south.test"])
      expect((await browser.post("/favorites/verify", { token }, { origin })).status).toBe(403);
    expect((await browser.get("/favorites/verify")).status).toBe(200);
    const { status, headers } = await browser.post("/favorites/verify", { token });
    expect([status, headers.location]).toEqual([303, "/favorites"]);
    expect(String(headers["set-cookie"])).toMatch(
      /lintel_client=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax/,
    );
    const again = await people.browser().post("/favorites/verify", { token });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining("already been used")]);
  });

  it("is refused a form that comes without an Origin", async () => {
    const { status } = await people.website.visit("/favorites/verify", {
      method: "POST",
      form: { token: "x" },
    });
    expect(status).toBe(403);
  });

  it("a code that was wrong five times is used up, right or not", async () => {
    const email = "guessed@people.test";
    const requested = await browser.post("/account/sign-in", { email });
    const page = String(requested.headers.location);
    expect(page).toMatch(/^\/favorites\/verify\?request_id=[\da-f-]{36}$/);
    const { code } = await people.linkMail(email);
    const request_id = page.split("=")[1] as string;
    for (let tries = 0; tries < 5; tries++) {
      const { status, text } = await browser.post("/favorites/verify", { code: "2222-2222", request_id });
      expect(status).toBe(422);
      expect(text).toContain('<a href="#field-code">This code is wrong or has expired.');
    }
    expect((await browser.post("/favorites/verify", { code, request_id })).status).toBe(422);
    expect(browser.cookies.size).toBe(0);
  });

  it("a code is taken with its email in another browser, in any case, with or without its hyphen", async () => {
    const email = "typed@people.test";
    await browser.post("/account/sign-in", { email });
    const { code } = await people.linkMail(email);
    const other = people.browser();
    const typed = code.toLowerCase().replace("-", " ");
    expect((await other.post("/favorites/verify", { code: typed, email })).status).toBe(303);
    expect((await other.get("/account")).text).toContain(email);
    const empty = await people.browser().post("/favorites/verify", { email, code: "" });
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('href="#field-code"')]);
  });

  it("a person's cookie is worth nothing on the website of another brokerage", async () => {
    await people.signIn(browser, "tenant@people.test");
    const south = people.browser("south.test");
    south.cookies.set("lintel_client", browser.cookies.get("lintel_client") as string);
    const { text } = await south.get("/account");
    expect(text).not.toContain("tenant@people.test");
    expect((await south.post("/account", { action: "export" })).headers.location).toBe("/account");
    expect((await browser.get("/account")).text).toContain("tenant@people.test");
  });

  it("a visitor who refuses to be tracked has favorites, and no session", async () => {
    const refusing = people.browser("north.test", { "sec-gpc": "1", dnt: "1" });
    await refusing.get("/");
    await save("A-1", "add", refusing);
    await refusing.post("/contact", {
      firstName: "Q",
      lastName: "R",
      email: "quiet@people.test",
      subject: "x",
      message: "y",
    });
    expect(await shown(refusing)).toEqual(["A-1"]);
    expect([...refusing.cookies.keys()]).toEqual(["lintel_favorites"]);
    const { db } = people.website.lintel.database;
    expect(await db.selectFrom("visitor_sessions").select("id").execute()).toEqual([]);
  });
});
