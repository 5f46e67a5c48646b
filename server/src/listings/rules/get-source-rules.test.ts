import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { hideableFields } from "./hideable-fields.ts";

describe("getSourceRules", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    await openMarket(lintel, "ruled", []);
  });
  afterAll(() => lintel.close());

  const get = (source: string) => lintel.call(`/api/admin/sources/${source}/rules`, { key: admin });

  it("answers the defaults for a source that has set none, and those of the table", async () => {
    const { db } = lintel.database;
    const { body: defaults } = await get("ruled");
    expect(defaults).toMatchObject({ attribution: true, source_name: "ruled", ai: true, fields_hidden: [] });
    const { id } = await db.selectFrom("sources").select("id").executeTakeFirstOrThrow();
    await db.insertInto("source_rules").values({ source_id: id }).execute();
    expect((await get("ruled")).body).toEqual(defaults);
  });

  it("answers 404 for a source that does not exist", async () => {
    const { status, body } = await get("unknown");
    expect([status, body]).toEqual([404, { detail: "Source not found" }]);
  });

  it("has every field of a card and a detail among those that can be hidden, but those that identify a listing", async () => {
    const { schemas } = (await lintel.call("/openapi.json")).body.components;
    // Pictures go with the photos.
    const kept = [
      "attribution",
      "city",
      // The source's own texts.
      "copyright",
      "disclaimer",
      "images",
      "listing_id",
      "photos_count",
      "property_type",
      "state",
      "status",
    ];
    const fields = Object.keys(schemas.Listing.properties).filter((field) => !kept.includes(field));
    expect(hideableFields.toSorted()).toEqual(fields.toSorted());
  });
});
