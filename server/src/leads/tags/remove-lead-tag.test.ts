import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("removeLeadTag", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let one: TagsFixture["one"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, one } = await openTags(lintel, "north"));
  });
  afterAll(() => lintel.close());

  it("removes the tag, in any case, and no other", async () => {
    const lead = await brokerage.makeLead();
    await set(lead, ["a", "b c"]);
    expect((await one("DELETE", lead, " B  C ")).body).toEqual({ tags: ["a"] });
    expect((await one("DELETE", lead, "b c")).body).toEqual({ tags: ["a"] });
    expect((await brokerage.read(lead)).body.tags).toEqual(["a"]);
  });
});
