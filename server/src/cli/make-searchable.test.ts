import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { builtinTextModel } from "../platform/models/builtin/builtin-text-model.ts";
import { makeSearchable } from "./make-searchable.ts";

describe("makeSearchable", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
  });
  afterAll(() => lintel.close());

  it("makes every kind of record findable that an older version has left without vectors", async () => {
    const { id } = await lintel.createTenant("quokka-homes");
    await lintel.createAgent(id, { name: "Quokka Quill" });
    await lintel.database.db
      .insertInto("broker_contacts")
      .values({ brokerage_id: id, name: "Quokka Contact", email: "quokka@homes.test" })
      .execute();
    await lintel.database.db.deleteFrom("record_vectors").execute();
    const key = await lintel.createKey("admin");
    const found = async (kind: string) =>
      (await lintel.call(`/api/admin/search/${kind}?q=quokka`, { key })).body.results.map(
        ({ name }: { name: string }) => name,
      );
    expect(await found("agents")).toEqual([]);
    await makeSearchable(lintel.services);
    expect(await found("agents")).toEqual(["Quokka Quill"]);
    expect(await found("brokerages")).toEqual(["quokka-homes"]);
    expect(await found("broker-contacts")).toEqual(["Quokka Contact"]);
  });

  it("stops no start when the model fails", async () => {
    const embed = async () => {
      throw new Error("no model");
    };
    const textModel = { ...builtinTextModel, version: "failing", embed };
    await expect(makeSearchable({ ...lintel.services, textModel })).resolves.toBeUndefined();
  });
});
