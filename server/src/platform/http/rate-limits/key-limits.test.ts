import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Reply, startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const OF_ADDRESS = 90;
const KEYS = "/api/admin/api-keys";

let lintel: TestApp;
let admin: string;
let northId: number;
beforeAll(async () => {
  lintel = await startTestApp({
    RATE_LIMITS: "on",
    KEY_REQUESTS_PER_MINUTE: "20",
    ADDRESS_REQUESTS_PER_MINUTE: String(OF_ADDRESS),
  });
  northId = (await lintel.createTenant("north")).id;
  admin = await lintel.createKey("admin");
});
afterAll(() => lintel.close());

const create = (body: object, key = admin) => lintel.call(KEYS, { method: "POST", key, body });
const keyWith = async (limits: object): Promise<string> =>
  (await create({ name: "website", role: "agent", brokerage_id: northId, ...limits })).body.key;
const search = (key: string | undefined, headers: Record<string, string> = {}) =>
  lintel.call("/api/properties", { host: "north.test", ...(key && { key }), headers });
const shown = ({ headers }: Reply) => [
  Number(headers["x-ratelimit-limit"]),
  Number(headers["x-ratelimit-remaining"]),
];
const countOf = async (times: number, call: () => Promise<Reply>) => {
  const replies = await Promise.all(Array.from({ length: times }, call));
  return replies.filter(({ status }) => status === 200).length;
};

describe("the general limits of the settings for keys", () => {
  it("apply without limits of their own", async () => {
    const key = await keyWith({});
    expect(shown(await search(key))).toEqual([20, 19]);
    expect(await countOf(30, () => search(key))).toBe(19);
  });
});

describe("a key with limits of its own", () => {
  it("may send more than others, or fewer", async () => {
    const [quick, slow] = [
      await keyWith({ requests_per_minute: 50 }),
      await keyWith({ requests_per_minute: 3 }),
    ];
    expect(await countOf(60, () => search(quick))).toBe(50);
    expect(await countOf(60, () => search(slow))).toBe(3);
    const refused = await search(slow);
    expect([refused.status, ...shown(refused)]).toEqual([429, 3, 0]);
  });

  it("is limited by the hour where that is nearer", async () => {
    const key = await keyWith({ requests_per_minute: 1000, requests_per_hour: 30 });
    expect(await countOf(40, () => search(key))).toBe(30);
  });

  it("is shown in the list and in the audit log", async () => {
    const limits = { requests_per_minute: 600, requests_per_hour: null, forwards_visitors: true };
    const { body } = await create({ name: "shown", role: "admin", ...limits });
    expect(body).toMatchObject(limits);
    const { body: list } = await lintel.call(KEYS, { key: admin });
    expect(list.items.find(({ id }: { id: number }) => id === body.id)).toMatchObject(limits);
  });

  it("is made by admins only", async () => {
    const broker = await lintel.createKey("broker", { brokerageId: northId });
    const wanted = { name: "website", role: "broker" };
    for (const limits of [
      { requests_per_minute: 500 },
      { requests_per_hour: 1 },
      { forwards_visitors: true },
    ]) {
      const { status, body } = await create({ ...wanted, ...limits }, broker);
      expect([status, body]).toEqual([403, { detail: "Admin role required" }]);
    }
    const none = { requests_per_minute: null, requests_per_hour: null, forwards_visitors: false };
    expect((await create({ ...wanted, ...none }, broker)).status).toBe(201);
  });

  it("refuses limits that are not whole numbers from 1", async () => {
    for (const limits of [{ requests_per_minute: 0 }, { requests_per_hour: 1.5 }, { forwards_visitors: 1 }]) {
      expect((await create({ name: "website", role: "admin", ...limits })).status).toBe(422);
    }
  });
});

describe("a key that forwards visitors", () => {
  const visitor = (address: string) => ({ "x-forwarded-for": address });
  let website: string;
  beforeAll(async () => {
    website = await keyWith({ forwards_visitors: true });
  });

  it("counts each visitor's public requests for the visitor's address", async () => {
    expect(await countOf(OF_ADDRESS + 5, () => search(website, visitor("203.0.113.1")))).toBe(OF_ADDRESS);
    expect(await countOf(OF_ADDRESS + 5, () => search(website, visitor("203.0.113.2")))).toBe(OF_ADDRESS);
    expect(shown(await search(website))).toEqual([20, 19]);
  });

  it("counts for the last address of the header, which visitors cannot forge", async () => {
    const forged = (nth: number) => visitor(`198.51.100.${nth}, 203.0.113.3`);
    const replies = await Promise.all(
      Array.from({ length: OF_ADDRESS + 5 }, (_, nth) => search(website, forged(nth))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(OF_ADDRESS);
  });

  it("counts for the key what names no address, and what is not public", async () => {
    const key = await keyWith({ forwards_visitors: true });
    await search(key, visitor("no address"));
    await lintel.call("/api/auth/verify", { key, headers: visitor("203.0.113.4") });
    expect(shown(await search(key))).toEqual([20, 17]);
  });

  it("gives the visitor's address to forms", async () => {
    const address = "203.0.113.77";
    const form = {
      firstName: "Ada",
      lastName: "Visitor",
      subject: "A house",
      email: "ada@visitors.test",
      message: "Is it still for sale?",
    };
    const { status } = await lintel.call("/api/contact", {
      method: "POST",
      host: "north.test",
      key: website,
      headers: visitor(address),
      body: form,
    });
    expect(status).toBeLessThan(300);
    expect(lintel.ctx.limits.remaining("forms_address", address)).toBe(199);
  });

  it("is not granted to keys without forwards_visitors", async () => {
    const plain = await keyWith({});
    await search(plain, visitor("203.0.113.5"));
    expect(shown(await search(plain, visitor("203.0.113.6")))).toEqual([20, 18]);
  });
});

// The last, because an address over its limit is refused further lookups of keys.
describe("the general limit of the settings for addresses", () => {
  it("applies without credentials", async () => {
    expect(await countOf(OF_ADDRESS + 5, () => search(undefined))).toBe(OF_ADDRESS);
  });
});
