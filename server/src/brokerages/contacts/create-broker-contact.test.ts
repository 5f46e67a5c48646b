import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/admin/broker-contacts";

describe("createBrokerContact", () => {
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

  const create = (fields: object, key = north.broker) =>
    lintel.call(PATH, {
      method: "POST",
      key,
      body: { brokerage_id: north.id, name: "Ann Owner", email: "ann@oak.test", ...fields },
    });
  const primaries = async (brokerageId = north.id) => {
    const { body } = await lintel.call(`${PATH}?brokerage_id=${brokerageId}&page_size=100`, { key: admin });
    return body.items
      .filter((contact: { is_primary: boolean }) => contact.is_primary)
      .map(({ name }: { name: string }) => name);
  };

  it("needs a brokerage, a name and an email; the rest is absent", async () => {
    expect(outcome(await create({}))).toEqual([
      200,
      {
        id: expect.any(Number),
        brokerage_id: north.id,
        name: "Ann Owner",
        email: "ann@oak.test",
        phone: null,
        phone_display: null,
        license_type: null,
        license_number: null,
        is_primary: false,
        created_at: "2026-06-15T12:00:00.000Z",
      },
    ]);
    const empty = await lintel.call(PATH, { method: "POST", key: north.broker, body: {} });
    expect(validationErrors(empty)).toEqual([
      422,
      [
        ["body.brokerage_id", "brokerage_id is required"],
        ["body.name", "name is required"],
        ["body.email", "email is required"],
      ],
    ]);
  });

  it("keeps phones in E.164 and shows them as people write them", async () => {
    for (const phone of ["(208) 555-0100", "+1 208-555-0100", "2085550100"])
      expect((await create({ phone })).body).toMatchObject({
        phone: "+12085550100",
        phone_display: "(208) 555-0100",
      });
    expect((await create({ phone: "+44 20 7946 0958" })).body).toMatchObject({
      phone: "+442079460958",
      phone_display: "+44 20 7946 0958",
    });
    expect((await create({ phone_display: "mine", license_type: "Broker" })).body).toMatchObject({
      phone_display: null,
      license_type: "Broker",
    });
  });

  it.each([
    ["phone", "555-0100", "phone must be a valid phone number, such as +12085550100"],
    ["phone", "call me", "phone must be a valid phone number, such as +12085550100"],
    ["phone", 2_085_550_100, "phone must be text or null"],
    ["email", "ann", "email must be a valid email address"],
    ["email", null, "email must be text"],
    ["email", `${"a".repeat(250)}@b.test`, "email must be at most 255 characters"],
    ["name", "  ", "name must not be empty"],
    ["name", "n".repeat(201), "name must be at most 200 characters"],
    ["is_primary", null, "is_primary must be true or false"],
    ["is_primary", "true", "is_primary must be true or false"],
    ["license_number", "1".repeat(101), "license_number must be at most 100 characters"],
    ["brokerage_id", "1", "brokerage_id must be an integer"],
    ["brokerage_id", 0, "brokerage_id must be between 1 and 2147483647"],
    ["brokerage_id", 2_147_483_648, "brokerage_id must be between 1 and 2147483647"],
  ])("refuses %s %j", async (field, value, message) => {
    expect(validationErrors(await create({ [field]: value }))).toContainEqual([[`body.${field}`, message]]);
  });

  it("lets a second primary take the place of the first, and leaves an audit row of both", async () => {
    const first = await create({ name: "First", is_primary: true });
    const second = await create({ name: "Second", is_primary: true });
    expect(await primaries()).toEqual(["Second"]);
    expect((await auditOf(lintel, "broker_contact", first.body.id)).at(-1)).toMatchObject({
      action: "update",
      actor_name: "broker key",
      brokerage_id: north.id,
      before: { is_primary: true },
      after: { is_primary: false },
    });
    expect(await auditOf(lintel, "broker_contact", second.body.id)).toMatchObject([
      { action: "create", before: null, after: second.body },
    ]);
  });

  it("ends with one primary when several are made at the same time, and leaves other brokerages' alone", async () => {
    await create({ brokerage_id: south.id, name: "South", is_primary: true }, south.broker);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => create({ name: `Rival ${at}`, is_primary: true })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await primaries()).toEqual([expect.stringMatching(/^Rival \d$/)]);
    expect(await primaries(south.id)).toEqual(["South"]);
  });

  it("answers 404 for another's, a missing or a disabled brokerage", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    expect(outcome(await create({ brokerage_id: south.id }))).toEqual(missing);
    expect(outcome(await create({ brokerage_id: 2_147_483_647 }, admin))).toEqual(missing);
    expect(outcome(await create({}, await lintel.createKey("broker")))).toEqual(missing);
    const gone = await openBrokerage(lintel, "gone");
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
    for (const key of [admin, gone.broker])
      expect(outcome(await create({ brokerage_id: gone.id }, key))).toEqual(missing);
  });

  it("is for brokers, and for admins everywhere", async () => {
    expect(outcome(await create({}, north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await create({ brokerage_id: south.id }, admin)).status).toBe(200);
  });
});
