import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/admin/broker-contacts";
const NOT_FOUND = [404, { detail: "Broker contact not found" }];

describe("deleteBrokerContact", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let contact: { id: number };
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
  });
  beforeEach(async () => {
    contact = await create(north.id);
  });
  afterAll(() => lintel.close());

  const create = async (brokerage_id: number) =>
    (
      await lintel.call(PATH, {
        method: "POST",
        key: admin,
        body: { brokerage_id, name: "Ann", email: "ann@oak.test", is_primary: true },
      })
    ).body;
  const remove = (key = admin, id = contact.id) => lintel.call(`${PATH}/${id}`, { method: "DELETE", key });

  it("removes the contact, and leaves an audit row of what it was", async () => {
    expect(outcome(await remove())).toEqual([200, { message: "Broker contact deleted" }]);
    expect(outcome(await lintel.call(`${PATH}/${contact.id}`, { key: admin }))).toEqual(NOT_FOUND);
    expect((await auditOf(lintel, "broker_contact", contact.id)).at(-1)).toEqual({
      action: "delete",
      actor_name: "admin key",
      brokerage_id: north.id,
      before: contact,
      after: null,
    });
  });

  it("happens once when asked for several times at once", async () => {
    const replies = await Promise.all([remove(), remove(), remove()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(outcome(await remove())).toEqual(NOT_FOUND);
    const rows = await auditOf(lintel, "broker_contact", contact.id);
    expect(rows.filter(({ action }) => action === "delete")).toHaveLength(1);
  });

  it("also removes a disabled brokerage's", async () => {
    const gone = await openBrokerage(lintel, "gone");
    const goneContact = await create(gone.id);
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
    expect((await remove(admin, goneContact.id)).status).toBe(200);
  });

  it("is for admins", async () => {
    for (const key of [north.broker, north.agent])
      expect(outcome(await remove(key))).toEqual([403, { detail: "Admin role required" }]);
  });
});
