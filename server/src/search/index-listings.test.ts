import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { builtinTextModel, ModelError, modelId, type TextModel } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import type { Services } from "../services.ts";
import { indexListings } from "./index.ts";

describe("indexListings", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "changing", [
      home({ ListingId: "C-1", PublicRemarks: "A barn for horses." }),
      home({ ListingId: "C-2", PublicRemarks: "Lakefront with a dock." }),
    ]);
    await indexListings(lintel.ctx);
  });
  afterEach(() => indexListings(lintel.ctx));
  afterAll(() => lintel.close());

  const find = async (query: string) => {
    const { status, body } = await lintel.call("/api/search/semantic", {
      method: "POST",
      host: market.host,
      body: { query },
    });
    expect(status).toBe(200);
    return body.results.map(({ listing_id }: { listing_id: string }) => listing_id) as string[];
  };
  const withText = (text: TextModel): Context<Services> => ({
    ...lintel.ctx,
    models: {
      ...lintel.ctx.models,
      text,
      textModelOf: (id) => [builtinTextModel, text].find((model) => modelId(model) === id) ?? null,
    },
  });
  /** Reads as the builtin model does, remembers what, and fails where it is told to. */
  const reader = (name: string, failAfter = Number.POSITIVE_INFINITY) => {
    const texts: string[] = [];
    const model: TextModel = {
      ...builtinTextModel,
      name,
      async embed(given) {
        if (texts.length + given.length > failAfter) throw new ModelError("unavailable", "The model is away");
        texts.push(...given);
        return builtinTextModel.embed(given);
      },
    };
    return { model, texts };
  };
  const vectors = () =>
    lintel.database.db
      .selectFrom("listing_vectors")
      .select((each) => ["model", each.fn.countAll<number>().as("count")])
      .groupBy("model")
      .orderBy("model")
      .execute();

  it("makes new listings, new words and new features findable", async () => {
    await market.import([
      home({ ListingId: "C-3", PublicRemarks: "Ski in, ski out." }),
      home({ ListingId: "C-1", PublicRemarks: "A vineyard on the hill.", ListPrice: 410_000 }),
    ]);
    await indexListings(lintel.ctx);
    expect((await find("skiing"))[0]).toBe("C-3");
    expect((await find("vineyard"))[0]).toBe("C-1");
  });

  it("reads again only what says something else", async () => {
    const { model, texts } = reader("counting");
    await indexListings(withText(model));
    const before = texts.length;
    await market.import([home({ ListingId: "C-2", PublicRemarks: "Lakefront with a dock.", ListPrice: 1 })]);
    await indexListings(withText(model));
    expect(texts).toHaveLength(before);
    await market.import([home({ ListingId: "C-2", PublicRemarks: "Riverfront with a dock.", ListPrice: 2 })]);
    await indexListings(withText(model));
    expect(texts.slice(before)).toEqual(expect.arrayContaining([expect.stringContaining("Riverfront")]));
  });

  it("lets go of listings that the public may not see any more, and takes them back", async () => {
    const withdrawn = home({ ListingId: "C-4", PublicRemarks: "A lighthouse.", StandardStatus: "Withdrawn" });
    await market.import([home({ ListingId: "C-4", PublicRemarks: "A lighthouse." })]);
    await indexListings(lintel.ctx);
    expect(await find("lighthouse")).toEqual(["C-4"]);
    await market.import([withdrawn]);
    await indexListings(lintel.ctx);
    expect(await find("lighthouse")).toEqual([]);
    await market.import([{ ...withdrawn, StandardStatus: "Active" }]);
    await indexListings(lintel.ctx);
    expect(await find("lighthouse")).toEqual(["C-4"]);
  });

  it("forgets a listing that is deleted, and delays no deletion", async () => {
    await market.import([home({ ListingId: "C-5", PublicRemarks: "A windmill." })]);
    await indexListings(lintel.ctx);
    const { db } = lintel.database;
    const { id } = await db
      .deleteFrom("listings")
      .where("listing_id", "=", "C-5")
      .returning("id")
      .executeTakeFirstOrThrow();
    await lintel.services.listings.index.catchUp();
    expect(await find("windmill")).toEqual([]);
    await indexListings(lintel.ctx);
    const documents = db.selectFrom("listing_documents").select("listing_id").where("listing_id", "=", id);
    expect(await documents.execute()).toEqual([]);
  });

  it("goes on where a model that went away had stopped, and finds by words meanwhile", async () => {
    const many = Array.from({ length: 250 }, (_, nth) =>
      home({ ListingId: `M-${nth}`, PublicRemarks: `Cottage number${nth} by the brook.` }),
    );
    await market.import(many);
    const failing = reader("slow", 250);
    await expect(indexListings(withText(failing.model))).rejects.toThrow("The model is away");
    expect(await find("number249")).toEqual(["M-249"]);
    const back = reader("slow");
    await indexListings(withText(back.model));
    const all = [...failing.texts, ...back.texts].filter((text) => text.includes("by the brook"));
    expect(all).toHaveLength(250);
    expect(new Set(all).size).toBe(250);
  });

  it("lets the old model's vectors answer until the new one has read everything, then drops them", async () => {
    const before = modelId(builtinTextModel);
    expect((await vectors()).map(({ model }) => model)).toEqual([before]);
    const failing = reader("new", 250);
    await expect(indexListings(withText(failing.model))).rejects.toThrow();
    expect((await vectors()).map(({ model }) => model)).toEqual([before, modelId(failing.model)]);
    expect(lintel.services.search.vectors.model).toBe(before);
    expect((await find("skiing"))[0]).toBe("C-3");

    const { model } = reader("new");
    await indexListings(withText(model));
    expect((await vectors()).map(({ model }) => model)).toEqual([modelId(model)]);
    expect(lintel.services.search.vectors.model).toBe(modelId(model));
  });
});
