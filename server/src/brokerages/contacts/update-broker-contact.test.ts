import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/admin/broker-contacts";
const NOT_FOUND = [404, { detail: "Broker contact not found" }];

describe("updateBrokerContact", () => {
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
  });
  beforeEach(async () => {
    contact = await create("Ann", { phone: "+12085550100", license_type: "Broker" });
  });
  afterAll(() => lintel.close());

  const create = async (name: string, fields: object = {}, brokerage_id = north.id) =>
    (
      await lintel.call(PATH, {
        method: "POST",
        key: admin,
        body: { brokerage_id, name, email: "ann@oak.test", ...fields },
      })
    ).body;
  const update = (body: unknown, { key = north.broker, id = contact.id as number | string } = {}) =>
    lintel.call(`${PATH}/${id}`, { method: "PUT", key, body });
  const read = async (id: number) => (await lintel.call(`${PATH}/${id}`, { key: admin })).body;

  it("writes no audit row for values that are there already", async () => {
    await update({ is_primary: true });
    const audited = await auditOf(lintel, "broker_contact", contact.id);
    const same = { name: "Ann", phone: "(208) 555-0100", license_type: "Broker", is_primary: true };
    expect(outcome(await update(same))).toEqual([200, { ...contact, is_primary: true }]);
    expect(await auditOf(lintel, "broker_contact", contact.id)).toEqual(audited);
  });

  it("changes only what is sent", async () => {
    expect(outcome(await update({ name: " Anna ", phone: "208.555.0199" }))).toEqual([
      200,
      { ...contact, name: "Anna", phone: "+12085550199", phone_display: "(208) 555-0199" },
    ]);
    expect((await update({ phone: null, license_type: null })).body).toEqual({
      ...contact,
      name: "Anna",
      phone: null,
      phone_display: null,
      license_type: null,
    });
  });

  it("changes nothing for an empty body, nor for what is not the caller's to set", async () => {
    const body = { id: 1, brokerage_id: south.id, phone_display: "x", created_at: "x" };
    for (const each of [{}, body]) expect(outcome(await update(each))).toEqual([200, contact]);
    expect(await auditOf(lintel, "broker_contact", contact.id)).toHaveLength(1);
  });

  it("refuses null for what must be there, and bad values", async () => {
    expect(validationErrors(await update({ name: null, email: "x", is_primary: null, phone: "1" }))).toEqual([
      422,
      [
        ["body.name", "name must be text"],
        ["body.email", "email must be a valid email address"],
        ["body.phone", "phone must be a valid phone number, such as +12085550100"],
        ["body.is_primary", "is_primary must be true or false"],
      ],
    ]);
    expect(await read(contact.id)).toEqual(contact);
  });

  it("has one primary at most, also when several become it at the same time", async () => {
    const others = [await create("Bob", { is_primary: true }), await create("Cid")];
    const ids = [contact, ...others].map(({ id }) => id);
    expect((await update({ is_primary: true })).body.is_primary).toBe(true);
    expect((await read(others[0].id)).is_primary).toBe(false);
    await Promise.all(ids.map((id) => update({ is_primary: true }, { id })));
    const primary = (await Promise.all(ids.map(read))).filter(({ is_primary }) => is_primary);
    expect(primary).toHaveLength(1);
    expect((await update({ is_primary: false }, { id: primary[0].id })).body.is_primary).toBe(false);
    const none = (await Promise.all(ids.map(read))).filter(({ is_primary }) => is_primary);
    expect(none).toEqual([]);
  });

  it("keeps a primary one primary when it is said again", async () => {
    await update({ is_primary: true });
    expect((await update({ is_primary: true, name: "Still" })).body).toMatchObject({
      is_primary: true,
      name: "Still",
    });
  });

  it("answers 404 for a missing contact, another brokerage's and a disabled one's", async () => {
    expect(outcome(await update({ name: "x" }, { key: south.broker }))).toEqual(NOT_FOUND);
    expect(outcome(await update({ name: "x" }, { id: 2_147_483_647 }))).toEqual(NOT_FOUND);
    const gone = await openBrokerage(lintel, "gone");
    const goneContact = await create("Gone", {}, gone.id);
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
    for (const key of [admin, gone.broker])
      expect(outcome(await update({ name: "x" }, { key, id: goneContact.id }))).toEqual(NOT_FOUND);
    expect((await update({}, { id: "x" })).status).toBe(422);
  });

  it("is for brokers, and for admins everywhere", async () => {
    expect(outcome(await update({ name: "x" }, { key: north.agent }))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await update({ name: "By admin" }, { key: admin })).body.name).toBe("By admin");
  });

  it("never answers with a server error while the contact is being deleted", async () => {
    const replies = await Promise.all([
      update({ name: "1" }),
      lintel.call(`${PATH}/${contact.id}`, { method: "DELETE", key: admin }),
      update({ name: "2" }),
    ]);
    for (const { status } of replies) expect([200, 404]).toContain(status);
    expect(replies[1]?.status).toBe(200);
    expect(outcome(await update({ name: "3" }))).toEqual(NOT_FOUND);
  });

  it("leaves an audit row of what differs", async () => {
    await update({ name: "Bea", email: "ann@oak.test" });
    expect((await auditOf(lintel, "broker_contact", contact.id)).at(-1)).toEqual({
      action: "update",
      actor_name: "broker key",
      brokerage_id: north.id,
      before: { name: "Ann" },
      after: { name: "Bea" },
    });
  });
});
