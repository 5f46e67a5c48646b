import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/admin/broker-contacts";
const NOT_FOUND = [404, { detail: "Broker contact not found" }];

describe("getBrokerContact", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  let contact: { id: number };
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    contact = await create(north.id);
  });
  afterAll(() => lintel.close());

  const create = async (brokerage_id: number) => {
    const body = { brokerage_id, name: "Ann", email: "ann@oak.test", phone: "+12085550100" };
    return (await lintel.call(PATH, { method: "POST", key: admin, body })).body;
  };
  const get = (key: string, id: number | string = contact.id) => lintel.call(`${PATH}/${id}`, { key });

  it("answers the contact to admins and to its brokerage's people", async () => {
    for (const key of [admin, north.broker, north.agent])
      expect(outcome(await get(key))).toEqual([200, contact]);
  });

  it("answers another's contact as a missing one", async () => {
    for (const key of [south.broker, south.agent, await lintel.createKey("broker")])
      expect(outcome(await get(key))).toEqual(NOT_FOUND);
    expect(outcome(await get(admin, 2_147_483_647))).toEqual(NOT_FOUND);
  });

  it("shows a disabled brokerage's contact to admins alone", async () => {
    const gone = await openBrokerage(lintel, "gone");
    const goneContact = await create(gone.id);
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
    expect(outcome(await get(admin, goneContact.id))).toEqual([200, goneContact]);
    for (const key of [gone.broker, gone.agent])
      expect(outcome(await get(key, goneContact.id))).toEqual(NOT_FOUND);
  });

  it.each(["0", "x", "2147483648"])("refuses the id %s", async (id) => {
    const reply = await get(admin, id);
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["path", "contact_id"]]);
  });
});
