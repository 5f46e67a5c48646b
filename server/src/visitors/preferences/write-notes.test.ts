import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

describe("writeNotes", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "notes");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
  });

  const write = async (notes: unknown) =>
    outcome(await visitor.call("/sessions/preferences/notes", { method: "POST", body: { notes } }));

  it("stores the latest notes unchanged", async () => {
    for (const notes of ["Near the river, please.\n🏡 <b>", "x".repeat(2000), ""]) {
      expect(await write(notes)).toEqual([200, { success: true, notes }]);
      expect((await visitor.status()).freeform_notes).toBe(notes);
    }
  });

  it("refuses more than 2,000 characters and non-texts, and keeps the stored notes", async () => {
    await write("A quiet street");
    expect(await write("x".repeat(2001))).toEqual([400, { detail: "notes must be at most 2000 characters" }]);
    expect(await write(5)).toEqual([400, { detail: "notes must be text" }]);
    expect(await write(undefined)).toEqual([400, { detail: "notes is required" }]);
    expect((await visitor.status()).freeform_notes).toBe("A quiet street");
  });
});
