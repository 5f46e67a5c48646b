import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CLIENT, STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { defaultBehaviours } from "../../../../feed-server/src/behaviours.ts";
import { loadKingCounty } from "../../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../../feed-server/src/serve-feed.ts";
import { startWebServer } from "../../../test/harness/web-server.ts";
import { systemClock } from "../../platform/clock.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";
import type { FeedAuth } from "../feed-row.ts";
import { FeedClient } from "./feed-client.ts";
import { type FeedError, FeedStopped } from "./feed-error.ts";
import { readMetadata } from "./metadata.ts";
import { pacedBudget } from "./paced-budget.ts";
import type { ReplySize } from "./request-budget.ts";

const unlimited = pacedBudget(null);

describe("FeedClient", () => {
  let feed: FeedServer;
  const outbound = new Outbound({ allow: ["127.0.0.1"] });
  beforeAll(async () => {
    feed = await serveFeed();
    await loadKingCounty(feed.market, 5);
  });
  beforeEach(() => void Object.assign(feed.behaviours, structuredClone(defaultBehaviours)));
  afterAll(async () => {
    await feed.close();
    await outbound.close();
  });

  const bearer = { type: "bearer", token: STATIC_TOKEN } as FeedAuth;
  const credentials = (secret = CLIENT.secret): FeedAuth => ({
    type: "client_credentials",
    tokenUrl: `${feed.origin}/oauth/token`,
    clientId: CLIENT.id,
    clientSecret: secret,
    scope: null,
  });
  type Parts = Partial<ConstructorParameters<typeof FeedClient>[0]>;
  const open = (
    { auth = bearer, baseUrl = feed.baseUrl, userAgent = null as string | null } = {},
    parts: Parts = {},
  ) =>
    new FeedClient({
      outbound,
      clock: systemClock,
      budget: unlimited,
      signal: new AbortController().signal,
      connection: { baseUrl, auth, userAgent },
      ...parts,
      options: { pauseMs: 1, idleMs: 10_000, ...parts.options },
    });
  const page = (client: FeedClient, path = "Property?$top=2") => client.page(client.address(path));
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "no failure",
      (error: FeedError) => error.code,
    );
  const requests = () => feed.log.since(0).length;

  it("reads pages, records and metadata, compressed", async () => {
    feed.behaviours.gzip_required = true;
    const client = open();
    const { records, count } = await page(client, "Property?$top=2&$count=true");
    expect([records.length, count]).toEqual([2, 5]);
    const key = String(records[0]?.ListingKey);
    expect(await client.record(client.address(`Property('${key}')`))).toMatchObject({ ListingKey: key });
    expect(await client.record(client.address("Property('none')"))).toBeNull();
    const { Property, EntityEvent } = readMetadata(await client.metadata());
    expect(Property?.fields).toMatchObject({
      ModificationTimestamp: "Edm.DateTimeOffset",
      ListPrice: "Edm.Decimal",
    });
    expect(Property?.expands).toEqual(["Media"]);
    expect(EntityEvent?.fields.EntityEventSequence).toBe("Edm.Int64");
  });

  it("gets tokens by client credentials, and a new one when the server ends them", async () => {
    const client = open({ auth: credentials() });
    expect((await page(client)).records).toHaveLength(2);
    feed.access.expireAll();
    expect((await page(client)).records).toHaveLength(2);
    expect(await codeOf(page(open({ auth: credentials("wrong") })))).toBe("token_refused");
    const issued = { value: null, renewAt: Infinity };
    await page(open({ auth: credentials() }, { issued }));
    const token = issued.value;
    expect(token).not.toBeNull();
    await page(open({ auth: credentials() }, { issued }));
    expect(issued.value).toBe(token);
    expect(await codeOf(page(open({ auth: { type: "bearer", token: "wrong" } })))).toBe("unauthorized");
  });

  it("gets a new token before it sends a request that has waited for longer than the token lives", async () => {
    feed.behaviours.token_seconds = 1;
    let waits = 2;
    const budget = {
      ...unlimited,
      async take(reply: ReplySize, signal: AbortSignal) {
        if (reply.kind === "page" && waits-- > 0) await delay(1100, null, { signal });
        return unlimited.take(reply, signal);
      },
    };
    const before = requests();
    expect(
      (await page(open({ auth: credentials(), userAgent: "MLS {token}" }, { budget }))).records,
    ).toHaveLength(2);
    expect(
      feed.log
        .since(0)
        .slice(before)
        .every(({ status }) => status === 200),
    ).toBe(true);
  });

  it("loads what it sends requests with before a request has its turn", async () => {
    const steps: string[] = [];
    class Loaded extends Outbound {
      override async prepare(): Promise<void> {
        await super.prepare();
        steps.push("loaded");
      }
    }
    const loaded = new Loaded({ allow: ["127.0.0.1"] });
    const budget = {
      ...unlimited,
      take(reply: ReplySize, signal: AbortSignal) {
        steps.push("turn");
        return unlimited.take(reply, signal);
      },
    };
    await page(open({}, { budget, outbound: loaded }));
    expect(steps).toEqual(["loaded", "turn"]);
    await loaded.close();
  });

  it("waits for more bytes when the budget had too few left for a reply", async () => {
    const expected: number[] = [];
    const left = [10, 15, 1_000_000];
    const budget = {
      ...unlimited,
      async take(reply: ReplySize, signal: AbortSignal) {
        expected.push(reply.expected);
        return { ...(await unlimited.take(reply, signal)), maxBytes: left.shift() as number };
      },
    };
    expect(await codeOf(page(open({}, { budget })))).toBe("too_large");
    expect(expected).toEqual([0, 20]);
    left.unshift(20);
    expect((await page(open({}, { budget }))).records).toHaveLength(2);
    expect(expected.slice(2)).toEqual([0, 40]);
  });

  it("sends the token in the User-Agent where the configuration has {token}, of API and media requests", async () => {
    const client = open({ userAgent: "Lintel {token}" });
    await page(client);
    expect(feed.log.since(0).at(-1)?.userAgent).toBe(`Lintel ${STATIC_TOKEN}`);
    const { headers } = await client.mediaTurn({ expected: 0, most: 1 });
    expect(headers).toEqual({ "user-agent": `Lintel ${STATIC_TOKEN}` });
  });

  it("tries server errors, broken connections and bad replies three times", async () => {
    feed.behaviours.fail_next = ["500", "truncated"];
    expect((await page(open())).records).toHaveLength(2);
    feed.behaviours.fail_next = ["html", "reset"];
    expect((await page(open())).records).toHaveLength(2);
    for (const [failure, code] of [
      ["500", "server_error"],
      ["html", "bad_reply"],
      ["no value", "bad_reply"],
      ["truncated", "bad_reply"],
      ["reset", "unreachable"],
    ] as const) {
      feed.behaviours.fail_next = [failure, failure, failure];
      expect([failure, await codeOf(page(open()))]).toEqual([failure, code]);
      expect(feed.behaviours.fail_next).toEqual([]);
    }
  });

  it("pauses before the second try, and four times as long before the third, up to a quarter less or more", async () => {
    for (let run = 0; run < 5; run++) {
      feed.behaviours.fail_next = ["500", "500"];
      const before = requests();
      await page(open({}, { options: { pauseMs: 40 } }));
      const [first = 0, second = 0, third = 0] = feed.log
        .since(0)
        .slice(before)
        .map(({ at }) => at);
      expect(second - first).toBeGreaterThanOrEqual(29);
      expect(third - second).toBeGreaterThanOrEqual(119);
    }
  });

  it("does not try again what will not change", async () => {
    feed.behaviours.fail_next = ["redirect"];
    expect(await codeOf(page(open()))).toBe("redirected");
    const before = requests();
    expect(await codeOf(page(open(), "Nothing"))).toBe("not_found");
    expect(await codeOf(page(open(), "Property?$filter=Nonsense%20eq%201"))).toBe("strategy_unsupported");
    expect(requests()).toBe(before + 2);
    expect(await codeOf(open().page("http://127.0.0.2:1/odata/Property"))).toBe("bad_next_link");
    expect(await codeOf(page(open({ baseUrl: "http://127.0.0.2:9999/odata" })))).toBe("bad_address");
    expect(await codeOf(page(open({ baseUrl: "http://127.0.0.1:1024/odata" })))).toBe("unreachable");
  });

  it("gives up on a server that does not answer, and on an endless reply", async () => {
    feed.behaviours.fail_next = ["hang", "hang", "hang"];
    expect(await codeOf(page(open({}, { options: { idleMs: 100 } })))).toBe("timeout");
    feed.behaviours.fail_next = ["endless"];
    expect(await codeOf(page(open()))).toBe("too_large");
  });

  it("waits as long as Retry-After asks, in seconds or until a date, by pausing the budget", async () => {
    const pauses: number[] = [];
    const budget = { ...unlimited, pause: async (ms: number) => void pauses.push(ms) };
    feed.behaviours.retry_after = { seconds: 7 };
    feed.behaviours.fail_next = ["429", "503"];
    expect((await page(open({}, { budget }))).records).toHaveLength(2);
    expect(pauses).toEqual([7000, 7000]);
    feed.behaviours.retry_after = { date: 60 };
    feed.behaviours.fail_next = ["503"];
    await page(open({}, { budget }));
    expect(pauses[2]).toBeGreaterThan(55_000);
    expect(pauses[2]).toBeLessThanOrEqual(61_000);
    feed.behaviours.retry_after = null;
    feed.behaviours.fail_next = ["429", "429", "429"];
    expect(await codeOf(page(open()))).toBe("rate_limited");
  });

  it("shows no secret that a server repeats", async () => {
    const odd = await startWebServer((request, response) => {
      const message = `Invalid token ${request.headers.authorization} of ${request.headers["user-agent"]}`;
      response.statusCode = 401;
      response.end(JSON.stringify({ error: { message } }));
    });
    const auth = { type: "bearer", token: "a$&secret" } as FeedAuth;
    const refused = page(open({ auth, baseUrl: odd.url, userAgent: "MLS {token}" }));
    await expect(refused).rejects.toThrow("(Invalid token Bearer … of MLS …)");
    await odd.close();
  });

  it("shows no secret that a server repeats escaped, or on the cut of a long message", async () => {
    const token = "s/e+c=r&e<t";
    const escaped = [...token]
      .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
    const spelled = [escaped, token.replaceAll("/", "\\/"), encodeURIComponent(token), token];
    const message = `${spelled.join(" ")} ${"x".repeat(185)}${escaped}`;
    const odd = await startWebServer((_request, response) => {
      response.statusCode = 400;
      response.end(`{"error": {"message": "${message}"}}`);
    });
    const requested = page(open({ auth: { type: "bearer", token }, baseUrl: odd.url }));
    await expect(requested).rejects.toThrow(`(… … … … ${"x".repeat(185)}…). `);
    const auth = { ...credentials(token), tokenUrl: odd.url } as FeedAuth;
    await expect(page(open({ auth }))).rejects.toThrow(`(… … … … ${"x".repeat(185)}…). `);
    await odd.close();
  });

  it("takes what is no record in a list for a record without fields", async () => {
    const odd = await startWebServer((_request, response) => {
      response.end(JSON.stringify({ value: [null, 7, [], { ListingKey: "1" }] }));
    });
    const { records } = await page(open({ baseUrl: odd.url }));
    expect(records).toEqual([{}, {}, {}, { ListingKey: "1" }]);
    await odd.close();
  });

  it("ends at once when it is stopped, and sends nothing to a feed that was disabled", async () => {
    const stopped = new AbortController();
    feed.behaviours.fail_next = ["hang"];
    const requested = page(open({}, { signal: stopped.signal }));
    await expect.poll(() => feed.behaviours.fail_next).toEqual([]);
    stopped.abort(new Error("stopped"));
    await expect(requested).rejects.toThrow("stopped");
    const before = requests();
    const disabled = { ...unlimited, take: () => Promise.reject(new FeedStopped()) };
    await expect(page(open({}, { budget: disabled }))).rejects.toThrow(FeedStopped);
    expect(requests()).toBe(before);
  });
});
