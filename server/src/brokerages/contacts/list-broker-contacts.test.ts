import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/admin/broker-contacts";

describe("listBrokerContacts", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  let gone: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    gone = await openBrokerage(lintel, "gone");
    for (const [brokerage_id, name] of [
      [north.id, "N1"],
      [south.id, "S1"],
      [gone.id, "G1"],
      [north.id, "N2"],
      [north.id, "N3"],
    ]) {
      const body = { brokerage_id, name, email: "a@b.test" };
      await lintel.call(PATH, { method: "POST", key: admin, body });
    }
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
  });
  afterAll(() => lintel.close());

  const list = async (key: string, query = "") => (await lintel.call(`${PATH}${query}`, { key })).body;
  const names = async (key: string, query = "") =>
    (await list(key, query)).items.map(({ name }: { name: string }) => name);

  it("shows all but admins their own brokerage's alone, and nothing of one that they name", async () => {
    for (const key of [north.broker, north.agent]) {
      expect(await names(key)).toEqual(["N1", "N2", "N3"]);
      expect(await names(key, `?brokerage_id=${north.id}`)).toEqual(["N1", "N2", "N3"]);
      expect(await list(key, `?brokerage_id=${south.id}`)).toMatchObject({ items: [], total: 0 });
    }
    expect(await names(await lintel.createKey("broker"))).toEqual([]);
    expect(await names(gone.broker)).toEqual([]);
    expect(await names(gone.broker, `?brokerage_id=${gone.id}`)).toEqual([]);
  });

  it("shows admins all, or those of the brokerage they name, a disabled one's only then", async () => {
    expect(await names(admin)).toEqual(["N1", "S1", "N2", "N3"]);
    expect(await names(admin, `?brokerage_id=${south.id}`)).toEqual(["S1"]);
    expect(await names(admin, `?brokerage_id=${gone.id}`)).toEqual(["G1"]);
    expect(await names(admin, "?brokerage_id=999999")).toEqual([]);
  });

  it("pages, past the end too, and holds whole contacts", async () => {
    const second = await list(north.broker, "?page=2&page_size=2");
    expect(second).toMatchObject({
      items: [{ name: "N3" }],
      total: 3,
      page: 2,
      page_size: 2,
      total_pages: 2,
    });
    expect(Object.keys(second.items[0])).toEqual([
      "id",
      "brokerage_id",
      "name",
      "email",
      "phone",
      "phone_display",
      "license_type",
      "license_number",
      "is_primary",
      "created_at",
    ]);
    expect(await list(north.broker, "?page=3&page_size=2")).toMatchObject({ items: [], total: 3 });
    expect(await list(north.broker)).toMatchObject({ page: 1, page_size: 20 });
  });

  it.each(["brokerage_id=0", "brokerage_id=x", "page_size=101", "page=0"])("refuses %s", async (query) => {
    const reply = await lintel.call(`${PATH}?${query}`, { key: admin });
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["query", query.split("=")[0]]]);
  });
});
