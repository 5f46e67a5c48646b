import { setImmediate as turnOfLoop } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ordinary } from "../../test/harness/brochure-fixture.ts";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { BrochurePress, type Order } from "./brochure-press.ts";

const noPictures = { cover: null, grid: [], more: 0, logo: null, agent: null };
const staying = new AbortController().signal;

describe("brochures that many ask for at once", () => {
  let lintel: TestApp;
  let market: Market;
  const ids = Array.from({ length: 60 }, (_each, at) => `crowd-${at}`);
  beforeAll(async () => {
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
    market = await openMarket(
      lintel,
      "crowd",
      ids.map((ListingId) => home({ ListingId })),
    );
  });
  afterAll(() => lintel.close());

  const ask = (id: string, remoteAddress: string) =>
    lintel.app.inject({
      url: `/api/properties/${id}/pdf`,
      headers: { host: market.host },
      remoteAddress,
    });

  it("are 429 for an address that asks for 60, and 200 for another visitor meanwhile", async () => {
    let ended = 0;
    const crowd = ids.map((id) => ask(id, "203.0.113.1").finally(() => ended++));
    const others = ["203.0.113.2", "203.0.113.3"].map((address) => ask("crowd-59", address));
    for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(200);
    expect(ended).toBeLessThan(60);
    const replies = await Promise.all(crowd);
    const of = (status: number) => replies.filter(({ statusCode }) => statusCode === status);
    expect(of(200).length).toBeGreaterThanOrEqual(24);
    expect(of(200).length + of(429).length).toBe(60);
    expect(of(429).length).toBeGreaterThan(0);
    for (const reply of of(429)) {
      expect(reply.json().detail).toBe("Rate limit exceeded");
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await ask("crowd-1", "203.0.113.1")).statusCode).toBe(200);
  });

  describe("on the press", () => {
    const draft = (): Promise<never> => Promise.reject(new Error("It is not printed here"));
    /** Orders whose photos do not arrive. */
    const held = (key: string, begun: string[] = []): Order<null> => ({
      name: key,
      key,
      draft,
      prepare(signal) {
        begun.push(key);
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    });
    const fill = (press: BrochurePress, caller: string, count: number, begun?: string[]) => {
      const leaving = new AbortController();
      const orders = Array.from({ length: count }, (_each, at) =>
        press.print({ caller, signal: leaving.signal }, held(`${caller}-${at}`, begun)),
      );
      const results = Promise.allSettled(orders);
      return { leaving, results };
    };

    it("refuses a caller with 24 under way before anything is read", async () => {
      const press = new BrochurePress(lintel.clock);
      const { leaving, results } = fill(press, "one", 24);
      let read = 0;
      const reading = async () => ++read;
      await expect(press.read({ caller: "one", signal: staying }, "another", reading)).rejects.toMatchObject({
        code: "too_many_requests",
      });
      expect(read).toBe(0);
      expect(await press.read({ caller: "other", signal: staying }, "another", reading)).toBe(1);
      leaving.abort();
      await results;
      expect(await press.read({ caller: "one", signal: staying }, "another", reading)).toBe(2);
    });

    it("gives a caller with 24 under way a brochure that is printed already, while it is the same", async () => {
      const press = new BrochurePress(lintel.clock);
      const printed: Order<null> = {
        name: "printed",
        key: "as it is",
        prepare: async () => null,
        draft: async () => ({ brochure: ordinary, pictures: noPictures, staleAt: null }),
      };
      const pdf = await press.print({ caller: "other", signal: staying }, printed);
      const { leaving, results } = fill(press, "one", 24);
      const one = { caller: "one", signal: staying };
      expect(await press.read(one, "printed", async () => "read")).toBe("read");
      expect(await press.print(one, printed)).toBe(pdf);
      await expect(press.print(one, { ...printed, key: "changed" })).rejects.toMatchObject({
        code: "too_many_requests",
      });
      leaving.abort();
      await results;
      await press.close();
    });

    it("keeps places for others while one caller's wait for their photos", async () => {
      const press = new BrochurePress(lintel.clock);
      const begun: string[] = [];
      const { leaving, results } = fill(press, "one", 24, begun);
      const other = fill(press, "other", 1, begun);
      await turnOfLoop();
      expect(begun.filter((key) => key.startsWith("one"))).toHaveLength(8);
      expect(begun).toContain("other-0");
      leaving.abort();
      other.leaving.abort();
      await Promise.all([results, other.results]);
    });

    it("drops what a caller who has left had ordered, and goes on for another who wants the same", async () => {
      const press = new BrochurePress(lintel.clock);
      const [one, other] = [new AbortController(), new AbortController()];
      const begun: string[] = [];
      const ended: string[] = [];
      const order = (caller: string, signal: AbortSignal) =>
        press.print({ caller, signal }, held("same", begun)).catch(() => void ended.push(caller));
      const both = [order("one", one.signal), order("other", other.signal)];
      await turnOfLoop();
      one.abort();
      await both[0];
      expect([begun, ended]).toEqual([["same"], ["one"]]);
      other.abort();
      await both[1];
      expect(ended).toEqual(["one", "other"]);
    });
  });
});
