import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/brokerages";
const NOT_FOUND = [404, { detail: "Brokerage not found" }];

describe("getBrokerage", () => {
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

  const get = (key: string, id: number | string) => lintel.call(`${PATH}/${id}`, { key });

  it("answers the whole brokerage to admins and to its own people, on any Host", async () => {
    const reply = await get(admin, north.id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: north.id, slug: "north", disabled_at: null, nav_main: [] });
    expect(Object.keys(reply.body)).toHaveLength(44);
    for (const key of [north.broker, north.agent])
      expect(outcome(await get(key, north.id))).toEqual(outcome(reply));
    const elsewhere = await lintel.call(`${PATH}/${north.id}`, { key: admin, host: south.host });
    expect(outcome(elsewhere)).toEqual(outcome(reply));
  });

  it("answers another's brokerage as a missing one", async () => {
    for (const key of [south.broker, south.agent, await lintel.createKey("agent")])
      expect(outcome(await get(key, north.id))).toEqual(NOT_FOUND);
    expect(outcome(await get(north.broker, 2_147_483_647))).toEqual(NOT_FOUND);
    expect(outcome(await get(admin, 2_147_483_647))).toEqual(NOT_FOUND);
  });

  it("shows a disabled brokerage to admins alone, with when it was disabled", async () => {
    const gone = await openBrokerage(lintel, "gone");
    await lintel.call(`${PATH}/${gone.id}`, { method: "DELETE", key: admin });
    const reply = await get(admin, gone.id);
    expect([reply.status, reply.body.disabled_at]).toEqual([200, "2026-06-15T12:00:00.000Z"]);
    for (const key of [gone.broker, gone.agent]) expect(outcome(await get(key, gone.id))).toEqual(NOT_FOUND);
  });

  it.each(["0", "-1", "1.5", "x", "2147483648", "1e3x", "%20"])("refuses the id %s", async (id) => {
    const reply = await get(admin, id);
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["path", "brokerage_id"]]);
  });
});
