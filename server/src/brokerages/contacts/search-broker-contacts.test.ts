import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BrokerageFixture,
  openBrokerage,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { rebuildRecordVectors } from "../../record-search/index.ts";
import { brokerContactSource } from "../index.ts";

const PATH = "/api/admin/broker-contacts";

describe("searchBrokerContacts", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  let rosa: { id: number };
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    rosa = await create(north.id, "Rosalind Quill", { phone: "+12085550100", is_primary: true });
    await create(south.id, "Rosalind Quill");
    await create(north.id, "Theodore Marsh");
  });
  afterAll(() => lintel.close());

  const create = async (brokerage_id: number, name: string, fields: object = {}) => {
    const email = `${name.toLowerCase().replace(" ", ".")}@people.test`;
    const body = { brokerage_id, name, email, ...fields };
    return (await lintel.call(PATH, { method: "POST", key: admin, body })).body;
  };
  const search = (query: string, key = admin) =>
    lintel.call(`/api/admin/search/broker-contacts?${query}`, { key });
  const found = async (query: string, key = admin): Promise<{ id: number; brokerage_id: number }[]> =>
    (await search(query, key)).body.results;

  it("finds by name, with exactly these fields", async () => {
    const { status, body } = await search(`q=Rosalind Quill&brokerage_id=${north.id}`);
    expect([status, body.query, body.total]).toEqual([200, "Rosalind Quill", body.results.length]);
    expect(body.results[0]).toEqual({
      id: rosa.id,
      brokerage_id: north.id,
      name: "Rosalind Quill",
      email: "rosalind.quill@people.test",
      phone: "+12085550100",
      is_primary: true,
      similarity: expect.any(Number),
    });
  });

  it("searches all for admins, or the brokerage they name; for others their own alone", async () => {
    const brokeragesOf = async (query: string, key = admin) => [
      ...new Set((await found(`q=Rosalind Quill${query}`, key)).map(({ brokerage_id }) => brokerage_id)),
    ];
    expect((await brokeragesOf("")).toSorted()).toEqual([north.id, south.id].toSorted());
    expect(await brokeragesOf(`&brokerage_id=${south.id}`)).toEqual([south.id]);
    expect(await brokeragesOf("&brokerage_id=999999")).toEqual([]);
    for (const key of [south.broker, south.agent]) {
      for (const named of ["", `&brokerage_id=${south.id}`])
        expect(await brokeragesOf(named, key)).toEqual([south.id]);
      const { body } = await search(`q=Rosalind Quill&brokerage_id=${north.id}`, key);
      expect([body.results, body.total]).toEqual([[], 0]);
    }
    expect(await brokeragesOf("", await lintel.createKey("broker"))).toEqual([]);
  });

  it("answers no more than the limit, and how many there are in all", async () => {
    const many = await openBrokerage(lintel, "many");
    for (let nth = 0; nth < 6; nth++) await create(many.id, `Philippa ${nth}`);
    const { body } = await search("q=Philippa&limit=2", many.agent);
    expect([body.results.length, body.total]).toEqual([2, 6]);
  });

  it("follows changes and deletions", async () => {
    const { id } = await create(north.id, "Zebulon Krantz");
    const ids = async (query: string) => (await found(query)).map((each) => each.id);
    expect(await ids("q=Zebulon Krantz")).toContain(id);
    const body = { name: "Ophelia Vance", email: "o@people.test" };
    await lintel.call(`${PATH}/${id}`, { method: "PUT", key: admin, body });
    expect((await ids("q=Ophelia Vance"))[0]).toBe(id);
    expect(await ids("q=Zebulon Krantz")).not.toContain(id);
    await lintel.call(`${PATH}/${id}`, { method: "DELETE", key: admin });
    expect(await ids("q=Ophelia Vance")).not.toContain(id);
  });

  it("finds no contact of a disabled brokerage, also after the search was rebuilt", async () => {
    const gone = await openBrokerage(lintel, "gone");
    const { id } = await create(gone.id, "Casimir Dole");
    expect((await found("q=Casimir Dole")).map((each) => each.id)).toContain(id);
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
    await rebuildRecordVectors(lintel.ctx, [brokerContactSource]);
    for (const key of [admin, gone.broker])
      expect((await found("q=Casimir Dole", key)).map((each) => each.id)).not.toContain(id);
    expect((await found("q=Theodore Marsh")).length).toBeGreaterThan(0);
  });

  it("finds contacts again whose place in the search was lost", async () => {
    await lintel.database.db.deleteFrom("record_vectors").execute();
    expect(await found("q=Theodore Marsh")).toEqual([]);
    await rebuildRecordVectors(lintel.ctx, [brokerContactSource]);
    expect(await found("q=Theodore Marsh&limit=1")).toMatchObject([{ name: "Theodore Marsh" }]);
  });

  it.each([
    ["", "q is required"],
    ["q=", "q must not be empty"],
    ["q=a&limit=51", "limit must be between 1 and 50"],
    ["q=a&brokerage_id=0", "brokerage_id must be between 1 and 2147483647"],
  ])("refuses %j", async (query, message) => {
    expect(validationErrors(await search(query))).toEqual([
      422,
      [[`query.${message.split(" ")[0]}`, message]],
    ]);
  });
});
