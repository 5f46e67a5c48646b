import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../test/harness/test-app.ts";
import { embedRecords } from "./embed-records.ts";
import { builtinTextModel, ModelError, type TextModel, type UsesModels } from "./models/index.ts";
import type { Context } from "./platform/context.ts";
import { searchRecords } from "./record-search/index.ts";

describe("readRecords", () => {
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
    await embedRecords(lintel.ctx);
    expect(await found("agents")).toEqual(["Quokka Quill"]);
    expect(await found("brokerages")).toEqual(["quokka-homes"]);
    expect(await found("broker-contacts")).toEqual(["Quokka Contact"]);
  });

  it("has the configured model read them too, which answers from then on; while it is away the builtin one does", async () => {
    const { id } = await lintel.createTenant("ibis-homes");
    const key = await lintel.createKey("admin");
    let away = false;
    const text: TextModel = {
      ...builtinTextModel,
      name: "far",
      async embed(texts) {
        if (away) throw new ModelError("unavailable", "The model is away");
        // To this model every text that is about birds is the same.
        return builtinTextModel.embed(texts.map((text) => (/ibis|heron/i.test(text) ? "bird" : text)));
      },
    };
    const far = { ...lintel.ctx, models: { ...lintel.ctx.models, text } };
    await lintel.createAgent(id, { name: "Ina Ibis" });
    const names = async (ctx: Context<UsesModels>) =>
      (await searchRecords(ctx, { kind: "agent", query: "heron", brokerageId: id, limit: 5 })).found.length;
    expect(await names(far)).toBe(0);
    await embedRecords(far);
    expect(await names(far)).toBe(1);
    away = true;
    expect(await names(far)).toBe(0);
    expect((await lintel.call("/api/admin/search/agents?q=Ibis", { key })).body.results).toHaveLength(1);
    await expect(embedRecords(far)).resolves.toBe(0);
  });
});
