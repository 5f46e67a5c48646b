import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { STATIC_TOKEN } from "../src/access.ts";
import { defaultBehaviours } from "../src/behaviours.ts";
import { loadKingCounty } from "../src/king-county.ts";
import { type FeedServer, serveFeed } from "../src/serve-feed.ts";

const LISTINGS = 230;

/** What the tests read of an answer: of a list, or of one record. */
type Item = {
  ListingKey: string;
  ModificationTimestamp: string;
  ListPrice: number;
  Media: object[];
  MediaURL: string;
  EntityEventSequence: number;
  ResourceName: string;
  ResourceRecordKey: string;
};
type Answer = Item & { value: Item[]; "@odata.nextLink"?: string };

describe("the feed server", () => {
  let feed: FeedServer;
  beforeAll(async () => {
    feed = await serveFeed();
    await loadKingCounty(feed.market, LISTINGS);
  });
  beforeEach(() => Object.assign(feed.behaviours, structuredClone(defaultBehaviours)));
  afterAll(() => feed.close());

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(path.startsWith("http") ? path : `${feed.baseUrl}/${path}`, {
      headers: { authorization: `Bearer ${STATIC_TOKEN}`, ...headers },
    });
  const list = async (path: string, headers?: Record<string, string>) =>
    (await (await ask(path, headers)).json()) as Answer;
  const keysOf = ({ value }: Pick<Answer, "value">) => value.map(({ ListingKey }) => ListingKey);
  const filtered = (filter: string, rest = "") => `Property?$filter=${encodeURIComponent(filter)}${rest}`;

  it("refuses other tokens, and issues tokens that end", async () => {
    expect((await ask("Property", { authorization: "Bearer wrong" })).status).toBe(401);
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "lintel",
      client_secret: "feed-secret",
    });
    const issued = await fetch(`${feed.origin}/oauth/token`, { method: "POST", body: form });
    const { access_token } = (await issued.json()) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    expect((await ask("Property?$top=1", { authorization })).status).toBe(200);
    feed.access.expireAll();
    expect((await ask("Property?$top=1", { authorization })).status).toBe(401);
    form.set("client_secret", "wrong");
    expect((await fetch(`${feed.origin}/oauth/token`, { method: "POST", body: form })).status).toBe(401);
  });

  it("pages by time and key: every listing once, also where many share a time", async () => {
    const at = "2026-11-01T00:00:00.1234567Z";
    for (const key of feed.market.keys("Property").slice(0, 60))
      feed.changes.apply({ kind: "fields", key, fields: {}, at }, 0);
    const found: string[] = [];
    let filter = "ModificationTimestamp gt 2000-01-01T00:00:00Z";
    for (;;) {
      const order =
        "&$orderby=ModificationTimestamp,ListingKey&$top=50&$select=ListingKey,ModificationTimestamp";
      const { value } = await list(filtered(filter, order));
      if (value.length === 0) break;
      found.push(...keysOf({ value }));
      const { ListingKey: key, ModificationTimestamp: time } = value.at(-1) as Item;
      filter = `ModificationTimestamp gt ${time} or (ModificationTimestamp eq ${time} and ListingKey gt '${key}')`;
    }
    expect(found).toHaveLength(LISTINGS);
    expect(new Set(found).size).toBe(LISTINGS);
  });

  it("pages by its own links, of which $top limits the whole result", async () => {
    const found: string[] = [];
    let path: string | undefined = "Property?$top=205&$select=ListingKey";
    let pages = 0;
    while (path) {
      const page: Answer = await list(path, { prefer: "odata.maxpagesize=100" });
      found.push(...keysOf(page));
      path = page["@odata.nextLink"];
      pages++;
    }
    expect([pages, found.length, new Set(found).size]).toEqual([3, 205, 205]);
  });

  it("refuses what it is set not to understand, and unknown fields", async () => {
    expect((await ask(filtered("Nonsense eq 1"))).status).toBe(400);
    expect((await ask(filtered("ListPrice eq"))).status).toBe(400);
    expect((await ask("Property?$search=x")).status).toBe(400);
    feed.behaviours.in_operator = false;
    expect((await ask(filtered("ListingKey in ('a','b')"))).status).toBe(400);
    feed.behaviours.keyset = false;
    expect((await ask("Property?$orderby=ListingKey")).status).toBe(400);
    feed.behaviours.missing_fields = ["ListPrice"];
    expect((await ask(filtered("ListPrice gt 1"))).status).toBe(400);
    expect((await list("Property?$top=1")).value[0]).not.toHaveProperty("ListPrice");
  });

  it("answers records by their keys, with quotes in them", async () => {
    const [key = ""] = feed.market.keys("Property");
    feed.changes.apply({ kind: "rename", key, to: "O'Neil's" }, Date.now());
    const found = await list("Property('O''Neil''s')?$expand=Media");
    expect([found.ListingKey, found.Media.length]).toEqual(["O'Neil's", 8]);
    expect(keysOf(await list(filtered("ListingKey in ('O''Neil''s','x')")))).toEqual(["O'Neil's"]);
    expect((await ask(`Property('${key}')`)).status).toBe(404);
  });

  it("tells of every change as an event, in order", async () => {
    const [, key = ""] = feed.market.keys("Property");
    const last = feed.market.size("EntityEvent");
    feed.changes.apply({ kind: "price", key, price: 1 }, Date.now());
    feed.changes.apply({ kind: "remove", key }, Date.now());
    feed.changes.apply({ kind: "restore", key }, Date.now());
    const { value } = await list(
      `EntityEvent?$filter=${encodeURIComponent(`EntityEventSequence gt ${last}`)}`,
    );
    const sequence = value.map(({ EntityEventSequence }) => EntityEventSequence);
    expect(sequence).toEqual(Array.from({ length: sequence.length }, (_, nth) => last + 1 + nth));
    const listings = value.filter(({ ResourceName }) => ResourceName === "Property");
    expect(listings.map(({ ResourceRecordKey }) => ResourceRecordKey)).toEqual([key, key, key]);
    expect((await list(`Property('${key}')`)).ListPrice).toBe(1);
  });

  it("signs addresses of photos, which work once and for their time", async () => {
    feed.behaviours.signed_media = { seconds: 60, uses: 1 };
    const media = async () => (await list("Media?$top=1")).value[0]?.MediaURL as string;
    const address = await media();
    const photo = await fetch(address);
    expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await fetch(address)).status).toBe(403);
    expect((await fetch(`${await media()}0`)).status).toBe(403);
    feed.behaviours.signed_media = { seconds: -1, uses: 1 };
    expect((await fetch(await media())).status).toBe(410);
  });

  it("fails as it is told, once each", async () => {
    feed.behaviours.fail_next = ["500", "429", "truncated", "html", "reset"];
    expect((await ask("Property?$top=1")).status).toBe(500);
    const limited = await ask("Property?$top=1");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
    await expect((await ask("Property?$top=1")).text()).rejects.toThrow();
    expect(await (await ask("Property?$top=1")).text()).toContain("<html>");
    await expect(ask("Property?$top=1")).rejects.toThrow();
    expect((await ask("Property?$top=1")).status).toBe(200);
  });

  it("refuses photos as it is told, once each, and breaks connections off while it is down", async () => {
    const address = (await list("Media?$top=1")).value[0]?.MediaURL as string;
    const before = feed.log.since(0).length;
    feed.behaviours.refuse_next_media = [404, 429];
    expect((await fetch(address)).status).toBe(404);
    const limited = await fetch(address);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
    expect((await fetch(address)).status).toBe(200);
    feed.behaviours.down = true;
    await expect(fetch(address)).rejects.toThrow();
    await expect(ask("Property?$top=1")).rejects.toThrow();
    const statuses = feed.log
      .since(0)
      .slice(before)
      .map(({ status }) => status);
    expect([...new Set(statuses)]).toEqual([404, 429, 200, 0]);
  });

  it("compresses a reply for those who ask for it, and no later one for others", async () => {
    const control = `${feed.origin}/control/behaviours`;
    const zipped = await fetch(control, { headers: { "accept-encoding": "gzip" } });
    expect([zipped.headers.get("content-encoding"), typeof (await zipped.json())]).toEqual([
      "gzip",
      "object",
    ]);
    const plain = await fetch(control, { headers: { "accept-encoding": "identity" } });
    expect([plain.headers.get("content-encoding"), typeof (await plain.json())]).toEqual([null, "object"]);
  });

  it("keeps to its limit of requests, and logs each", async () => {
    const before = feed.log.since(0).length;
    feed.behaviours.requests_per_second = 5;
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask("Property?$top=1")).status),
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses).toContain(429);
    // A request is logged when its reply has been sent.
    await vi.waitFor(() => expect(feed.log.since(0).length - before).toBeGreaterThanOrEqual(20), 10_000);
  });

  it("answers nothing while it is set empty, and needs gzip where that is set", async () => {
    feed.behaviours.empty = true;
    expect(await list("Property?$count=true")).toMatchObject({ "@odata.count": 0, value: [] });
    feed.behaviours.gzip_required = true;
    expect((await ask("Property", { "accept-encoding": "identity" })).status).toBe(400);
  });

  it("has its resources and fields in $metadata", async () => {
    feed.behaviours.resources = ["Property"];
    feed.behaviours.unknown_fields = ["X_Local"];
    const document = await text((await ask("$metadata")).body as never);
    expect(document).toContain('<EntitySet Name="Property"');
    expect(document).toContain('Name="X_Local"');
    expect(document).not.toContain("EntityEvent");
    expect((await ask("EntityEvent")).status).toBe(404);
  });
});
