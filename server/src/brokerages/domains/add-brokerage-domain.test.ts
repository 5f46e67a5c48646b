import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("addBrokerageDomain", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const add = (domain: unknown, { key = admin, id = north.id } = {}) =>
    lintel.call(`/api/admin/brokerages/${id}/domains`, { method: "POST", key, body: { domain } });
  const nameOn = async (host: string) => (await lintel.call("/api/public/brokerage", { host })).body.name;

  it("makes the brokerage answer on the domain at once, although it was unknown a moment before", async () => {
    const host = "homes.example.com";
    expect((await lintel.call("/api/public/brokerage", { host })).status).toBe(404);
    const reply = await add("WWW.Homes.Example.com:8443");
    expect(outcome(reply)).toEqual([
      201,
      {
        id: expect.any(Number),
        brokerage_id: north.id,
        domain: host,
        created_at: "2026-06-15T12:00:00.000Z",
      },
    ]);
    expect(await nameOn(host)).toBe("north");
    expect(await nameOn(`www.${host}:9000`)).toBe("north");
    expect(await auditOf(lintel, "brokerage_domain", reply.body.id)).toEqual([
      { action: "create", actor_name: "admin key", brokerage_id: north.id, before: null, after: reply.body },
    ]);
  });

  it("answers 409 to a domain that a brokerage has, whichever it is", async () => {
    expect((await add("taken.example.com")).status).toBe(201);
    const taken = [409, { detail: "Domain 'taken.example.com' is already taken" }];
    expect(outcome(await add("Taken.example.com", { id: south.id }))).toEqual(taken);
    expect(outcome(await add("www.taken.example.com"))).toEqual(taken);
    expect(await nameOn("taken.example.com")).toBe("north");
  });

  it("gives a domain that several want at the same time to one of them", async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => add("wanted.example.com", { id: at % 2 ? north.id : south.id })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
  });

  it("refuses what is no host name, and says so", async () => {
    const message = "domain must be a host name such as homes.example.com, without http:// and path";
    for (const domain of ["https://a.example.com", "a b", "oak", "www.www.example.com"])
      expect(validationErrors(await add(domain))).toEqual([422, [["body.domain", message]]]);
    for (const domain of [undefined, null, "", 5, "a".repeat(261), "a\u0000.example.com"])
      expect([domain, (await add(domain)).status]).toEqual([domain, 422]);
  });

  it("is for admins, and for brokerages that there are", async () => {
    for (const key of [north.broker, north.agent])
      expect(outcome(await add("mine.example.com", { key }))).toEqual([
        403,
        { detail: "Admin role required" },
      ]);
    expect(outcome(await add("none.example.com", { id: 999_999 }))).toEqual([
      404,
      { detail: "Brokerage not found" },
    ]);
  });
});
