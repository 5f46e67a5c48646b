import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PeopleFixture } from "../harness/people-fixture.ts";
import type { VisitorBrowser } from "../harness/visitor-browser.ts";

describe("saved searches and the account on the website", () => {
  let people: PeopleFixture;
  let browser: VisitorBrowser;
  let email: string;
  let made = 0;
  beforeAll(async () => {
    people = await PeopleFixture.open();
  });
  afterAll(() => people.close());
  beforeEach(() => {
    browser = people.browser();
    email = `person-${++made}@people.test`;
  });

  const stored = () =>
    people.website.lintel.database.db
      .selectFrom("saved_searches")
      .innerJoin("clients", "clients.id", "saved_searches.client_id")
      .select(["saved_searches.id", "given_filters as filters", "query", "frequency", "name"])
      .where("clients.email", "=", email)
      .execute();
  const location = async (path: string, fields: Record<string, string> | [string, string][]) => {
    const { status, headers } = await browser.post(path, fields);
    return [status, headers.location];
  };

  const SEARCH: [string, string][] = [
    ["city", "Boise"],
    ["city", "Nampa"],
    ["min_beds", "3"],
    ["max_price", "600000"],
    ["has_photos", "true"],
    ["gclid", "1"],
    ["min_sqft", "many"],
    ["frequency", "weekly"],
  ];
  const FILTERS = {
    city: ["Boise", "Nampa"],
    min_beds: 3,
    max_price: 600_000,
    has_photos: true,
    state: "any",
  };

  it("saves the search of an address of /homes at once for who is signed in", async () => {
    await people.signIn(browser, email);
    const page = await browser.get("/searches/new?city=Boise&city=Nampa&min_beds=3&max_price=600000");
    for (const words of ["Boise", "Nampa", "Up to $600,000", "3+ beds"]) expect(page.text).toContain(words);
    expect(page.text).not.toContain('id="field-email"');
    expect(await location("/searches", SEARCH)).toEqual([303, "/searches"]);
    expect(await stored()).toMatchObject([
      { filters: FILTERS, query: null, frequency: "weekly", name: null },
    ]);
    const list = await browser.get("/searches");
    expect([list.headers["cache-control"], list.text.match(/data-search=/g)?.length]).toEqual([
      "no-store",
      1,
    ]);
    const [, found = ""] = list.text.match(/<h2 id="search-\d+"><a href="\/homes\?([^"]+)"/) ?? [];
    expect([...new URLSearchParams(found.replaceAll("&amp;", "&"))].sort()).toEqual([
      ["city", "Boise,Nampa"],
      ["has_photos", "true"],
      ["max_price", "600000"],
      ["min_beds", "3"],
    ]);
  });

  it("is described by the words of its chips", async () => {
    const query =
      "open_house_from=2026-07-04&include_unknown_of=price&min_lat=43&max_lat=44&min_lng=-117&max_lng=-116";
    const page = await browser.get(`/searches/new?${query}`);
    for (const words of ["Open house from Jul 4, 2026", "Also homes of unknown price", "Area of the map"])
      expect(page.text).toContain(`<bdi>${words}</bdi>`);
    const chips = await browser.get(`/homes?${query}`);
    for (const words of ["Open house from Jul 4, 2026", "Also homes of unknown price", "Area of the map"])
      expect(chips.text).toContain(`<bdi>${words}</bdi>`);
    const circle = await browser.get("/searches/new?center_lat=43.6&center_lng=-116.2&radius_miles=2.5");
    expect(circle.text).toContain("Within 2.5 miles");
  });

  it("of a visitor it is saved by the code of the mail, which also signs them in", async () => {
    const without = await browser.post("/searches", SEARCH);
    expect([without.status, without.text]).toEqual([422, expect.stringContaining('href="#field-email"')]);
    expect(without.text).toContain('<input type="hidden" name="max_price" value="600000"');
    const { headers } = await browser.post("/searches", [...SEARCH, ["email", email], ["q", "near a park"]]);
    expect(headers.location).toMatch(/^\/searches\/confirm\?request_id=/);
    expect(await stored()).toEqual([]);
    const { code, url } = await people.linkMail(email);
    expect(url).toMatch(/^http:\/\/north\.test\/searches\/confirm#token=/);
    const request_id = String(headers.location).split("=")[1] as string;
    expect(await location("/searches/confirm", { code, request_id })).toEqual([303, "/searches"]);
    expect(await stored()).toMatchObject([{ query: "near a park", frequency: "weekly" }]);
    expect((await browser.get("/searches")).text).toContain("near a park");
  });

  it("by the link's token it is saved once, and only from a page of this website", async () => {
    await browser.post("/searches", { min_beds: "2", email });
    const { token } = await people.linkMail(email);
    const foreign = await browser.post("/searches/confirm", { token }, { origin: "https://evil.test" });
    expect([foreign.status, await stored()]).toEqual([403, []]);
    expect(await location("/searches/confirm", { token })).toEqual([303, "/searches"]);
    expect((await people.browser().post("/searches/confirm", { token })).status).toBe(422);
    expect(await stored()).toHaveLength(1);
  });

  it("asks for a filter or words", async () => {
    await people.signIn(browser, email);
    expect((await browser.post("/searches", { frequency: "daily" })).status).toBe(422);
    expect((await browser.get("/searches/new?gclid=1")).status).toBe(404);
  });

  it("is paused, resumed, renamed and deleted by its person alone", async () => {
    await people.signIn(browser, email);
    await browser.post("/searches", SEARCH);
    const [search] = await stored();
    const path = `/searches/${search?.id}`;
    const change = (fields: Record<string, string>) => location(path, fields);
    expect(await change({ action: "pause" })).toEqual([303, "/searches"]);
    expect(await stored()).toMatchObject([{ frequency: "off" }]);
    expect((await browser.get("/searches")).text).toContain("Resume");
    await change({ action: "resume" });
    expect(await stored()).toMatchObject([{ frequency: "daily" }]);
    await change({ action: "save", name: "For <us>", frequency: "instant" });
    expect(await stored()).toMatchObject([{ name: "For <us>", frequency: "instant" }]);
    expect((await browser.get(path)).text).toContain("For &lt;us>");
    expect((await browser.post(path, { action: "nothing" })).status).toBe(422);

    const stranger = people.browser();
    await people.signIn(stranger, `other-${email}`);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(path, { action: "delete" })).status).toBe(404);
    const visitor = await people.browser().get(path);
    expect([visitor.status, visitor.headers.location]).toEqual([303, "/searches"]);
    expect(await stored()).toHaveLength(1);
    expect(await change({ action: "delete" })).toEqual([303, "/searches"]);
    expect(await stored()).toEqual([]);
  });

  it("the account says who is signed in, sends them their data, and erases it after two confirmations", async () => {
    expect((await browser.get("/account")).text).toContain("Send me a link");
    await people.signIn(browser, email);
    expect((await browser.get("/account")).text).toContain(email);
    expect(await location("/account", { action: "export" })).toEqual([303, "/account/export/sent"]);
    const unsure = await browser.post("/account/erase", {});
    expect([unsure.status, unsure.text]).toEqual([422, expect.stringContaining('href="#field-understood"')]);
    expect(await requests()).toEqual([{ kind: "export", status: "confirmed" }]);
    expect(await location("/account/erase", { understood: "yes" })).toEqual([303, "/account/erase/sent"]);
    expect(await requests()).toEqual([
      { kind: "export", status: "confirmed" },
      { kind: "erase", status: "pending_confirmation" },
    ]);
  });

  it("signs out: the session ends on the server, and the browser keeps nothing", async () => {
    await browser.post("/favorites", { listing_id: "A-1", action: "add" });
    await people.signIn(browser, email);
    const kept = browser.cookies.get("lintel_client") as string;
    const foreign = await browser.post("/account", { action: "sign-out" }, { origin: "null" });
    expect([foreign.status, browser.cookies.size]).toEqual([403, 2]);
    expect(await location("/account", { action: "sign-out" })).toEqual([303, "/account/sign-out/sent"]);
    expect(browser.cookies.size).toBe(0);
    browser.cookies.set("lintel_client", kept);
    expect((await browser.get("/account")).text).not.toContain(email);
  });

  it("sets how often mails about favorites come", async () => {
    await people.signIn(browser, email);
    expect(await location("/account", { action: "favorite-alerts", frequency: "weekly" })).toEqual([
      303,
      "/account",
    ]);
    expect((await browser.get("/account")).text).toMatch(/<option value="weekly" selected/);
  });

  function requests() {
    return people.website.lintel.database.db
      .selectFrom("privacy_requests")
      .select(["kind", "status"])
      .where("email", "=", email)
      .orderBy("id")
      .execute();
  }
});
