import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, openLeads } from "../../../test/harness/lead-fixture.ts";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("deleteLeadTag", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let idOf: TagsFixture["idOf"];
  let tagged: TagsFixture["tagged"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, idOf, tagged } = await openTags(lintel, "north"));
  });
  afterAll(() => lintel.close());

  it("takes it from all leads, for brokers alone", async () => {
    const leads = [await brokerage.makeLead(), await brokerage.makeLead()];
    for (const lead of leads) await set(lead, ["gone", "kept"]);
    const path = `${LEADS}/tags/${await idOf("gone")}`;
    expect((await lintel.call(path, { method: "DELETE", key: brokerage.ann.key })).status).toBe(403);
    expect(
      (await lintel.call(path, { method: "DELETE", key: (await openLeads(lintel, "south")).broker })).status,
    ).toBe(404);
    expect((await lintel.call(path, { method: "DELETE", key: brokerage.broker })).body).toEqual({
      message: "Tag deleted",
    });
    for (const lead of leads) expect((await brokerage.read(lead)).body.tags).toEqual(["kept"]);
    expect(await tagged("gone")).toEqual([]);
  });
});
