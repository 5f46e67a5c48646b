import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("renameLeadTag", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let idOf: TagsFixture["idOf"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, idOf } = await openTags(lintel, "north"));
  });
  afterAll(() => lintel.close());

  it("are renamed and deleted by brokers, on all leads", async () => {
    const [one, two] = [await brokerage.makeLead(), await brokerage.makeLead()];
    for (const lead of [one, two]) await set(lead, ["buyer", "hot lead"]);
    const id = await idOf("buyer");
    const path = `${LEADS}/tags/${id}`;
    const rename = (name: string, key = brokerage.broker) =>
      lintel.call(path, { method: "PATCH", key, body: { name } });
    expect((await rename("x", brokerage.ann.key)).status).toBe(403);
    expect((await rename("Hot Lead")).status).toBe(409);
    expect(outcome(await rename("First Buyer"))).toEqual([200, { id, name: "first buyer", leads: 2 }]);
    expect((await brokerage.read(two)).body.tags).toEqual(["first buyer", "hot lead"]);
    expect((await lintel.call(path, { method: "DELETE", key: brokerage.broker })).status).toBe(200);
    expect((await brokerage.read(one)).body.tags).toEqual(["hot lead"]);
    expect((await lintel.call(path, { method: "DELETE", key: brokerage.broker })).status).toBe(404);
    expect(
      (await auditOf(lintel, "lead_tag", id)).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ["update", { name: "buyer" }, { name: "first buyer" }],
      ["delete", { name: "first buyer" }, null],
    ]);
  });
});
